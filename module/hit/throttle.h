/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The governor on the hit path: what governor.h says of a hit, done.
 *
 * Every handler asks before it does anything with a hit, as one instruction and a jump
 * not taken. Where that says look, the fast path leaves it to the general one, and that
 * asks kpctl_govern(). A refused hit is a hit, and throttled. One that is to be timed
 * goes its way again from the start, whichever that is, between kpctl_throttle_start()
 * and kpctl_throttle_end(), with the context as it was found: preemption too, so it may
 * end on another CPU, and then nobody knows what it took.
 *
 * What begins and ends is told in the stream by the hits that are timed; the first
 * time it happens to an event the kernel log has it (session/throttle_log.c).
 */
#ifndef KPCTL_HIT_THROTTLE_H
#define KPCTL_HIT_THROTTLE_H

#include "hit/count.h"
#include "hit/governor.h"

struct irq_work;
struct kpctl_target;

extern unsigned int kpctl_throttle_percent;	/* the module's parameter; 0: off */

/* One that is timed. */
struct kpctl_throttle_watch {
	struct kpctl_target *target;
	struct kpctl_count *count;
	u64 kept, since;
};

/* Preemption is off, the event is on. */
enum kpctl_governor_says kpctl_throttle_look(struct kpctl_target *target,
					     struct kpctl_count *count);

static __always_inline bool kpctl_throttle_due(struct kpctl_count *count)
{
	return unlikely(local_add_negative(-1, &count->governor.left));
}

/* What becomes of this hit? One that is refused is counted. */
static __always_inline enum kpctl_governor_says kpctl_govern(struct kpctl_target *target,
							     struct kpctl_count *count)
{
	return kpctl_throttle_due(count) ? kpctl_throttle_look(target, count) : KPCTL_GOVERNOR_TAKE;
}

void kpctl_throttle_start(struct kpctl_throttle_watch *w, struct kpctl_target *target,
			struct kpctl_count *count);
void kpctl_throttle_end(struct kpctl_throttle_watch *w);

/* The same of returns. */
static __always_inline bool kpctl_throttle_return_due(struct kpctl_count *count)
{
	return unlikely(local_add_negative(-1, &count->governor.returns_left));
}

void kpctl_throttle_start_return(struct kpctl_throttle_watch *w, struct kpctl_target *target,
			       struct kpctl_count *count);
void kpctl_throttle_end_return(struct kpctl_throttle_watch *w);

/* log: queued the first time that an event is throttled; before there are any. */
void kpctl_throttle_init(struct irq_work *log);
/* A new event. */
void kpctl_throttle_add(struct kpctl_target *target);
/* Is it throttled now, on any CPU? */
bool kpctl_throttle_is_throttled(const struct kpctl_target *target);

#endif /* KPCTL_HIT_THROTTLE_H */
