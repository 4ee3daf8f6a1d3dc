#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Each allocation of each step fails once, and each copy from and to user space; then
# each one, and all that come after it: the step says so and leaves nothing, or does
# without what it did not get.
# not: stock rt, because only kernels of make test-debug can have allocations fail
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
	f-full f-left f-return t t-set start since while top time names group after u u-return
	i-rate i-timer w call return skip stop-print remove-u remove-i remove-w enable-u enable-i
	enable-w read-trace mkdir remove-f remove-t remove-p-int3 remove-r-int3 enable-p
	enable-r enable-f enable-t check check-set check-t condition read-control read-profile
	read-stats read-events read-formats read-filters read-hists read-functions
	read-left_out clear-hists buffer buffer-event mmap symbol attach read-functions-file
	read-left_out-file read-filter-file read-format-file read-hist-file read-enable-file
	read-enable-all enable-all enable-group filter-file clear control buffer_size_kb"

plan $((2 * ($(echo $steps | wc -w) + 12) + 1))
total=0

# fail_in STEP...: what becomes of them goes to /tmp/said
fail_in() { faults $counter "$@" 2>&1 | tee /tmp/said; }

# went STEP: was it refused, and done all the same, as its line of /tmp/said says?
went() {
	line=$(sed -n "s/^# \($1[: ]\)/\1/p" /tmp/said)
	like "$how: $1" "$line" "$1 refused * managed *"
	set -- $line
	[ "$2" != refused ] || total=$((total + $3 + $5))
}

# Who makes allocations fail has probes of its own.
made() { [ ! -d /sys/module/kpt_exhaust ] || rmmod kpt_exhaust; }

# At how many functions they stand.
stand() { echo "$(prof t/waits functions) $(prof t/set functions) $(prof t/calls functions)"; }

# fails HOW FILE [MODULE]: all steps, counted by FILE, which is there with MODULE
fails() {
	how=$1 counter=$2
	[ ! "$3" ] || insmod /kmod/$3.ko
	insmod /kprobectl_configfs.ko
	insmod /kmod/kpt_helper.ko
	echo 32 >$D/buffer_size_kb
	fail_in $steps
	for step in $steps; do went $step; done
	made
	is "$how: nothing is in the list" "$(cat $D/control)" ""
	is "$how: no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""
	is "$how: no function is left" "$(cat /sys/kernel/tracing/enabled_functions)" ""

	# A module that comes while something waits for it, and goes
	# (by a breakpoint: of another one the kernel warns when it cannot take it out), and
	# something that must not be probed where its text ends with nothing behind it
	spec 'p:t/waits kpt_last:kpt_last_but_one' 'p:t/last kpt_last:kpt_last_fn' \
		'f:t/set kpt_add,kpt_last:*' 'f:t/calls kpt_add,kpt_last:*%return'
	[ ! "$3" ] || insmod /kmod/$3.ko
	fail_in insmod
	went insmod
	is "$how: what waits for a module still does" "$(stand)" "0 1 1"
	insmod /kmod/kpt_last.ko
	is "$how: and is planted when it comes" "$(stand)" "1 3 2"
	rmmod kpt_last
	spec '-:t/waits' '-:t/last'
	fail_in rmmod
	went rmmod
	insmod /kmod/kpt_last.ko
	is "$how: a set that could not let go is whole again" "$(stand)" " 3 2"
	rmmod kpt_last
	clear_all
	rm_module kpt_helper
	fail_in insmod-helper
	went insmod-helper
	rm_module kprobectl_configfs
	rm_module kprobectl
	fail_in insmod-kprobectl
	went insmod-kprobectl
	made
	ok "$how: then it loads" insmod /kprobectl.ko act=return,skip
	ok "$how: and works" spec 'p:t/e kpt_add'
	clear_all
}

setup
rm_module kprobectl
insmod /kprobectl.ko act=return,skip
export PLACE="$(which userret):$(userret where depth)"
mount -t configfs none /sys/kernel/config
fails one /proc/thread-self/fail-nth
fails all /sys/kernel/debug/kpt_exhaust kpt_exhaust
diag "faults injected: $total"
ok "there were some" [ $total -gt 2000 ]
umount /sys/kernel/config
finish
