#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# 10,000 sessions come and go and leave nothing behind; sizes of rings.
# on: newest, because sessions and rings are one code everywhere, and load runs on two kernels
# timeout: 300
# takes: 70

. ./lib.sh
plan 11
setup

helper 5 cycle sizes
helper 1 cycle 2000		# whatever grows at first
run reset
before=$(settled)
helper 1 cycle 8000
after=$(settled)
no_leak "8000 sessions" "$before" "$after"
is "each call was made" "$(calls add)" 160
is "no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""
ok "rmmod: no session is left" rm_module kprobectl
finish
