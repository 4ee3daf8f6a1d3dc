#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Lines made of good ones: many are accepted, hit, listed, renewed and removed, and
# nothing stays behind. What is always refused is in errors.sh.
# on: newest, because lines are read by the same code everywhere, and none of them is about a kernel
# timeout: 600
# long: 900
# takes: 120
# turns: yes

. ./lib.sh
plan 9
setup

lines=5000
long && lines=100000

# Each line that is taken ends with a grace period, and none is what this case is about.
echo 1 >/sys/kernel/rcu_expedited
spec 'p:keep/a kpt_add a=$arg1'
helper 3 fuzz any 3000 1 $D/control $KPT/run	# whatever grows at first
before=$(settled)
helper 3 fuzz any $lines 2 $D/control $KPT/run
# From one measurement to the next there is noise of 300 kB. What an event keeps of its line is
# 5,000 kB for all lines that are accepted.
no_leak "random lines" "$before" 500
is "no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""
echo 0 >/sys/kernel/rcu_expedited
ok "rmmod: nothing is in use" rm_module kprobectl
finish
