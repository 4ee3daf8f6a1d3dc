// SPDX-License-Identifier: GPL-2.0-only
/* The views of aggregates and of the ledger, parsed, and what came between two of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "aggr/bucket.h"
#include "reader_fake.h"

static int parse_exact(struct kpr_hists *h, const char *text, size_t len)
{
	char *copy = malloc(len + 1);

	memcpy(copy, text, len);
	copy[len] = '\0';
	return kpr_hists_parse(h, copy, len);
}

static struct kpr_hists parsed(const char *text)
{
	struct kpr_hists h;

	KTAP_CHECK(!parse_exact(&h, text, strlen(text)));
	return h;
}

/*
 * Aggregates as a text that is short enough to be compared: "ID.INDEX hits other
 * unread entries/max [KEY count sum max low-high*count ...]...".
 */
static const char *dumped(const struct kpr_hists *h)
{
	static char text[65536];
	const struct kpr_aggr *a;
	const struct kpr_key *k;
	unsigned int i, n = 0;

#define PRINT(...) (n += snprintf(text + n, sizeof(text) - n, __VA_ARGS__))
#define N(v) (unsigned long long)(v)
	text[0] = '\0';
	for (a = h->aggrs; a < h->aggrs + h->nr; a++) {
		PRINT("%u.%u %llu %llu %llu %u/%u", a->id, a->index, N(a->hits), N(a->other),
		      N(a->unread), a->entries, a->max_entries);
		for (k = a->keys; k < a->keys + a->nr_keys; k++) {
			PRINT(" [%s %llu %llu %s%llu", k->text, N(k->count), N(k->sum),
			      k->max_about ? "~" : "", N(k->max));
			for (i = 0; i < k->nr_buckets; i++)
				PRINT(" %lld-%lld*%llu", (long long)k->buckets[i].low,
				      (long long)k->buckets[i].high, N(k->buckets[i].count));
			PRINT("]");
		}
		PRINT("\n");
	}
#undef PRINT
	return text;
}

/* Parsing */

static const char three[] =
	"aggr 16 kprobes/rd 0 hist-ns 103 2 1 2 2048 7 hist($lat) by $comm\n"
	"key 90 9000 130 2 96:97:60 128:131:30\tcomm: cat, pid: 12\n"
	"key 10 50 5 1 5:5:10\tcomm: dd, pid: 3\n"
	"aggr 16 kprobes/rd 1 count 5 0 0 1 1 0 count\n"
	"key 5 0 0 0 \t\n"
	"aggr 65535 g/e 0 hist-signed 3 0 0 1 1 18446744073709551615 hist(ret) by $stacktrace\n"
	"key 3 18446744073709551601 1 2 -9223372036854775808:-8:2 1:1:1 \tstack:;vfs_read+0x0;x\n";

static const char *kind(const struct kpr_aggr *a)
{
	static char text[64];

	snprintf(text, sizeof(text), "%s%s%s", a->action, a->is_signed ? " signed" : "",
		 a->is_ns ? " ns" : "");
	return text;
}

static void test_parse(void)
{
	struct kpr_hists h = parsed(three);

	CHECK_STR(dumped(&h),
		  "16.0 103 2 1 2/2048 [comm: cat, pid: 12 90 9000 130 96-97*60 128-131*30] "
		  "[comm: dd, pid: 3 10 50 5 5-5*10]\n"
		  "16.1 5 0 0 1/1 [ 5 0 0]\n"
		  "65535.0 3 0 0 1/1 [stack:;vfs_read+0x0;x 3 18446744073709551601 1 "
		  "-9223372036854775808--8*2 1-1*1]\n");
	CHECK_U64(h.nr, 3);
	CHECK_U64(h.garbage, 0);
	CHECK_STR(kind(&h.aggrs[0]), "hist ns");
	CHECK_STR(kind(&h.aggrs[1]), "count");
	CHECK_STR(kind(&h.aggrs[2]), "hist signed");
	CHECK_U64(h.aggrs[0].generation, 7);
	CHECK_U64(h.aggrs[2].generation, UINT64_MAX);
	CHECK_STR(h.aggrs[0].event, "kprobes/rd");
	CHECK_STR(h.aggrs[0].text, "hist($lat) by $comm");
	CHECK_STR(h.aggrs[1].text, "count");
	kpr_hists_free(&h);
	KTAP_CHECK(!h.aggrs && !h.text);
}

