#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Samples that sample answer their questions: each is planted as it stands, something is done,
# and the answer is right.
# on: newest oldest, because 6.12 has nothing of its own in what these read
# takes: 20

. ./lib.sh
plan 9
setup
taskset -p 1 $$ >/dev/null

ask() {
	clear_all
	cat "/samples/$1.probes" >$D/control 2>/dev/null || diag "$1: $(last_error)"
}
# of_key EVENT TEXT: the hits of rows with the text
of_key() { awk -v t="$2" 'index($0, t) { s += $1 } END { print s + 0 }' $D/events/$1/hist; }
at_least() { [ $(of_key "$1" "$2") -ge $3 ]; }

# on_cpu1 N: so many programs want to run on CPU 1
on_cpu1() {
	rm -f /tmp/go
	crowd=
	for i in $(seq $1); do
		taskset 2 ustack busy /tmp/go &
		crowd="$crowd $!"
	done
}
over() {
	: >/tmp/go
	wait $crowd
}

ask which-cpus-are-busy
on_cpu1 1
ok "a busy CPU" until_ok at_least busy/cpus 'cpu: 1' 100
ok "... and with what" at_least busy/tasks 'cpu: 1, comm: ustack' 50
over

if [ -e /sys/kernel/btf/vmlinux ]; then
	ask how-long-are-run-queues
	on_cpu1 3
	ok "a queue" until_ok at_least queue/length 'cpu: 1, tasks: 3' 20
	over
else
	skip "a queue" "this kernel has no types"
fi

ask where-is-the-time-of-cpus-spent
on_cpu1 1
ok "a program's stack" until_ok eval 'kpread hist -e time/programs | grep -A3 "busy+" | grep -q "busily+"'
ok "... in its row" until_ok at_least time/programs 'comm: ustack' 20
run call spin 500000
ok "the kernel's" until_ok eval 'run call spin 200000; kpread hist -e time/kernel | grep -q "kpt_spin+"'
over
is "no stack that could not be read" "$(grep -c 'time/kernel.*unread' $D/events/time/kernel/hist)" 0

# The averages change each 5 s: what /proc/loadavg says before and after holds for the record.
ask how-loaded-is-the-machine
# as_loadavg: the last record in its form
as_loadavg() {
	args average | tail -n 1 | tr '=' ' ' | awk '
		function text(whole, part, x) { x = whole * 2048 + part + 10
			return sprintf("%d.%02d", int(x / 2048), int(x % 2048 * 100 / 2048)) }
		{ print text($2, $4), text($6, $8), text($10, $12) }'
}
settled_average() {
	local n=$(lines average)
	before=$(cut -d' ' -f1-3 /proc/loadavg)
	until [ $(lines average) -gt $n ]; do sleep 0.1; done
	[ "$(cut -d' ' -f1-3 /proc/loadavg)" = "$before" ]
}
reads_live
reading
ok "averages that stay as they are" until_ok settled_average
agrees() { settled_average && [ "$(as_loadavg)" = "$before" ]; }
ok "are those of /proc/loadavg" until_ok agrees
collect
finish
