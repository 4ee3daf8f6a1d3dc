/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that stay out of sets, and why.
 *
 * Out of any set: what our handlers call for every record and is not notrace. The
 * guard would see to it that nothing happens but a count, one for each of our own
 * records.
 *
 * Out of a set of returns also what the kernel's own list says that takes no kprobe
 * (NOKPROBE_SYMBOL, __kprobes): the code between a function and our handlers is all
 * on it, and there a hooked return leads to the next until the stack is used up. It is
 * a list of address ranges, in order of boot first, behind that of modules as they
 * came. It is not exported, but its name can be looked up as that of any data, and
 * what its entries look like is in a public header; all that is read of it is checked.
 * Its first part never changes. What is behind that does, so for a module the
 * module itself is asked.
 */
#ifndef KPCTL_PLACE_EXCLUDED_H
#define KPCTL_PLACE_EXCLUDED_H

#include <linux/types.h>

struct kpctl_excluded;
struct kpctl_where;

/*
 * What stays out of sets, returns or not. NULL: no memory, or, *ret -EIO, the
 * kernel's list is not what is known of it.
 */
struct kpctl_excluded *kpctl_excluded_get(bool returns, int *ret);
void kpctl_excluded_put(struct kpctl_excluded *never);

/* Why the function at ip stays out, NULL: it does not. Not to be freed. */
const char *kpctl_excluded_why(const struct kpctl_excluded *never, const struct kpctl_where *w,
			    unsigned long ip);

#endif /* KPCTL_PLACE_EXCLUDED_H */
