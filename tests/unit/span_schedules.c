// SPDX-License-Identifier: GPL-2.0
/*
 * Starts, ends and looks that come at the same moment, from several CPUs or as interrupters
 * of each other: the table's own code, and every schedule of them with a few switches.
 *
 * Each operation has a stack of its own; between every two of its steps a choice stands: go
 * on, or let another go on. Going on is free. An interrupter is one that goes on to its end.
 * Sets have two ways here, and one set is all there is.
 */
#define _GNU_SOURCE
static void step(void);
#define HOST_STEP()		step()
#define KPCTL_SPAN_WAYS		2
#define KPCTL_SPAN_PRINT	0ull	/* fingerprints tell no keys apart */
#include "span/span.c"
#include <setjmp.h>
#include <string.h>
#include <ucontext.h>
#include "span_check.h"
#include "choices.h"

#define OPS_MAX		6
#define STACK		(64 << 10)

enum what { NOTHING, START, END, BACK, LOOK, MARK };

struct op {
	enum what what;
	u64 key;
	/* what came of it */
	bool done, found;
	u64 stamp;		/* of its own span, or of the one that it found */
	u32 from, to;		/* the steps between which it ran */
	u32 occupied;		/* ways that were not free when it began */
	u64 best;		/* of the spans of its key then, the one to be found */
	bool marks;		/* there were marks when it began */
};

struct setup {
	const char *name;
	bool once;
	u64 within;
	u32 before;		/* operations that are over when the others begin */
	u32 switches;
	struct op op[OPS_MAX];
};

_Thread_local int host_cpu;
struct task_struct host_task;

static const struct setup *setup;
static struct kpctl_spans spans;
static struct kpctl_span_set set;
static u64 entries[KPCTL_SPAN_WAYS * ENTRY_SIZE / 8];
static struct kpctl_span_cpu counts;
static struct kpctl_span_mark marks[KPCTL_SPAN_WAYS];
static bool with_marks;		/* one of the operations makes them */
static struct op op[OPS_MAX];
static u32 nr_ops, now, switches_left, running;
static bool live, begun[OPS_MAX];
static jmp_buf at[OPS_MAX], out;
static u8 stacks[OPS_MAX][STACK] __attribute__((aligned(16)));
static ucontext_t fresh[OPS_MAX];

static const char *const names[] = { "-", "start", "end", "back", "look", "mark" };

static void fail(const char *what)
{
	char text[400];
	size_t len = 0;

	live = false;
	for (u32 i = 0; i < nr_ops && len < sizeof(text); i++)
		len += snprintf(text + len, sizeof(text) - len, "%s %llu [%u %u] %s %llu; ",
				names[op[i].what], op[i].key, op[i].from, op[i].to,
				op[i].found ? "yes" : "no", op[i].stamp);
	fail_here(what, "%s: %s\nstarts %ld ended %ld replaced %ld stale %ld full %ld tags %llx %llx",
		  setup->name, text, counts.starts.v, counts.ended.v, counts.replaced.v,
		  counts.stale.v, counts.full.v, set.tag[0], set.tag[1]);
}

static void expect(bool is, const char *what)
{
	if (!is)
		fail(what);
}

/* The operations */

static const struct op *start_of(u64 stamp);

/* A start that began when there were marks has one; a look that began earlier may not see it. */
static void check_mark(const struct op *o, const struct kpctl_span_mark *mark)
{
	if (!with_marks)
		return;
	if (mark && !mark_is_zero(mark))
		expect(mark_is_whole(mark, o->stamp, o->key), "another mark");
	else
		expect(!start_of(o->stamp)->marks || (o->what == LOOK && !o->marks),
		       "a start without its mark");
}

static void do_start(struct op *o, const struct kpctl_span_key *key)
{
	struct kpctl_span_claim claim;

	o->stamp = kpctl_clock_read_raw();
	o->found = kpctl_span_begin(&spans, key, o->stamp, &claim);
	if (!o->found)
		return;
	keep_words(&spans, &claim, o->key);
	if (with_marks)
		write_mark(&spans, &claim, o->key);
	kpctl_span_publish(&claim);
}

static void do_end(struct op *o, const struct kpctl_span_key *key)
{
	struct kpctl_span_claim claim;

	o->found = kpctl_span_take(&spans, key, &claim);
	if (!o->found)
		return;
	step();
	expect(entry_is_whole(&spans, claim.entry, o->key), "taken, but not whole");
	o->stamp = claim.entry->stamp;
	if (with_marks)
		check_mark(o, kpctl_span_mark_of(&spans, &claim));
	if (o->what == BACK)
		kpctl_span_give_back(&claim);
	else
		kpctl_span_end(&spans, &claim);
}

