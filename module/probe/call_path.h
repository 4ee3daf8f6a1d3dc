/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The entry and the return of calls, for the handlers of all kinds that watch calls.
 *
 * The general path runs as hit.h says, between kpctl_hit_enter() and kpctl_hit_leave(), and
 * is inline for the same reason. An entry has two halves, as the kernel stands between them:
 * the first half asks the kernel for an instance, from one pool after the other, until a
 * pool has an instance; for that instance the kernel calls our entry_handler, the second
 * half.
 *
 * The fast path serves entries that keep nothing but whole registers, after at most one
 * test. The fast path asks the likely pool (the last with an instance), and needs no second
 * half: the kernel has put the instance first on the task's list, and interrupters take their
 * instances off the list before returning. Values are kept after the kernel's work, of which
 * only the changed return address on the stack could be seen. Together with returns that
 * spare the kernel's own bookkeeping, the fast path took an `r` from 634 instructions to 546;
 * looking values up again rather than keeping them in registers, to 522.
 */
#ifndef KPCTL_PROBE_CALL_PATH_H
#define KPCTL_PROBE_CALL_PATH_H

#include <linux/kprobes.h>

#include "hit/call.h"
#include "ring/clock.h"
#include "hit/hit.h"
#include "probe/event.h"
#include "probe/instance_pool.h"
#include "place/kernel_text.h"
#include "prog/fetch.h"
#include "prog/prog.h"
#include "hit/fast.h"
#include "hit/offcpu.h"

/* What the two halves of an entry hand to each other, on one CPU. */
struct kpctl_entry {
	struct kpctl_call *call;	/* set by the second half: the kernel had an instance */
	const struct kpctl_prog *prog;	/* set by the first half: what the second half keeps */
	unsigned long func;		/* set by the first half: the function that was called */
};

static __always_inline void kpctl_call_keep(const struct kpctl_prog *prog, unsigned long func,
					    struct pt_regs *regs, struct kpctl_call *call)
{
	const struct kpctl_fetch *fetch = &prog->entry;
	struct kpctl_site site;

	kpctl_fetch_plain(fetch, regs, call->kept);
	if (likely(!prog->entry_more))
		return;
	kpctl_offcpu_start(&call->split);
	if (fetch->nargs) {
		kpctl_site_init(&site, regs, NULL, func, 0, 0);
		kpctl_fetch_rest(fetch, &site, call->kept, prog->kept_size);
	}
}

static __always_inline void kpctl_call_begin(const struct kpctl_event *ev,
					     struct kpctl_count *count, struct kpctl_call *call,
					     const struct kpctl_prog *prog)
{
	if (unlikely(call->mark == ev->serial))
		local_inc(&count->never);
	call->mark = ev->serial;
	call->prog = prog;
	local_inc(&count->hooked);
}

/* The second half: the instance is ours. regs: the registers at the entry. */
static __always_inline void kpctl_call_enter(struct kpctl_event *ev, struct kpctl_call *call,
					     const struct kpctl_entry *entry,
					     struct pt_regs *regs)
{
	kpctl_call_begin(ev, this_cpu_ptr(ev->target.count), call, entry->prog);
	call->func = entry->func;
	kpctl_call_keep(entry->prog, entry->func, regs, call);
	call->since = kpctl_clock();
}

/* Which way an entry goes. */
enum kpctl_call_way {
	KPCTL_CALL_GENERAL,
	KPCTL_CALL_PLAIN,	/* the fast path, nothing is kept */
	KPCTL_CALL_KEEPS,	/* the fast path, registers are kept */
	KPCTL_CALL_REFUSED,	/* no way: the condition refused the hit, which is counted */
};

