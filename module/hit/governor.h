/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which hits of an event are left out because it would eat the CPU. No kernel in it:
 * tests/unit/governor_test.c runs it as it is. What it means for a hit is in hit/throttle.h.
 *
 * Per event and CPU. A hit takes one from `left`; below zero is the time to look, at
 * most every 1,024 hits. Each look has its hit timed. What has been done since the
 * window began, times what each such thing took of late, is what the event has spent.
 * Of the last 16 timed the 4 longest do not count: an interrupt in the middle of a hit,
 * or a hypervisor that lets another run, says nothing of the event. So hits that are
 * kept and those that are not, and their returns, are timed apart: few that take long
 * among many that do not are no such accident.
 *
 *	 looks now and then                        looks at each hit
 *	      ALL  -------- more than its share --------> 1 IN N <-+ another N, each
 *	           <- a window whose hits, all of them, ----   +---+ window
 *	              would do with less; or 100 ms without one
 *
 * Interrupts nest: who comes while somebody looks, or has a hit timed, does as things
 * stand.
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

/* How often each was done, ever; and how many hits were left out. */
struct kpctl_governor_done {
	u64 nr[KPCTL_GOVERNOR_WORKS];
	u64 refused;
};

/* How long the last ones took. */
struct kpctl_governor_times {
	u32 ns[KPCTL_GOVERNOR_TIMES];
	u32 nr;				/* of these */
	u32 next;
	u32 cost;			/* one takes that much */
};

struct kpctl_governor {
	u64 start;			/* of the window, ns */
	struct kpctl_governor_done before;	/* ... what was done by then */
	u64 looked;			/* when, last; while 1 in N: at the last hit */
	u64 each;			/* ns of a hit, on average, in the last window */
	u32 grant;			/* hits between two looks */
	u32 skips;			/* so many are left out for each that is taken */
	u32 skip;			/* how many still are, before the next */
	bool looking, timing;
	u32 timed;			/* hits since it is watched */
	struct kpctl_governor_times times[KPCTL_GOVERNOR_WORKS];
	/* last, where hits are counted next */
	local_t returns_left;		/* of calls: below zero, a return is timed */
	local_t left;			/* hits until the next look; below zero: look */
};

enum kpctl_governor_says {
	KPCTL_GOVERNOR_TAKE,
	KPCTL_GOVERNOR_TIME,		/* and time it: kpctl_governor_timed() follows */
	KPCTL_GOVERNOR_REFUSE,
};

/*
 * left is below zero: is it one of those to be left out, and nothing else to do? Who is
 * interrupted here may leave out one too many.
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
 * left is below zero: what about this hit, which is not in done yet? now: in ns, and
 * coarse will do. percent of a CPU is the event's share.
 */
enum kpctl_governor_says kpctl_governor_look(struct kpctl_governor *g, u32 percent, u64 now,
					     const struct kpctl_governor_done *done);
/* It was this, and took so long; 0: nobody knows. */
void kpctl_governor_timed(struct kpctl_governor *g, enum kpctl_governor_work work, u64 ns);

/* The same of a return, which is never refused: it is to be timed. */
void kpctl_governor_look_return(struct kpctl_governor *g);
void kpctl_governor_timed_return(struct kpctl_governor *g, enum kpctl_governor_work work, u64 ns);

/* Never look. */
void kpctl_governor_off(struct kpctl_governor *g);

/* 1 in how many is taken; 1: all of them. Also for others than its CPU. */
static __always_inline u32 kpctl_governor_one_in(const struct kpctl_governor *g, u64 now)
{
	u32 skips = READ_ONCE(g->skips);

	/* the next hit will see that it is the first in a long time */
	if (skips && (s64)(now - READ_ONCE(g->looked)) >= KPCTL_GOVERNOR_WINDOW)
		return 1;
	return skips + 1;
}

#endif /* KPCTL_HIT_GOVERNOR_H */
