/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The clock of every stamp: the raw counter (TSC) where the kernel itself tells
 * the time by the TSC, else CLOCK_MONOTONIC in ns. Each stamp says which of the two
 * it is (KPCTL_TIME_MONO), so the clock may change while CPUs, and calls under way,
 * still have stamps of the other.
 *
 * Handlers call these functions in any context, NMI included, so everything that is
 * called from here must be notrace and take no lock.
 *
 * The counter: a counter that the kernel trusts agrees on all CPUs. The counter is read
 * without a fence; on one CPU readings never fall, an interrupter's included. So raw
 * stamps are in the order of time wherever records are in the order of positions
 * (ring.c, 4).
 *
 * ktime_get_mono_fast_ns(): an NMI that hits the timekeeper's own update reads the
 * other copy of the timekeeper's data. For that moment the clock may be behind an
 * earlier reading: a few ns with the TSC, tens of microseconds (measured) with the
 * hpet. The ring and kpctl_clock_between() see to it that nothing goes back.
 *
 * A clock record (struct kpctl_clock) in front of a raw stamp, in the same ring, says
 * what the stamp means; clock.c makes a new state now and then, ring/preamble.h writes
 * the record.
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

/* For callers whose registers must live on, see word.h. */
kpctl_keeps_registers u64 kpctl_clock_mono(void);

/* A stamp. */
static __always_inline u64 kpctl_clock(void)
{
	if (likely(kpctl_clock_is_raw()))
		return kpctl_clock_read_raw();
	return KPCTL_CALL_KEEPING(kpctl_clock_mono);
}

/* Which clock is in use, and the line that turns raw stamps into ns. */
struct kpctl_clock_state {
	struct kpctl_clock pair;
	u32 flags;			/* KPCTL_CLOCK_* */
	u32 changes;			/* from raw to mono and back, so far */
	u32 id;				/* never 0; another for each state */
};

/* For handlers, while preemption is off; never NULL once the module is loaded. */
extern const struct kpctl_clock_state *kpctl_clock_state;
extern u64 kpctl_clock_mult;		/* ns per unit of raw << KPCTL_PAIR_SHIFT */

/* For stamps of two clocks, and for a clock that stepped back; rare. */
kpctl_keeps_registers u64 kpctl_clock_between_slow(u64 since, u64 now);

/*
 * ns from one stamp to a later one; preemption is off. Without its mark no stamp is
 * above KPCTL_PAIR_RAW_END: two stamps less than that apart are of one clock, and `now`
 * says of which.
 */
static __always_inline u64 kpctl_clock_between(u64 since, u64 now)
{
	u64 delta = now - since;

	if (unlikely((now | delta) >= KPCTL_PAIR_RAW_END))
		return KPCTL_CALL_KEEPING(kpctl_clock_between_slow, since, now);
	return kpctl_word_mul_shr(delta, READ_ONCE(kpctl_clock_mult), KPCTL_PAIR_SHIFT);
}

/* While the clock has users, clock.c looks at it twice a second. May sleep. */
void kpctl_clock_get(void);
void kpctl_clock_put(void);

/* The latest line; all zero if there is none. */
void kpctl_clock_latest(struct kpctl_clock *pair);

/* The last line of stats: which clock. */
void kpctl_clock_show(struct kpctl_text *text);

/* `changed` is called after each new state, for all rings to tell it; it may sleep. */
int kpctl_clock_init(void (*changed)(void));
void kpctl_clock_exit(void);

#endif /* KPCTL_RING_CLOCK_H */
