#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Thousands of sessions (in make test-long, 10,000) come and go and leave nothing behind; sizes of rings.
# on: newest, because sessions and rings are one code everywhere, and load runs on two kernels
# timeout: 300
# takes: 30
# long: 600

. ./lib.sh
plan 11
setup

sessions=2500
first=2000			# whatever grows at first
! long || sessions=8000
case $(uname -v) in
*PREEMPT_RT*)			# RCU hurries for nobody there, and each end of a session waits for it
	sessions=$((sessions / 10))
	first=200
	;;
esac
helper 5 cycle sizes
helper 1 cycle $first
run reset
cycles() {
	if [ $1 = 1 ]; then
		helper 1 cycle $sessions
		is "each call was made" "$(calls add)" $((sessions / 50))
	else
		cycle $sessions >/dev/null
	fi
}
loses_nothing "$sessions sessions" "" cycles
is "no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""
ok "rmmod: no session is left" rm_module kprobectl
finish
