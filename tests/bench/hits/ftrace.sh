# SPDX-License-Identifier: GPL-2.0
# ftrace: events of kprobe_events, and the function tracer.

# ftrace SPEC [LABEL] [FILTER] [TRIGGER]
ftrace() {
	[ -z "$only_ours" ] || return 0
	if ! echo "$(echo "$1" | sed 's/^./&:x/')" >$T/kprobe_events; then
		skipped "ftrace ${2:-$1}" "refused"
		return
	fi 2>/dev/null
	[ -z "$3" ] || echo "$3" >$T/events/kprobes/x/filter
	[ -z "$4" ] || echo "$4" >$T/events/kprobes/x/trigger
	[ -n "$4" ] || echo 1 >$T/events/kprobes/x/enable
	[ -z "$settle" ] || sleep $settle
	n=$(($(perhit) - bare))
	[ -z "$4" ] || echo "!$4" >$T/events/kprobes/x/trigger
	echo 0 >$T/events/kprobes/x/enable
	echo >$T/kprobe_events
	echo >$T/trace
	peer "ftrace ${2:-$1}" $n
}

# uprobe SPEC LABEL: an event of uprobe_events, called x
uprobe() {
	[ -z "$only_ours" ] || return 0
	if ! echo "$1" >$T/uprobe_events; then
		skipped "ftrace $2" "refused"
		return
	fi 2>/dev/null
	echo 1 >$T/events/uprobes/x/enable
	n=$(($(perhit) - bare))
	echo 0 >$T/events/uprobes/x/enable
	echo >$T/uprobe_events
	echo >$T/trace
	peer "ftrace $2" $n
}

# fprobe SPEC LABEL: an event of dynamic_events, on the function graph tracer
fprobe() {
	[ -z "$only_ours" ] || return 0
	if ! echo "f:x $1" >$T/dynamic_events; then
		skipped "fprobe event $2" "this kernel has none"
		return
	fi 2>/dev/null
	echo 1 >$T/events/fprobes/x/enable
	n=$(($(perhit) - bare))
	echo 0 >$T/events/fprobes/x/enable
	echo >$T/dynamic_events
	echo >$T/trace
	peer "fprobe event $2" $n
}

# ftrace_event GROUP/EVENT: the kernel's own, of a tracepoint
ftrace_event() {
	[ -z "$only_ours" ] || return 0
	echo 1 >$T/events/$1/enable
	n=$(($(perhit) - bare))
	echo 0 >$T/events/$1/enable
	echo >$T/trace
	peer "ftrace event ${1#*/}" $n
}

ftrace_full() {
	[ -z "$only_ours" ] || return 0
	echo 16 >$T/buffer_size_kb
	echo 0 >$T/options/overwrite
	ftrace "$1" "p, buffer full"
	echo 1 >$T/options/overwrite
	echo 16384 >$T/buffer_size_kb
}

ftrace_tracer() {
	[ -z "$only_ours" ] || return 0
	echo $FFN >$T/set_ftrace_filter
	echo function >$T/current_tracer
	n=$(($(perhit) - bare))
	echo nop >$T/current_tracer
	echo >$T/set_ftrace_filter
	echo >$T/trace
	peer "ftrace's function tracer" $n
}
