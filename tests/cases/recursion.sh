#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# 101 calls in each other. Ours takes each return, or says how many it missed; what fprobe
# events lose of them, no file of tracefs says.
# not: 6.1 6.12 rt debug kcsan, because fprobe events stand on the function graph tracer only from 6.14 on
# takes: 5
# turns: yes

. ./lib.sh
plan 8
setup

# theirs KIND LINE: how many records of it 101 calls leave; all at rest before and after
theirs() {
	echo "$2" >$T/dynamic_events
	echo >$T/trace
	echo 1 >$T/events/theirs/$1/enable
	run call recurse 100
	echo 0 >$T/events/theirs/$1/enable
	grep -c ": $1: " $T/trace
	cat $T/per_cpu/cpu*/stats >/tmp/stats
	cat $T/kprobe_profile >/tmp/profile 2>/dev/null
	echo >$T/dynamic_events
}

spec 'r:r kpt_recurse v=$retval' 'f:f kpt_recurse%return v=$retval' 'f:in kpt_recurse'
run call recurse 100
is "ours: entries" "$(prof kprobes/in hits) $(prof kprobes/in emitted)" "101 101"
is "ours, r: returns" "$(prof kprobes/r hits) $(prof kprobes/r emitted)" "101 101"
is "ours, f %return: returns" "$(prof kprobes/f hits) $(prof kprobes/f emitted)" "101 101"
is "each record is there" "$(collect; lines r; lines f)" "101
101"
clear_all

is "an fprobe event: entries" "$(theirs in 'f:theirs/in kpt_recurse')" 101
got=$(theirs out 'f:theirs/out kpt_recurse%return')
ok "... returns: $got of 101" [ "$got" -lt 101 ]
is "... and no counter says so" "$(awk '/^(overrun|commit overrun|dropped events): [1-9]/' /tmp/stats
	cat /tmp/profile)" ""
got=$(theirs old 'r:theirs/old kpt_recurse')
is "a kretprobe event: the rest of $got returns is in its profile" \
	"$((got + $(awk '$1 == "old" { print $3 }' /tmp/profile)))" 101
finish
