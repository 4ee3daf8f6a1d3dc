// SPDX-License-Identifier: GPL-2.0
/*
 * module/aggr/bucket.h and module/show*.c: texts as they are to be, letter by letter,
 * and numbers against the samples they were made of.
 */
#include <stdlib.h>
#include "aggr/bucket.h"
#include "show/show.h"
#include "ktap.h"

static u64 random_u64(void)
{
	static u64 x = 0x2545f4914f6cdd1dull;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return x;
}

/* Buckets */

static void test_bucket_round_trip(void)
{
	u64 low, high, next = 0;
	u32 i;

	for (i = 0; i < KPCTL_BUCKETS; i++) {
		low = kpctl_bucket_low(i);
		high = kpctl_bucket_high(i);
		KTAP_CHECK(low == next && high >= low);
		KTAP_CHECK(kpctl_bucket(low) == i);
		KTAP_CHECK(kpctl_bucket(high) == i);
		KTAP_CHECK(kpctl_bucket(low + (high - low) / 2) == i);
		KTAP_CHECK(high - low <= low / 32);
		next = high + 1;
	}
	KTAP_CHECK(next == 0);	/* behind 2^64 - 1 */
}

/* The first and the last index of which there are values */
#define SIGNED_FIRST	(KPCTL_BUCKETS - kpctl_bucket(1ull << 63))
#define SIGNED_LAST	(KPCTL_BUCKETS + kpctl_bucket(~0ull >> 1))

static void test_bucket_signed(void)
{
	u64 next = 1ull << 63;
	s64 low, high;
	u32 i;

	KTAP_CHECK(kpctl_bucket_signed(-1) == KPCTL_BUCKETS - 1);
	KTAP_CHECK(kpctl_bucket_signed(0) == KPCTL_BUCKETS);
	KTAP_CHECK(SIGNED_LAST < KPCTL_BUCKETS_SIGNED);
	for (i = SIGNED_FIRST; i <= SIGNED_LAST; i++) {
		low = kpctl_bucket_signed_low(i);
		high = kpctl_bucket_signed_high(i);
		KTAP_CHECK((u64)low == next && high >= low);
		KTAP_CHECK(kpctl_bucket_signed(low) == i);
		KTAP_CHECK(kpctl_bucket_signed(high) == i);
		next = (u64)high + 1;
	}
	KTAP_CHECK(next == 1ull << 63);
}

static void test_bucket_any(void)
{
	u64 v;
	u32 n, i;

	for (n = 0; n < 1000000; n++) {
		v = random_u64() >> random_u64() % 64;
		i = kpctl_bucket(v);
		KTAP_CHECK(i < KPCTL_BUCKETS);
		KTAP_CHECK(v >= kpctl_bucket_low(i) && v <= kpctl_bucket_high(i));
		i = kpctl_bucket_signed(v);
		KTAP_CHECK(i < KPCTL_BUCKETS_SIGNED);
		KTAP_CHECK((s64)v >= kpctl_bucket_signed_low(i) && (s64)v <= kpctl_bucket_signed_high(i));
	}
}

/* A key's values, and the row they make */

#define SAMPLES_MAX	20000

struct samples {
	bool is_signed;
	u32 n;
	u64 v[SAMPLES_MAX];
	u64 count[KPCTL_BUCKETS_SIGNED];
	struct kpctl_show_bucket bucket[KPCTL_BUCKETS_SIGNED];
	struct kpctl_show_row row;
};

