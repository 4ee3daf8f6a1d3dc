#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# r at functions of programs: values of both ends, that each call has one fate whatever
# becomes of it (recursion, longjmp, tail calls, threads, fork, exec, the task's end), and that no
# return is taken for another call's.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# kcsan: yes
# takes: 30

. ./lib.sh
plan 65
setup
U=$(which userret)
at() { echo $U:$($U where $1); }
# fates EVENT: what became of its calls
fates() {
	echo "hits $(prof $1 hits) emitted $(prof $1 emitted) filtered $(prof $1 filtered)" \
		"never $(prof $1 never) missed $(prof $1 missed) inflight $(prof $1 inflight)"
}

# Values of both ends, beside ftrace's event at the same function
echo "r:kpt_twice $(at twice) ret=\$retval" >$T/uprobe_events
echo 1 >$T/events/uprobes/kpt_twice/enable
spec "r:u/twice $(at twice) a=\$arg1:s64 ret=\$retval:s64 di=%di:x64 l=\$lat c=\$comm"
reading
$U twice 3 -21
collect
is "one record for each call" "$(lines twice)" 3
is "an argument, kept at entry" "$(field a twice | sort -u)" -21
is "what was returned" "$(field ret twice | sort -u)" -42
is "the task's name" "$(field c twice | sort -u)" '"userret"'
is "both ends, as ftrace has them" \
	"$(grep -o ': twice: (0x[0-9a-f]* <- 0x[0-9a-f]*)' $out | sed 's/.*: //' | sort -u)" \
	"$(sed -n 's/.* kpt_twice: \((0x[0-9a-f]* <- 0x[0-9a-f]*)\).*/\1/p' $T/trace | sort -u)"
is "ftrace has seen as many" "$(grep -c ' kpt_twice: ' $T/trace)" 3
is "the call has taken time" "$(field l twice | grep -vc '^0$')" 3
is "each call has one fate" "$(fates u/twice)" \
	"hits 3 emitted 3 filtered 0 never 0 missed 0 inflight 0"
echo 0 >$T/events/uprobes/kpt_twice/enable
echo >$T/uprobe_events
is "mode" "$(prof u/twice mode)" uprobe
like "format" "$(cat $D/events/u/twice/format)" '*__probe_func*__probe_ret_ip*__probe_lat*'
is "control lists the line" "$(cat $D/control)" \
	"r:u/twice $(at twice) a=\$arg1:s64 ret=\$retval:s64 di=%di:x64 l=\$lat c=\$comm"
clear_all
spec "p $(at twice)%return"
is "%return, as tracefs writes it, and a made-up name" "$(cat $D/control)" \
	"r:uprobes/r_userret_$($U where twice) $(at twice)"
clear_all

# Where the time went. A timer may fire before the task sleeps: one of ten has to be right.
spec "r:u/slow $(at slow) l=\$lat:u64 o=\$oncpu:u64 b=\$blocked:u64 q=\$runq:u64 if \$blocked > 10ms"
reading
for i in 0 1 2 3 4 5 6 7 8 9; do $U slow 30; done
$U slow 0
collect
n=$(lines slow)
is "\$blocked in a condition" "$(fates u/slow)" \
	"hits 11 emitted $n filtered $((11 - n)) never 0 missed 0 inflight 0"
ok "the calls slept" [ $(field b slow | awk '$1 > 25000000' | wc -l) -gt 0 ]
is "the parts are the whole" "$(sed -n 's/.* l=\([0-9]*\) o=\([0-9]*\) b=\([0-9]*\) q=\([0-9]*\).*/\1 \2 \3 \4/p' $out |
	awk '$1 == $2 + $3 + $4 && $3 > 10000000' | wc -l)" $n
clear_all

# Recursion. Calls have places by a hash: where the outcome is exact, there are so many places
# that no set of them is ever full.
spec "r:u/depth $(at depth) n=\$arg1:s64 ret=\$retval:s64"
reading
$U depth 10 20
collect
is "recursion: each call" "$(lines depth)" 210
is "... with its own argument and result" \
	"$(grep -o 'n=[0-9]* ret=[0-9]*' $out | sed 's/[a-z=]//g' | awk '$2 != $1 + 1' | wc -l)" 0
is "... the inner ones first" "$(field n depth | head -n 21 | tr '\n' ' ')" \
	"$(seq -s' ' 0 20) "
is "... has one fate" "$(fates u/depth)" \
	"hits 210 emitted 210 filtered 0 never 0 missed 0 inflight 0"
