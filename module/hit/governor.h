/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The governor's policy: hits of an event are left out because the event would eat the CPU.
 * The code needs no kernel: tests/unit/governor_test.c runs on the host. hit/throttle.h
 * carries out the governor's decisions.
 *
 * Each event has a governor on each CPU. A hit takes one from `left`; below zero the governor
 * looks, after 1,024 hits at most. Each look has its hit timed. The event has spent, for each
 * kind of work: how often it was done since the window began, times its average cost of late.
 * Of the last 16 times the 4 longest do not count: an interrupt in the middle of a hit, or a
 * hypervisor that runs another guest, says nothing of the event. Kept hits, other hits, and
 * the returns of both are timed apart: otherwise a few kept hits that take long, among many
 * that the condition filters out quickly, would be dropped as accidents.
 *
 *	 looks now and then                        looks at each hit
 *	      ALL  -------- more than its share --------> 1 IN N <-+ another N, each
 *	           <- a window in which all hits would  ----   +---+ window
 *	              take less; or 100 ms without a hit
 *
 * Handlers of one CPU nest: a handler that interrupts a look, or a hit that is being timed,
 * takes or refuses the hit by the present state, without a further look or timing.
 */
#ifndef KPCTL_HIT_GOVERNOR_H
#define KPCTL_HIT_GOVERNOR_H

#include <linux/compiler.h>
#include <linux/time64.h>
#include <linux/types.h>
#include <asm/local.h>

#define KPCTL_GOVERNOR_WINDOW	(100 * NSEC_PER_MSEC)
#define KPCTL_GOVERNOR_TIMES	16
#define KPCTL_GOVERNOR_MOST	65536	/* 1 in so many */

enum kpctl_governor_work {
	KPCTL_GOVERNOR_KEPT,		/* a record, an aggregate, an instance */
	KPCTL_GOVERNOR_OTHER,
	KPCTL_GOVERNOR_RETURN_KEPT,
	KPCTL_GOVERNOR_RETURN_OTHER,
	KPCTL_GOVERNOR_WORKS,
};

/* How often each kind of work was done, and how many hits were refused, so far. */
struct kpctl_governor_done {
	u64 nr[KPCTL_GOVERNOR_WORKS];
	u64 refused;
};

/* How long work of one kind took, the last 16 times. */
struct kpctl_governor_times {
	u32 ns[KPCTL_GOVERNOR_TIMES];
	u32 nr;				/* entries of ns[] in use */
	u32 next;			/* entry to be written next */
	u32 cost;			/* average without the longest quarter, ns */
};

struct kpctl_governor {
	u64 start;			/* of the window, ns */
	struct kpctl_governor_done before;	/* work done by the start of the window */
	u64 looked;			/* time of the last look; while 1 in N: of the last hit */
	u64 each;			/* ns of a taken hit, average of the last window */
	u32 grant;			/* hits between two looks */
	u32 skips;			/* hits refused for each hit taken */
	u32 skip;			/* hits still to be refused before the next is taken */
	bool looking, timing;
	u32 timed;			/* hits timed since forget(), 16 at most */
	struct kpctl_governor_times times[KPCTL_GOVERNOR_WORKS];
	/* last, where hits are counted next */
	local_t returns_left;		/* calls: returns until one is timed; below zero: now */
	local_t left;			/* hits until the next look; below zero: look */
};

enum kpctl_governor_says {
	KPCTL_GOVERNOR_TAKE,
	KPCTL_GOVERNOR_TIME,		/* take and time; kpctl_governor_timed() must follow */
	KPCTL_GOVERNOR_REFUSE,
};

/*
 * With left below zero: is this hit simply to be refused, with no look due? A handler that
 * is interrupted between the read of `skip` and the write may refuse one hit too many.
 */
static __always_inline bool kpctl_governor_refuses(struct kpctl_governor *g, u64 now)
{
	u32 skip = READ_ONCE(g->skip);

	if (!skip || g->looking || now - g->looked >= KPCTL_GOVERNOR_WINDOW ||
	    now - g->start >= KPCTL_GOVERNOR_WINDOW)
		return false;
	WRITE_ONCE(g->skip, skip - 1);
	WRITE_ONCE(g->looked, now);
	return true;
}

/*
 * A look, with left below zero. The hit is not in *done yet. now: ns, a tick's precision is
 * enough. percent: the event's share of a CPU.
 */
enum kpctl_governor_says kpctl_governor_look(struct kpctl_governor *g, u32 percent, u64 now,
					     const struct kpctl_governor_done *done);
/* The timed hit was this kind of work and took ns; 0: unknown, it ended on another CPU. */
void kpctl_governor_timed(struct kpctl_governor *g, enum kpctl_governor_work work, u64 ns);

/* The same for returns, which are never refused: look_return when one is to be timed. */
void kpctl_governor_look_return(struct kpctl_governor *g);
void kpctl_governor_timed_return(struct kpctl_governor *g, enum kpctl_governor_work work, u64 ns);

/* No look ever comes: both counters start at LONG_MAX. */
void kpctl_governor_off(struct kpctl_governor *g);

/* N of "1 in N"; 1: all hits are taken. May be called on any CPU. */
static __always_inline u32 kpctl_governor_one_in(const struct kpctl_governor *g, u64 now)
{
	u32 skips = READ_ONCE(g->skips);

	/* no hit for a window: the next hit will be taken, see end_window() */
	if (skips && (s64)(now - READ_ONCE(g->looked)) >= KPCTL_GOVERNOR_WINDOW)
		return 1;
	return skips + 1;
}

#endif /* KPCTL_HIT_GOVERNOR_H */
