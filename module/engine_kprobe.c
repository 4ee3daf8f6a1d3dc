// SPDX-License-Identifier: GPL-2.0
/* p: a probe at any instruction. */
#include <linux/kprobes.h>
#include <linux/slab.h>

#include "engine.h"
#include "hit.h"
#include "one_kprobe.h"
#include "probe_name.h"
#include "quick.h"

static notrace noinline int pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, kp);
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, ev, regs);
	/* Pairs with the store-release in plant.c. */
	if (smp_load_acquire(&ev->on)) {
		local_inc(&hit.count->hits);
		hit.fixed[0] = (unsigned long)kp->addr;
		hit.timed = false;
		hit.kept = NULL;
		hit.prog = READ_ONCE(ev->prog);
		if (kpctl_hit_allowed(&hit) && kpctl_hit_is_on(&hit) &&
		    kpctl_hit_passes(&hit))
			kpctl_hit_take(&hit);
	}
	kpctl_hit_leave();
	return 0;
}
NOKPROBE_SYMBOL(pre_handler);

/*
 * kprobes has turned preemption off, whichever way it was reached. Where that
 * is all there is to say of the context, preempt_count() is 1.
 */
static __always_inline int quick(struct kprobe *kp, struct pt_regs *regs, u32 n)
{
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, kp);
	unsigned int preempt = preempt_count();
	struct task_struct *task = current;
	u64 at = (unsigned long)kp->addr;
	u32 ctx = 0;

	if (unlikely(preempt != 1) || unlikely(!kpctl_quick_is_calm(task, regs->flags)))
		ctx = KPCTL_CALL_KEEPING(kpctl_quick_context, preempt, regs->flags, at);
	if (likely(preempt) && likely(kpctl_rcu_is_watching()) &&
	    likely(kpctl_quick_hit(this_cpu_ptr(ev->count), task, regs, at, n, ctx)))
		return 0;
	return pre_handler(kp, regs);
}

#define HANDLER(n)							\
static notrace int quick_##n(struct kprobe *kp, struct pt_regs *regs)	\
{									\
	return quick(kp, regs, n);					\
}									\
NOKPROBE_SYMBOL(quick_##n);
KPCTL_QUICK_HANDLERS(HANDLER)

#define NAME(n) quick_##n,
static const kprobe_pre_handler_t quick_handlers[] = { KPCTL_QUICK_HANDLERS(NAME) };

static kprobe_pre_handler_t handler_for(const struct kpctl_event *ev)
{
	return kpctl_quick_fits(ev) ? quick_handlers[ev->prog->fetch.nplain] : pre_handler;
}

/* A kprobe that failed or was taken out is not fit for another try: start clean. */
static int plant(struct kpctl_event *ev)
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
	ev->kp.pre_handler = handler_for(ev);
	ev->kp.flags = ev->on ? 0 : KPROBE_FLAG_DISABLED;
	ret = register_kprobe(&ev->kp);
	kpctl_probe_name_free(&name);
	ev->kp.symbol_name = NULL;
	return ret;
}

static void unplant(struct kpctl_event **ev, int n)
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
}

static int arm(struct kpctl_event *ev)
{
	return enable_kprobe(&ev->kp);
}

static void disarm(struct kpctl_event *ev)
{
	disable_kprobe(&ev->kp);
}

static struct kprobe *get_kprobe_of(struct kpctl_event *ev)
{
	return &ev->kp;
}

static u32 maxactive(const struct kpctl_event *ev)
{
	return 0;
}

static u64 memory(const struct kpctl_event *ev)
{
	return 0;
}

static const struct kpctl_field fields[] = {
	{ "ip", "__probe_ip" },
	{ }
};

const struct kpctl_engine kpctl_engine_kprobe = {
	.fields = fields,
	.plant = plant,
	.unplant = unplant,
	.arm = arm,
	.disarm = disarm,
	.kprobe = get_kprobe_of,
	KPCTL_ONE_KPROBE_CALLBACKS,
	.maxactive = maxactive,
	.memory = memory,
};
