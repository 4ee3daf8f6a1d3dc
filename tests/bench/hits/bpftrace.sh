# SPDX-License-Identifier: GPL-2.0
# bpftrace programs. As with perf, what it does with what it reads is not counted.

# bpftrace PROGRAM LABEL: of $FN
bpftrace() { bpftrace_once is_probed "$@"; }

# bpftrace_user PROGRAM LABEL: of $U
bpftrace_user() { bpftrace_once costs_more "$@"; }

# bpftrace_watch ADDRESS: of eight bytes that are written
bpftrace_watch() {
	bpftrace_once costs_more "watchpoint:$1:8:w { printf(\"%lx\\n\", *(uint64 *)$1); }" "watchpoint, printf"
}

# No list has the places of programs that are probed, nor the memory that is watched: a hit of
# one costs more.
costs_more() { [ $(perhit) -gt $((bare + 100)) ]; }
costs_no_more() { [ $(perhit) -lt $((bare + 50)) ]; }

# bpftrace_once ATTACHED PROGRAM LABEL: counted as soon as ATTACHED holds
bpftrace_once() {
	[ -z "$only_ours" ] || return 0
	have_peer bpftrace || { skipped "bpftrace $3" "$why"; return; }
	BPFTRACE_PERF_RB_PAGES=4096 in_peers /usr/bin/bpftrace -e "$2" >/tmp/bpftrace.log 2>&1 &
	pid=$!
	if until_true 60 $1 && kill -0 $pid; then
		sleep 0.5
		kill -STOP $pid
		peer "bpftrace $3" $(($(perhit) - bare))
	else
		skipped "bpftrace $3" "$(tail -n 1 /tmp/bpftrace.log)"
	fi
	kill -KILL $pid 2>/dev/null
	wait $pid 2>/dev/null
	until_true 5 is_not $1
}

is_not() { ! "$@"; }
