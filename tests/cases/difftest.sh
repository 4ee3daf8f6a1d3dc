#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The same lines to kprobe_events and to control: what is taken, how it is listed,
# where the caret stands.
# not: rt, because its kprobe_events is that of 6.1
# takes: 60
# timeout: 600
# long: 900
# turns: yes

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

# All sources with all types are compared in make test-long.
every=1
if ! long; then
	case $(uname -r) in
	7.*) every=4 ;;
	*) every=12 ;;
	esac
fi
# Each line that is taken ends with a grace period, and none is what this case is about.
echo 1 >/sys/kernel/rcu_expedited
helper 19 difftest 20240607 200 $every
echo 0 >/sys/kernel/rcu_expedited
is "nothing is left of them" "$(cat $T/kprobe_events $D/control /sys/kernel/debug/kprobes/list)" ""
echo >$T/kprobe_events
finish
