/* SPDX-License-Identifier: GPL-2.0 */
/* Module parameters, for those who obey them. */
#ifndef KPCTL_MAIN_H
#define KPCTL_MAIN_H

#include <linux/types.h>

u64 kpctl_default_ring_size(void);	/* bytes per CPU that are wished for */

#endif /* KPCTL_MAIN_H */
