#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The ring, broken on purpose: each of these must fail the program of schedules,
# those whose names begin with wait_ the one of schedules of who waits.
#
#   ring_mutants.sh build DIR CC FLAGS...	makes them in DIR/ring_mutants.d
#   DIR/ring_mutants				(a copy of this) runs them, KTAP
#
# A mutant is one or more lines: NAME FILE SED-SCRIPT. Each line must change
# its file, so none goes stale unnoticed.

table() {
	cat <<'END'
publish_too_early	ring.h	s/unlikely(!kpctl_word_is(&ring->nest, 1))/local_read(\&ring->nest) < 1/
publish_unfilled	ring.h	s/^\tlocal_inc(&ring->written);/&\n\tWRITE_ONCE(ring->meta->head, end);/
no_second_look		ring.h	s/unlikely(!kpctl_word_is32(&ring->owed, 0))/0/
no_second_look		ring.c	s/READ_ONCE(ring->owed) ?/0 ?/
second_look_not_taken	ring.c	s/READ_ONCE(ring->owed) ?/0 ?/
no_third_look		ring.c	s/while (READ_ONCE(ring->owed));/while (0);/
owed_forgotten		ring.c	s/head = kpctl_ring_publish(ring);/&WRITE_ONCE(ring->owed, 0);/
nested_owes_nothing	ring.c	/WRITE_ONCE(ring->owed, 1);/d
leave_first		ring.h	/^\tlocal_set(&ring->nest, 0);/d
leave_first		ring.h	s/^\tu64 head = local_read(&ring->head);/\tlocal_set(\&ring->nest, 0);\n&/
lost_before_head	ring.h	/^\tu64 head = local_read/{h;d};/^\tu64 lost = local_read/G
position_trusted	ring.c	s/if (unlikely((tail & 7) ||.*/if (0)/
position_odd		ring.c	s/(tail & 7) || //
position_backwards	ring.c	s/tail - seen > head - seen/tail > head/
position_unpublished	ring.c	s/READ_ONCE(ring->meta->head);$/local_read(\&ring->head) + 64;/
tail_goes_back		ring.c	s/local_cmpxchg(kpctl_ring_tail(ring), seen, tail)/local_set(kpctl_ring_tail(ring), tail)/
seen_after_tail		ring.c	/^\tu64 seen = local_read/{h;d};/^\tu64 head = READ_ONCE(ring->meta->head);/G
tail_32_bits		ring.c	s/u64 seen =/u32 seen =/
room_fast		ring.c	s/local_read(kpctl_ring_tail(ring)) + ring->size);/local_read(kpctl_ring_tail(ring)) + ring->size + 8);/
room_not_looked_at	ring.h	s/unlikely(kpctl_word_is_below(&ring->limit, end))/0/
room_slow		ring.c	s/<= ring->size;/<= ring->size + 8;/
lost_after_reserve	ring.c	s/rec->total = lost;/rec->total = local_read(\&ring->lost);/
told_too_much		ring.c	s/WRITE_ONCE(ring->lost_told, lost);/WRITE_ONCE(ring->lost_told, local_read(\&ring->lost));/
loss_not_told		ring.c	s/if (lost != READ_ONCE(ring->lost_told))/if (0)/
loss_not_told_fast	ring.c	/local_set(&ring->limit, -1 - local_read(&ring->lost));/d
closings_alike		ring.c	s/-1 - local_read(&ring->lost)/-1/
closed_at_first		ring.c	s/S64_MIN/-1/
refused_not_closed	ring.h	/local_dec(&ring->limit);/d
refused_unasked		ring.h	s/READ_ONCE(ring->consumer->tail) != tail/0/
refused_with_room	ring.h	s/local_read(&ring->head) + len - tail <= ring->size/0/
refused_untold		ring.h	s/READ_ONCE(ring->wake_at) != KPCTL_RING_NO_WAKE)$/0)/
refused_uncounted	ring.h	/^\tlocal_inc(&ring->lost);/d
opened_nested		ring.c	s/local_read(&ring->nest) != 1 || local_read(&ring->lost) != READ/local_read(\&ring->lost) != READ/
opened_untold		ring.c	s/ || local_read(&ring->lost) != READ_ONCE(ring->lost_told))/)/
opened_again		ring.c	s/local_cmpxchg(&ring->limit, was, \(.*\));/local_set(\&ring->limit, \1);/
stamp_before_loop	ring.c	s/^\tfor (;;) {/\tkpctl_ring_stamp(ring, \&time);\n&/
stamp_before_loop	ring.c	/^\t\tif (unlikely(!kpctl_ring_stamp/,/continue;/d
stamp_before_head	ring.h	s/^\tu64 pos = local_read(&ring->head), end = pos + len, time;/\tu64 time; bool stamped = kpctl_ring_stamp(ring, \&time); u64 pos = local_read(\&ring->head), end = pos + len;/
stamp_before_head	ring.h	s/unlikely(!kpctl_ring_stamp(ring, &time))/!stamped/
clock_believed	ring.c	s/unlikely(now < last)/0/
stamp_shared	ring.c	s/return local_cmpxchg(&ring->last, last, now) == last .*/local_set(\&ring->last, now); return now;/
stamp_after_reserve	ring.h	s/^\tres->time = time;/\tres->time = kpctl_clock_read_mono();/
reserve_plain_fast	ring.h	s/!kpctl_word_move(&ring->head, pos, end)/(local_set(\&ring->head, end), 0)/
reserve_plain_slow	ring.c	s/local_cmpxchg(&ring->head, pos, end) == pos/(local_set(\&ring->head, end), 1)/
trim_plain		ring.h	s/local_cmpxchg(&ring->head, res->end, end) != res->end/(local_set(\&ring->head, end), 0)/
outermost_not_counted	ring.c	s/^\tlocal_inc(&ring->lost);/\tif (local_read(\&ring->nest) != 1)\n&/
nested_not_counted	ring.c	s/^\tlocal_inc(&ring->lost);/\tif (local_read(\&ring->nest) == 1)\n&/
refused_keeps_quiet	ring.c	/^static notrace bool commit_drop(/,/^}/s/return kpctl_ring_commit(ring);/return local_dec(\&ring->nest), false;/
full_wakes_nobody	ring.c	s/bool wake = take_wake(.*/bool wake = false;/
wake_kept		ring.c	/WRITE_ONCE(ring->wake_at, KPCTL_RING_NO_WAKE);/d
length_any		ring.h	s/return ((x >> 3).*/return 0;/
wait_reserved		ring.c	s/WRITE_ONCE(ring->wake_at, head + 1)/WRITE_ONCE(ring->wake_at, local_read(\&ring->head) + 1)/
wait_reserved		ring.c	s/READ_ONCE(ring->wake_at) > head + 1/READ_ONCE(ring->wake_at) > (u64)local_read(\&ring->head) + 1/
wait_one_more		ring.c	s/WRITE_ONCE(ring->wake_at, head + 1)/WRITE_ONCE(ring->wake_at, head + 25)/
wait_if_nobody		ring.c	s/READ_ONCE(ring->wake_at) > head + 1/READ_ONCE(ring->wake_at) == KPCTL_RING_NO_WAKE/
wait_never_again	ring.c	s/^\t\t\*armed = true;//
wait_not_armed		ring.c	/WRITE_ONCE(ring->wake_at, head + 1);/d
wait_half_a_ring	ring.h	s/local_set(&ring->nest, 0);/&\n\tWRITE_ONCE(ring->wake_at, head + ring->size \/ 2);/
over_plain		ring.c	s/while (local_cmpxchg(at, tail, to) != tail);/while (local_set(at, to), 0);/
over_unpublished	ring.c	/^static notrace noinline bool drop_oldest/,/^}/s/READ_ONCE(ring->meta->head)/local_read(\&ring->head)/
over_uncounted		ring.c	/local_add(events, /d
over_counts_notes	ring.c	s/n += rec->id >= KPCTL_REC_FIRST_EVENT;/n++;/
over_in_a_record	ring.c	s/^\t\tat += size;/\t\tat += sizeof(*rec);/
over_too_late		ring.c	s/return end - local_read(at) <= ring->size;/return end - local_read(at) <= ring->size + 8;/
over_untold		ring.c	s/to != tail && ring->forgot/0/
over_nothing		ring.c	s/while (at < goal && at < head) {/while (0) {/
depth_forgotten		ring.c	s/was = local_cmpxchg(&ring->max_nest, max, nest);/local_set(\&ring->max_nest, nest), was = max;/
END
}

names() {
	table | cut -f1 | uniq
}

program() {
	case $1 in
	wait_*) echo ring_waiting ;;
	*) echo ring_schedules ;;
	esac
}

# The group of schedules that finds it, where those in front of it take long and find nothing.
from() {
	case $1 in
	wake_kept | full_wakes_nobody | refused_untold) echo 5 ;;
	clock_believed | stamp_shared) echo 6 ;;
	position_trusted | position_odd | position_backwards | tail_goes_back) echo 8 ;;
	refused_not_closed | seen_after_tail) echo 9 ;;
	*) echo 1 ;;
	esac
}

