/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/types.h>

u64 rdtsc(void);
u64 rdtsc_ordered(void);
