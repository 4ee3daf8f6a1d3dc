#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Where the time inside a call went: on a CPU, asleep, waiting for a CPU; and that
# the kernel's switches are hooked only for those who want to know.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# takes: 50
# kcsan: yes
# timeout: 400

. ./lib.sh
. ./split.inc
plan $((split_planned + 64))
setup

hooks() { grep -c kprobectl $KPT/hooks; }

is "nobody is hooked to begin with" "$(hooks)" 0
split_all
is "... nor at the end" "$(hooks)" 0

# Who asks for it, and for how long
spec 'r:plain kpt_sleep n=$arg1 if $lat > 1s'
is "an event that does not ask: not hooked" "$(hooks)" 0
spec 'r:asks kpt_sleep $blocked'
like "one that does: to all three" "$(sort $KPT/hooks | tr '\n' ' ')" \
	'sched_process_free on_free*kprobectl* sched_switch on_switch*kprobectl* sched_wakeup on_wakeup*kprobectl* '
spec 'r:also kpt_spin n=$arg1 if $runq > 1ms'
is "two that do: once" "$(hooks)" 3
spec '-:asks'
is "one of them is removed: still" "$(hooks)" 3
put $D/events/kprobes/also/enable 0 >/dev/null
is "the other is switched off: it is planted still" "$(hooks)" 3
spec '-:also'
is "both are removed: no more" "$(hooks)" 0
mov=$(awk '$1 == "steps_mov" { print $2 }' $KPT/places)
gives "one that cannot be planted" EINVAL $D/control "r:bad $mov \$oncpu"
is "... leaves nothing" "$(hooks)" 0
spec 'r:park nomodule:kpt_add $oncpu'
is "one that is parked: not hooked" "$(prof kprobes/park mode) $(hooks)" "parked 0"
clear_all
rmmod kpt
spec 'r:comes kpt:kpt_sleep $blocked'
insmod /kmod/kpt.ko
is "it is when its module comes" "$(prof kprobes/comes mode) $(hooks)" "ftrace 3"
rmmod kpt
insmod /kmod/kpt.ko
is "... and when that comes again" "$(hooks)" 3
clear_all
is "... and no more when it is removed" "$(hooks)" 0

spec 'r:fil kpt_sleep a=$arg1:u32'
F=$D/events/kprobes/fil/filter
gives "a condition that is set later" OK $F '$blocked > 5ms'
is "... hooks" "$(hooks)" 3
gives "another one" OK $F '$runq > 5ms || a == 1'
is "... leaves it at that" "$(hooks)" 3
gives "a wrong one" EINVAL $F '$blocked > 5ms && b'
is "... too" "$(hooks)" 3
gives "none" OK $F none
is "... ends it" "$(hooks)" 0
gives "one with more values than there is room for" E2BIG $F \
	'$blocked > 1 && ($arg1 == 1 || $arg2 == 1 || $arg3 == 1 || $arg4 == 1 || $arg5 == 1 || $arg6 == 1 || $arg7 == 1 || $arg8 == 1 || $arg9 == 1 || $arg10 == 1)'
is "... leaves nothing" "$(hooks)" 0
clear_all

# Calls in flight when that changes
reading
spec 'r:old kpt_sleep a=$arg1:u32 if $blocked > 100ms' 'r:new kpt_sleep a=$arg1:u32'
run sleepers 5 150 held
gives "no condition any more, with calls inside" OK $D/events/kprobes/old/filter none
gives "a condition from now on, with calls inside" OK $D/events/kprobes/new/filter '$blocked > 1000s'
run sleepers wait
is "they are looked after to their end" "$(prof kprobes/old emitted) $(prof kprobes/old filtered)" "5 0"
is "they return under what they entered under" \
	"$(prof kprobes/new emitted) $(prof kprobes/new filtered)" "5 0"
run call sleep 5
is "new calls enter under the new one" \
	"$(prof kprobes/old emitted) $(prof kprobes/new filtered)" "6 1"
clear_all
is "all is unhooked at the end" "$(hooks)" 0

# Conditions
spec 'r:f kpt_sleep b=$blocked:u64 if b > 5ms' 'r:g kpt_spin if $blocked > 5ms' \
	'r:h kpt_spin if $oncpu > 5ms && $blocked == 0' \
	"r:i kpt_sleep $S if \$lat > 1ms && \$blocked <= \$lat && \$oncpu > 0"
run call sleep 20 x5
run call spin 50000 x5	# much longer, since it may be preempted
is "if \$blocked > 5ms: the sleeper passes" "$(prof kprobes/f emitted)" 5
is "... and not the spinner" "$(prof kprobes/g emitted) $(prof kprobes/g filtered)" "0 5"
is "if \$oncpu > 5ms && \$blocked == 0: the spinner passes" "$(prof kprobes/h emitted)" 5
for e in f g h; do ok "$e: the ledger is closed" ledger kprobes/$e; done
clear_all
collect
ok "after a condition the parts are the whole, too" adds_up i 5
is "what it saw is what is shown" "$(field b f | awk '$1 > 5000000' | grep -c .)" 5

