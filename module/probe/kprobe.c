// SPDX-License-Identifier: GPL-2.0
/* p: a probe at any instruction. */
#include <linux/kprobes.h>
#include <linux/slab.h>

#include "probe/after.h"
#include "probe/engine.h"
#include "probe/event.h"
#include "probe/single.h"
#include "probe/single_hit.h"
#include "probe/register_name.h"
#include "hit/fast_span.h"

/* counted: the fast path has counted this hit already and done nothing else. */
static notrace noinline int kprobe_general_hit(struct kprobe *kp, struct pt_regs *regs,
					       bool counted)
{
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, kp);

	return kpctl_single_hit(kp, regs, &ev->target, counted, kpctl_general_place);
}
NOKPROBE_SYMBOL(kprobe_general_hit);

static notrace int kprobe_pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	return kprobe_general_hit(kp, regs, false);
}
NOKPROBE_SYMBOL(kprobe_pre_handler);

/* kprobes has turned preemption off, whether by int3, by ftrace or as an optimized jump. */
static __always_inline int kprobe_fast_hit(struct kprobe *kp, struct pt_regs *regs, u32 n)
{
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, kp);
	struct kpctl_count *count = this_cpu_ptr(ev->target.count);
	enum kpctl_fast_outcome out = KPCTL_FAST_NOT_TAKEN;

	if (likely(kpctl_rcu_is_watching()) && !kpctl_throttle_due(count))
		out = kpctl_fast_hit(count, regs, KPCTL_FAST_P, kp, NULL, n);
	if (likely(out == KPCTL_FAST_DONE))
		return 0;
	return kprobe_general_hit(kp, regs, out == KPCTL_FAST_COUNTED);
}

#define HANDLER(n)							\
static notrace int kprobe_fast_##n(struct kprobe *kp, struct pt_regs *regs)	\
{									\
	return kprobe_fast_hit(kp, regs, n);					\
}									\
NOKPROBE_SYMBOL(kprobe_fast_##n);
KPCTL_FAST_HANDLERS(HANDLER)

#define NAME(n) kprobe_fast_##n,
static const kprobe_pre_handler_t kprobe_fast_handlers[] = { KPCTL_FAST_HANDLERS(NAME) };

static notrace int kprobe_fast_count(struct kprobe *kp, struct pt_regs *regs)
{
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, kp);
	struct kpctl_count *count = this_cpu_ptr(ev->target.count);

	if (likely(kpctl_rcu_is_watching()) && !kpctl_throttle_due(count) &&
	    likely(kpctl_fast_count(count, regs) == KPCTL_FAST_DONE))
		return 0;
	return kprobe_general_hit(kp, regs, false);
}
NOKPROBE_SYMBOL(kprobe_fast_count);

/*
 * A hit that may leave the function out, by other registers to go on with: kprobes must not put
 * its own there. A hit that is run a second time, timed, has changed them as well.
 */
static notrace int kprobe_skip(struct kprobe *kp, struct pt_regs *regs)
{
	unsigned long ip = instruction_pointer(regs);

	kprobe_general_hit(kp, regs, false);
	return instruction_pointer(regs) != ip;
}
NOKPROBE_SYMBOL(kprobe_skip);

/* kprobes has preemption off until the handler returns. */
static notrace noinline int kprobe_span_claimed(struct kprobe *kp, struct pt_regs *regs,
						const struct kpctl_span_claim *claim)
{
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, kp);
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, &ev->target, regs);
	hit.claim = claim;
	kpctl_general_span(&hit, (unsigned long)kp->addr);
	kpctl_hit_leave();
	return 0;
}
NOKPROBE_SYMBOL(kprobe_span_claimed);

/* Takes a copy, so that the handler can have the claim in registers. */
static __always_inline int kprobe_span_rest(struct kprobe *kp, struct pt_regs *regs,
					    struct kpctl_span_claim claim)
{
	return kprobe_span_claimed(kp, regs, &claim);
}