static int by_value(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

static int by_signed_value(const void *a, const void *b)
{
	s64 x = *(const s64 *)a, y = *(const s64 *)b;

	return x < y ? -1 : x > y;
}

static struct kpctl_show_bucket bucket_at(const struct samples *s, u32 i)
{
	struct kpctl_show_bucket b = { .count = s->count[i] };

	b.low = s->is_signed ? (u64)kpctl_bucket_signed_low(i) : kpctl_bucket_low(i);
	b.high = s->is_signed ? (u64)kpctl_bucket_signed_high(i) : kpctl_bucket_high(i);
	return b;
}

/* Sorts them, too. */
static void make_row(struct samples *s, const char *key)
{
	struct kpctl_show_row *r = &s->row;
	u32 i;

	memset(s->count, 0, sizeof(s->count));
	*r = (struct kpctl_show_row){ .count = s->n, .key = key, .bucket = s->bucket };
	qsort(s->v, s->n, sizeof(s->v[0]), s->is_signed ? by_signed_value : by_value);
	for (i = 0; i < s->n; i++) {
		s->count[s->is_signed ? kpctl_bucket_signed(s->v[i]) : kpctl_bucket(s->v[i])]++;
		r->sum += s->v[i];
		r->max = s->v[i];
	}
	for (i = 0; i < ARRAY_SIZE(s->count); i++)
		if (s->count[i])
			s->bucket[r->nbuckets++] = bucket_at(s, i);
}

/* n values from first on, step apart */
static void add_run(struct samples *s, u32 n, u64 first, u64 step)
{
	for (; n--; first += step)
		s->v[s->n++] = first;
}

/* Numbers */

static u64 distance(u64 a, u64 b, bool is_signed)
{
	if (is_signed ? (s64)a > (s64)b : a > b)
		return a - b;
	return b - a;
}

static u64 size_of(u64 v, bool is_signed)
{
	return is_signed && v >> 63 ? -v : v;
}

/* Half a bucket: 1.6 %, and below 64 nothing */
static bool is_near(u64 got, u64 want, bool is_signed)
{
	return distance(got, want, is_signed) <= size_of(want, is_signed) / 64;
}

static void check_percentiles(const struct samples *s, const struct kpctl_show_aggr *a)
{
	static const u32 permille[] = { 1, 10, 500, 900, 990, 999, 1000 };
	u64 got, want;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(permille); i++) {
		if (!kpctl_show_percentile(a, &s->row, permille[i], &got)) {
			ktap_wrong("no percentile of %u samples", s->n);
			return;
		}
		want = s->v[((u64)s->n * permille[i] + 999) / 1000 - 1];
		if (!is_near(got, want, s->is_signed))
			ktap_wrong("%u of 1000 of %u samples is 0x%llx, not 0x%llx",
				   permille[i], s->n, got, want);
		if (s->is_signed ? (s64)got > (s64)s->row.max : got > s->row.max)
			ktap_wrong("%u of 1000 is above max", permille[i]);
	}
}

static void check_average(const struct samples *s, const struct kpctl_show_aggr *a)
{
	long double sum = 0, size = 0, want, off;
	bool about;
	u64 got;
	u32 i;

	for (i = 0; i < s->n; i++) {
		sum += s->is_signed ? (long double)(s64)s->v[i] : (long double)s->v[i];
		size += size_of(s->v[i], s->is_signed);
	}
	want = sum / s->n;
	KTAP_CHECK(kpctl_show_average(a, &s->row, &got, &about));
	off = (s->is_signed ? (long double)(s64)got : (long double)got) - want;
	if (off < 0)
		off = -off;
	if (off > (about ? size / s->n * 0.016L + 1 : 1))
		ktap_wrong("average of %u samples is 0x%llx%s, not %Lf", s->n, got,
			   about ? " about" : "", want);
	if (!about && sum >= 0x1p64L)
		ktap_wrong("a sum that wrapped is taken for exact");
	if (about && size < 0x1p62L)
		ktap_wrong("a small sum is not taken for exact");
}

/* The end of what 64 bits hold, where the sum is beyond. */
static long double clamp(long double v, bool is_signed)
{
	long double most = is_signed ? 0x1p63L - 1 : 0x1p64L - 1, least = is_signed ? -0x1p63L : 0;

	return v > most ? most : v < least ? least : v;
}

static void check_sum(const struct samples *s, const struct kpctl_show_aggr *a)
{
	long double sum = 0, size = 0, off;
	bool about;
	u64 got;
	u32 i;

	for (i = 0; i < s->n; i++) {
		sum += s->is_signed ? (long double)(s64)s->v[i] : (long double)s->v[i];
		size += size_of(s->v[i], s->is_signed);
	}
	got = kpctl_show_sum(a, &s->row, &about);
	off = s->is_signed ? (long double)(s64)got : (long double)got;
	off -= clamp(sum, s->is_signed);
	if (off < 0)
		off = -off;
	if (off > (about ? size * 0.016L + s->n : 0))
		ktap_wrong("sum of %u samples is 0x%llx%s, not %Lf", s->n, got,
			   about ? " about" : "", sum);
}

