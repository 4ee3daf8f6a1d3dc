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
 * counted and refused (guard.h).
 */
#include <linux/ftrace.h>

#include "compat.h"
#include "engine.h"
#include "guard.h"
#include "hit.h"
#include "quick.h"
#include "set_engine.h"

/*
 * Where several have an interest in a function, ftrace's own code calls one after
 * the other, and has preemption off by then. Trampolines lie among modules.
 */
static __always_inline bool called_by_trampoline(unsigned long caller)
{
	return caller >= MODULES_VADDR;
}

static __always_inline void hit_function(struct kpctl_hit *hit, unsigned long ip)
{
	local_inc(&hit->count->hits);
	hit->fixed[0] = ip;
	hit->timed = false;
	hit->kept = NULL;
	hit->prog = READ_ONCE(hit->ev->prog);
	if (kpctl_hit_allowed(hit) && kpctl_hit_is_on(hit) && kpctl_hit_passes(hit))
		kpctl_hit_take(hit);
}

/* caller: who calls this handler; a tail call hides that from the compiler. */
static notrace noinline void general(unsigned long ip, unsigned long caller, struct ftrace_ops *ops,
				     struct ftrace_regs *fregs)
{
	struct kpctl_event *ev = container_of(ops, struct kpctl_event, ops);
	struct kpctl_hit hit;
	u8 *busy;

	kpctl_hit_enter(&hit, ev, kpctl_ftrace_regs(fregs));
	hit.called = true;
	busy = kpctl_guard_of(hit.preempt);
	if (called_by_trampoline(caller))
		hit.preempt++;	/* the level that other ways to a handler add */
	/* Pairs with the store-release in plant.c. */
	if (!smp_load_acquire(&ev->on))
		goto out;
	if (unlikely(!kpctl_guard_enter(busy))) {
		local_inc(&hit.count->busy);
		goto out;
	}
	hit_function(&hit, ip);
	kpctl_guard_leave(busy);
out:
	kpctl_hit_leave();
}
NOKPROBE_SYMBOL(general);

static notrace void handler(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
			    struct ftrace_regs *fregs)
{
	general(ip, _RET_IP_, ops, fregs);
}
NOKPROBE_SYMBOL(handler);

/* Where there is something to say of the context; false: a handler is at work. */
static __always_inline bool look_around(unsigned int preempt, unsigned long caller,
					unsigned long flags, u32 *ctx)
{
	if (unlikely(*kpctl_guard_of(preempt)))
		return false;
	*ctx = KPCTL_CALL_KEEPING(kpctl_quick_context,
				  preempt + called_by_trampoline(caller), flags, 0);
	return true;
}

/*
 * Nothing on the quick way can run into a function that is watched: it touches what
 * is always there. So it looks whether a handler is at work, but need not say that
 * it is one. With preempt_count() 0 it was called by its own trampoline: ftrace's
 * code for several has preemption off.
 */
static __always_inline void quick(unsigned long ip, struct ftrace_ops *ops,
				  struct ftrace_regs *fregs, unsigned long caller, u32 n)
{
	struct kpctl_event *ev = container_of(ops, struct kpctl_event, ops);
	struct pt_regs *regs = kpctl_ftrace_regs(fregs);
	unsigned int preempt = preempt_count();
	struct task_struct *task = current;
	unsigned long flags;
	u32 ctx = 0;

	preempt_disable_notrace();
	flags = arch_local_save_flags();
	if (unlikely(preempt) || unlikely(!kpctl_quick_is_calm(task, flags))) {
		if (!look_around(preempt, caller, flags, &ctx))
			goto other;
	} else if (unlikely(kpctl_guard_is_busy())) {
		goto other;
	}
	if (unlikely(!kpctl_rcu_is_watching()) ||
	    unlikely(!kpctl_quick_hit(this_cpu_ptr(ev->count), task, regs, ip, n, ctx)))
		goto other;
	preempt_enable_notrace();
	return;
other:
	barrier();
	__preempt_count_dec();	/* no rescheduling before the hit is done */
	general(ip, caller, ops, fregs);
}

#define HANDLER(n)									\
static notrace void quick_##n(unsigned long ip, unsigned long parent_ip,		\
			      struct ftrace_ops *ops, struct ftrace_regs *fregs)	\
{											\
	quick(ip, ops, fregs, _RET_IP_, n);						\
}											\
NOKPROBE_SYMBOL(quick_##n);
KPCTL_QUICK_HANDLERS(HANDLER)

#define NAME(n) quick_##n,
static const ftrace_func_t quick_handlers[] = { KPCTL_QUICK_HANDLERS(NAME) };

static ftrace_func_t handler_for(const struct kpctl_event *ev)
{
	return kpctl_quick_fits(ev) ? quick_handlers[ev->prog->fetch.nplain] : handler;
}

static int plant(struct kpctl_event *ev)
{
	return kpctl_set_plant(ev, handler_for(ev));
}

static u32 maxactive(const struct kpctl_event *ev)
{
	return 0;
}

static const struct kpctl_field fields[] = {
	{ "ip", "__probe_ip" },
	{ }
};

const struct kpctl_engine kpctl_engine_ftrace = {
	.fields = fields,
	.plant = plant,
	.unplant = kpctl_set_unplant,
	KPCTL_SET_CALLBACKS,
	.maxactive = maxactive,
	.memory = kpctl_set_memory,
};
