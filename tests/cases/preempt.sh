#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The counts and the flood once more on a kernel that preempts everywhere.
# not: rt, because it is always fully preemptible
# on: newest, because 6.1 and 6.12 preempt alike
# cmdline: preempt=full
# takes: 30

. ./lib.sh
. ./counts.inc
. ./flood.inc
plan $((counts_planned + flood_planned + 1))
setup
ok "the kernel is fully preemptible" fully_preemptible
counts_all
flood_all
finish
