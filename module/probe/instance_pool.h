/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instances of a return probe: one per call in flight.
 *
 * The kernel gives a kretprobe a fixed number of them. To replace one by a larger
 * one would drop the returns in flight, so an event has several: when the calls in
 * flight near what there is, another is added, as large as all before it together.
 * A kretprobe that is registered, disabled, hooks the return of whatever function
 * it is handed the registers of; so only the first stands where the event does,
 * the others on a function of ours that nobody calls. That of a set of functions
 * does so, too.
 *
 * Handlers try the pools in turn, from the one that had an instance last. To move
 * on from it is the sign that one has run dry: then whether to add one is looked
 * at, in a work item. Since at least half of all instances are in the newest, the
 * first of them is needed when half are used at the earliest.
 *
 * Each pool has a second kretprobe, never registered, over the same instances: all
 * that the kernel's handler looks at is there, but an entry_handler is not. It is for
 * those who find the instance by themselves, kpctl_call_fast().
 *
 * nr is raised with release when the pool behind it is ready, and never lowered
 * while handlers run.
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
	struct kpctl_pool first;	/* the one that is a probe, if any is */
	struct kpctl_pool *pool[KPCTL_POOLS_MAX];
	unsigned int nr;
	unsigned int hint;		/* where to start; any value is fine */
	struct kprobe *likely;		/* the bare one of the pool where to start */
	bool grows;			/* cleared to have no more of them */
	kprobe_pre_handler_t hook;	/* the kernel's, of all of them */
	rethook_handler_t rethook;	/* ours, of all of them */
	rethook_handler_t replaced;	/* the kernel's, in whose place it is */
	unsigned long addr;		/* where the event stands */
	u32 capacity;			/* instances in all; written by who adds */
	u64 missed;			/* as of the last look */
	unsigned long not_before;	/* jiffies of the next */
	bool asked;			/* a look is due; set by handlers, cleared by it */
	bool kicked;			/* there was one */
	struct irq_work kick;		/* from a handler: have a look */
	struct delayed_work work;
};

/* Most instances that an event without MAXACTIVE grows to; a module parameter. */
extern unsigned int kpctl_pool_max;

static inline struct kpctl_pool *kpctl_pool_of(struct kretprobe *rp)
{
	return container_of(rp, struct kpctl_pool, rp);
}

struct kpctl_pool_handlers {
	kretprobe_handler_t entry;
	rethook_handler_t rethook;	/* called in place of the kernel's */
	kretprobe_handler_t ret;	/* what that calls, if it is called after all, or NULL */
	kprobe_pre_handler_t pre;	/* in front of the kernel's; NULL: no probe */
};

/*
 * Register the event's first pool, disabled, where the event stands, or where
 * nobody comes by when there is no pre_handler; and a second one if it is to grow.
 * places: how many functions' calls it is for. 0 or an errno.
 */
int kpctl_pools_plant(struct kpctl_event *ev, const struct kpctl_pool_handlers *handlers,
		      u32 places);

/* Take those of n events out: their handlers are silent, calls may be in flight. */
void kpctl_pools_unplant(struct kpctl_event **ev, int n);

/* What there is of them, in instances and in bytes: callbacks of an engine. */
u32 kpctl_pools_maxactive(const struct kpctl_event *ev);
u64 kpctl_pools_memory_of(const struct kpctl_event *ev);

/* From a handler: that one has instances. */
static __always_inline void kpctl_pools_try_first(struct kpctl_pools *pools, unsigned int at)
{
	WRITE_ONCE(pools->hint, at);
	WRITE_ONCE(pools->likely, &pools->pool[at]->bare.kp);
}

/* From a handler: a pool ran dry. */
void kpctl_pools_kick(struct kpctl_pools *pools);

#endif /* KPCTL_PROBE_INSTANCE_POOL_H */
