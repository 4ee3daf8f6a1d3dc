/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How a value is counted, inline for those who hand one over at each hit. In a handler;
 * preemption is off.
 */
#ifndef KPCTL_AGGR_ADD_H
#define KPCTL_AGGR_ADD_H

#ifdef __KERNEL__
#include <linux/percpu.h>
#endif

#include "aggr/aggr.h"

static __always_inline void kpctl_aggr_raise(u64 *max, u64 v)
{
	u64 seen = READ_ONCE(*max), was;

	while (unlikely(v > seen)) {
		was = cmpxchg_local(max, seen, v);
		if (was == seen)
			break;
		seen = was;
	}
}

static __always_inline u32 kpctl_aggr_bucket(const struct kpctl_aggr *a, u64 v)
{
	return a->is_signed ? kpctl_bucket_signed(v) : kpctl_bucket(v);
}

static __always_inline void kpctl_aggr_count(const struct kpctl_aggr *a, struct kpctl_aggr_cpu *c,
					     local_t *count, u32 entry, u64 v)
{
	local_inc(count);
	local_add(v, &c->sum[entry]);
	kpctl_aggr_raise(&c->max[entry], a->is_signed ? v ^ 1ull << 63 : v);
}

/* Into a histogram without keys. */
static __always_inline void kpctl_aggr_add(struct kpctl_aggr *a, u64 value)
{
	struct kpctl_aggr_cpu *c = this_cpu_ptr(a->cpu);

	kpctl_aggr_count(a, c, &c->bucket[kpctl_aggr_bucket(a, value)], 0, value);
}

#endif /* KPCTL_AGGR_ADD_H */
