/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fast path of a hit serves most events, and repeats no question answered at planting.
 *
 * An event whose record is whole registers and nothing else, and whose condition is
 * no more than one test of a number against a constant, has all that its hits need
 * beside its counters, per CPU (struct kpctl_fast_path): where the ring is, what to copy,
 * what to compare. The pointer to the ring is set only while the event is on, so one look
 * at one word says: the event is on, there is a ring, and the program fits. The pointer is
 * cleared before event, ring or program change, and set again a grace period later.
 *
 * A hit that is out of the ordinary is left to the general path:
 *
 *	found before the ring         tracing is off, a name      KPCTL_FAST_NOT_TAKEN: nothing
 *	is entered                    is to be told, RCU does     has been touched
 *	                              not watch
 *	found inside the ring, by a   a lost record is due, an    KPCTL_FAST_COUNTED: the ring is
 *	hit of p or f                 interrupter has written     left, and nothing was written
 *	found inside the ring, by a   the same                    KPCTL_FAST_NOT_TAKEN: a return
 *	return                                                    is counted only with room
 *
 * So hit.h alone decides and counts these cases. A refusal by a full ring ends on the fast
 * path, and is counted here and in hit/fast.c.
 *
 * Handlers, their fast paths, and where a hit goes that the fast path leaves:
 *
 *	            handler                 its fast path                 its general path
 *	p           kprobe_fast_N           kpctl_fast_hit()              kprobe_general_hit()
 *	            kprobe_fast_count       kpctl_fast_count()            the same
 *	            kprobe_pre_handler      none: the event does not fit  the same
 *	            kprobe_span             kpctl_fast_span()             kprobe_span_rest(), or the same
 *	  $after()  kpctl_after_keep, and kpctl_after_take behind the instruction: none
 *	f           fentry_fast_N           kpctl_fast_hit()              fentry_general_hit()
 *	            fentry_fast_count       kpctl_fast_count()            the same
 *	            fentry_handler          none                          the same
 *	            fentry_span             kpctl_fast_span()             fentry_span_rest(), or the same
 *	p PATH:     user_fast_record        kpctl_fast_hit()              user_rest()
 *	            user_fast_count         kpctl_fast_count()            the same
 *	            user_fast_span          kpctl_fast_span()             the same
 *	            user_handler            none                          the same
 *	t           point_fast_N            kpctl_fast_hit()              point_rest()
 *	            point_fast_count        kpctl_fast_count()            the same
 *	            point_span              kpctl_fast_span()             the same
 *	            point_handler           none                          the same
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
 * Instructions are the measure. So no code here calls a function in the usual way
 * (KPCTL_CALL_KEEPING(), base/word.h): the registers destroyed by a usual call stay free
 * for the hit, and the compiler saves and restores none. The compiler knows the number of
 * arguments.
 */
#ifndef KPCTL_HIT_FAST_H
#define KPCTL_HIT_FAST_H

#include "aggr/hist.h"
#include "hit/call.h"
#include "base/arch.h"
#include "base/compat.h"
#include "hit/hit.h"
#include "place/kernel_text.h"

/* p and f: header, address of the hit, arguments */
#define KPCTL_FAST_SLOTS	(sizeof(struct kpctl_rec) + 8)

/* r, f %return: header, function, return address, duration, arguments */
#define KPCTL_FAST_CALL_SLOTS	(sizeof(struct kpctl_rec) + 24)

struct kpctl_span_claim;
struct kpctl_target;

/*
 * Opened before target->on is set, closed when an event goes off or changes; both under
 * session->lock. After a close, a caller that has changed what the fast path contains
 * waits for a grace period before the next open.
 */
void kpctl_fast_open(struct kpctl_target *target);
void kpctl_fast_close(struct kpctl_target *target);

/* New tables replaced the target's: `bump` is set anew. Old tables go a grace period later. */
void kpctl_fast_tables(struct kpctl_target *target);

/*
 * Can the fast path serve hits of this p or f, with whatever condition? fits: a record for
 * each hit; counts: `do count` alone, by kpctl_fast_count().
 */
bool kpctl_fast_fits(const struct kpctl_target *target);
bool kpctl_fast_counts(const struct kpctl_target *target);

