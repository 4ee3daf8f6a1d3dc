// SPDX-License-Identifier: GPL-2.0
/*
 * Writers that really interrupt one another: two signals from two timers on
 * the writing thread, the second may come into the first. Built with the
 * address and undefined sanitizers. The thread itself takes the records out
 * between its own writes, so in the big ring nothing may be lost, and in the
 * small one, which it empties seldom, every loss must be accounted for.
 *
 * Signals are not asked for by time alone: under load a timer may starve, so
 * the thread also raises them at itself from every few steps of a writer.
 */
#define _GNU_SOURCE
static void step(void);
#define HOST_STEP()	step()
#include "ring/ring.c"
#include <signal.h>
#include <string.h>
#include <time.h>
#include "ring_check.h"

#define RECORDS		400000ull

static struct kpctl_ring ring;
static struct stream stream;
static u64 tries, emitted, refused, interrupts[2];
static u32 inside;

static u32 dice(void)
{
	static u32 x = 2463534242u;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return x;
}

static u64 count(u64 *counter)
{
	return __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

static void write_one(void)
{
	struct kpctl_reservation res;
	u64 nr = count(&tries);
	u32 len = 24 + nr % 12 * 8;

	inside++;
	if (kpctl_ring_reserve(&ring, len, &res)) {
		if (len > 48)
			len = kpctl_ring_trim(&ring, &res, len - 16);
		test_fill(&res, nr, len, WRITE_ONCE);
		count(&emitted);
		kpctl_ring_commit(&ring);
	} else {
		count(&refused);
	}
	inside--;
}

static void step(void)
{
	if (!inside || inside > 2 || dice() % 100)
		return;
	raise(inside == 1 ? SIGUSR1 : SIGUSR2);
}

static void interrupt(int sig)
{
	count(&interrupts[sig == SIGUSR2]);
	write_one();
}

/* The upper one shuts the lower one out, as a hardirq does a softirq. */
static void interrupted_by(int sig, int shuts_out, long ns)
{
	struct sigaction act = { .sa_handler = interrupt, .sa_flags = SA_RESTART };
	struct itimerspec every = { { 0, ns }, { 0, ns } };
	struct sigevent to = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = sig };
	timer_t timer;

	sigemptyset(&act.sa_mask);
	if (shuts_out)
		sigaddset(&act.sa_mask, shuts_out);
	to._sigev_un._tid = gettid();
	if (sigaction(sig, &act, NULL) || timer_create(CLOCK_MONOTONIC, &to, &timer) ||
	    timer_settime(timer, 0, &every, NULL))
		die("no timers");
}

static bool empty(void)
{
	u64 head = smp_load_acquire(&ring.meta->head);
	const char *wrong;

	while (stream.pos != head) {
		wrong = stream_next(&stream, ring.data, ring.size, head);
		if (wrong) {
			ktap_diag("at %llu: %s", stream.pos, wrong);
			return false;
		}
	}
	smp_store_release(&ring.consumer->tail, stream.pos);
	return true;
}

static void quiet(int how)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigprocmask(how, &set, NULL);
}

static bool sums_right(void)
{
	u64 lost = ring.meta->lost;

	return emitted + refused == tries && lost == refused &&
		stream.records == emitted && (u64)ring.written.v == emitted &&
		stream.told + lost - stream.total == refused &&
		ring.meta->head == (u64)ring.head.v && !ring.nest.v && !ring.meta->bad_tail;
}

/* every: own writes between two turns as the reader. */
static bool run(u64 size, u32 every)
{
	bool good = true;

	memset(&ring, 0, sizeof(ring));
	memset(&stream, 0, sizeof(stream));
	memset(interrupts, 0, sizeof(interrupts));
	tries = emitted = refused = 0;
	kpctl_ring_init(&ring, map_twice(size), size, map_page(), map_page(), 0);
	quiet(SIG_UNBLOCK);
	for (u32 i = 1; good && (emitted < RECORDS || i % every); i++) {
		write_one();
		if (i % every == 0)
			good = empty();
	}
	quiet(SIG_BLOCK);
	good = good && empty();
	ktap_diag("%llu tries, %llu records, %llu refused, %llu + %llu interrupts, depth %ld",
		  tries, emitted, refused, interrupts[0], interrupts[1], ring.max_nest.v);
	return good && sums_right() && ring.max_nest.v == 3 &&
		interrupts[0] > 1000 && interrupts[1] > 1000;
}

int main(void)
{
	ktap_plan(2);
	quiet(SIG_BLOCK);
	interrupted_by(SIGUSR1, 0, 50000);
	interrupted_by(SIGUSR2, SIGUSR1, 70000);
	ktap_ok(run(1 << 20, 256) && !refused, "signals, nothing lost");
	ktap_ok(run(8192, 256) && refused, "signals, every loss accounted for");
	return ktap_done();
}
