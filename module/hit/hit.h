/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The path every handler shares: from a hit to a record in the ring.
 *
 * Handlers run in any context up to NMI. They take no lock, allocate nothing, never sleep,
 * print or wake a reader directly. Everything is notrace and NOKPROBE.
 *
 * The common case is inline, so that each engine's handler becomes one function in which
 * struct kpctl_hit lives in registers and code that the kind does not need is gone. Inlining
 * and the flags for these files in Kbuild saved 90 of 503 instructions per hit. The rare
 * cases are in hit.c.
 */
#ifndef KPCTL_HIT_HIT_H
#define KPCTL_HIT_HIT_H

#include <linux/hardirq.h>
#include <linux/irqflags.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "ring/comm.h"
#include "base/arch.h"
#include "base/compat.h"
#include "ring/clock.h"
#include "hit/throttle.h"
#include "prog/prog.h"
#include "ring/ring_mem.h"
#include "ring/preamble.h"
#include "ring/stream.h"
#include "hit/target.h"

struct kpctl_span_claim;

/* One hit, between kpctl_hit_enter() and kpctl_hit_leave(). */
struct kpctl_hit {
	struct kpctl_target *target;
	const struct kpctl_prog *prog;
	struct kpctl_count *count;
	struct pt_regs *regs;
	unsigned int preempt;		/* preempt_count() as the handler found it */
	u64 fixed[2];			/* the kind's fixed slots: address, return address */
	bool timed;			/* r: fixed[1] is used, and a third slot, the duration */
	bool called;			/* f: the function called us; regs has no flags */
	u64 since;			/* stamp at entry */
	u64 lat;			/* r: the duration, if it was computed already, else 0 */
	const u8 *kept;			/* r: values kept at entry */
	const struct kpctl_span_claim *claim;	/* a span that the fast path has taken, or NULL */
};

/*
 * Preemption is turned off here, even where kprobes did so already: the counters and the
 * ring's nesting rest on disabled preemption.
 */
static __always_inline void kpctl_hit_enter(struct kpctl_hit *hit, struct kpctl_target *target,
					    struct pt_regs *regs)
{
	hit->preempt = preempt_count();
	preempt_disable_notrace();
	hit->target = target;
	hit->regs = regs;
	hit->called = false;
	hit->claim = NULL;
	hit->count = this_cpu_ptr(target->count);
}

static __always_inline void kpctl_hit_leave(void)
{
	preempt_enable_notrace();
}

/*
 * May this hit touch anything? If not, the hit is counted as norcu: without RCU watching
 * (idle, entry code) the rings could be freed under the handler.
 */
static __always_inline bool kpctl_hit_allowed(struct kpctl_hit *hit)
{
	if (unlikely(!kpctl_rcu_is_watching())) {
		local_inc(&hit->count->norcu);
		return false;
	}
	return true;
}

/* Rare cases, in hit.c */
void kpctl_hit_wake(struct kpctl_cpu *c);
void kpctl_hit_missed(struct kpctl_target *target, struct kpctl_count *count);
/* Writes into the stream that 1 in one_in hits is taken; false: no room for the note. */
bool kpctl_hit_throttled(struct kpctl_target *target, u32 one_in, u64 total);
u32 kpctl_hit_context_slow(unsigned int preempt, unsigned long flags, u64 int3_at);
void kpctl_hit_parts(const u8 *kept, u64 lat, struct kpctl_site *site);
u32 kpctl_hit_trim(struct kpctl_ring *ring, struct kpctl_reservation res, u8 *rec, u32 len);

/* What waits to be scheduled in, by the flags that tracefs looks at, too. */
static __always_inline u32 kpctl_hit_resched(void)
{
	unsigned long flags = data_race(current_thread_info()->flags);
	u32 ctx = 0;

	if (likely(!(flags & KPCTL_NEED_RESCHED)))
		return 0;
	if (flags & (1ul << TIF_NEED_RESCHED))
		ctx |= KPCTL_CTX_NEED_RESCHED;
	if (flags & KPCTL_NEED_RESCHED & ~(1ul << TIF_NEED_RESCHED))
		ctx |= KPCTL_CTX_LAZY_RESCHED;
	if (test_preempt_need_resched())
		ctx |= KPCTL_CTX_FOLD_RESCHED;
	return ctx;
}

/*
 * The context of the probed code, not of the handler: interrupts as the probed code's flags
 * had them, and without the level of preempt_disable() that each way into a handler adds.
 */
