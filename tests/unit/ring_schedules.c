// SPDX-License-Identifier: GPL-2.0
/*
 * Every schedule of a few nested writers and a reader, on rings of 128 bytes.
 *
 * Between every two steps of a writer stands a choice: go on, let another
 * writer come in and run to its end (in which the same choices stand again), or
 * let the reader do something. The choices of one run are a path; the paths are
 * walked one after another until there is none left, so what is printed as
 * schedules is all of them within the numbers of a setup.
 *
 * Memory is not mapped twice here: a record that wraps stands whole in the
 * second half, for both sides alike, and that nothing unread is written over is
 * checked on positions when they are reserved.
 */
#define _GNU_SOURCE
static void step(void);
static void moved(const void *what);
#define HOST_STEP()		step()
#define HOST_MOVED(local)	moved(local)
#include "ring/ring.c"
#include <string.h>
#include "ring_check.h"
#include "choices.h"

#define SIZE		128
#define MAX_TRIES	32
#define MAX_LEVEL	4

/* What the reader may do at a point. */
enum act {
	TAKE_ALL, TAKE_ONE, REPAIR,
	/* and from here on, what no reader should write */
	ODD, AHEAD, AHEAD_OF_ALL, FAR, BEHIND, HUGE, MINUS_8, SIGN, BAD_TAIL_END,
};

struct setup {
	u64 start;		/* position at which the ring starts */
	u32 filled;		/* records of 32 bytes in it beforehand */
	u32 dropped;		/* then so many tries that must fail */
	u32 taken;		/* then so many records read */
	u32 len[3];		/* lengths of the tries, in turn */
	u32 trim;		/* tries give back this much of it */
	u32 base;		/* tries one after another */
	u32 nested;		/* tries that come in anywhere */
	u32 levels;		/* how deep */
	u32 acts;		/* actions of the reader */
	enum act first, last;	/* from these */
	enum act begin;		/* consumer page at the beginning; TAKE_ALL: good */
	u64 wake_after;		/* bytes; 0: nobody waits */
	bool all_states;	/* also those that differ little */
	bool clock_back;	/* every other nested writer reads a clock that is behind */
	bool raw;		/* stamps are of the clock that never is */
	bool overwrites;	/* the ring keeps the newest */
};

/* One run. */
static const struct setup *setup;
static struct kpctl_ring ring;
static u64 memory[2 * SIZE / 8];
static struct kpctl_meta meta;
static struct kpctl_consumer consumer;
static struct stream seen;	/* all that is published, checked at once */
static struct stream taken;	/* what the reader has given back */
static bool live;		/* choices stand */
static u32 level, nested_left, acts_left;
static u64 tries, emitted, dropped, dropped_full, wakes;
static u64 old_tail, old_lost;
static long deepest;
static u64 claimed;		/* a lie that can come true, and then is believed */
static u64 told_low[MAX_TRIES], told_high[MAX_TRIES];
static u64 lost_when_moved[MAX_LEVEL + 1];

static void fail(const char *what)
{
	live = false;
	fail_here(what, "start %llu filled %u dropped %u taken %u trim %u begin %u\n"
		  "head %ld tail %ld lost %ld told %llu nest %ld; meta head %llu lost %llu",
		  setup->start, setup->filled, setup->dropped, setup->taken, setup->trim,
		  setup->begin, ring.head.v, (long)meta.tail, ring.lost.v, ring.lost_told,
		  ring.nest.v, meta.head, meta.lost);
}

static void expect(bool is, const char *what)
{
	if (!is)
		fail(what);
}

/* Read all that is published, without giving any of it back. */
static void check_published(void)
{
	const char *wrong;

	while (seen.pos != meta.head) {
		wrong = stream_next(&seen, (u8 *)memory, SIZE, meta.head);
		if (wrong)
			fail(wrong);
		expect(seen.total <= meta.lost, "a total is above meta->lost");
		if (seen.told_here)
			continue;
		expect(seen.nr < tries, "record of nobody");
		expect(seen.total >= told_low[seen.nr], "loss not told before the next record");
		expect(seen.total <= told_high[seen.nr], "loss told before it happened");
	}
}

