/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fast path of a hit: what most events are, and no question asked that was
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
 * not watch, a handler was interrupted) is left to the general path, before anything
 * has been touched: kpctl_fast_hit() says so and the caller goes there. So each of
 * these has one place where it is decided and counted, in hit.h. Only what is met
 * once the ring has been entered ends here, in hit/fast.c.
 *
 * What runs where, and where a hit goes that the fast path leaves:
 *
 *	            handler                 its fast path                 its general path
 *	p           kprobe_fast_N           kpctl_fast_hit()              kprobe_general_hit()
 *	            kprobe_fast_count       kpctl_fast_count()            the same
 *	            kprobe_pre_handler      none: the event does not fit  the same
 *	f           fentry_fast_N           kpctl_fast_hit()              fentry_general_hit()
 *	            fentry_fast_count       kpctl_fast_count()            the same
 *	            fentry_handler          none                          the same
 *	r           kretprobe_pre_handler   kpctl_call_way(), _fast()     kretprobe_general_hit()
 *	  returns   kretprobe_returned      kpctl_fast_record_return()    the kernel's handler, then
 *	                                    kpctl_fast_test_return()      kpctl_call_rest()
 *	f %return   fexit_handler           kpctl_call_way(), _fast()     fexit_general_hit()
 *	  returns   fexit_returned          as r's                        kpctl_call_rest()
 *
 *	kpctl_fast_hit(), _count()   open_to() -- passes()      the ring, and the one test
 *	                             ctx()                      the record's context
 *	kpctl_fast_record_return()   may_return() -- write_return() -- ctx()
 *	kpctl_fast_test_return()     may_return(), the test of $lat, write_return() or the table
 *	..._general_hit()            hit/general.h, and hit/hit.h from there to the record
 *
 * What counts is instructions. So nothing here calls a function in the usual way:
 * the registers that a call destroys are then free for the hit, none is saved and
 * none is put back. The number of arguments is known to the compiler.
 */
#ifndef KPCTL_HIT_FAST_H
#define KPCTL_HIT_FAST_H

#include "aggr/hist.h"
#include "hit/call.h"
#include "base/arch.h"
#include "base/compat.h"
#include "hit/hit.h"

/* p and f: header, where it hit, arguments */
#define KPCTL_FAST_SLOTS	(sizeof(struct kpctl_rec) + 8)

/* r, f %return: header, function, where to, duration, arguments */
#define KPCTL_FAST_CALL_SLOTS	(sizeof(struct kpctl_rec) + 24)

struct kpctl_target;

/*
 * target->on is about to be set, or to be left: fill in, take away. Under the
 * session's lock; who fills in again after a change of what is in it has waited
 * for a grace period since it was taken away.
 */
void kpctl_fast_open(struct kpctl_target *target);
void kpctl_fast_close(struct kpctl_target *target);

/* The tables are others from now on; the old ones go a grace period later. */
void kpctl_fast_tables(struct kpctl_target *target);

/*
 * May it be of use for hits of this event, with any condition? For p and f: with a
 * record of each, or with kpctl_fast_count().
 */
bool kpctl_fast_fits(const struct kpctl_target *target);
bool kpctl_fast_counts(const struct kpctl_target *target);

/*
 * Called where registers must live on: all of them are the callee's. Returns the
 * context, in the place where a record has it.
 */
kpctl_keeps_registers u32 kpctl_fast_context(unsigned int preempt, unsigned long flags,
					     u64 int3_at);

/*
 * kpctl_fast_leave() leaves the ring when kpctl_ring_commit_fast() has not done all there
 * is to do; kpctl_fast_give_up() leaves the ring with nothing written.
 */
kpctl_keeps_registers void kpctl_fast_leave(struct kpctl_cpu *c);
kpctl_keeps_registers void kpctl_fast_give_up(struct kpctl_cpu *c);
/* Refused at once, and counted as a hit that was lost? If not, nothing has happened. */
kpctl_keeps_registers u64 kpctl_fast_full(struct kpctl_count *count, struct kpctl_cpu *c, u32 len);
/* The same for a return. Wakes nobody: whoever commits next asks for it. */
kpctl_keeps_registers u64 kpctl_fast_full_return(struct kpctl_count *count, struct kpctl_cpu *c,
						  u32 len);
/* The same once nest is counted; either way it has left. */
kpctl_keeps_registers u64 kpctl_fast_refuse_return(struct kpctl_count *count,
						    struct kpctl_cpu *c, u32 len);

