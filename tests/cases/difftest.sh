#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The same lines to kprobe_events and to control: what is taken, how it is listed,
# where the caret stands.
# kernels: 6.1 6.12
# timeout: 300

. ./lib.sh
plan 20
setup

helper 19 difftest 20240607 200
is "nothing is left of them" "$(cat $T/kprobe_events $D/control /sys/kernel/debug/kprobes/list)" ""
echo >$T/kprobe_events
finish