static u64 forgotten;		/* how often the ring has said that records are gone */

static void forgot(struct kpctl_ring *r)
{
	expect(r == &ring, "of another ring");
	forgotten++;
}

/* What a snapshot finds at this moment: whole records from the oldest to the newest. */
static u64 check_snapshot(void)
{
	struct stream s = { .pos = meta.tail, .alike = seen.alike };
	const char *wrong;

	while (s.pos != meta.head) {
		wrong = stream_next(&s, (u8 *)memory, SIZE, meta.head);
		if (wrong)
			fail(wrong);
	}
	expect((u64)ring.head.v - meta.tail <= SIZE, "the oldest record is written over");
	return s.records;
}

/* Holds at every step. */
static void check_always(void)
{
	u64 tail = meta.tail;

	expect(tail >= old_tail, "cached tail went back");
	expect(tail % 8 == 0, "cached tail is odd");
	expect(tail <= meta.head, "cached tail is ahead of what is published");
	expect(ring.limit.v <= (long)tail + SIZE, "limit is above what there is room for");
	old_tail = tail;
	deepest = ring.nest.v > deepest ? ring.nest.v : deepest;
	expect(meta.lost >= old_lost, "meta->lost went back");
	old_lost = meta.lost;
	expect(meta.head >= seen.pos, "meta->head went back");
	check_published();
	if (setup->overwrites)
		check_snapshot();
}

static void take(u32 max)
{
	struct stream s = taken;

	/* What is under a lie that came true may be gone. */
	if (claimed > taken.pos)
		s = seen;
	while (max-- && s.pos != meta.head)
		if (stream_next(&s, (u8 *)memory, SIZE, meta.head))
			fail("record was written over before it was taken");
	taken = s;
	consumer.tail = taken.pos;
}

static u64 bad_tail(enum act act)
{
	u64 head = ring.head.v;

	switch (act) {
	case ODD:
		return taken.pos == meta.head ? taken.pos - 4 : taken.pos + 4;
	case AHEAD:
		return claimed = meta.head + 8;
	case AHEAD_OF_ALL:
		return claimed = head + 8;
	case FAR:
		return head + (1ull << 32);
	case BEHIND:
		return meta.tail - 8;
	case HUGE:
		return ~0ull;
	case MINUS_8:
		return -8ull;
	default:
		return 1ull << 63;
	}
}

static void reader(enum act act)
{
	switch (act) {
	case TAKE_ALL:
		take(~0u);
		break;
	case TAKE_ONE:
		take(1);
		break;
	case REPAIR:
		consumer.tail = taken.pos;
		break;
	default:
		consumer.tail = bad_tail(act);
	}
}

static void moved(const void *what)
{
	if (what == &ring.head)
		lost_when_moved[level] = ring.lost.v;
}

#define store_step(where, value)	do { step(); (where) = (value); } while (0)

static void try_write(void)
{
	struct kpctl_reservation res;
	u64 nr = tries++, given, behind = host_behind;
	u32 len = setup->len[nr % 3], room;

	expect(nr < MAX_TRIES, "too many tries");
	level++;
	host_behind = setup->clock_back && level > 1 && nr % 2 == 0 ? 8 : 0;
	told_low[nr] = dropped;
	if (kpctl_ring_reserve(&ring, len, &res)) {
		told_high[nr] = lost_when_moved[level];
		given = claimed > taken.pos ? claimed : taken.pos;
		if (setup->overwrites)
			given = meta.tail;
		expect((s64)(res.end - given) <= SIZE,
		       "unread data would be written over");
		expect(res.rec >= (u8 *)memory && res.rec + len <= (u8 *)(memory + SIZE / 4),
		       "outside the buffer");
		expect(res.end - res.pos == len, "length is not what was asked for");
		room = len;
		if (setup->trim && len > 24)
			room = kpctl_ring_trim(&ring, &res, len - setup->trim);
		test_fill(&res, nr, room, store_step);
		emitted++;
		wakes += kpctl_ring_commit(&ring);
	} else {
		expect(!setup->overwrites || level > 1 || tries > nr + 1 || len > SIZE / 2,
		       "an outermost record found no room");
		dropped++;
		wakes += res.wake;
	}
	level--;
	host_behind = behind;
}

