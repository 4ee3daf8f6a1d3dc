// SPDX-License-Identifier: GPL-2.0
/*
 * r: a function's return, with what was kept at its entry.
 *
 * The kernel counts a call that found no free instance with a plain shared
 * increment, and tells nobody. So our own pre_handler stands in front of its:
 * register_kretprobe(), disabled, stores its handler in rp->kp.pre_handler; we
 * keep that one, put ours in its place, and only then enable. Ours counts the
 * entry, decides whether a return is wanted at all, and calls the kernel's for
 * one pool after the other (pool.h), until it takes an instance and runs our
 * entry_handler, or none has one: then the call is missed, and we know.
 *
 * The stamp and the values kept at entry lie in the instance's private data, so
 * nesting and recursion are right by construction. A task that ends inside a
 * call gives its instance back without a word; the mark left in it tells the
 * next call that takes it.
 */
#include <linux/kprobes.h>
#include <linux/slab.h>

#include "call.h"
#include "call_hit.h"
#include "engine.h"
#include "one_kprobe.h"
#include "pool.h"
#include "quick.h"
#include "split.h"

static DEFINE_PER_CPU(struct kpctl_entry, entries);

/* The pool that is a probe. */
static struct kprobe *probe_of(struct kpctl_event *ev)
{
	return &ev->pools.first.rp.kp;
}

/* The regs are those of the entry; preemption is off. */
static notrace int entry_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kpctl_event *ev = kpctl_pool_of(get_kretprobe(ri))->ev;

	kpctl_call_enter(ev, (void *)ri->data, this_cpu_ptr(&entries), ev->pools.addr, regs);
	return 0;
}
NOKPROBE_SYMBOL(entry_handler);

static notrace int pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	struct kpctl_event *ev = kpctl_pool_of(container_of(kp, struct kretprobe, kp))->ev;
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, ev, regs);
	/* Pairs with the store-release in plant.c. */
	if (smp_load_acquire(&ev->on))
		kpctl_call_hook(&hit, this_cpu_ptr(&entries), (unsigned long)kp->addr);
	kpctl_hit_leave();
	return 0;
}
NOKPROBE_SYMBOL(pre_handler);

static notrace noinline int returned(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kpctl_event *ev = kpctl_pool_of(get_kretprobe(ri))->ev;
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, ev, regs);
	kpctl_call_return(&hit, (void *)ri->data, ev->pools.addr);
	kpctl_hit_leave();
	return 0;
}
NOKPROBE_SYMBOL(returned);

static notrace int return_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct kpctl_event *ev;

	if (!rp)
		return 0;
	ev = kpctl_pool_of(rp)->ev;
	if (likely(kpctl_quick_return(ev, (void *)ri->data, regs, ev->pools.addr)))
		return 0;
	return returned(ri, regs);
}
NOKPROBE_SYMBOL(return_handler);

static int plant(struct kpctl_event *ev)
{
	static const struct kpctl_pool_handlers handlers = {
		.entry = entry_handler,
		.ret = return_handler,
		.pre = pre_handler,
	};
	int ret = kpctl_pools_plant(ev, &handlers, 1);

	if (ret)
		return ret;
	kpctl_split_know(&ev->pools.first.rp);
	if (ev->on) {
		ret = enable_kprobe(probe_of(ev));
		if (ret)
			kpctl_pools_unplant(&ev, 1);
	}
	return ret;
}

static int arm(struct kpctl_event *ev)
{
	return enable_kprobe(probe_of(ev));
}

static void disarm(struct kpctl_event *ev)
{
	disable_kprobe(probe_of(ev));
}

static const struct kpctl_field fields[] = {
	{ "func", "__probe_func" },
	{ "retip", "__probe_ret_ip" },
	{ "lat", "__probe_lat" },
	{ }
};

const struct kpctl_engine kpctl_engine_kretprobe = {
	.fields = fields,
	.plant = plant,
	.unplant = kpctl_pools_unplant,
	.arm = arm,
	.disarm = disarm,
	.kprobe = probe_of,
	KPCTL_ONE_KPROBE_CALLBACKS,
	.maxactive = kpctl_pools_maxactive,
	.memory = kpctl_pools_memory_of,
};
