/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Aggregates as text for people, up to 100 columns wide: a line for each key
 * with its count and percentiles, then bars per power of two, then what it all
 * adds up to.
 *
 * Pure: compiles in userspace too. Allocates nothing, knows no floating point.
 * What it is given may be torn (hits come in while it is gathered): no number
 * leads it outside of its arrays or into a division by zero.
 */
#ifndef KPCTL_SHOW_SHOW_H
#define KPCTL_SHOW_SHOW_H

#ifdef __KERNEL__
#include <linux/kernel.h>
#include <linux/types.h>
#else
#include <stdbool.h>
#include "spec/host.h"
#endif

#include "spec/actions.h"

/* Columns of a table beside count and key: of the third column of spec/actions.h. */
#define KPCTL_SHOW_SUM		(1u << 0)
#define KPCTL_SHOW_AVERAGE	(1u << 1)
#define KPCTL_SHOW_PERCENTILES	(1u << 2)	/* four of them, and bars of each row */
#define KPCTL_SHOW_MIN		(1u << 3)	/* the only bucket's low end */
#define KPCTL_SHOW_MAX		(1u << 4)
#define KPCTL_SHOW_SHARE	(1u << 5)	/* of all in what rows are sorted by, with a bar */

/* Both ends inclusive; is_signed of the aggregate says how to read them. */
struct kpctl_show_bucket {
	u64 low, high;
	u64 count;
};

struct kpctl_show_row {
	u64 count;
	/* with percentiles: modulo 2^64; else a sum that does not fit is the end of what does */
	u64 sum;
	u64 max;
	bool max_about;		/* ... is the end of a bucket, the value is not known */
	bool min_about;		/* the same of the least */
	/*
	 * "comm: cat, pid: 12"; a newline before each frame; or "".
	 */
	const char *key;
	const struct kpctl_show_bucket *bucket;	/* those that are not empty, ascending */
	u32 nbuckets;
	u64 rank;		/* kpctl_show_sort()'s */
};

struct kpctl_show_aggr {
	const char *text;	/* "hist($lat) by $comm" */
	u8 action;		/* enum kpctl_action_id */
	bool is_signed;
	bool is_ns;		/* values are durations */
	u64 hits;
	u64 other;		/* hits whose key found no room */
	u64 unread;		/* hits whose value or key could not be read */
	u64 interval;		/* ns in which all this was counted; 0: no rates */
	u32 entries, max_entries;
	u32 nrows;
	const struct kpctl_show_row *row;	/* sorted */
};

struct kpctl_show_out {
	void (*put)(struct kpctl_show_out *out, const char *fmt, ...) __printf(2, 3);
};

/* All of it: "# TEXT", rows, total. */
void kpctl_show_aggr(struct kpctl_show_out *out, const struct kpctl_show_aggr *a);

/* Only the tables and bars. */
void kpctl_show_rows(struct kpctl_show_out *out, const struct kpctl_show_aggr *a);
/* LABEL: H hits = N in E entries + O other + U unreadable */
void kpctl_show_total(struct kpctl_show_out *out, const char *label,
		      const struct kpctl_show_aggr *a);

/*
 * show/order.c: a->row, where it can be written: by the action's order, descending, then
 * by key.
 */
void kpctl_show_sort(const struct kpctl_show_aggr *a, struct kpctl_show_row *row);
/* What a row is sorted by: its count or its sum. */
u64 kpctl_show_weight(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r);
/* Does the action have this one of KPCTL_SHOW_*? */
bool kpctl_show_has(const struct kpctl_show_aggr *a, u32 column);

/* show/bars.c: a row's buckets, joined to powers of two */

void kpctl_show_bars(struct kpctl_show_out *out, const struct kpctl_show_aggr *a,
		     const struct kpctl_show_row *r);
/* count of the most, drawn into width characters */
void kpctl_show_bar(struct kpctl_show_out *out, u64 count, u64 most, u32 width);

/* show/number.c: numbers */

/* One number with its unit; "[LOW, HIGH)". */
#define KPCTL_SHOW_NUMBER	32
#define KPCTL_SHOW_RANGE	(2 * KPCTL_SHOW_NUMBER + 8)

/* 1.322ms: cut and not rounded, as kpread prints durations; else up to 6 digits, or 1.464M. */
void kpctl_show_number(const struct kpctl_show_aggr *a, u64 v, char *text);
/* The same, but never cut unless it is a duration. */
void kpctl_show_exact(const struct kpctl_show_aggr *a, u64 v, char *text);
/* Hits in a second of the interval. */
void kpctl_show_rate(u64 count, u64 interval, char *text);
/* 2^k as the end of a range */
void kpctl_show_power(const struct kpctl_show_aggr *a, u32 k, char *text);

/*
 * The value that permille of 1000 hits do not exceed: the middle of its bucket,
 * 1.6 % off at most and never above max. False: no hit is in any bucket.
 */
bool kpctl_show_percentile(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r,
			   u32 permille, u64 *value);
/*
 * All values added up. *about: 64 bits may not hold it; of a histogram it is then made
 * of buckets' middles. What does not fit is the end of what does.
 */
u64 kpctl_show_sum(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r, bool *about);
/* False: no hits. *about: as with the sum. */
bool kpctl_show_average(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r,
			u64 *value, bool *about);

#endif /* KPCTL_SHOW_SHOW_H */
