// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>

#include "aggr.h"
#include "engine.h"
#include "event.h"
#include "quick.h"
#include "ring_mem.h"
#include "session.h"

/* What is filled in */

bool kpctl_quick_fits(const struct kpctl_event *ev)
{
	const struct kpctl_prog *prog = ev->prog;

	return ev->spec->kind != KPCTL_KIND_R && prog->emit && !prog->naggrs &&
	       !prog->fetch.nargs && prog->fetch.nplain <= KPCTL_QUICK_ARGS &&
	       prog->fetch.slots == KPCTL_QUICK_SLOTS;
}

/* Which values v pass: those with v - lo <= span. None at all cannot be said so. */
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

/* The value, as far as it can be had without asking what it is. */
static bool word_of(const struct kpctl_arg *arg, struct kpctl_quick_way *q)
{
	/* ids are 32 bits, and never negative */
	bool narrow = arg->adjust && arg->lshift == 32 && arg->rshift == 32;

	if (arg->make != KPCTL_MAKE_WORD || arg->nderef || (arg->adjust && !narrow))
		return false;
	q->width = 4;
	switch (arg->load) {
	case KPCTL_LOAD_REG:
		q->width = 8;
		q->value = arg->num;
		return !narrow;
	case KPCTL_LOAD_PID:
		q->value = offsetof(struct task_struct, tgid);
		return true;
	case KPCTL_LOAD_TID:
		q->value = offsetof(struct task_struct, pid);
		return true;
	case KPCTL_LOAD_TASK:
		q->value = arg->num;
		return narrow && (arg->num == offsetof(struct task_struct, tgid) ||
				  arg->num == offsetof(struct task_struct, pid));
	default:
		return false;
	}
}

static bool test_of(const struct kpctl_filter *filter, struct kpctl_quick_way *q)
{
	const struct kpctl_filter_test *t = filter->test;

	return filter->ntests == 1 && !t->right && t->on_true == KPCTL_COND_YES &&
	       range_of(t, &q->lo, &q->span) && word_of(t->left, q);
}

/* The duration against a constant. */
static bool lat_test_of(const struct kpctl_filter *filter, struct kpctl_quick_way *q)
{
	const struct kpctl_filter_test *t = filter->test;
	const struct kpctl_arg *arg = t->left;

	return filter->ntests == 1 && !filter->early && !t->right &&
	       t->on_true == KPCTL_COND_YES && range_of(t, &q->lo, &q->span) &&
	       is_lat(arg);
}

/* Calls: a record of each, or of those that last so long; or all into one table. */
static bool call_of(const struct kpctl_event *ev, struct kpctl_quick_way *q, bool *tested)
{
	const struct kpctl_prog *prog = ev->prog;
	const struct kpctl_aggr_take *take = &prog->aggr[0];

	if (prog->fetch.slots != KPCTL_QUICK_CALL_SLOTS)
		return false;
	q->prog = prog;
	q->nargs = prog->fetch.nplain;
	q->hist = !prog->emit && prog->naggrs == 1 && take->is_hist && !take->nkeys &&
		  is_lat(take->value) && !prog->filter.late;
	*tested = q->hist || prog->filter.late;
	if (q->hist)
		return true;
	return prog->emit && !prog->naggrs && !prog->fetch.nargs &&
	       prog->fetch.nplain <= KPCTL_QUICK_ARGS &&
	       (!prog->filter.late || lat_test_of(&prog->filter, q));
}

static void open_cpu(struct kpctl_quick_way *q, const struct kpctl_quick_way *as, struct kpctl_cpu *c,
		     bool tested)
{
	q->id_size = as->id_size;
	memcpy(q->from, as->from, sizeof(q->from));
	q->lo = as->lo;
	q->span = as->span;
	q->value = as->value;
	q->width = as->width;
	q->nargs = as->nargs;
	q->hist = as->hist;
	q->prog = as->prog;
	/* Pair with the load-acquires in kpctl_quick_hit(): all that it needs. */
	if (tested)
		smp_store_release(&q->tested, c);
	else
		smp_store_release(&q->cpu, c);
}

