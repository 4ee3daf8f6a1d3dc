#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The counts and the flood once more on a kernel that preempts everywhere.
# kernels: 6.1 6.12
# cmdline: preempt=full

. ./lib.sh
. ./counts.inc
. ./flood.inc
plan $((counts_planned + flood_planned + 1))
setup
dynamic=/sys/kernel/debug/sched/preempt		# not on each kernel
[ -e $dynamic ] || dynamic=/proc/cmdline
ok "the kernel is fully preemptible" grep -q full $dynamic
counts_all
flood_all
finish