clear_all
spec "r1024:u/depth $(at depth)"
$U depth 1 99
is "beyond 64 calls the kernel loses returns: they are counted" "$(fates u/depth)" \
	"hits 100 emitted 64 filtered 0 never 0 missed 36 inflight 0"
clear_all
spec "r1024:u/depth $(at depth) do count by \$retval"
$U threads 8 50
is "threads: each call returns" "$(fates u/depth | sed 's/emitted.*never/never/')" \
	"hits 8400 never 0 missed 0 inflight 0"
clear_all

# Calls that do not return
spec "r:u/jumper $(at jumper) n=\$arg1:u64 ret=\$retval:u64"
reading
$U jump 100
collect
is "longjmp: those that return" "$(field ret jumper | tr '\n' ' ')" "$(seq -s' ' 0 2 98) "
is "... with their own arguments" "$(field n jumper | tr '\n' ' ')" "$(seq -s' ' 0 2 98) "
is "... each of the others is found out by the next call, but for the last" "$(fates u/jumper)" \
	"hits 100 emitted 50 filtered 0 never 49 missed 0 inflight 1"
clear_all
spec "r:u/jumper $(at jumper) n=\$arg1:u64 if \$arg1 == 1"
$U jump2 1 2
is "the return of a refused call is not taken for that of one that is open" "$(fates u/jumper)" \
	"hits 2 emitted 0 filtered 1 never 1 missed 0 inflight 0"
clear_all
spec "r:u/before $(at before) n=\$arg1:u64 ret=\$retval:u64" \
	"r:u/behind $(at behind) n=\$arg1:u64 ret=\$retval:u64"
reading
$U tail 10
collect
is "a tail call: both functions return" "$(lines before) $(lines behind)" "10 10"
is "... the same" "$(field ret before | sort -u) $(field ret behind | sort -u)" "8 8"
is "... the first" "$(fates u/before)" \
	"hits 10 emitted 10 filtered 0 never 0 missed 0 inflight 0"
is "... the second" "$(fates u/behind)" \
	"hits 10 emitted 10 filtered 0 never 0 missed 0 inflight 0"
clear_all
spec "r:u/forks $(at forks) ret=\$retval:s32 \$pid"
reading
$U fork 10 &
user=$!
wait $user
collect
is "fork: the parent's returns" "$(field pid forks | sort -u) $(lines forks)" "$user 10"
is "... the children's are nobody's" "$(fates u/forks)" \
	"hits 10 emitted 10 filtered 0 never 0 missed 0 inflight 0"
clear_all
spec "r:u/ends $(at ends)"
$U ends 20
is "tasks that end in a call: it stays open" "$(fates u/ends)" \
	"hits 20 emitted 0 filtered 0 never 0 missed 0 inflight 20"
echo 0 >$D/events/u/ends/enable
is "... until the event is switched off" "$(fates u/ends)" \
	"hits 20 emitted 0 filtered 0 never 20 missed 0 inflight 0"
clear_all

# A program that starts another in a call, which the kernel forgets then
spec "r:u/execs $(at execs) n=\$arg1:s64 ret=\$retval:s64"
reading
$U exec 5
collect
is "exec: the call that returns is the last" "$(lines execs) $(field n execs) $(field ret execs)" "1 0 0"
echo 0 >$D/events/u/execs/enable
is "... the others never do" "$(fates u/execs)" \
	"hits 6 emitted 1 filtered 0 never 5 missed 0 inflight 0"
clear_all

# Room for calls. A set of the table has 8 places; of those that have waited 10 s it gives one up.
spec "r1:u/together $(at together)"
$U together 12
is "calls without room are counted" \
	"$(prof u/together hits) $(($(prof u/together missed) + $(prof u/together never)))" "12 4"
ok "... and each has one fate" ledger u/together
is "maxactive" "$(prof u/together maxactive)" 1
clear_all
spec "r1024:u/together $(at together)"
$U together 40
is "with room, all return" "$(fates u/together)" \
	"hits 40 emitted 40 filtered 0 never 0 missed 0 inflight 0"
is "maxactive, as the line has it" "$(sed -n 's/ .*//p' $D/control)" "r1024:u/together"
clear_all

# Conditions of both ends, time, tables
spec "r:u/twice $(at twice) if \$arg1 == 3"
$U twice 5 2
$U twice 4 3
is "a condition on the entry" "$(fates u/twice)" \
	"hits 9 emitted 4 filtered 5 never 0 missed 0 inflight 0"
echo '$retval == 6' >$D/events/u/twice/filter
$U twice 3 2
$U twice 2 3
is "another, on the return" "$(fates u/twice)" \
	"hits 14 emitted 6 filtered 8 never 0 missed 0 inflight 0"
