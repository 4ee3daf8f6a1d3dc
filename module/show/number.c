// SPDX-License-Identifier: GPL-2.0
#include "show/show.h"

/*
 * Sums of products need more than 64 bits. Of the operations on 128 bits only adding,
 * multiplying and comparing are used: the others call a library that the kernel lacks.
 */
typedef unsigned __int128 u128;

/* Division by hand, as the kernel lacks the library. ~0: the quotient exceeds 64 bits. */
static u64 divide(u128 v, u64 by)
{
	u64 q = 0, rest = v >> 64, low = v;
	int i, carry;

	if (rest >= by)
		return ~0ull;
	for (i = 63; i >= 0; i--) {
		carry = rest >> 63;
		rest = rest << 1 | (low >> i & 1);
		if (carry || rest >= by) {
			rest -= by;
			q |= 1ull << i;
		}
	}
	return q;
}

static bool below_zero(const struct kpctl_show_aggr *a, u64 v)
{
	return a->is_signed && v >> 63;
}

static u64 magnitude(const struct kpctl_show_aggr *a, u64 v)
{
	return below_zero(a, v) ? -v : v;
}

static u64 smaller(const struct kpctl_show_aggr *a, u64 v, u64 w)
{
	u64 flip = a->is_signed ? 1ull << 63 : 0;

	return (v ^ flip) < (w ^ flip) ? v : w;
}

/* Text */