/* A kind that comes later, keys in no order, and nothing at all */
static void test_parse_odd(void)
{
	struct kpr_hists h = parsed("aggr 16 g/e 0 topk 3 0 0 2 9 0 topk(x)\n"
				    "key 1 0 0 0\tb\nkey 2 0 0 0\ta\nkey 1 0 0 0\taa\n");

	CHECK_STR(dumped(&h), "16.0 3 0 0 2/9 [a 2 0 0] [aa 1 0 0] [b 1 0 0]\n");
	CHECK_STR(kind(&h.aggrs[0]), "topk");
	kpr_hists_free(&h);
	h = parsed("aggr 16 g/e 0 top-k 3 0 0 2 9 0 top-k(x)\n");
	CHECK_STR(kind(&h.aggrs[0]), "top-k");
	kpr_hists_free(&h);
	h = parsed("");
	CHECK_U64(h.nr + h.garbage, 0);
	kpr_hists_free(&h);
	h = parsed("\n\n");
	CHECK_U64(h.nr + h.garbage, 0);
	kpr_hists_free(&h);
}

#define HEAD	"aggr 16 g/e 0 hist 1 0 0 1 1 0 hist(x)\n"

static void test_garbage(void)
{
	static const char * const lines[] = {
		/* aggregates */
		"aggr\n", "aggr \n", "aggr 16\n", "aggr 16 g/e 0 hist 1 0 0 1 1 hist(x)\n",
		"aggr 16 g/e 0 hist 1 0 0 1 1 0\n", "aggr 65536 g/e 0 hist 1 0 0 1 1 0 x\n",
		"aggr x g/e 0 hist 1 0 0 1 1 0 x\n", "aggr 16 ge 0 hist 1 0 0 1 1 0 x\n",
		"aggr 16 /e 0 hist 1 0 0 1 1 0 x\n", "aggr 16 g/ 0 hist 1 0 0 1 1 0 x\n",
		"aggr 16 g/e 4294967296 hist 1 0 0 1 1 0 x\n", "aggr 16  g/e 0 hist 1 0 0 1 1 0 x\n",
		"aggr 16 g/e 0  1 0 0 1 1 0 x\n", "aggr 16 g/e 0 hist 1a 0 0 1 1 0 x\n",
		"aggr 16 g/e 0 hist 18446744073709551616 0 0 1 1 0 x\n", "aggregate\n", "what\n",
		/* keys, with no aggregate in front */
		"key 1 1 1 0\tx\n",
		/* and behind one */
		HEAD "key\n", HEAD "key \n", HEAD "key 1\n", HEAD "key 1 1 1 0\n",
		HEAD "key 1 1 1 0 x\n", HEAD "key 1 1 1 1\tx\n", HEAD "key 1 1 1 0 1:1:1\tx\n",
		HEAD "key 1 1 1 2 1:1:1\tx\n", HEAD "key 1 1 1 1 1:1\tx\n",
		HEAD "key 1 1 1 1 1:1:\tx\n", HEAD "key 1 1 1 1 1:1:1:1\tx\n",
		HEAD "key 1 1 1 1 2:1:1\tx\n", HEAD "key 1 1 1 2 1:2:1 2:3:1\tx\n",
		HEAD "key 1 1 1 2 5:5:1 1:1:1\tx\n", HEAD "key 1 1 1 2 1:1:1 1:1:1\tx\n",
		HEAD "key 1 1 1 18446744073709551615 1:1:1\tx\n",
		HEAD "key 1 1 1 1 18446744073709551616:1:1\tx\n",
		HEAD "key 1 1 1 1 -9223372036854775809:1:1\tx\n", HEAD "key 1 1 - 0\tx\n",
		HEAD "key 1 1 1 1 0x1:1:1\tx\n", HEAD "key 1 1 1 2 1:1:1 3:3:1 4:4:1\tx\n",
		/* signed order */
		"aggr 16 g/e 0 hist-signed 1 0 0 1 1 0 x\nkey 1 1 1 2 1:1:1 -1:-1:1\tx\n",
		HEAD "key 1 1 1 2 -1:-1:1 1:1:1\tx\n",
		"aggr 16 g/e 0 hist-signed 1 0 0 1 1 0 x\n"
		"key 1 1 1 1 -9223372036854775809:9223372036854775807:1\tx\n",
		/* cut */
		HEAD "key 1 1 1 1 1:1:1\tx", HEAD "key 1 1 1 1 1:1:1\t",
	};
	struct kpr_hists h;
	unsigned int i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		h = parsed(lines[i]);
		if (h.garbage != 1 || h.nr_keys || h.nr_buckets)
			ktap_wrong("%u lines of garbage in %s", h.garbage,
				   lines[i]);
		kpr_hists_free(&h);
	}
	KTAP_CHECK(!parse_exact(&h, HEAD "key 1 1 1 0\tx\0y\n", sizeof(HEAD "key 1 1 1 0\tx\0y\n") - 1));
	CHECK_U64(h.garbage, 1);
	kpr_hists_free(&h);
}

