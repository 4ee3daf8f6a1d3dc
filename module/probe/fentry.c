// SPDX-License-Identifier: GPL-2.0
/*
 * f: the entries of a set of functions, by one ftrace_ops.
 *
 * No other way to a handler is as cheap: the ftrace_ops's own trampoline calls the handler,
 * having saved only the registers that hold arguments. An event that looks at other
 * registers asks ftrace to save all.
 *
 * No kernel code does here what kprobes does for its handlers. So the handler turns
 * preemption off, and a hit inside of another handler's work is counted and refused
 * (hit/recursion.h).
 */
#include <linux/ftrace.h>

#include "base/compat.h"
#include "probe/engine.h"
#include "probe/event.h"
#include "hit/recursion.h"
#include "hit/general.h"
#include "hit/fast_span.h"
#include "probe/set.h"

static ftrace_func_t fentry_handler_for(const struct kpctl_event *ev);

/*
 * caller: the handler's return address, which a tail call hides from the compiler.
 * counted: the fast path has counted this hit already and done nothing else.
 */
static notrace noinline void fentry_general_hit(unsigned long ip, unsigned long caller,
						struct ftrace_ops *ops,
						struct ftrace_regs *fregs, bool counted)
{
	struct kpctl_event *ev = container_of(ops, struct kpctl_event, ops);
	struct kpctl_throttle_watch watch;
	ftrace_func_t again = NULL;
	struct kpctl_hit hit;
	u8 *busy;

	kpctl_hit_enter(&hit, &ev->target, kpctl_ftrace_regs(fregs));
	hit.called = true;
	busy = kpctl_recursion_of(hit.preempt);
	/*
	 * kpctl_hit_context() takes off the level of preempt_disable() that kprobes, rethook, and
	 * ftrace's list function (for several ftrace_ops at a function) add. An ftrace_ops's own
	 * trampoline adds no level, so a level is added here.
	 */
	if (kpctl_arch_is_trampoline(caller))
		hit.preempt++;
	/* counted: the fast path has seen that no handler is at work at this level */
	if (likely(kpctl_general_hit_guarded(&hit, &ip, counted, busy, kpctl_general_place) !=
		   KPCTL_GOVERNOR_TIME)) {
		kpctl_hit_leave();
		return;
	}
	/*
	 * fentry_handler_for() reads the program, which may be freed once preemption is on, and at
	 * any time where RCU does not watch.
	 */
	if (kpctl_arch_is_trampoline(caller) && kpctl_rcu_is_watching())
		again = fentry_handler_for(ev);
	barrier();
	__preempt_count_dec();	/* no rescheduling before the hit is done */
	kpctl_throttle_start(&watch, &ev->target, hit.count);
	if (again)
		again(ip, caller, ops, fregs);	/* sees a _RET_IP_ in this module */
	else
		fentry_general_hit(ip, caller, ops, fregs, false);
	kpctl_throttle_end(&watch);
}
NOKPROBE_SYMBOL(fentry_general_hit);

static notrace void fentry_handler(unsigned long ip, unsigned long parent_ip,
				   struct ftrace_ops *ops,
				   struct ftrace_regs *fregs)
{
	fentry_general_hit(ip, _RET_IP_, ops, fregs, false);
}
NOKPROBE_SYMBOL(fentry_handler);

/* Is no handler at work at this level? preempt_count() 0 means the task level. */
static __always_inline bool is_alone(unsigned int preempt)
{
	if (unlikely(preempt))
		return !kpctl_recursion_is_held(kpctl_recursion_of(preempt));
	return !kpctl_recursion_is_busy();
}

/*
 * The fast path touches only memory that is always mapped, and so cannot run into a probed
 * function. Hence the fast path looks whether another handler is at work at its level, but
 * does not mark the level as busy. preempt_count() 0 says that the ftrace_ops's own
 * trampoline called the handler: ftrace's list function has preemption off.
 */
static __always_inline void fentry_fast_hit(unsigned long ip, struct ftrace_ops *ops,
					    struct ftrace_regs *fregs, u32 n)
{
	struct kpctl_event *ev = container_of(ops, struct kpctl_event, ops);
	enum kpctl_fast_outcome out = KPCTL_FAST_NOT_TAKEN;
	unsigned int preempt = preempt_count();
	struct kpctl_count *count;

	preempt_disable_notrace();
	count = this_cpu_ptr(ev->target.count);
	if (likely(is_alone(preempt)) && likely(kpctl_rcu_is_watching()) &&
	    !kpctl_throttle_due(count))
		out = kpctl_fast_hit(count, kpctl_ftrace_regs(fregs), KPCTL_FAST_F,
				      NULL, &ip, n);
	if (likely(out == KPCTL_FAST_DONE)) {
		preempt_enable_notrace();
		return;
	}
	barrier();
	__preempt_count_dec();	/* no rescheduling before the hit is done */
	fentry_general_hit(ip, _RET_IP_, ops, fregs, out == KPCTL_FAST_COUNTED);
}