clear_all
spec "r:u/slow $(at slow) if \$lat >= 20ms" "r:u/quick $(at slow) if \$lat < 20ms"
$U slow 40
$U slow 40
is "a condition on the time" "$(prof u/slow emitted) $(prof u/quick emitted)" "2 0"
clear_all
spec "r:u/slow $(at slow) do hist(\$lat) by \$arg1"
$U slow 20
$U slow 30
is "a histogram of it" "$(prof u/slow aggregated) $(grep -c '^total: 2 hits = 2 in 2 entries' $D/events/u/slow/hist)" "2 1"
clear_all

# Memory that is not there yet, at either end
head -c 4096 /dev/zero >/tmp/page
printf 'in no page\0' | dd of=/tmp/page conv=notrunc 2>/dev/null
spec "r:u/fill $(at fill) to=+0(\$arg1):string from=\$entry(+0(\$arg2)):string ret=+0(\$retval):string"
reading
$U fill /tmp/page
collect
is "a buffer that the function fills" "$(field to fill)" '"filled'
is "memory at the entry" "$(grep -o 'from="[^"]*"' $out)" 'from="in no page"'
is "memory at the return" "$(grep -o 'ret="[^"]*"' $out)" 'ret="in no page"'
clear_all
spec "r:u/fill $(at fill) if \$entry(+0(\$arg2)):string == \"in no page\""
$U fill /tmp/page
is "a condition on such memory at the entry" "$(prof u/fill emitted)" 1
clear_all

# Switched off and on while a call is in flight
spec "r:u/waits $(at waits)"
flying() { [ "$(prof u/waits inflight)" = $1 ]; }
$U wait /tmp/go &
user=$!
until flying 1; do sleep 0.02; done
echo 0 >$D/events/u/waits/enable
is "switched off: the call in flight is given up" "$(prof u/waits never)" 1
echo 1 >$D/events/u/waits/enable
: >/tmp/go
wait $user
$U wait /tmp/go
is "switched on: it is not taken up again" "$(fates u/waits)" \
	"hits 2 emitted 1 filtered 0 never 1 missed 0 inflight 0"
clear_all
rm /tmp/go

# Spans from one to another, and by name
spec "r:u/in $(at before) x=\$arg1:u64 do start by tid" \
	"p:u/out $(at twice) since u/in by tid"
$U tail 1
is "a return starts a span" "$(prof u/in starts)" 1
clear_all
planted() {
	reading -x "$1"
	reads $kpread_pid
}
planted "r:x/twice $U:twice ret=\$retval:u64"
$U twice 3 4
collect
is "a function by its name" "$(field ret twice | tr '\n' ' ')" "8 8 8 "
planted "p:x/twice $U:twice%return ret=\$retval:u64"
$U twice 1 4
collect
is "with %return" "$(field ret twice)" 8
planted "r:x/some $U:[tb][we][if]*e ret=\$retval:u64"
$U twice 1 5
$U tail 1
collect
is "by a pattern" "$(field ret some | sort -n | tr '\n' ' ')" "8 10 "
echo "r $U:twice" >/tmp/one.probes
kpload /tmp/one.probes
is "a name is made up" "$(cat $D/control)" "r:uprobes/r_userret_twice $(at twice)"
kpload -r /tmp/one.probes
kpread -x "r $U:twice+4" -t 1 >/tmp/said 2>&1
is "no return in the middle of a function" "$? $(sed -n 3p /tmp/said)" \
	"2 $(printf '%*s^' $((5 + ${#U})) '')"

# What is refused
refused "r $(at twice) \$caller" EINVAL '$caller'
refused "p $(at twice) \$retval" EINVAL '$retval'
refused "p $(at twice)%retur" EINVAL "%retur"

# Removed, and unloaded, while calls are in flight
spec "r:u/waits $(at waits)"
$U wait /tmp/go &
user=$!
until flying 1; do sleep 0.02; done
ok "unloaded while a call is in flight" rm_module kprobectl
insmod /kprobectl.ko governor=0
: >/tmp/go
wait $user
is "the program has ended well" $? 0
(until [ -e /tmp/calm ]; do $U threads 2 20; done) &
for i in 1 2 3 4 5 6 7 8 9 10; do
	spec "r:u/depth $(at depth) a=\$arg1 s=+0(\$arg1):string"
	rm_module kprobectl
	insmod /kprobectl.ko governor=0
done
pass "ten times loaded and unloaded under calls"
: >/tmp/calm
wait
finish
