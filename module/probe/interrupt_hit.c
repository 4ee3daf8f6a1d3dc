// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobes.h>

#include "base/interrupted.h"
#include "hit/general.h"
#include "probe/interrupt_hit.h"

/* The handler runs again, timed, if the governor says so. */
notrace noinline void kpctl_interrupt_hit(struct kpctl_target *target, struct pt_regs *regs)
{
	unsigned long at = instruction_pointer(regs);
	struct kpctl_throttle_watch watch;
	enum kpctl_governor_says says;
	struct kpctl_hit hit;
	u8 *busy;

	kpctl_hit_enter(&hit, target, regs);
	busy = kpctl_recursion_of(hit.preempt);
	/* and the level that kpctl_hit_context() takes off for other kinds */
	hit.preempt = kpctl_interrupted_count(hit.preempt) + 1;
	says = kpctl_general_hit_guarded(&hit, &at, false, busy, kpctl_general_place);
	kpctl_hit_leave();
	if (likely(says != KPCTL_GOVERNOR_TIME))
		return;
	kpctl_throttle_start(&watch, target, hit.count);
	kpctl_interrupt_hit(target, regs);
	kpctl_throttle_end(&watch);
}
NOKPROBE_SYMBOL(kpctl_interrupt_hit);