/* What is garbage takes nothing else with it, but for the keys of its aggregate. */
static void test_garbage_between(void)
{
	struct kpr_hists h = parsed(HEAD "key 1 1 1 1 1:1:1\ta\nkey 1 1 1 2 7:7:1\tb\n"
				    "key 1 2 2 1 2:2:1\tc\naggr nonsense\nkey 1 1 1 1 1:1:1\td\n"
				    "aggr 17 g/f 0 hist 1 0 0 1 1 0 hist(x)\nkey 1 1 1 1 1:1:1\te\n");

	CHECK_STR(dumped(&h), "16.0 1 0 0 1/1 [a 1 1 1 1-1*1] [c 1 2 2 2-2*1]\n"
			      "17.0 1 0 0 1/1 [e 1 1 1 1-1*1]\n");
	CHECK_U64(h.garbage, 3);
	kpr_hists_free(&h);
}

static void check_sane(const struct kpr_hists *h)
{
	const struct kpr_aggr *a;
	const struct kpr_key *k;
	size_t keys = 0, buckets = 0;
	unsigned int i;

	for (a = h->aggrs; a < h->aggrs + h->nr; a++) {
		keys += a->nr_keys;
		KTAP_CHECK(strlen(a->text) < 4096 && strchr(a->event, '/'));
		for (k = a->keys; k < a->keys + a->nr_keys; k++) {
			buckets += k->nr_buckets;
			KTAP_CHECK(strlen(k->text) < 4096);
			KTAP_CHECK(k == a->keys || k[-1].count >= k->count);
			for (i = 0; i < k->nr_buckets; i++) {
				KTAP_CHECK(!kpr_aggr_less(a, k->buckets[i].high, k->buckets[i].low));
				KTAP_CHECK(!i || kpr_aggr_less(a, k->buckets[i - 1].high,
					   k->buckets[i].low));
			}
		}
	}
	KTAP_CHECK(keys == h->nr_keys);
	KTAP_CHECK(buckets == h->nr_buckets);
}

static void test_cut(void)
{
	struct kpr_hists h;
	size_t n;

	for (n = 0; n < sizeof(three); n++) {
		KTAP_CHECK(!parse_exact(&h, three, n));
		check_sane(&h);
		CHECK_U64(h.garbage, n && three[n - 1] != '\n');
		kpr_hists_free(&h);
	}
}

static void test_mutations(void)
{
	static const char bytes[] = " \t\n:;-0123456789aegk/\xff";
	char text[sizeof(three)];
	struct kpr_hists h, was = parsed(three), delta;
	struct kpr_key all;
	unsigned int i, n, k;

	for (i = 0; i < 30000; i++) {
		memcpy(text, three, sizeof(three));
		for (n = 1 + fake_random() % 4; n--;)
			text[fake_random() % (sizeof(three) - 1)] =
				bytes[fake_random() % sizeof(bytes)];
		KTAP_CHECK(!parse_exact(&h, text, sizeof(three) - 1));
		check_sane(&h);
		KTAP_CHECK(!kpr_hists_delta(&was, &h, &delta));
		check_sane(&delta);
		kpr_hists_free(&delta);
		KTAP_CHECK(!kpr_hists_delta(&h, &was, &delta));
		check_sane(&delta);
		kpr_hists_free(&delta);
		for (k = 0; k < h.nr; k++) {
			KTAP_CHECK(!kpr_aggr_join(&h.aggrs[k], &all));
			free(all.buckets);
		}
		kpr_hists_free(&h);
	}
	kpr_hists_free(&was);
}

/* All keys as one */

static const char *joined(const char *text)
{
	struct kpr_hists h = parsed(text), one = { .nr = 1, .aggrs = h.aggrs };
	static char got[4096];
	struct kpr_key all;

	KTAP_CHECK(!kpr_aggr_join(&h.aggrs[0], &all));
	h.aggrs[0].nr_keys = 1;
	h.aggrs[0].keys = &all;
	snprintf(got, sizeof(got), "%s", strchr(dumped(&one), '['));
	free(all.buckets);
	kpr_hists_free(&h);
	return got;
}

static void test_join(void)
{
	CHECK_STR(joined("aggr 16 g/e 0 hist 1 0 0 1 1 0 x\n"
			 "key 5 50 20 2 1:1:2 20:20:3\ta\nkey 3 9 21 3 0:0:1 1:1:1 21:21:1\tb\n"
			 "key 2 2 2 0\tc\n"),
		  "[ 8 59 21 0-0*1 1-1*3 20-20*3 21-21*1]\n");
	CHECK_STR(joined("aggr 16 g/e 0 hist-signed 1 0 0 1 1 0 x\n"
			 "key 5 -5 -1 2 -2:-2:2 -1:-1:3\ta\nkey 3 9 9 3 -1:-1:1 0:0:1 9:9:1\tb\n"),
		  "[ 8 4 9 -2--2*2 -1--1*4 0-0*1 9-9*1]\n");
	CHECK_STR(joined("aggr 16 g/e 0 hist-signed 1 0 0 1 1 0 x\n"
			 "key 5 -5 -1 1 -1:-1:5\ta\nkey 3 -9 -3 1 -3:-3:3\tb\n"),
		  "[ 8 18446744073709551602 18446744073709551615 -3--3*3 -1--1*5]\n");
	CHECK_STR(joined("aggr 16 g/e 0 hist 1 0 0 1 1 0 x\n"), "[ 0 0 0]\n");
}

