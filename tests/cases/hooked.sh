#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Calls whose return another hooked before us: the function graph tracer, and fprobe events,
# which stand on it from 6.14 on, as BPF's kprobe.multi does, which is an fprobe as well. Whoever
# comes last is called first at the entry, so its hook is the deeper one.
# takes: 15
# turns: yes

. ./lib.sh
plan 32
setup

frames() {
	awk -v e=": $1: (" '
		/^ => / { if (on) { sub(/\+.*/, "", $2); printf "%s ", $2 } next }
		{ on = 0 } index($0, e) && ++i == 1 { on = 1 }' $out
}

# on WHAT, off WHAT: the other who hooks
on() {
	case $1 in
	graph)
		echo 'kpt_*' >$T/set_ftrace_filter
		echo function_graph >$T/current_tracer
		;;
	fprobe) echo 'f:theirs/f kpt_c%return' >$T/dynamic_events &&
		echo 1 >$T/events/theirs/f/enable ;;
	esac
}
off() {
	case $1 in
	graph)
		echo nop >$T/current_tracer
		echo >$T/set_ftrace_filter
		;;
	fprobe)
		echo 0 >$T/events/theirs/f/enable
		echo '-:theirs/f' >>$T/dynamic_events
		;;
	esac
}
ours() {
	spec 'r:r kpt_c v=$retval $caller' 'f:f kpt_c%return $caller' 'r:trace kpt_c $stacktrace' \
		'f:entry kpt_c $caller' 'r:by kpt_c do count by $caller' 'p:at kpt_c $caller'
}

# callers TEXT: what each event of ours says
callers() {
	local e
	run call a 1 x3
	collect
	for e in r f entry at; do
		is "$1: $e: the caller" "$(field caller $e | sed 's/+.*//' | sort | uniq -c | xargs)" "3 kpt_b"
	done
	is "$1: where the line says that it returned to" \
		"$(sed -n 's/.*: [rf]: (\([a-z_]*\)+.* <- kpt_c).*/\1/p' $out | sort | uniq -c | xargs)" "6 kpt_b"
	like "$1: the stack" "$(frames trace)" "kpt_b kpt_a *run_write *"
	is "$1: a table by callers" \
		"$(sed -n 's/.*caller: \([a-z_]*\)+.*/\1/p' $D/events/kprobes/by/hist)" kpt_b
	no "$1: no trampoline anywhere" grep -qE 'return_to_handler|rethook' $out
}

for who in graph fprobe; do
	if ! on $who 2>/dev/null; then
		for i in $(seq 16); do skip "$who" "this kernel has none"; done
		continue
	fi
	ours
	callers "$who, then ours"
	off $who
	on $who
	callers "ours, then $who"
	off $who
	clear_all
done
finish
