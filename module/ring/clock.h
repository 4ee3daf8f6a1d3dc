/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The clock of every stamp: the raw counter (TSC) where the kernel itself tells
 * the time by it, else CLOCK_MONOTONIC in ns. Which one, each stamp says for
 * itself (KPCTL_TIME_MONO), so it matters to nobody that a change of mind finds
 * CPUs, and calls under way, with stamps of either.
 *
 * Called from handlers in any context, NMI included, so what it calls must be
 * notrace and take no lock.
 *
 * The counter: trusted means that all CPUs' counters agree. It is read without a fence;
 * on one CPU readings never fall, an interrupter's included, and so stamps of this
 * kind need no care for that: whoever keeps an order by position (ring.c, 4) has
 * an order by time.
 *
 * ktime_get_mono_fast_ns(): an NMI that hits the timekeeper's own update reads the
 * other copy of its data. For that moment the clock may be behind what it said
 * before: a few ns where it is the TSC; where it is the hpet, tens of microseconds
 * were seen. The ring and kpctl_clock_between() see to it that nothing goes back.
 *
 * What a raw stamp means is said by a clock record (struct kpctl_clock) in front of
 * it in its ring; clock.c makes a new one now and then, ring/preamble.h writes it.
 */
#ifndef KPCTL_RING_CLOCK_H
#define KPCTL_RING_CLOCK_H

#include <linux/compiler.h>
#include <linux/jump_label.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/kprobectl.h>

#include "ring/clock_slope.h"
#include "base/arch.h"
#include "base/word.h"

struct kpctl_text;

DECLARE_STATIC_KEY_FALSE(kpctl_clock_raw);

static __always_inline bool kpctl_clock_is_raw(void)
{
	return static_branch_likely(&kpctl_clock_raw);
}

/* Below KPCTL_TIME_MONO: clock.c sees to that. */
static __always_inline u64 kpctl_clock_read_raw(void)
{
	return kpctl_arch_counter();
}

/* CLOCK_MONOTONIC, and no stamp. */
static __always_inline u64 kpctl_clock_ns(void)
{
	return ktime_get_mono_fast_ns();
}

static __always_inline u64 kpctl_clock_read_mono(void)
{
	return kpctl_clock_ns() | KPCTL_TIME_MONO;
}

/* Called where registers must live on, see word.h. */
kpctl_keeps_registers u64 kpctl_clock_mono(void);

/* A stamp. */
static __always_inline u64 kpctl_clock(void)
{
	if (likely(kpctl_clock_is_raw()))
		return kpctl_clock_read_raw();
	return KPCTL_CALL_KEEPING(kpctl_clock_mono);
}

/* What raw stamps are worth now, and what clock there is. */
struct kpctl_clock_state {
	struct kpctl_clock pair;
	u32 flags;			/* KPCTL_CLOCK_* */
	u32 changes;			/* of mind, so far */
	u32 id;				/* never 0; another for each state */
};

/* For handlers, while preemption is off; never NULL once the module is loaded. */
extern const struct kpctl_clock_state *kpctl_clock_state;
extern u64 kpctl_clock_mult;		/* ns per unit of raw << KPCTL_PAIR_SHIFT */

/* Stamps of two clocks, or one that stepped back; rare. */
kpctl_keeps_registers u64 kpctl_clock_between_slow(u64 since, u64 now);

/*
 * ns from one stamp to another, taken later; preemption is off. But for the mark no
 * stamp is above KPCTL_PAIR_RAW_END: two that are less than that apart are of one
 * clock, and now says of which.
 */
static __always_inline u64 kpctl_clock_between(u64 since, u64 now)
{
	u64 delta = now - since;

	if (unlikely((now | delta) >= KPCTL_PAIR_RAW_END))
		return KPCTL_CALL_KEEPING(kpctl_clock_between_slow, since, now);
	return kpctl_word_mul_shr(delta, READ_ONCE(kpctl_clock_mult), KPCTL_PAIR_SHIFT);
}

/* While there are users it is looked at now and then. May sleep. */
void kpctl_clock_get(void);
void kpctl_clock_put(void);

/* The latest pair, all zero: there is none. */
void kpctl_clock_latest(struct kpctl_clock *pair);

/* The last line of stats: which clock. */
void kpctl_clock_show(struct kpctl_text *text);

/* changed: called, and may sleep, when there is a new state that all rings are to be told. */
int kpctl_clock_init(void (*changed)(void));
void kpctl_clock_exit(void);

#endif /* KPCTL_RING_CLOCK_H */
