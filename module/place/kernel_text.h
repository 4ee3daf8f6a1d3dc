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

/*
 * The trampolines to which calls with a hooked return return; 0: not found. Where both hooked
 * a call, the one that came later has the other's trampoline as the return address.
 */
struct kpctl_return_hooks {
	unsigned long rethook;	/* kretprobes, ours among them */
	unsigned long graph;	/* the function graph tracer; from 6.14 on fprobes and BPF, too */
};
extern struct kpctl_return_hooks kpctl_return_hooks;	/* does not change after the load */

static __always_inline bool kpctl_is_return_hook(unsigned long addr)
{
	return addr == kpctl_return_hooks.rethook || addr == kpctl_return_hooks.graph;
}

#endif /* KPCTL_PLACE_KERNEL_TEXT_H */
