/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The governor on the hit path: carries out what governor.h says.
 *
 * Every handler asks kpctl_throttle_due() before it does anything with a hit: one instruction
 * and a jump not taken. Where a look is due, the fast path leaves the hit to the general
 * path, which asks kpctl_govern(). A refused hit is counted as a hit and as throttled. A hit
 * that is to be timed runs again from the start, on the fast or the general path, between
 * kpctl_throttle_start() and kpctl_throttle_end(), in the context that the handler found. So
 * preemption may be on, the hit may end on another CPU, and its time is then unknown.
 *
 * Timed hits write into the stream that throttling began, changed or ended; the first time
 * that an event is throttled goes into the kernel log (session/throttle_log.c).
 */
#ifndef KPCTL_HIT_THROTTLE_H
#define KPCTL_HIT_THROTTLE_H

#include "hit/count.h"
#include "hit/governor.h"

struct irq_work;
struct kpctl_target;

extern unsigned int kpctl_throttle_percent;	/* the module's parameter; 0: off */

/* A hit, or a return, that is being timed. */
struct kpctl_throttle_watch {
	struct kpctl_target *target;
	struct kpctl_count *count;
	u64 kept, since;
};

/* A look; the caller has turned preemption off and seen that the event is on. */
enum kpctl_governor_says kpctl_throttle_look(struct kpctl_target *target,
					     struct kpctl_count *count);

static __always_inline bool kpctl_throttle_due(struct kpctl_count *count)
{
	return unlikely(local_add_negative(-1, &count->governor.left));
}

/* The governor's word on this hit; a refused hit is counted here. */
static __always_inline enum kpctl_governor_says kpctl_govern(struct kpctl_target *target,
							     struct kpctl_count *count)
{
	return kpctl_throttle_due(count) ? kpctl_throttle_look(target, count) : KPCTL_GOVERNOR_TAKE;
}

void kpctl_throttle_start(struct kpctl_throttle_watch *w, struct kpctl_target *target,
			  struct kpctl_count *count);
void kpctl_throttle_end(struct kpctl_throttle_watch *w);

/* For returns. */
static __always_inline bool kpctl_throttle_return_due(struct kpctl_count *count)
{
	return unlikely(local_add_negative(-1, &count->governor.returns_left));
}

void kpctl_throttle_start_return(struct kpctl_throttle_watch *w, struct kpctl_target *target,
				 struct kpctl_count *count);
void kpctl_throttle_end_return(struct kpctl_throttle_watch *w);

/* log: queued the first time that an event is throttled. Called before there are events. */
void kpctl_throttle_init(struct irq_work *log);
/* For a new event: its governors are turned off if the module's parameter says so. */
void kpctl_throttle_add(struct kpctl_target *target);
/* Is the target throttled now, on any CPU? */
bool kpctl_throttle_is_throttled(const struct kpctl_target *target);

#endif /* KPCTL_HIT_THROTTLE_H */
