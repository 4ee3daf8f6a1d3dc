// SPDX-License-Identifier: GPL-2.0
/*
 * The table of spans as it is in the module, behind kernel/: two CPUs, and on each of them
 * operations that interrupt one another between any two steps. Each start must have one end,
 * and nothing that is found may be torn. Then its memory.
 */
#include <pthread.h>
#include <string.h>

#include <linux/percpu.h>
#include <linux/sched.h>

#include "base/budget.h"
#include "ktap.h"
#include "span/span.h"
#include "span_check.h"

_Thread_local int host_cpu;
struct task_struct host_task = { .pid = 77, .comm = "starter" };
static long host_pages;		/* of the budget */
static struct {
	unsigned int fail, asked;	/* allocations: the one to fail, from 1; 0: none */
	long held;
} host;

void *host_alloc(size_t n, size_t size)
{
	void *p = ++host.asked == host.fail ? NULL : calloc(n, size);

	host.held += !!p;
	return p;
}

void host_free(const void *p)
{
	host.held -= !!p;
	free((void *)p);
}

bool kpctl_budget_take(unsigned long pages)
{
	if (host_pages < (long)pages)
		return false;
	host_pages -= pages;
	return true;
}

void kpctl_budget_give(unsigned long pages)
{
	host_pages += pages;
}

static u64 dice(void)
{
	static _Thread_local u64 x;

	x = (x ?: 88172645463325252ull + 2 * host_cpu) * 6364136223846793005ull +
	    1442695040888963407ull;
	return x >> 33;
}

/* A flood */

static struct kpctl_spans *spans;
static u64 stamps;		/* each start has one of its own */
static struct { u64 starts, ended, missed, torn, looked, unlooked, marked, unmarked; } seen;
static bool marks_come;		/* on CPU 0, in the middle of the flood */
static u32 nr_keys, ops_per_cpu = 100000, most_depth;
static _Thread_local u32 depth;

