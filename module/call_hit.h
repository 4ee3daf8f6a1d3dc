/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What every handler shares that watches calls: their entry, and their return.
 *
 * Runs as hit.h says, between kpctl_hit_enter() and kpctl_hit_leave(), and is
 * inline for the same reason. An entry is two halves, since the kernel stands
 * between them: kpctl_call_hook() asks it for an instance, from one pool after
 * the other, and for each that it has the kernel calls our entry_handler, which
 * is kpctl_call_enter().
 */
#ifndef KPCTL_CALL_HIT_H
#define KPCTL_CALL_HIT_H

#include <linux/kprobes.h>

#include "call.h"
#include "clock.h"
#include "hit.h"
#include "pool.h"
#include "prog.h"
#include "split.h"

/* What the two halves of an entry tell each other, on one CPU. */
struct kpctl_entry {
	const struct kpctl_prog *prog;	/* the first: under which this call enters */
	unsigned long func;		/* the first: of which, if there are several */
	bool took_instance;		/* the second: the kernel had one */
};

static __always_inline void kpctl_call_keep(const struct kpctl_prog *prog, unsigned long func,
					    struct pt_regs *regs, struct kpctl_call *call)
{
	const struct kpctl_fetch *fetch = &prog->entry;
	struct kpctl_site site;

	kpctl_fetch_plain(fetch, regs, call->kept);
	if (likely(!prog->entry_more))
		return;
	kpctl_split_start(&call->split);
	if (fetch->nargs) {
		kpctl_site_init(&site, regs, NULL, func, 0, 0);
		kpctl_fetch_rest(fetch, &site, call->kept, prog->kept_size);
	}
}

/* The second half: the instance is ours. The regs are those of the entry. */
static __always_inline void kpctl_call_enter(struct kpctl_event *ev, struct kpctl_call *call,
					     struct kpctl_entry *entry, unsigned long func,
					     struct pt_regs *regs)
{
	struct kpctl_count *count = this_cpu_ptr(ev->count);

	if (unlikely(call->mark == ev->serial))
		local_inc(&count->never);
	call->mark = ev->serial;
	call->prog = entry->prog;
	kpctl_call_keep(entry->prog, func, regs, call);
	local_inc(&count->hooked);
	entry->took_instance = true;
	call->since = kpctl_clock();
}

/* What can be decided before the call is: a refused one takes no instance. */
static __always_inline bool kpctl_call_passes_early(const struct kpctl_hit *hit,
						    unsigned long func)
{
	const struct kpctl_filter *filter = &hit->prog->filter;
	struct kpctl_site site;

	if (likely(!filter->early))
		return true;
	kpctl_site_init(&site, hit->regs, NULL, func, 0, 0);
	if (kpctl_filter_run(filter, &site, true))
		return true;
	local_inc(&hit->count->filtered);
	return false;
}

/* From one of the pools, if any of them has one. */
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
		if (likely(entry->took_instance))
			break;
	}
	if (likely(!i))
		return true;
	WRITE_ONCE(pools->hint, at);
	kpctl_pools_kick(pools);
	return i < nr;
}

/* The first half of an entry of func, whose event is on. */
static __always_inline void kpctl_call_hook(struct kpctl_hit *hit, struct kpctl_entry *entry,
					    unsigned long func)
{
	struct kpctl_event *ev = hit->ev;

	local_inc(&hit->count->hits);
	hit->prog = READ_ONCE(ev->prog);
	if (!kpctl_hit_allowed(hit) || !kpctl_hit_is_on(hit) ||
	    !kpctl_call_passes_early(hit, func))
		return;
	entry->took_instance = false;
	entry->prog = hit->prog;
	if (unlikely(!kpctl_call_take_instance(&ev->pools, entry, hit->regs)))
		kpctl_hit_missed(ev, hit->count);
}

/*
 * regs->ip is where the call returns to. What the instance remembers is another's
 * trampoline where this function's return was hooked before.
 */
static __always_inline void kpctl_call_return(struct kpctl_hit *hit, struct kpctl_call *call,
					      unsigned long func)
{
	call->mark = 0;
	local_inc(&hit->count->returned);
	hit->fixed[0] = func;
	hit->fixed[1] = instruction_pointer(hit->regs);
	hit->timed = true;
	hit->since = call->since;
	hit->kept = call->kept;
	hit->prog = call->prog;
	if (kpctl_hit_allowed(hit) && kpctl_hit_is_on(hit) && kpctl_hit_passes(hit))
		kpctl_hit_take(hit);
}

#endif /* KPCTL_CALL_HIT_H */
