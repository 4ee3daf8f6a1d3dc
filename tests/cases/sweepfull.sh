#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A p and an r event at function after function, while the machine works. SEED= takes
# others, or the same once more. On a kernel that preempts everywhere.
# kernels: 6.1 6.12
# timeout: 400
# long: 10000
# only: long
# debug: no it is about the functions that Debian's kernels have
# cmdline: preempt=full

. ./lib.sh
. ./sweep.inc
plan $sweep_planned
setup
sweep_all
finish
