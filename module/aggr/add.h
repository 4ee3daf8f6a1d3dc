/* SPDX-License-Identifier: GPL-2.0 */
/* Words of an entry, changed by a hit. In a handler; preemption is off. */
#ifndef KPCTL_AGGR_ADD_H
#define KPCTL_AGGR_ADD_H

#include "aggr/aggr.h"

/* A value as a number that is the larger the larger the value is; 0 is the least. */
static __always_inline u64 kpctl_aggr_ordered(const struct kpctl_aggr *a, u64 v)
{
	return a->is_signed ? v ^ 1ull << 63 : v;
}

static __always_inline void kpctl_aggr_raise(local_t *max, u64 v)
{
	u64 seen = local_read(max), was;

	while (unlikely(v > seen)) {
		was = local_cmpxchg(max, seen, v);
		if (was == seen)
			break;
		seen = was;
	}
}

#endif /* KPCTL_AGGR_ADD_H */
