#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Sets that ftrace does not let go of, as when something has made it give up: they are
# silent and gone from every list, what is called stays in memory, and the module with it.
# not: rt, because ftrace gives up by the same code there
# cmdline: kpctl.provokes=stuckset
# module: stays
# takes: 10
# turns: yes

. ./lib.sh
plan 11
setup kpt kpt_force

F=/sys/kernel/debug/kpt_force
spec 'f:s/f kpt_add a=$arg1' 'f:s/r kpt_add%return'
run call add 1 2 x3
is "they are hit" "$(prof s/f hits) $(prof s/r hits)" "3 3"
echo 'unregister_ftrace_function -19' >$F
gives "removed" OK $D/control '-:s/'
is "... ftrace let go of none" $(cat $F) 2
echo >$F
is "... they are in no list" "$(cat $D/control; sed 1d $D/profile)" ""
ok "... their function is still hooked" grep -q kpt_add $T/enabled_functions
run call add 1 2 x1000
ok "... who calls it gets on" [ "$(calls add)" = 1003 ]
ok "all hits had one fate" stats_ledger
no "the module stays" rmmod kprobectl 2>/dev/null
gives "others are planted there" OK $D/control 'f:s/f kpt_add'
run call add 1 2 x4
is "... and hit" "$(prof s/f hits)" 4
collect
is "... all events are whole, theirs too" "$rc $(lines f)" "0 7"
clear_all
finish
