/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The quick way of a hit: what most events are, and no question asked that was
 * answered when the event was planted.
 *
 * An event whose record is whole registers and nothing else, and whose condition is
 * no more than one test of a number against a constant, has all that its hits need
 * beside its counters, per CPU: where the ring is, what to copy, what to compare.
 * That is there only while the event is on, so one look at one word tells that it
 * is, that there is a ring, and that the program is of this kind. It goes away
 * before any of that changes, and is filled in again a grace period later.
 *
 * Whatever is out of the ordinary (tracing is off, a name is to be told, RCU does
 * not watch, a handler was interrupted) is left to the general way, before anything
 * has been touched: kpctl_quick_hit() says so and the caller goes there. So each of
 * these has one place where it is decided and counted, in hit.h. Only what is met
 * once the ring has been entered ends here, in quick.c.
 *
 * What counts is instructions. So nothing here calls a function in the usual way:
 * the registers that a call destroys are then free for the hit, none is saved and
 * none is put back. The number of arguments is known to the compiler.
 */
#ifndef KPCTL_QUICK_H
#define KPCTL_QUICK_H

#include "call.h"
#include "compat.h"
#include "hit.h"

/* p and f: header, where it hit, arguments */
#define KPCTL_QUICK_SLOTS	(sizeof(struct kpctl_rec) + 8)

/* r, f %return: header, function, where to, duration, arguments */
#define KPCTL_QUICK_CALL_SLOTS	(sizeof(struct kpctl_rec) + 24)

struct kpctl_event;

/*
 * ev->on is about to be set, or to be left: fill in, take away. Under the
 * session's lock; who fills in again after a change of what is in it has waited
 * for a grace period since it was taken away.
 */
void kpctl_quick_open(struct kpctl_event *ev);
void kpctl_quick_close(struct kpctl_event *ev);

/* May it be of use for hits of this event, with any condition? */
bool kpctl_quick_fits(const struct kpctl_event *ev);

/*
 * Called where registers must live on: all of them are the callee's. Returns the
 * context, in the place where a record has it.
 */
kpctl_keeps_registers u32 kpctl_quick_context(unsigned int preempt, unsigned long flags, u64 int3_at);

void kpctl_quick_slow(struct kpctl_count *count, struct kpctl_cpu *c, const struct pt_regs *regs,
		      u64 at, u32 n, u32 ctx_tid);
void kpctl_quick_leave(struct kpctl_cpu *c);
/*
 * Refused at once, and counted in *came, hits or returned, and as lost? If not,
 * nothing has happened. In this order: a sum never has more fates than hits.
 */
bool kpctl_quick_full(struct kpctl_count *count, local_t *came, struct kpctl_cpu *c, u32 len);
/* A return that is refused, or goes into a table and nowhere else. */
void kpctl_quick_no_record(struct kpctl_event *ev, struct kpctl_count *count,
			   struct kpctl_call *call, u64 lat);
/* The same once nest is counted; either way it has left. */
bool kpctl_quick_refuse(struct kpctl_count *count, local_t *came, struct kpctl_cpu *c, u32 len);

/* Is there nothing to say of it but, maybe, what preempt_count() says? */
static __always_inline bool kpctl_quick_is_calm(const struct task_struct *task,
						unsigned long flags)
{
	return likely(flags & X86_EFLAGS_IF) &&
	       likely(!(task->thread_info.flags & KPCTL_NEED_RESCHED)) &&
	       /* which has its own count of softirqs */
	       (!IS_ENABLED(CONFIG_PREEMPT_RT) || likely(!softirq_count()));
}

/* One test of a word against a constant, as a range; what it refuses is counted. */
static __always_inline bool kpctl_quick_passes(const struct kpctl_quick_way *q,
					       const struct task_struct *task,
					       const struct pt_regs *regs)
{
	u64 v;

	if (q->width == 4)
		v = *(const u32 *)((const u8 *)task + q->value);
	else
		v = *(const u64 *)((const u8 *)regs + q->value);
	return v - q->lo <= q->span;
}

/* The record: rec has room for n arguments. */
static __always_inline void kpctl_quick_fill(const struct kpctl_quick_way *q, u8 *rec, u64 time,
					     const struct pt_regs *regs, u64 at, u32 n,
					     u32 ctx_tid)
{
	u64 *word = (u64 *)rec;
	u32 i;

	word[0] = time;
	word[1] = q->id_size | (u64)ctx_tid << 32;
	word[2] = at;
#pragma GCC unroll 8
	for (i = 0; i < n; i++)
		word[3 + i] = *(const u64 *)((const u8 *)regs + q->from[i]);
}

/*
 * ctx: the context, as kpctl_quick_context() says it; 0: nothing to say. False: take
 * the general way.
 */
