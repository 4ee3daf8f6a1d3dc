/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Log-linear buckets: each power of two from 64 on is cut into 32 equal parts; each
 * number below 64 has a bucket of its own. So a bucket is never wider than 1/32 of
 * its lower end, and its middle never more than 1.6 % off.
 *
 * Signed numbers have the buckets twice: negative numbers go by their magnitude, and
 * mirrored, so that indices are in the order of values.
 *
 * Pure: compiles in userspace too.
 */
#ifndef KPCTL_AGGR_BUCKET_H
#define KPCTL_AGGR_BUCKET_H

#ifdef __KERNEL__
#include <linux/bitops.h>
#include <linux/types.h>
#else
#include "spec/host.h"
#endif

#define KPCTL_BUCKETS		1920u	/* of u64 */
#define KPCTL_BUCKETS_SIGNED	(2 * KPCTL_BUCKETS)
#define KPCTL_BUCKET_2_63	1888u	/* the bucket whose lower end is 2^63 */

/* The six highest bits of v select the bucket; `shift` is the number of bits below them. */
static __always_inline u32 kpctl_bucket(u64 v)
{
	u32 shift;

	if (v < 64)
		return v;
	shift = 58 - __builtin_clzll(v);
	return (shift << 5) + (u32)(v >> shift);
}

static inline u64 kpctl_bucket_low(u32 i)
{
	u32 shift = i < 64 ? 0 : (i >> 5) - 1;

	return (u64)(i - (shift << 5)) << shift;
}

/* The largest number in bucket i. */
static inline u64 kpctl_bucket_high(u32 i)
{
	return i + 1 < KPCTL_BUCKETS ? kpctl_bucket_low(i + 1) - 1 : ~0ull;
}

static __always_inline u32 kpctl_bucket_signed(s64 v)
{
	if (v >= 0)
		return KPCTL_BUCKETS + kpctl_bucket(v);
	return KPCTL_BUCKETS - kpctl_bucket(-(u64)v);
}

static inline s64 kpctl_bucket_signed_low(u32 i)
{
	if (i >= KPCTL_BUCKETS)
		return kpctl_bucket_low(i - KPCTL_BUCKETS);
	/* magnitudes beyond 2^63 do not occur */
	return i == KPCTL_BUCKETS - KPCTL_BUCKET_2_63 ?
		(s64)(1ull << 63) : -(s64)kpctl_bucket_high(KPCTL_BUCKETS - i);
}

static inline s64 kpctl_bucket_signed_high(u32 i)
{
	u64 high;

	if (i < KPCTL_BUCKETS)
		return -(u64)kpctl_bucket_low(KPCTL_BUCKETS - i);
	high = kpctl_bucket_high(i - KPCTL_BUCKETS);
	return high >> 63 ? (s64)(~0ull >> 1) : (s64)high;
}

#endif /* KPCTL_AGGR_BUCKET_H */
