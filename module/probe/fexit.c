// SPDX-License-Identifier: GPL-2.0
/*
 * f %return: the calls of a set of functions, by an ftrace_ops and pools of instances.
 *
 * A kretprobe, registered and disabled, has no breakpoint anywhere; but the kernel's
 * pre_handler for kretprobes takes an instance and hooks a function's return, given the
 * function's registers. The kernel's pre_handler reads only sp, so the few registers saved by
 * ftrace will do. So the handler of the ftrace_ops does the work of r's pre_handler, with
 * pools away from the probed functions (probe/instance_pool.h), and each call keeps the
 * function's address.
 *
 * At a return the kernel's code for kretprobes marks the CPU as being inside of a kprobe,
 * and afterwards does not restore the previous mark: if a fault in a kprobe's handler had led
 * to the call, that kprobe could not be stepped over any more. The mark is not needed either,
 * as f %return has no kprobe. So the rethook of our pools, on which the instances hang, calls
 * our handler instead of the kernel's.
 *
 * Both handlers hold the guard (hit/recursion.h). Otherwise a probed function called by the
 * return handler would have its own return hooked, and the return handler would call the
 * function again. Only the fast path of a return needs no guard: no probed function is called
 * there. Code between the function and our handlers must not be in the set: place/excluded.h.
 */
#include <linux/kprobes.h>
#include <linux/rethook.h>

#include "hit/call.h"
#include "hit/general.h"
#include "probe/call_path.h"
#include "base/compat.h"
#include "probe/engine.h"
#include "probe/event.h"
#include "hit/recursion.h"
#include "probe/instance_pool.h"
#include "probe/open_calls.h"
#include "hit/fast.h"
#include "probe/set.h"
#include "hit/offcpu.h"

static DEFINE_PER_CPU(struct kpctl_entry[KPCTL_LEVELS], entries);

/* regs: the registers at the entry. Called inside of fexit_handler(). */
static notrace int fexit_entry_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kpctl_entry *entry = this_cpu_ptr(&entries[kpctl_recursion_level(preempt_count())]);
	struct kpctl_call *call = (void *)ri->data;

	kpctl_call_enter(kpctl_pool_of(get_kretprobe(ri))->ev, call, entry, regs);
	entry->call = call;
	return 0;
}
NOKPROBE_SYMBOL(fexit_entry_handler);

static notrace void fexit_handler(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
				  struct ftrace_regs *fregs);

static __always_inline void fexit_hook(struct kpctl_hit *hit, unsigned long func)
{
	kpctl_call_hook(hit, this_cpu_ptr(&entries[kpctl_recursion_level(hit->preempt)]), func);
}

static notrace noinline void fexit_general_hit(unsigned long ip, struct ftrace_ops *ops,
					       struct ftrace_regs *fregs)
{
	struct kpctl_event *ev = container_of(ops, struct kpctl_event, ops);
	struct kpctl_throttle_watch watch;
	struct kpctl_hit hit;
	u8 *busy;

	kpctl_hit_enter(&hit, &ev->target, kpctl_ftrace_regs(fregs));
	busy = kpctl_recursion_of(hit.preempt);
	if (likely(kpctl_general_hit_guarded(&hit, &ip, false, busy, fexit_hook) !=
		   KPCTL_GOVERNOR_TIME)) {
		kpctl_hit_leave();
		return;
	}
	barrier();
	__preempt_count_dec();	/* no rescheduling before the hit is done */
	kpctl_throttle_start(&watch, &ev->target, hit.count);
	fexit_handler(ip, 0, ops, fregs);
	kpctl_throttle_end(&watch);
}
NOKPROBE_SYMBOL(fexit_general_hit);

/*
 * The first half again, after the likely pool had no instance. The hit is counted already;
 * fexit_handler() holds the guard of the task level, hence entries[0].
 */
static notrace noinline void try_others(unsigned long ip, struct ftrace_ops *ops,
					struct pt_regs *regs)
{
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, &container_of(ops, struct kpctl_event, ops)->target, regs);
	kpctl_call_hook(&hit, this_cpu_ptr(&entries[0]), ip);
	kpctl_hit_leave();
}
NOKPROBE_SYMBOL(try_others);

static __always_inline void fexit_fast_entry(unsigned long ip, struct ftrace_ops *ops,
				  struct kpctl_count *count, struct pt_regs *regs, bool keeping)
{
	struct kpctl_event *ev = container_of(ops, struct kpctl_event, ops);
	struct kpctl_call *call;

