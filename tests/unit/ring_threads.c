// SPDX-License-Identifier: GPL-2.0
/*
 * A writer and a reader on two threads, built with the thread sanitizer: it
 * knows the acquires and releases and reports whatever they do not order.
 *
 * Its limit: it tells memory apart by address, and the data is mapped twice.
 * Both sides reach a record through data + (position & (size - 1)) and on from
 * there, so for one record they agree; that a record in the second half and
 * one at the start of the first share memory it does not know. The contents
 * are checked for that. And what it sees is this machine's order as far as it
 * happens, with the barriers as they are written down; not all that could be.
 */
#define _GNU_SOURCE
#include "ring/ring.c"
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include "ring_check.h"

#define RECORDS		1000000ull
#define test_store(where, value)	((where) = (value))

static struct kpctl_ring ring;
static u64 tries, refused;
static bool done;
static bool patient;

static void *writer(void *unused)
{
	struct kpctl_reservation res;
	u64 nr = 0;
	u32 len;

	(void)unused;
	while (nr < RECORDS) {
		len = 24 + tries % 9 * 8;
		if (kpctl_ring_reserve(&ring, len, &res)) {
			test_fill(&res, nr, len, test_store);
			kpctl_ring_commit(&ring);
			nr++;
		} else {
			refused++;
			sched_yield();
		}
		tries++;
		while (patient && kpctl_ring_fill(&ring) > ring.size / 2)
			sched_yield();
	}
	__atomic_store_n(&done, true, __ATOMIC_RELEASE);
	return NULL;
}

/* As userspace does it: one turn; false when something is wrong. */
static bool turn(struct stream *s)
{
	u64 head = __atomic_load_n(&ring.meta->head, __ATOMIC_ACQUIRE), nr = s->records;
	const char *wrong;

	if (s->pos == head)
		sched_yield();
	while (s->pos != head) {
		wrong = stream_next(s, ring.data, ring.size, head);
		if (!wrong && s->records != nr && s->nr != nr)
			wrong = "record missing";
		nr = s->records;
		if (wrong) {
			ktap_diag("at %llu: %s", s->pos, wrong);
			return false;
		}
		/* in the middle of what was there, too */
		if (nr % 3 == 0)
			__atomic_store_n(&ring.consumer->tail, s->pos, __ATOMIC_RELEASE);
	}
	__atomic_store_n(&ring.consumer->tail, s->pos, __ATOMIC_RELEASE);
	return s->total <= __atomic_load_n(&ring.meta->lost, __ATOMIC_RELAXED);
}

static bool run(u64 size)
{
	struct stream s = { 0 };
	pthread_t thread;
	bool last = false, good = true;

	memset(&ring, 0, sizeof(ring));
	tries = refused = 0;
	done = false;
	kpctl_ring_init(&ring, map_twice(size), size, map_page(), map_page(), 0);
	if (pthread_create(&thread, NULL, writer, NULL))
		die("no thread");
	while (good && !last) {
		last = __atomic_load_n(&done, __ATOMIC_ACQUIRE);
		good = turn(&s);
	}
	if (!good)
		exit(1);
	pthread_join(thread, NULL);
	ktap_diag("%llu tries, %llu records, %llu refused, %llu lost records",
		  tries, s.records, refused, s.lost_records);
	return s.records == RECORDS && s.records + refused == tries &&
		s.told + ring.meta->lost - s.total == refused && !ring.meta->bad_tail &&
		ring.meta->lost == refused && ring.meta->head == (u64)ring.head.v;
}

int main(void)
{
	ktap_plan(2);
	patient = true;
	ktap_ok(run(65536) && !refused, "threads, nothing lost");
	patient = false;
	ktap_ok(run(4096), "threads, every loss accounted for");
	return ktap_done();
}