static __always_inline u32 kpctl_hit_context(const struct kpctl_hit *hit)
{
	unsigned long flags = hit->called ? arch_local_save_flags() :
					    kpctl_arch_flags(hit->regs);
	u32 ctx = 0;

	if (unlikely((hit->preempt & ~1u) || softirq_count()))
		return kpctl_hit_context_slow(hit->preempt, flags,
					      hit->timed || hit->called ? 0 : hit->fixed[0]);
	if (!kpctl_arch_irqs_on(flags))
		ctx |= KPCTL_CTX_IRQS_OFF;
	return ctx | kpctl_hit_resched();
}

static __always_inline u64 kpctl_hit_lat(const struct kpctl_hit *hit, u64 time)
{
	return kpctl_clock_between(hit->since, time);
}

/* with_lat: a duration also without a return address, that of a span. */
static __always_inline void kpctl_hit_fixed(const struct kpctl_hit *hit, u8 *rec, u64 lat,
					    bool with_lat)
{
	u64 *slot = (u64 *)(rec + sizeof(struct kpctl_rec));

	slot[0] = hit->fixed[0];
	if (with_lat && !hit->timed)
		slot[1] = lat;
	if (hit->timed) {
		slot[1] = hit->fixed[1];
		slot[2] = lat;
	}
}

/*
 * A hit's copy for functions out of line, made only where a caller needs the copy: if the
 * address of *hit were taken, *hit would live in memory for all hits.
 */
static __always_inline void kpctl_hit_site(const struct kpctl_hit *hit, u64 lat,
					   struct kpctl_site *site)
{
	kpctl_site_init(site, hit->regs, hit->kept, hit->fixed[0],
			hit->timed ? hit->fixed[1] : 0, lat);
	if (hit->timed && unlikely(hit->prog->wants_split))
		kpctl_hit_parts(hit->kept, lat, site);
}

/*
 * In hit/spans.c: a hit that starts, ends or looks at spans, from its condition to its fate. Takes
 * a copy, see kpctl_hit_site().
 */
void kpctl_hit_spans(struct kpctl_hit *hit);

/*
 * Does the event's own condition let the hit pass? If not, the hit is counted as filtered.
 * A hit with spans does not pass either: all of it has been done, and it is counted.
 * A duration that the condition has tested is written into the record as it was tested.
 */
static __always_inline bool kpctl_hit_passes(struct kpctl_hit *hit)
{
	const struct kpctl_filter *filter = &hit->prog->filter;
	struct kpctl_site site;
	struct kpctl_hit copy;

	hit->lat = 0;
	if (likely(!filter->late))
		return true;
	if (unlikely(hit->prog->spans)) {
		copy = *hit;
		kpctl_hit_spans(&copy);
		return false;
	}
	if (hit->timed && filter->wants_lat)
		hit->lat = kpctl_hit_lat(hit, kpctl_clock());
	kpctl_hit_site(hit, hit->lat, &site);
	if (likely(kpctl_filter_run(filter, &site, false)))
		return true;
	local_inc(&hit->count->filtered);
	return false;
}

/*
 * Of a call at its entry, or of a hit before the probed instruction: does it pass, as far as the
 * condition is known? If not, the hit is counted as filtered. at: what $func is.
 */
static __always_inline bool kpctl_hit_passes_early(const struct kpctl_hit *hit, unsigned long at)
{
	const struct kpctl_filter *filter = &hit->prog->filter;
	struct kpctl_site site;

	if (likely(!filter->early))
		return true;
	kpctl_site_init(&site, hit->regs, NULL, at, 0, 0);
	if (kpctl_filter_run(filter, &site, true))
		return true;
	local_inc(&hit->count->filtered);
	return false;
}

/* Is tracing on? If not, the hit is counted as off. */
static __always_inline bool kpctl_hit_is_on(const struct kpctl_hit *hit)
{
	/* Pairs with the store-release in replace_rings(). */
	if (likely(smp_load_acquire(&hit->target->stream->tracing_on)))
		return true;
	local_inc(&hit->count->off);
	return false;
}

/*
 * The record of a hit is written and counted as emitted, or the hit is counted as lost.
 *
 * An event with strings reserves the strings' largest size, writes each string once, in
 * place, and gives the rest of the room back.
 *
 * made: the hit's site, if it has been made already, with hit->lat; NULL otherwise.
 * marks: bits of the context besides those of the probed code; a constant 0 costs nothing.
 */
