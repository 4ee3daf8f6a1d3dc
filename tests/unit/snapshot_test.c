// SPDX-License-Identifier: GPL-2.0-only
/*
 * Snapshots of a ring that changes while it is copied: line/copy.c as it is, with each look at
 * a shared position in the test's hands.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define KPCTL_LINE_BARRIER_H
static uint64_t look_at(const void *p, unsigned int bytes);
#define kpr_load_acquire(p)	((__typeof__(*(p)))look_at((p), sizeof(*(p))))
#define kpr_load_once(p)	kpr_load_acquire(p)
#define kpr_store_release(p, v)	(*(p) = (v))
#define kpr_fence_acquire()	((void)0)
#include "line/copy.c"
#include "ktap.h"

#define SIZE	4096
#define PAGE	4096

/* A ring as it is mapped: a page, and the data twice. */
static struct {
	union {
		struct kpctl_meta meta;
		uint8_t page[PAGE];
	};
	uint8_t data[2 * SIZE];
} ring;

/* The kernel's writer: so many records come just before the looks'th look at tail. */
static unsigned int looks, come_at, come;
static uint64_t written;

static uint32_t length_of(uint64_t nr)
{
	return 32 + nr % 5 * 8;
}

/* Records of known content; the newest are kept, as the module's ring does it. */
static void write_record(void)
{
	uint32_t len = length_of(written), i;
	uint64_t at = ring.meta.head, word;
	struct kpctl_rec rec = { .time = 1000 + written, .id = KPCTL_REC_FIRST_EVENT, .size_ctx = len };

	while (at + len - ring.meta.tail > SIZE) {
		const struct kpctl_rec *old = (const void *)(ring.data + ring.meta.tail % SIZE);

		ring.meta.tail += KPCTL_REC_SIZE(old);
		ring.meta.overwritten++;
	}
	for (i = 0; i < len; i += 8) {
		word = written;
		memcpy(&word, i < sizeof(rec) ? (const void *)((char *)&rec + i) : &word, 8);
		memcpy(ring.data + (at + i) % SIZE, &word, 8);
		memcpy(ring.data + SIZE + (at + i) % SIZE, &word, 8);
	}
	ring.meta.head = at + len;
	written++;
}

static uint64_t look_at(const void *p, unsigned int bytes)
{
	if ((p == &ring.meta.tail || p == &ring.meta.head) && ++looks == come_at)
		for (unsigned int i = 0; i < come; i++)
			write_record();
	return bytes == 8 ? *(const volatile uint64_t *)p : *(const volatile uint32_t *)p;
}

static void start(unsigned int filled)
{
	memset(&ring, 0, sizeof(ring));
	ring.meta = (struct kpctl_meta){
		.magic = KPCTL_MAGIC, .abi = KPCTL_ABI_VERSION, .size = sizeof(ring.meta),
		.clock = KPCTL_CLOCK_MONOTONIC, .data_size = SIZE, .data_offset = PAGE,
	};
	written = looks = come_at = come = 0;
	while (written < filled)
		write_record();
}

/* The number of the copy's first record, and behind its last; false: something is not whole. */
static bool numbers(const struct kpr_copy *c, uint64_t *first, uint64_t *behind)
{
	uint64_t at = c->begin, n = 0, nr, i;

	*first = *behind = 0;
	while (at < c->end) {
		const struct kpctl_rec *rec = (const void *)(c->data + at);

		nr = rec->time - 1000;
		if (KPCTL_REC_SIZE(rec) != length_of(nr) || (n && nr != *behind))
			return false;
		for (i = 16; i < length_of(nr); i += 8)
			if (memcmp(c->data + at + i, &nr, 8))
				return false;
		if (!n++)
			*first = nr;
		*behind = nr + 1;
		at += KPCTL_REC_SIZE(rec);
	}
	return at == c->end;
}

static struct kpr_copy copy;

static int take_from(uint64_t from)
{
	struct kpr_ring r;
	int ret;

	kpr_copy_free(&copy);
	copy = (struct kpr_copy){ .begin = 0 };
	ret = kpr_ring_init(&r, &ring, sizeof(ring), &copy.consumer);
	return ret ? ret : kpr_copy_make(&copy, r.meta, r.data, r.size, from);
}

