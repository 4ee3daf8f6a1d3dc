#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The raw counter as the clock, on a machine where the kernel tells the time by it,
# and what happens when it no longer does.
# on: newest oldest, because PREEMPT_RT changes nothing in how time is read
# takes: 10
# smp: 1

. ./lib.sh
. ./clock.inc
plan 23
its_rate_is_known
setup
source=/sys/devices/system/clocksource/clocksource0/current_clocksource

is "the kernel tells the time by the TSC" "$(cat $source)" tsc
clock_within raw

# Another source, and back, in the middle of it
clockcheck across /tmp/stop >/tmp/across &
across=$!
sleep 1
for want in mono raw mono raw; do
	[ $want = raw ] && echo tsc >$source || echo hpet >$source
	await_clock $want
	is "told $(cat $source), the clock is $want" "$(clock_of)" $want
	sleep 0.3
done
: >/tmp/stop
wait $across
helper 6 cat /tmp/across
is "stats: so many changes" $(clock_changes) 4

# On the way into suspend and out of it again, a call in the middle
spec 'r:nap kpt_nap ns=$lat:u64 in=$retval:u64'
run call nap 500 &
while [ "$(prof kprobes/nap inflight)" = 0 ] && kill -0 $!; do sleep 0.02; done
if [ -e /sys/power/pm_test ]; then
	echo 0 >/sys/module/suspend/parameters/pm_test_delay
	echo freezer >/sys/power/pm_test
	echo freeze >/sys/power/state
	await_clock raw
	wait $!
	is "around a suspend it is the other one" "$(clock_of) $(clock_changes)" "raw 6"
else
	wait $!
	skip "around a suspend it is the other one" "this kernel cannot be suspended"
fi
collect
ok "... and a call is as long as it was" awk '
	/: nap: / { ns = $0; sub(/.* ns=/, "", ns); inside = $0; sub(/.* in=/, "", inside); n++
		if (ns + 0 < inside - 1000 || ns + 0 < 500e6 || ns + 0 > 60e9) { print; bad = 1 } }
	END { exit bad || n != 1 }' $out
finish
