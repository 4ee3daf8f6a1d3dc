#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The raw counter as the clock on two CPUs, whose counters are said to agree.
# kernels: 6.1 6.12
# cmdline: tsc=reliable

. ./lib.sh
. ./clock.inc
plan 9
setup
clock_within raw
finish
