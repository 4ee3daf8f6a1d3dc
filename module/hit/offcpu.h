/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the time inside a call went: on a CPU, asleep, waiting for a CPU.
 *
 *	entry      switched out      woken up     switched in      return
 *	  |--- oncpu ---|--- blocked ---|--- runq ---|--- oncpu ---|
 *
 * A task that is switched out though it could go on, preempted or yielding, waits
 * for a CPU from that moment. blocked and runq are added up when the task is switched in;
 * the rest of a call's duration is oncpu, so that the three always add up to the duration.
 * Stamps here are of CLOCK_MONOTONIC, which may step back a little, and the duration may be
 * by another clock (clock.h): sums are clipped, so that no part becomes negative.
 */
#ifndef KPCTL_HIT_OFFCPU_H
#define KPCTL_HIT_OFFCPU_H

#include <linux/compiler.h>
#include <linux/rethook.h>
#include <linux/types.h>

#include "prog/fetch.h"

/* The off-CPU times of a call in flight; "the task" is the call's. */
struct kpctl_offcpu {
	u64 out;		/* when the task was switched out; 0: on a CPU */
	u64 ready;		/* since when the task could go on; 0: asleep */
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

	if (!out)		/* the switch out was not seen */
		return;
	split->out = 0;
	if (now <= out)
		return;
	if (!ready || ready > now)	/* no wake-up was seen: asleep until now */
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
 * Between get and put the scheduler's tracepoints are hooked, and calls that enter then, of
 * programs with wants_split, are stamped; of_tasks: marked tasks are, too (hit/task_times.h).
 * Users are counted. put: no handler uses a mark any more. 0 or an errno. May sleep.
 */
int kpctl_offcpu_get(bool of_tasks);
void kpctl_offcpu_put(void);

/*
 * By what our calls are recognised; to be called before the first call enters. know: the
 * handlers of r's kretprobes; know_sets: the rethook handler of f %return.
 */
void kpctl_offcpu_know(const struct kretprobe *rp);
void kpctl_offcpu_know_sets(rethook_handler_t handler);

#endif /* KPCTL_HIT_OFFCPU_H */
