/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that share a name. The kernel gives a name's first address alone, and for an
 * address its name: so which functions have a name that is not theirs alone is found by
 * walking through the kernel's text once, when a name of the kernel is first asked for.
 * That text never changes, and what is kept are some kilobytes. Modules are asked for their
 * own symbols each time.
 *
 * Of several names of one address the kernel tells but one. A function of the kernel that
 * has the name asked for as another of its names is met only where it is the first.
 */
#ifndef KPCTL_PLACE_SAME_NAME_H
#define KPCTL_PLACE_SAME_NAME_H

#include <linux/types.h>

struct kpctl_same_name {
	unsigned long *addr;	/* ascending */
	u32 nr, room;
};

/*
 * All functions that are called [MOD:]SYM, of modules that are live or coming; none of the kernel's
 * where it would be the only one of all. 0 or -ENOMEM; to be freed in any case.
 */
int kpctl_same_name_find(struct kpctl_same_name *same, const char *mod, const char *sym);
void kpctl_same_name_free(struct kpctl_same_name *same);

void kpctl_same_name_exit(void);

#endif /* KPCTL_PLACE_SAME_NAME_H */
