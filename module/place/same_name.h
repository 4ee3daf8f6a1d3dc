/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that share a name. For a name the kernel tells only the first address, and for
 * an address the name. So the first question about a name of the kernel walks once through
 * the kernel's text and keeps the functions that share a name, which are some kilobytes;
 * that text never changes. The symbol tables of modules are read anew for each question.
 *
 * For an address with several names the kernel tells only one of the names. A function of
 * the kernel that has the wanted name as an alias is found only if the alias comes first.
 */
#ifndef KPCTL_PLACE_SAME_NAME_H
#define KPCTL_PLACE_SAME_NAME_H

#include <linux/types.h>

struct kpctl_same_name {
	unsigned long *addr;	/* ascending */
	u32 nr, room;
};

/*
 * All functions called [MOD:]SYM, of the kernel and of modules that are live or coming; none
 * for a name that only one function has, and that one in the kernel. 0 or -ENOMEM; to be
 * freed in any case.
 */
int kpctl_same_name_find(struct kpctl_same_name *same, const char *mod, const char *sym);
void kpctl_same_name_free(struct kpctl_same_name *same);

/* Has another function of the same module, or of the kernel with "", the name? Or -ENOMEM. */
int kpctl_same_name_is_shared(const char *mod, const char *sym);

/*
 * Calls fn() with each function of the kernel, `at` bytes behind the start of its text, up to
 * the first that does not return 0. Returns that, or 0, or -ENOMEM.
 */
typedef int (*kpctl_name_fn)(void *arg, const char *name, u32 hash, u32 at);
int kpctl_same_name_walk(kpctl_name_fn fn, void *arg);

void kpctl_same_name_exit(void);

#endif /* KPCTL_PLACE_SAME_NAME_H */
