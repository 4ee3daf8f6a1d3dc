/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which hits of an event act: the picks, the limits and the end of what a line says. Pure; the
 * callers keep the words, and change them by compare-and-exchange in any context.
 *
 *	1 in N		hits N, 2N, 3N..., counted from the moment that the event is switched on
 *	first N		hits 1 to N
 *	limit=N		`used` is how many hits acted
 *	limit=N/s	`used` has the second in its upper half, how many acted in it in the lower,
 *			so that no CPU counts into another second
 *	for=TIME	from the first hit that acted
 */
#ifndef KPCTL_HIT_ACT_LIMIT_H
#define KPCTL_HIT_ACT_LIMIT_H

#ifdef __KERNEL__
#include <linux/types.h>
#endif
#include "spec/spec.h"

#define KPCTL_ACT_SECOND	1000000000ull

/* nr: which hit it is, from 1. */
static inline int kpctl_act_picks(const struct kpctl_act_spec *as, u64 nr)
{
	if (as->one_in && nr % as->one_in)
		return 0;
	return !as->first || nr <= as->first;
}

/* begun: ns of the first hit that acted; 0: none has. */
static inline int kpctl_act_is_over(const struct kpctl_act_spec *as, u64 begun, u64 now)
{
	return as->within && begun && now > begun && now - begun >= as->within;
}

/* *next: what becomes of `used` if another hit acts; 0: none may. */
static inline int kpctl_act_may(const struct kpctl_act_spec *as, u64 used, u64 now, u64 *next)
{
	u32 second = now / KPCTL_ACT_SECOND, n;

	if (!as->per_second) {
		*next = used + 1;
		return used < as->limit;
	}
	n = used >> 32 == second ? (u32)used : 0;
	*next = (u64)second << 32 | (n + 1);
	return n < as->limit;
}

#endif /* KPCTL_HIT_ACT_LIMIT_H */
