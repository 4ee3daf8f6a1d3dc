/* SPDX-License-Identifier: GPL-2.0 */
/* Updates of an entry's words by a hit. Runs in handlers; preemption is off. */
#ifndef KPCTL_AGGR_ADD_H
#define KPCTL_AGGR_ADD_H

#include "aggr/aggr.h"

/*
 * A value as an unsigned number of the same order; 0 is the least value. The function is its
 * own inverse.
 */
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