static notrace int kprobe_span(struct kprobe *kp, struct pt_regs *regs)
{
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, kp);
	struct kpctl_count *count = this_cpu_ptr(ev->target.count);
	enum kpctl_fast_outcome out = KPCTL_FAST_NOT_TAKEN;
	struct kpctl_span_claim claim;

	if (likely(kpctl_rcu_is_watching()) && !kpctl_throttle_due(count))
		out = kpctl_fast_span_inline(count, regs, &claim);
	if (likely(out == KPCTL_FAST_DONE))
		return 0;
	return out == KPCTL_FAST_COUNTED ? kprobe_span_rest(kp, regs, claim) :
					   kprobe_general_hit(kp, regs, false);
}
NOKPROBE_SYMBOL(kprobe_span);

static kprobe_pre_handler_t kprobe_handler_for(const struct kpctl_event *ev)
{
	if (ev->spec->after_column)
		return kpctl_after_keep;
	if (ev->target.prog->skips)
		return kprobe_skip;
	if (ev->target.prog->spans)
		return kprobe_span;
	if (kpctl_fast_counts(&ev->target))
		return kprobe_fast_count;
	return kpctl_fast_fits(&ev->target) ?
	       kprobe_fast_handlers[ev->target.prog->fetch.nplain] : kprobe_pre_handler;
}

/* A kprobe that failed or was taken out cannot be registered again as it is: start clean. */
static int kprobe_plant(struct kpctl_event *ev)
{
	struct kpctl_probe_name name;
	int ret;

	memset(&ev->kp, 0, sizeof(ev->kp));
	if (ev->spec->after_column && kpctl_after_alloc(ev))
		return -ENOMEM;
	ret = kpctl_probe_name(ev->spec, &name);
	if (ret)
		return ret;
	ev->kp.symbol_name = name.symbol;
	ev->kp.addr = name.addr;
	ev->kp.offset = name.offset;
	ev->kp.pre_handler = kprobe_handler_for(ev);
	ev->kp.post_handler = ev->after ? kpctl_after_take : NULL;
	ev->kp.flags = ev->target.on ? 0 : KPROBE_FLAG_DISABLED;
	ret = register_kprobe(&ev->kp);
	kpctl_probe_name_free(&name);
	ev->kp.symbol_name = NULL;
	return ret;
}

/*
 * kprobes passes over the second handler of a probe that is disabled, and disables one to take it
 * out. So hits that have begun end first: the event is off already.
 */
static void kprobe_end_hits(struct kpctl_event *ev)
{
	kpctl_after_settle(ev, true);
}

static void kprobe_disarm(struct kpctl_event *ev)
{
	kprobe_end_hits(ev);
	kpctl_single_disarm(ev);
}

static void kprobe_settle(struct kpctl_event *ev)
{
	kpctl_after_settle(ev, false);
}

static void kprobe_unplant(struct kpctl_event **ev, int n)
{
	struct kprobe **kps = kvmalloc_array(n, sizeof(*kps), GFP_KERNEL | __GFP_NOWARN);
	int i;

	for (i = 0; i < n; i++)
		kprobe_end_hits(ev[i]);
	for (i = 0; i < n; i++) {
		if (kps)
			kps[i] = &ev[i]->kp;
		else	/* slower: a grace period for each */
			unregister_kprobe(&ev[i]->kp);
	}
	if (kps)
		unregister_kprobes(kps, n);
	kvfree(kps);
	kpctl_single_taken_out(ev, n);
}

/* With a second handler no probe at the place is optimized: the mode says why. */
static const char *kprobe_mode(const struct kpctl_event *ev)
{
	const char *mode = kpctl_single_mode(ev);

	return ev->after && !strcmp(mode, "int3") ? "after" : mode;
}

static struct kprobe *get_kprobe_of(struct kpctl_event *ev)
{
	return &ev->kp;
}

const struct kpctl_engine kpctl_engine_kprobe = {
	.size = offsetofend(struct kpctl_event, after),
	.fields = kpctl_fields_of_place,
	.plant = kprobe_plant,
	.unplant = kprobe_unplant,
	.kprobe = get_kprobe_of,
	.settle = kprobe_settle,
	.end_hits = kprobe_end_hits,
	.release = kpctl_after_free,
	.memory = kpctl_after_memory,
	KPCTL_SINGLE_PLACE,
	.arm = kpctl_single_arm,
	.disarm = kprobe_disarm,
	.mode = kprobe_mode,
};
