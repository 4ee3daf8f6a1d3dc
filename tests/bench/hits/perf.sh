# SPDX-License-Identifier: GPL-2.0
# perf record of a kprobe event. What it does with what it reads is not in the
# figure: it is stopped meanwhile, with room for all of it.

# perf_user LABEL: a program that perf has started; of its $U and $at. There is room for all
# records, so that perf does nothing meanwhile.
perf_user() {
	[ -z "$only_ours" ] || return 0
	have_peer perf || { skipped "perf record, $1" "$why"; return; }
	echo "p:x $U:$at a=%di" >$T/uprobe_events
	if in_peers_to /tmp/perf.out /usr/bin/perf record -m 4096 -e uprobes:x -o /tmp/perf.data $U &&
	   [ -s /tmp/perf.data ]; then
		peer "perf record, $1" $(($(grep -m 1 '^[0-9]*$' /tmp/perf.out) - bare))
	else
		skipped "perf record, $1" "$(tail -n 1 /tmp/perf.log)"
	fi
	echo >$T/uprobe_events
	rm -f /tmp/perf.data
}

# perf_record SPEC
perf_record() {
	[ -z "$only_ours" ] || return 0
	have_peer perf || { skipped "perf record, p" "$why"; return; }
	echo "p:x $1" >$T/kprobe_events
	in_peers /usr/bin/perf record -a -m 4096 -e kprobes:x -o /tmp/perf.data \
		>/tmp/perf.log 2>&1 &
	pid=$!
	if until_true 60 is_probed; then
		sleep 3		# the probe is armed before perf has enabled it
		kill -STOP $pid
		peer "perf record, p" $(($(perhit) - bare))
	else
		skipped "perf record, p" "$(tail -n 1 /tmp/perf.log)"
	fi
	kill -KILL $pid
	wait $pid 2>/dev/null
	until_true 5 is_unprobed
	echo >$T/kprobe_events
	rm -f /tmp/perf.data
}

# perf_watch ADDRESS: of eight bytes that are written
perf_watch() {
	[ -z "$only_ours" ] || return 0
	have_peer perf || { skipped "perf record, w" "$why"; return; }
	in_peers /usr/bin/perf record -a -m 4096 -e mem:$1/8:w -o /tmp/perf.data \
		>/tmp/perf.log 2>&1 &
	pid=$!
	if until_true 60 costs_more; then
		sleep 3
		kill -STOP $pid
		peer "perf record, w" $(($(perhit) - bare))
	else
		skipped "perf record, w" "$(tail -n 1 /tmp/perf.log)"
	fi
	kill -KILL $pid
	wait $pid 2>/dev/null
	until_true 60 costs_no_more
	rm -f /tmp/perf.data
}
