# SPDX-License-Identifier: GPL-2.0
# What the parts of make bench share, in the virtual machine. Each of our rows
# begins its line and stands alone on it; what others take for the same follows,
# indented, with the ratio. results.pl reads that back.

D=/sys/kernel/debug/kprobectl
T=/sys/kernel/tracing
PEERS=/peers
FN=__x64_sys_getppid		# what kprobes stand on
TP=task_rename			# a tracepoint that prctl() hits
FFN=__do_sys_getppid		# the same function, as ftrace and BTF call it

word() { grep -qw "$1" /proc/cmdline; }

# row LABEL NUMBER [NUMBER]...
row() {
	printf '%-64s %10s' "$1" "$2"
	shift 2
	while [ $# -gt 0 ]; do
		printf ' %10s' "$1"
		shift
	done
	echo
}

ratio() { awk "BEGIN { printf \"%.2f\", $1 / $2 }"; }
skipped() { printf '    %-60s    skipped: %s\n' "$1" "$2"; }

# peer LABEL NUMBER: after our row whose number is in $own
peer() {
	case $2 in
	'' | *[!0-9]*) skipped "$1" "${2:-nothing came out}" ;;
	*) row "    $1" "$2" "$(ratio $2 $own)" ;;
	esac
}

# Does Debian's NAME run here? Else why not, in $why.
have_peer() {
	[ -x $PEERS/usr/bin/$1 ] && return
	why="$1 could not be had from Debian's archive"
	return 1
}

# In the background or in a subshell: the process becomes it.
in_peers() { exec chroot $PEERS "$@"; }

# What it prints goes into FILE: in_peers_to FILE COMMAND...
in_peers_to() { (file=$1; shift; in_peers "$@" >$file 2>/tmp/perf.log); }

# perf_of CALLS: perf records so many of the event kprobes:x in /tmp/perf.CALLS
perf_of() {
	cp /tests/bin/perhit /tmp/
	(in_peers /usr/bin/perf record -m 4096 -e kprobes:x -o /tmp/perf.$1 /tmp/perhit $1)
} >/dev/null 2>/tmp/perf.log

mount_peers() {
	[ -d $PEERS ] || return
	mkdir -p $PEERS/proc $PEERS/sys $PEERS/dev $PEERS/tmp $PEERS/root
	for d in proc sys dev tmp; do
		mount -o rbind /$d $PEERS/$d
	done
}

# until SECONDS COMMAND...: tries it ten times a second
until_true() {
	tries=$(($1 * 10))
	shift
	while ! "$@" >/dev/null 2>&1; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.1
	done
}

# Does anybody's kprobe stand on the function, and is it enabled?
is_probed() { grep "getppid+0x[04] " /sys/kernel/debug/kprobes/list | grep -qv DISABLED; }
is_unprobed() { ! is_probed; }

# New buffers are empty ones: what nobody reads would fill them in time.
empty_ring() {
	echo $((${1:-16384} * 2)) >$D/buffer_size_kb
	echo ${1:-16384} >$D/buffer_size_kb
}

# The first place behind the entry of $FN where a jump can stand for a probe.
inside() {
	for o in 4 5 6 7 8 9 10 11 12 13 14 15 16; do
		echo "$FN+$o" >$D/check
		case $(cat $D/check) in
		*': optimized') echo $o; return ;;
		esac
	done
}
