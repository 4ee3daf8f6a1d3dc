/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What became of an event's hits. Each hit (for a return probe: each call that
 * entered) has exactly one fate, so when nothing runs
 *
 *   hits = emitted + aggregated + filtered + lost + off + missed + norcu + never +
 *          throttled + inflight
 *   inflight = hooked - returned - never
 *
 * One set per CPU, written by that CPU alone; local_inc() is whole against
 * interrupts and NMIs there. 64 bits, never reset.
 */
#ifndef KPCTL_HIT_COUNT_H
#define KPCTL_HIT_COUNT_H

#include <linux/compiler.h>
#include <linux/types.h>
#include <asm/local.h>

#include "hit/governor.h"
#include "hit/missed_note.h"

#define KPCTL_COUNTS(X)							\
	X(hits)		/* handler ran while the event was armed */	\
	X(emitted)	/* a record was written */			\
	X(aggregated)	/* it went into aggregates and no record was asked for */ \
	X(filtered)	/* its own condition refused it */		\
	X(lost)		/* no room in the ring */			\
	X(off)		/* tracing_on was 0 */				\
	X(missed)	/* r: no instance free to wait for the return */	\
	X(norcu)	/* RCU was not watching: nothing may be touched */	\
	X(never)	/* r: the task ended inside, or the probe left first */ \
	X(hooked)	/* r: return hooked */				\
	X(returned)	/* r: return seen */				\
	X(throttled)	/* the governor left it out */		\
	X(busy)		/* f: came inside of a handler; no hit, shown as nested */

struct kpctl_cpu;
struct kpctl_prog;

/* All that a hit needs that goes the quick way, see hit/fast.h. */
struct kpctl_fast_path {
	struct kpctl_cpu *cpu;		/* NULL: not this way */
	struct kpctl_cpu *tested;	/* the same, for those that pass the test */
	u64 id_size;			/* a record's, where its header has them */
	u8 from[8];			/* arguments: offsets in pt_regs */
	/* the test: value - lo <= span */
	u64 lo, span;
	u16 value;			/* offset in pt_regs, or in the task */
	u8 width;			/* 8, or 4: in the task */
	/* calls: what is tested at the return is the duration */
	u8 nargs;
	bool hist;			/* and goes into the only table there is */
	u8 enters;			/* enum kpctl_fast_entry */
	const struct kpctl_prog *prog;	/* calls enter under it, and those return this way */
	local_t *bump;			/* what `do count` has of this CPU */
};

struct kpctl_count {
	struct kpctl_fast_path fast;
	struct kpctl_governor governor;
#define X(name) local_t name;
	KPCTL_COUNTS(X)
#undef X
	struct kpctl_missed told;	/* what the stream has been told of missed */
	u32 told_skips;			/* ... and of the governor's */
};

/* A hit came: before anything becomes of it, so that no sum has more fates than hits. */
static __always_inline void kpctl_count_hit(struct kpctl_count *count)
{
	local_inc(&count->hits);
}

/* The same, summed over CPUs. */
struct kpctl_sum {
#define X(name) u64 name;
	KPCTL_COUNTS(X)
#undef X
	u64 inflight;
	u64 nested;	/* busy, and skipped by kprobes itself: at least so many */
};

void kpctl_count_sum(const struct kpctl_count __percpu *count, struct kpctl_sum *sum);
void kpctl_sum_add(struct kpctl_sum *to, const struct kpctl_sum *sum);

#endif /* KPCTL_HIT_COUNT_H */
