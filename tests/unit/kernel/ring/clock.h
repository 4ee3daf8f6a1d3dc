/* SPDX-License-Identifier: GPL-2.0 */
/*
 * In place of module/ring/clock.h: no two readings are alike, so that order can be checked
 * strictly.
 */
#ifndef KERNEL_RING_CLOCK_H
#define KERNEL_RING_CLOCK_H

#include <linux/compiler.h>

static u64 host_time __attribute__((unused));
static u64 host_behind;		/* what the clock is behind of itself, for a while */
static bool host_raw;		/* the clock is the one that never steps back */

static inline bool kpctl_clock_is_raw(void)
{
	return host_raw;
}

static inline u64 kpctl_clock_read_raw(void)
{
	HOST_STEP();
	return __atomic_add_fetch(&host_time, 1, __ATOMIC_RELAXED);
}

static inline u64 kpctl_clock_read_mono(void)
{
	return kpctl_clock_read_raw() - host_behind;
}

static inline u64 kpctl_clock_between(u64 since, u64 now)
{
	return now - since;
}

#endif /* KERNEL_RING_CLOCK_H */
