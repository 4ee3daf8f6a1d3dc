#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# ftrace gives up while sets are planted, and kprobectl is unloaded: what is still called
# stays in memory, rmmod does not end and says why, the machine goes on.
# not: rt, because ftrace gives up by the same code there
# cmdline: kpctl.provokes=stuckexit
# module: stays
# takes: 15
# turns: yes

. ./lib.sh
plan 9
setup kpt kpt_force

F=/sys/kernel/debug/kpt_force
spec 'f:s/f kpt_add a=$arg1' 'f:s/r kpt_add%return' 'p:s/p kpt_add' 'r:s/k kpt_add'
run call add 1 2 x3
is "they are hit" "$(prof s/f hits) $(prof s/r hits)" "3 3"
echo 'unregister_ftrace_function -19' >$F
(rmmod kprobectl >/tmp/rmmod 2>&1; echo over >>/tmp/rmmod) &
await_log() {
	local n=0
	while ! dmesg | grep -q "$1" && [ $n -lt 1200 ]; do
		n=$((n + 1))
		sleep 0.05
	done
	dmesg | grep -q "$1"
}
ok "rmmod says why it waits" await_log 'kprobectl: ftrace has given up and still calls it'
is "... ftrace let go of none" $(cat $F) 2
echo >$F
no "... kprobectl's files are gone" [ -e $D -o -e /dev/kprobectl ]
is "... its other probes too" "$(cat /sys/kernel/debug/kprobes/list)" ""
ok "... the function is still hooked" grep -q kpt_add $T/enabled_functions
run call add 1 2 x1000
ok "... who calls it gets on" [ "$(calls add)" = 1003 ]
is "... it does not come to an end" "$(cat /tmp/rmmod)" ""
no "... nor can it be loaded once more" insmod /kprobectl.ko 2>/dev/null
finish
