/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Aggregates as text for people, up to 100 columns wide, or as wide as the caller has room: a
 * line for each key with its count and percentiles, then bars per power of two, then the total.
 *
 * Pure: compiles in userspace too. The code allocates nothing and uses no floating point.
 * The input may be torn, as hits go on while rows are gathered: no number makes the code
 * leave its arrays or divide by zero.
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

/* Columns of a table besides count and key; `columns` in spec/actions.h has them. */
#define KPCTL_SHOW_SUM		(1u << 0)
#define KPCTL_SHOW_AVERAGE	(1u << 1)
#define KPCTL_SHOW_PERCENTILES	(1u << 2)	/* four percentiles, and bars of each row */
#define KPCTL_SHOW_MIN		(1u << 3)	/* the only bucket's low end */
#define KPCTL_SHOW_MAX		(1u << 4)
#define KPCTL_SHOW_SHARE	(1u << 5)	/* share of all rows' weight, with a bar */

/* Both ends are inclusive, and signed if the aggregate's is_signed is set. */
struct kpctl_show_bucket {
	u64 low, high;
	u64 count;
};

struct kpctl_show_row {
	u64 count;
	/* with percentiles: modulo 2^64; else the largest or smallest number if it does not fit */
	u64 sum;
	u64 max;
	bool max_about;		/* max is the end of a bucket, the value is not known */
	bool min_about;		/* the least is the end of a bucket */
	/* "comm: cat, pid: 12"; a stack has a newline before each frame; or "" */
	const char *key;
	const struct kpctl_show_bucket *bucket;	/* buckets with hits, ascending */
	u32 nbuckets;
	u64 rank;		/* for kpctl_show_sort() alone */
};

struct kpctl_show_aggr {
	const char *text;	/* "hist($lat) by $comm"; NULL: rows alone are sorted */
	u8 action;		/* enum kpctl_action_id */
	bool is_signed;
	bool is_ns;		/* values are durations */
	u64 hits;
	u64 other;		/* hits whose key found no room */
	u64 unread;		/* hits whose value or key could not be read */
	u64 interval;		/* ns during which the hits were counted; 0: no rates */
	u32 room;		/* columns of a line; 0: any number */
	u32 entries, max_entries;
	u32 nrows;
	const struct kpctl_show_row *row;	/* sorted */
};

struct kpctl_show_out {
	void (*put)(struct kpctl_show_out *out, const char *fmt, ...) __printf(2, 3);
};

/* The whole aggregate: "# TEXT", rows, total. */
void kpctl_show_aggr(struct kpctl_show_out *out, const struct kpctl_show_aggr *a);

/*
 * The same in steps, for a text that is made while it is read:
 *
 *	kpctl_show_begin(&p, a);
 *	while (kpctl_show_next(out, &p))
 *		;
 *
 * A step puts the title, a row, a row's bars, or the total.
 */
#define KPCTL_SHOW_CELLS	9	/* in a line, before the key */

enum kpctl_show_layout {
	KPCTL_SHOW_EMPTY,
	KPCTL_SHOW_TABLE,	/* a line for each row */
	KPCTL_SHOW_BESIDE,	/* the same, then the bars of each row */
	KPCTL_SHOW_APART,	/* each row with names and bars of its own */
};

struct kpctl_show_widths {
	u64 all;		/* the whole that shares are parts of */
	u64 most;		/* the largest part, whose bar is full */
	u32 width[KPCTL_SHOW_CELLS];	/* 0: left out */
	bool bar;		/* shares have bars */
};

struct kpctl_show_pager {
	const struct kpctl_show_aggr *a;
	enum kpctl_show_layout layout;
	u32 steps;		/* of the rows */
	u32 next;
	struct kpctl_show_widths widths;
};

void kpctl_show_begin(struct kpctl_show_pager *p, const struct kpctl_show_aggr *a);
/* Puts the next step; false: this step was the last. */
bool kpctl_show_next(struct kpctl_show_out *out, struct kpctl_show_pager *p);

/* Only the tables and bars; only the total, an empty line before it. */
void kpctl_show_rows(struct kpctl_show_out *out, const struct kpctl_show_aggr *a);
void kpctl_show_end(struct kpctl_show_out *out, const struct kpctl_show_aggr *a);
/* LABEL: H hits = N in E entries + O other + U unreadable */
void kpctl_show_total(struct kpctl_show_out *out, const char *label,
		      const struct kpctl_show_aggr *a);

/* show/order.c. Is the first key a time? */
bool kpctl_show_is_timed(const struct kpctl_show_aggr *a);
/*
 * Sorts rows by the action's order, descending, then by key, or by key alone where the first
 * is a time; `row` is a->row as the caller may write it.
 */
void kpctl_show_sort(const struct kpctl_show_aggr *a, struct kpctl_show_row *row);
/* The weight that rows are sorted by: count or sum, as the action says. */
u64 kpctl_show_weight(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r);
/* Does the action's table have the column KPCTL_SHOW_*? */
bool kpctl_show_has(const struct kpctl_show_aggr *a, u32 column);

/* show/bars.c: a row's buckets, joined to powers of two */

/*
 * The power of a value: 0 for 0, K for values from 2^(K-1) to 2^K - 1, and -K for the
 * negatives of those values. Powers are in the order of values.
 */
int kpctl_show_power_of(const struct kpctl_show_aggr *a, u64 v);
void kpctl_show_bars(struct kpctl_show_out *out, const struct kpctl_show_aggr *a,
		     const struct kpctl_show_row *r);
/* A bar of `width` characters, filled up to count / most. */
void kpctl_show_bar(struct kpctl_show_out *out, u64 count, u64 most, u32 width);

/* show/number.c: numbers */

/* Room for one number with its unit; for "[LOW, HIGH)". */
#define KPCTL_SHOW_NUMBER	32
#define KPCTL_SHOW_RANGE	(2 * KPCTL_SHOW_NUMBER + 8)

/* Durations are cut off, not rounded, as in kpread: 1.322ms. Others: up to 6 digits, or 1.464M. */
void kpctl_show_number(const struct kpctl_show_aggr *a, u64 v, char *text);
/* A number with all its digits; durations as kpctl_show_number() prints them. */
void kpctl_show_exact(const struct kpctl_show_aggr *a, u64 v, char *text);
/* Hits per second of the interval. */
void kpctl_show_rate(u64 count, u64 interval, char *text);
/* 2^k as the end of a range */
void kpctl_show_power(const struct kpctl_show_aggr *a, u32 k, char *text);

/*
 * A percentile: the value that `permille` of 1000 hits do not exceed. The middle of the
 * value's bucket is taken, 1.6 % off at most and never above max. False: the buckets have
 * no hit.
 */
bool kpctl_show_percentile(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r,
			   u32 permille, u64 *value);
/*
 * The sum of all values. *about: the sum may exceed 64 bits; a histogram's sum is then made
 * of the middles of buckets. A sum that does not fit is the largest or smallest number of
 * 64 bits.
 */
u64 kpctl_show_sum(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r, bool *about);
/* The average of all values. False: no hits. *about: as for the sum. */
bool kpctl_show_average(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r,
			u64 *value, bool *about);

#endif /* KPCTL_SHOW_SHOW_H */
