// SPDX-License-Identifier: GPL-2.0
#include <linux/cpu.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "hit/general.h"
#include "probe/after.h"
#include "probe/event.h"
#include "prog/fetch.h"

/* Of one event and CPU. Its CPU alone writes it, but for kpctl_after_settle() of a dead CPU. */
struct kpctl_after {
	const struct kpctl_prog *prog;	/* what the values were kept by */
	struct kpctl_throttle_watch watch;
	u64 spent;			/* `timed`: ns that the first handler took */
	bool pending;			/* the first handler has run, and the second has not */
	bool timed;			/* the governor times this hit: `watch` */
	u8 kept[] __aligned(8);
};

/* The governor waits for the hit's time: half of a hit is all there was. */
static __always_inline void give_up_timing(struct kpctl_after *slot, struct kpctl_count *count)
{
	slot->timed = false;
	kpctl_governor_timed(&count->governor, KPCTL_GOVERNOR_OTHER, slot->spent);
}

/* A hit whose second handler will not come. No handler of the event runs on the slot's CPU. */
static __always_inline void settle_slot(struct kpctl_after *slot, struct kpctl_count *count)
{
	if (likely(!slot->pending))
		return;
	WRITE_ONCE(slot->pending, false);
	local_inc(&count->never);
	if (unlikely(slot->timed))
		give_up_timing(slot, count);
}

/* Before the instruction */

static __always_inline void keep_values(const struct kpctl_hit *hit, unsigned long at, u8 *kept)
{
	const struct kpctl_fetch *entry = &hit->prog->entry;
	struct kpctl_site site;

	kpctl_fetch_plain(entry, hit->regs, kept);
	if (!entry->nargs)
		return;
	kpctl_site_init(&site, hit->regs, NULL, at, 0, 0);
	kpctl_fetch_rest(entry, &site, kept, hit->prog->kept_size);
}

static __always_inline struct kpctl_after *slot_of(const struct kpctl_target *target)
{
	return this_cpu_ptr(container_of(target, struct kpctl_event, target)->after);
}

/* The kpctl_hit_do_t of the first handler. */
static __always_inline void take_before(struct kpctl_hit *hit, unsigned long at)
{
	struct kpctl_after *slot = slot_of(hit->target);

	hit->prog = READ_ONCE(hit->target->prog);
	if (!kpctl_hit_allowed(hit) || !kpctl_hit_is_on(hit) || !kpctl_hit_passes_early(hit, at))
		return;
	keep_values(hit, at, slot->kept);
	slot->prog = hit->prog;
	local_inc(&hit->count->hooked);
	WRITE_ONCE(slot->pending, true);
}

/* Runs the hit again, timed: what is timed ends with the second handler, if that will come. */
static notrace noinline void take_timed(struct kpctl_hit *hit, struct kprobe *kp)
{
	struct kpctl_after *slot = slot_of(hit->target);

	kpctl_throttle_start(&slot->watch, hit->target, hit->count);
	kpctl_general_hit(hit, (const unsigned long *)&kp->addr, false, take_before);
	slot->timed = slot->pending;
	if (slot->timed)
		slot->spent = kpctl_clock_between(slot->watch.since, kpctl_clock());
	else
		kpctl_throttle_end(&slot->watch);
}
NOKPROBE_SYMBOL(take_timed);

/* The slot is settled first, also while the event is off: a second handler must not find it. */
notrace int kpctl_after_keep(struct kprobe *kp, struct pt_regs *regs)
{
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, kp);
	enum kpctl_governor_says says;
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, &ev->target, regs);
	settle_slot(slot_of(&ev->target), hit.count);
	says = kpctl_general_hit(&hit, (const unsigned long *)&kp->addr, false, take_before);
	if (unlikely(says == KPCTL_GOVERNOR_TIME))
		take_timed(&hit, kp);
	kpctl_hit_leave();
	return 0;
}
NOKPROBE_SYMBOL(kpctl_after_keep);

/* After the instruction */

static __always_inline void take_after(struct kpctl_hit *hit, const struct kpctl_after *slot,
				       unsigned long at)
{
	local_inc(&hit->count->returned);
	hit->fixed[0] = at;
	hit->timed = false;
	hit->kept = slot->kept;
	hit->prog = slot->prog;
	if (kpctl_hit_is_on(hit) && kpctl_hit_passes(hit))
		kpctl_hit_take(hit);
}

notrace void kpctl_after_take(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	struct kpctl_event *ev = container_of(kp, struct kpctl_event, kp);
	struct kpctl_after *slot;
	struct kpctl_hit hit;

	kpctl_hit_enter(&hit, &ev->target, regs);
	slot = slot_of(&ev->target);
	if (likely(slot->pending)) {
		WRITE_ONCE(slot->pending, false);
		take_after(&hit, slot, (unsigned long)kp->addr);
		if (unlikely(slot->timed)) {
			slot->timed = false;
			kpctl_throttle_end(&slot->watch);
		}
	}
	kpctl_hit_leave();
}
NOKPROBE_SYMBOL(kpctl_after_take);

/* For commands */

static size_t slot_size(const struct kpctl_event *ev)
{
	return sizeof(struct kpctl_after) + round_up(ev->kept_room, 8);
}

int kpctl_after_alloc(struct kpctl_event *ev)
{
	kpctl_after_free(ev);
	ev->after = __alloc_percpu_gfp(slot_size(ev), 8, GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	return ev->after ? 0 : -ENOMEM;
}

void kpctl_after_free(struct kpctl_event *ev)
{
	free_percpu(ev->after);
	ev->after = NULL;
}

u64 kpctl_after_memory(const struct kpctl_event *ev)
{
	return ev->after ? (u64)slot_size(ev) * num_possible_cpus() : 0;
}

static void settle_cpu(struct kpctl_event *ev, int cpu)
{
	settle_slot(per_cpu_ptr(ev->after, cpu), per_cpu_ptr(ev->target.count, cpu));
}

/* By interrupt, which does not come between the two handlers of a hit. */
static void settle_here(void *ev)
{
	settle_cpu(ev, smp_processor_id());
}

/* A CPU that is off runs no handler, and stays off meanwhile. */
void kpctl_after_settle(struct kpctl_event *ev, bool all)
{
	int cpu;

	if (!ev->after)
		return;
	cpus_read_lock();
	for_each_possible_cpu(cpu) {
		if (!all && !READ_ONCE(per_cpu_ptr(ev->after, cpu)->pending))
			continue;
		if (!cpu_online(cpu) || smp_call_function_single(cpu, settle_here, ev, true))
			settle_cpu(ev, cpu);
	}
	cpus_read_unlock();
}