/* Intervals */

static const char *delta_of(const char *before, const char *after)
{
	struct kpr_hists from = parsed(before), to = parsed(after), d;
	static char got[8192];

	KTAP_CHECK(!kpr_hists_delta(&from, &to, &d));
	check_sane(&d);
	snprintf(got, sizeof(got), "%s", dumped(&d));
	kpr_hists_free(&d);
	kpr_hists_free(&from);
	kpr_hists_free(&to);
	return got;
}

#define A(hits, other, unread, gen)	\
	"aggr 16 g/e 0 hist " #hits " " #other " " #unread " 9 99 " #gen " hist(x)\n"

static void test_delta(void)
{
	/* more of one, nothing of another, a new one; the order is the interval's */
	CHECK_STR(delta_of(A(30, 1, 2, 5) "key 20 200 15 2 3:3:10 15:15:10\ta\nkey 5 5 1 1 1:1:5\tb\n"
					  "key 2 2 1 1 1:1:2\tc\n",
			   A(49, 4, 2, 5) "key 21 209 15 3 3:3:10 9:9:1 15:15:10\ta\n"
					  "key 15 45 7 3 0:0:1 1:1:9 7:7:5\tb\n"
					  "key 5 50 10 1 10:10:5\td\nkey 2 2 1 1 1:1:2\tc\n"),
		  "16.0 19 3 0 3/99 [b 10 40 7 0-0*1 1-1*4 7-7*5] [d 5 50 10 10-10*5] "
		  "[a 1 9 9 9-9*1]\n");
	/* nothing at all */
	CHECK_STR(delta_of(three, three), "16.0 0 0 0 0/2048\n16.1 0 0 0 0/1\n65535.0 0 0 0 0/1\n");
	/* all of it */
	CHECK_STR(delta_of("", A(1, 0, 0, 5) "key 1 3 3 1 3:3:1\ta\n"),
		  "16.0 1 0 0 1/99 [a 1 3 3 3-3*1]\n");
	/* an event that went away, and one that is another's id but not his index */
	CHECK_STR(delta_of(three, "aggr 16 kprobes/rd 2 count 5 0 0 1 1 0 count\nkey 5 0 0 0\t\n"),
		  "16.2 5 0 0 1/1 [ 5 0 0]\n");
	CHECK_STR(delta_of(three, ""), "");
	CHECK_STR(delta_of(A(10, 0, 0, 5) "key 10 0 0 0\ta\n",
			   "aggr 16 g/e 1 hist 15 0 0 9 99 5 hist(x)\nkey 15 0 0 0\ta\n"),
		  "16.1 15 0 0 1/99 [a 15 0 0]\n");
}

#define S(hits, gen)	"aggr 16 g/e 0 stats " #hits " 0 0 9 99 " #gen " stats(x)\n"

/* From the least to the most is one bucket, which grows. */
static void test_stats(void)
{
	struct kpr_hists from = parsed(S(3, 5) "key 3 30 15 1 5:15:3\ta\n");
	struct kpr_hists to = parsed(S(5, 5) "key 5 60 15 1 5:15:5\ta\n"), d;

	CHECK_STR(delta_of(S(3, 5) "key 3 30 15 1 5:15:3\ta\n", S(8, 5) "key 8 80 20 1 2:20:8\ta\n"),
		  "16.0 5 0 0 1/99 [a 5 50 20 2-20*5]\n");
	CHECK_STR(delta_of(S(3, 5) "key 3 18446744073709551615 15 1 5:15:3\ta\n",
			   S(8, 5) "key 8 18446744073709551615 15 1 5:15:8\ta\n"),
		  "16.0 5 0 0 1/99 [a 5 18446744073709551615 ~15 5-15*5]\n");
	KTAP_CHECK(!kpr_hists_delta(&from, &to, &d));
	KTAP_CHECK(d.keys[0].min_about && d.keys[0].max_about);
	kpr_hists_free(&d);
	kpr_hists_free(&from);
	kpr_hists_free(&to);
	CHECK_STR(joined("aggr 16 g/e 0 stats-signed 7 0 0 2 9 0 x\n"
			 "key 3 6 5 1 -1:5:3\ta\nkey 4 20 9 1 2:9:4\tb\n"), "[ 7 26 9 -1-9*7]\n");
	CHECK_STR(joined("aggr 16 g/e 0 stats 2 0 0 2 9 0 x\n"
			 "key 1 18446744073709551615 5 1 5:5:1\ta\nkey 1 9 9 1 9:9:1\tb\n"),
		  "[ 2 18446744073709551615 9 5-5*1 9-9*1]\n");
	CHECK_STR(joined("aggr 16 g/e 0 stats-signed 2 0 0 2 9 0 x\n"
			 "key 1 -9223372036854775808 5 1 5:5:1\ta\nkey 1 -9 9 1 9:9:1\tb\n"),
		  "[ 2 9223372036854775808 9 5-5*1 9-9*1]\n");
}

