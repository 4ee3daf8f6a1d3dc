#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A p and an r event at function after function, while the machine works. SEED= takes
# others, or the same once more.
# not: 6.12 7.3 rt, because sweepfull goes through the functions of these
# timeout: 900
# long: 10000
# only: long
# not: debug, because it is about the functions that Debian's kernels have
# takes: 90

. ./lib.sh
. ./sweep.inc
plan $sweep_planned
setup
sweep_all
finish
