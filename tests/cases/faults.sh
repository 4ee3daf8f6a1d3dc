#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Each allocation of each step fails once, and each copy from and to user space: the
# step says so and leaves nothing, or does without what it did not get.
# kernels: none
# allocations: fail
# timeout: 1500

. ./lib.sh

# What a kernel does when an allocation failed is to be seen; that it did is not.
for f in failslab fail_page_alloc fail_usercopy; do
	echo 0 >/sys/kernel/debug/$f/verbose
done
for f in failslab fail_page_alloc; do
	echo N >/sys/kernel/debug/$f/ignore-gfp-wait
done
echo 0 >/sys/kernel/debug/fail_page_alloc/min-order

# Not of remove-p and remove-r: where the kernel cannot disarm a probe, it warns.
steps="open p p-full p-offset p-parked p-another p-refused p-batch r r-full r-max f f-set
	f-full f-return remove-f check condition read-control read-profile
	read-stats read-events read-formats read-filters read-hists buffer buffer-event mmap
	symbol attach control buffer_size_kb"

plan $(($(echo $steps | wc -w) + 10))
total=0

# fail_in STEP...: what becomes of them goes to /tmp/said
fail_in() { faults "$@" 2>&1 | tee /tmp/said; }

# went STEP: was it refused, and done all the same, as its line of /tmp/said says?
went() {
	line=$(sed -n "s/^# \($1[: ]\)/\1/p" /tmp/said)
	like "$1" "$line" "$1 refused * managed *"
	set -- $line
	[ "$2" != refused ] || total=$((total + $3 + $5))
}

setup
echo 32 >$D/buffer_size_kb
fail_in $steps
for step in $steps; do went $step; done
is "nothing is in the list" "$(cat $D/control)" ""
is "no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""
is "no function is left" "$(cat /sys/kernel/tracing/enabled_functions)" ""

# A module that comes while something waits for it
spec 'p:t/waits kpt_last:kpt_last_fn'
fail_in insmod
went insmod
is "what waits for a module still does" "$(awk '$1 == "t/waits" { print $NF }' $D/profile | wc -l)" 1
insmod /kmod/kpt_last.ko
ok "and is planted when it comes" grep -q kpt_last_fn /sys/kernel/debug/kprobes/list
rmmod kpt_last
clear_all
rmmod kprobectl
fail_in insmod-kprobectl
went insmod-kprobectl
ok "then it loads" insmod /kprobectl.ko
ok "and works" spec 'p:t/e kpt_add'
diag "faults injected: $total"
ok "there were some" [ $total -gt 1000 ]
finish
