#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The calls of every function of the kernel, timed, for a minute under load.
# not: rt, because fret runs there, and it has the functions of 6.1
# timeout: 900
# long: 900
# only: long

. ./lib.sh
. ./fretall.inc
plan $fretall_planned
setup
fretall_all 60
finish
