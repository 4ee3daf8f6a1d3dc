// SPDX-License-Identifier: GPL-2.0
/*
 * One ring, one writer, and what is at the edges: lengths that no record has, all or
 * nothing given back, a clock that steps back, a reader that asks at the half.
 */
#define _GNU_SOURCE
#include "ring/ring.c"
#include <string.h>
#include "ring_check.h"

#define SIZE	4096ull
#define LEN	32

static struct kpctl_ring ring;

static void fresh(void)
{
	memset(&ring, 0, sizeof(ring));
	kpctl_ring_init(&ring, map_twice(SIZE), SIZE, map_page(), map_page(), 0);
}

static bool put(u32 len, u64 *time)
{
	struct kpctl_reservation res;

	if (!kpctl_ring_reserve(&ring, len, &res))
		return false;
	if (time)
		*time = res.time;
	memset(res.rec, 0, len);
	kpctl_ring_commit(&ring);
	return true;
}

/* Refused, counted, nothing is written and the next one is as ever. */
static void test_lengths(void)
{
	static const u32 bad[] = { 0, 4, 12, 33, SIZE / 2 + 8, SIZE, 2 * SIZE, ~0u, ~0u - 7 };
	u64 head;
	bool fine;
	u32 i;

	fresh();
	for (i = 0, fine = true; i < sizeof(bad) / sizeof(bad[0]); i++) {
		head = ring.meta->head;
		fine = fine && !put(bad[i], NULL) && ring.meta->lost == i + 1 &&
		       ring.meta->head == head && !local_read(&ring.nest);
	}
	ktap_ok(fine, "lengths that no record has are refused and counted");
	ktap_ok(put(LEN, NULL) && ring.meta->head == LEN + sizeof(struct kpctl_rec_lost),
		"the next record stands behind a note of them");
	fresh();
	ktap_ok(put(8, NULL) && put(SIZE / 2, NULL) && ring.meta->head == SIZE / 2 + 8,
		"the shortest and the longest are taken");
}

static void test_trim(void)
{
	static const u32 keeps[] = { LEN, 2 * LEN, 0, 12, LEN + 8, ~0u };
	struct kpctl_reservation res;
	bool fine = true;
	u32 i;

	fresh();
	for (i = 0; i < sizeof(keeps) / sizeof(keeps[0]); i++) {
		fine = fine && kpctl_ring_reserve(&ring, LEN, &res) &&
		       kpctl_ring_trim(&ring, &res, keeps[i]) == LEN;
		kpctl_ring_commit(&ring);
		fine = fine && ring.meta->head == (i + 1) * LEN;
	}
	ktap_ok(fine, "what is no shorter record gives nothing back");
	fresh();
	fine = kpctl_ring_reserve(&ring, LEN, &res) && kpctl_ring_trim(&ring, &res, 24) == 24;
	kpctl_ring_commit(&ring);
	ktap_ok(fine && ring.meta->head == 24, "a shorter one does");
	fresh();
	fine = kpctl_ring_reserve(&ring, LEN, &res);
	put(LEN, NULL);		/* an interrupter stands behind it */
	fine = fine && kpctl_ring_trim(&ring, &res, 24) == LEN;
	kpctl_ring_commit(&ring);
	ktap_ok(fine && ring.meta->head == 2 * LEN, "not when another one stands behind it");
}

static void test_clock(void)
{
	u64 first = 0, second = 0, third = 0;
	bool fine;

	fresh();
	host_time = 1 << 20;
	fine = put(LEN, &first);
	host_behind = 1000;
	fine = fine && put(LEN, &second);
	host_behind = 0;
	fine = fine && put(LEN, &third);
	ktap_ok(fine && second == first && third > second, "a clock that steps back stands still");
	host_raw = true;
	fine = put(LEN, &first) && put(LEN, &second);
	host_raw = false;
	ktap_ok(fine && second == first + 1, "one that does not is taken as it is");
}

static void test_half(void)
{
	bool armed = false, fine;

	fresh();
	put(LEN, NULL);
	ktap_ok(!kpctl_ring_more(&ring) && ring.wake_at == SIZE / 2,
		"less than half: the reader waits for that");
	fine = put(SIZE / 2 - LEN - 8, NULL) && ring.wake_at == SIZE / 2 && put(8, NULL);
	ktap_ok(fine && ring.wake_at == KPCTL_RING_NO_WAKE, "who fills it up to there wakes");
	ktap_ok(kpctl_ring_more(&ring) && ring.wake_at == KPCTL_RING_NO_WAKE,
		"half full: there is no waiting");
	ktap_ok(kpctl_ring_await(&ring, &armed) == SIZE / 2 && !armed,
		"nor for whoever takes anything");
}

int main(void)
{
	ktap_plan(12);
	test_lengths();
	test_trim();
	test_clock();
	test_half();
	return ktap_done();
}
