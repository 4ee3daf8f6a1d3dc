#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The first three letters of a call's context, above all the one for a task that is to give up its
# CPU: the same as tracefs shows of the same call, from the fast path, the general path, and
# at returns.
# on: newest oldest, because 6.12 has the flags of 7.3
# not: rt, because tracefs has a column of its own there
# takes: 5

. ./lib.sh
plan 33
setup

# The fourth, the depth of preemption, has in tracefs a level of its own where events share
# a function.
letters() { sed -n "s/.*\] \(...\)..* .*: $1: (.*/\1/p" $2; }

echo 'p:theirs/t kpt_add' >$T/kprobe_events
echo 1 >$T/events/theirs/t/enable
for which in 0 1 2 3 5 6 7 8; do
	spec 'p:p kpt_add' 'p:general kpt_add c=$comm' 'r:r kpt_add' 'f:f kpt_add'
	echo >$T/trace
	run resched $which
	collect
	want=$(letters t $T/trace)
	for e in p general r f; do
		is "$which: $e: $want" "$(letters $e $out)" "$want"
	done
	all="$all $want"
	clear_all
done
case $(uname -r) in
6.*) want=" d.. dn. dn. dn. dN. dN. dN. d.." ;;
*) want=" d.. dn. dl. db. dN. dL. dB. d.." ;;
esac
is "all letters were there" "$all" "$want"
echo 0 >$T/events/theirs/t/enable
echo >$T/kprobe_events
finish
