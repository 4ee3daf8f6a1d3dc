/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An aggregate as it is read: what all CPUs counted, put together by key. Taken
 * while hits go on; at rest the sums are exact.
 */
#ifndef KPCTL_AGGR_ROWS_H
#define KPCTL_AGGR_ROWS_H

#include <linux/types.h>

/* Who reads more than there is memory for is told so; nobody is killed for it. */
#define KPCTL_AGGR_ROWS_GFP	(GFP_KERNEL_ACCOUNT | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

struct kpctl_aggr;

struct kpctl_aggr_bucket {
	u64 low, high;		/* both are in it */
	u64 count;
};

struct kpctl_aggr_row {
	const u8 *key;		/* in the aggregate; NULL: it has none */
	u16 key_size;
	u64 count;
	u64 sum;
	s64 sum_high;		/* above it, while CPUs are merged: aggr/wide_sum.h */
	u64 least;		/* while CPUs are merged: aggr/stats.c */
	u64 max;		/* signed: as a s64 */
	struct kpctl_aggr_bucket *bucket;	/* ascending */
	u32 nr_buckets;
};

struct kpctl_aggr_rows {
	u64 hits;		/* all of it: rows, other, unread */
	u64 other;
	u64 unread;
	u32 entries;		/* in use */
	u32 n;
	struct kpctl_aggr_row *row;	/* without those that have no hit; most hits first */
	struct kpctl_aggr_bucket *bucket;
};

#define KPCTL_NO_ROW	(~0u)

/* Room for n and one more; NULL: there is not so much. */
void *kpctl_aggr_rows_alloc(size_t n, size_t size);

/* 0 or -ENOMEM. */
int kpctl_aggr_rows_make(const struct kpctl_aggr *a, struct kpctl_aggr_rows *rows);
void kpctl_aggr_rows_free(struct kpctl_aggr_rows *rows);

#endif /* KPCTL_AGGR_ROWS_H */
