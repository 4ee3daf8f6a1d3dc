#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Events come, go and are switched under a flood; the others do not notice.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# kcsan: yes
# takes: 20

. ./lib.sh
plan 21
setup

flood_on() {
	rm -f /tmp/stop
	run reset
	(while [ ! -e /tmp/stop ]; do run flood 1000 $1; done) &
	flood=$!
}

flood_off() {
	: >/tmp/stop
	wait $flood
}

# Neighbours on the same place, added and removed
spec 'p:seq kpt_seq i=$arg2'
flood_on
bad=0
for i in $(seq 15); do
	spec 'p:new kpt_seq cpu=$arg1' 'r:new_r kpt_seq' || bad=$((bad + 1))
	spec '-:new' '-:new_r' || bad=$((bad + 1))
done
flood_off
is "neighbours came and went 15 times" $bad 0
is "hits are kpt's calls" "$(prof kprobes/seq hits)" "$(calls seq)"
ok "ledger" ledger kprobes/seq
clear_all

# Switched
spec 'p:seq kpt_seq' 'p:on_off kpt_seq' 'r:on_off_r kpt_seq'
flood_on
for i in $(seq 15); do
	echo $((i % 2)) >$D/events/kprobes/on_off/enable
	echo $((i % 2)) >$D/events/kprobes/on_off_r/enable
done
flood_off
is "switched 15 times: the neighbour's hits are kpt's calls" "$(prof kprobes/seq hits)" \
	"$(calls seq)"
ok "its ledger" ledger kprobes/seq
ok "the ledger of the one that was switched" ledger kprobes/on_off
ok "of the return event too" ledger kprobes/on_off_r
clear_all

# The kernel's own switches: what they keep from being hit says so
spec 'p:seq kpt_seq' 'r:seq_r kpt_seq' 'p:mid kpt_insns+12' 'p:entry kpt_insns' \
	'p:jump kpt_jump'
modes() { for e in seq seq_r mid entry jump; do prof kprobes/$e mode; done; }
armed() { modes | sed 's/optimized/int3/' | tr '\n' ' '; }
is "as ever" "$(armed)" "ftrace ftrace int3 int3 int3 "
echo 0 >/sys/kernel/debug/kprobes/enabled
is "kprobes are off: disarmed" "$(armed)" "disarmed disarmed disarmed disarmed disarmed "
echo 1 >/sys/kernel/debug/kprobes/enabled
ftrace=/proc/sys/kernel/ftrace_enabled
if [ ! -e $ftrace ] || [ "$(put $ftrace 0)" = EOPNOTSUPP ]; then
	skip "ftrace is off: what stands on it is disarmed" "this kernel keeps it on"
else
	is "ftrace is off: what stands on it is disarmed" "$(armed)" \
		"disarmed disarmed int3 int3 int3 "
fi
[ ! -e $ftrace ] || echo 1 >$ftrace
is "on again" "$(armed)" "ftrace ftrace int3 int3 int3 "

# In the middle of everything
flood_on
for i in 1 2 3 4; do
	echo 0 >/sys/kernel/debug/kprobes/enabled
	spec 'p:while_off kpt_ret'
	echo $((i % 2)) >/proc/sys/debug/kprobes-optimization
	echo 1 >/sys/kernel/debug/kprobes/enabled
	spec '-:while_off'
done
echo 1 >/proc/sys/debug/kprobes-optimization
flood_off
ok "kprobes off and on: no more hits than calls" [ "$(prof kprobes/seq hits)" -le "$(calls seq)" ]
ok "ledger of p" ledger kprobes/seq
ok "ledger of r" ledger kprobes/seq_r
before=$(prof kprobes/seq hits)
run reset
run flood 500
is "afterwards each call is a hit" $(($(prof kprobes/seq hits) - before)) "$(calls seq)"

# A probe that the kernel turns into a jump
is_jump() { [ "$(prof kprobes/mid mode)" = optimized ]; }
ok "in the middle of a function" until_ok is_jump
before=$(prof kprobes/mid hits)
run call insns 1 2 x1000
is "optimized: each call is a hit" $(($(prof kprobes/mid hits) - before)) 1000
clear_all

# Probes on what handlers themselves call
planted=0
for f in ktime_get_mono_fast_ns copy_from_kernel_nofault copy_from_user_nofault irq_work_queue \
	__irq_work_queue_local arch_irq_work_raise rcu_is_watching rethook_try_get rethook_hook \
	hrtimer_start_range_ns __wake_up try_to_wake_up memcpy strnlen smp_call_function_single \
	ktime_get sched_clock preempt_count_add __local_bh_enable_ip; do
	put $D/control "p:self/$f $f" >/tmp/put.out 2>&1
	grep -q OK /tmp/put.out && planted=$((planted + 1))
done
ok "$planted probes on what handlers call" [ $planted -ge 5 ]
spec 'p:seq kpt_seq s=+0($stack):string c=$comm' 'r:seq_r kpt_seq s=+0($stack):ustring'
reading -e seq
run reset
run timer start 2000
run flood 2000
run timer stop
collect
is "the machine stays up; hits are kpt's calls" "$(prof kprobes/seq hits)" "$(calls seq)"
# the kernel calls these at any time, and a ledger adds up while nobody hits
echo 0 >$D/events/self/enable
bad=0
for e in $(awk 'NR > 1 { print $1 }' $D/profile); do ledger $e || bad=$((bad + 1)); done
is "all ledgers" $bad 0
clear_all
is "nothing is left" "$(cat /sys/kernel/debug/kprobes/list)" ""
finish