static void do_look(struct op *o, const struct kpctl_span_key *key)
{
	struct kpctl_span_mark mark = { .word[0] = 0 };
	u64 copy[1 + KEPT_WORDS];

	o->found = kpctl_span_look(&spans, key, copy, &mark);
	if (!o->found)
		return;
	o->stamp = copy[0];
	expect(look_is_whole(copy, o->key), "looked at, but not whole");
	check_mark(o, &mark);
}

/* As kpctl_spans_mark() does, which has the memory from elsewhere. */
static void do_mark(struct op *o)
{
	smp_store_release(&spans.marks, marks);
	o->found = true;
}

static void look_around(struct op *o)
{
	const struct kpctl_span_entry *entry;

	for (u32 i = 0; i < KPCTL_SPAN_WAYS; i++) {
		entry = way_entry(&spans, i);
		o->occupied += state_of(set.tag[i]) != KPCTL_SPAN_FREE;
		if (state_of(set.tag[i]) != KPCTL_SPAN_OPEN || !is_of(entry, o->key))
			continue;
		if (!o->best || (entry->stamp > o->best) != setup->once)
			o->best = entry->stamp;
	}
}

static void do_op(struct op *o)
{
	u64 word[KEY_WORDS] = { KEY(o->key) };
	struct kpctl_span_key key = { word, KEY_WORDS };

	look_around(o);
	o->marks = spans.marks;
	o->from = ++now;
	if (o->what == START)
		do_start(o, &key);
	else if (o->what == LOOK)
		do_look(o, &key);
	else if (o->what == MARK)
		do_mark(o);
	else
		do_end(o, &key);
	o->to = ++now;
	o->done = true;
}

/* Who goes on */

static void switch_to(u32 who)
{
	u32 from = running;

	if (_setjmp(at[from]))
		return;
	running = who;
	if (begun[who])
		_longjmp(at[who], 1);
	begun[who] = true;
	setcontext(&fresh[who]);
}

static u32 others(u32 *can)
{
	u32 n = 0;

	for (u32 i = setup->before; i < nr_ops; i++)
		if (i != running && !op[i].done)
			can[n++] = i;
	return n;
}

static void op_body(void)
{
	u32 can[OPS_MAX], n;

	do_op(&op[running]);
	n = others(can);
	if (!n)
		_longjmp(out, 1);
	switch_to(can[choose(n)]);
	fail("came back");
}

static void step(void)
{
	u32 can[OPS_MAX], n, c;

	if (!live)
		return;
	now++;
	if (!switches_left)
		return;
	n = others(can);
	c = n ? choose(n + 1) : 0;
	if (!c)
		return;
	switches_left--;
	switch_to(can[c - 1]);
}

/* What must hold when all is over */

static bool is_open(u64 stamp)
{
	struct kpctl_span_entry *entry;

	for (u32 i = 0; i < KPCTL_SPAN_WAYS; i++) {
		entry = way_entry(&spans, i);
		if (state_of(set.tag[i]) == KPCTL_SPAN_OPEN && entry->stamp == stamp)
			return true;
	}
	return false;
}

/* The operation that ended the span; NULL: none did. */
static const struct op *ender_of(u64 stamp)
{
	for (u32 i = 0; i < nr_ops; i++)
		if (op[i].what == END && op[i].found && op[i].stamp == stamp)
			return &op[i];
	return NULL;
}

static bool overlap(const struct op *a, const struct op *b)
{
	return a != b && a->from < b->to && b->from < a->to;
}

/* Was the span open all the time that the operation ran? */
static bool was_there(const struct op *start, const struct op *o)
{
	const struct op *ender = ender_of(start->stamp);

	return start->what == START && start->found && start->key == o->key &&
	       start->to < o->from &&
	       (ender ? ender->from > o->to : is_open(start->stamp));
}

static bool meets(const struct op *o, enum what what)
{
	for (u32 i = 0; i < nr_ops; i++)
		if (op[i].what == what && overlap(&op[i], o))
			return true;
	return false;
}

static void check_missed(const struct op *o)
{
	if (o->found || meets(o, BACK))	/* who gives back had it meanwhile */
		return;
	for (u32 i = 0; i < nr_ops; i++)
		expect(!was_there(&op[i], o), "an open span was not found");
}

static const struct op *start_of(u64 stamp)
{
	for (u32 i = 0; i < nr_ops; i++)
		if (op[i].what == START && op[i].found && op[i].stamp == stamp)
			return &op[i];
	fail("a span of nobody");
	return NULL;
}

static bool is_alone(const struct op *o)
{
	for (u32 i = 0; i < nr_ops; i++)
		if (overlap(&op[i], o))
			return false;
	return true;
}

