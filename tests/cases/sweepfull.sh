#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A p and an r event at function after function, while the machine works. SEED= takes
# others, or the same once more. On a kernel that preempts everywhere.
# not: rt, because it is always fully preemptible
# timeout: 400
# long: 10000
# only: long
# not: debug, because it is about the functions that Debian's kernels have
# cmdline: preempt=full

. ./lib.sh
. ./sweep.inc
plan $sweep_planned
setup
sweep_all
finish
