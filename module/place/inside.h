/* SPDX-License-Identifier: GPL-2.0 */
/* The instructions within a function, as far as the kernel lets a probe stand on them. */
#ifndef KPCTL_PLACE_INSIDE_H
#define KPCTL_PLACE_INSIDE_H

#include <linux/types.h>

struct kpctl_spec;

struct kpctl_inside {
	u32 off;		/* from the function's start */
	const char *how;	/* as kpctl_place_mode() would say it */
	unsigned long calls;	/* the function that the instruction calls, or 0 */
	bool is_padding;	/* at a function's end: what follows its last instruction */
};

/* Called for each place in turn; returns 0 to go on. */
typedef int kpctl_inside_fn(const struct kpctl_inside *place, void *arg);

/*
 * Tries all places in the function that the spec's symbol is in. Returns what fn
 * returned last, -ENOENT: there is no such function, -EFAULT: places in it must not be tried,
 * -EINTR: the task is about to end, or -ENOMEM. The call can take seconds.
 */
int kpctl_inside_each(const struct kpctl_spec *spec, kpctl_inside_fn *fn, void *arg);

#endif /* KPCTL_PLACE_INSIDE_H */