static bool ended_before(const struct op *span, const struct op *start)
{
	const struct op *ender = ender_of(span->stamp);

	return ender && ender->from <= start->to;
}

/* Of spans of one key that came one after another, the last is found; with once, the first. */
static void check_right(const struct op *o)
{
	const struct op *start, *other;

	if (!o->found)
		return;
	start = start_of(o->stamp);
	expect(start->key == o->key, "a span of another key");
	expect(!is_alone(o) || o->what == LOOK || o->stamp == o->best, "not the span that counts");
	for (u32 i = 0; i < nr_ops; i++) {
		other = &op[i];
		if (other->what != START || !other->found || other->key != o->key)
			continue;
		if (o->what == END && !meets(o, BACK))
			expect(!was_there(other, o), "another span of the key stays open");
		if (setup->once)
			expect(other->to >= start->from || ended_before(other, start),
			       "a later start replaced the first");
		else
			expect(other->from < start->to || other->to > o->from,
			       "an earlier start was found");
	}
}

static void check_full(const struct op *o)
{
	u32 most = o->occupied, same = 0;

	if (o->found)
		return;
	for (u32 i = 0; i < nr_ops; i++) {
		most += op[i].what == START && overlap(&op[i], o);
		same += was_there(&op[i], o) || (op[i].what == START && op[i].key == o->key &&
						 op[i].found && op[i].from < o->to);
	}
	expect(most >= KPCTL_SPAN_WAYS || (setup->once && same), "full, and there was room");
}

static bool two_starts_of_a_key(void)
{
	for (u32 i = 0; i < nr_ops; i++)
		for (u32 k = 0; k < i; k++)
			if (op[i].what == START && op[k].what == START && op[i].key == op[k].key)
				return true;
	return false;
}

static void check_ends(void)
{
	u64 ended = 0, starts = 0, open = 0;

	for (u32 i = 0; i < nr_ops; i++) {
		const struct op *o = &op[i];

		starts += o->what == START;
		if (o->what == END && o->found) {
			ended++;
			expect(!is_open(o->stamp), "ended, and open");
			expect(ender_of(o->stamp) == o, "ended twice");
		}
	}
	for (u32 i = 0; i < KPCTL_SPAN_WAYS; i++) {
		expect(state_of(set.tag[i]) != KPCTL_SPAN_BUSY, "busy for good");
		open += state_of(set.tag[i]) == KPCTL_SPAN_OPEN;
	}
	expect((u64)counts.starts.v == starts, "starts");
	expect((u64)counts.ended.v == ended, "ended");
	expect(two_starts_of_a_key() || !counts.replaced.v, "replaced by a start of another key");
	expect((u64)counts.stale.v == 0 || setup->within == 0, "pushed out too early");
	expect(starts == ended + open + counts.replaced.v + counts.stale.v + counts.full.v,
	       "the equation");
}

static void check_all(void)
{
	check_ends();
	for (u32 i = 0; i < nr_ops; i++) {
		if (op[i].what == START) {
			check_full(&op[i]);
		} else if (op[i].what != MARK) {
			check_missed(&op[i]);
			check_right(&op[i]);
		}
	}
}

static void run(void)
{
	u32 first = setup->before;

	memset(&set, 0, sizeof(set));
	memset(entries, 0xa5, sizeof(entries));
	memset(&counts, 0, sizeof(counts));
	memcpy(op, setup->op, sizeof(op));
	memset(begun, 0, sizeof(begun));
	lay_out(&spans, &set, entries, 1, &counts);
	memset(marks, 0, sizeof(marks));
	spans.marks = NULL;
	with_marks = false;
	spans.once = setup->once;
	spans.within = setup->within;
	host_time = 16;
	now = 0;
	for (nr_ops = 0; nr_ops < OPS_MAX && op[nr_ops].what; nr_ops++)
		with_marks |= op[nr_ops].what == MARK;
	for (u32 i = 0; i < first; i++)
		do_op(&op[i]);
	switches_left = setup->switches;
	live = true;
	if (!_setjmp(out)) {
		running = first + choose(nr_ops - first);
		begun[running] = true;
		setcontext(&fresh[running]);
	}
	live = false;
	check_all();
}

#define S(k)	{ .what = START, .key = k }
#define E(k)	{ .what = END, .key = k }
#define B(k)	{ .what = BACK, .key = k }
#define L(k)	{ .what = LOOK, .key = k }
#define M	{ .what = MARK }

/* Two words each; AZ is made of the first of A and the second of Z. */
enum { A = 0x12, Z = 0x21, AZ = 0x11 };

