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

static notrace void handler(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
			    struct ftrace_regs *fregs)
{
	struct kpctl_event *ev = container_of(ops, struct kpctl_event, ops);
	struct kpctl_hit hit;
	u8 *busy;

	kpctl_hit_enter(&hit, ev, kpctl_ftrace_regs(fregs));
	hit.called = true;
	busy = kpctl_guard_of(hit.preempt);
	if (called_by_trampoline(_RET_IP_))
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
NOKPROBE_SYMBOL(handler);

static int plant(struct kpctl_event *ev)
{
	return kpctl_set_plant(ev, handler);
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