static void count(u64 *counter)
{
	__atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

static void start_one(const struct kpctl_span_key *key, u64 k)
{
	struct kpctl_span_claim claim;

	count(&seen.starts);
	if (!kpctl_span_begin(spans, key, __atomic_add_fetch(&stamps, 1, __ATOMIC_RELAXED), &claim))
		return;
	keep_words(spans, &claim, k);
	write_mark(spans, &claim, k);
	kpctl_span_publish(&claim);
}

/* NULL: there are no marks yet. */
static void see_mark(const struct kpctl_span_mark *mark, u64 stamp, u64 k)
{
	if (!mark || mark_is_zero(mark))
		count(&seen.unmarked);
	else if (mark_is_whole(mark, stamp, k))
		count(&seen.marked);
	else
		count(&seen.torn);
}

static void end_one(const struct kpctl_span_key *key, u64 k)
{
	struct kpctl_span_claim claim;

	if (!kpctl_span_take(spans, key, &claim)) {
		count(&seen.missed);
		return;
	}
	if (!entry_is_whole(spans, claim.entry, k))
		count(&seen.torn);
	see_mark(kpctl_span_mark_of(spans, &claim), claim.entry->stamp, k);
	if (dice() % 4) {
		kpctl_span_end(spans, &claim);
		count(&seen.ended);
	} else {
		kpctl_span_give_back(&claim);
	}
}

static void look_one(const struct kpctl_span_key *key, u64 k)
{
	struct kpctl_span_mark mark = { .word[0] = 0 };
	u64 copy[1 + KEPT_WORDS];

	if (!kpctl_span_look(spans, key, copy, &mark)) {
		count(&seen.unlooked);
		return;
	}
	count(&seen.looked);
	if (!look_is_whole(copy, k))
		count(&seen.torn);
	see_mark(&mark, copy[0], k);
}

static void one(void)
{
	u64 k = dice() % nr_keys, word[KEY_WORDS] = { KEY(k) };
	struct kpctl_span_key key = { word, KEY_WORDS };

	depth++;
	switch (dice() % 5) {
	case 0:
	case 1:
		start_one(&key, k);
		break;
	case 2:
		look_one(&key, k);
		break;
	default:
		end_one(&key, k);
	}
	depth--;
}

/* An interrupt may come now. */
void host_step(void)
{
	if (depth && depth <= most_depth && dice() % 32 == 0)
		one();
}

static void *cpu(void *nr)
{
	u32 i;

	host_cpu = (long)nr;
	for (i = 0; i < ops_per_cpu; i++) {
		if (marks_come && !host_cpu && i == ops_per_cpu / 2)
			KTAP_CHECK(kpctl_spans_mark(spans));
		one();
	}
	return NULL;
}

/* Opens are counted by looking at each way; all that are open are whole. */
static bool opens_are_whole(u64 open)
{
	u64 copy[ENTRY_SIZE / 8], n = 0;
	const struct kpctl_span_entry *entry = (void *)copy;
	u32 i;

	for (i = 0; i < kpctl_span_ways(spans); i++) {
		if (!kpctl_span_copy(spans, i, copy))
			continue;
		n++;
		if (!entry_is_whole(spans, entry, entry->word[0] * 16 + entry->word[1]) ||
		    entry->tid != 77 || memcmp(entry->comm, "starter", 8))
			return false;
	}
	return n == open;
}

static void flood(const char *name, u32 keys, u32 size, u64 within, bool once, bool fills)
{
	struct kpctl_span_sum sum;
	pthread_t thread[HOST_CPUS];
	long i;

	host_pages = 1 << 20;
	memset(&seen, 0, sizeof(seen));
	nr_keys = keys;
	spans = kpctl_spans_alloc(size, 8 * KEY_WORDS, 8 * KEPT_WORDS, within, once);
	most_depth = 3;
	for (i = 0; i < HOST_CPUS; i++)
		pthread_create(&thread[i], NULL, cpu, (void *)i);
	for (i = 0; i < HOST_CPUS; i++)
		pthread_join(thread[i], NULL);
	kpctl_spans_sum(spans, &sum);
	ktap_diag("%s: starts %llu ended %llu open %llu replaced %llu stale %llu full %llu; looks %llu of %llu",
		  name, sum.starts, sum.ended, sum.open, sum.replaced, sum.stale, sum.full,
		  seen.looked, seen.looked + seen.unlooked);
	KTAP_CHECK(sum.starts == seen.starts && sum.ended == seen.ended);
	KTAP_CHECK(sum.starts == sum.ended + sum.open + sum.replaced + sum.stale + sum.full);
	KTAP_CHECK(!seen.torn);
	KTAP_CHECK(sum.ended && sum.replaced && seen.looked && seen.missed);
	KTAP_CHECK(!!sum.full == (fills && within) && !!sum.stale == (fills && within < 1000));
	KTAP_CHECK(opens_are_whole(sum.open));
	KTAP_CHECK(seen.unmarked && !!seen.marked == marks_come);
	ktap_end("a flood on two CPUs, interrupted: %s", name);
	kpctl_spans_put(spans);
}

static void test_floods(void)
{
	flood("a few keys", 3, 64, ~0ull, false, false);
	flood("a few keys, the first stays", 3, 64, ~0ull, true, false);
	flood("many keys", 700, 1000, ~0ull, false, false);
	flood("many keys in one set", 200, 1, ~0ull, false, true);
	flood("many keys in one set, pushed out", 200, 1, 20, false, true);
	marks_come = true;
	flood("a few keys, marks come", 3, 64, ~0ull, false, false);
	flood("a few keys, the first stays, marks come", 3, 64, ~0ull, true, false);
	flood("many keys in one set, pushed out, marks come", 200, 1, 20, false, true);
	marks_come = false;
}

/* One thing after another */

static struct kpctl_span_claim last;

static bool start(u64 k, u64 now)
{
	u64 word[KEY_WORDS] = { KEY(k) };
	struct kpctl_span_key key = { word, KEY_WORDS };

	if (!kpctl_span_begin(spans, &key, now, &last))
		return false;
	keep_words(spans, &last, k);
	kpctl_span_publish(&last);
	return true;
}

/* The stamp of the span that ends; 0: none was open. */
static u64 end_of(u64 k)
{
	u64 word[KEY_WORDS] = { KEY(k) };
	struct kpctl_span_key key = { word, KEY_WORDS };

	if (!kpctl_span_take(spans, &key, &last))
		return 0;
	kpctl_span_end(spans, &last);
	return last.entry->stamp;
}

static void check_sum(const char *want)
{
	struct kpctl_span_sum sum;
	char text[100];

	kpctl_spans_sum(spans, &sum);
	snprintf(text, sizeof(text), "%llu: %llu %llu %llu %llu %llu", sum.starts, sum.ended,
		 sum.open, sum.replaced, sum.stale, sum.full);
	ktap_check(!strcmp(text, want), "%s, not %s", text, want);
	kpctl_spans_put(spans);
}

static void begin_table(u32 size, u64 within, bool once)
{
	host_pages = 1 << 20;
	spans = kpctl_spans_alloc(size, 8 * KEY_WORDS, 8 * KEPT_WORDS, within, once);
}

static void test_one_by_one(void)
{
	u64 k;

	most_depth = 0;
	begin_table(16, ~0ull, false);
	KTAP_CHECK(start(1, 10) && start(2, 20) && start(1, 30));
	KTAP_CHECK(end_of(1) == 30 && end_of(1) == 0 && end_of(2) == 20 && end_of(3) == 0);
	check_sum("3: 2 0 1 0 0");
	ktap_end("the newest start replaces");

	begin_table(16, ~0ull, true);
	KTAP_CHECK(start(1, 10) && !start(1, 30));
	KTAP_CHECK(end_of(1) == 10 && end_of(1) == 0);
	KTAP_CHECK(start(1, 40));
	check_sum("3: 1 1 1 0 0");
	ktap_end("once: the first stays");

	begin_table(2, 100, false);	/* one set */
	for (k = 0; k < KPCTL_SPAN_WAYS; k++)
		KTAP_CHECK(start(k, 10 + k));
	KTAP_CHECK(!start(100, 110) && start(101, 111) && !start(102, 111));
	KTAP_CHECK(end_of(0) == 0 && end_of(1) == 11 && end_of(101) == 111);
	KTAP_CHECK(start(100, 112) && start(100, 113));
	check_sum("13: 2 7 1 1 2");
	ktap_end("a full set, and what is older than within");

	begin_table(2, 100, false);
	for (k = 0; k < KPCTL_SPAN_WAYS; k++)
		KTAP_CHECK(start(k, 500 + k));
	KTAP_CHECK(!start(100, 400));
	check_sum("9: 0 8 0 0 1");
	ktap_end("a start that is behind others pushes none of them out");
}

static void test_memory(void)
{
	long before = host.held;
	u64 planned = kpctl_spans_planned(1000, 16, 24);
	u32 fails = 0;

	host_pages = 1 << 20;
	for (host.fail = 1; ; host.fail++) {
		host.asked = 0;
		spans = kpctl_spans_alloc(1000, 16, 24, 1, false);
		if (spans)
			break;
		fails++;
		KTAP_CHECK(host.held == before && host_pages == 1 << 20);
	}
	host.fail = 0;
	KTAP_CHECK(fails == 4);
	KTAP_CHECK(kpctl_span_ways(spans) == 4096 && spans->entry_size == 32 + 16 + 24);
	KTAP_CHECK(planned == 4096 * 80 + HOST_CPUS * sizeof(struct kpctl_span_cpu));
	KTAP_CHECK((1 << 20) - host_pages == (long)(planned + 4095) / 4096);
	kpctl_spans_put(kpctl_spans_get(spans));
	KTAP_CHECK(host.held > before);
	kpctl_spans_put(spans);
	kpctl_spans_put(NULL);
	KTAP_CHECK(host.held == before && host_pages == 1 << 20);
	host_pages = 10;
	KTAP_CHECK(!kpctl_spans_alloc(1000, 16, 24, 1, false));
	KTAP_CHECK(host.held == before && host_pages == 10);
	ktap_end("memory is taken from the budget and given back");
}

/* Marks: memory beside the table, taken once, when a line first asks for them. */
static void test_marks(void)
{
	u32 bytes = 4096 * sizeof(struct kpctl_span_mark);
	long before = host.held, table;
	u32 w;

	host_pages = 1 << 20;
	spans = kpctl_spans_alloc(1000, 16, 24, 1, false);
	table = spans->pages;
	host_pages = bytes / 4096 - 1;
	KTAP_CHECK(!kpctl_spans_mark(spans) && host_pages == bytes / 4096 - 1 && !spans->marks);
	host_pages = bytes / 4096;
	host.fail = host.asked + 1;
	KTAP_CHECK(!kpctl_spans_mark(spans) && host_pages == bytes / 4096 && !spans->marks);
	host.fail = 0;
	KTAP_CHECK(spans->pages == (unsigned long)table && kpctl_spans_mark(spans) && !host_pages);
	KTAP_CHECK(spans->pages == (unsigned long)table + bytes / 4096);
	for (w = 0; w < kpctl_span_ways(spans); w++)
		KTAP_CHECK(mark_is_zero(&spans->marks[w]));
	KTAP_CHECK(kpctl_spans_mark(spans) && spans->pages == (unsigned long)table + bytes / 4096);
	kpctl_spans_put(spans);
	KTAP_CHECK(host.held == before && host_pages == table + bytes / 4096);
	ktap_end("marks are taken from the budget, once, and given back");
}

int main(void)
{
	struct kpctl_span_sum sum = { .starts = 1 }, more = { .starts = 2, .dropped = 3 };

	ktap_plan(15);
	test_floods();
	test_one_by_one();
	test_memory();
	test_marks();
	kpctl_span_sum_add(&sum, &more);
	ktap_ok(sum.starts == 3 && sum.dropped == 3, "sums are added");
	return ktap_done();
}