	kpctl_recursion_take();
	kpctl_count_hit(count);
	if (likely(kpctl_call_fast(ev, regs, keeping, &call)))
		call->func = ip;
	else
		try_others(ip, ops, regs);
	kpctl_recursion_drop();
	preempt_enable_notrace();
}

static notrace noinline void fexit_fast_entry_keeping(unsigned long ip, struct ftrace_ops *ops,
					   struct kpctl_count *count, struct pt_regs *regs)
{
	fexit_fast_entry(ip, ops, count, regs, true);
}
NOKPROBE_SYMBOL(fexit_fast_entry_keeping);

static notrace void fexit_handler(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
				  struct ftrace_regs *fregs)
{
	struct kpctl_event *ev = container_of(ops, struct kpctl_event, ops);
	struct pt_regs *regs = kpctl_ftrace_regs(fregs);
	enum kpctl_call_way way = KPCTL_CALL_GENERAL;
	unsigned int preempt = preempt_count();
	struct kpctl_count *count;

	preempt_disable_notrace();
	count = this_cpu_ptr(ev->target.count);
	if (likely(!kpctl_recursion_level(preempt)) && likely(!kpctl_recursion_is_busy()) &&
	    !kpctl_throttle_due(count))
		way = kpctl_call_way(ev, count, regs);
	if (likely(way == KPCTL_CALL_PLAIN)) {
		fexit_fast_entry(ip, ops, count, regs, false);
	} else if (way == KPCTL_CALL_KEEPS) {
		fexit_fast_entry_keeping(ip, ops, count, regs);
	} else if (way == KPCTL_CALL_REFUSED) {
		preempt_enable_notrace();
	} else {
		barrier();
		__preempt_count_dec();	/* no rescheduling before the hit is done */
		fexit_general_hit(ip, ops, fregs);
	}
}
NOKPROBE_SYMBOL(fexit_handler);

static notrace noinline void rest(struct rethook_node *node, struct pt_regs *regs,
				  enum kpctl_fast_outcome out)
{
	u8 *busy = kpctl_recursion_of(preempt_count());
	u8 was = kpctl_recursion_hold(busy);

	kpctl_call_rest(kpctl_pool_of(node->rethook->data)->ev, kpctl_call_of(node), regs,
			out == KPCTL_FAST_WAKE);
	kpctl_recursion_release(busy, was);
}
NOKPROBE_SYMBOL(rest);

static notrace noinline void fexit_returned_tested(struct rethook_node *node, struct pt_regs *regs,
						   struct kpctl_count *count)
{
	kpctl_call_returned_tested(node, regs, count, rest);
}
NOKPROBE_SYMBOL(fexit_returned_tested);

static notrace KPCTL_RETHOOK_HANDLER(fexit_returned, node, data, regs)
{
	kpctl_call_returned(kpctl_pool_of(data)->ev, node, regs, fexit_returned_tested, rest);
}
NOKPROBE_SYMBOL(fexit_returned);

static int fexit_plant(struct kpctl_event *ev)
{
	static const struct kpctl_pool_handlers handlers = {
		.entry = fexit_entry_handler,
		.rethook = fexit_returned,
	};
	int ret = kpctl_pools_plant(ev, &handlers, ev->set.nr);

	if (ret)
		return ret;
	kpctl_offcpu_know_sets(fexit_returned);
	ret = kpctl_set_plant(ev, fexit_handler);
	if (ret)
		kpctl_pools_unplant(&ev, 1);
	return ret;
}

/* First no more calls enter, then the kernel lets the calls in flight go. */
static void fexit_unplant(struct kpctl_event **ev, int n)
{
	kpctl_set_unplant(ev, n);
	kpctl_pools_unplant(ev, n);
}

static u64 fexit_memory(const struct kpctl_event *ev)
{
	return kpctl_set_memory(ev) + kpctl_pools_memory_of(ev);
}

const struct kpctl_engine kpctl_engine_fexit = {
	.size = sizeof(struct kpctl_event),
	.fields = kpctl_fields_of_call,
	.plant = fexit_plant,
	.unplant = fexit_unplant,
	KPCTL_SET_CALLBACKS,
	.maxactive = kpctl_pools_maxactive,
	.memory = fexit_memory,
	.open_calls = kpctl_open_calls_of_pools,
};