/* What became of a hit. */
enum kpctl_fast_outcome {
	KPCTL_FAST_NOT_TAKEN,	/* nothing, not even that it was counted */
	KPCTL_FAST_COUNTED,	/* no more than that */
	KPCTL_FAST_DONE,
	KPCTL_FAST_WAKE,	/* it is done, but for kpctl_hit_wake() */
};

/* How calls enter: PLAIN alone, or one or both of those behind it. */
enum kpctl_fast_entry {
	KPCTL_FAST_ENTERS_NOT = 0,	/* not this way */
	KPCTL_FAST_ENTERS_PLAIN = 1,	/* all of them, and nothing is kept */
	KPCTL_FAST_ENTERS_KEEPING = 2,	/* the values of registers are */
	KPCTL_FAST_ENTERS_TESTED = 4,	/* only those that pass the test */
};

/* Which kind of handler; it is known to the compiler. */
enum kpctl_fast_kind {
	KPCTL_FAST_P,
	KPCTL_FAST_F,		/* regs has no flags */
	KPCTL_FAST_RETURN,
};

/* Is there nothing to say of it but, maybe, what preempt_count() says? */
static __always_inline bool kpctl_fast_is_calm(const struct task_struct *task,
						unsigned long flags)
{
	return likely(kpctl_arch_irqs_on(flags)) &&
	       /* set by whoever wants the CPU, at any time: as it is now */
	       likely(!(data_race(task->thread_info.flags) & KPCTL_NEED_RESCHED)) &&
	       /* which has its own count of softirqs */
	       (!IS_ENABLED(CONFIG_PREEMPT_RT) || likely(!softirq_count()));
}

/*
 * One test of a word against a constant, as a range. It looks the task up by itself: most
 * tests are of registers.
 */
static __always_inline bool kpctl_fast_passes(const struct kpctl_fast_path *q,
					       const struct pt_regs *regs)
{
	u64 v;

	if (q->width == 4)
		v = *(const u32 *)((const u8 *)kpctl_current_again() + q->value);
	else
		v = *(const u64 *)((const u8 *)regs + q->value);
	return v - q->lo <= q->span;
}

/*
 * The context, where a record's header has it; asked only once there is a record. Each
 * kind of handler has one level of preempt_disable() behind it by then. An f's own
 * trampoline does not add it, but its handler, so what that found is told by one less.
 */
static __always_inline u64 kpctl_fast_ctx(enum kpctl_fast_kind kind,
					   const struct task_struct *task,
					   const struct pt_regs *regs, u64 at)
{
	unsigned long flags = kind == KPCTL_FAST_F ? arch_local_save_flags() :
						     kpctl_arch_flags(regs);
	unsigned int preempt = preempt_count();

	if (likely(preempt == 1) && likely(kpctl_fast_is_calm(task, flags)))
		return 0;
	if (kind == KPCTL_FAST_F && !kpctl_arch_is_trampoline(_RET_IP_))
		preempt--;
	return (u64)(u32)KPCTL_CALL_KEEPING(kpctl_fast_context, preempt, flags,
					    kind == KPCTL_FAST_P ? at : 0) << 32;
}

/*
 * This CPU's part of the rings, for a hit that may write there. NULL: what became of
 * it is in *out, as it was refused by the event's condition or is not to go this way.
 */
static __always_inline struct kpctl_cpu *kpctl_fast_open_to(struct kpctl_count *count,
							     const struct pt_regs *regs,
							     enum kpctl_fast_outcome *out)
{
	const struct kpctl_fast_path *q = &count->fast;
	/* Pairs with the store-release in kpctl_fast_open(). */
	struct kpctl_cpu *c = smp_load_acquire(&q->cpu);

	*out = KPCTL_FAST_NOT_TAKEN;
	if (likely(c))
		return c;
	c = smp_load_acquire(&q->tested);
	if (!c || kpctl_word_is64(&c->told, KPCTL_COMM_NONE))
		return NULL;
	if (kpctl_fast_passes(q, regs))
		return c;
	kpctl_count_hit(count);
	local_inc(&count->filtered);
	*out = KPCTL_FAST_DONE;
	return NULL;
}

/*
 * p: where it hit is read from kp, f: it is ip.
 *
 * What a refused hit and a full ring have no use for comes after both: together with
 * no call for what a full ring refuses, that made them cheaper than a record that fits.
 * And what can be had once more is not kept meanwhile: tid, context and, of p, where.
 * Hence the OPTIMIZER_HIDE_VAR(), too: otherwise addresses of members that are used in
 * several places are worked out once, and kept. Each register less in use is a push
 * and a pop.
 */
