#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The raw counter as the clock on two CPUs, whose counters are said to agree.
# on: newest oldest, because 6.12 differs from 7.3 in nothing that it meets
# not: rt, because clock runs there, and the time is read by the same code
# cmdline: tsc=reliable

. ./lib.sh
. ./clock.inc
plan 9
its_rate_is_known
setup
clock_within raw
finish