static notrace void fentry_fast_count(unsigned long ip, unsigned long parent_ip,
				      struct ftrace_ops *ops,
				      struct ftrace_regs *fregs)
{
	struct kpctl_event *ev = container_of(ops, struct kpctl_event, ops);
	unsigned int preempt = preempt_count();
	struct kpctl_count *count;

	preempt_disable_notrace();
	count = this_cpu_ptr(ev->target.count);
	if (likely(is_alone(preempt)) && likely(kpctl_rcu_is_watching()) &&
	    !kpctl_throttle_due(count) &&
	    likely(kpctl_fast_count(count, kpctl_ftrace_regs(fregs)) ==
		   KPCTL_FAST_DONE)) {
		preempt_enable_notrace();
		return;
	}
	barrier();
	__preempt_count_dec();
	fentry_general_hit(ip, _RET_IP_, ops, fregs, false);
}
NOKPROBE_SYMBOL(fentry_fast_count);

#define HANDLER(n)									\
static notrace void fentry_fast_##n(unsigned long ip, unsigned long parent_ip,		\
			      struct ftrace_ops *ops, struct ftrace_regs *fregs)	\
{											\
	fentry_fast_hit(ip, ops, fregs, n);						\
}											\
NOKPROBE_SYMBOL(fentry_fast_##n);
KPCTL_FAST_HANDLERS(HANDLER)

#define NAME(n) fentry_fast_##n,
static const ftrace_func_t fentry_fast_handlers[] = { KPCTL_FAST_HANDLERS(NAME) };

/* The handler has turned preemption off: the level that it added is taken off here. */
static notrace noinline void fentry_span_claimed(unsigned long ip, unsigned long caller,
						 struct ftrace_ops *ops, struct pt_regs *regs,
						 const struct kpctl_span_claim *claim)
{
	struct kpctl_event *ev = container_of(ops, struct kpctl_event, ops);
	struct kpctl_hit hit;
	u8 *busy;

	kpctl_hit_enter(&hit, &ev->target, regs);
	hit.preempt--;
	hit.called = true;
	hit.claim = claim;
	busy = kpctl_recursion_of(hit.preempt);
	if (kpctl_arch_is_trampoline(caller))	/* see fentry_general_hit() */
		hit.preempt++;
	kpctl_general_span_guarded(&hit, ip, busy);
	kpctl_hit_leave();
}
NOKPROBE_SYMBOL(fentry_span_claimed);

/* Takes a copy, so that the handler can have the claim in registers. */
static __always_inline void fentry_span_rest(unsigned long ip, unsigned long caller,
					     struct ftrace_ops *ops, struct pt_regs *regs,
					     struct kpctl_span_claim claim)
{
	fentry_span_claimed(ip, caller, ops, regs, &claim);
}

static notrace void fentry_span(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
				struct ftrace_regs *fregs)
{
	struct kpctl_event *ev = container_of(ops, struct kpctl_event, ops);
	struct pt_regs *regs = kpctl_ftrace_regs(fregs);
	enum kpctl_fast_outcome out = KPCTL_FAST_NOT_TAKEN;
	unsigned int preempt = preempt_count();
	struct kpctl_span_claim claim;
	struct kpctl_count *count;

	preempt_disable_notrace();
	count = this_cpu_ptr(ev->target.count);
	if (likely(is_alone(preempt)) && likely(kpctl_rcu_is_watching()) &&
	    !kpctl_throttle_due(count))
		out = kpctl_fast_span_inline(count, regs, &claim);
	if (unlikely(out == KPCTL_FAST_NOT_TAKEN)) {
		barrier();
		__preempt_count_dec();	/* no rescheduling before the hit is done */
		fentry_general_hit(ip, _RET_IP_, ops, fregs, false);
		return;
	}
	if (unlikely(out == KPCTL_FAST_COUNTED))
		fentry_span_rest(ip, _RET_IP_, ops, regs, claim);
	preempt_enable_notrace();
}
NOKPROBE_SYMBOL(fentry_span);

static ftrace_func_t fentry_handler_for(const struct kpctl_event *ev)
{
	if (ev->target.prog->spans)
		return fentry_span;
	if (kpctl_fast_counts(&ev->target))
		return fentry_fast_count;
	return kpctl_fast_fits(&ev->target) ?
	       fentry_fast_handlers[ev->target.prog->fetch.nplain] : fentry_handler;
}

static int fentry_plant(struct kpctl_event *ev)
{
	return kpctl_set_plant(ev, fentry_handler_for(ev));
}

const struct kpctl_engine kpctl_engine_fentry = {
	.size = offsetofend(struct kpctl_event, set),
	.fields = kpctl_fields_of_place,
	.plant = fentry_plant,
	.unplant = kpctl_set_unplant,
	KPCTL_SET_CALLBACKS,
	.memory = kpctl_set_memory,
};
