/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions in the filter of an ftrace_ops. The kernel matches patterns for us, but has
 * no interface for reading the matches: the filter is a private struct of ftrace. compat.h
 * has the layout of that struct; loading the module tries whether the layout is right.
 */
#ifndef KPCTL_PROBE_FTRACE_HASH_H
#define KPCTL_PROBE_FTRACE_HASH_H

#include <linux/types.h>

struct ftrace_ops;

/* Tries the layout; called once, at load. */
int kpctl_ftrace_hash_init(void);
/* Can filters be read on this kernel? */
bool kpctl_ftrace_hash_works(void);

/* How many functions the filter has. 0 or -EIO. */
int kpctl_ftrace_hash_count(const struct ftrace_ops *ops, unsigned long *count);
/*
 * Calls fn for each function of the filter, in no order, until fn does not return 0. Returns
 * fn's last value, or -EIO if the filter does not look as compat.h says. The caller sees to
 * it that the filter does not change meanwhile.
 */
int kpctl_ftrace_hash_each(const struct ftrace_ops *ops,
			   int (*fn)(unsigned long ip, void *arg), void *arg);

#endif /* KPCTL_PROBE_FTRACE_HASH_H */
