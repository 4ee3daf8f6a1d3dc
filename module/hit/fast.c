// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>

#include "aggr/aggr.h"
#include "hit/fast.h"
#include "ring/ring_mem.h"

/* Filling in struct kpctl_fast_path */

notrace bool kpctl_fast_fits(const struct kpctl_target *target)
{
	const struct kpctl_prog *prog = target->prog;

	return !kpctl_kind_is_call(target->kind) && prog->emit && !prog->more && !prog->spans &&
	       !prog->fetch.nargs && prog->fetch.nplain <= KPCTL_FAST_ARGS &&
	       prog->fetch.slots == KPCTL_FAST_SLOTS;
}
NOKPROBE_SYMBOL(kpctl_fast_fits);

notrace bool kpctl_fast_counts(const struct kpctl_target *target)
{
	const struct kpctl_prog *prog = target->prog;
	const struct kpctl_aggr_operands *take = &prog->aggr[0];

	return !kpctl_kind_is_call(target->kind) && !prog->emit && prog->naggrs == 1 &&
	       !prog->acts && !prog->spans &&
	       take->action == KPCTL_ACTION_COUNT && !take->nkeys;
}
NOKPROBE_SYMBOL(kpctl_fast_counts);

/* A value v passes if v - lo <= span. False: no value passes, and no range can say so. */
static bool range_of(const struct kpctl_filter_test *t, u64 *lo, u64 *span)
{
	u64 least = t->is_signed ? 1ull << 63 : 0, most = least - 1, num = t->num;

	switch (t->cmp) {
	case KPCTL_CMP_EQ:
		*lo = num;
		*span = 0;
		return true;
	case KPCTL_CMP_NE:
		*lo = num + 1;
		*span = ~0ull - 1;
		return true;
	case KPCTL_CMP_LT:
		*lo = least;
		*span = num - least - 1;
		return num != least;
	case KPCTL_CMP_LE:
		*lo = least;
		*span = num - least;
		return true;
	case KPCTL_CMP_GT:
		*lo = num + 1;
		*span = most - num - 1;
		return num != most;
	case KPCTL_CMP_GE:
		*lo = num;
		*span = most - num;
		return true;
	default:
		return false;
	}
}

static bool is_lat(const struct kpctl_arg *arg)
{
	return arg->make == KPCTL_MAKE_WORD && arg->load == KPCTL_LOAD_SITE &&
	       arg->num == offsetof(struct kpctl_site, lat) && !arg->nderef && !arg->adjust;
}

static bool fast_word_of(const struct kpctl_arg *arg, struct kpctl_fast_word *word)
{
	/* narrow: 32 bits, widened by two shifts; ids are never negative, so a load will do */
	bool narrow = arg->adjust && arg->lshift == 32 && arg->rshift == 32;

	if (arg->make != KPCTL_MAKE_WORD || arg->nderef || (arg->adjust && !narrow))
		return false;
	word->width = 4;
	switch (arg->load) {
	case KPCTL_LOAD_REG:
		word->width = 8;
		word->at = arg->num;
		return !narrow;
	case KPCTL_LOAD_PID:
		word->at = offsetof(struct task_struct, tgid);
		return true;
	case KPCTL_LOAD_TID:
		word->at = offsetof(struct task_struct, pid);
		return true;
	case KPCTL_LOAD_TASK:
		word->at = arg->num;
		return narrow && (arg->num == offsetof(struct task_struct, tgid) ||
				  arg->num == offsetof(struct task_struct, pid));
	default:
		return false;
	}
}

static bool one_test(const struct kpctl_filter *filter, struct kpctl_fast_path *q)
{
	const struct kpctl_filter_test *t = filter->test;

	return filter->ntests == 1 && !t->right && t->on_true == KPCTL_COND_YES &&
	       range_of(t, &q->lo, &q->span);
}

static bool test_of(const struct kpctl_filter *filter, struct kpctl_fast_path *q)
{
	return one_test(filter, q) && fast_word_of(filter->test->left, &q->value);
}

static bool entry_test_of(const struct kpctl_filter *filter, struct kpctl_fast_path *q)
{
	const struct kpctl_filter_test *t = filter->test;

	return !filter->late && one_test(filter, q) && !t->early_right &&
	       fast_word_of(t->early_left, &q->value);
}

/* The duration against a constant. */
static bool lat_test_of(const struct kpctl_filter *filter, struct kpctl_fast_path *q)
{
	return !filter->early && one_test(filter, q) && is_lat(filter->test->left);
}

