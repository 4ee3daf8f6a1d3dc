#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A CPU goes and comes back while it is traced.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# kcsan: yes

. ./lib.sh
. ./flood.inc
plan 15
setup

cpu1=/sys/devices/system/cpu/cpu1/online
if [ ! -e $cpu1 ]; then
	for i in $(seq 15); do skip "hotplug" "no second CPU that can be taken off"; done
	finish
	exit
fi

echo 64 >$D/buffer_size_kb
spec 'p:seq kpt_seq cpu=$arg1 i=$arg2' 'r:seq_r kpt_seq' 'p:irq kpt_hardirq n=$arg1'
run reset
with_reader 200
run timer start 1000
(while [ ! -e /tmp/enough ]; do run flood 2000; done) &
flood=$!
n=0
while [ $n -lt 4 ]; do
	echo 0 >$cpu1 && echo 1 >$cpu1 || break
	n=$((n + 1))
done
touch /tmp/enough
wait $flood
rm /tmp/enough
run timer stop
echo 1 >$cpu1 2>/dev/null
read_end
is "off and on under load" $n 4
is "hits are kpt's calls" "$(prof kprobes/seq hits)" "$(calls seq)"
is "returns as well" "$(prof kprobes/seq_r hits)" "$(calls seq)"
ok "interrupts too, less what kprobes skipped (a lower bound)" \
	[ $(($(prof kprobes/irq hits) + $(prof kprobes/irq nested))) -le "$(calls hardirq)" ]
bad=0
for e in seq seq_r irq; do ledger kprobes/$e || bad=$((bad + 1)); done
is "three ledgers" $bad 0
is "all emitted was read" $(($(value_of seq) + $(value_of irq) + $(value_of other))) \
	$(($(prof kprobes/seq emitted) + $(prof kprobes/seq_r emitted) + $(prof kprobes/irq emitted)))
is "no stamp goes back" "$(value_of back)" 0

# Nothing is lost with a CPU that stays away, and resizing works meanwhile
clear_all
echo 0 >$cpu1
spec 'p:seq kpt_seq i=$arg2:u64'
gives "resize with a CPU off" OK $D/buffer_size_kb 256
run call seq 0 x100
echo 1 >$cpu1
run flood 100
collect
is "it comes back and is traced" $(lines seq) 300
is "complete" $rc 0
is "nothing torn" "$(value_of torn)" 0

# An event so late on a CPU's way out that it runs no irq_work any more
clear_all
spec 'p:dying rcutree_dying_cpu'
reading
sleep 0.5
echo 0 >$cpu1
is "a hit on the dying CPU" "$(prof kprobes/dying hits)" 1
collect
is "and it was read" $(lines dying) 1
echo 1 >$cpu1
waits poll 1 sh -c "echo 0 >$cpu1" >/tmp/waits
is "a reader that sleeps is woken for it" "$(sed -n 's/^events //p' /tmp/waits)" 1
rmmod kprobectl &
n=0
while [ -d /sys/module/kprobectl ] && [ $n -lt 1200 ]; do
	sleep 0.1
	n=$((n + 1))
done
no "rmmod comes back while that CPU is away" [ -d /sys/module/kprobectl ]
echo 1 >$cpu1
finish
