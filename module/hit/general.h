/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The general path of a hit, from the handler to the kind's kpctl_hit_do_t: a common body for
 * all kinds. Constant arguments cost nothing in a handler's inlined copy.
 */
#ifndef KPCTL_HIT_GENERAL_H
#define KPCTL_HIT_GENERAL_H

#include "hit/hit.h"
#include "hit/recursion.h"
#include "span/span.h"

/* What a kind does with a hit that the governor took; at: the address of the hit. */
typedef void kpctl_hit_do_t(struct kpctl_hit *hit, unsigned long at);

static __always_inline enum kpctl_governor_says
kpctl_general_govern(struct kpctl_hit *hit, const unsigned long *at, bool counted,
		     kpctl_hit_do_t *take)
{
	enum kpctl_governor_says says = KPCTL_GOVERNOR_TAKE;

	if (!counted)
		says = kpctl_govern(hit->target, hit->count);
	if (likely(says == KPCTL_GOVERNOR_TAKE)) {
		if (!counted)
			kpctl_count_hit(hit->count);
		take(hit, *at);
	}
	return says;
}

static __always_inline bool kpctl_general_is_on(const struct kpctl_hit *hit, bool counted)
{
	/* Pairs with the store-release in kpctl_event_enable(). */
	return counted || smp_load_acquire(&hit->target->on);
}

/*
 * The general path between kpctl_hit_enter() and kpctl_hit_leave().
 *
 *	at	points to the place of the hit, so that no register holds the place
 *		before the hit is taken
 *	counted	the fast path has counted this hit already and done nothing else
 *
 * KPCTL_GOVERNOR_TIME: nothing has been done, and the caller runs the hit again from the
 * start, timed.
 */
static __always_inline enum kpctl_governor_says
kpctl_general_hit(struct kpctl_hit *hit, const unsigned long *at, bool counted,
		  kpctl_hit_do_t *take)
{
	if (!kpctl_general_is_on(hit, counted))
		return KPCTL_GOVERNOR_REFUSE;
	return kpctl_general_govern(hit, at, counted, take);
}

/*
 * kpctl_general_hit() for kinds whose handlers the kernel lets run inside of each other;
 * busy: the guard of the hit's level, see hit/recursion.h.
 */
static __always_inline enum kpctl_governor_says
kpctl_general_hit_guarded(struct kpctl_hit *hit, const unsigned long *at, bool counted,
			  u8 *busy, kpctl_hit_do_t *take)
{
	enum kpctl_governor_says says;

	if (!kpctl_general_is_on(hit, counted))
		return KPCTL_GOVERNOR_REFUSE;
	if (unlikely(!kpctl_recursion_enter(busy))) {
		local_inc(&hit->count->nested);
		return KPCTL_GOVERNOR_REFUSE;
	}
	says = kpctl_general_govern(hit, at, counted, take);
	kpctl_recursion_leave(busy);
	return says;
}

/* The kpctl_hit_do_t of p and f: a hit at a place, without a duration. */
static __always_inline void kpctl_general_place(struct kpctl_hit *hit, unsigned long at)
{
	hit->fixed[0] = at;
	hit->timed = false;
	hit->kept = NULL;
	hit->prog = READ_ONCE(hit->target->prog);
	if (kpctl_hit_allowed(hit) && kpctl_hit_is_on(hit) && kpctl_hit_passes(hit))
		kpctl_hit_take(hit);
}

/*
 * Goes on with a hit that kpctl_fast_span() has counted, and whose span is *hit->claim. It has
 * found the event on and tracing on, and counts as a hit of that moment.
 */
static __always_inline void kpctl_general_span(struct kpctl_hit *hit, unsigned long at)
{
	hit->fixed[0] = at;
	hit->timed = false;
	hit->kept = NULL;
	hit->lat = 0;
	hit->prog = READ_ONCE(hit->target->prog);
	kpctl_hit_spans(hit);
}

/* The same for kinds whose handlers the kernel lets run inside of each other. */
static __always_inline void kpctl_general_span_guarded(struct kpctl_hit *hit, unsigned long at,
						       u8 *busy)
{
	if (unlikely(!kpctl_recursion_enter(busy))) {
		kpctl_span_give_back(hit->claim);
		local_inc(&hit->count->nested);
		return;
	}
	kpctl_general_span(hit, at);
	kpctl_recursion_leave(busy);
}

#endif /* KPCTL_HIT_GENERAL_H */