static __always_inline enum kpctl_call_way kpctl_call_way(const struct kpctl_event *ev,
							  struct kpctl_count *count,
							  const struct pt_regs *regs)
{
	const struct kpctl_fast_path *q = &count->fast;
	u8 enters;

	if (unlikely(!kpctl_word_is8((const u8 *)&ev->target.stream->tracing_on, true)))
		return KPCTL_CALL_GENERAL;
	if (likely(kpctl_word_is8(&q->enters, KPCTL_FAST_ENTERS_PLAIN)))
		return KPCTL_CALL_PLAIN;
	/* Pairs with the store-release in kpctl_fast_open(); so does the plain test above. */
	enters = smp_load_acquire(&q->enters);
	if (!enters)
		return KPCTL_CALL_GENERAL;
	if ((enters & KPCTL_FAST_ENTERS_TESTED) && kpctl_rcu_is_watching() &&
	    !kpctl_fast_passes(q, regs)) {
		kpctl_count_hit(count);
		local_inc(&count->filtered);
		return KPCTL_CALL_REFUSED;
	}
	return enters & KPCTL_FAST_ENTERS_KEEPING ? KPCTL_CALL_KEEPS : KPCTL_CALL_PLAIN;
}

/*
 * The fast path of an entry, counted already. False: the likely pool has no instance, or RCU
 * does not watch; the general path is to do the rest. True: the caller sets (*entered)->func.
 *
 * The program is still the program that kpctl_call_way() went by: preemption has been off
 * since. Program and task are looked up again after the kernel's work, so that no register
 * keeps them meanwhile.
 */
static __always_inline bool kpctl_call_fast(struct kpctl_event *ev, struct pt_regs *regs,
					    bool keeping, struct kpctl_call **entered)
{
	struct llist_node *before = READ_ONCE(current->rethooks.first), *now;
	const struct kpctl_prog *prog;
	struct kpctl_count *count;
	struct kpctl_call *call;

	if (!KPCTL_RETHOOK_ASKS_RCU && !kpctl_rcu_is_watching())
		return false;
	ev->pools.hook(READ_ONCE(ev->pools.likely), regs);
	now = READ_ONCE(kpctl_current_again()->rethooks.first);
	if (unlikely(now == before))
		return false;
	count = this_cpu_ptr(ev->target.count);
	prog = READ_ONCE(count->fast.prog);
	call = (void *)container_of(now, struct kretprobe_instance, node.llist)->data;
	kpctl_call_begin(ev, count, call, prog);
	if (keeping)
		kpctl_fetch_plain(&prog->entry, regs, call->kept);
	call->since = kpctl_clock();
	*entered = call;
	return true;
}

/* An instance from a pool: pools are asked in turn, beginning with the last to have any. */
static __always_inline bool kpctl_call_take_instance(struct kpctl_pools *pools,
						     struct kpctl_entry *entry,
						     struct pt_regs *regs)
{
	/* Pairs with the store-release in add_pool(). */
	unsigned int nr = smp_load_acquire(&pools->nr), at = READ_ONCE(pools->hint), i;

	for (i = 0; i < nr; i++, at++) {
		if (unlikely(at >= nr))
			at = 0;
		barrier();	/* the kernel's handler calls ours, which reads *entry */
		pools->hook(&pools->pool[at]->rp.kp, regs);
		barrier();
		if (likely(entry->call))
			break;
	}
	if (likely(!i))
		return true;
	if (i < nr)
		kpctl_pools_try_first(pools, at);
	kpctl_pools_kick(pools);
	return i < nr;
}

/*
 * The first half: an entry of func, counted already. Conditions are tested here as far as
 * possible: a refused call takes no instance.
 */
static __always_inline void kpctl_call_hook(struct kpctl_hit *hit, struct kpctl_entry *entry,
					    unsigned long func)
{
	struct kpctl_event *ev = container_of(hit->target, struct kpctl_event, target);

	hit->prog = READ_ONCE(ev->target.prog);
	if (!kpctl_hit_allowed(hit) || !kpctl_hit_is_on(hit) ||
	    !kpctl_hit_passes_early(hit, func))
		return;
	entry->call = NULL;
	entry->func = func;
	entry->prog = hit->prog;
	if (unlikely(!kpctl_call_take_instance(&ev->pools, entry, hit->regs)))
		kpctl_hit_missed(&ev->target, hit->count);
}

/*
 * The return address is taken from the registers, which stand where the call returns to: the
 * instance's own return address is another kretprobe's trampoline where several hooked this
 * call.
 */
