#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# CLOCK_MONOTONIC as the clock: told so, though the kernel uses the TSC.
# not: rt, because clock runs there, and the time is read by the same code
# smp: 1

. ./lib.sh
. ./clock.inc
plan 11
trap teardown EXIT
no "clock=neither: no" insmod /kprobectl.ko governor=0 clock=neither
insmod /kprobectl.ko governor=0 clock=mono
insmod /kmod/kpt.ko
is "the parameter says so" "$(cat /sys/module/kprobectl/parameters/clock)" mono
clock_within mono
finish
