# SPDX-License-Identifier: GPL-2.0
# How long it takes to plant many functions and to remove them, in ms; of one function,
# of three times the middle one. That is time by the host's clock, with two CPUs: only
# the ratios mean anything.

. /tests/bench/lib.sh
. /tests/bench/functions.sh

ms() { awk "BEGIN { printf \"%.1f\", $1 / 1e6 }"; }

# once_ours LINES FUNCTIONS: both times in ns; nothing if not all could be planted
once_ours() {
	plant=$(wrote $D/control <$1)
	there=$(planted_in b)
	remove=$(echo '-:b/' | wrote $D/control)
	[ "$there" = $2 ] && echo $((plant + remove)) $plant $remove
}

# Created all with one write, enabled and disabled as a group.
once_ftrace() {
	create=$(wrote $T/kprobe_events <$1)
	there=$(wc -l <$T/kprobe_events)
	enable=$(echo 1 | wrote $T/events/b/enable)
	disable=$(echo 0 | wrote $T/events/b/enable)
	clear=$(wrote $T/kprobe_events </dev/null)
	echo >$T/trace
	[ "$there" = $2 ] || return
	echo $((create + enable + disable + clear)) $((create + enable)) $((disable + clear))
}

# middle COMMAND...: by the sum
middle() {
	[ $n = 1 ] || { "$@"; return; }
	for i in 1 2 3; do
		"$@"
	done | sort -n | sed -n 2p
}

# planted LABEL COMMAND LINES FUNCTIONS: a row, with the ratio to $own unless it is the first
planted() {
	label=$1
	shift
	set -- $(middle "$@")
	if [ -z "$1" ]; then
		skipped "$label" "not all of them were planted"
		own=${own:-none}
	elif [ "$own" = none ]; then
		row "    $label" $(ms $2) $(ms $3) $(ms $1)
	elif [ -z "$own" ]; then
		own=$1
		row "$label" $(ms $2) $(ms $3) $(ms $1)
	else
		row "    $label" $(ms $2) $(ms $3) $(ms $1) $(ratio $1 $own)
	fi
}

# How many functions check finds for a set; one that is named is no set to it
in_set() {
	case $1 in
	*'*'*) echo "$1" >$D/check ;;
	*) echo 1; return ;;
	esac
	sed -n 's/^ok: \([0-9]*\) function.*/\1/p' $D/check
}

insmod /kprobectl.ko
row "ms to plant, and to remove" "" "" together ratio
for n in 1 100 1000; do
	pick_functions $n
	echo "f:b/set $patterns" >/tmp/f
	echo "f:b/set $patterns%return" >/tmp/fret
	awk '{ print "p:b/e" NR, $1 }' /tmp/functions >/tmp/p
	each=$(wc -l </tmp/functions)
	set=$(in_set "$patterns")
	own=
	planted "f $patterns: $set" once_ours /tmp/f $set
	set=$(in_set "$patterns%return")
	planted "f %return: $set" once_ours /tmp/fret $set
	planted "p, one by one: $each" once_ours /tmp/p $each
	planted "ftrace p, created, enabled; disabled, cleared: $each" once_ftrace /tmp/p $each
done
rmmod kprobectl