static __always_inline enum kpctl_fast_outcome
kpctl_fast_hit(struct kpctl_count *count, const struct pt_regs *regs,
		enum kpctl_fast_kind kind, const struct kprobe *kp, u64 ip, u32 n)
{
	const struct kpctl_fast_path *q = &count->fast;
	u32 tid, len = KPCTL_FAST_SLOTS + 8 * n, i;
	const struct task_struct *task;
	struct kpctl_reservation res;
	enum kpctl_fast_outcome out;
	struct kpctl_comm *name;
	struct kpctl_cpu *c;
	u64 *word, at;

	c = kpctl_fast_open_to(count, regs, &out);
	if (unlikely(!c))
		return out;
	task = current;
	tid = task->pid;
	name = kpctl_comm_slot(c->comm, tid);
	if (unlikely(!kpctl_comm_is(name, data_race(c->told) + tid, task)))
		/* where nothing fits, names are not told */
		return KPCTL_CALL_KEEPING(kpctl_fast_full, count, c, len) ? KPCTL_FAST_DONE :
									     KPCTL_FAST_NOT_TAKEN;
	kpctl_count_hit(count);
	local_inc(&c->ring.nest);
	if (likely(kpctl_ring_reserve_fast(&c->ring, len, &res))) {
		at = kind == KPCTL_FAST_P ? (unsigned long)kp->addr : ip;
		word = (u64 *)res.rec;
		word[0] = res.time;
		word[1] = q->id_size | (u64)(u32)task->pid << 32 |
			  kpctl_fast_ctx(kind, task, regs, at);
		word[2] = at;
#pragma GCC unroll 8
		for (i = 0; i < n; i++)
			word[3 + i] = *(const u64 *)((const u8 *)regs + q->from[i]);
		local_inc(&count->emitted);
	} else {
		OPTIMIZER_HIDE_VAR(c);
		if (unlikely(!kpctl_ring_refuse_fast(&c->ring, len))) {
			KPCTL_CALL_KEEPING(kpctl_fast_give_up, c);
			return KPCTL_FAST_COUNTED;
		}
		local_inc(&count->lost);
	}
	OPTIMIZER_HIDE_VAR(c);
	if (unlikely(!kpctl_ring_commit_fast(&c->ring)))
		KPCTL_CALL_KEEPING(kpctl_fast_leave, c);
	return KPCTL_FAST_DONE;
}

/*
 * `do count` and no more. The ledger and the table are all there is to it: neither the
 * ring nor the name nor the context is looked at.
 */
static __always_inline enum kpctl_fast_outcome
kpctl_fast_count(struct kpctl_count *count, const struct pt_regs *regs)
{
	enum kpctl_fast_outcome out;
	struct kpctl_cpu *c;

	c = kpctl_fast_open_to(count, regs, &out);
	if (unlikely(!c) || unlikely(kpctl_word_is64(&c->told, KPCTL_COMM_NONE)))
		return out;
	kpctl_count_hit(count);
	/* Pairs with kpctl_fast_tables(); a grace period lies between old and gone. */
	local_inc(READ_ONCE(count->fast.bump));
	local_inc(&count->aggregated);
	return KPCTL_FAST_DONE;
}

/*
 * A return, and what is done with it, the same way. Preemption is off by rethook's
 * doing, which adds one level as other ways to a handler do. With the raw clock
 * nothing is called here that a probe may stand on or that may be traced, so nothing
 * has to keep others out meanwhile.
 *
 * Three parts, for one handler that does what most returns are and two that are gone to
 * from its first instructions: what the others need takes no register in it, and what
 * has to be saved for it is not saved for them.
 */
static __always_inline bool kpctl_fast_may_return(const struct kpctl_fast_path *q,
						   const struct kpctl_call *call)
{
	return likely(call->prog == q->prog) && likely(kpctl_rcu_is_watching());
}

/* The record of one that may. lat: 0, and the compiler knows it, where nobody has asked. */
static __always_inline enum kpctl_fast_outcome
kpctl_fast_write_return(struct kpctl_count *count, struct kpctl_cpu *c, struct kpctl_call *call,
			 struct pt_regs *regs, u64 lat)
{
	const struct kpctl_fast_path *q = &count->fast;
	const struct task_struct *task = current;
	struct kpctl_reservation res;
	struct kpctl_comm *name;
	u32 tid = task->pid, i;
	u64 *word;

