// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>

#include "ring/clock.h"
#include "hit/throttle.h"
#include "hit/recursion.h"
#include "hit/hit.h"

#define PERCENT_MOST	10000	/* no event can spend as much; products with more might overflow */

unsigned int kpctl_throttle_percent = 25;

/* Windows are long enough for a tick's precision: so a refused hit reads no clock. */
static __always_inline u64 ticks_ns(void)
{
	return (u64)READ_ONCE(jiffies) * TICK_NSEC;
}

static __always_inline u64 written(const struct kpctl_count *count)
{
	return local_read(&count->emitted) + local_read(&count->aggregated);
}

static __always_inline u64 kept(const struct kpctl_target *target, const struct kpctl_count *count)
{
	return kpctl_kind_is_call(target->kind) ? local_read(&count->hooked) : written(count);
}

static notrace void sum_up(const struct kpctl_target *target, const struct kpctl_count *count,
			   struct kpctl_governor_done *done)
{
	bool calls = kpctl_kind_is_call(target->kind);

	done->refused = local_read(&count->throttled);
	done->nr[KPCTL_GOVERNOR_KEPT] = kept(target, count);
	done->nr[KPCTL_GOVERNOR_OTHER] = local_read(&count->hits) - done->refused -
					 done->nr[KPCTL_GOVERNOR_KEPT];
	done->nr[KPCTL_GOVERNOR_RETURN_KEPT] = calls ? written(count) : 0;
	done->nr[KPCTL_GOVERNOR_RETURN_OTHER] = local_read(&count->returned) -
						done->nr[KPCTL_GOVERNOR_RETURN_KEPT];
}
NOKPROBE_SYMBOL(sum_up);

notrace noinline enum kpctl_governor_says kpctl_throttle_look(struct kpctl_target *target,
							      struct kpctl_count *count)
{
	enum kpctl_governor_says says = KPCTL_GOVERNOR_REFUSE;
	struct kpctl_governor_done done;
	u64 now = ticks_ns();

	if (!kpctl_governor_refuses(&count->governor, now)) {
		sum_up(target, count, &done);
		says = kpctl_governor_look(&count->governor, kpctl_throttle_percent, now, &done);
	}
	if (says == KPCTL_GOVERNOR_REFUSE) {
		kpctl_count_hit(count);
		local_inc(&count->throttled);
	}
	return says;
}
NOKPROBE_SYMBOL(kpctl_throttle_look);

/* The kernel log */

static struct irq_work *first_time;

void kpctl_throttle_init(struct irq_work *log)
{
	first_time = log;
}

/* On a CPU that goes offline no irq_work would run any more, see kpctl_hit_wake(). */
static __always_inline void want_log(struct kpctl_target *target)
{
	if (READ_ONCE(target->was_throttled) || !cpu_active(raw_smp_processor_id()))
		return;
	WRITE_ONCE(target->was_throttled, true);
	irq_work_queue(first_time);
}

/* The stream */

static notrace void tell_throttled(struct kpctl_target *target, struct kpctl_count *count)
{
	u32 one_in = READ_ONCE(count->governor.skips) + 1;

	if (likely(one_in == READ_ONCE(count->told_skips) + 1) || !kpctl_rcu_is_watching() ||
	    !smp_load_acquire(&target->stream->tracing_on))
		return;
	if (one_in > 1)
		want_log(target);
	if (kpctl_hit_throttled(target, one_in, local_read(&count->throttled)))
		WRITE_ONCE(count->told_skips, one_in - 1);
}
NOKPROBE_SYMBOL(tell_throttled);

/* Timed hits and returns */

notrace void kpctl_throttle_start(struct kpctl_throttle_watch *w, struct kpctl_target *target,
				  struct kpctl_count *count)
{
	w->target = target;
	w->count = count;
	w->kept = kept(target, count);
	w->since = kpctl_clock();
}
NOKPROBE_SYMBOL(kpctl_throttle_start);

/* 0: the hit began on another CPU. Preemption is off. */
static __always_inline u64 took(const struct kpctl_throttle_watch *w, u64 now)
{
	return this_cpu_ptr(w->target->count) == w->count ? kpctl_clock_between(w->since, now) : 0;
}

notrace void kpctl_throttle_end(struct kpctl_throttle_watch *w)
{
	u64 now = kpctl_clock(), ns;
	u8 *busy;

	preempt_disable_notrace();
	ns = took(w, now);
	kpctl_governor_timed(&w->count->governor,
			     kept(w->target, w->count) != w->kept ? KPCTL_GOVERNOR_KEPT :
			     KPCTL_GOVERNOR_OTHER, ns);
	busy = kpctl_recursion_of(preempt_count());
	if (ns && kpctl_recursion_enter(busy)) {
		tell_throttled(w->target, w->count);
		kpctl_recursion_leave(busy);
	}
	preempt_enable_notrace();
}
NOKPROBE_SYMBOL(kpctl_throttle_end);

notrace void kpctl_throttle_start_return(struct kpctl_throttle_watch *w,
					 struct kpctl_target *target,
					 struct kpctl_count *count)
{
	kpctl_governor_look_return(&count->governor);
	w->target = target;
	w->count = count;
	w->kept = written(count);
	w->since = kpctl_clock();
}
NOKPROBE_SYMBOL(kpctl_throttle_start_return);

notrace void kpctl_throttle_end_return(struct kpctl_throttle_watch *w)
{
	u64 now = kpctl_clock(), ns;

	preempt_disable_notrace();
	ns = took(w, now);
	if (ns)
		kpctl_governor_timed_return(&w->count->governor,
					    written(w->count) != w->kept ?
					    KPCTL_GOVERNOR_RETURN_KEPT :
					    KPCTL_GOVERNOR_RETURN_OTHER, ns);
	preempt_enable_notrace();
}
NOKPROBE_SYMBOL(kpctl_throttle_end_return);

/* For commands */

void kpctl_throttle_add(struct kpctl_target *target)
{
	int cpu;

	if (kpctl_throttle_percent > PERCENT_MOST)
		kpctl_throttle_percent = PERCENT_MOST;
	if (kpctl_throttle_percent)
		return;
	for_each_possible_cpu(cpu)
		kpctl_governor_off(&per_cpu_ptr(target->count, cpu)->governor);
}

bool kpctl_throttle_is_throttled(const struct kpctl_target *target)
{
	u64 now = ticks_ns();
	int cpu;

	for_each_possible_cpu(cpu)
		if (kpctl_governor_one_in(&per_cpu_ptr(target->count, cpu)->governor, now) > 1)
			return true;
	return false;
}
