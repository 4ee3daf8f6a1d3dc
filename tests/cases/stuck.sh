#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Probes that the kernel cannot take out, as it could not patch their place: they are
# silent and gone from every list, and what the kernel still has of them stays whole. The
# machine goes on, without kprobectl too. It warns of it, so this is one of its own.
# not: rt, because ftrace gives up by the same code there
# cmdline: panic_on_warn=0 kpctl.provokes=stuck
# probes: stay
# turns: yes

. ./lib.sh
plan 16
dmesg -n 1		# the console is what the host looks for trouble in
setup kpt kpt_force

F=/sys/kernel/debug/kpt_force
cannot() { echo 'ftrace_set_filter_ip -12 disarm_kprobe' >$F; }
can() { echo >$F; }

# One of two at its place, and the other one is off
echo 'p:stuck/other kpt_add' >$T/kprobe_events
spec 'p:a kpt_add v=$arg1'
run call add 1 2
is "it is hit" "$(prof kprobes/a hits)" 1
cannot
gives "one of two at a place: removed" OK $D/control '-:a'
ok "... the kernel could not" [ $(cat $F) -gt 0 ]
can
is "... it is in no list" "$(cat $D/control; sed 1d $D/profile)" ""
echo 1 >$T/events/stuck/other/enable
spec 'p:b kpt_ret'	# with another one armed the kernel finds the first place again
run call add 1 2 x3
run call ret 1 x2
is "... the other one is hit, and a third" \
	"$(awk '$1 == "other" { print $2 }' $T/kprobe_profile) $(prof kprobes/b hits)" "3 2"
clear_all

# Alone at its place
spec 'p:c kpt_nine'
cannot
gives "alone at its place: removed" OK $D/control '-:c'
can
is "... it is in no list" "$(cat $D/control)" ""
spec 'p:b kpt_ret' 'p:again kpt_nine'
run call nine
run call ret 1
is "... another one there is hit" "$(prof kprobes/again hits) $(prof kprobes/b hits)" "1 1"
clear_all

# A session's, whose owner goes
cannot
is "a session ends" "$(dev write 'p:s/x kpt_a' records close)" "write OK
0
close OK"
ok "... the kernel could not" [ $(cat $F) -gt 0 ]
can

ok "the module goes" rmmod kprobectl
echo 'p:stuck/third kpt_ret' >>$T/kprobe_events
echo 1 >$T/events/stuck/third/enable
run call nine x3
run call a x3
run call add 1 2 x3
is "... the other one is hit without it" "$(awk '$1 == "other" { print $2 }' $T/kprobe_profile)" 6
ok "the module comes back" insmod /kprobectl.ko governor=0
spec 'p:a kpt_add' 'p:b kpt_nine' 'p:c kpt_a'
run call add 1 2 x5
run call nine x5
run call a x5
is "... and all places are as ever" \
	"$(prof kprobes/a hits) $(prof kprobes/b hits) $(prof kprobes/c hits)" "5 5 5"
collect
is "... their events whole" "$rc $(lines a) $(lines b) $(lines c)" "0 5 5 5"
clear_all
echo 0 >$T/events/stuck/enable
echo >$T/kprobe_events
ok "the kernel has warned" sh -c "dmesg | grep -q 'Failed to disarm kprobe-ftrace'"
finish
dmesg -c >/dev/null
