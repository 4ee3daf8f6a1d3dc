/* SPDX-License-Identifier: GPL-2.0 */
/* Where the kernel's own code lies; what modules have lies elsewhere. */
#ifndef KPCTL_PLACE_KERNEL_TEXT_H
#define KPCTL_PLACE_KERNEL_TEXT_H

#include <linux/types.h>

struct kpctl_extent {
	unsigned long start, end;
};

/* Once at load; needs nothing to be set up before. 0, or -ENOMEM. */
int kpctl_kernel_text_init(void);

/* What stays, and what was freed when the boot was over. */
const struct kpctl_extent *kpctl_kernel_text(void);
bool kpctl_kernel_text_has(unsigned long addr);
bool kpctl_kernel_text_had(unsigned long addr);

/* Where functions whose return is hooked return to; 0: not found. */
unsigned long kpctl_kernel_text_trampoline(void);

#endif /* KPCTL_PLACE_KERNEL_TEXT_H */
