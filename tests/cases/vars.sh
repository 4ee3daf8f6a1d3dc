#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What kprobe_events does not have: variables of the task and of the call, and
# what is taken at the entry and shown at the return.
# on: newest oldest, because PREEMPT_RT changes nothing in where values are read
# smoke: yes
# kcsan: yes
# takes: 15
# turns: yes

. ./lib.sh
plan 38
setup

spec 'p:who kpt_add pid=$pid tid=$tid uid=$uid cpu=$cpu comm=$comm' \
	'p:where kpt_add f=$func c=$caller' 'r:rwhere kpt_add f=$func c=$caller ret=$retval'
taskset 1 sh -c 'echo call add 1 2 >/sys/kernel/debug/kpt/run; echo $$ >/tmp/pid'
collect
is '$pid $tid $uid $cpu $comm' "$(args who)" \
	"pid=$(cat /tmp/pid) tid=$(cat /tmp/pid) uid=0 cpu=0 comm=\"sh\""
like '$func and $caller at an entry' "$(args where)" 'f=kpt_add+0x?/0x* ?kpt? c=*+0x*kpt?'
like '$func and $caller at a return' "$(args rwhere)" 'f=kpt_add+0x?/0x* ?kpt? c=*+0x*kpt? ret=0x3'
clear_all

spec 'p:names kpt_add $pid $tid $uid $cpu $cgroup $func $caller $stacktrace' \
	'r:rnames kpt_add $lat $entry($arg1)'
like "they have names of their own" "$(grep :kprobes/names $D/control)" \
	'* pid=$pid tid=$tid uid=$uid cpu=$cpu cgroup=$cgroup func=$func caller=$caller stacktrace=$stacktrace'
is '$lat too, $entry has none' "$(grep rnames $D/control)" \
	'r:kprobes/rnames kpt_add lat=$lat arg2=$entry($arg1)'
clear_all

# A thread that is not the first one of its process
spec 'p:thr kpt_sleep pid=$pid tid=$tid if $tid != 0'
run sleepers 2 1
run sleepers wait
collect
is "a kernel thread is its own process" "$(args thr | awk -F'[= ]' '$2 == $4' | wc -l)" 2
clear_all

# The parent, also when that has left its child to init; and of a kernel thread
spec 'p:par kpt_add p=$pid pp=$ppid' 'r:rpar kpt_add $ppid if $ppid == '$$
sh -c 'echo $PPID >/tmp/ppid; echo call add 1 1 >/sys/kernel/debug/kpt/run'
collect
is '$ppid' "$(field pp par) $(field ppid rpar)" "$(cat /tmp/ppid) $$"
clear_all
spec 'p:par kpt_add p=$pid pp=$ppid' 'p:kth kpt_sleep pp=$ppid'
sh -c '(while [ -d /proc/$$ ]; do sleep 0.1; done; echo call add 1 1 >/sys/kernel/debug/kpt/run) &'
run sleepers 1 1
run sleepers wait
for i in $(seq 100); do [ "$(prof kprobes/par hits)" = 0 ] || break; sleep 0.1; done
collect
is "... of a child without one" "$(field pp par)" 1
is "... of a kernel thread: kthreadd" "$(field pp kth)" 2
clear_all

# The process in a PID namespace of its own, and in none
spec 'p:ns kpt_add p=$pid ns=$nspid' 'r:rns kpt_add $nspid if $nspid == 1'
sh -c 'echo call add 1 1 >/sys/kernel/debug/kpt/run'
if unshare -p -f sh -c 'echo call add 1 1 >/sys/kernel/debug/kpt/run'; then
	collect
	ok '$nspid outside of namespaces is $pid' [ "$(field p ns | head -n 1)" = "$(field ns ns | head -n 1)" ]
	is '... the first in a namespace is 1' "$(field ns ns | tail -n 1)" 1
	is '... in a condition too' "$(field nspid rns)" 1
else
	collect
	for what in outside inside condition; do skip "\$nspid: $what" "no PID namespaces"; done
fi
clear_all

# Another user
spec 'p:uid __x64_sys_getppid u=$uid if $uid != 0'
chmod 755 /
caps -u 65534 setuid sh -c :
collect
is '$uid of another user' "$(field u uid | sort -u)" 65534
clear_all

# The control group, by its id: the inode of its directory
mkdir -p /tmp/cg
if mount -t cgroup2 cg /tmp/cg 2>/dev/null && mkdir /tmp/cg/kpt; then
	spec 'p:cg kpt_add g=$cgroup'
	sh -c 'echo $$ >/tmp/cg/kpt/cgroup.procs; echo call add 1 1 >/sys/kernel/debug/kpt/run'
	collect
	is '$cgroup' "$(field g cg)" '"/kpt"'
	clear_all
	rmdir /tmp/cg/kpt
	umount /tmp/cg
