#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Where the time inside a call went, on a kernel that preempts everywhere.
# on: newest, because split runs on two kernels
# cmdline: preempt=full
# takes: 30

. ./lib.sh
. ./split.inc
plan $((split_planned + 1))
setup
ok "the kernel is fully preemptible" fully_preemptible
split_all
finish
