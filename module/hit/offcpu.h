/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the time inside a call went: on a CPU, asleep, waiting for a CPU.
 *
 *	entry      switched out      woken up     switched in      return
 *	  |--- oncpu ---|--- blocked ---|--- runq ---|--- oncpu ---|
 *
 * A task that is switched out though it could go on, preempted or yielding, waits
 * for a CPU from that moment. Times are added up when it is switched in; all else
 * of a call's duration was on a CPU, so that the three are always the whole of it.
 * All of it is in CLOCK_MONOTONIC. That may step back a little, and the duration may be
 * by another clock (clock.h): nothing becomes negative by that.
 */
#ifndef KPCTL_HIT_OFFCPU_H
#define KPCTL_HIT_OFFCPU_H

#include <linux/compiler.h>
#include <linux/rethook.h>
#include <linux/types.h>

#include "prog/fetch.h"

/* What a call in flight knows of it. */
struct kpctl_offcpu {
	u64 out;		/* when it was switched out, 0: it is on a CPU */
	u64 ready;		/* since when it could go on, 0: it sleeps */
	u64 blocked, runq;	/* sums */
};

static __always_inline void kpctl_offcpu_start(struct kpctl_offcpu *split)
{
	split->out = 0;
	split->blocked = 0;
	split->runq = 0;
}

static __always_inline void kpctl_offcpu_out(struct kpctl_offcpu *split, u64 now, bool ready)
{
	split->out = now;
	split->ready = ready ? now : 0;
}

static __always_inline void kpctl_offcpu_woken(struct kpctl_offcpu *split, u64 now)
{
	if (!split->ready)
		split->ready = now;
}

static __always_inline void kpctl_offcpu_in(struct kpctl_offcpu *split, u64 now)
{
	u64 out = split->out, ready = split->ready;

	if (!out)		/* how it was switched out nobody saw */
		return;
	split->out = 0;
	if (now <= out)
		return;
	if (!ready || ready > now)	/* it sleeps, for all that is known */
		ready = now;
	else if (ready < out)
		ready = out;
	split->blocked += ready - out;
	split->runq += now - ready;
}

static __always_inline void kpctl_offcpu_end(const struct kpctl_offcpu *split, u64 lat,
					    struct kpctl_parts *parts)
{
	u64 blocked = split->blocked < lat ? split->blocked : lat, rest = lat - blocked;
	u64 runq = split->runq < rest ? split->runq : rest;

	parts->blocked = blocked;
	parts->runq = runq;
	parts->oncpu = rest - runq;
}

struct kretprobe;

/*
 * From here on calls are looked after, until each get has had its put: of those
 * whose program wants it and that enter in between. 0 or an errno. May sleep.
 */
int kpctl_offcpu_get(void);
void kpctl_offcpu_put(void);

/*
 * What calls look like that are ours, before the first of them enters: the kretprobes
 * of r, and what their rethook calls for those of sets.
 */
void kpctl_offcpu_know(const struct kretprobe *rp);
void kpctl_offcpu_know_sets(rethook_handler_t handler);

#endif /* KPCTL_HIT_OFFCPU_H */
