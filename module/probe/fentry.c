// SPDX-License-Identifier: GPL-2.0
/*
 * f: the entries of a set of functions, by one ftrace_ops.
 *
 * The cheapest way into a function there is: its own trampoline calls the handler,
 * which finds the registers that hold arguments saved, and no others. An event
 * that looks at others asks for all of them.
 *
 * Nothing stands between us and the function, so what kprobes does for its handlers
 * is done here: preemption goes off, and a hit inside of a handler's own work is
 * counted and refused (hit/recursion.h).
 */
#include <linux/ftrace.h>

#include "base/compat.h"
#include "probe/engine.h"
#include "probe/event.h"
#include "hit/recursion.h"
#include "hit/general.h"
#include "hit/fast.h"
#include "probe/set.h"

static ftrace_func_t fentry_handler_for(const struct kpctl_event *ev);

/*
 * caller: who calls this handler; a tail call hides the caller from the compiler.
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
	 * Where several have an interest in a function, ftrace's own code calls one after
	 * the other, and has preemption off by then. Else the level is missing that other
	 * ways to a handler add.
	 */
	if (kpctl_arch_is_trampoline(caller))
		hit.preempt++;
	/* of a counted hit the fast path has seen that nobody is at work at its level */
	if (likely(kpctl_general_hit_guarded(&hit, &ip, counted, busy, kpctl_general_place) !=
		   KPCTL_GOVERNOR_TIME)) {
		kpctl_hit_leave();
		return;
	}
	/* the program that is looked at here may go once preemption is on */
	if (kpctl_arch_is_trampoline(caller))
		again = fentry_handler_for(ev);
	barrier();
	__preempt_count_dec();	/* no rescheduling before the hit is done */
	kpctl_throttle_start(&watch, &ev->target, hit.count);
	if (again)
		again(ip, caller, ops, fregs);	/* which takes us for the trampoline */
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

/* Is no handler at work here? With preempt_count() 0 it is a task that was hit. */
static __always_inline bool is_alone(unsigned int preempt)
{
	if (unlikely(preempt))
		return !kpctl_recursion_is_held(kpctl_recursion_of(preempt));
	return !kpctl_recursion_is_busy();
}

/*
 * Nothing on the fast path can run into a function that is watched: it touches what
 * is always there. So it looks whether a handler is at work, but need not say that
 * it is one. With preempt_count() 0 it was called by its own trampoline: ftrace's
 * code for several has preemption off.
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
				      NULL, ip, n);
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

static ftrace_func_t fentry_handler_for(const struct kpctl_event *ev)
{
	if (kpctl_fast_counts(&ev->target))
		return fentry_fast_count;
	return kpctl_fast_fits(&ev->target) ?
	       fentry_fast_handlers[ev->target.prog->fetch.nplain] : fentry_handler;
}

static int fentry_plant(struct kpctl_event *ev)
{
	return kpctl_set_plant(ev, fentry_handler_for(ev));
}

const struct kpctl_engine kpctl_engine_ftrace = {
	.size = offsetofend(struct kpctl_event, set),
	.fields = kpctl_fields_of_place,
	.plant = fentry_plant,
	.unplant = kpctl_set_unplant,
	KPCTL_SET_CALLBACKS,
	.memory = kpctl_set_memory,
};
