/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hist(X): the update by a hit, inline for callers that have the value at hand. Runs in
 * handlers; preemption is off.
 */
#ifndef KPCTL_AGGR_HIST_H
#define KPCTL_AGGR_HIST_H

#include <linux/percpu.h>

#include "aggr/add.h"
#include "aggr/bucket.h"

/* Words of an entry; the buckets count the hits. */
enum kpctl_hist_word {
	KPCTL_HIST_SUM,
	KPCTL_HIST_MAX,		/* as kpctl_aggr_ordered() makes it */
	KPCTL_HIST_WORDS,
};

#define KPCTL_CELL_BUCKET_BITS	12

static inline u32 kpctl_hist_buckets(const struct kpctl_aggr *a)
{
	return a->is_signed ? KPCTL_BUCKETS_SIGNED : KPCTL_BUCKETS;
}

/* Cells on each CPU; for a histogram with keys. */
static inline u32 kpctl_hist_cells(const struct kpctl_aggr *a)
{
	return 1u << (32 - a->cell_shift);
}

static __always_inline u32 kpctl_hist_bucket(const struct kpctl_aggr *a, u64 v)
{
	return a->is_signed ? kpctl_bucket_signed(v) : kpctl_bucket(v);
}

static __always_inline void kpctl_hist_count(const struct kpctl_aggr *a, struct kpctl_aggr_cpu *c,
					     local_t *count, u32 entry, u64 v)
{
	local_t *word = &c->word[KPCTL_HIST_WORDS * entry];

	local_inc(count);
	local_add(v, &word[KPCTL_HIST_SUM]);
	kpctl_aggr_raise(&word[KPCTL_HIST_MAX], kpctl_aggr_ordered(a, v));
}

/* Adds a value to a histogram without keys. */
static __always_inline void kpctl_hist_add(struct kpctl_aggr *a, u64 value)
{
	struct kpctl_aggr_cpu *c = this_cpu_ptr(a->cpu);

	kpctl_hist_count(a, c, &c->bucket[kpctl_hist_bucket(a, value)], 0, value);
}

#endif /* KPCTL_AGGR_HIST_H */
