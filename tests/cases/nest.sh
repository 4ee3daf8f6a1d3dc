#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The production ring under writers nested from task to NMI, between reserve and
# commit, read by a reader that checks every byte.
# on: newest, because the ring is one code everywhere, and ring runs on each kernel
# kcsan: yes
# takes: 20

. ./lib.sh
plan 45
setup kpt_nest

NEST=/sys/kernel/debug/kpt_nest/run
v() { sed -n "s/^$1 //p" $NEST; }
sum() { sed -n "s/^$1_[a-z]* //p" $NEST | awk '{ s += $1 } END { print s + 0 }'; }

# round MODE ROUNDS SIZE
round() {
	ok "$*: runs" put $NEST "$*"
	is "$*: nothing torn" "$(v torn)" 0
	is "$*: each level in order" "$(v disorder)" 0
	is "$*: stamps rise with positions" "$(v time_back)" 0
	if [ $clock = hpet ]; then
		skip "$*: behind an NMI's too" "the hpet itself steps back there"
	else
		is "$*: behind an NMI's too" "$(v nmi_back)" 0
	fi
	is "$*: no gap without a lost record" "$(v late)" 0
	is "$*: reserved, counted and read are the same" \
		"$(sum reserved) $(v written)" "$(sum seen) $(sum seen)"
	is "$*: what was tried was read or lost" $(($(sum seen) + $(v lost))) "$(sum tried)"
	diag "$(tr '\n' ' ' <$NEST)"
}

clock=$(cat /sys/devices/system/clocksource/clocksource0/current_clocksource)
depth=4
! grep -q PREEMPT_RT /proc/version || depth=3

cpus=$(grep -c ^processor /proc/cpuinfo)
round paced 500 65536
is "a ring that is read loses nothing" "$(v lost)" 0
is "$depth writers deep" "$(v max_nest)" $depth
is "a task's record in every round" "$(v seen_task)" $((500 * cpus))
is "an NMI in every round" $(($(v seen_nmi) + $(v never_came))) $((500 * cpus))
ok "timers and IPIs too" [ "$(v seen_hardirq)" -gt 200 -a "$(v seen_ipi)" -gt 400 ]
ok "nearly all interrupts came" [ "$(v never_came)" -lt 20 ]
round chain 1000 4096
round storm 20000 1048576
ok "storm: nested at least twice" [ "$(v max_nest)" -ge 2 ]
ok "storm: all kinds came" [ "$(v seen_hardirq)" -gt 0 -a "$(v seen_ipi)" -gt 0 -a "$(v seen_nmi)" \
	-gt 0 ]
round storm 20000 4096
ok "a small ring loses" [ "$(v lost)" -gt 0 ]
ok "and tells" [ "$(v told)" -gt 0 -a "$(v told)" -le "$(v lost)" ]
for bad in 'chain 10 4095' 'chain 10 0' 'chain'; do
	is "kpt_nest refuses $bad" "$(put $NEST "$bad")" EINVAL
done
finish