/* Returns of calls that fit: each recorded, or by duration; or all durations in one table. */
static bool call_of(const struct kpctl_target *target, struct kpctl_fast_path *q, bool *tested)
{
	const struct kpctl_prog *prog = target->prog;
	const struct kpctl_aggr_operands *take = &prog->aggr[0];

	if (prog->fetch.slots != KPCTL_FAST_CALL_SLOTS || prog->spans)
		return false;
	q->hist = !prog->emit && prog->naggrs == 1 && !prog->acts &&
		  take->action == KPCTL_ACTION_HIST && !take->nkeys &&
		  is_lat(take->value) && !prog->filter.late;
	*tested = q->hist || prog->filter.late;
	if (q->hist)
		return true;
	return prog->emit && !prog->more && !prog->fetch.nargs &&
	       prog->fetch.nplain <= KPCTL_FAST_ARGS &&
	       (!prog->filter.late || lat_test_of(&prog->filter, q));
}

/* A key of one word. */
static bool key_word_of(const struct kpctl_aggr_operands *take, struct kpctl_fast_word *word)
{
	return take->nkeys == 1 && !take->room[0] && fast_word_of(take->key[0], word);
}

/*
 * Hits that start a span or end one, by such a key: what a start keeps is whole registers, and
 * a condition is one test, at an end of the span's time. What an end does beyond that, but for
 * adding its time to a table, `rest` leaves to the general path.
 */
static bool span_of(const struct kpctl_target *target, struct kpctl_fast_path *q)
{
	const struct kpctl_prog *prog = target->prog;
	const struct kpctl_aggr_operands *take = &prog->aggr[0];

	if (prog->nsinces > 1 || (prog->nsinces && !prog->takes[0]) ||
	    (prog->nsinces && !key_word_of(&prog->since[0], &q->ends)) ||
	    (prog->starts && (!key_word_of(&prog->start, &q->starts) || prog->aside.nargs)))
		return false;
	q->timed = prog->filter.ntests;
	if (q->timed && !(prog->nsinces ? lat_test_of(&prog->filter, q) :
					  test_of(&prog->filter, q)))
		return false;
	q->hist = !prog->emit && prog->naggrs == 1 && take->action == KPCTL_ACTION_HIST &&
		  !take->nkeys && is_lat(take->value);
	q->rest = prog->emit || prog->acts || (prog->naggrs && !q->hist);
	return prog->nsinces || !(prog->emit || prog->more);
}

/* Entries of calls that fit: at most one test, and only whole registers kept. */
static u8 entry_of(const struct kpctl_target *target, struct kpctl_fast_path *q)
{
	const struct kpctl_prog *prog = target->prog;
	u8 enters = 0;

	if (!kpctl_kind_is_call(target->kind) || prog->entry_more)
		return KPCTL_FAST_ENTERS_NOT;
	if (prog->filter.early) {
		if (!entry_test_of(&prog->filter, q))
			return KPCTL_FAST_ENTERS_NOT;
		enters |= KPCTL_FAST_ENTERS_TESTED;
	}
	if (prog->entry.nplain)
		enters |= KPCTL_FAST_ENTERS_KEEPING;
	return enters ?: KPCTL_FAST_ENTERS_PLAIN;
}

static local_t *bump_of(const struct kpctl_target *target, int cpu)
{
	return kpctl_fast_counts(target) ?
	       per_cpu_ptr(target->aggrs->aggr[0].cpu, cpu)->word : NULL;
}

static void fill_fast_path(struct kpctl_fast_path *q, const struct kpctl_fast_path *as)
{
	q->id_size = as->id_size;
	memcpy(q->from, as->from, sizeof(q->from));
	q->lo = as->lo;
	q->span = as->span;
	q->value = as->value;
	q->nargs = as->nargs;
	q->hist = as->hist;
	q->prog = as->prog;
	q->ends = as->ends;
	q->starts = as->starts;
	q->timed = as->timed;
	q->rest = as->rest;
}

static void open_cpu(struct kpctl_fast_path *q, struct kpctl_cpu *c, bool tested)
{
	/* Pair with the load-acquires in hit/fast.h: all that hits need is filled in. */
	if (tested)
		smp_store_release(&q->tested, c);
	else
		smp_store_release(&q->cpu, c);
}

/* Do the event's hits (of calls: returns) fit the fast path? */
static bool fits(const struct kpctl_target *target, struct kpctl_fast_path *q, bool *tested)
{
	*tested = target->prog->filter.ntests;
	if (kpctl_kind_is_call(target->kind))
		return call_of(target, q, tested);
	if (target->prog->spans) {
		*tested = true;
		return span_of(target, q);
	}
	return (kpctl_fast_fits(target) || kpctl_fast_counts(target)) &&
	       (!*tested || test_of(&target->prog->filter, q));
}