# In aggregates, beside the records that they were made with
spec "r:sum kpt_sleep $S if \$comm != \"nobody\" do emit, hist(\$oncpu), hist(\$blocked), hist(\$runq), hist(\$lat)"
run call sleep 5 x12
dev attach view 8 read | awk '$1 == "key" { print $2, $3 }' >/tmp/sums
collect -e sum
parts sum | awk '{ l += $1; o += $2; b += $3; q += $4 } END {
	printf "%d %d\n%d %d\n%d %d\n%d %d\n", NR, o, NR, b, NR, q, NR, l }' >/tmp/want
says "aggregates of the parts have what the records have" diff /tmp/want /tmp/sums
is "... of each call" "$(sed -n 's/ .*//p' /tmp/sums | sort | uniq -c | tr -s ' ')" " 4 12"
ok "... the ledger is closed" ledger kprobes/sum
clear_all
collect

# Of a span: of the task that started it, beside the same of a call at the same function
spec 'p:s/in kpt_outer do start by tid' "r:s/call kpt_outer $S" \
	"r:s/span kpt_outer since s/in by tid $S" "p:s/at kpt_inner while s/in by tid $S"
run call outer 40
run call outer 40
run call outer 40
collect
ok "a span: the parts are the whole" adds_up span 3
ok "... it slept" each span 'b > 0'
is "... for as long" "$(parts span | cut -d' ' -f3)" "$(parts call | cut -d' ' -f3)"
is "... and waited for as long, or longer" "$(parts span | cut -d' ' -f4 >/tmp/q
	parts call | cut -d' ' -f4 | paste -d' ' /tmp/q - | awk '$1 < $2' | wc -l)" 0
ok "a span that is looked at: the parts are the whole" adds_up at 3
ok "... of what the task had done by then" each at 'b > 0 && b <= l'
clear_all
collect

# A span that another task ends; one that began before anybody asked
spec 'p:s/in kpt_sleep do start by $uid' 'p:s/out kpt_spin since s/in by $uid l=$lat:u64 o=$oncpu:u64 b=$blocked:u64 do emit, hist($oncpu)'
(run call sleep 30)
(run call spin 1)
collect
is "another task's end: its time is known, its parts are not" \
	"$(grep -c ': out: .*l=[0-9]* o=(fault) b=(fault)' $out)" 1
like "... in aggregates, too" "$(tail -n 1 $D/events/s/out/hist)" 'total: 1 hit = 0 in 1 entry + 0 other + 1 unreadable'
clear_all
spec 'p:s/in kpt_outer do start by tid'
run sleepers 1 1
spec "r:s/out kpt_outer since s/in by tid $S" 'r:s/never kpt_outer since s/in by tid if $blocked > 0'
clear_all
is "all is unhooked" "$(hooks)" 0

# Who asks comes and goes, while tasks that started are marked all the time
spec 'p:s/in kpt_seq do start by tid'
run flood 20000 &
n=0
while [ -d /proc/$! ] && [ $n -lt 20 ]; do
	spec 'r:s/out kpt_seq since s/in by tid if $blocked > 1s'
	spec '-:s/out'
	n=$((n + 1))
done
wait
is "$n times: unhooked" "$(hooks)" 0
ok "... and each start is accounted for" ledger s/in
clear_all

# Calls that end otherwise
spec "r:exit kpt_exit $S" "r:gone kpt_sleep $S"
run exit 100
ok "threads that end inside: the ledger is closed" ledger kprobes/exit
run sleepers 100 10 held
is "calls are inside" "$(prof kprobes/gone inflight)" 100
clear_all
is "the event is removed with calls inside: unhooked" "$(hooks)" 0
run sleepers wait
is "... they are counted as never returned" "$(($(total never) >= 100))" 1
spec "r:gone kpt_sleep $S"
run sleepers 50 10
run sleepers wait
is "... the next ones are seen" "$(prof kprobes/gone emitted)" 50
run sleepers 100 10 held
ok "the module is removed with calls inside" rm_module kprobectl
is "... and unhooked" "$(hooks)" 0
run sleepers wait
insmod /kprobectl.ko governor=0

# Switches in great number
spec 'r:odd kpt_turn if $oncpu > $lat || $blocked > $lat || $runq > $lat'
run split turns 1500 8
is "24000 turns: no part is more than the whole" \
	"$(prof kprobes/odd emitted) $(prof kprobes/odd filtered)" "0 24000"
ok "... the ledger is closed" ledger kprobes/odd
clear_all

# Coming and going while tasks are switched all the time
reading -e turn
spec "r:turn kpt_turn $S"
(while [ ! -e /tmp/stop ]; do
	spec 'r:x kpt_sleep $blocked' 'r:y kpt_turn if $runq > 1s'
	put $D/events/kprobes/turn/filter '$blocked >= 0 && $lat > 1us'
	run sleepers 3 1
	spec '-:x' '-:y'
	put $D/events/kprobes/turn/filter '$blocked >= 0 || $runq > 1'
done) >/dev/null 2>&1 &
switcher=$!
run split turns 300 8
touch /tmp/stop
wait $switcher
run sleepers wait
ok "planted and removed meanwhile: the ledger is closed" ledger kprobes/turn
turns=$(prof kprobes/turn emitted)
clear_all
collect
ok "... the parts of $turns turns are the whole" adds_up turn $turns
is "... nobody is hooked any more" "$(hooks)" 0
finish
