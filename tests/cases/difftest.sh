#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The same lines to kprobe_events and to control: what is taken, how it is listed,
# where the caret stands.
# not: rt, because its kprobe_events is that of 6.1
# takes: 86
# timeout: 300

. ./lib.sh
# A newer tracefs without BTF takes $retval with anything behind it, and says other things.
case $(uname -r) in
6.1.*) ;;
*)	if [ ! -e /sys/kernel/btf/vmlinux ]; then
		plan 1
		skip "the same lines" "this kernel's tracefs is built without BTF"
		exit
	fi ;;
esac
plan 20
setup

helper 19 difftest 20240607 200
is "nothing is left of them" "$(cat $T/kprobe_events $D/control /sys/kernel/debug/kprobes/list)" ""
echo >$T/kprobe_events
finish
