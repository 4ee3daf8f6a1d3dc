// SPDX-License-Identifier: GPL-2.0
/*
 * r: a function's return, with values kept at the function's entry.
 *
 * The kernel counts a call that found no free instance by a plain increment of a shared
 * counter, and has no callback for such calls. So our own pre_handler stands in front of the
 * kernel's: register_kretprobe(), disabled, stores the kernel's pre_handler in
 * rp->kp.pre_handler; planting saves that pointer (`hook`), puts our pre_handler in its
 * place, and only then enables the kprobe. Our pre_handler counts the entry, decides whether
 * a return is wanted at all, and calls the kernel's for one pool after the other
 * (probe/instance_pool.h), until the kernel takes an instance and runs our entry_handler. If
 * no pool has an instance, the call is counted as missed.
 *
 * At a return the kernel marks the CPU as being inside of a kprobe, so that kprobes skips
 * the probes that the return handler runs into. The mark costs instructions, and the fast
 * path does not need the mark, as it calls no function that a kprobe may stand on. So our
 * rethook handler comes before the kernel's, and passes on to the kernel's where there is
 * more to do. Handlers that interrupt the fast path may hit probes, as anywhere else;
 * counters, rings and tables are made for such hits.
 *
 * The stamp and the values kept at entry lie in the instance's private data, so nesting and
 * recursion are right by construction. A task that ends inside a call gives its instance
 * back without any callback; the instance's next call finds the old mark, and counts the
 * old call as `never`.
 */
#include <linux/kprobes.h>
#include <linux/slab.h>

#include "hit/call.h"
#include "probe/call_path.h"
#include "probe/engine.h"
#include "probe/event.h"
#include "probe/single.h"
#include "probe/single_hit.h"
#include "probe/instance_pool.h"
#include "probe/open_calls.h"
#include "hit/fast.h"
#include "hit/offcpu.h"

static DEFINE_PER_CPU(struct kpctl_entry, entries);

/* The kprobe of the first pool, at the function. */
static struct kprobe *probe_of(struct kpctl_event *ev)
{
	return &ev->pools.first.rp.kp;
}

/* regs: the registers at the entry. Preemption is off. */
static notrace int kretprobe_entry_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kpctl_call *call = (void *)ri->data;

	kpctl_call_enter(kpctl_pool_of(get_kretprobe(ri))->ev, call, this_cpu_ptr(&entries),
			 regs);
	this_cpu_write(entries.call, call);
	return 0;
}
NOKPROBE_SYMBOL(kretprobe_entry_handler);

static __always_inline void kretprobe_hook(struct kpctl_hit *hit, unsigned long func)
{
	kpctl_call_hook(hit, this_cpu_ptr(&entries), func);
}

/* counted: the fast path has counted this hit already and done nothing else. */
static notrace noinline int kretprobe_general_hit(struct kprobe *kp, struct pt_regs *regs,
						  bool counted)
{
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, pools.first.rp.kp);

	return kpctl_single_hit(kp, regs, &ev->target, counted, kretprobe_hook);
}
NOKPROBE_SYMBOL(kretprobe_general_hit);

static __always_inline int kretprobe_fast_entry(struct kprobe *kp, struct pt_regs *regs,
						struct kpctl_count *count, bool keeping)
{
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, pools.first.rp.kp);
	struct kpctl_call *call;

	kpctl_count_hit(count);
	if (unlikely(!kpctl_call_fast(ev, regs, keeping, &call)))
		return kretprobe_general_hit(kp, regs, true);
	call->func = (unsigned long)kp->addr;
	return 0;
}

/* Separate functions: entries need registers saved, a refused hit does not. */
static notrace noinline int kretprobe_fast_plain(struct kprobe *kp, struct pt_regs *regs,
						 struct kpctl_count *count)
{
	return kretprobe_fast_entry(kp, regs, count, false);
}
NOKPROBE_SYMBOL(kretprobe_fast_plain);

static notrace noinline int kretprobe_fast_entry_keeping(struct kprobe *kp, struct pt_regs *regs,
							 struct kpctl_count *count)
{
	return kretprobe_fast_entry(kp, regs, count, true);
}
NOKPROBE_SYMBOL(kretprobe_fast_entry_keeping);

/* kprobes has preemption off, and no other kprobe's handler runs meanwhile. */
static notrace int kretprobe_pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, pools.first.rp.kp);
	struct kpctl_count *count = this_cpu_ptr(ev->target.count);

	if (kpctl_throttle_due(count))
		return kretprobe_general_hit(kp, regs, false);
	switch (kpctl_call_way(ev, count, regs)) {
	case KPCTL_CALL_PLAIN:
		return kretprobe_fast_plain(kp, regs, count);
	case KPCTL_CALL_KEEPS:
		return kretprobe_fast_entry_keeping(kp, regs, count);
	case KPCTL_CALL_REFUSED:
		return 0;
	default:
		return kretprobe_general_hit(kp, regs, false);
	}
}
NOKPROBE_SYMBOL(kretprobe_pre_handler);

/* Called by the kernel's rethook handler, where kretprobe_returned() has passed on. */
static notrace int return_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kpctl_call *call = (void *)ri->data;

	kpctl_call_rest(kpctl_pool_of(get_kretprobe(ri))->ev, call, regs, !call->mark);
	return 0;
}
NOKPROBE_SYMBOL(return_handler);

static notrace noinline void pass_on(struct rethook_node *node, struct pt_regs *regs,
				     enum kpctl_fast_outcome out)
{
	KPCTL_RETHOOK_PASS_ON(kpctl_pool_of(node->rethook->data)->ev->pools.replaced, node, regs);
}
NOKPROBE_SYMBOL(pass_on);

static notrace noinline void kretprobe_returned_tested(struct rethook_node *node,
						       struct pt_regs *regs,
						       struct kpctl_count *count)
{
	kpctl_call_returned_tested(node, regs, count, pass_on);
}
NOKPROBE_SYMBOL(kretprobe_returned_tested);

static notrace KPCTL_RETHOOK_HANDLER(kretprobe_returned, node, data, regs)
{
	kpctl_call_returned(kpctl_pool_of(data)->ev, node, regs, kretprobe_returned_tested,
			    pass_on);
}
NOKPROBE_SYMBOL(kretprobe_returned);

static void kretprobe_unplant(struct kpctl_event **ev, int n)
{
	kpctl_pools_unplant(ev, n);
	kpctl_single_taken_out(ev, n);
}

static int kretprobe_plant(struct kpctl_event *ev)
{
	static const struct kpctl_pool_handlers handlers = {
		.entry = kretprobe_entry_handler,
		.ret = return_handler,
		.rethook = kretprobe_returned,
		.pre = kretprobe_pre_handler,
	};
	int ret = kpctl_pools_plant(ev, &handlers, 1);

	if (ret)
		return ret;
	kpctl_offcpu_know(&ev->pools.first.rp);
	if (ev->target.on) {
		ret = enable_kprobe(probe_of(ev));
		if (ret)
			kretprobe_unplant(&ev, 1);
	}
	return ret;
}

const struct kpctl_engine kpctl_engine_kretprobe = {
	.size = sizeof(struct kpctl_event),
	.fields = kpctl_fields_of_call,
	.plant = kretprobe_plant,
	.unplant = kretprobe_unplant,
	.kprobe = probe_of,
	KPCTL_SINGLE_CALLBACKS,
	.maxactive = kpctl_pools_maxactive,
	.memory = kpctl_pools_memory_of,
	.open_calls = kpctl_open_calls_of_pools,
};
