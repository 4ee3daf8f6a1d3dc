#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The calls of every function of the kernel, timed, under load.
# takes: 140
# on: newest, because fret runs on each kernel, and fretall in make test-long
# not: rt, because fret runs there, and it has the functions of 6.1
# timeout: 600

. ./lib.sh
. ./fretall.inc
plan $fretall_planned
setup
fretall_all 5
finish
