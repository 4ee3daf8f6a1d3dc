/* SPDX-License-Identifier: GPL-2.0 */
/* Where the kernel's own code lies; the code of modules lies elsewhere. */
#ifndef KPCTL_PLACE_KERNEL_TEXT_H
#define KPCTL_PLACE_KERNEL_TEXT_H

#include <linux/types.h>

struct kpctl_extent {
	unsigned long start, end;
};

/* Called once at load, before all else. 0, or -ENOMEM. */
int kpctl_kernel_text_init(void);

/* has: the text that stays; had: the init text that was freed when the boot was over. */
const struct kpctl_extent *kpctl_kernel_text(void);
bool kpctl_kernel_text_has(unsigned long addr);
bool kpctl_kernel_text_had(unsigned long addr);

/* The trampoline to which functions with a hooked return return; 0: not found. */
unsigned long kpctl_kernel_text_trampoline(void);

#endif /* KPCTL_PLACE_KERNEL_TEXT_H */