static __always_inline void kpctl_call_return(struct kpctl_hit *hit, struct kpctl_call *call)
{
	call->mark = 0;
	local_inc(&hit->count->returned);
	hit->fixed[0] = call->func;
	hit->fixed[1] = instruction_pointer(hit->regs);
	if (unlikely(hit->fixed[1] == kpctl_return_hooks.graph))
		hit->fixed[1] = kpctl_fetch_true_caller(hit->regs);
	hit->timed = true;
	hit->since = call->since;
	hit->kept = call->kept;
	hit->prog = call->prog;
	if (kpctl_hit_allowed(hit) && kpctl_hit_is_on(hit) && kpctl_hit_passes(hit))
		kpctl_hit_take(hit);
}

/*
 * The part of a return that the fast path has left: all of it, or only the wake-up of the
 * reader (only_wake). A return that is to be timed, and any return by CLOCK_MONOTONIC, takes
 * the fast path from here: functions may be called here, as f %return holds its guard, and r
 * is inside of the kernel's handler, under which kprobes skips probes.
 */
static __always_inline void kpctl_call_rest(struct kpctl_event *ev, struct kpctl_call *call,
					    struct pt_regs *regs, bool only_wake)
{
	enum kpctl_fast_outcome out = only_wake ? KPCTL_FAST_WAKE : KPCTL_FAST_NOT_TAKEN;
	struct kpctl_count *count = this_cpu_ptr(ev->target.count);
	bool due = !only_wake && kpctl_throttle_return_due(count);
	struct kpctl_throttle_watch watch;
	struct kpctl_hit hit;

	if (unlikely(due))
		kpctl_throttle_start_return(&watch, &ev->target, count);
	if (!only_wake && (due || !kpctl_clock_is_raw()))
		out = kpctl_fast_return(&ev->target, call, regs);
	kpctl_hit_enter(&hit, &ev->target, regs);
	if (out == KPCTL_FAST_NOT_TAKEN)
		kpctl_call_return(&hit, call);
	else if (out == KPCTL_FAST_WAKE)
		kpctl_hit_wake(this_cpu_ptr(READ_ONCE(ev->target.stream->rings)->cpu));
	kpctl_hit_leave();
	if (unlikely(due))
		kpctl_throttle_end_return(&watch);
}

/* pass_on gets a return that the fast path left, and how far the fast path got. */
typedef void kpctl_call_pass_on_t(struct rethook_node *node, struct pt_regs *regs,
				  enum kpctl_fast_outcome out);
typedef void kpctl_call_tested_t(struct rethook_node *node, struct pt_regs *regs,
				 struct kpctl_count *count);

static __always_inline struct kpctl_call *kpctl_call_of(struct rethook_node *node)
{
	return (void *)container_of(node, struct kretprobe_instance, node)->data;
}

/*
 * The body of an engine's rethook handler. tested and pass_on are the engine's, and are tail
 * calls. A return by CLOCK_MONOTONIC is passed on: the functions that read that clock can be
 * probed, and no guard is held here.
 */
static __always_inline void kpctl_call_returned(struct kpctl_event *ev, struct rethook_node *node,
						struct pt_regs *regs, kpctl_call_tested_t *tested,
						kpctl_call_pass_on_t *pass_on)
{
	enum kpctl_fast_outcome out = KPCTL_FAST_NOT_TAKEN;
	struct kpctl_count *count;
	struct kpctl_cpu *c;

	if (likely(kpctl_clock_is_raw())) {
		count = this_cpu_ptr(ev->target.count);
		if (likely(!kpctl_throttle_return_due(count))) {
			/* Pairs with the store-release in kpctl_fast_open(). */
			c = smp_load_acquire(&count->fast.cpu);
			if (!c) {
				tested(node, regs, count);
				return;
			}
			out = kpctl_fast_record_return(count, c, kpctl_call_of(node), regs);
		}
	}
	if (unlikely(out != KPCTL_FAST_DONE))
		pass_on(node, regs, out);
}

static __always_inline void kpctl_call_returned_tested(struct rethook_node *node,
						       struct pt_regs *regs,
						       struct kpctl_count *count,
						       kpctl_call_pass_on_t *pass_on)
{
	struct kpctl_event *ev = kpctl_pool_of(node->rethook->data)->ev;
	enum kpctl_fast_outcome out;

	out = kpctl_fast_test_return(&ev->target, count, kpctl_call_of(node), regs);
	if (unlikely(out != KPCTL_FAST_DONE))
		pass_on(node, regs, out);
}

#endif /* KPCTL_PROBE_CALL_PATH_H */
