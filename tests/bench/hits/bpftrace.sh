# SPDX-License-Identifier: GPL-2.0
# bpftrace programs. As with perf, what it does with what it reads is not counted.

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
