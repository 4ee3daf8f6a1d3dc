# SPDX-License-Identifier: GPL-2.0
# bpftrace programs. As with perf, what it does with what it reads is not counted.

# bpftrace_user PROGRAM LABEL: the same of $U; it has attached when a call costs more
bpftrace_user() {
	[ -z "$only_ours" ] || return 0
	have_peer bpftrace || { skipped "bpftrace $2" "$why"; return; }
	BPFTRACE_PERF_RB_PAGES=4096 in_peers /usr/bin/bpftrace -e "$1" >/tmp/bpftrace.log 2>&1 &
	pid=$!
	if until_true 60 costs_more && kill -0 $pid; then
		sleep 0.5
		kill -STOP $pid
		peer "bpftrace $2" $(($(perhit) - bare))
	else
		skipped "bpftrace $2" "$(tail -n 1 /tmp/bpftrace.log)"
	fi
	kill -KILL $pid 2>/dev/null
	wait $pid 2>/dev/null
	until_true 5 costs_no_more
}

costs_more() { [ $(perhit) -gt $((bare + 100)) ]; }
costs_no_more() { ! costs_more; }

# bpftrace PROGRAM LABEL
bpftrace() {
	[ -z "$only_ours" ] || return 0
	have_peer bpftrace || { skipped "bpftrace $2" "$why"; return; }
	BPFTRACE_PERF_RB_PAGES=4096 in_peers /usr/bin/bpftrace -e "$1" >/tmp/bpftrace.log 2>&1 &
	pid=$!
	if until_true 60 is_probed && kill -0 $pid; then
		sleep 0.5
		kill -STOP $pid
		peer "bpftrace $2" $(($(perhit) - bare))
	else
		skipped "bpftrace $2" "$(tail -n 1 /tmp/bpftrace.log)"
	fi
	kill -KILL $pid 2>/dev/null
	wait $pid 2>/dev/null
	until_true 5 is_unprobed
}