static const struct setup setups[] = {
	{ "a key of two others", false, ~0ull, 1, 3, { S(A), E(A), S(Z), E(AZ) } },
	{ "a look for a key of two others", false, ~0ull, 1, 3, { S(A), E(A), S(Z), L(AZ) } },
	{ "once: a key of two others", true, ~0ull, 1, 3, { S(A), E(A), S(Z), S(AZ) } },
	{ "a start and an end", false, ~0ull, 0, 5, { S(1), E(1) } },
	{ "an open span, a start and an end", false, ~0ull, 1, 5, { S(1), S(1), E(1) } },
	{ "an open span, two ends", false, ~0ull, 1, 5, { S(1), E(1), E(1) } },
	{ "two starts of a key", false, ~0ull, 0, 4, { S(1), S(1) } },
	{ "two starts of a key, ended later", false, ~0ull, 0, 3, { S(1), S(1), E(1) } },
	{ "an open span, two starts and an end", false, ~0ull, 1, 2, { S(1), S(1), S(1), E(1) } },
	{ "two starts and two ends", false, ~0ull, 0, 2, { S(1), S(1), E(1), E(1) } },
	{ "a way is used again under an end", false, ~0ull, 1, 3, { S(1), E(1), E(1), S(1) } },
	{ "a way is used again under another key", false, ~0ull, 1, 3, { S(1), E(1), S(2), L(1) } },
	{ "a look, an end and a start", false, ~0ull, 1, 3, { S(1), L(1), E(1), S(1) } },
	{ "a look under two starts", false, ~0ull, 1, 4, { S(1), L(1), S(1) } },
	{ "a look, an end", false, ~0ull, 1, 5, { S(1), L(1), E(1) } },
	{ "given back under a look", false, ~0ull, 1, 5, { S(1), B(1), L(1) } },
	{ "given back, and two ends", false, ~0ull, 1, 4, { S(1), B(1), E(1), E(1) } },
	{ "given back under a start", false, ~0ull, 1, 4, { S(1), B(1), S(1) } },
	{ "three keys, two ways", false, ~0ull, 0, 3, { S(1), S(2), S(3) } },
	{ "three keys, ended", false, ~0ull, 2, 4, { S(1), S(2), E(1), S(3) } },
	{ "pushed out", false, 0, 2, 4, { S(1), S(2), S(3), E(1) } },
	{ "pushed out, twice", false, 0, 2, 4, { S(1), S(2), S(3), S(4) } },
	{ "pushed out under a look", false, 0, 2, 4, { S(1), S(2), S(3), L(1) } },
	{ "pushed out, never", false, 1000, 2, 4, { S(1), S(2), S(3), E(1) } },
	{ "once: two starts", true, ~0ull, 0, 4, { S(1), S(1) } },
	{ "once: an open span, a start and an end", true, ~0ull, 1, 5, { S(1), S(1), E(1) } },
	{ "once: two starts, ended", true, ~0ull, 0, 3, { S(1), S(1), E(1) } },
	{ "once: two starts and a look", true, ~0ull, 1, 4, { S(1), S(1), L(1) } },
	{ "marks: a look, an end and a start", false, ~0ull, 2, 3, { M, S(1), L(1), E(1), S(1) } },
	{ "marks: a look under a start", false, ~0ull, 2, 4, { M, S(1), L(1), S(1) } },
	{ "marks: a way is used again", false, ~0ull, 3, 2, { M, S(2), S(1), E(1), S(3), L(3) } },
	{ "marks: two starts, ended later", false, ~0ull, 1, 3, { M, S(1), S(1), E(1) } },
	{ "marks: given back under a look", false, ~0ull, 2, 3, { M, S(1), B(1), L(1) } },
	{ "marks: once: two starts and a look", true, ~0ull, 2, 3, { M, S(1), S(1), L(1) } },
	{ "marks come: a start and an end", false, ~0ull, 0, 4, { M, S(1), E(1) } },
	{ "marks come: a start and a look", false, ~0ull, 1, 3, { S(1), M, S(1), L(1) } },
};

/* A context begins anew each time that it is set: nobody returns from its body. */
static void make_contexts(void)
{
	for (u32 i = 0; i < OPS_MAX; i++) {
		getcontext(&fresh[i]);
		fresh[i].uc_stack.ss_sp = stacks[i];
		fresh[i].uc_stack.ss_size = STACK;
		fresh[i].uc_link = NULL;
		makecontext(&fresh[i], op_body, 0);
	}
}

int main(void)
{
	make_contexts();
	ktap_plan(ARRAY_SIZE(setups));
	for (u32 i = 0; i < ARRAY_SIZE(setups); i++) {
		setup = &setups[i];
		schedules = 0;
		walk_paths(run);
		ktap_ok(true, "%s: %llu schedules", setup->name, schedules);
	}
	return ktap_done();
}
