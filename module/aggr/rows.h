/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An aggregate as it is read: the counts of all CPUs, merged by key. Hits go on during
 * the reading; at rest the sums are exact.
 */
#ifndef KPCTL_AGGR_ROWS_H
#define KPCTL_AGGR_ROWS_H

#include <linux/types.h>

/* A reader that needs more memory than there is gets -ENOMEM; no process is killed. */
#define KPCTL_AGGR_ROWS_GFP	(GFP_KERNEL_ACCOUNT | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

struct kpctl_aggr;

struct kpctl_aggr_bucket {
	u64 low, high;		/* both ends belong to the bucket */
	u64 count;
};

/* A table whose entries go into rows: the one that hits are added to, or the kept one. */
struct kpctl_aggr_part {
	const struct kpctl_aggr *a;
	u32 entries;		/* those that the rows have */
	u32 *row_of;		/* entry -> row; KPCTL_NO_ROW: the entry is not filled in yet */
};

struct kpctl_aggr_parts {
	u32 n;
	struct kpctl_aggr_part part[2];
};

struct kpctl_aggr_row {
	const u8 *key;		/* in the aggregate; NULL: the aggregate has no keys */
	u16 key_size;
	u64 count;
	u64 sum;
	s64 sum_high;		/* bits 64 to 127 of the sum during merging: aggr/wide_sum.h */
	u64 least;		/* during merging: aggr/stats.c */
	u64 max;		/* of signed values: a s64 */
	u64 weight;		/* by which top=N chooses */
	struct kpctl_aggr_bucket *bucket;	/* ascending */
	u32 nr_buckets;
};

struct kpctl_aggr_rows {
	u64 hits;		/* the sum of rows, other and unread */
	u64 other;
	u64 unread;
	u32 entries;		/* entries in use */
	u32 n;			/* rows */
	struct kpctl_aggr_row *row;	/* rows that have hits; most hits first */
	struct kpctl_aggr_bucket *bucket;
};

#define KPCTL_NO_ROW	(~0u)

/*
 * The merging on its own, for aggr/keep.h: rows in the order of their keys, without buckets.
 * Room is for all entries that the tables can have. false: not enough memory.
 */
bool kpctl_aggr_rows_room(const struct kpctl_aggr *a, struct kpctl_aggr_rows *rows,
			  struct kpctl_aggr_parts *parts);
void kpctl_aggr_rows_merge(struct kpctl_aggr_rows *rows, struct kpctl_aggr_parts *parts);
void kpctl_aggr_parts_free(struct kpctl_aggr_parts *parts);

/* The row's weight: its time, or its hits, or its sum where rows are shown by their sums. */
u64 kpctl_aggr_weight(const struct kpctl_aggr *a, const struct kpctl_aggr_row *row);

/* Zeroed room for n elements and one more; NULL: not enough memory. */
void *kpctl_aggr_rows_alloc(size_t n, size_t size);

/*
 * 0 or -ENOMEM. With `is_top` a table with top=N has N rows, else all that are kept: who asks for
 * them again and again sees what a row has gained.
 */
int kpctl_aggr_rows_make(const struct kpctl_aggr *a, bool is_top, struct kpctl_aggr_rows *rows);
void kpctl_aggr_rows_free(struct kpctl_aggr_rows *rows);

#endif /* KPCTL_AGGR_ROWS_H */
