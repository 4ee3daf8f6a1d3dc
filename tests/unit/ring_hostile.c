// SPDX-License-Identifier: GPL-2.0
/*
 * A reader that writes nonsense into its page as fast as it can: values from
 * everywhere, and values that are nearly right. It may lose its own data. The
 * writer must stay inside the buffer (pages around it belong to nobody), must
 * not wait, and must account for each of its tries.
 */
#define _GNU_SOURCE
#include "ring/ring.c"
#include <pthread.h>
#include <string.h>
#include "ring_check.h"

#define TRIES		5000000ull
#define test_store(where, value)	((where) = (value))

static struct kpctl_ring ring;
static bool done;

static u64 dice(u64 *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return *x;
}

static u64 nonsense(u64 *seed)
{
	u64 head = __atomic_load_n(&ring.meta->head, __ATOMIC_RELAXED), x = dice(seed);

	switch (x % 8) {
	case 0:
		return dice(seed);
	case 1:
		return dice(seed) & ~7ull;
	case 2:
		return head + dice(seed) % (2 * ring.size);
	case 3:
		return head + (dice(seed) % 16) * 8;
	case 4:
		return head - (dice(seed) % 64) * 8;
	case 5:
		return head - dice(seed) % (4 * ring.size);
	case 6:
		return head + (1ull << (dice(seed) % 64));
	default:
		return head;
	}
}

static void *scribble(void *unused)
{
	u64 seed = 88172645463325252ull;

	(void)unused;
	while (!__atomic_load_n(&done, __ATOMIC_RELAXED))
		__atomic_store_n(&ring.consumer->tail, nonsense(&seed), __ATOMIC_RELAXED);
	return NULL;
}

static bool inside(const struct kpctl_reservation *res, u32 len)
{
	return res->rec >= ring.data && res->rec + len <= ring.data + 2 * ring.size &&
		res->rec < ring.data + ring.size;
}

static bool run(u64 size)
{
	struct kpctl_reservation res;
	u64 emitted = 0, refused = 0, tail = 0;
	pthread_t thread;
	bool good = true;
	u32 len;

	memset(&ring, 0, sizeof(ring));
	done = false;
	kpctl_ring_init(&ring, map_twice(size), size, map_page(), map_page(), 0);
	if (pthread_create(&thread, NULL, scribble, NULL))
		die("no thread");
	for (u64 nr = 0; good && nr < TRIES; nr++) {
		len = 24 + nr % 60 * 8;
		if (kpctl_ring_reserve(&ring, len, &res)) {
			good = inside(&res, len);
			test_fill(&res, nr, len, test_store);
			kpctl_ring_commit(&ring);
			emitted++;
		} else {
			refused++;
		}
		good = good && ring.meta->tail >= tail && ring.meta->tail % 8 == 0 &&
			ring.meta->tail <= ring.meta->head && kpctl_ring_fill(&ring) <= size;
		tail = ring.meta->tail;
	}
	__atomic_store_n(&done, true, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	ktap_diag("%llu records, %llu refused, %llu bad positions", emitted, refused,
		  ring.meta->bad_tail);
	return good && emitted + refused == TRIES && ring.meta->lost == refused &&
		(u64)ring.written.v == emitted && emitted && refused && ring.meta->bad_tail;
}

int main(void)
{
	static const u64 sizes[] = { 4096, 65536 };

	ktap_plan(2);
	for (int i = 0; i < 2; i++)
		ktap_ok(run(sizes[i]), "hostile reader, %llu bytes", sizes[i]);
	return ktap_done();
}