/* How far the fast path took a hit. */
enum kpctl_fast_outcome {
	KPCTL_FAST_NOT_TAKEN,	/* nothing was done; the hit is not counted either */
	KPCTL_FAST_COUNTED,	/* the hit was counted, nothing else was done */
	KPCTL_FAST_DONE,
	KPCTL_FAST_WAKE,	/* done, but kpctl_hit_wake() is to be called */
};

/*
 * In hit/spans.c: a hit of a p, f or t that starts or ends a span whose key is one word. COUNTED:
 * the hit has taken the span *claim, and the general path is to go on with it, by
 * kpctl_general_span(); preemption stays off from here to there.
 */
enum kpctl_fast_outcome kpctl_fast_span(struct kpctl_count *count, struct pt_regs *regs,
					struct kpctl_span_claim *claim);

/*
 * The context, shifted to its place in a record's header. The callee saves all registers,
 * as the caller's must live on.
 */
kpctl_keeps_registers u64 kpctl_fast_context(unsigned int preempt, unsigned long flags,
					     u64 int3_at);

/*
 * kpctl_fast_leave() leaves the ring where kpctl_ring_commit_fast() has left work to do;
 * kpctl_fast_give_up() leaves the ring with nothing written.
 */
kpctl_keeps_registers void kpctl_fast_leave(struct kpctl_cpu *c);
kpctl_keeps_registers void kpctl_fast_give_up(struct kpctl_cpu *c);
/* True: the ring was full, and the hit is counted as lost. False: nothing has happened. */
kpctl_keeps_registers u64 kpctl_fast_full(struct kpctl_count *count, struct kpctl_cpu *c, u32 len);
/* kpctl_fast_full() for a return. Wakes no reader: the next commit asks for the wake-up. */
kpctl_keeps_registers u64 kpctl_fast_full_return(struct kpctl_count *count, struct kpctl_cpu *c,
						 u32 len);
/* kpctl_fast_full_return() after ring.nest was raised; has left the ring in both cases. */
kpctl_keeps_registers u64 kpctl_fast_refuse_return(struct kpctl_count *count,
						   struct kpctl_cpu *c, u32 len);

/* How calls enter: NOT, PLAIN, or KEEPING and TESTED, alone or together. */
enum kpctl_fast_entry {
	KPCTL_FAST_ENTERS_NOT = 0,	/* by the general path */
	KPCTL_FAST_ENTERS_PLAIN = 1,	/* all calls, and nothing is kept */
	KPCTL_FAST_ENTERS_KEEPING = 2,	/* registers are kept */
	KPCTL_FAST_ENTERS_TESTED = 4,	/* only calls that pass the test */
};

/* The kind of handler; a constant for the compiler. */
enum kpctl_fast_kind {
	KPCTL_FAST_P,
	KPCTL_FAST_F,		/* regs has no flags */
	KPCTL_FAST_RETURN,
	KPCTL_FAST_T,		/* regs has arguments alone */
	KPCTL_FAST_U,		/* regs is a program's */
};

/* Is the context empty, as far as preempt_count() does not say otherwise? */
static __always_inline bool kpctl_fast_is_calm(const struct task_struct *task,
					       unsigned long flags)
{
	return likely(kpctl_arch_irqs_on(flags)) &&
	       /* other CPUs set the flag at any time: its value now is as good as any */
	       likely(!(data_race(task->thread_info.flags) & KPCTL_NEED_RESCHED)) &&
	       /* RT counts softirqs apart from preempt_count() */
	       (!IS_ENABLED(CONFIG_PREEMPT_RT) || likely(!softirq_count()));
}

/* The task is looked up here, only where it is needed: most words are in registers. */
static __always_inline u64 kpctl_fast_word(const struct kpctl_fast_word *word,
					   const struct pt_regs *regs)
{
	if (word->width == 4)
		return *(const u32 *)((const u8 *)kpctl_current_again() + word->at);
	return *(const u64 *)((const u8 *)regs + word->at);
}

/* One test of a word against a constant, as a range. */
static __always_inline bool kpctl_fast_passes(const struct kpctl_fast_path *q,
					      const struct pt_regs *regs)
{
	return kpctl_fast_word(&q->value, regs) - q->lo <= q->span;
}

