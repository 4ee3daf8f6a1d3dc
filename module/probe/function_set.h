/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions of an f: those that its patterns match and that can be traced,
 * but for some that stay out (place/excluded.h).
 *
 * The table is ours, since ftrace forgets: a pattern is matched once, and the
 * addresses of a module that went away stay in the filter, for whatever is loaded
 * there next. So modules join and leave by the table, and the filter is always
 * made from the whole of it.
 */
#ifndef KPCTL_PROBE_FUNCTION_SET_H
#define KPCTL_PROBE_FUNCTION_SET_H

#include <linux/types.h>

#include "place/excluded_list.h"

struct kpctl_err;
struct kpctl_spec;
struct module;

struct kpctl_function_set {
	unsigned long *ip;	/* where ftrace's call stands, ascending */
	u32 nr, room;
	struct kpctl_excluded_list left_out;
};

/*
 * Look for all that is there now. 0, or refused and why; a set whose functions are
 * all in modules that are not there is -ENOENT and empty.
 */
int kpctl_function_set_find(struct kpctl_function_set *set, const struct kpctl_spec *spec,
		    struct kpctl_err *err);
/* Do all patterns speak of modules that are not there? */
bool kpctl_function_set_waits(const struct kpctl_spec *spec);

/*
 * A module that comes, or is there: take in what belongs to the set and can run
 * from now on. How many that were, or -ENOMEM, and then none.
 */
int kpctl_function_set_join(struct kpctl_function_set *set, const struct kpctl_spec *spec,
		    const struct module *mod);
/* What stands in it goes; or that alone which goes when its init is over. */
u32 kpctl_function_set_leave(struct kpctl_function_set *set, const struct module *mod,
			     bool init_only);

void kpctl_function_set_free(struct kpctl_function_set *set);

#endif /* KPCTL_PROBE_FUNCTION_SET_H */
