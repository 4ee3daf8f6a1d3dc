// SPDX-License-Identifier: GPL-2.0
/* p: a probe at any instruction. */
#include <linux/kprobes.h>
#include <linux/slab.h>

#include "probe/engine.h"
#include "probe/event.h"
#include "hit/hit.h"
#include "probe/single.h"
#include "probe/register_name.h"
#include "hit/fast.h"

static __always_inline void hit_place(struct kpctl_hit *hit, const struct kprobe *kp)
{
	hit->fixed[0] = (unsigned long)kp->addr;
	hit->timed = false;
	hit->kept = NULL;
	hit->prog = READ_ONCE(hit->target->prog);
	if (kpctl_hit_allowed(hit) && kpctl_hit_is_on(hit) && kpctl_hit_passes(hit))
		kpctl_hit_take(hit);
}

/*
 * The hit once more, with its time taken. The handler is NULL once the kernel could not take
 * the probe out (kpctl_single_taken_out()), which may come to pass at any moment.
 */
static __always_inline void kprobe_timed_hit(struct kprobe *kp, struct pt_regs *regs,
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

/* counted: the fast path has counted this hit already and done nothing else. */
static notrace noinline int kprobe_general_hit(struct kprobe *kp, struct pt_regs *regs,
					       bool counted)
{
	enum kpctl_governor_says says = KPCTL_GOVERNOR_REFUSE;
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, kp);
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, &ev->target, regs);
	/* Pairs with the store-release in plant.c. */
	if (!counted && smp_load_acquire(&ev->target.on))
		says = kpctl_govern(&ev->target, hit.count);
	if (likely(says == KPCTL_GOVERNOR_TAKE))
		kpctl_count_hit(hit.count);
	if (counted || likely(says == KPCTL_GOVERNOR_TAKE))
		hit_place(&hit, kp);
	kpctl_hit_leave();
	if (unlikely(says == KPCTL_GOVERNOR_TIME))
		kprobe_timed_hit(kp, regs, &ev->target, hit.count);
	return 0;
}
NOKPROBE_SYMBOL(kprobe_general_hit);

static notrace int kprobe_pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	return kprobe_general_hit(kp, regs, false);
}
NOKPROBE_SYMBOL(kprobe_pre_handler);

/* kprobes has turned preemption off, whichever way it was reached. */
static __always_inline int kprobe_fast_hit(struct kprobe *kp, struct pt_regs *regs, u32 n)
{
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, kp);
	struct kpctl_count *count = this_cpu_ptr(ev->target.count);
	enum kpctl_fast_outcome out = KPCTL_FAST_NOT_TAKEN;

	if (likely(kpctl_rcu_is_watching()) && !kpctl_throttle_due(count))
		out = kpctl_fast_hit(count, regs, KPCTL_FAST_P, kp, 0, n);
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

static kprobe_pre_handler_t kprobe_handler_for(const struct kpctl_event *ev)
{
	if (kpctl_fast_counts(&ev->target))
		return kprobe_fast_count;
	return kpctl_fast_fits(&ev->target) ?
	       kprobe_fast_handlers[ev->target.prog->fetch.nplain] : kprobe_pre_handler;
}

/* A kprobe that failed or was taken out is not fit for another try: start clean. */
static int kprobe_plant(struct kpctl_event *ev)
{
	struct kpctl_probe_name name;
	int ret;

	memset(&ev->kp, 0, sizeof(ev->kp));
	ret = kpctl_probe_name(ev->spec, &name);
	if (ret)
		return ret;
	ev->kp.symbol_name = name.symbol;
	ev->kp.addr = name.addr;
	ev->kp.offset = name.offset;
	ev->kp.pre_handler = kprobe_handler_for(ev);
	ev->kp.flags = ev->target.on ? 0 : KPROBE_FLAG_DISABLED;
	ret = register_kprobe(&ev->kp);
	kpctl_probe_name_free(&name);
	ev->kp.symbol_name = NULL;
	return ret;
}

static void kprobe_unplant(struct kpctl_event **ev, int n)
{
	struct kprobe **kps = kvmalloc_array(n, sizeof(*kps), GFP_KERNEL | __GFP_NOWARN);
	int i;

	for (i = 0; i < n; i++) {
		if (kps)
			kps[i] = &ev[i]->kp;
		else	/* one grace period each, but out they come */
			unregister_kprobe(&ev[i]->kp);
	}
	if (kps)
		unregister_kprobes(kps, n);
	kvfree(kps);
	kpctl_single_taken_out(ev, n);
}

static int kprobe_arm(struct kpctl_event *ev)
{
	return enable_kprobe(&ev->kp);
}

static void kprobe_disarm(struct kpctl_event *ev)
{
	disable_kprobe(&ev->kp);
}

static struct kprobe *get_kprobe_of(struct kpctl_event *ev)
{
	return &ev->kp;
}

static u32 kprobe_maxactive(const struct kpctl_event *ev)
{
	return 0;
}

static u64 kprobe_memory(const struct kpctl_event *ev)
{
	return 0;
}

static const struct kpctl_field fields[] = {
	{ "ip", "__probe_ip" },
	{ }
};

const struct kpctl_engine kpctl_engine_kprobe = {
	.size = offsetofend(struct kpctl_event, kp),
	.fields = fields,
	.plant = kprobe_plant,
	.unplant = kprobe_unplant,
	.arm = kprobe_arm,
	.disarm = kprobe_disarm,
	.kprobe = get_kprobe_of,
	KPCTL_ONE_KPROBE_CALLBACKS,
	.maxactive = kprobe_maxactive,
	.memory = kprobe_memory,
};