/* Each kind of distribution, at each width. */
static u64 sample(u32 kind, u32 bits)
{
	u64 r = random_u64(), mask = bits < 64 ? (1ull << bits) - 1 : ~0ull;

	switch (kind) {
	case 0:		/* even */
		return r & mask;
	case 1:		/* even in the number of digits */
		return (r & mask) >> random_u64() % 64;
	case 2:		/* all the same */
		return mask - mask / 3;
	case 3:		/* two heaps */
		return random_u64() % 10 ? (r & mask) >> 5 & 0xff : mask - (r & mask) / 64;
	case 4:		/* one far out */
		return random_u64() % 997 ? mask >> 20 & r : mask;
	case 5:		/* a bell */
		return (r & mask) / 4 + (random_u64() & mask) / 4 + (random_u64() & mask) / 4 +
		       (random_u64() & mask) / 4;
	}
	return random_u64() % 2 ? mask : mask >> 1;	/* 6: the ends of ranges */
}

#define KINDS	7

static void check_random(bool is_signed)
{
	static struct samples s;
	struct kpctl_show_aggr a = { .action = KPCTL_ACTION_HIST, .is_signed = is_signed };
	u32 kind, bits, i;

	for (kind = 0; kind < KINDS; kind++)
		for (bits = 1; bits <= 64; bits++) {
			s.is_signed = is_signed;
			s.n = 1 + random_u64() % (bits % 8 ? 300 : SAMPLES_MAX);
			for (i = 0; i < s.n; i++) {
				s.v[i] = sample(kind, bits);
				if (is_signed && random_u64() % 2)
					s.v[i] = -s.v[i];
			}
			make_row(&s, "");
			check_percentiles(&s, &a);
			check_average(&s, &a);
			check_sum(&s, &a);
		}
}

static void test_random(void)
{
	check_random(false);
}

static void test_random_signed(void)
{
	check_random(true);
}

/* Counts so large that not even twice one of them is a number of 64 bits */
static void test_large_counts(void)
{
	struct kpctl_show_bucket b[2] = { { 10, 10, 1ull << 62 }, { 1000, 1007, 1ull << 63 } };
	struct kpctl_show_row r = { .count = 3ull << 62, .max = 1003, .bucket = b, .nbuckets = 2 };
	struct kpctl_show_aggr a = { .action = KPCTL_ACTION_HIST };
	bool about;
	u64 v;

	KTAP_CHECK(kpctl_show_percentile(&a, &r, 333, &v) && v == 10);
	KTAP_CHECK(kpctl_show_percentile(&a, &r, 334, &v) && v == 1001);
	KTAP_CHECK(kpctl_show_percentile(&a, &r, 1000, &v) && v == 1001);
	KTAP_CHECK(kpctl_show_average(&a, &r, &v, &about) && about && v == 670);
	KTAP_CHECK(kpctl_show_sum(&a, &r, &about) == ~0ull && about);
	a.is_signed = true;
	KTAP_CHECK(kpctl_show_sum(&a, &r, &about) == ~0ull >> 1 && about);
	b[0] = b[1];
	b[1].low = b[1].high = -1001ull;
	KTAP_CHECK(kpctl_show_sum(&a, &r, &about) == 0 && about);
}

/* What may be read while hits come in: counts that do not fit together */
static void test_torn(void)
{
	struct kpctl_show_bucket b = { 100, 101, 3 };
	struct kpctl_show_row r = { .count = 5, .sum = 5000, .max = 90, .bucket = &b };
	struct kpctl_show_aggr a = { .action = KPCTL_ACTION_HIST };
	bool about;
	u64 v;

	KTAP_CHECK(!kpctl_show_percentile(&a, &r, 500, &v));
	r.nbuckets = 1;
	KTAP_CHECK(kpctl_show_percentile(&a, &r, 500, &v) && v == 90);
	KTAP_CHECK(kpctl_show_average(&a, &r, &v, &about) && v == 90);
	r.count = 0;
	KTAP_CHECK(!kpctl_show_average(&a, &r, &v, &about));
	b.count = 0;
	KTAP_CHECK(!kpctl_show_percentile(&a, &r, 500, &v));
}

/* Their keys, of a letter each, in the order in which they stand. */
static void check_order(struct kpctl_show_aggr a, struct kpctl_show_row *row, const char *want)
{
	char got[16];
	u32 i;

	a.row = row;
	kpctl_show_sort(&a, row);
	for (i = 0; i < a.nrows; i++)
		got[i] = *row[i].key;
	got[i] = 0;
	if (strcmp(got, want))
		ktap_wrong("the order is %s, not %s", got, want);
}

