/* SPDX-License-Identifier: GPL-2.0 */
/* The general path in the pre_handlers of kinds with a kprobe, at a single place. */
#ifndef KPCTL_PROBE_SINGLE_HIT_H
#define KPCTL_PROBE_SINGLE_HIT_H

#include <linux/kprobes.h>

#include "hit/general.h"

/*
 * Runs the hit again, timed. kp->pre_handler becomes NULL at any moment if the kernel cannot
 * take the probe out (kpctl_single_taken_out()).
 */
static __always_inline void kpctl_single_timed_hit(struct kprobe *kp, struct pt_regs *regs,
						   struct kpctl_target *target,
						   struct kpctl_count *count)
{
	kprobe_pre_handler_t again = READ_ONCE(kp->pre_handler);
	struct kpctl_throttle_watch watch;

	if (!again)
		return;
	kpctl_throttle_start(&watch, target, count);
	again(kp, regs);
	kpctl_throttle_end(&watch);
}

/* The pre_handler needs no guard: kprobes calls no handler inside of another. */
static __always_inline int kpctl_single_hit(struct kprobe *kp, struct pt_regs *regs,
					    struct kpctl_target *target, bool counted,
					    kpctl_hit_do_t *take)
{
	enum kpctl_governor_says says;
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, target, regs);
	says = kpctl_general_hit(&hit, (const unsigned long *)&kp->addr, counted, take);
	kpctl_hit_leave();
	if (unlikely(says == KPCTL_GOVERNOR_TIME))
		kpctl_single_timed_hit(kp, regs, target, hit.count);
	return 0;
}

#endif /* KPCTL_PROBE_SINGLE_HIT_H */