/* Between two steps: choose, until the choice is to go on. */
static void step(void)
{
	u32 nr_acts = setup->last - setup->first + 1, n, c;

	if (!live)
		return;
	check_always();
	for (;;) {
		bool enter = nested_left && level < setup->levels;

		n = 1 + enter + (acts_left ? nr_acts : 0);
		if (n == 1)
			return;
		c = choose(n);
		if (!c)
			return;
		if (enter && c == 1) {
			nested_left--;
			try_write();
		} else {
			acts_left--;
			reader(setup->first + c - 1 - enter);
		}
		check_always();
	}
}

static const struct setup plain = { .len = { 32, 32, 32 } };
static const struct setup plain_overwriting = { .len = { 32, 32, 32 }, .overwrites = true };

static void prepare(void)
{
	const struct setup *s = setup;

	memset(&ring, 0, sizeof(ring));
	memset(memory, 0xa5, sizeof(memory));
	memset(&meta, 0, sizeof(meta));
	memset(&seen, 0, sizeof(seen));
	tries = emitted = dropped = wakes = claimed = 0;
	level = 0;
	deepest = 1;
	host_time = 16;
	host_raw = s->raw;
	kpctl_ring_init(&ring, memory, SIZE, &meta, &consumer, 0);
	if (s->overwrites)
		kpctl_ring_overwrite(&ring, forgot);
	forgotten = 0;
	ring.head.v = meta.tail = meta.head = consumer.tail = seen.pos = s->start;
	seen.alike = s->clock_back;
	taken = seen;
	old_tail = s->start;
	old_lost = 0;

	setup = s->overwrites ? &plain_overwriting : &plain;
	for (u32 i = 0; i < s->filled + s->dropped; i++) {
		try_write();
		check_always();
	}
	if (!s->overwrites)
		take(s->taken);
	setup = s;
	if (s->begin)
		consumer.tail = bad_tail(s->begin);
	if (s->wake_after)
		ring.wake_at = meta.head + s->wake_after;
	dropped_full = dropped;
}

/* Nobody is inside any more. */
static void check_quiet(void)
{
	check_always();
	expect(!ring.nest.v, "nest is not 0");
	expect(meta.head == (u64)ring.head.v, "not all is published");
	expect(meta.lost == (u64)ring.lost.v, "not all losses are published");
	expect(meta.lost == dropped, "drops are not what was refused");
	expect(emitted + dropped == tries, "sum of fates");
	expect((u64)ring.written.v == emitted, "written is not what was granted");
	expect(seen.records == emitted, "records in the stream");
	expect(seen.told + (meta.lost - seen.total) == dropped, "differences do not add up");
	expect(ring.max_nest.v == deepest, "deepest nesting");
	if (setup->overwrites) {
		expect(check_snapshot() + meta.overwritten == emitted, "overwritten is not what is gone");
		expect(!meta.overwritten || forgotten, "nobody was told that records are gone");
	} else {
		expect(!meta.overwritten && !forgotten, "something was overwritten");
	}
	expect(!meta.bad_tail || setup->begin || setup->last >= ODD, "honest reader called a liar");
}

