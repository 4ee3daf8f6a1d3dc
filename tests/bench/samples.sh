# SPDX-License-Identifier: GPL-2.0
# Instructions for a sample: what a program that makes system calls takes longer when it is
# sampled 999 times a second, by the number of samples in that time. The kernel's timer for that
# has a fixed period, of 1,001,001 ns. What peers do with what they have sampled is not counted:
# they are stopped meanwhile, with room for all of it.

. /tests/bench/lib.sh

PERIOD=1001001

loop() {
	took /tmp/samples.ns perhit 1200000 >/dev/null
	cat /tmp/samples.ns
}
# each TIME: the cost of each of its samples
each() { awk "BEGIN { printf \"%d\", ($1 - $bare) * $PERIOD / $1 }"; }

own() {
	empty_ring
	echo "$1" >$D/control
	own=$(each $(loop))
	: >$D/control
	row "$1" $own
}

# sampled LABEL SECONDS COMMAND...: by a peer that takes so long to begin
sampled() {
	label=$1 begins=$2
	shift 2
	have_peer ${1##*/} || { skipped "$label" "$why"; return; }
	in_peers "$@" >/tmp/samples.log 2>&1 &
	pid=$!
	sleep $begins
	if kill -STOP $pid; then
		peer "$label" $(each $(loop))
	else
		skipped "$label" "$(tail -n 1 /tmp/samples.log)"
	fi
	kill -KILL $pid
	wait $pid
	sleep 1
} 2>/dev/null

insmod /kprobectl.ko governor=0
loop >/dev/null
bare=$(loop)
row "instructions for a sample" "" ratio
own 'i 999hz s=$stacktrace u=$ustacktrace'
sampled "perf record -g, cpu-clock" 5 /usr/bin/perf record -a -g -F 999 -m 4096 -e cpu-clock -o /tmp/perf.data
sampled "bpftrace @[kstack, ustack] = count()" 10 /usr/bin/bpftrace -e 'profile:hz:999 { @[kstack, ustack] = count(); }'
own 'i 999hz do count by $stacktrace'
sampled "bpftrace @[kstack] = count()" 10 /usr/bin/bpftrace -e 'profile:hz:999 { @[kstack] = count(); }'
own 'i 999hz do count'
sampled "bpftrace @ = count()" 10 /usr/bin/bpftrace -e 'profile:hz:999 { @ = count(); }'
rmmod kprobectl
