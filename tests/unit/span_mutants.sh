#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The table of spans, broken on purpose: each of these must fail the program of schedules.
#
#   span_mutants.sh build DIR CC FLAGS...	makes them in DIR/span_mutants.d
#   DIR/span_mutants				(a copy of this) runs them, KTAP
#
# A mutant is a line: NAME SED-SCRIPT of span.c, find.h and span.h, one of which it must change.

table() {
	cat <<'END'
claim_plain		s/if (cmpxchg(&p->tag\[i\], seen, busy) != seen)/if ((p->tag[i] = busy, 0))/
version_stays		s/return (tag + KPCTL_SPAN_STEP)/return (tag)/
replaced_in_place	s/claim->print | next_version(claim->was) | KPCTL_SPAN_OPEN/claim->print | (claim->was \& KPCTL_SPAN_VERSION) | KPCTL_SPAN_OPEN/
key_not_compared	s/if (READ_ONCE(entry->word\[i\]) != key->word\[i\])/if (0)/
key_half_compared	s/for (i = 0; i < key->words; i++)/for (i = 0; i + 1 < key->words; i++)/
look_not_proved		s/return READ_ONCE(\*tag) == seen;/return true;/
once_not_proved		s/if (READ_ONCE(p->tag\[i\]) == seen)/if (1)/
once_forgotten		s/if (!s->once) {/if (1) {/
busy_is_found		s/(tag & (KPCTL_SPAN_PRINT | KPCTL_SPAN_STATE)) ==/(tag \& KPCTL_SPAN_STATE) != 0 || 0 ==/
busy_is_free		s/if (state_of(seen) == KPCTL_SPAN_FREE && claim/if (state_of(seen) != KPCTL_SPAN_OPEN \&\& claim/
busy_is_pushed_out	s/if (state_of(seen) != KPCTL_SPAN_OPEN)/if (state_of(seen) == KPCTL_SPAN_FREE)/
pushed_out_young	s/most > s->within/true/
one_way_left		s/for (i = 0; i < KPCTL_SPAN_WAYS; i++) {/for (i = 0; i + 1 < KPCTL_SPAN_WAYS; i++) {/
last_way_forgotten	s/for (i = KPCTL_SPAN_WAYS - 1; i >= 0; i--)/for (i = KPCTL_SPAN_WAYS - 2; i >= 0; i--)/
first_way_forgotten	s/i >= 0; i--) {/i > 0; i--) {/; s/unlikely(i >= 0)/i > 0/
second_stays		s/else if (claim_way(s, &p, i, seen, &other))/else if (0)/
second_not_counted	/^notrace noinline void kpctl_span_choose/,/^}/s/local_inc(&this_cpu_ptr(s->cpu)->replaced);//
wrong_one_chosen	s/if (is_later != s->once) {/if (is_later == s->once) {/
both_freed		s/^\t\t\*claim = \*other;/\t\tfree_way(other);/
starts_not_counted	0,/local_inc(&c->starts);/s///
replaced_not_counted	0,/local_inc(&c->replaced);/s///
full_not_counted	0,/local_inc(&c->full);/s///
stale_not_counted	s/local_inc(&c->stale);//
ended_not_counted	s/local_inc(&this_cpu_ptr(s->cpu)->ended);//
not_found_is_new	s/if (unlikely(found != KPCTL_SPAN_NONE)) {/if (found == KPCTL_SPAN_STAYS) {/
given_back_free		s/smp_store_release(claim->tag, claim->was);/free_way(claim);/
given_back_never	s/smp_store_release(claim->tag, claim->was);//
mark_of_another_way	s/copy_span_words(mark->word, &marks\[p.first + i\]/copy_span_words(mark->word, \&marks[p.first]/
mark_not_copied		s/^\t\tif (marks)$/\t\tif (0)/
mark_not_proved		s/if (was_whole(&p.tag\[i\], seen))/if (was_whole(\&p.tag[i], seen) \&\& (!marks || (copy_span_words(mark->word, \&marks[p.first + i], sizeof(*mark)), 1)))/
marks_of_one_way	s/&marks\[claim->tag - s->set->tag\]/\&marks[0]/
END
}

names() {
	table | cut -f1
}

build() {
	here=$(dirname "$0")
	out=$1/span_mutants.d
	cc=$2
	shift 2
	rm -rf "$out"
	table | sed 's/\t\t*/\t/' | while IFS='	' read -r name script; do
		mkdir -p "$out/$name/span"
		same=yes
		for f in span.c find.h span.h; do
			sed -e "$script" "$here/../../module/span/$f" >"$out/$name/span/$f"
			cmp -s "$here/../../module/span/$f" "$out/$name/span/$f" || same=
		done
		[ ! "$same" ] || echo "$script" >"$out/$name/stale"
		"$cc" -I"$out/$name" "$@" -w -o "$out/$name/schedules" "$here/span_schedules.c" ||
			exit 1
	done
}

# Killed is exit 1 with a reason; a crash or a hang is none of what the checks are for.
run() {
	dir=$(dirname "$0")/span_mutants.d
	nr=0
	rc=0
	echo "KTAP version 1"
	echo "1..$(names | wc -l)"
	for name in $(names); do
		nr=$((nr + 1))
		timeout 600 "$dir/$name/schedules" >"$dir/$name/log" 2>&1
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
