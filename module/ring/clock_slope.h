/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The slope of a line through two readings of two clocks. Pure arithmetic, which
 * tests/unit/clock_test.c tries on the host.
 */
#ifndef KPCTL_RING_CLOCK_SLOPE_H
#define KPCTL_RING_CLOCK_SLOPE_H

#include <linux/kprobectl.h>

#include <linux/types.h>

/* Of the module's own factor: mult << (KPCTL_PAIR_SHIFT - shift), at most 49 bits. */
#define KPCTL_PAIR_SHIFT	40

/* A stamp below this is of the raw counter, and far away from KPCTL_TIME_MONO. */
#define KPCTL_PAIR_RAW_END	(1ull << 62)

/*
 * The line of `pair` goes on with the slope between two readings that are `raw` units
 * and `ns` apart. False, with `pair` unchanged, if the slope is not between 2 MHz and
 * 16 GHz.
 *
 * mult gets as many bits as fit: from 250 MHz on, over a second or more, the slope is
 * right to 2^-28. The error of the readings, 1 ns each, counts more.
 */
static inline bool kpctl_pair_slope(struct kpctl_clock *pair, u64 raw, u64 ns)
{
	u64 mult;
	u32 shift = KPCTL_CLOCK_SHIFT_MAX;

	while (ns >> 32) {
		ns >>= 1;
		raw >>= 1;
	}
	if (!raw || !ns || (ns - 1) / 500 >= raw || (raw - 1) / 16 >= ns)
		return false;
	mult = (ns << 32) / raw;
	while (mult >> 32) {
		mult >>= 1;
		shift--;
	}
	pair->mult = mult;
	pair->shift = shift;
	return true;
}

static inline u64 kpctl_pair_mult(const struct kpctl_clock *pair)
{
	return (u64)pair->mult << (KPCTL_PAIR_SHIFT - pair->shift);
}

#endif /* KPCTL_RING_CLOCK_SLOPE_H */
