/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sums of values in two words, 128 bits: no hit is lost in a sum that wraps. What is
 * shown has 64 bits; a sum that does not fit is the end of what they hold.
 */
#ifndef KPCTL_AGGR_WIDE_SUM_H
#define KPCTL_AGGR_WIDE_SUM_H

#include "aggr/aggr.h"
#include "aggr/rows.h"

#define KPCTL_WIDE_SUM_WORDS	2

/*
 * In a handler. The lower word tells by itself that it wrapped, so whatever interrupts
 * between the two adds its own carry.
 */
static __always_inline void kpctl_wide_sum_add(const struct kpctl_aggr *a, local_t *word, u64 v)
{
	u64 low = local_add_return(v, &word[0]);
	long high = (low < v) - (a->is_signed && v >> 63);

	if (unlikely(high))
		local_add(high, &word[1]);
}

/* Into row->sum and row->sum_high. */
static inline void kpctl_wide_sum_merge(struct kpctl_aggr_row *row, const local_t *word)
{
	u64 low = local_read(&word[0]);

	row->sum += low;
	row->sum_high += local_read(&word[1]) + (row->sum < low);
}

/* All is merged. */
static inline void kpctl_wide_sum_end(const struct kpctl_aggr *a, struct kpctl_aggr_row *row)
{
	s64 sign = a->is_signed && row->sum >> 63 ? -1 : 0;

	if (row->sum_high == sign)
		return;
	if (!a->is_signed)
		row->sum = ~0ull;
	else
		row->sum = row->sum_high < 0 ? 1ull << 63 : ~0ull >> 1;
}

#endif /* KPCTL_AGGR_WIDE_SUM_H */