/* What began anew has all it has now. */
static void test_delta_anew(void)
{
	static const char was[] = A(30, 1, 2, 5) "key 27 200 15 2 3:3:17 15:15:10\ta\n";

	CHECK_STR(delta_of(was, A(31, 1, 2, 6) "key 28 210 15 2 3:3:18 15:15:10\ta\n"),
		  "16.0 31 1 2 1/99 [a 28 210 15 3-3*18 15-15*10]\n");
	CHECK_STR(delta_of(was, A(3, 0, 0, 5) "key 3 9 3 1 3:3:3\ta\n"),
		  "16.0 3 0 0 1/99 [a 3 9 3 3-3*3]\n");
	CHECK_STR(delta_of(was, "aggr 16 g/e 0 hist-ns 31 1 2 9 99 5 hist(x)\n"
				"key 28 210 15 2 3:3:18 15:15:10\ta\n"),
		  "16.0 31 1 2 1/99 [a 28 210 15 3-3*18 15-15*10]\n");
	CHECK_STR(delta_of(was, "aggr 16 g/e 0 hist 31 1 2 9 99 5 hist(y)\n"
				"key 28 210 15 2 3:3:18 15:15:10\ta\n"),
		  "16.0 31 1 2 1/99 [a 28 210 15 3-3*18 15-15*10]\n");
	/* numbers that went back without a word: never below zero, and no hit is missing */
	CHECK_STR(delta_of(was, A(40, 0, 1, 5) "key 20 150 15 2 3:3:5 15:15:15\ta\n"),
		  "16.0 10 0 0 1/99 [a 20 150 15 3-3*5 15-15*15]\n");
	CHECK_STR(delta_of(was, A(40, 0, 1, 5) "key 29 250 15 2 3:3:14 15:15:15\ta\n"),
		  "16.0 10 8 0 1/99 [a 2 50 15 15-15*5]\n");
	/* a key that was pushed out: what it had is other now, and not of the interval */
	CHECK_STR(delta_of(was, A(40, 38, 2, 5)), "16.0 10 10 0 0/99\n");
}

static void test_delta_max(void)
{
	static const char was[] = A(30, 0, 0, 5) "key 30 600 130 2 8:8:20 128:131:10\ta\n";

	CHECK_STR(delta_of(was, A(31, 0, 0, 5) "key 31 731 131 2 8:8:20 128:131:11\ta\n"),
		  "16.0 1 0 0 1/99 [a 1 131 131 128-131*1]\n");
	CHECK_STR(delta_of(was, A(31, 0, 0, 5) "key 31 728 130 2 8:8:20 128:131:11\ta\n"),
		  "16.0 1 0 0 1/99 [a 1 128 ~130 128-131*1]\n");
	CHECK_STR(delta_of(was, A(31, 0, 0, 5) "key 31 700 130 3 8:8:20 96:97:1 128:131:10\ta\n"),
		  "16.0 1 0 0 1/99 [a 1 100 ~97 96-97*1]\n");
	CHECK_STR(delta_of(was, A(31, 0, 0, 5) "key 31 608 130 2 8:8:21 128:131:10\ta\n"),
		  "16.0 1 0 0 1/99 [a 1 8 8 8-8*1]\n");
	CHECK_STR(delta_of("aggr 16 g/e 0 hist-signed 1 0 0 1 1 0 x\nkey 1 -7 -7 1 -7:-7:1\ta\n",
			   "aggr 16 g/e 0 hist-signed 2 0 0 1 1 0 x\n"
			   "key 2 -200 -7 2 -193:-192:1 -7:-7:1\ta\n"),
		  "16.0 1 0 0 1/1 [a 1 18446744073709551423 ~18446744073709551424 -193--192*1]\n");
}

/* What is not known of one key is not known of all. */
static void test_join_about(void)
{
	struct kpr_hists from = parsed(A(30, 0, 0, 5) "key 30 600 130 1 128:131:30\ta\n");
	struct kpr_hists to = parsed(A(32, 0, 0, 5) "key 31 728 130 1 128:131:31\ta\n"
						    "key 1 5 5 1 5:5:1\tb\n");
	struct kpr_hists d;
	struct kpr_key all;

	KTAP_CHECK(!kpr_hists_delta(&from, &to, &d));
	KTAP_CHECK(!kpr_aggr_join(&d.aggrs[0], &all));
	CHECK_U64(all.count, 2);
	CHECK_U64(all.max, 130);
	KTAP_CHECK(all.max_about);
	free(all.buckets);
	kpr_hists_free(&d);
	kpr_hists_free(&to);
	kpr_hists_free(&from);
}

