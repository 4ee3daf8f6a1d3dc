# SPDX-License-Identifier: GPL-2.0
# A reader on one CPU beside a flood from three others, at the default size of the buffers:
# the rate up to which it reads all of it, and whether the counts close where it does not. By
# the host's clock, on four CPUs that share the host's: rates of this machine and no other.

. /tests/bench/lib.sh

RATES="10000 20000 40000 80000 160000 320000 640000"

# Does the reader wait for more to come?
waits_for_more() {
	case $(cut -d' ' -f1 /proc/$1/syscall 2>/dev/null) in
	7 | 271) ;;
	*) return 1 ;;
	esac
}

# flood RATE ARGS...: kpread's own words in /tmp/said; sets made, rate, read, lost and hits
flood() {
	rate=$1
	shift
	insmod /kprobectl.ko governor=0
	echo "p $FN" >$D/control
	taskset 1 kpread "$@" >/dev/null 2>/tmp/said &
	reader=$!
	until_true 10 waits_for_more $reader
	set -- $(paced 4 $rate 1000)
	made=$1 rate=$2
	echo 0 >$D/tracing_on
	kill -INT $reader
	wait $reader
	read=$(sed -n 's/^\([0-9]*\) events*, .*/\1/p' /tmp/said)
	lost=$(sed -n 's/.* events*, \([0-9]*\) lost, .*/\1/p' /tmp/said)
	hits=$(sed -n 's/^total hits=\([0-9]*\) .*/\1/p' $D/stats)
	: >$D/control
	rmmod kprobectl
	rm -f /tmp/rec
}

# Is each hit read, or counted as lost, and no call without a hit?
closes() {
	[ $((read + lost)) = "$hits" ] && [ "$hits" -ge $made ] && echo yes && return
	echo "no: $made made, $hits hits, $read read, $lost lost"
}

# keeps_up LABEL ARGS...
keeps_up() {
	label=$1 most=none
	shift
	for want in $RATES; do
		flood $want "$@"
		[ "$lost" = 0 ] || break
		most=$rate
	done
	flood 0 "$@"
	row "$label" $most $rate $((100 * read / hits)) "$(closes)"
}

row "events a second from three CPUs" "all read" "no pause" "% read" closes
keeps_up "kpread -w" -w /tmp/rec
keeps_up "kpread, text"
keeps_up "kpread, json" -f json
