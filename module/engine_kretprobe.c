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
#include "clock.h"
#include "engine.h"
#include "hit.h"
#include "one_kprobe.h"
#include "pool.h"
#include "prog.h"
#include "session.h"
#include "split.h"

/* What the two halves of an entry tell each other, on one CPU. */
struct entry {
	const struct kpctl_prog *prog;	/* pre_handler: under which this call enters */
	bool took_instance;		/* entry_handler: the kernel had one */
};

static DEFINE_PER_CPU(struct entry, entries);

/* The pool that is a probe. */
static struct kprobe *probe_of(struct kpctl_event *ev)
{
	return &ev->pools.first.rp.kp;
}

static __always_inline void keep(const struct kpctl_prog *prog, unsigned long func,
				 struct pt_regs *regs, struct kpctl_call *call)
{
	const struct kpctl_fetch *fetch = &prog->entry;
	struct kpctl_site site;

	kpctl_fetch_plain(fetch, regs, call->kept);
	if (likely(!prog->entry_more))
		return;
	kpctl_split_start(&call->split);
	if (fetch->nargs) {
		kpctl_site_init(&site, regs, NULL, func, 0, 0);
		kpctl_fetch_rest(fetch, &site, call->kept, prog->kept_size);
	}
}

/* The regs are those of the entry; preemption is off. */
static notrace int entry_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct kpctl_event *ev = kpctl_pool_of(rp)->ev;
	struct kpctl_count *count = this_cpu_ptr(ev->count);
	struct entry *entry = this_cpu_ptr(&entries);
	struct kpctl_call *call = (void *)ri->data;

	if (unlikely(call->mark == ev->serial))
		local_inc(&count->never);
	call->mark = ev->serial;
	call->prog = entry->prog;
	keep(entry->prog, ev->pools.addr, regs, call);
	local_inc(&count->hooked);
	entry->took_instance = true;
	call->since = kpctl_clock();
	return 0;
}
NOKPROBE_SYMBOL(entry_handler);

/* What can be decided before the call is: a refused one takes no instance. */
static __always_inline bool passes_early(const struct kpctl_hit *hit, const struct kprobe *kp)
{
	const struct kpctl_filter *filter = &hit->prog->filter;
	struct kpctl_site site;

	if (likely(!filter->early))
		return true;
	kpctl_site_init(&site, hit->regs, NULL, (unsigned long)kp->addr, 0, 0);
	if (kpctl_filter_run(filter, &site, true))
		return true;
	local_inc(&hit->count->filtered);
	return false;
}

/* From one of the pools, if any of them has one. */
static __always_inline bool take_instance(struct kpctl_pools *pools, struct entry *entry,
					  struct pt_regs *regs)
{
	/* Pairs with the store-release in add_pool(). */
	unsigned int nr = smp_load_acquire(&pools->nr), at = READ_ONCE(pools->hint), i;

	for (i = 0; i < nr; i++, at++) {
		if (unlikely(at >= nr))
			at = 0;
		barrier();	/* the kernel's handler calls ours, which reads *entry */
		pools->hook(&pools->pool[at]->rp.kp, regs);
		barrier();
		if (likely(entry->took_instance))
			break;
	}
	if (likely(!i))
		return true;
	WRITE_ONCE(pools->hint, at);
	kpctl_pools_kick(pools);
	return i < nr;
}

static notrace int pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	struct kpctl_event *ev = kpctl_pool_of(container_of(kp, struct kretprobe, kp))->ev;
	struct entry *entry;
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, ev, regs);
	/* Pairs with the store-release in plant.c. */
	if (!smp_load_acquire(&ev->on))
		goto out;
	local_inc(&hit.count->hits);
	hit.prog = READ_ONCE(ev->prog);
	if (!kpctl_hit_allowed(&hit) || !kpctl_hit_is_on(&hit) || !passes_early(&hit, kp))
		goto out;
	entry = this_cpu_ptr(&entries);
	entry->took_instance = false;
	entry->prog = hit.prog;
	if (unlikely(!take_instance(&ev->pools, entry, regs)))
		kpctl_hit_missed(ev, hit.count);
out:
	kpctl_hit_leave();
	return 0;
}
NOKPROBE_SYMBOL(pre_handler);

/*
 * regs->ip is where the call returns to. What the instance remembers is another's
 * trampoline where this function's return was hooked before.
 */
static notrace int return_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct kpctl_call *call = (void *)ri->data;
	struct kpctl_event *ev;
	struct kpctl_hit hit;

	if (!rp)
		return 0;
	ev = kpctl_pool_of(rp)->ev;
	kpctl_hit_enter(&hit, ev, regs);
	call->mark = 0;
	local_inc(&hit.count->returned);
	hit.fixed[0] = ev->pools.addr;
	hit.fixed[1] = instruction_pointer(regs);
	hit.timed = true;
	hit.since = call->since;
	hit.kept = call->kept;
	hit.prog = call->prog;
	if (kpctl_hit_allowed(&hit) && kpctl_hit_is_on(&hit) && kpctl_hit_passes(&hit))
		kpctl_hit_take(&hit);
	kpctl_hit_leave();
	return 0;
}
NOKPROBE_SYMBOL(return_handler);

static int plant(struct kpctl_event *ev)
{
	static atomic64_t serials = ATOMIC64_INIT(0x6b70637400000000);
	int ret;

	/* new for each planting: old instances may be lying about in memory */
	ev->serial = atomic64_inc_return(&serials);
	BUILD_BUG_ON(sizeof(struct kpctl_call) + KPCTL_KEPT_MAX > KRETPROBE_MAX_DATA_SIZE);
	ev->kept_size = struct_size((struct kpctl_call *)0, kept, ev->kept_room);
	ret = kpctl_pools_plant(ev, entry_handler, return_handler, pre_handler);
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

static u32 maxactive(const struct kpctl_event *ev)
{
	return ev->state == KPCTL_PARKED ? 0 : READ_ONCE(ev->pools.capacity);
}

static u64 memory(const struct kpctl_event *ev)
{
	return ev->state == KPCTL_PARKED ? 0 : kpctl_pools_memory(&ev->pools);
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
	.maxactive = maxactive,
	.memory = memory,
};
