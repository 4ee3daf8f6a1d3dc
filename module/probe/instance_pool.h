/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instances of a return probe: one per call in flight, in pools.
 *
 * A pool is a kretprobe, to which the kernel gives a fixed number of instances. Replacing a
 * kretprobe by a larger one would drop the returns in flight, so an event has several pools:
 * when the calls in flight approach the number of instances, a pool is added, as large as all
 * pools before it together. A kretprobe that is registered, disabled, hooks the return of any
 * function whose registers are passed to its pre_handler; so only the first pool of an `r`
 * stands where the event does. All other pools, and every pool of a set of functions, stand
 * on a function of ours that nobody calls.
 *
 * Handlers try the pools in turn, from the pool that had an instance last. Moving on from
 * that pool is the sign that a pool has run dry: a work item then looks whether to add
 * another. Since at least half of all instances are in the newest pool, that pool's first
 * instance is taken when half of all instances are in use, at the earliest.
 *
 * Each pool has a second kretprobe, `bare`, never registered, over the same instances: `bare`
 * has all that the kernel's handler looks at, but no entry_handler. kpctl_call_fast(), which
 * finds the instance without an entry_handler, uses `bare`.
 *
 * nr is raised with release when the new pool is ready, and never lowered while handlers
 * run.
 */
#ifndef KPCTL_PROBE_INSTANCE_POOL_H
#define KPCTL_PROBE_INSTANCE_POOL_H

#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/rethook.h>
#include <linux/workqueue.h>

#define KPCTL_POOLS_MAX	16

struct kpctl_event;

struct kpctl_pool {
	struct kretprobe rp;
	struct kretprobe bare;		/* no entry_handler */
	struct kpctl_event *ev;
};

struct kpctl_pools {
	struct kpctl_pool first;	/* for r: the pool that is the probe */
	struct kpctl_pool *pool[KPCTL_POOLS_MAX];
	unsigned int nr;
	unsigned int hint;		/* index of the pool to start with; any value is fine */
	struct kprobe *likely;		/* `bare` of the pool to start with */
	bool grows;			/* false: no pool is added any more */
	kprobe_pre_handler_t hook;	/* the kernel's pre_handler, the same for all pools */
	rethook_handler_t rethook;	/* our rethook handler, in all pools */
	rethook_handler_t replaced;	/* the kernel's rethook handler, which ours replaces */
	unsigned long addr;		/* where the first pool's kretprobe stands */
	u32 capacity;			/* instances of all pools; plant and `work` write it */
	u64 missed;			/* the ledger's missed, as of the last look */
	unsigned long not_before;	/* jiffies: no look before */
	bool asked;			/* a look is due; set by handlers, cleared by grow_pool() */
	bool kicked;			/* `kick` was queued at least once */
	struct irq_work kick;		/* queued by handlers; schedules `work` */
	struct delayed_work work;	/* a look: adds pools */
};

/* Most instances that an event without MAXACTIVE grows to; a module parameter. */
extern unsigned int kpctl_pool_max;

static inline struct kpctl_pool *kpctl_pool_of(struct kretprobe *rp)
{
	return container_of(rp, struct kpctl_pool, rp);
}

struct kpctl_pool_handlers {
	kretprobe_handler_t entry;
	rethook_handler_t rethook;	/* replaces the kernel's rethook handler */
	kretprobe_handler_t ret;	/* called by the kernel's, where ours passes on; or NULL */
	kprobe_pre_handler_t pre;	/* called before the kernel's; NULL: no probe of its own */
};

/*
 * Registers the event's first pool, disabled: where the event stands, or without `pre` at a
 * function that nobody calls. An event without MAXACTIVE gets a second pool at once. places:
 * the number of functions whose calls need instances. 0 or an errno.
 */
int kpctl_pools_plant(struct kpctl_event *ev, const struct kpctl_pool_handlers *handlers,
		      u32 places);

/* Takes the pools of n events out. The events are off; calls may still be in flight. */
void kpctl_pools_unplant(struct kpctl_event **ev, int n);

/* Number of instances, and their bytes: callbacks of an engine. */
u32 kpctl_pools_maxactive(const struct kpctl_event *ev);
u64 kpctl_pools_memory_of(const struct kpctl_event *ev);

/* Called by a handler: the pool with index `at` has instances. */
static __always_inline void kpctl_pools_try_first(struct kpctl_pools *pools, unsigned int at)
{
	WRITE_ONCE(pools->hint, at);
	WRITE_ONCE(pools->likely, &pools->pool[at]->bare.kp);
}

/* Called by a handler: a pool ran dry. */
void kpctl_pools_kick(struct kpctl_pools *pools);

#endif /* KPCTL_PROBE_INSTANCE_POOL_H */