static void test_order(void)
{
	struct kpctl_show_bucket small = { 10, 10, 1 }, large = { 1ull << 62, 1ull << 62, 16 };
	const struct kpctl_show_row rows[] = {
		{ .count = 30, .sum = 10, .key = "d", .bucket = &small, .nbuckets = 1 },
		{ .count = 10, .sum = 700, .key = "a", .bucket = &small, .nbuckets = 1 },
		{ .count = 20, .sum = 700, .key = "c", .bucket = &small, .nbuckets = 1 },
		{ .count = 20, .sum = 700, .key = "b", .bucket = &small, .nbuckets = 1 },
	};
	struct kpctl_show_row row[4];

	memcpy(row, rows, sizeof(row));
	check_order((struct kpctl_show_aggr){ .action = KPCTL_ACTION_HIST, .nrows = 4 }, row, "bcad");
	check_order((struct kpctl_show_aggr){ .nrows = 4 }, row, "dbca");
	row[0].sum = -1ull;
	check_order((struct kpctl_show_aggr){ .action = KPCTL_ACTION_HIST, .nrows = 4 }, row, "dbca");
	check_order((struct kpctl_show_aggr){ .action = KPCTL_ACTION_HIST, .is_signed = true, .nrows = 4 },
		    row, "bcad");
	/* a sum that has wrapped to nothing */
	row[3].sum = 0;
	row[3].max = large.high;
	row[3].bucket = &large;
	check_order((struct kpctl_show_aggr){ .action = KPCTL_ACTION_HIST, .nrows = 4 }, row, "dbca");
}

/* Rows that count the same stand as these do, whatever order they come in. */
static void test_order_of_keys(void)
{
	static const char * const key[] = {
		"", "a: (fault)", "a: -10, b: 1", "a: -9, b: 1", "a: 0, b: 1", "a: 9, b: 2", "a: 9, b: 10",
		"a: 10, b: 1", "a: 10, b: 1...", "a: 100, b: 1",
		"n: -5a", "n: -5b", "p: 0x9", "p: 0xb", "p: 0x1f", "p: 0xff", "p: 0x100", "p: 0x1a0",
		"p: 0x_", "s: 1", "s: \xff", "t: cat-9", "t: cat-10",
		"t: cat10", "t: cat10\na+0x10", "t: cat10\na+0x1f", "t: dog", "u: -", "u: -1",
	};
	struct kpctl_show_row row[ARRAY_SIZE(key)] = { };
	struct kpctl_show_aggr a = { .nrows = ARRAY_SIZE(key), .row = row };
	u32 turn, i;

	for (turn = 0; turn < ARRAY_SIZE(key); turn++) {
		for (i = 0; i < ARRAY_SIZE(key); i++)
			row[i] = (struct kpctl_show_row){
				.count = 1, .key = key[(i * 7 + turn) % ARRAY_SIZE(key)],
			};
		kpctl_show_sort(&a, row);
		for (i = 0; i < ARRAY_SIZE(key); i++)
			if (row[i].key != key[i])
				ktap_wrong("%u stands %s, not %s", i,
					   row[i].key, key[i]);
	}
}

/* Whatever comes first, all that stand below it are behind it. */
static void test_order_is_one(void)
{
	static const char sign[] = "01b_A -";	/* digits, one of hex, and what is around them */
	static char key[2 * 8 * 8 * 8][8];
	static struct kpctl_show_row row[ARRAY_SIZE(key)];
	struct kpctl_show_aggr a = { .row = row };
	struct kpctl_show_row two[2] = { };
	struct kpctl_show_aggr pair = { .nrows = 2, .row = two };
	u32 i, j;

	for (i = 0; i < ARRAY_SIZE(key); i++) {
		u32 of = i / 2;

		/* an end in the midst of it makes some of them the same, which is fine */
		sprintf(key[i], "%s%c%c%c", i % 2 ? "0x" : "k", sign[of % 8], sign[of / 8 % 8],
			sign[of / 64]);
		row[i] = (struct kpctl_show_row){ .count = 1, .key = key[i] };
	}
	a.nrows = ARRAY_SIZE(key);
	kpctl_show_sort(&a, row);
	for (i = 0; i < a.nrows; i++) {
		for (j = i + 1; j < a.nrows; j++) {
			two[0] = row[j];
			two[1] = row[i];
			kpctl_show_sort(&pair, two);
			if (strcmp(two[0].key, row[i].key))
				ktap_wrong("\"%s\" before \"%s\" and behind it",
					   row[i].key, row[j].key);
		}
	}
}

