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
ok "the kernel is fully preemptible" fully_preemptible
counts_all
flood_all
finish