else
	skip '$cgroup' "no cgroup2"
fi

# $entry: kept, whatever becomes of it; derefs go on at the return
spec 'r:e kpt_deref a=$entry(+0($arg1)):u32 b=$entry(+8($arg1)) c=+0($entry(+8($arg1))):u64 d=+0($arg1):x64 m=$entry(+0($arg1)):x16[4]'
run call deref
collect
is '$entry(+0(X)):u32' "$(field a e)" $((0x1000))
is 'a deref at return of what was kept' "$(field c e)" $((0x1001))
is '$argN is that of the entry' "$(field d e)" 0x1000
is 'an array' "$(field m e)" '{0x1000,0x0,0x0,0x0}'
clear_all
spec 'r:d kpt_add a=$entry(@kpt_data) b=$arg1:b32@0/32 c=$pid:u64 d=$tid:x64'
run call add 0x1234567800000009 1
collect
is 'a symbol read at the entry, a bit field as wide as its container' \
	"$(args d | cut -d' ' -f1,2)" "a=0x1122334455667788 b=9"
is '$pid as 64 bits has no more than itself' "$(field c d)" "$$"
clear_all
spec 'r:s kpt_str s=$entry(+0($arg1)):string l=+0($entry($arg1)):string'
for s in hello empty null long; do run call str $s; done
collect
is 'strings of the entry' "$(args s | head -n 2)" 's="hello, world" l="hello, world"
s="" l=""'
is 'one that cannot be read' "$(args s | sed -n 3p)" 's=(fault) l=(fault)'
like 'a long one is cut' "$(args s | sed -n 4p)" 's="abc*"... l="abc*"...'
is '... at 255 bytes' "$(field s s | sed -n 4p | wc -c)" 261
clear_all
spec 'r:f kpt_str n=$entry(+0($arg1)):u64 m=+0($entry(+0($arg1))):u8 c=$entry($comm):string'
run call str null
collect
like 'unreadable at entry: (fault), and all behind it' "$(args f)" 'n=(fault) m=(fault) c="sh"'
clear_all

# Constants and texts
spec 'p:t kpt_add t=\"a_text" e=\"" n=\-7:s8 m=\0x10'
run call add 1 1
collect
is "constants" "$(args t)" 't="a_text" e="" n=-7 m=0x10'
clear_all

# Durations as an argument
spec 'r:l kpt_spin l=$lat n=$lat:u64 if l > 1ms' 'r:lat kpt_spin lat=$retval:u64'
run call spin 2000
collect
n=$(field n l)
ok '$lat as a number is in ns' [ "$n" -ge 2000000 ]
is '... and by itself a duration' "$(field l l)" \
	"$(awk "BEGIN { s = $n >= 1e9; printf \"%.3f%s\", int($n / (s ? 1e6 : 1e3)) / 1e3, s ? \"s\" : \"ms\" }")"
is "an argument called lat stands for the other" "$(grep ': lat: ' $out | grep -o 'lat=' | wc -l)" 1
clear_all

# More than 64 arguments that read memory: a second word of the fault mask
args=
i=0
while [ $i -lt 70 ]; do
	args="$args a$i=+0(\$arg$((i % 2 + 1))):u8"
	i=$((i + 1))
done
spec "p:many kpt_nine$args"
run call nine 0 $(awk '$3 == "kpt_data" { print "0x" $1 }' /proc/kallsyms)
collect
is "the 70th can be read" "$(field a69 many)" $((0x88))
is "the 69th cannot" "$(field a68 many)" "(fault)"
clear_all

gives 'more kept of an entry than an instance has room for' E2BIG $D/control \
	'r kpt_add a=$entry(+0($arg1)):string[64] b=$entry(+0($arg2)):string[64] c=$entry(+8($arg1)):string[64]'
like '... is explained' "$(last_error)" '*bytes of each call*'

# Two return probes on one function: each says where the call really returns to
spec 'r:first kpt_c $caller $stacktrace' 'r:second kpt_c $caller $stacktrace'
run call a 1
collect
is "two return probes: one place" "$(sed -n 's/.*\(first\|second\): (\([^ ]*\) .*/\2/p' $out | sort -u | grep -c 'kpt_b+')" 1
is "two return probes: one caller" "$(field caller first)" "$(field caller second)"
no "two return probes: no trampoline" grep -qE 'trampoline|rethook' $out
clear_all

gives '$lat at a p' EINVAL $D/control 'p kpt_add $lat'
gives '$entry at a p' EINVAL $D/control 'p kpt_add $entry($arg1)'
finish
