/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The path every handler shares: from a hit to a record in the ring.
 *
 * Runs in any context up to NMI. Takes no lock, allocates nothing, never
 * sleeps, prints or wakes anybody directly. Everything here is notrace and
 * NOKPROBE.
 */
#ifndef KPCTL_HIT_H
#define KPCTL_HIT_H

#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>

#include "event.h"

/* One hit, between kpctl_hit_enter() and kpctl_hit_leave(). */
struct kpctl_hit {
	struct kpctl_event *ev;
	struct kpctl_count *count;
	struct pt_regs *regs;
	unsigned int preempt;		/* preempt_count() as we found it */
	u64 fixed[3];			/* the kind's own slots */
	const u64 *entry;		/* values kept at entry */
	u64 since;			/* r: stamp at entry; fixed[nr - 1] = time - since */
	u8 nr_fixed;
	bool timed;
};

/*
 * Preemption is turned off by us, even where kprobes did so already: the
 * counters and the ring's nesting rest on it.
 */
static __always_inline void kpctl_hit_enter(struct kpctl_hit *hit, struct kpctl_event *ev,
					    struct pt_regs *regs)
{
	hit->preempt = preempt_count();
	preempt_disable_notrace();
	hit->ev = ev;
	hit->regs = regs;
	hit->count = this_cpu_ptr(ev->count);
}

static __always_inline void kpctl_hit_leave(void)
{
	preempt_enable_notrace();
}

/*
 * May this hit touch anything? Counts it if not. Without RCU watching (idle,
 * entry code) the rings could be freed under us.
 */
static __always_inline bool kpctl_hit_allowed(struct kpctl_hit *hit)
{
	if (unlikely(!rcu_is_watching())) {
		local_inc(&hit->count->norcu);
		return false;
	}
	return true;
}

/* Write the record, or count why not: off, lost or emitted. */
void kpctl_hit_record(struct kpctl_hit *hit);

#endif /* KPCTL_HIT_H */
