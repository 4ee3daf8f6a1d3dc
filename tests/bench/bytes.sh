# SPDX-License-Identifier: GPL-2.0
# Bytes of buffer that an event takes, on the average over 22,000 of them.

. /tests/bench/lib.sh

# Written and bytes, of all CPUs.
ours_so_far() { awk '/^[0-9]/ { w += $2; b += $4 } END { print w, b }' $D/stats; }

own_bytes() {
	empty_ring
	echo "$1" >$D/control
	set -- "$1" $(ours_so_far)
	perhit >/dev/null
	: >$D/control
	own=$(echo $2 $3 $(ours_so_far) | awk '{ printf "%.1f", ($4 - $2) / ($3 - $1) }')
	row "$1" $own
}

peer_bytes() { row "    $1" $2 $(ratio $2 $own); }

ftrace_bytes() {
	echo "$1" | sed 's/^./&:x/' >$T/kprobe_events
	echo >$T/trace
	echo 1 >$T/events/kprobes/x/enable
	perhit >/dev/null
	echo 0 >$T/events/kprobes/x/enable
	peer_bytes "ftrace" $(awk '/^entries/ { n = $2 } /^bytes/ { b = $2 }
		END { printf "%.1f", b / n }' $T/per_cpu/cpu0/stats)
	echo >$T/kprobe_events
}

# Two files, of which one has 20,000 events more.
perf_bytes() {
	have_peer perf || { skipped "perf record" "$why"; return; }
	echo "p:x $1" >$T/kprobe_events
	perf_of 1
	perf_of 20001
	echo >$T/kprobe_events
	set -- $(stat -c %s /tmp/perf.1 /tmp/perf.20001)
	peer_bytes "perf record" $(awk "BEGIN { printf \"%.1f\", ($2 - $1) / 20000 }")
	rm -f /tmp/perf.1 /tmp/perf.20001
}

bpf_bytes() {
	[ -e /bpf/bench.bpf.o ] || { skipped "BPF ring buffer" "no compiler for it"; return; }
	peer_bytes "BPF ring buffer" $(/bpf/bpfrun /bpf/bench.bpf.o $1 read perhit 2>/dev/null |
		awk 'END { printf "%.1f", $3 }')
}

insmod /kprobectl.ko governor=1000
echo 16384 >$T/buffer_size_kb
echo ABCDEFGHIJKLMNOPQRST >/proc/sys/kernel/core_pattern
row "bytes per event" "" ratio
own_bytes "p $FN"
ftrace_bytes "p $FN"
bpf_bytes kprobe0
own_bytes "p $FN a=%di b=%si c=%dx"
ftrace_bytes "p $FN a=%di b=%si c=%dx"
perf_bytes "$FN a=%di b=%si c=%dx"
bpf_bytes kprobe3
own_bytes "p $FN s=@core_pattern:string"
ftrace_bytes "p $FN s=@core_pattern:string"
bpf_bytes kprobe_string
own_bytes "r $FN ret=\$retval"
ftrace_bytes "r $FN ret=\$retval"
bpf_bytes timed_kprobe,timed_kretprobe
own_bytes "f $FFN \$arg1 \$arg2 \$arg3"
rmmod kprobectl