static void put_duration(char *text, const char *sign, u64 ns)
{
	static const struct {
		u64 ns;
		const char *name;
	} units[] = { { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" } };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(units); i++) {
		if (ns < units[i].ns)
			continue;
		snprintf(text, KPCTL_SHOW_NUMBER, "%s%llu.%03llu%s", sign, ns / units[i].ns,
			 ns % units[i].ns / (units[i].ns / 1000), units[i].name);
		return;
	}
	snprintf(text, KPCTL_SHOW_NUMBER, "%s%lluns", sign, ns);
}

/* K is 1024, M is 1024 K, ... */
static char unit_of(u32 power)
{
	return "?KMGTPE"[power / 10 % 7];
}

static void put_scaled(char *text, const char *sign, u64 v)
{
	u32 shift = (63 - __builtin_clzll(v | 1)) / 10 * 10;

	if (v < 1000000)
		snprintf(text, KPCTL_SHOW_NUMBER, "%s%llu", sign, v);
	else
		snprintf(text, KPCTL_SHOW_NUMBER, "%s%llu.%03llu%c", sign, v >> shift,
			 (v >> (shift - 10) & 1023) * 1000 >> 10, unit_of(shift));
}

void kpctl_show_number(const struct kpctl_show_aggr *a, u64 v, char *text)
{
	const char *sign = below_zero(a, v) ? "-" : "";

	if (a->is_ns)
		put_duration(text, sign, magnitude(a, v));
	else
		put_scaled(text, sign, magnitude(a, v));
}

void kpctl_show_exact(const struct kpctl_show_aggr *a, u64 v, char *text)
{
	if (a->is_ns)
		kpctl_show_number(a, v, text);
	else
		snprintf(text, KPCTL_SHOW_NUMBER, "%s%llu", below_zero(a, v) ? "-" : "",
			 magnitude(a, v));
}

void kpctl_show_power(const struct kpctl_show_aggr *a, u32 k, char *text)
{
	if (a->is_ns)
		put_duration(text, "", k < 64 ? 1ull << k : ~0ull);
	else if (k < 10)
		snprintf(text, KPCTL_SHOW_NUMBER, "%u", 1u << k);
	else
		snprintf(text, KPCTL_SHOW_NUMBER, "%u%c", 1u << k % 10, unit_of(k));
}

/* Rates below 100 have a digit behind the point. */
void kpctl_show_rate(u64 count, u64 interval, char *text)
{
	u64 tenths = divide((u128)count * 10000000000ull, interval);

	if (tenths < 1000)
		snprintf(text, KPCTL_SHOW_NUMBER, "%llu.%llu", tenths / 10, tenths % 10);
	else
		snprintf(text, KPCTL_SHOW_NUMBER, "%llu", tenths / 10);
}

/* Statistics */

/* The middle of a bucket, cut off at max: no value is above max. */
static u64 middle(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r,
		  const struct kpctl_show_bucket *b)
{
	u64 high = smaller(a, b->high, r->max);

	/* a hit came after max was read: max lies below the bucket */
	if (smaller(a, high, b->low) != b->low)
		return high;
	return b->low + (high - b->low) / 2;
}

static u64 hits_in(const struct kpctl_show_row *r)
{
	u64 n = 0;
	u32 i;

	for (i = 0; i < r->nbuckets; i++)
		n += r->bucket[i].count;
	return n;
}

bool kpctl_show_percentile(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r,
			   u32 permille, u64 *value)
{
	u64 n = hits_in(r), rank = n / 1000 * permille + (n % 1000 * permille + 999) / 1000;
	u32 i;

	for (i = 0; i < r->nbuckets; i++) {
		if (r->bucket[i].count && rank <= r->bucket[i].count) {
			*value = middle(a, r, &r->bucket[i]);
			return true;
		}
		rank -= r->bucket[i].count;
	}
	return false;
}

/* Is r->sum exact even if each value is the largest of its bucket? Else it may have wrapped. */
static bool sum_fits(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r)
{
	u64 low, high;
	u128 most = 0;
	u32 i;

	for (i = 0; i < r->nbuckets; i++) {
		low = magnitude(a, r->bucket[i].low);
		high = magnitude(a, r->bucket[i].high);
		most += (u128)r->bucket[i].count * (low > high ? low : high);
		if (most > (a->is_signed ? ~0ull >> 1 : ~0ull))
			return false;
	}
	return true;
}

/* Sums of positive and of negative middles, kept apart: each of the two fits. */
struct middles {
	u128 above, below;
};

static struct middles add_middles(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r)
{
	struct middles m = { 0, 0 };
	u64 v;
	u32 i;

	for (i = 0; i < r->nbuckets; i++) {
		v = middle(a, r, &r->bucket[i]);
		*(below_zero(a, v) ? &m.below : &m.above) +=
			(u128)r->bucket[i].count * magnitude(a, v);
	}
	return m;
}

static u64 average_middle(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r, u64 n)
{
	struct middles m = add_middles(a, r);

	return m.above >= m.below ? divide(m.above - m.below, n) : -divide(m.below - m.above, n);
}

static u64 sum_middle(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r)
{
	struct middles m = add_middles(a, r);
	u64 most = a->is_signed ? ~0ull >> 1 : ~0ull;

	if (m.above >= m.below)
		return m.above - m.below < most ? m.above - m.below : most;
	return m.below - m.above <= most ? -(u64)(m.below - m.above) : most + 1;
}

/*
 * Is the sum no exact number? Without percentiles a sum is exact unless it is at the end of
 * 64 bits.
 */
static bool sum_is_about(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r)
{
	if (kpctl_show_has(a, KPCTL_SHOW_PERCENTILES))
		return !sum_fits(a, r);
	if (a->is_signed)
		return r->sum == 1ull << 63 || r->sum == ~0ull >> 1;
	return r->sum == ~0ull;
}

u64 kpctl_show_sum(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r, bool *about)
{
	*about = sum_is_about(a, r);
	return *about && kpctl_show_has(a, KPCTL_SHOW_PERCENTILES) ? sum_middle(a, r) : r->sum;
}

bool kpctl_show_average(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r,
			u64 *value, bool *about)
{
	u64 n = hits_in(r);
	bool by_middle;

	*about = sum_is_about(a, r);
	by_middle = *about && kpctl_show_has(a, KPCTL_SHOW_PERCENTILES);
	if (!r->count || (by_middle && !n))
		return false;
	if (by_middle)
		*value = average_middle(a, r, n);
	else if (below_zero(a, r->sum))
		*value = -(-r->sum / r->count);
	else
		*value = r->sum / r->count;
	*value = smaller(a, *value, r->max);
	return true;
}
