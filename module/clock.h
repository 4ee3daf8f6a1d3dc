/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The one clock of every stamp: CLOCK_MONOTONIC in ns (KPCTL_CLOCK_MONOTONIC).
 *
 * Called from handlers in any context, NMI included, so what it calls must be
 * notrace and take no lock. ktime_get_mono_fast_ns() is both: an NMI that hits
 * the timekeeper's own update reads the other copy of its data. For that moment
 * the clock may be behind what it said before: a few ns where it is the TSC;
 * where it is the hpet, tens of microseconds were seen. The ring and `lat` see
 * to it that nothing goes back.
 */
#ifndef KPCTL_CLOCK_H
#define KPCTL_CLOCK_H

#include <linux/compiler.h>
#include <linux/ktime.h>

static __always_inline u64 kpctl_clock(void)
{
	return ktime_get_mono_fast_ns();
}

#endif /* KPCTL_CLOCK_H */
