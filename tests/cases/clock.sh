#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The raw counter as the clock, on a machine where the kernel tells the time by it,
# and what happens when it no longer does.
# kernels: 6.1 6.12
# smp: 1

. ./lib.sh
. ./clock.inc
plan 20
setup
source=/sys/devices/system/clocksource/clocksource0/current_clocksource

is "the kernel tells the time by the TSC" "$(cat $source)" tsc
clock_within raw

# Another source, and back, in the middle of it
clock_of() { sed -n 's/^clock //p' $D/stats; }
await_clock() {
	local n=0
	while [ "$(clock_of)" != $1 ] && [ $n -lt 600 ]; do n=$((n + 1)); sleep 0.1; done
}
rm -f /tmp/stop
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
finish
