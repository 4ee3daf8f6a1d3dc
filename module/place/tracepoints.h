/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tracepoints that are there, and how many arguments each has.
 *
 * A tracepoint itself does not say how many arguments it has. The kernel keeps the numbers in
 * a table for BPF: one for the kernel's own tracepoints, found by its name, and one in each
 * module. The hidden first argument, a handler's own pointer, is not counted.
 */
#ifndef KPCTL_PLACE_TRACEPOINTS_H
#define KPCTL_PLACE_TRACEPOINTS_H

#include <linux/types.h>

struct kpctl_text;
struct module;
struct tracepoint;

#define KPCTL_TRACEPOINT_UNKNOWN	(-1)

struct kpctl_tracepoint {
	struct tracepoint *tp;
	const struct module *mod;	/* NULL: the kernel itself */
	int nargs;			/* or KPCTL_TRACEPOINT_UNKNOWN */
};

/* Called for a tracepoint; what is not 0 ends the walk, which returns it. */
typedef int kpctl_tracepoint_fn(const struct kpctl_tracepoint *t, void *arg);

/* The kernel's own, then those of all live modules. 0, -ENOMEM, or what fn returned. */
int kpctl_tracepoints_each(kpctl_tracepoint_fn *fn, void *arg);
/* Those of a module, coming or live. A module with a bad taint has none for the kernel. */
int kpctl_tracepoints_in(const struct module *mod, kpctl_tracepoint_fn *fn, void *arg);

/* Its name, and [MODULE] behind it. */
void kpctl_tracepoint_name(const struct kpctl_tracepoint *t, struct kpctl_text *text);

#endif /* KPCTL_PLACE_TRACEPOINTS_H */
