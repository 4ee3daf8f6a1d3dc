/* SPDX-License-Identifier: GPL-2.0 */
/* hrtimer_setup() for kernels before 6.13, where a timer is given its function apart. */
#ifndef KPT_TIMER_H
#define KPT_TIMER_H

#include <linux/hrtimer.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*fn)(struct hrtimer *),
				 clockid_t clock, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock, mode);
	timer->function = fn;
}
#endif

#endif /* KPT_TIMER_H */
