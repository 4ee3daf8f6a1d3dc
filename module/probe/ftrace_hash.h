/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which functions an ftrace_ops has in its filter. The kernel matches patterns for
 * us, but says to nobody what it found: the filter is a struct of ftrace's own.
 * compat.h has its layout; whether that holds is tried when the module is loaded.
 */
#ifndef KPCTL_PROBE_FTRACE_HASH_H
#define KPCTL_PROBE_FTRACE_HASH_H

#include <linux/types.h>

struct ftrace_ops;

/* Once at load. */
int kpctl_ftrace_hash_init(void);
/* Can filters be read on this kernel? */
bool kpctl_ftrace_hash_works(void);

/* How many there are. */
int kpctl_ftrace_hash_count(const struct ftrace_ops *ops, unsigned long *count);
/*
 * Each of them, in no order, until fn returns not 0. That, or 0, or -EIO: it is
 * not what it is taken for. Nobody may change the filter meanwhile.
 */
int kpctl_ftrace_hash_each(const struct ftrace_ops *ops,
			   int (*fn)(unsigned long ip, void *arg), void *arg);

#endif /* KPCTL_PROBE_FTRACE_HASH_H */