static void check_wake(void)
{
	bool asked;

	if (setup->overwrites)
		return;
	if (!setup->wake_after)
		return expect(!wakes, "woken without need");
	asked = ring.wake_at == KPCTL_RING_NO_WAKE;
	expect(asked == !!wakes, "wake-up taken but not reported");
	expect(asked || meta.head < ring.wake_at, "position passed, nobody woken");
	expect(asked || dropped == dropped_full, "full, nobody woken");
}

/* The reader repents: what fits then tells the rest of the losses. */
static void check_after(void)
{
	const struct setup *s = setup;

	if (s->overwrites)
		return;
	take(~0u);
	setup = &plain;
	try_write();
	setup = s;
	check_quiet();
	expect(seen.total == dropped, "losses not told by the next record");
	take(~0u);
	expect(taken.records == emitted, "records were not all taken");
}


static void run(void)
{
	prepare();
	nested_left = setup->nested;
	acts_left = setup->acts;
	live = true;
	for (u32 i = 0; i < setup->base; i++)
		try_write();
	step();
	live = false;
	check_quiet();
	check_wake();
	check_after();
}

static void walk(const struct setup *s)
{
	setup = s;
	walk_paths(run);
}

/* Does it say anything that others do not? */
static bool worth_it(const struct setup *s)
{
	u32 unread = s->filled - s->taken;

	return s->all_states || (unread != 1 && (unread || !s->filled) && s->taken < 3);
}

/* Ring states: where it starts, how full, what was lost, how much is free. */
static void walk_states(struct setup s)
{
	static const u64 starts[] = { 0, (1ull << 32) - 40, SIZE - 24, (1ull << 31) - 8 };

	for (u32 i = 0; i < (s.all_states ? 4 : 2); i++) {
		s.start = starts[i];
		for (s.filled = 0; s.filled <= 4; s.filled++)
			for (s.dropped = 0; s.dropped <= (s.filled == 4); s.dropped++)
				for (s.taken = 0; s.taken <= s.filled; s.taken++)
					if (worth_it(&s))
						walk(&s);
	}
}

static void two_levels(void)
{
	walk_states((struct setup) { .len = { 32, 24, 48 }, .base = 2, .nested = 1, .levels = 2,
		    .acts = 1, .first = TAKE_ALL, .last = TAKE_ONE, .all_states = true });
}

static void three_levels(void)
{
	walk_states((struct setup) { .len = { 32, 24, 48 }, .base = 1, .nested = 2, .levels = 3,
		    .acts = 1, .first = TAKE_ONE, .last = TAKE_ONE });
	walk_states((struct setup) { .len = { 24, 32, 24 }, .base = 2, .nested = 2, .levels = 3 });
}

static void four_levels(void)
{
	walk_states((struct setup) { .len = { 32, 24, 40 }, .base = 1, .nested = 3, .levels = 4 });
}

static void trimming(void)
{
	walk_states((struct setup) { .len = { 48, 32, 24 }, .trim = 8, .base = 1, .nested = 2,
		    .levels = 3, .acts = 1, .first = TAKE_ALL, .last = TAKE_ALL });
}

static void two_acts(void)
{
	walk_states((struct setup) { .len = { 32, 24, 48 }, .base = 1, .nested = 1, .levels = 2,
		    .acts = 2, .first = TAKE_ONE, .last = TAKE_ONE });
}

static void liar(void)
{
	walk_states((struct setup) { .len = { 32, 24, 32 }, .base = 1, .nested = 1, .levels = 2,
		    .acts = 1, .first = ODD, .last = BAD_TAIL_END - 1 });
}

static void liar_twice(void)
{
	walk_states((struct setup) { .len = { 32, 24, 32 }, .base = 2, .nested = 0, .levels = 1,
		    .acts = 2, .first = TAKE_ONE, .last = BAD_TAIL_END - 1 });
}

static void liar_repents(void)
{
	for (enum act begin = ODD; begin < BAD_TAIL_END; begin++)
		walk_states((struct setup) { .len = { 32, 24, 32 }, .base = 2, .nested = 1,
			    .levels = 2, .begin = begin, .acts = 1, .first = TAKE_ALL,
			    .last = REPAIR });
}

