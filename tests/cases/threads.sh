#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Many threads on one descriptor, and strings that change under a hit's eyes.
# on: newest, because descriptors are one code everywhere, and churn runs on two kernels
# kcsan: yes
# takes: 15

. ./lib.sh
plan 16
setup
helper 7 threads one
helper 8 threads strings
is "no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""
finish