static void check_number(bool is_ns, bool is_signed, u64 v, const char *want)
{
	struct kpctl_show_aggr a = { .is_ns = is_ns, .is_signed = is_signed };
	char text[KPCTL_SHOW_NUMBER];

	kpctl_show_number(&a, v, text);
	if (strcmp(text, want))
		ktap_wrong("%llu is \"%s\", not \"%s\"", v, text, want);
}

static void test_numbers(void)
{
	check_number(false, false, 0, "0");
	check_number(false, false, 999999, "999999");
	check_number(false, false, 1000000, "976.562K");
	check_number(false, false, 1048575, "1023.999K");
	check_number(false, false, 1048576, "1.000M");
	check_number(false, false, 3ull << 29, "1.500G");
	check_number(false, false, ~0ull, "15.999E");
	check_number(false, true, -14ull, "-14");
	check_number(false, true, -2000000ull, "-1.907M");
	check_number(false, true, 1ull << 63, "-8.000E");
	check_number(false, true, ~0ull >> 1, "7.999E");
	check_number(true, false, 0, "0ns");
	check_number(true, false, 999, "999ns");
	check_number(true, false, 1000, "1.000us");
	check_number(true, false, 999999, "999.999us");
	check_number(true, false, 1322000, "1.322ms");
	check_number(true, false, ~0ull, "18446744073.709s");
	check_number(true, true, -1322000ull, "-1.322ms");
}

static void check_rate(u64 count, u64 interval, const char *want)
{
	char text[KPCTL_SHOW_NUMBER];

	kpctl_show_rate(count, interval, text);
	if (strcmp(text, want))
		ktap_wrong("%llu in %llu ns is \"%s\", not \"%s\"", count, interval,
			   text, want);
}

static void test_rates(void)
{
	check_rate(0, 1000000000, "0.0");
	check_rate(3, 10000000000, "0.3");
	check_rate(999, 10000000000, "99.9");
	check_rate(100, 1000000000, "100");
	check_rate(1000, 1001000000, "999");
	check_rate(1ull << 40, 500000000, "2199023255552");
	check_rate(~0ull, 1000000000, "1844674407370955161");
	check_rate(~0ull, 1, "1844674407370955161");	/* as much as there is */
}

/* Texts */

struct catch {
	struct kpctl_show_out out;
	size_t len;
	char text[32768];
};

static void catch_put(struct kpctl_show_out *out, const char *fmt, ...)
{
	struct catch *c = (struct catch *)out;	/* its first member */
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(c->text + c->len, sizeof(c->text) - c->len, fmt, args);
	va_end(args);
	if (n < 0 || (size_t)n >= sizeof(c->text) - c->len)
		abort();
	c->len += n;
}

static void check_text(const struct kpctl_show_aggr *a, const char *want)
{
	static struct catch c = { .out.put = catch_put };

	c.len = 0;
	kpctl_show_aggr(&c.out, a);
	if (strcmp(c.text, want))
		ktap_wrong("\n--- got:\n%s--- want:\n%s---", c.text, want);
}

#include "show_texts.h"

static const struct ktap_test tests[] = {
	{ "every bucket: its ends are in it, and none between", test_bucket_round_trip },
	{ "every signed bucket", test_bucket_signed },
	{ "any value is in its bucket", test_bucket_any },
	{ "percentiles and averages of random samples", test_random },
	{ "of signed ones", test_random_signed },
	{ "large counts", test_large_counts },
	{ "counts that do not fit together", test_torn },
	{ "keys stand by sum, or by count", test_order },
	{ "keys that count the same stand as people count", test_order_of_keys },
	{ "keys that count the same have one order", test_order_is_one },
	{ "numbers with units", test_numbers },
	{ "rates", test_rates },
	{ "text: no hits", test_text_none },
	{ "text: one value", test_text_one },
	{ "text: durations", test_text_ns },
	{ "text: several keys", test_text_keys },
	{ "text: signed", test_text_signed },
	{ "text: all 64 bits", test_text_full },
	{ "text: all 64 bits, signed", test_text_full_signed },
	{ "text: stacks", test_text_stacks },
	{ "text: counts", test_text_counts },
	{ "text: counts by stack", test_text_count_stacks },
	{ "text: stats", test_text_stats },
	{ "text: sum", test_text_sum },
	{ "text: an interval", test_text_interval },
	{ "text: totals", test_text_totals },
	{ "text: a key that has just come", test_text_new },
	{ "text: never wider than 100 columns", test_text_width },
	{ "text: as wide as there is room", test_text_room },
};

int main(void)
{
	return ktap_run(tests, ARRAY_SIZE(tests));
}
