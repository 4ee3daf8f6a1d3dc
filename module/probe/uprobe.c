// SPDX-License-Identifier: GPL-2.0
/*
 * p at a place in a program: uprobes.
 *
 * The kernel puts a breakpoint into each process that maps the place, now or later. A handler
 * runs in the task that hit it, on the way into the kernel from user space: preemption and
 * interrupts are on, no lock is held, and the handler may sleep. So memory of the process that
 * is not there yet is brought in before the hit, which then runs as all hits do, with
 * preemption off.
 */
#include <linux/kprobes.h>

#include "hit/general.h"
#include "probe/engine.h"
#include "probe/user_file.h"
#include "prog/touch_user.h"

/*
 * Preemption is on between the two halves of a turn, and the condition may be replaced there:
 * the program is looked up anew in each turn.
 */
static notrace void touch_memory(struct kpctl_target *target, struct pt_regs *regs)
{
	struct kpctl_touch touch = {};

	do {
		preempt_disable_notrace();
		kpctl_touch_look(&touch, READ_ONCE(target->prog), regs, NULL);
		preempt_enable_notrace();
	} while (kpctl_touch_bring_in(&touch));
}
NOKPROBE_SYMBOL(touch_memory);

/* The handler runs again, timed, if the governor says so. */
static notrace noinline void user_probe_hit(struct kpctl_target *target, struct pt_regs *regs)
{
	unsigned long at = instruction_pointer(regs);
	struct kpctl_throttle_watch watch;
	enum kpctl_governor_says says;
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, target, regs);
	says = kpctl_general_hit_guarded(&hit, &at, false, kpctl_recursion_of(hit.preempt),
					 kpctl_general_place);
	if (unlikely(says == KPCTL_GOVERNOR_TIME)) {
		kpctl_throttle_start(&watch, target, hit.count);
		user_probe_hit(target, regs);
		kpctl_throttle_end(&watch);
	}
	kpctl_hit_leave();
}
NOKPROBE_SYMBOL(user_probe_hit);

static notrace KPCTL_UPROBE_HANDLER(user_probe_handler, consumer, regs)
{
	struct kpctl_user_probe *u = container_of(consumer, struct kpctl_user_probe, consumer);

	/* Pairs with the store-release in kpctl_event_enable(). */
	if (likely(smp_load_acquire(&u->ev.target.on))) {
		touch_memory(&u->ev.target, regs);
		user_probe_hit(&u->ev.target, regs);
	}
	return 0;
}
NOKPROBE_SYMBOL(user_probe_handler);

static int user_probe_plant(struct kpctl_event *ev)
{
	struct kpctl_user_probe *u = kpctl_user_probe_of(ev);

	u->consumer.handler = user_probe_handler;
	return kpctl_user_file_plant(ev);
}

const struct kpctl_engine kpctl_engine_uprobe = {
	.size = sizeof(struct kpctl_user_probe),
	.fields = kpctl_fields_of_place,
	KPCTL_USER_FILE_CALLBACKS,
	.plant = user_probe_plant,
	.unplant = kpctl_user_file_unplant,
	.disarm = kpctl_user_file_disarm,
};
