#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Programs that were built against the installed library see what kpread sees: the same lines,
# the same ledger, the module's word on a line.
# smoke: yes
# on: newest, because the library is the same everywhere
# not: rt, because PREEMPT_RT changes nothing in what kpread reads
# takes: 12
# turns: yes

. ./lib.sh
plan 20
setup

# plain FILE: its lines without what differs from one session to the next
plain() { sed -E 's/(\[[0-9]{3}\] .)[^ ]/\1./; s/ +[0-9]+\.[0-9]{6}: /: /; s/ lat=[^ ]*//' $1; }

# The same calls, by kpread and by a program of the library
types='p:x/types kpt_types n=\3:s8 a=+0($arg1):x8[n] b=+8($arg1):s16[n] d=+0($arg1):ip4[n] e=+48($arg1):char[n] f=+96($arg1):symbol[n]'
str='p:x/str kpt_str s=+0($arg1):string'
bad='p:x/bad kpt_deref v=+0(+0($arg1)) s=+0(+0($arg1)):string ok=\7'
stack='p:x/stack kpt_c $stacktrace $caller'
ret='r:x/ret kpt_ret v=$retval:s64'
kpread -x "$types" -x "$str" -x "$bad" -x "$stack" -x "$ret" >$out 2>$err &
reader=$!
/library/watch "$types" "$str" "$bad" "$stack" "$ret" >/tmp/watch.out 2>/tmp/watch.err &
watcher=$!
reads $reader
reads $watcher
# all on one CPU: between CPUs a reader may give a late record late
taskset -p 1 $$ >/dev/null
run call types x3
for s in hello empty edge hole null wild over long; do run call str $s; done
run call deref
run call a 1 x2
run call ret -5
run call ret 7
taskset -p 3 $$ >/dev/null
kill -INT $watcher	# as by Ctrl-C
wait $watcher
is "watch ends" $? 0
kill $reader
wait $reader
plain $out >/tmp/want
plain /tmp/watch.out >/tmp/got
ok "there are lines of each event" [ "$(grep -o '\(types\|str\|bad\|stack\|ret\): (' $out | sort | uniq -c | wc -l)" = 5 ]
says "its lines are those of kpread" diff /tmp/want /tmp/got
is "it counts them" "$(cat /tmp/watch.err)" "$(grep -c ': (' $out) events, 0 missing"

# What is refused
is "a line that is refused: its sentence" "$(/library/watch 'p:x kpt_add r=$retval' 2>&1; echo $?)" \
	'watch: $retval is there only at return: use r instead of p
1'
like "an open descriptor is not enough" "$(caps none /library/watch 'p:x kpt_add' 2>&1)" \
	"watch: /dev/kprobectl is refused even to root: *"

# The ledger: of each event what profile has that is not 0, in its order
profile() {
	awk 'NR == 1 { for (i = 1; i <= NF; i++) name[i] = $i; next }
		{ line = $1 ":"
		for (i = 2; i <= NF; i++)
			if (name[i] ~ /^(hits|emitted|aggregated|filtered|lost|missed|nested|off|norcu|never|throttled|inflight)$/ && $i > 0)
				line = line " " name[i] "=" $i
		print line }' $D/profile
}
# Without states, which are no fates
fates() { /library/ledger | sed -E 's/ (maxactive|memory|functions)=[0-9]+//g'; }
# sorted: the words of each line in order
sorted() { while read -r line; do echo "$line" | tr ' ' '\n' | sort | xargs; done; }
spec 'p:x/all kpt_add a=$arg1' 'p:x/some kpt_add a=$arg1 if a > 100' \
	'r:x/ret kpt_ret' 'p:x/sum kpt_add do count by $arg2'
run call add 1 2 x5
run call add 200 3 x4
run call ret 1 x6
collect
is "kpread has the lines" "$(lines all)" 9
fates >/tmp/got
profile | sorted >/tmp/want
grep "^[^ ]*:" /tmp/got | sorted >/tmp/ledgers
is "the ledger has all events" "$(grep -c '^x/' /tmp/got)" 5
says "the ledger is that of profile" diff /tmp/want /tmp/ledgers
no "each hit has one fate" grep -q open= /tmp/got
ok "... as profile says, too" ledger
is "aggregates stand behind it" "$(sed -n '/^x\/sum.*keys$/,$p' /tmp/got)" 'x/sum count by $arg2: 2 keys
         5  arg2: 0x2
         4  arg2: 0x3'
is "kpread records, the library reads" "$(kpread -w /tmp/rec -x "$ret" -t 1 2>/dev/null; /library/watch -r /tmp/rec 2>&1)" \
	"0 events, 0 missing"
clear_all

# The slowest: three of the calls that were made, in order, with who called
measured() {
	/library/slowest kpt_ret 3 >/tmp/slowest 2>&1 &
	slowest=$!
	reads $slowest
	run call ret 1 x20
	wait $slowest
	rc=$?
	[ $rc != 0 -o "$(grep -c '^[0-9.]*s$' /tmp/slowest)" = 3 ]
}
ok "three calls" until_ok measured	# of 3 s
is "slowest ends" $rc 0
is "... by duration" "$(grep '^[0-9]' /tmp/slowest)" "$(grep '^[0-9]' /tmp/slowest | sort -rn)"
like "... each with its callers" "$(grep -c '^	.*+0x.*/0x' /tmp/slowest)" '[1-9]*'
ok "... from the function that called it on" grep -q '\[kpt\]' /tmp/slowest
is "no function: a sentence" "$(/library/slowest nosuch_function 1 2>&1 | cut -d: -f1)" slowest
is "no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""
finish
