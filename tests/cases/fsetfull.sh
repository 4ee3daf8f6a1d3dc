#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A set of every function, under load.
# The same on a kernel that preempts everywhere: nothing but us turns it off.
# not: rt, because it is always fully preemptible, and fret runs there
# timeout: 900
# long: 900
# only: long
# cmdline: preempt=full

. ./lib.sh
. ./fsetall.inc
plan $fsetall_planned
setup
fsetall_all
finish
