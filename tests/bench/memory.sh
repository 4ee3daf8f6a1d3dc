# SPDX-License-Identifier: GPL-2.0
# Bytes of memory that probes, events and buffers take, on the average over many of
# them; what the kernel keeps for them is in it.

. /tests/bench/lib.sh
. /tests/bench/functions.sh

used() { sh /tests/bench/used.sh "$1"; }

KERNEL='Slab|Percpu|VmallocUsed'

# each BEFORE AFTER N: bytes
each() { echo $((($2 - $1) * 1024 / $3)); }

of_ours() {
	before=$(used "$KERNEL")
	cat /tmp/lines >$D/control
	each $before $(used "$KERNEL") $n
	: >$D/control
}

# of_set SPEC: of each function in it; how many that are is in $functions
of_set() {
	before=$(used "$KERNEL")
	echo "$1" >$D/control
	after=$(used "$KERNEL")
	functions=$(planted_in b)
	own=$(each $before $after $functions)
	: >$D/control
}

of_ftrace() {
	before=$(used "$KERNEL")
	cat /tmp/lines >$T/kprobe_events
	echo 1 >$T/events/b/enable
	each $before $(used "$KERNEL") $n
	echo 0 >$T/events/b/enable
	echo >$T/kprobe_events
}

# lines FORMAT-OF-AWK: one for each function
lines() { awk "{ print $1 }" /tmp/functions >/tmp/lines; }

# sessions_free N: KiB that are free while there are so many
sessions_free() { sessions $1 "p $FN" sh /tests/bench/used.sh MemFree; }

insmod /kprobectl.ko buffer_size_kb=64
pick_functions 500
n=$(wc -l </tmp/functions)
cpus=$(grep -c ^processor /proc/cpuinfo)
row "bytes, with $cpus CPUs, of $n each" "" ratio
lines '"p:b/e" NR, $1'
of_ours >/dev/null		# what is made once is there then
own=$(of_ours)
row "p, an event of its own" $own
peer "ftrace p" $(of_ftrace)
lines '"p:b/e", $1'
row "p, one more of the same event" $(of_ours)
lines '"r:b/e" NR, $1'
own=$(of_ours)
row "r, an event of its own, with room for 128 calls" $own
peer "ftrace r" $(of_ftrace)
lines '"r4:b/e" NR, $1'
row "r4, an event of its own, with room for 4 calls" $(of_ours)
of_set 'f:b/all *'
row "f, each of $functions functions" $own
of_set 'f:b/all *%return'
row "f %return, each of $functions functions" $own
few=$(sessions_free 8)
row "64 KiB of buffer on a CPU, with all that belongs to it" \
	$(each $(sessions_free 72) $few $((64 * cpus)))
rmmod kprobectl
