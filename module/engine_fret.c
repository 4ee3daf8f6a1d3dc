// SPDX-License-Identifier: GPL-2.0
/*
 * f %return: the calls of a set of functions, by one ftrace_ops and one pool.
 *
 * A kretprobe that is registered, disabled, stands nowhere; but the handler that
 * the kernel gave it takes an instance and hooks the return of whichever function
 * it is handed the registers of. All it looks at is their sp, so the few that
 * ftrace saves will do. So the ftrace_ops's handler is what r's pre_handler is, with
 * pools of which none stands where a function does (pool.h), and each call keeps
 * which one it is of.
 *
 * At a return the kernel's code for kretprobes marks the CPU as being inside of a
 * kprobe, and not as before when it is through: a kprobe that the call was made
 * inside of, by a fault in its handler, could not be stepped over any more. Nor is
 * it needed, since nothing here is a kprobe. So the rethook of our pools, which the
 * instances hang on, calls us instead of it.
 *
 * The guard is held in both handlers. Otherwise a function that the return handler
 * runs into would have its return hooked, whose handler runs into it again. What
 * runs between the function and our handlers must not be in the set: never.h.
 */
#include <linux/kprobes.h>
#include <linux/rethook.h>

#include "call.h"
#include "call_hit.h"
#include "compat.h"
#include "engine.h"
#include "guard.h"
#include "pool.h"
#include "set_engine.h"
#include "split.h"

static DEFINE_PER_CPU(struct kpctl_entry[KPCTL_LEVELS], entries);

/* The regs are those of the entry; we are inside of handler(). */
static notrace int entry_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kpctl_entry *entry = this_cpu_ptr(&entries[kpctl_guard_level(preempt_count())]);
	struct kpctl_event *ev = kpctl_pool_of(get_kretprobe(ri))->ev;
	struct kpctl_call *call = (void *)ri->data;

	call->func = entry->func;
	kpctl_call_enter(ev, call, entry, entry->func, regs);
	return 0;
}
NOKPROBE_SYMBOL(entry_handler);

static notrace void handler(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
			    struct ftrace_regs *fregs)
{
	struct kpctl_event *ev = container_of(ops, struct kpctl_event, ops);
	struct kpctl_entry *entry;
	struct kpctl_hit hit;
	unsigned int level;
	u8 *busy;

	kpctl_hit_enter(&hit, ev, kpctl_ftrace_regs(fregs));
	/* Pairs with the store-release in plant.c. */
	if (!smp_load_acquire(&ev->on))
		goto out;
	level = kpctl_guard_level(hit.preempt);
	busy = this_cpu_ptr(&kpctl_busy[level]);
	if (unlikely(!kpctl_guard_enter(busy))) {
		local_inc(&hit.count->busy);
		goto out;
	}
	entry = this_cpu_ptr(&entries[level]);
	entry->func = ip;
	kpctl_call_hook(&hit, entry, ip);
	kpctl_guard_leave(busy);
out:
	kpctl_hit_leave();
}
NOKPROBE_SYMBOL(handler);

static notrace KPCTL_RETHOOK_HANDLER(returned, node, data, regs)
{
	struct kretprobe_instance *ri = container_of(node, struct kretprobe_instance, node);
	struct kpctl_call *call = (void *)ri->data;
	struct kretprobe *rp = data;
	struct kpctl_hit hit;
	u8 *busy, was;

	kpctl_hit_enter(&hit, kpctl_pool_of(rp)->ev, regs);
	busy = kpctl_guard_of(hit.preempt);
	was = kpctl_guard_hold(busy);
	kpctl_call_return(&hit, call, call->func);
	kpctl_guard_release(busy, was);
	kpctl_hit_leave();
}
NOKPROBE_SYMBOL(returned);

static int plant(struct kpctl_event *ev)
{
	static const struct kpctl_pool_handlers handlers = {
		.entry = entry_handler,
		.rethook = returned,
	};
	int ret = kpctl_pools_plant(ev, &handlers, ev->set.nr);

	if (ret)
		return ret;
	kpctl_split_know_sets(returned);
	ret = kpctl_set_plant(ev, handler);
	if (ret)
		kpctl_pools_unplant(&ev, 1);
	return ret;
}

/* No more calls enter, then those in flight are let go. */
static void unplant(struct kpctl_event **ev, int n)
{
	kpctl_set_unplant(ev, n);
	kpctl_pools_unplant(ev, n);
}

static u64 memory(const struct kpctl_event *ev)
{
	return kpctl_set_memory(ev) + kpctl_pools_memory_of(ev);
}

static const struct kpctl_field fields[] = {
	{ "func", "__probe_func" },
	{ "retip", "__probe_ret_ip" },
	{ "lat", "__probe_lat" },
	{ }
};

const struct kpctl_engine kpctl_engine_fret = {
	.fields = fields,
	.plant = plant,
	.unplant = unplant,
	KPCTL_SET_CALLBACKS,
	.maxactive = kpctl_pools_maxactive,
	.memory = memory,
};