void kpctl_quick_open(struct kpctl_event *ev)
{
	const struct kpctl_prog *prog = ev->prog;
	struct kpctl_quick_way q = {};
	bool tested = prog->filter.ntests;
	int cpu;

	if (!call_of(ev, &q, &tested) &&
	    (!kpctl_quick_fits(ev) || (tested && !test_of(&prog->filter, &q))))
		return;
	q.id_size = ev->id | prog->fetch.size << 16;
	memcpy(q.from, prog->fetch.plain, min_t(u32, prog->fetch.nplain, sizeof(q.from)));
	for_each_possible_cpu(cpu)
		open_cpu(&per_cpu_ptr(ev->count, cpu)->quick, &q,
			 per_cpu_ptr(ev->session->rings->cpu, cpu), tested);
}

void kpctl_quick_close(struct kpctl_event *ev)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct kpctl_quick_way *q = &per_cpu_ptr(ev->count, cpu)->quick;

		WRITE_ONCE(q->cpu, NULL);
		WRITE_ONCE(q->tested, NULL);
	}
}

/* The rare turns of a hit */

kpctl_keeps_registers notrace noinline u32 kpctl_quick_context(unsigned int preempt,
							       unsigned long flags, u64 int3_at)
{
	return kpctl_hit_context_slow(preempt, flags, int3_at) << KPCTL_TID_BITS;
}
NOKPROBE_SYMBOL(kpctl_quick_context);

notrace noinline bool kpctl_quick_refuse(struct kpctl_count *count, local_t *came,
					 struct kpctl_cpu *c, u32 len)
{
	bool refused = kpctl_ring_refuse_fast(&c->ring, len);

	if (likely(refused)) {
		local_inc(came);
		local_inc(&count->lost);
	}
	if (unlikely(!kpctl_ring_commit_fast(&c->ring)))
		kpctl_quick_leave(c);
	return refused;
}
NOKPROBE_SYMBOL(kpctl_quick_refuse);

notrace noinline bool kpctl_quick_full(struct kpctl_count *count, local_t *came,
				       struct kpctl_cpu *c, u32 len)
{
	/* tracing may be off; that nothing was refused yet, one look tells */
	if (c->told == KPCTL_COMM_NONE || !kpctl_word_is_below(&c->ring.limit, 0))
		return false;
	local_inc(&c->ring.nest);
	return kpctl_quick_refuse(count, came, c, len);
}
NOKPROBE_SYMBOL(kpctl_quick_full);

notrace noinline void kpctl_quick_no_record(struct kpctl_event *ev, struct kpctl_count *count,
					    struct kpctl_call *call, u64 lat)
{
	call->mark = 0;
	local_inc(&count->returned);
	if (!count->quick.hist) {
		local_inc(&count->filtered);
		return;
	}
	/* Pairs with the store-release in event_aggr.c. */
	kpctl_aggr_add(&smp_load_acquire(&ev->aggrs)->aggr[0], lat);
	local_inc(&count->aggregated);
}
NOKPROBE_SYMBOL(kpctl_quick_no_record);

notrace noinline void kpctl_quick_leave(struct kpctl_cpu *c)
{
	if (kpctl_ring_commit_rest(&c->ring))
		kpctl_hit_wake(c);
}
NOKPROBE_SYMBOL(kpctl_quick_leave);

static notrace noinline void slower(struct kpctl_count *count, struct kpctl_cpu *c,
				    const struct pt_regs *regs, u64 at, u32 n, u32 ctx_tid)
{
	struct kpctl_reservation res;

	if (kpctl_ring_reserve_slow(&c->ring, KPCTL_QUICK_SLOTS + 8 * n, &res)) {
		kpctl_quick_fill(&count->quick, res.rec, res.time, regs, at, n, ctx_tid);
		local_inc(&count->emitted);
		res.wake = kpctl_ring_commit(&c->ring);
	} else {
		local_inc(&count->lost);
	}
	if (res.wake)
		kpctl_hit_wake(c);
}
NOKPROBE_SYMBOL(slower);

/* nest is counted already. What is full stays full for long, so that comes first. */
notrace noinline void kpctl_quick_slow(struct kpctl_count *count, struct kpctl_cpu *c,
				       const struct pt_regs *regs, u64 at, u32 n, u32 ctx_tid)
{
	if (unlikely(!kpctl_ring_refuse_fast(&c->ring, KPCTL_QUICK_SLOTS + 8 * n))) {
		slower(count, c, regs, at, n, ctx_tid);
		return;
	}
	local_inc(&count->lost);
	if (unlikely(!kpctl_ring_commit_fast(&c->ring)))
		kpctl_quick_leave(c);
}
NOKPROBE_SYMBOL(kpctl_quick_slow);