static int take(void)
{
	return take_from(0);
}

/*
 * So many come before look `at`: what is left is whole, ends with the newest that was there when
 * head was looked at, and is all of that which was not written over.
 */
static void check_changes(unsigned int filled, unsigned int n, unsigned int at)
{
	uint64_t first, behind, oldest, newest = at == 3 ? filled : filled + n;
	bool whole;

	start(filled);
	come_at = at;
	come = n;
	whole = !take() && numbers(&copy, &first, &behind);
	ktap_check(whole, "%u records, %u more before look %u: not whole", filled, n, at);
	if (!whole)
		return;
	oldest = ring.meta.overwritten < newest ? ring.meta.overwritten : newest;
	ktap_check(copy.begin == copy.end ? oldest == newest : first == oldest && behind == newest,
		   "%u records, %u more before look %u: %llu to %llu", filled, n, at,
		   (unsigned long long)first, (unsigned long long)behind);
}

static void test_changes(void)
{
	unsigned int filled, n, at;

	for (at = 1; at <= 3; at++)	/* tail, head, and tail behind the copying */
		for (filled = 0; filled < 300; filled += 7)
			for (n = 0; n < 300; n += n < 20 ? 1 : 13)
				check_changes(filled, n, at);
}

static void test_nonsense(void)
{
	static const struct {
		uint64_t head, tail;
	} bad[] = {
		{ 0, 8 }, { 12, 0 }, { 16, 4 }, { ~0ull, 0 }, { 0, ~7ull }, { 2 * SIZE, 0 },
	};

	for (unsigned int i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		start(0);
		ring.meta.head = bad[i].head;
		ring.meta.tail = bad[i].tail;
		ktap_check(take() == -EPROTO, "%u is taken", i);
	}
	start(0);
	ring.meta.magic++;
	ktap_check(take() == -EPROTO, "another magic");
}

/* Sizes that no record has end the search for clocks and names. */
static void test_learn(void)
{
	static const uint32_t sizes[] = { 0, 8, 4000, 0xfff8 };

	for (unsigned int i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		start(20);
		((struct kpctl_rec *)(ring.data + 32))->size_ctx = sizes[i];
		ktap_check(!take(), "size %u", sizes[i]);
	}
	start(0);
	ktap_check(!take(), "nothing");
}

/* Of a ring that a reader has read in part: what is left, or what has not been written over. */
static void test_from(void)
{
	uint64_t first, behind, at = 0, nr = 0;

	start(50);
	for (; at < ring.meta.head; at += length_of(nr++))
		ktap_check(!take_from(at) && numbers(&copy, &first, &behind) && first == nr &&
			   behind == 50, "from record %llu", (unsigned long long)nr);
	ktap_check(!take_from(at) && copy.begin == copy.end, "all is read");
	ktap_check(take_from(at + 8) == -EPROTO, "more than there is");
	start(300);
	ktap_check(!take_from(64) && numbers(&copy, &first, &behind) && first == ring.meta.overwritten,
		   "overwritten meanwhile");
	start(120);
	come_at = 3;
	come = 20;
	ktap_check(!take_from(ring.meta.head - 64) && numbers(&copy, &first, &behind) && behind == 120,
		   "the end is not written over");
}

static void test_feed(void)
{
	struct kpr_ring r = { .feed_arg = &copy };

	start(50);
	take();
	ktap_check(feed_copy(&r) == 1 && r.head == copy.end - copy.begin && !feed_copy(&r), "fed once");
	start(0);
	take();
	ktap_check(!feed_copy(&r), "nothing to feed");
}

int main(void)
{
	static const struct ktap_test tests[] = {
		{ "a ring that changes while it is copied", test_changes },
		{ "positions that make no sense", test_nonsense },
		{ "records that make no sense", test_learn },
		{ "from a position on", test_from },
		{ "what a stream is fed", test_feed },
	};
	int ret = ktap_run(tests, sizeof(tests) / sizeof(tests[0]));

	kpr_copy_free(&copy);
	return ret;
}
