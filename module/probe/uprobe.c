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

#include "hit/fast.h"
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
	const struct kpctl_prog *prog;
	struct kpctl_touch touch = {};

	do {
		preempt_disable_notrace();
		prog = READ_ONCE(target->prog);
		if (prog->reads_memory)
			kpctl_touch_look(&touch, prog, regs, NULL);
		preempt_enable_notrace();
	} while (kpctl_touch_bring_in(&touch));
}
NOKPROBE_SYMBOL(touch_memory);

/* What the fast path does with the event's hits, a constant for the compiler. */
enum user_way { USER_GENERAL, USER_RECORD, USER_COUNT, USER_SPAN };

static enum user_way user_way_of(const struct kpctl_target *target)
{
	if (target->prog->spans)
		return USER_SPAN;
	if (kpctl_fast_counts(target))
		return USER_COUNT;
	return kpctl_fast_fits(target) ? USER_RECORD : USER_GENERAL;
}

/* Preemption is off, by this handler: found as it is between two instructions of a program. */
static __always_inline enum kpctl_fast_outcome
user_fast_hit(struct kpctl_count *count, struct pt_regs *regs, enum user_way way,
	      struct kpctl_span_claim *claim)
{
	unsigned long at = instruction_pointer(regs);

	if (way == USER_GENERAL || unlikely(kpctl_recursion_is_busy()) ||
	    unlikely(!kpctl_rcu_is_watching()) || kpctl_throttle_due(count))
		return KPCTL_FAST_NOT_TAKEN;
	if (way == USER_SPAN)
		return kpctl_fast_span(count, regs, claim);
	if (way == USER_COUNT)
		return kpctl_fast_count(count, regs);
	return kpctl_fast_hit(count, regs, KPCTL_FAST_U, NULL, &at, count->fast.nargs);
}

/* claim: the span that the fast path has taken, or NULL. */
static notrace noinline enum kpctl_governor_says
user_general_hit(struct kpctl_target *target, struct pt_regs *regs, bool counted,
		 const struct kpctl_span_claim *claim)
{
	unsigned long at = instruction_pointer(regs);
	enum kpctl_governor_says says = KPCTL_GOVERNOR_TAKE;
	struct kpctl_hit hit;
	u8 *busy;

	kpctl_hit_enter(&hit, target, regs);
	if (counted)
		hit.preempt--;		/* the handler has turned preemption off already */
	busy = kpctl_recursion_of(hit.preempt);
	hit.claim = claim;
	if (claim)
		kpctl_general_span_guarded(&hit, at, busy);
	else
		says = kpctl_general_hit_guarded(&hit, &at, counted, busy, kpctl_general_place);
	kpctl_hit_leave();
	return says;
}
NOKPROBE_SYMBOL(user_general_hit);

/* Does the fast path leave nothing to do? In a hit that it has counted it does the rest, too. */
static __always_inline bool user_hit_is_done(struct kpctl_target *target, struct pt_regs *regs,
					     enum user_way way)
{
	enum kpctl_fast_outcome out;
	struct kpctl_span_claim claim;

	preempt_disable_notrace();
	out = user_fast_hit(this_cpu_ptr(target->count), regs, way, &claim);
	if (unlikely(out == KPCTL_FAST_COUNTED))
		user_general_hit(target, regs, true, way == USER_SPAN ? &claim : NULL);
	preempt_enable_notrace();
	return likely(out != KPCTL_FAST_NOT_TAKEN);
}

/* A hit that is timed, on the path that others take. */
static notrace noinline void user_timed_hit(struct kpctl_target *target, struct pt_regs *regs)
{
	struct kpctl_throttle_watch watch;
	struct kpctl_count *count;
	enum user_way way;
	bool done = false;

	preempt_disable_notrace();
	count = this_cpu_ptr(target->count);
	way = user_way_of(target);	/* reads the program, which may be freed behind this */
	preempt_enable_notrace();
	kpctl_throttle_start(&watch, target, count);
	switch (way) {
	case USER_SPAN:
		done = user_hit_is_done(target, regs, USER_SPAN);
		break;
	case USER_COUNT:
		done = user_hit_is_done(target, regs, USER_COUNT);
		break;
	case USER_RECORD:
		done = user_hit_is_done(target, regs, USER_RECORD);
		break;
	case USER_GENERAL:
		break;
	}
	if (!done)
		user_general_hit(target, regs, false, NULL);
	kpctl_throttle_end(&watch);
}
NOKPROBE_SYMBOL(user_timed_hit);

static notrace noinline void user_rest(struct kpctl_target *target, struct pt_regs *regs)
{
	touch_memory(target, regs);
	if (unlikely(user_general_hit(target, regs, false, NULL) == KPCTL_GOVERNOR_TIME))
		user_timed_hit(target, regs);
}
NOKPROBE_SYMBOL(user_rest);

#define USER_PROBE(name, way)							\
static notrace KPCTL_UPROBE_HANDLER(name, consumer, regs)			\
{										\
	struct kpctl_user_probe *u =						\
		container_of(consumer, struct kpctl_user_probe, consumer);	\
										\
	/* Pairs with the store-release in kpctl_event_enable(). */		\
	if (likely(smp_load_acquire(&u->ev.target.on)) &&			\
	    !user_hit_is_done(&u->ev.target, regs, way))			\
		user_rest(&u->ev.target, regs);					\
	return 0;								\
}										\
NOKPROBE_SYMBOL(name)

USER_PROBE(user_handler, USER_GENERAL);
USER_PROBE(user_fast_record, USER_RECORD);
USER_PROBE(user_fast_count, USER_COUNT);
USER_PROBE(user_fast_span, USER_SPAN);

static int user_probe_plant(struct kpctl_event *ev)
{
	struct kpctl_user_probe *u = kpctl_user_probe_of(ev);

	switch (user_way_of(&ev->target)) {
	case USER_GENERAL:
		u->consumer.handler = user_handler;
		break;
	case USER_RECORD:
		u->consumer.handler = user_fast_record;
		break;
	case USER_COUNT:
		u->consumer.handler = user_fast_count;
		break;
	case USER_SPAN:
		u->consumer.handler = user_fast_span;
		break;
	}
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