	name = kpctl_comm_slot(c->comm, tid);
	if (unlikely(!kpctl_comm_is(name, data_race(c->told) + tid, task))) {
		if (!KPCTL_CALL_KEEPING(kpctl_fast_full_return, count, c, q->id_size >> 16))
			return KPCTL_FAST_NOT_TAKEN;
		call->mark = 0;
		return KPCTL_FAST_DONE;
	}
	local_inc(&c->ring.nest);
	if (unlikely(!kpctl_ring_reserve_fast(&c->ring, q->id_size >> 16, &res))) {
		if (!KPCTL_CALL_KEEPING(kpctl_fast_refuse_return, count, c, q->id_size >> 16))
			return KPCTL_FAST_NOT_TAKEN;
		call->mark = 0;
		return KPCTL_FAST_DONE;
	}
	call->mark = 0;
	local_inc(&count->returned);
	if (!lat)
		lat = kpctl_clock_between(call->since, res.time);
	word = (u64 *)res.rec;
	word[0] = res.time;
	word[4] = lat;
	word[1] = q->id_size | (u64)(u32)task->pid << 32 |
		  kpctl_fast_ctx(KPCTL_FAST_RETURN, task, regs, 0);
	word[2] = call->func;
	word[3] = instruction_pointer(regs);
	for (i = 0; i < q->nargs; i++)
		word[5 + i] = *(const u64 *)((const u8 *)regs + q->from[i]);
	local_inc(&count->emitted);
	OPTIMIZER_HIDE_VAR(c);
	if (unlikely(!kpctl_ring_commit_fast(&c->ring)) &&
	    kpctl_ring_commit_rest(&c->ring))
		return KPCTL_FAST_WAKE;
	return KPCTL_FAST_DONE;
}

/* c: where each return is recorded. */
static __always_inline enum kpctl_fast_outcome
kpctl_fast_record_return(struct kpctl_count *count, struct kpctl_cpu *c, struct kpctl_call *call,
			  struct pt_regs *regs)
{
	if (!kpctl_fast_may_return(&count->fast, call))
		return KPCTL_FAST_NOT_TAKEN;
	return kpctl_fast_write_return(count, c, call, regs, 0);
}

/* Or where those are that last so long, or all go into one table; or nowhere. */
static __always_inline enum kpctl_fast_outcome
kpctl_fast_test_return(struct kpctl_target *target, struct kpctl_count *count,
			struct kpctl_call *call, struct pt_regs *regs)
{
	const struct kpctl_fast_path *q = &count->fast;
	/* Pairs with the store-release in kpctl_fast_open(). */
	struct kpctl_cpu *c = smp_load_acquire(&q->tested);
	u64 lat;

	/* in that order: what c points to may be gone where RCU does not watch */
	if (unlikely(!c) || !kpctl_fast_may_return(q, call) ||
	    unlikely(kpctl_word_is64(&c->told, KPCTL_COMM_NONE)))
		return KPCTL_FAST_NOT_TAKEN;
	lat = kpctl_clock_between(call->since, kpctl_clock());
	if (!q->hist && lat - q->lo <= q->span)
		return kpctl_fast_write_return(count, c, call, regs, lat);
	call->mark = 0;
	local_inc(&count->returned);
	if (!q->hist) {
		local_inc(&count->filtered);
		return KPCTL_FAST_DONE;
	}
	local_inc(&count->aggregated);
	/* Pairs with the store-release in event_aggr.c. */
	kpctl_hist_add(&smp_load_acquire(&target->aggrs)->aggr[0], lat);
	return KPCTL_FAST_DONE;
}

/* Any of it, where it does not matter what it takes. */
static __always_inline enum kpctl_fast_outcome
kpctl_fast_return(struct kpctl_target *target, struct kpctl_call *call, struct pt_regs *regs)
{
	struct kpctl_count *count = this_cpu_ptr(target->count);
	struct kpctl_cpu *c;

	if (kpctl_throttle_return_due(count))
		return KPCTL_FAST_NOT_TAKEN;
	/* Pairs with the store-release in kpctl_fast_open(). */
	c = smp_load_acquire(&count->fast.cpu);
	return c ? kpctl_fast_record_return(count, c, call, regs) :
		   kpctl_fast_test_return(target, count, call, regs);
}

/* A handler for each number of arguments; beyond that it is the general one. */
#define KPCTL_FAST_ARGS	8
#define KPCTL_FAST_HANDLERS(X)	X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8)

#endif /* KPCTL_HIT_FAST_H */
