/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A count and a sum of values. The sum has two words, 128 bits, and loses no carry. The
 * number shown has 64 bits; a sum that does not fit is shown as the largest or smallest
 * number of 64 bits.
 */
#ifndef KPCTL_AGGR_WIDE_SUM_H
#define KPCTL_AGGR_WIDE_SUM_H

#include "aggr/aggr.h"
#include "aggr/rows.h"

enum kpctl_wide_sum_word {
	KPCTL_WIDE_SUM_BEGUN,	/* hits that began to add */
	KPCTL_WIDE_SUM_LOW,
	KPCTL_WIDE_SUM_HIGH,
	KPCTL_WIDE_SUM_DONE,	/* hits that have added their value: the count */
	KPCTL_WIDE_SUM_WORDS,
};

/*
 * Runs in handlers. The result of the atomic add shows whether this add made the lower word
 * wrap, so an interrupter between the two words adds only its own carry.
 */
static __always_inline void kpctl_wide_sum_add(const struct kpctl_aggr *a, local_t *word, u64 v)
{
	u64 low;
	long high;

	local_inc(&word[KPCTL_WIDE_SUM_BEGUN]);
	/* Pairs with the second smp_rmb() in kpctl_wide_sum_merge(). */
	smp_wmb();
	low = local_add_return(v, &word[KPCTL_WIDE_SUM_LOW]);
	high = (low < v) - (a->is_signed && v >> 63);
	if (unlikely(high))
		local_add(high, &word[KPCTL_WIDE_SUM_HIGH]);
	/* Pairs with the first smp_rmb() in kpctl_wide_sum_merge(). */
	smp_wmb();
	local_inc(&word[KPCTL_WIDE_SUM_DONE]);
}

/* The most reads of a sum that keeps changing; the last read is taken as it is. */
#define KPCTL_WIDE_SUM_LOOKS	64

/*
 * Adds a sum to row->count, row->sum and row->sum_high. A hit changes the two words one
 * after the other, and a sum read between them lacks the carry and is off by 2^64. So the
 * words are read again until no hit was under way during the reading.
 */
static inline void kpctl_wide_sum_merge(struct kpctl_aggr_row *row, const local_t *word)
{
	u64 done, begun, low;
	s64 high;
	u32 i;

	for (i = 0; i < KPCTL_WIDE_SUM_LOOKS; i++) {
		done = local_read(&word[KPCTL_WIDE_SUM_DONE]);
		/* Pairs with the second smp_wmb() in kpctl_wide_sum_add(). */
		smp_rmb();
		low = local_read(&word[KPCTL_WIDE_SUM_LOW]);
		high = local_read(&word[KPCTL_WIDE_SUM_HIGH]);
		/* Pairs with the first smp_wmb() in kpctl_wide_sum_add(). */
		smp_rmb();
		begun = local_read(&word[KPCTL_WIDE_SUM_BEGUN]);
		if (begun == done)
			break;
	}
	row->count += done;
	row->sum += low;
	row->sum_high += high + (row->sum < low);
}

/* Adds a sum to another; nobody else uses either. */
static inline void kpctl_wide_sum_fold(const struct kpctl_aggr *a, local_t *to, const local_t *from)
{
	u64 add = local_read(&from[KPCTL_WIDE_SUM_LOW]);
	u64 low = local_add_return(add, &to[KPCTL_WIDE_SUM_LOW]);

	(void)a;
	local_add(local_read(&from[KPCTL_WIDE_SUM_HIGH]) + (low < add), &to[KPCTL_WIDE_SUM_HIGH]);
	local_add(local_read(&from[KPCTL_WIDE_SUM_BEGUN]), &to[KPCTL_WIDE_SUM_BEGUN]);
	local_add(local_read(&from[KPCTL_WIDE_SUM_DONE]), &to[KPCTL_WIDE_SUM_DONE]);
}

/* Cuts the sum to 64 bits, once all CPUs are merged. */
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
