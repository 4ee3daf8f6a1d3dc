#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The raw counter as the clock on two CPUs, whose counters are said to agree.
# not: rt, because clock runs there, and the time is read by the same code
# cmdline: tsc=reliable

. ./lib.sh
. ./clock.inc
plan 9
setup
clock_within raw
finish