static __always_inline bool kpctl_quick_hit(struct kpctl_count *count,
					    const struct task_struct *task,
					    const struct pt_regs *regs, u64 at, u32 n, u32 ctx)
{
	const struct kpctl_quick_way *q = &count->quick;
	struct kpctl_reservation res;
	struct kpctl_comm *name;
	struct kpctl_ring *ring;
	struct kpctl_cpu *c;
	u32 tid = task->pid, ctx_tid = tid | ctx;
	u64 tag;

	/* Pairs with the store-release in kpctl_quick_open(). */
	c = smp_load_acquire(&q->cpu);
	if (unlikely(!c)) {
		c = smp_load_acquire(&q->tested);
		if (!c || READ_ONCE(c->told) == KPCTL_COMM_NONE)
			return false;
		if (!kpctl_quick_passes(q, task, regs)) {
			local_inc(&count->hits);
			local_inc(&count->filtered);
			return true;
		}
	}
	name = kpctl_comm_slot(c->comm, tid);
	tag = c->told + tid;
	if (unlikely(!kpctl_comm_is(name, tag, task)))
		/* names are not told where nothing fits */
		return kpctl_quick_full(count, &count->hits, c, KPCTL_QUICK_SLOTS + 8 * n);
	local_inc(&count->hits);
	ring = &c->ring;
	local_inc(&ring->nest);
	if (unlikely(!kpctl_ring_reserve_fast(ring, KPCTL_QUICK_SLOTS + 8 * n, &res))) {
		kpctl_quick_slow(count, c, regs, at, n, ctx_tid);
		return true;
	}
	kpctl_quick_fill(q, res.rec, res.time, regs, at, n, ctx_tid);
	local_inc(&count->emitted);
	if (unlikely(!kpctl_ring_commit_fast(ring)))
		kpctl_quick_leave(c);
	return true;
}

/*
 * A return, and what is done with it, the same way. Preemption is off by rethook's
 * doing, which adds one level as other ways to a handler do. False: nothing has
 * happened, not even that it was counted.
 */
static __always_inline bool kpctl_quick_return(struct kpctl_event *ev, struct kpctl_call *call,
					       struct pt_regs *regs, u64 func)
{
	struct kpctl_count *count = this_cpu_ptr(ev->count);
	const struct kpctl_quick_way *q = &count->quick;
	unsigned int preempt = preempt_count();
	struct task_struct *task = current;
	struct kpctl_reservation res;
	struct kpctl_comm *name;
	u32 tid = task->pid, ctx = 0, i;
	struct kpctl_cpu *c;
	bool tested;
	u64 *word, lat = 0;

	/* Pairs with the store-release in kpctl_quick_open(). */
	c = smp_load_acquire(&q->cpu);
	tested = !c;	/* once: it may be taken away meanwhile */
	if (unlikely(tested)) {
		c = smp_load_acquire(&q->tested);
		if (!c || c->told == KPCTL_COMM_NONE)
			return false;
	}
	if (unlikely(call->prog != q->prog) || unlikely(!kpctl_rcu_is_watching()) ||
	    unlikely(!preempt))
		return false;
	if (unlikely(tested)) {
		lat = kpctl_clock_between(call->since, kpctl_clock());
		if (q->hist || lat - q->lo > q->span) {
			kpctl_quick_no_record(ev, count, call, lat);
			return true;
		}
	}
	name = kpctl_comm_slot(c->comm, tid);
	if (unlikely(!kpctl_comm_is(name, c->told + tid, task))) {
		if (!kpctl_quick_full(count, &count->returned, c, q->id_size >> 16))
			return false;
		call->mark = 0;
		return true;
	}
	if (unlikely(preempt != 1) || unlikely(!kpctl_quick_is_calm(task, regs->flags)))
		ctx = KPCTL_CALL_KEEPING(kpctl_quick_context, preempt, regs->flags, 0);
	local_inc(&c->ring.nest);
	if (unlikely(!kpctl_ring_reserve_fast(&c->ring, q->id_size >> 16, &res))) {
		if (!kpctl_quick_refuse(count, &count->returned, c, q->id_size >> 16))
			return false;
		call->mark = 0;
		return true;
	}
	call->mark = 0;
	local_inc(&count->returned);
	if (likely(!lat))
		lat = kpctl_clock_between(call->since, res.time);
	word = (u64 *)res.rec;
	word[0] = res.time;
	word[1] = q->id_size | (u64)(tid | ctx) << 32;
	word[2] = func;
	word[3] = instruction_pointer(regs);
	word[4] = lat;
	for (i = 0; i < q->nargs; i++)
		word[5 + i] = *(const u64 *)((const u8 *)regs + q->from[i]);
	local_inc(&count->emitted);
	if (unlikely(!kpctl_ring_commit_fast(&c->ring)))
		kpctl_quick_leave(c);
	return true;
}

/* A handler for each number of arguments; beyond that it is the general one. */
#define KPCTL_QUICK_ARGS	6
#define KPCTL_QUICK_HANDLERS(X)	X(0) X(1) X(2) X(3) X(4) X(5) X(6)

#endif /* KPCTL_QUICK_H */