build() {
	here=$(dirname "$0")
	out=$1/ring_mutants.d
	cc=$2
	shift 2
	rm -rf "$out"
	for name in $(names); do
		mkdir -p "$out/$name/ring"
		cp "$here/../../module/ring/ring.c" "$here/../../module/ring/ring.h" "$out/$name/ring/"
	done
	table | sed 's/\t\t*/\t/;s/\t\t*/\t/2' | while IFS='	' read -r name file script; do
		cd "$out/$name/ring" || exit 1
		sed -e "$script" $file >$file.new
		cmp -s $file $file.new && echo "$file: $script" >>../stale
		mv $file.new $file
		cd - >/dev/null || exit 1
	done
	for name in $(names); do
		"$cc" -I"$out/$name" "$@" -w -o "$out/$name/schedules" \
			"$here/$(program "$name").c" || return 1
	done
}

# Killed is exit 1 with a reason; a crash or a hang would be noticed as well,
# but that is not what the checks are for, so it counts against them.
run() {
	dir=$(dirname "$0")/ring_mutants.d
	nr=0
	rc=0
	echo "KTAP version 1"
	echo "1..$(names | wc -l)"
	for name in $(names); do
		nr=$((nr + 1))
		timeout 600 "$dir/$name/schedules" "$(from "$name")" >"$dir/$name/log" 2>&1
		s=$?
		why=$(sed -n 's/^not ok [0-9]* - //p' "$dir/$name/log")
		if [ -e "$dir/$name/stale" ]; then
			why="no longer matches: $(cat "$dir/$name/stale")"
			s=stale
		fi
		if [ $s = 1 ] && [ -n "$why" ]; then
			echo "ok $nr - $name: $why"
		else
			echo "not ok $nr - $name: exit $s $why"
			rc=1
		fi
	done
	return $rc
}

if [ "$1" = build ]; then
	shift
	build "$@"
else
	run
fi