static __always_inline void kpctl_hit_record_marked(const struct kpctl_hit *hit,
						    const struct kpctl_site *made, u32 marks)
{
	const struct kpctl_target *target = hit->target;
	const struct kpctl_fetch *fetch = &hit->prog->fetch;
	const struct kpctl_rings *rings;
	u32 tid = current->pid, len, str_max = 0, generation, ctx;
	struct kpctl_reservation res;
	struct kpctl_site site;
	struct kpctl_comm *name;
	struct kpctl_cpu *c;
	struct kpctl_rec *rec;
	u64 comm[2], lat = 0;
	u32 due = 0;

	if (unlikely(READ_ONCE(target->stream->stop.state)) &&
	    !kpctl_stop_admits(target->stream)) {
		local_inc(&hit->count->off);
		return;
	}
	rings = READ_ONCE(target->stream->rings);
	c = this_cpu_ptr(rings->cpu);
	generation = READ_ONCE(c->generation);
	name = kpctl_comm_slot(c->comm, tid);
	kpctl_comm_read(comm);
	len = fetch->size;
	if (unlikely(fetch->nstrings)) {
		str_max = rings->str_max;
		len += str_max;
	}
	if (unlikely(!kpctl_comm_known(name, tid, comm, generation))) {
		due = KPCTL_PREAMBLE_LEARN | kpctl_preamble_due(c, name, tid, comm);
		len += kpctl_preamble_size(due);
	}

	if (unlikely(!kpctl_ring_reserve(&c->ring, len, &res))) {
		local_inc(&hit->count->lost);
		if (res.wake)
			kpctl_hit_wake(c);
		return;
	}
	rec = (void *)res.rec;
	if (unlikely(due)) {
		rec = (void *)kpctl_preamble_write(c, res.rec, res.time, due, tid, comm);
		kpctl_comm_learn(name, tid, comm, generation);
	}
	if (made)
		lat = hit->lat;
	else if (hit->timed)
		lat = hit->lat ?: kpctl_hit_lat(hit, res.time);
	kpctl_hit_fixed(hit, (u8 *)rec, lat, made && hit->prog->nsinces);
	kpctl_fetch_plain(fetch, hit->regs, (u8 *)rec);
	len = fetch->size;
	if (fetch->nargs) {
		if (!made)
			kpctl_hit_site(hit, lat, &site);
		len = kpctl_fetch_rest(fetch, made ?: &site, (u8 *)rec, len + str_max);
		if (unlikely(str_max))
			len = kpctl_hit_trim(&c->ring, res, (u8 *)rec, len);
	}
	rec->time = res.time;
	rec->id = target->id;
	ctx = kpctl_hit_context(hit) | marks;
	rec->size_ctx = len | ctx >> KPCTL_CTX_BITS;
	rec->ctx_tid = tid | ctx << KPCTL_TID_BITS;
	local_inc(&hit->count->emitted);
	if (unlikely(kpctl_ring_commit(&c->ring)))
		kpctl_hit_wake(c);
}

static __always_inline void kpctl_hit_record_at(const struct kpctl_hit *hit,
						const struct kpctl_site *made)
{
	kpctl_hit_record_marked(hit, made, 0);
}

static __always_inline void kpctl_hit_record(const struct kpctl_hit *hit)
{
	kpctl_hit_record_at(hit, NULL);
}

/*
 * In hit.c: adds a hit to the event's aggregates. Takes parts of the hit, not its address,
 * see kpctl_hit_site().
 */
void kpctl_hit_aggregate(struct kpctl_target *target, const struct kpctl_prog *prog,
			 struct pt_regs *regs, const u8 *kept, u64 func, u64 caller, u64 lat);

/*
 * In hit.c: the record of a hit that does more, whether it makes one or is counted as aggregated;
 * the hit is printed, recording stops, it acts on what was hit. Takes a copy, see
 * kpctl_hit_site(); made: as in kpctl_hit_record_at().
 */
void kpctl_hit_act(const struct kpctl_hit *hit, const struct kpctl_site *made);

/* A hit that passed goes into the tables, into the stream, or both. */
static __always_inline void kpctl_hit_take(struct kpctl_hit *hit)
{
	const struct kpctl_prog *prog = hit->prog;
	struct kpctl_hit copy;

	if (unlikely(prog->more)) {
		/* tables and record have the same duration */
		if (hit->timed && prog->aggr_wants_lat && !hit->lat)
			hit->lat = kpctl_hit_lat(hit, kpctl_clock());
		if (prog->naggrs)
			kpctl_hit_aggregate(hit->target, prog, hit->regs, hit->kept, hit->fixed[0],
					    hit->timed ? hit->fixed[1] : 0, hit->lat);
		if (prog->acts) {
			copy = *hit;
			kpctl_hit_act(&copy, NULL);
		} else if (!prog->emit) {
			local_inc(&hit->count->aggregated);
		} else {
			kpctl_hit_record(hit);
		}
		return;
	}
	kpctl_hit_record(hit);
}

#endif /* KPCTL_HIT_HIT_H */
