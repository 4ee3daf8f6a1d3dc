// SPDX-License-Identifier: GPL-2.0
/*
 * i: a timer on one CPU.
 *
 * The handler runs in the timer's hard interrupt, with PREEMPT_RT too, where other timers run
 * in a thread: only there are the registers and the task those of what was interrupted. So a
 * hit's whole work is done with interrupts off. The program of an event is bounded, and the
 * governor throttles an event that costs too much.
 *
 * The timer is pinned to the CPU that plants or arms the event. When that CPU goes offline,
 * the kernel moves the timer to another CPU, where the timer stays.
 *
 * A handler that is called late is called once for all the periods that have passed. The
 * periods without a handler's run are counted as hits that the kernel kept from the handler.
 */
#include <linux/hrtimer.h>
#include <linux/kprobes.h>
#include <asm/irq_regs.h>

#include "base/compat.h"
#include "probe/engine.h"
#include "probe/event.h"
#include "probe/interrupt_hit.h"

struct timer_event {
	struct kpctl_event ev;		/* first: the event is freed as a struct kpctl_event */
	struct hrtimer timer;
	ktime_t period;
	u64 skipped;			/* periods without a run; only the handler writes it */
};
static_assert(!offsetof(struct timer_event, ev));

/* Registers for a timer that the kernel runs outside of an interrupt: nothing is interrupted. */
static struct pt_regs no_regs;

static struct timer_event *timer_event_of(const struct kpctl_event *ev)
{
	return container_of((struct kpctl_event *)ev, struct timer_event, ev);
}

static notrace enum hrtimer_restart timer_fires(struct hrtimer *timer)
{
	struct timer_event *t = container_of(timer, struct timer_event, timer);
	u64 periods;

	kpctl_interrupt_hit(&t->ev.target, get_irq_regs() ?: &no_regs);
	periods = hrtimer_forward_now(timer, t->period);
	if (unlikely(periods > 1))
		WRITE_ONCE(t->skipped, t->skipped + periods - 1);
	return HRTIMER_RESTART;
}
NOKPROBE_SYMBOL(timer_fires);

static int timer_arm(struct kpctl_event *ev)
{
	struct timer_event *t = timer_event_of(ev);

	hrtimer_start(&t->timer, t->period, HRTIMER_MODE_REL_PINNED_HARD);
	return 0;
}

/* Waits for a running handler. */
static void timer_disarm(struct kpctl_event *ev)
{
	hrtimer_cancel(&timer_event_of(ev)->timer);
}

static int timer_plant(struct kpctl_event *ev)
{
	struct timer_event *t = timer_event_of(ev);

	kpctl_hrtimer_setup(&t->timer, timer_fires, CLOCK_MONOTONIC,
			    HRTIMER_MODE_REL_PINNED_HARD);
	t->period = ns_to_ktime(ev->spec->num);
	t->skipped = 0;
	return ev->target.on ? timer_arm(ev) : 0;
}

static void timer_unplant(struct kpctl_event **ev, int n)
{
	int i;

	for (i = 0; i < n; i++)
		timer_disarm(ev[i]);
}

static u64 timer_skipped(const struct kpctl_event *ev)
{
	return READ_ONCE(timer_event_of(ev)->skipped);
}

const struct kpctl_engine kpctl_engine_timer = {
	.size = sizeof(struct timer_event),
	.fields = kpctl_fields_of_place,
	.may = kpctl_engine_may,
	.plant = timer_plant,
	.unplant = timer_unplant,
	.arm = timer_arm,
	.disarm = timer_disarm,
	.nested = timer_skipped,
};