static void waking(void)
{
	for (u64 after = 8; after <= 96; after += 40)
		walk_states((struct setup) { .len = { 32, 24, 48 }, .base = 1, .nested = 2,
			    .levels = 3, .wake_after = after });
}

static void clock_steps_back(void)
{
	walk_states((struct setup) { .len = { 32, 24, 48 }, .base = 2, .nested = 2, .levels = 3,
		    .clock_back = true });
}

static void raw_counter(void)
{
	walk_states((struct setup) { .len = { 32, 24, 48 }, .base = 2, .nested = 2, .levels = 3,
		    .raw = true });
}

/* Refused for what they are, and still counted and published like the rest. */
static void lengths(void)
{
	walk_states((struct setup) { .len = { 24, 72, 0 }, .base = 2, .nested = 2, .levels = 3 });
	walk_states((struct setup) { .len = { 28, 24, 1u << 31 }, .base = 2, .nested = 2,
		    .levels = 3 });
	walk_states((struct setup) { .len = { ~0u, 64, -8u }, .base = 2, .nested = 2,
		    .levels = 3 });
}

/* Records that fill the ring, and then so many more. */
static void overwriting(void)
{
	static const u64 starts[] = { 0, (1ull << 32) - 40 };
	struct setup s = { .len = { 32, 24, 48 }, .base = 2, .nested = 2, .levels = 3,
			   .overwrites = true };

	for (u32 i = 0; i < 2; i++) {
		s.start = starts[i];
		for (s.filled = 0; s.filled <= 6; s.filled++)
			walk(&s);
	}
}

/* Interrupters have more to write than fits beside the record that they interrupt. */
static void overwriting_deep(void)
{
	struct setup s = { .len = { 64, 48, 56 }, .base = 1, .nested = 3, .levels = 4,
			   .overwrites = true };

	for (s.filled = 0; s.filled <= 5; s.filled++)
		walk(&s);
	s.trim = 8;
	s.raw = true;
	for (s.filled = 3; s.filled <= 5; s.filled++)
		walk(&s);
}

/* A record that is too long is lost, and told, in a ring that overwrites as in others. */
static void overwriting_lengths(void)
{
	struct setup s = { .len = { 24, 72, 48 }, .base = 3, .nested = 2, .levels = 3,
			   .overwrites = true };

	for (s.filled = 0; s.filled <= 5; s.filled++)
		walk(&s);
}

static const struct {
	const char *name;
	void (*walk)(void);
} groups[] = {
	/* the small ones first, so that what is broken falls soon */
	{ "lengths", lengths },
	{ "overwriting: a record that is too long", overwriting_lengths },
	{ "overwriting: two writers, interrupted", overwriting },
	{ "overwriting: four levels", overwriting_deep },
	{ "waiting reader", waking },
	{ "clock that steps back", clock_steps_back },
	{ "raw counter", raw_counter },
	{ "reader that lies anywhere", liar },
	{ "two levels, reader anywhere", two_levels },
	{ "reader twice anywhere", two_acts },
	{ "four levels", four_levels },
	{ "trimming", trimming },
	{ "reader that lies twice", liar_twice },
	{ "reader that has lied", liar_repents },
	{ "three levels, reader anywhere", three_levels },
};

/* With an argument, from that group on. */
int main(int argc, char **argv)
{
	u32 nr = sizeof(groups) / sizeof(groups[0]), i = argc > 1 ? atoi(argv[1]) - 1 : 0;
	u64 before;

	ktap_plan(nr);
	for (; i < nr; i++) {
		before = schedules;
		groups[i].walk();
		ktap_ok(true, "%s: %llu schedules", groups[i].name, schedules - before);
	}
	ktap_diag("%llu schedules", schedules);
	return ktap_done();
}