/* preempt_count() in a tracepoint's handler, as if one level were the handler's own. */
static __always_inline unsigned int kpctl_fast_point_count(void)
{
	return preempt_count() + 1 - KPCTL_POINT_LEVELS - KPCTL_TRACEPOINT_LEVELS;
}

/*
 * Tracepoints are hit in code that holds locks, with interrupts off, or in interrupts, more
 * often than not. So the context of a tracepoint's hit is made up here, without a call. False:
 * the context is a rare one (an NMI, a task that is to give up its CPU), or PREEMPT_RT's.
 * A rare context reads flags and preempt_count() again, so that they take no registers here.
 */
static __always_inline bool kpctl_fast_point_ctx(const struct task_struct *task, u64 *at_header)
{
	const u32 most = KPCTL_CTX_PREEMPT_MASK >> KPCTL_CTX_PREEMPT_SHIFT;
	const u32 at = KPCTL_TID_BITS + 32;
	u32 depth = kpctl_fast_point_count() - 1, preempt;

	if (IS_ENABLED(CONFIG_PREEMPT_RT) ||
	    unlikely(data_race(task->thread_info.flags) & KPCTL_NEED_RESCHED))
		return false;
	BUILD_BUG_ON(KPCTL_CTX_IRQS_OFF != 1);
	*at_header = kpctl_arch_irqs_off(arch_local_save_flags(), at);
	/* True in interrupts and with softirqs off, too: their levels are the higher bits. */
	if (unlikely(depth > most)) {
		preempt = kpctl_fast_point_count();
		if (preempt & NMI_MASK)
			return false;
		/* gcc would make one test of these two, in a register that each hit then saves. */
		OPTIMIZER_HIDE_VAR(depth);
		if ((depth & PREEMPT_MASK) > most)
			return false;
		if (preempt & HARDIRQ_MASK)
			*at_header |= (u64)KPCTL_CTX_HARDIRQ << at;
		if (preempt & SOFTIRQ_OFFSET)
			*at_header |= (u64)KPCTL_CTX_SOFTIRQ << at;
		if (preempt & SOFTIRQ_MASK & ~SOFTIRQ_OFFSET)
			*at_header |= (u64)KPCTL_CTX_BH_OFF << at;
	}
	/* The depth has the highest bits of the header: the shift drops the levels above it. */
	BUILD_BUG_ON(at + KPCTL_CTX_PREEMPT_SHIFT != 60);
	*at_header |= (u64)depth << KPCTL_CTX_PREEMPT_SHIFT << at;
	return true;
}

/*
 * The context, at its two places in a record's header; computed only once there is a record.
 * preempt_count() contains levels that the probed code does not have:
 *
 *	p, r, f %return     1: kprobes' or rethook's preempt_disable()
 *	p PATH:             1: the handler's own
 *	f, own trampoline   1: the handler's own
 *	f, ftrace's list    2: the handler's own and the list function's
 *	t                   KPCTL_POINT_LEVELS and KPCTL_TRACEPOINT_LEVELS: the handler's own
 *	                    and the kernel's
 *
 * kpctl_fast_context() takes off one level; those beyond are taken off here.
 */
static __always_inline u64 kpctl_fast_ctx(enum kpctl_fast_kind kind,
					  const struct task_struct *task,
					  const struct pt_regs *regs, u64 at)
{
	unsigned long flags;
	unsigned int preempt;
	u64 ctx;

	if (kind == KPCTL_FAST_T && kpctl_fast_point_ctx(task, &ctx))
		return ctx;
	flags = kind == KPCTL_FAST_F || kind == KPCTL_FAST_T ? arch_local_save_flags() :
								kpctl_arch_flags(regs);
	preempt = kind == KPCTL_FAST_T ? kpctl_fast_point_count() : preempt_count();
	if (likely(preempt == 1) && likely(kpctl_fast_is_calm(task, flags)))
		return 0;
	if (kind == KPCTL_FAST_F && !kpctl_arch_is_trampoline(_RET_IP_))
		preempt--;
	return KPCTL_CALL_KEEPING(kpctl_fast_context, preempt, flags,
				  kind == KPCTL_FAST_P ? at : 0);
}