/* Stacks that look the same */
static void test_delta_twins(void)
{
	CHECK_STR(delta_of(A(30, 0, 0, 5) "key 20 0 0 0\tx\nkey 10 0 0 0\tx\n",
			   A(35, 0, 0, 5) "key 20 0 0 0\tx\nkey 15 0 0 0\tx\n"),
		  "16.0 5 0 0 1/99 [x 5 0 0]\n");
	CHECK_STR(delta_of(A(10, 0, 0, 5) "key 10 0 0 0\tx\n",
			   A(17, 0, 0, 5) "key 12 0 0 0\tx\nkey 5 0 0 0\tx\n"),
		  "16.0 7 0 0 2/99 [x 5 0 0] [x 2 0 0]\n");
}

/* Random hits, as the module would count them, in two turns */

#define KEYS	40

struct table {
	bool is_signed;
	uint64_t count[KEYS], sum[KEYS], max[KEYS];
	uint64_t bucket[KEYS][KPCTL_BUCKETS_SIGNED];
};

static void hit(struct table *t, unsigned int key, uint64_t v)
{
	unsigned int i = t->is_signed ? kpctl_bucket_signed(v) : kpctl_bucket(v);
	uint64_t flip = t->is_signed ? 1ull << 63 : 0;

	if (!t->count[key] || (v ^ flip) > (t->max[key] ^ flip))
		t->max[key] = v;
	t->count[key]++;
	t->sum[key] += v;
	t->bucket[key][i]++;
}

static void print_bucket(FILE *f, const struct table *t, unsigned int i, uint64_t n)
{
	if (t->is_signed)
		fprintf(f, " %lld:%lld:%llu", kpctl_bucket_signed_low(i),
			kpctl_bucket_signed_high(i), N(n));
	else
		fprintf(f, " %llu:%llu:%llu", kpctl_bucket_low(i), kpctl_bucket_high(i), N(n));
}

static char *print_table(const struct table *t)
{
	unsigned int key, i, n;
	uint64_t hits = 0;
	size_t len;
	char *text;
	FILE *f = open_memstream(&text, &len);

	for (key = 0; key < KEYS; key++)
		hits += t->count[key];
	fprintf(f, "aggr 16 g/e 0 hist%s %llu 0 0 0 99 1 hist(x)\n",
		t->is_signed ? "-signed" : "", N(hits));
	for (key = 0; key < KEYS; key++) {
		if (!t->count[key])
			continue;
		for (i = n = 0; i < KPCTL_BUCKETS_SIGNED; i++)
			n += !!t->bucket[key][i];
		fprintf(f, "key %llu %llu %llu %u", N(t->count[key]), N(t->sum[key]),
			N(t->max[key]), n);
		for (i = 0; i < KPCTL_BUCKETS_SIGNED; i++)
			if (t->bucket[key][i])
				print_bucket(f, t, i, t->bucket[key][i]);
		fprintf(f, "\tkey %u\n", key);
	}
	fclose(f);
	return text;
}

/* got: an interval's; want: the same of its hits alone. max is not known as well. */
static void check_same(const struct kpr_hists *got, const struct kpr_hists *want)
{
	const struct kpr_aggr *a = &got->aggrs[0], *b = &want->aggrs[0];
	unsigned int i;

	CHECK_U64(a->hits, b->hits);
	CHECK_U64(a->nr_keys, b->nr_keys);
	for (i = 0; i < a->nr_keys && i < b->nr_keys; i++) {
		struct kpr_key *x = &a->keys[i], *y = &b->keys[i];

		CHECK_STR(x->text, y->text);
		CHECK_U64(x->count, y->count);
		CHECK_U64(x->sum, y->sum);
		CHECK_U64(x->nr_buckets, y->nr_buckets);
		KTAP_CHECK(!memcmp(x->buckets, y->buckets, y->nr_buckets * sizeof(*y->buckets)));
		KTAP_CHECK(!kpr_aggr_less(a, x->max, y->max));
		KTAP_CHECK(x->max_about || x->max == y->max);
		KTAP_CHECK(!kpr_aggr_less(a, y->buckets[y->nr_buckets - 1].high, x->max));
	}
}

static void random_turn(bool is_signed, unsigned int before, unsigned int after)
{
	static struct table all, second;
	struct kpr_hists from, to, want, got;
	unsigned int key;
	uint64_t v;
	char *text;

	memset(&all, 0, sizeof(all));
	memset(&second, 0, sizeof(second));
	all.is_signed = second.is_signed = is_signed;
	while (before--)
		hit(&all, fake_random() % KEYS, fake_random() >> fake_random() % 64);
	text = print_table(&all);
	KTAP_CHECK(!kpr_hists_parse(&from, text, strlen(text)));
	while (after--) {
		key = fake_random() % KEYS;
		v = fake_random() >> fake_random() % 64;
		hit(&all, key, v);
		hit(&second, key, v);
	}
	text = print_table(&all);
	KTAP_CHECK(!kpr_hists_parse(&to, text, strlen(text)));
	text = print_table(&second);
	KTAP_CHECK(!kpr_hists_parse(&want, text, strlen(text)));
	CHECK_U64(from.garbage + to.garbage + want.garbage, 0);
	KTAP_CHECK(!kpr_hists_delta(&from, &to, &got));
	check_same(&got, &want);
	kpr_hists_free(&got);
	kpr_hists_free(&want);
	kpr_hists_free(&to);
	kpr_hists_free(&from);
}

