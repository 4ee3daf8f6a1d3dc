/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What became of an event's hits. Each hit (for a return probe: each call that
 * entered) has exactly one fate, see KPCTL_LEDGER in uapi/linux/kprobectl.h; and
 *
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
#include <linux/kprobectl.h>

#include "hit/governor.h"
#include "hit/missed_note.h"

/* nested: those that we saw ourselves; kprobes' own come to it in the sum. */
#define KPCTL_COUNTS(X)							\
	KPCTL_LEDGER(X)							\
	X(hooked)	/* r: return hooked */				\
	X(returned)	/* r: return seen */

struct kpctl_cpu;
struct kpctl_prog;

/* All that a hit needs that takes the fast path, see hit/fast.h. */
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
};

void kpctl_count_sum(const struct kpctl_count __percpu *count, struct kpctl_sum *sum);
void kpctl_sum_add(struct kpctl_sum *to, const struct kpctl_sum *sum);

#endif /* KPCTL_HIT_COUNT_H */
