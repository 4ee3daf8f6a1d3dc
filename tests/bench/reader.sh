# SPDX-License-Identifier: GPL-2.0
# What reading an event takes, kernel and program together: 20,000 of them against
# few, so that what starting a program takes is not in it. Text goes to /dev/null.

. /tests/bench/lib.sh

# per_event MANY FEW COMMANDS: took /tmp/many and /tmp/few, so many events more
per_event() { echo $((($(cat /tmp/many) - $(cat /tmp/few)) / ($1 - $2))); }

# filled SPEC: the ring has more than 20,001 of its events, and no more come
filled() {
	empty_ring
	echo "$1" >$D/control
	perhit >/dev/null
	echo 0 >$D/tracing_on
}

emptied() {
	: >$D/control
	echo 1 >$D/tracing_on
}

# our_reader NAME SPEC ARGS...: two runs of kpread on what stands in the ring
our_reader() {
	name=$1 spec=$2
	shift 2
	filled "$spec"
	took /tmp/many kpread -n 20001 "$@" >/dev/null 2>&1
	took /tmp/few kpread -n 1 "$@" >/dev/null 2>&1
	emptied
	own=$(per_event 20001 1)
	row "kpread, $name: $spec" $own
}

# our_recorder SPEC WHERE FILE: the same into a file. -t is over at once: one pass takes all.
our_recorder() {
	filled "$1"
	took /tmp/many kpread -w $3 -t 0.000001 2>/tmp/said
	took /tmp/few kpread -w /tmp/rec.few -t 0.000001 2>/dev/null
	emptied
	own=$(per_event $(sed 's/ .*//' /tmp/said) 0)
	row "kpread -w, $2: $1" $own
	rm -f /tmp/rec.few
}

# The bytes of 20,480 events from memory into a new file
writing_alone() {
	! word kpctl.ours || return 0
	: >/tmp/rec.plain
	peer "write() of as many bytes, and nothing else" \
		$(($(head -c 983040 /dev/zero | wrote /tmp/rec.plain) / 20480))
	rm -f /tmp/rec.plain
}

# replayed SPEC: what our_recorder has left in /tmp/rec, as text
replayed() {
	took /tmp/many kpread -r /tmp/rec -n 20001 >/dev/null 2>&1
	took /tmp/few kpread -r /tmp/rec -n 1 >/dev/null 2>&1
	own=$(per_event 20001 1)
	row "kpread -r, text: $1" $own
	rm -f /tmp/rec
}

ftrace_reader() {
	! word kpctl.ours || return 0
	echo "$1" | sed 's/^./&:x/' >$T/kprobe_events
	echo >$T/trace
	echo 1 >$T/events/kprobes/x/enable
	perhit >/dev/null
	echo 0 >$T/events/kprobes/x/enable
	took /tmp/many head -n 20001 $T/trace_pipe >/dev/null
	took /tmp/few head -n 1 $T/trace_pipe >/dev/null
	peer "ftrace, trace_pipe, text" $(per_event 20001 1)
	echo >$T/trace
	echo >$T/kprobe_events
}

# perf_reader EVENTS-LINE
perf_reader() {
	! word kpctl.ours || return 0
	have_peer perf || { skipped "perf script" "$why"; return; }
	echo "p:x $1" >$T/kprobe_events
	perf_of 20001
	perf_of 1
	echo >$T/kprobe_events
	took /tmp/many chroot $PEERS /usr/bin/perf script -i /tmp/perf.20001 >/dev/null 2>&1
	took /tmp/few chroot $PEERS /usr/bin/perf script -i /tmp/perf.1 >/dev/null 2>&1
	peer "perf script, text" $(per_event 20001 1)
	rm -f /tmp/perf.20001 /tmp/perf.1
}

insmod /kprobectl.ko governor=1000
echo 16384 >$T/buffer_size_kb
row "instructions per event read" "" ratio
three="a=%di b=%si c=%dx"
our_reader text "p $FN $three"
ftrace_reader "p $FN $three"
perf_reader "$FN $three"
if [ -e /bpf/bench.bpf.o ]; then
	peer "BPF ring buffer by libbpf, no text made of it" \
		$(/bpf/bpfrun /bpf/bench.bpf.o kprobe3 read perhit | awk 'END { print $2 }')
fi
our_reader text "r $FN ret=\$retval"
ftrace_reader "r $FN ret=\$retval"
our_reader json "p $FN $three" -f json
our_recorder "p $FN $three" "to a file" /tmp/rec
writing_alone
replayed "p $FN $three"
our_recorder "p $FN $three" "to /dev/null" /dev/null
rmmod kprobectl
