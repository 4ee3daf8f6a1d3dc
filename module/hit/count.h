/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ledger of an event. Each hit (for a return probe: each call that entered) has
 * exactly one fate, see KPCTL_LEDGER in uapi/linux/kprobectl.h; and
 *
 *   inflight = hooked - returned - never
 *
 * Each CPU has counters of its own and alone writes them; local_inc() is one instruction
 * against that CPU's interrupts and NMIs. Counters have 64 bits and are never reset.
 */
#ifndef KPCTL_HIT_COUNT_H
#define KPCTL_HIT_COUNT_H

#include <linux/compiler.h>
#include <linux/types.h>
#include <asm/local.h>
#include <linux/kprobectl.h>

#include "hit/governor.h"
#include "hit/missed_note.h"

/* nested: hits that our own guard refused; the sum adds the hits that kprobes skipped. */
#define KPCTL_COUNTS(X)							\
	KPCTL_LEDGER(X)							\
	X(hooked)	/* r: return hooked; $after(): handled before the instruction */ \
	X(returned)	/* r: return seen; $after(): handled after it */

struct kpctl_cpu;
struct kpctl_prog;
struct kpctl_target;

/* A word that is one load away: 8 bytes of pt_regs, or 4 bytes of the task. */
struct kpctl_fast_word {
	u16 at;				/* its offset there */
	u8 width;			/* 0: there is no such word */
};

/* All that a hit on the fast path needs, see hit/fast.h. */
struct kpctl_fast_path {
	struct kpctl_cpu *cpu;		/* where each hit goes; NULL: not the fast path */
	struct kpctl_cpu *tested;	/* where hits go that pass the test; NULL: likewise */
	u64 id_size;			/* id and size, at their places in a record's header */
	u8 from[8];			/* arguments: offsets in pt_regs */
	/* the test: value - lo <= span */
	u64 lo, span;
	struct kpctl_fast_word value;
	/* calls; a test at the return is of the duration */
	u8 nargs;			/* arguments of the record */
	bool hist;			/* the duration goes into the event's only table */
	u8 enters;			/* enum kpctl_fast_entry */
	const struct kpctl_prog *prog;	/* of calls: for entries; only its calls' returns fit */
	local_t *bump;			/* this CPU's counter in the table of `do count` */
	/* spans: the keys of `since` and of `do start`; the test is of the span if `timed` */
	struct kpctl_fast_word ends, starts;
	bool timed;
	bool rest;			/* the general path goes on with what passes the test */
};

struct kpctl_count {
	struct kpctl_fast_path fast;
	struct kpctl_governor governor;
	struct kpctl_target *target;	/* whose hits they are; a tracepoint's handler asks */
#define X(name) local_t name;
	KPCTL_COUNTS(X)
#undef X
	struct kpctl_missed told;	/* how many missed calls the stream was told of, and when */
	u32 told_skips;			/* the governor's `skips` that the stream was told last */
};

/* A hit is counted before its fate is, so that no sum has more fates than hits. */
static __always_inline void kpctl_count_hit(struct kpctl_count *count)
{
	local_inc(&count->hits);
}

/* The counters, summed over CPUs. */
struct kpctl_sum {
#define X(name) u64 name;
	KPCTL_COUNTS(X)
#undef X
	u64 inflight;
};

void kpctl_count_sum(const struct kpctl_count __percpu *count, struct kpctl_sum *sum);
void kpctl_sum_add(struct kpctl_sum *to, const struct kpctl_sum *sum);

#endif /* KPCTL_HIT_COUNT_H */
