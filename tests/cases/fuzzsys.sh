#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# System calls at random, on the device and on the files, by those who may and those
# who may not. SEED= repeats a run, FUZZ= says for how many seconds.
# on: newest rt, because 6.1 has the code of 6.1-rt and the locks of 7.3, and 6.12 both of 7.3
# takes: 20
# timeout: 200
# long: 400

. ./lib.sh
plan 8
setup
rm_module kprobectl
insmod /kprobectl.ko governor=0 act=return
insmod /kmod/kpt_helper.ko	# whose functions lines call

seconds=10
seed=1
if long; then
	seconds=60
	seed=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
fi
seconds=$(given fuzz $seconds)
seed=$(given seed $seed)

fuzzsys 4 $((seed + 1)) >/dev/null	# whatever grows at first
clear_all
echo 64 >$D/buffer_size_kb
before=$(settled)
diag "SEED=$seed FUZZ=$seconds"
helper 4 fuzzsys $seconds $seed
clear_all
echo 4 >$D/buffer_size_kb	# what is in the rings goes
echo 64 >$D/buffer_size_kb
# One text or ring of each that was opened would be many times that.
no_leak "random system calls" "$before" 2000 4000
is "no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""
is "the module works" "$(put $D/control 'p:s/after kpt_add'; echo 1 >$D/tracing_on; run call add 1 2 x3
	prof s/after emitted)" "OK
3"
clear_all
rm_module kpt_helper
ok "rmmod: nothing is in use" rm_module kprobectl
finish
