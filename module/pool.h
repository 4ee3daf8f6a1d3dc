/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instances of a return probe: one per call in flight.
 *
 * The kernel gives a kretprobe a fixed number of them. To replace one by a larger
 * one would drop the returns in flight, so an event has several: when the calls in
 * flight near what there is, another is added, as large as all before it together.
 * A kretprobe that is registered, disabled, hooks the return of whatever function
 * it is handed the registers of; so only the first stands where the event does,
 * the others on a function of ours that nobody calls.
 *
 * Handlers try the pools in turn, from the one that had an instance last. To move
 * on from it is the sign that one has run dry: then whether to add one is looked
 * at, in a work item. Since at least half of all instances are in the newest, the
 * first of them is needed when half are used at the earliest.
 *
 * nr is raised with release when the pool behind it is ready, and never lowered
 * while handlers run.
 */
#ifndef KPCTL_POOL_H
#define KPCTL_POOL_H

#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/workqueue.h>

#define KPCTL_POOLS_MAX	16

struct kpctl_event;

struct kpctl_pool {
	struct kretprobe rp;
	struct kpctl_event *ev;
};

struct kpctl_pools {
	struct kpctl_pool first;	/* the one that is a probe */
	struct kpctl_pool *pool[KPCTL_POOLS_MAX];
	unsigned int nr;
	unsigned int hint;		/* where to start; any value is fine */
	bool grows;			/* cleared to have no more of them */
	kprobe_pre_handler_t hook;	/* the kernel's, of all of them */
	unsigned long addr;		/* where the event stands */
	u32 capacity;			/* instances in all; written by who adds */
	u64 missed;			/* as of the last look */
	unsigned long not_before;	/* jiffies of the next */
	bool asked;			/* a look is due; set by handlers, cleared by it */
	struct irq_work kick;		/* from a handler: have a look */
	struct delayed_work work;
};

/* Most instances that an event without MAXACTIVE grows to; a module parameter. */
extern unsigned int kpctl_pool_max;

static inline struct kpctl_pool *kpctl_pool_of(struct kretprobe *rp)
{
	return container_of(rp, struct kpctl_pool, rp);
}

/*
 * Register the event's first pool where the event stands, disabled, with
 * pre_handler in front of the kernel's; and a second one if it is to grow. 0 or
 * an errno. serial: what marks this planting's calls.
 */
int kpctl_pools_plant(struct kpctl_event *ev, kretprobe_handler_t entry,
		      kretprobe_handler_t ret, kprobe_pre_handler_t pre_handler);

/* Take those of n events out: their handlers are silent, calls may be in flight. */
void kpctl_pools_unplant(struct kpctl_event **ev, int n);

/* Bytes of memory. */
u64 kpctl_pools_memory(const struct kpctl_pools *pools);

/* From a handler: a pool ran dry. */
void kpctl_pools_kick(struct kpctl_pools *pools);

#endif /* KPCTL_POOL_H */
