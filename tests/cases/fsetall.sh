#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A set of every function, under load.
# not: rt, because fret runs there, and it has the functions of 6.1
# timeout: 900
# long: 900
# only: long

. ./lib.sh
. ./fsetall.inc
plan $fsetall_planned
setup
fsetall_all
finish
