/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The general path of a hit, from its handler to what its kind does with a hit: one body
 * for all kinds. What is known to the compiler is gone from each handler's own copy.
 */
#ifndef KPCTL_HIT_GENERAL_H
#define KPCTL_HIT_GENERAL_H

#include "hit/hit.h"
#include "hit/recursion.h"

/* What a kind does with a hit that is taken, at a function or another place. */
typedef void kpctl_hit_do_t(struct kpctl_hit *hit, unsigned long at);

/*
 * Between kpctl_hit_enter() and kpctl_hit_leave(). counted: the fast path has counted this
 * hit already and done nothing else. guards: nobody keeps handlers of this kind from
 * running inside of another (hit/recursion.h). KPCTL_GOVERNOR_TIME: nothing has been done,
 * and the hit is to go its way again, timed.
 */
static __always_inline enum kpctl_governor_says
kpctl_general_hit(struct kpctl_hit *hit, unsigned long at, bool counted, bool guards,
		  kpctl_hit_do_t *take)
{
	enum kpctl_governor_says says = KPCTL_GOVERNOR_TAKE;
	u8 *busy = NULL;

	/* Pairs with the store-release in kpctl_event_enable(). */
	if (!counted && !smp_load_acquire(&hit->target->on))
		return KPCTL_GOVERNOR_REFUSE;
	if (guards) {
		busy = kpctl_recursion_of(hit->preempt);
		if (unlikely(!kpctl_recursion_enter(busy))) {
			local_inc(&hit->count->nested);
			return KPCTL_GOVERNOR_REFUSE;
		}
	}
	if (!counted)
		says = kpctl_govern(hit->target, hit->count);
	if (likely(says == KPCTL_GOVERNOR_TAKE)) {
		if (!counted)
			kpctl_count_hit(hit->count);
		take(hit, at);
	}
	if (guards)
		kpctl_recursion_leave(busy);
	return says;
}

/* What p and f do: a hit is where it is, no call that has a duration. */
static __always_inline void kpctl_general_place(struct kpctl_hit *hit, unsigned long at)
{
	hit->fixed[0] = at;
	hit->timed = false;
	hit->kept = NULL;
	hit->prog = READ_ONCE(hit->target->prog);
	if (kpctl_hit_allowed(hit) && kpctl_hit_is_on(hit) && kpctl_hit_passes(hit))
		kpctl_hit_take(hit);
}

#endif /* KPCTL_HIT_GENERAL_H */