static void test_delta_random(void)
{
	unsigned int i;

	for (i = 0; i < 100; i++)
		random_turn(i % 2, fake_random() % 2000, fake_random() % 100);
}

/* The ledger */

static int ledger_exact(struct kpr_profile *p, const char *text, size_t len)
{
	char *copy = malloc(len + 1);

	memcpy(copy, text, len);
	copy[len] = '\0';
	return kpr_profile_parse(p, copy, len);
}

static const char *ledgers(const struct kpr_profile *p)
{
	static char text[8192];
	const struct kpr_ledger *l;
	unsigned int n = 0;

	text[0] = '\0';
	for (l = p->ledgers; l < p->ledgers + p->nr; l++)
		n += snprintf(text + n, sizeof(text) - n,
			      "%s %s#%u h%llu e%llu a%llu f%llu l%llu m%llu n%llu i%llu\n", l->event,
			      l->mode, l->id, N(l->hits), N(l->emitted), N(l->aggregated),
			      N(l->filtered), N(l->lost), N(l->missed), N(l->nested),
			      N(l->inflight));
	return text;
}

static const char *ledgers_of(const char *text)
{
	struct kpr_profile p;
	const char *got;

	KTAP_CHECK(!ledger_exact(&p, text, strlen(text)));
	got = ledgers(&p);
	kpr_profile_free(&p);
	return got;
}

#define COLUMNS	"event hits emitted filtered lost missed nested inflight maxactive mode off norcu never memory\n"

static void test_profile(void)
{
	CHECK_STR(ledgers_of(COLUMNS "k/a 10 1 2 3 4 5 6 7 ftrace 8 9 10 11\n"
				     "k/b 18446744073709551615 1 2 3 4 5 6 7 - 8 9 10 11\n"),
		  "k/a ftrace#0 h10 e1 a0 f2 l3 m4 n5 i6\n"
		  "k/b -#0 h18446744073709551615 e1 a0 f2 l3 m4 n5 i6\n");
	/* other columns, in another order */
	CHECK_STR(ledgers_of("id aggregated event new hits mode\n17 3 k/a what 9 int3\n"),
		  "k/a int3#17 h9 e0 a3 f0 l0 m0 n0 i0\n");
	CHECK_STR(ledgers_of(COLUMNS), "");
	CHECK_STR(ledgers_of(""), "");
	CHECK_STR(ledgers_of("event"), "");
	CHECK_STR(ledgers_of("hits\n5\n"), "");
}

static void test_profile_garbage(void)
{
	static const char * const lines[] = {
		"k/a\n", "\n", "ka 10 1 2 3 4 5 6 7 m 8 9 10 11\n", "k/a 10 1 2 3 4 5 6 7 m 8 9 10\n",
		"k/a 1x 1 2 3 4 5 6 7 m 8 9 10 11\n", "k/a  10 1 2 3 4 5 6 7 m 8 9 10 11\n",
		"k/a 18446744073709551616 1 2 3 4 5 6 7 m 8 9 10 11\n",
		"k/a 10 1 2 3 4 5 6 7 m 8 9 10 11",
	};
	struct kpr_profile p;
	char text[512];
	unsigned int i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		sprintf(text, "%s%s", COLUMNS, lines[i]);
		KTAP_CHECK(!ledger_exact(&p, text, strlen(text)));
		if (p.garbage != 1 || p.nr)
			ktap_wrong("%u lines of garbage: %s", p.garbage,
				   lines[i]);
		kpr_profile_free(&p);
	}
	KTAP_CHECK(!ledger_exact(&p, "event id\nk/a 65536\nk/b 7\n", 25));
	CHECK_U64(p.garbage, 1);
	CHECK_STR(ledgers(&p), "k/b #7 h0 e0 a0 f0 l0 m0 n0 i0\n");
	kpr_profile_free(&p);
}

/* Headings and lines of all kinds */
static void test_profile_random(void)
{
	static const char * const words[] = {
		"event", "hits", "k/a", "12", "mode", "id", "\n", " ", "-1", "x", "lost",
	};
	char text[1024];
	struct kpr_profile p, q;
	unsigned int i, k, n;

	for (i = 0; i < 20000; i++) {
		for (n = 0, k = fake_random() % 60; k--;)
			n += sprintf(text + n, "%s%s", words[fake_random() % 11],
				     fake_random() % 3 ? " " : "\n");
		KTAP_CHECK(!ledger_exact(&p, text, n));
		KTAP_CHECK(!kpr_profile_delta(&p, &p, &q));
		KTAP_CHECK(q.nr == p.nr);
		kpr_profile_free(&q);
		kpr_profile_free(&p);
	}
	/* more columns than there is room for */
	for (n = 0, i = 0; i < 100; i++)
		n += sprintf(text + n, "hits ");
	sprintf(text + n, "event\n1\n");
	KTAP_CHECK(!ledger_exact(&p, text, strlen(text)));
	CHECK_U64(p.nr, 0);
	kpr_profile_free(&p);
}