void kpctl_fast_open(struct kpctl_target *target)
{
	const struct kpctl_prog *prog = target->prog;
	struct kpctl_fast_path q = {}, *to;
	bool tested, fit = fits(target, &q, &tested);
	u8 enters = entry_of(target, &q);
	int cpu;

	q.prog = prog;
	q.nargs = prog->fetch.nplain;
	q.id_size = target->id | prog->fetch.size << 16;
	memcpy(q.from, prog->fetch.plain, min_t(u32, prog->fetch.nplain, sizeof(q.from)));
	for_each_possible_cpu(cpu) {
		to = &per_cpu_ptr(target->count, cpu)->fast;
		WRITE_ONCE(to->bump, bump_of(target, cpu));
		fill_fast_path(to, &q);
		if (fit)
			open_cpu(to, per_cpu_ptr(target->stream->rings->cpu, cpu), tested);
		/* Pairs with the load-acquires in probe/call_path.h: entries have all they need. */
		smp_store_release(&to->enters, enters);
	}
}

void kpctl_fast_close(struct kpctl_target *target)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct kpctl_fast_path *q = &per_cpu_ptr(target->count, cpu)->fast;

		WRITE_ONCE(q->cpu, NULL);
		WRITE_ONCE(q->tested, NULL);
		WRITE_ONCE(q->enters, KPCTL_FAST_ENTERS_NOT);
	}
}

void kpctl_fast_tables(struct kpctl_target *target)
{
	int cpu;

	for_each_possible_cpu(cpu)
		WRITE_ONCE(per_cpu_ptr(target->count, cpu)->fast.bump, bump_of(target, cpu));
}

/* Rare cases of a hit */

kpctl_keeps_registers notrace noinline u64 kpctl_fast_context(unsigned int preempt,
							      unsigned long flags, u64 int3_at)
{
	u32 ctx = kpctl_hit_context_slow(preempt, flags, int3_at);

	return (u64)(ctx << KPCTL_TID_BITS) << 32 | ctx >> KPCTL_CTX_BITS << 16;
}
NOKPROBE_SYMBOL(kpctl_fast_context);

kpctl_keeps_registers notrace noinline void kpctl_fast_leave(struct kpctl_cpu *c)
{
	if (kpctl_ring_commit_rest(&c->ring))
		kpctl_hit_wake(c);
}
NOKPROBE_SYMBOL(kpctl_fast_leave);

kpctl_keeps_registers notrace noinline void kpctl_fast_give_up(struct kpctl_cpu *c)
{
	if (kpctl_ring_commit(&c->ring))
		kpctl_hit_wake(c);
}
NOKPROBE_SYMBOL(kpctl_fast_give_up);

/* False: tracing is off, or the ring has refused nothing yet (`limit` is not negative). */
static __always_inline bool may_be_full(struct kpctl_cpu *c)
{
	return !kpctl_word_is64(&c->told, KPCTL_COMM_NONE) &&
	       kpctl_word_is_below(&c->ring.limit, 0);
}

kpctl_keeps_registers notrace noinline u64 kpctl_fast_full(struct kpctl_count *count,
							   struct kpctl_cpu *c, u32 len)
{
	bool refused;

	if (!may_be_full(c))
		return false;
	local_inc(&c->ring.nest);
	refused = kpctl_ring_refuse_fast(&c->ring, len);
	if (likely(refused)) {
		kpctl_count_hit(count);
		local_inc(&count->lost);
	}
	if (unlikely(!kpctl_ring_commit_fast(&c->ring)) && kpctl_ring_commit_rest(&c->ring))
		kpctl_hit_wake(c);
	return refused;
}
NOKPROBE_SYMBOL(kpctl_fast_full);

/*
 * Functions for wake-ups can be probed. So wake_at is set to 0 instead, as if the waiter had
 * armed only now: after arming, a waiter always looks again (ring.c, 10).
 */
static __always_inline bool refuse_return(struct kpctl_count *count, struct kpctl_cpu *c, u32 len)
{
	bool refused = kpctl_ring_refuse_fast(&c->ring, len);

	if (likely(refused)) {
		local_inc(&count->returned);
		local_inc(&count->lost);
	}
	if (unlikely(!kpctl_ring_commit_fast(&c->ring)) && kpctl_ring_commit_rest(&c->ring))
		WRITE_ONCE(c->ring.wake_at, 0);
	return refused;
}

kpctl_keeps_registers notrace noinline u64 kpctl_fast_refuse_return(struct kpctl_count *count,
								    struct kpctl_cpu *c, u32 len)
{
	return refuse_return(count, c, len);
}
NOKPROBE_SYMBOL(kpctl_fast_refuse_return);

kpctl_keeps_registers notrace noinline u64 kpctl_fast_full_return(struct kpctl_count *count,
								  struct kpctl_cpu *c, u32 len)
{
	if (!may_be_full(c))
		return false;
	local_inc(&c->ring.nest);
	return refuse_return(count, c, len);
}
NOKPROBE_SYMBOL(kpctl_fast_full_return);
