#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Loading and unloading, what blocks it and what does not, and that nothing leaks.
# on: newest, because storm_unload runs on two kernels
# takes: 80
# kcsan: yes
# timeout: 900
# long: 1800

. ./lib.sh
. ./flood.inc
plan 22
opened=6
! long || opened=25
setup
teardown

cycle_bare() { insmod /kprobectl.ko && rm_module kprobectl; }
cycle_armed() {
	insmod /kprobectl.ko || return 1
	spec 'p:a kpt_add a=$arg1 s=+0($stack):string' 'r:b kpt_ret' 'p:c kpt_insns+7' \
		'r:d kpt_sleep' 'p:e absent:absent' || return 1
	run call add 1 2 x20
	run call ret 1 x20
	put $D/control 'p:bad kpt_add a=$nonsense' >/dev/null
	collect -n 1
	rm_module kprobectl
}

insmod /kmod/kpt.ko
bad=0
for i in $(seq 5); do cycle_bare || bad=$((bad + 1)); done
is "5 times, bare" $bad 0
bad=0
for i in $(seq 10); do cycle_armed || bad=$((bad + 1)); done
# whatever grows at first has grown
cycles() { for i in $(seq 40); do cycle_armed || bad=$((bad + 1)); done; }
loses_nothing "40 loads, armed" "" cycles
is "50 times with probes armed and rings read" $bad 0
is "no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""

# Sessions and events come and go inside one load
insmod /kprobectl.ko
session() { dev write 'p:s/x kpt_add' write 'r:s/y kpt_ret' map 0 map 1 >/dev/null; }
for i in 1 2 3; do session; done
sessions() { for i in $(seq 40); do session; done; }
loses_nothing "40 sessions" "" sessions
put -t $D/control 'p:x kpt_add' >/dev/null	# the first event makes the rings
events() {
	for i in $(seq 100); do
		put $D/control "$(printf 'p:x%s kpt_add a=$arg1\n' 1 2 3 4 5)" >/dev/null
		put -t $D/control '' >/dev/null
	done
}
loses_nothing "500 events" "" events

# What blocks
spec 'p:a kpt_add' 'r:b kpt_sleep'
exec 9<$D/control
no "an open control file blocks" rmmod kprobectl 2>/dev/null
exec 9<&-
exec 9<$D/events/kprobes/a/enable
no "an open event file blocks" rmmod kprobectl 2>/dev/null
spec '-:a'
no "even of an event that is gone" rmmod kprobectl 2>/dev/null
read -r x <&9
exec 9<&-
rm -f /tmp/stop /tmp/dev.out
dev attach say here wait /tmp/stop >/tmp/dev.out &
await here /tmp/dev.out
no "an open descriptor blocks" rmmod kprobectl 2>/dev/null
: >/tmp/stop
wait $!
rm -f /tmp/stop /tmp/dev.out
dev map 0 close say here wait /tmp/stop >/tmp/dev.out &
await here /tmp/dev.out
no "a mapping without a descriptor blocks" rmmod kprobectl 2>/dev/null
: >/tmp/stop
wait $!
ok "everything works after all that" put $D/control 'p:z kpt_add'
run reset
run call add 1 2 x7
is "counted" "$(prof kprobes/z hits)" 7

# What does not block: probes armed, calls inside, a flood on
spec 'p:seq kpt_seq' 'r:seq_r kpt_seq' 'p:irq kpt_hardirq'
run sleepers 10 10 held
run timer start 1000
run flood 30000 &
flood=$!
sleep 0.2
ok "rmmod under a flood, with calls asleep inside" rm_module kprobectl
wait $flood
run timer stop
run sleepers wait
is "all woke up" "$(calls sleep)" 10
is "nothing is left" "$(cat /sys/kernel/debug/kprobes/list)" ""

# Parameters and a second load
insmod /kprobectl.ko
no "it cannot be loaded twice" insmod /kprobectl.ko 2>/dev/null
ok "the main session is fresh" [ "$(cat $D/control)$(cat $D/error_log)" = "" ]
ok "rmmod" rm_module kprobectl
ok "and its files are gone" [ ! -e $D -a ! -e /dev/kprobectl ]

# Others open, read and write its files all the time: it says EBUSY or goes.
# They rest between rounds: two that close mappings wait for the same grace
# periods, and could keep the module in use for minutes.
rm -f /tmp/stop
: >/tmp/opened
for i in 1 2; do
	(while [ ! -e /tmp/stop ]; do
		cat $D/control $D/profile $D/events/*/*/enable && echo $i >>/tmp/opened
		dev view 3 read map 0
		put $D/control 'p:w/w kpt_ret'
		sleep 0.0$i
	done) >/dev/null 2>&1 &
	eval opener$i=$!
done
bad=0
for i in $(seq $opened); do
	insmod /kprobectl.ko && put $D/control 'p:o/o kpt_add' 'r:o/r kpt_ret' >/dev/null || bad=$((bad + 1))
	sleep 0.2
	n=0
	until rmmod kprobectl 2>/dev/null; do
		n=$((n + 1))
		[ $n -lt 1000 ] || { bad=$((bad + 1)); break; }
	done
done
: >/tmp/stop
wait $opener1 $opener2
is "$opened loads while its files are opened" $bad 0
ok "and they were" [ $(wc -l </tmp/opened) -gt 0 ]
finish
