# SPDX-License-Identifier: GPL-2.0
# From nothing to the first event that can be read: ms of the machine's own time, what
# it was idle included; of three times the middle one. Somebody calls the function a
# thousand times a second meanwhile. What programs are made of is in memory already.

. /tests/bench/lib.sh

LINE=/tmp/first.line

# middle COMMAND...: that prints ns; of three times, by the first number
middle() {
	"$@" >/tmp/first.warm || return
	for i in 1 2 3; do
		"$@"
	done | sort -n | sed -n 2p
}

ms() { awk "BEGIN { printf \"%.1f\", $1 / 1e6 }"; }
got_one() { grep -qE 'getppid|[ :]x: ' $LINE; }

# All together, then each of the three
once_ours() {
	took /tmp/first.1 insmod /kprobectl.ko
	took /tmp/first.2 sh -c "echo 'p $FN' >$D/control"
	took /tmp/first.3 kpread -n 1 >$LINE 2>/dev/null
	rmmod kprobectl
	got_one && cat /tmp/first.[123] | awk '{ n += $1; s = s " " $1 } END { print n s }'
}

ours() {
	set -- $(middle once_ours)
	[ -n "$1" ] || { echo "nothing came out"; return; }
	own=$1
	row "insmod, echo 'p $FN' >control, kpread -n 1" $(ms $1)
	row "    of these insmod" $(ms $2)
	row "    echo" $(ms $3)
	row "    kpread" $(ms $4)
}

# once CLEANUP COMMAND
once() {
	took /tmp/first.1 sh -c "$2" >$LINE 2>/tmp/first.err
	$1
	got_one && cat /tmp/first.1
}

no_kprobe() {
	echo 0 >$T/events/kprobes/enable
	echo >$T/kprobe_events
	echo >$T/trace
}

# other LABEL CLEANUP COMMAND
other() {
	n=$(middle once $2 "$3")
	if [ -n "$n" ]; then
		row "    $1" $(ms $n) $(ratio $n $own)
	else
		skipped "$1" "$(tail -n 1 /tmp/first.err)"
	fi
}

# peer_once PROGRAM LABEL CLEANUP COMMAND
peer_once() {
	have_peer $1 || { skipped "$2" "$why"; return; }
	other "$2" "$3" "$4"
}

tick &
ticker=$!
sleep 1
cp /tests/bin/perhit /tmp/
define="echo 'p:x $FN' >$T/kprobe_events"
in_it="chroot $PEERS /usr/bin"
row "ms to the first event" "" ratio
ours
other "ftrace: kprobe_events, enable, head -n 1 trace_pipe" no_kprobe \
	"$define; echo 1 >$T/events/kprobes/x/enable; head -n 1 $T/trace_pipe"
peer_once trace-cmd "trace-cmd record, report" no_kprobe \
	"$define; $in_it/trace-cmd record -o /tmp/first.dat -e kprobes:x /tmp/perhit 1 >/dev/null
	$in_it/trace-cmd report -i /tmp/first.dat"
peer_once perf "perf record, script" no_kprobe \
	"$define; $in_it/perf record -e kprobes:x -o /tmp/first.dat /tmp/perhit 1 >/dev/null
	$in_it/perf script -i /tmp/first.dat"
peer_once bpftrace "bpftrace -e, one kprobe" : \
	"$in_it/bpftrace -e 'kprobe:$FN { printf(\"getppid %d\\n\", pid); exit(); }'"
kill $ticker
