/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that stay out of sets, and why.
 *
 * Excluded from all sets: functions that a handler calls for every record and that are
 * not notrace. The recursion guard would turn each of their hits into a mere count, one
 * for each record written.
 *
 * Excluded from sets of returns as well: functions that the kernel's list says take no
 * kprobe (NOKPROBE_SYMBOL, __kprobes). All code between a function and the handlers is on
 * that list, and there a hooked return leads to the next until the stack is used up.
 *
 * The list holds address ranges: those of the kernel, in the order of boot, and behind
 * them those of modules in the order of loading. The list is not exported, but its name
 * can be looked up like that of any data, and the layout of an entry is in a public
 * header; everything that is read of the list is checked. The first part never changes.
 * The part behind it does, so a function of a module is looked up in the module itself.
 */
#ifndef KPCTL_PLACE_EXCLUDED_H
#define KPCTL_PLACE_EXCLUDED_H

#include <linux/types.h>

struct kpctl_excluded;
struct kpctl_where;

/*
 * What is excluded from sets, of returns or not. NULL with *ret -ENOMEM, or with -EIO: the
 * kernel's list does not look as expected.
 */
struct kpctl_excluded *kpctl_excluded_get(bool returns, int *ret);
void kpctl_excluded_put(struct kpctl_excluded *ex);

/* Why the function at ip is excluded, or NULL. Not to be freed. */
const char *kpctl_excluded_why(const struct kpctl_excluded *ex, const struct kpctl_where *w,
			       unsigned long ip);

#endif /* KPCTL_PLACE_EXCLUDED_H */