static const char *ledger_delta(const char *before, const char *after)
{
	struct kpr_profile from, to, d;
	const char *got;

	KTAP_CHECK(!ledger_exact(&from, before, strlen(before)));
	KTAP_CHECK(!ledger_exact(&to, after, strlen(after)));
	KTAP_CHECK(!kpr_profile_delta(&from, &to, &d));
	got = ledgers(&d);
	kpr_profile_free(&d);
	kpr_profile_free(&from);
	kpr_profile_free(&to);
	return got;
}

#define SHORT	"event hits lost inflight mode\n"
#define WITH_ID	"event hits lost inflight mode id\n"

static void test_profile_delta(void)
{
	CHECK_STR(ledger_delta(SHORT "k/a 10 1 5 m\n", SHORT "k/a 15 3 4 m\n"),
		  "k/a m#0 h5 e0 a0 f0 l2 m0 n0 i4\n");
	/* another event of that name: all it has */
	CHECK_STR(ledger_delta(SHORT "k/a 10 1 5 m\n", SHORT "k/a 9 3 4 m\n"),
		  "k/a m#0 h9 e0 a0 f0 l3 m0 n0 i4\n");
	/* one number went back alone */
	CHECK_STR(ledger_delta(SHORT "k/a 10 4 5 m\n", SHORT "k/a 11 3 4 m\n"),
		  "k/a m#0 h1 e0 a0 f0 l0 m0 n0 i4\n");
	/* gone and come, and the order is another */
	CHECK_STR(ledger_delta(SHORT "k/a 10 0 0 m\nk/b 20 0 0 m\n",
			       SHORT "k/c 3 0 0 m\nk/b 21 0 0 m\n"),
		  "k/c m#0 h3 e0 a0 f0 l0 m0 n0 i0\nk/b m#0 h1 e0 a0 f0 l0 m0 n0 i0\n");
	/* of one name, by order, or by id */
	CHECK_STR(ledger_delta(SHORT "k/a 10 0 0 m\nk/a 20 0 0 m\n",
			       SHORT "k/a 11 0 0 m\nk/a 25 0 0 m\n"),
		  "k/a m#0 h1 e0 a0 f0 l0 m0 n0 i0\nk/a m#0 h5 e0 a0 f0 l0 m0 n0 i0\n");
	CHECK_STR(ledger_delta(SHORT "k/a 10 0 0 m\n", SHORT "k/a 11 0 0 m\nk/a 25 0 0 m\n"),
		  "k/a m#0 h1 e0 a0 f0 l0 m0 n0 i0\nk/a m#0 h25 e0 a0 f0 l0 m0 n0 i0\n");
	CHECK_STR(ledger_delta(WITH_ID "k/a 10 0 0 m 16\nk/a 20 0 0 m 17\n",
			       WITH_ID "k/a 25 0 0 m 17\nk/a 30 0 0 m 18\n"),
		  "k/a m#17 h5 e0 a0 f0 l0 m0 n0 i0\nk/a m#18 h30 e0 a0 f0 l0 m0 n0 i0\n");
}

static void test_clean(void)
{
	char text[] = "a\tb\nc\x1b[31m\x7f gr\xc3\xbc\xc3\x9f \xc2\x9b \xff\xe2\x82";

	kpr_text_clean(text, sizeof(text) - 1);
	CHECK_STR(text, "a\tb\nc?[31m? gr\xc3\xbc\xc3\x9f ?? ???");
}

int main(void)
{
	static const struct ktap_test tests[] = {
		{ "aggregates and keys", test_parse },
		{ "kinds not known, no order, nothing", test_parse_odd },
		{ "lines that are none", test_garbage },
		{ "lines that are none, between others", test_garbage_between },
		{ "cut at every byte", test_cut },
		{ "random mutations", test_mutations },
		{ "all keys as one", test_join },
		{ "an interval", test_delta },
		{ "stats of an interval", test_stats },
		{ "what began anew", test_delta_anew },
		{ "max of an interval", test_delta_max },
		{ "all keys of an interval as one", test_join_about },
		{ "keys that look the same", test_delta_twins },
		{ "random intervals", test_delta_random },
		{ "the ledger, by the names of its columns", test_profile },
		{ "the ledger: lines that are none", test_profile_garbage },
		{ "the ledger: random words", test_profile_random },
		{ "the ledger of an interval", test_profile_delta },
		{ "text that a terminal can bear", test_clean },
	};

	return ktap_run(tests, sizeof(tests) / sizeof(tests[0]));
}
