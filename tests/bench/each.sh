# SPDX-License-Identifier: GPL-2.0
# Who is compared on several CPUs: each planted in turn, with "measure LABEL" while it is.

together=together

with_own() {
	empty_ring 16384
	if echo "$1" >$D/control; then
		measure "$1"
		: >$D/control
	else
		row "$1" refused
	fi
}

# with_ftrace SPEC LABEL
with_ftrace() {
	if echo "$1" >$T/kprobe_events && echo 1 >$T/events/kprobes/x/enable; then
		measure "    ftrace $2"
	else
		skipped "ftrace $2" refused
	fi
	echo 0 >$T/events/kprobes/x/enable
	echo >$T/kprobe_events
	echo >$T/trace
}

# with_bpf PROGRAM[,PROGRAM] LABEL: bpfrun attaches them and runs what is measured
with_bpf() {
	if [ ! -e /bpf/bench.bpf.o ]; then
		skipped "BPF $2" "no compiler for it could be had from Debian's archive"
		return
	fi
	together="/bpf/bpfrun /bpf/bench.bpf.o $1 together"
	measure "    BPF $2"
	together=together
}

each_in_turn() {
	insmod /kprobectl.ko governor=0
	echo 16384 >$T/buffer_size_kb
	measure "a bare call"
	with_own "p $FN"
	with_ftrace "p:x $FN" p
	with_bpf kprobe0 "kprobe, ring buffer"
	with_own "f $FFN"
	with_bpf fentry0 "fentry, ring buffer"
	with_own "r $FN"
	with_ftrace "r:x $FN" r
	with_bpf timed_kprobe,timed_kretprobe "kprobe + kretprobe, timed, ring buffer"
	with_own "f $FFN%return"
	with_own "p $FN do count by pid"
	rmmod kprobectl
}
