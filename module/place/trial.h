/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trials: a probe is registered, disabled, and taken out at once, to learn what the kernel
 * says. Some places must not even be tried, see place/text_end.h.
 */
#ifndef KPCTL_PLACE_TRIAL_H
#define KPCTL_PLACE_TRIAL_H

#include <linux/types.h>

struct kpctl_trial {
	unsigned long addr;	/* set even when the probe is refused; 0: no such symbol */
	u32 flags;
	bool optimizable;
};

/* As register_kprobe(); -EFAULT: the address must not be tried. */
int kpctl_trial_at(unsigned long addr, struct kpctl_trial *t);
/* By a name as register_kprobe() takes it. */
int kpctl_trial_of(const char *name, struct kpctl_trial *t);

/*
 * Where a function of the kernel's begins that ftrace knows. The place is asked of the second
 * byte, where no instruction begins, so that the refusal comes at once; a trial that is not
 * refused is over after a grace period. 0, -ENOENT or -ENOMEM.
 */
int kpctl_trial_entry(const char *sym, unsigned long *base);

/* Where [MOD:]SYM begins, code or data. 0, -ENOENT: no such symbol, or -ENOMEM. */
int kpctl_trial_find(const char *mod, const char *sym, unsigned long *base);

#endif /* KPCTL_PLACE_TRIAL_H */
