/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions of an f: matched by the patterns, traceable by ftrace, and not excluded
 * (place/excluded.h).
 *
 * The table is kept here, since ftrace's filter does not follow modules: ftrace matches a
 * pattern once, and an unloaded module's addresses stay in the filter, where the next module
 * loaded there would be hit. So functions of modules join and leave the table, and the filter
 * is always made from the whole table.
 */
#ifndef KPCTL_PROBE_FUNCTION_SET_H
#define KPCTL_PROBE_FUNCTION_SET_H

#include <linux/types.h>

#include "place/excluded_list.h"

struct kpctl_err;
struct kpctl_glob;
struct kpctl_spec;
struct module;

struct kpctl_function_set {
	unsigned long *ip;	/* where ftrace's call stands, ascending */
	u32 nr, room;
	struct kpctl_excluded_list left_out;
};

/*
 * Searches all functions that are there now. 0, or an errno and the reason in *err; -ENOENT
 * and an empty set if all patterns name modules that are not there.
 */
int kpctl_function_set_find(struct kpctl_function_set *set, const struct kpctl_spec *spec,
			    struct kpctl_err *err);
/* Do all patterns name modules that are not there? Does this one name one that is not live? */
bool kpctl_function_set_waits(const struct kpctl_spec *spec);
bool kpctl_function_set_awaits(const struct kpctl_glob *g);

/*
 * Adds the functions of a module, coming or live, that match and can run from now on. Returns
 * how many were added, or an errno, with none added.
 */
int kpctl_function_set_join(struct kpctl_function_set *set, const struct kpctl_spec *spec,
			    const struct module *mod);
/* Drops the module's functions; with init_only, the init part's. Returns how many. */
u32 kpctl_function_set_leave(struct kpctl_function_set *set, const struct module *mod,
			     bool init_only);

void kpctl_function_set_free(struct kpctl_function_set *set);

#endif /* KPCTL_PROBE_FUNCTION_SET_H */
