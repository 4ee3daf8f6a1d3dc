#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Many threads on one descriptor, and strings that change under a hit's eyes.
# once: descriptors are one code everywhere, and churn runs everywhere
# kcsan: yes

. ./lib.sh
plan 16
setup
helper 7 threads one
helper 8 threads strings
is "no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""
finish