/*
 * This CPU's part of the rings, for a hit that may write there. NULL: *out says whether the
 * event's condition refused the hit (DONE) or the hit is not for the fast path (NOT_TAKEN).
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
 * A hit's address: kp->addr for p; *ip for others, or NULL: the handler's return address.
 *
 * Work that only a record needs comes after the refusals (by the condition, by a full
 * ring), and a full ring's refusal calls no function: so both refusals cost less than a
 * record that fits. Values that can be read again (tid, context, p's address) are not kept
 * in registers meanwhile. OPTIMIZER_HIDE_VAR() is for the same end: without it the compiler
 * works out addresses of members once, for several uses, and keeps them. Each register
 * less in use saves a push and a pop.
 */
static __always_inline enum kpctl_fast_outcome
kpctl_fast_hit(struct kpctl_count *count, const struct pt_regs *regs,
	       enum kpctl_fast_kind kind, const struct kprobe *kp, const unsigned long *ip, u32 n)
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
		/* a full ring has no room for the name either: the hit is lost at once */
		return KPCTL_CALL_KEEPING(kpctl_fast_full, count, c, len) ? KPCTL_FAST_DONE :
									     KPCTL_FAST_NOT_TAKEN;
	kpctl_count_hit(count);
	local_inc(&c->ring.nest);
	if (likely(kpctl_ring_reserve_fast(&c->ring, len, &res))) {
		at = kind == KPCTL_FAST_P ? (unsigned long)kp->addr : ip ? *ip : _RET_IP_;
		word = (u64 *)res.rec;
		word[0] = res.time;
		word[2] = at;
		word[1] = q->id_size | (u64)(u32)task->pid << 32 |
			  kpctl_fast_ctx(kind, task, regs, at);
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
 * `do count` alone needs the ledger and the table; ring, name and context are not looked
 * at.
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
	/* Pairs with kpctl_fast_tables(); old tables are freed a grace period after it. */
	local_inc(READ_ONCE(count->fast.bump));
	local_inc(&count->aggregated);
	return KPCTL_FAST_DONE;
}

/*
 * Returns on the fast path. rethook has turned preemption off, and so added a level, like
 * other ways to a handler. With the raw clock no function called here can be probed or
 * traced, so a return on the fast path needs no guard against recursion.
 *
 * Three parts serve a handler for most returns and two functions, jumped to from the
 * handler's first instructions: the needs of those two take no register in the handler, and
 * registers saved by the handler are not saved for those two.
 */
static __always_inline bool kpctl_fast_may_return(const struct kpctl_fast_path *q,
						  const struct kpctl_call *call)
{
	return likely(call->prog == q->prog) && likely(kpctl_rcu_is_watching());
}

/* The record of a return that may. lat: 0, a constant, where no test has read the clock. */
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

	if (unlikely(instruction_pointer(regs) == kpctl_return_hooks.graph))
		return KPCTL_FAST_NOT_TAKEN;	/* finds the true caller */
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

/* For an event that records each return; c is where. */
static __always_inline enum kpctl_fast_outcome
kpctl_fast_record_return(struct kpctl_count *count, struct kpctl_cpu *c, struct kpctl_call *call,
			 struct pt_regs *regs)
{
	if (!kpctl_fast_may_return(&count->fast, call))
		return KPCTL_FAST_NOT_TAKEN;
	return kpctl_fast_write_return(count, c, call, regs, 0);
}

/*
 * For other events: calls whose duration passes a test are recorded (`hist` not set), or
 * the durations of all calls go into one table (`hist`). `tested` NULL: not the fast path.
 */
static __always_inline enum kpctl_fast_outcome
kpctl_fast_test_return(struct kpctl_target *target, struct kpctl_count *count,
		       struct kpctl_call *call, struct pt_regs *regs)
{
	const struct kpctl_fast_path *q = &count->fast;
	/* Pairs with the store-release in kpctl_fast_open(). */
	struct kpctl_cpu *c = smp_load_acquire(&q->tested);
	u64 lat;

	/* c is looked at last: where RCU does not watch, *c may have been freed */
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

/* A return of either sort of event, for callers that need not save registers. */
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

/* Handlers, one for each number of arguments; more arguments take the general path. */
#define KPCTL_FAST_ARGS	8
#define KPCTL_FAST_HANDLERS(X)	X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8)

#endif /* KPCTL_HIT_FAST_H */
