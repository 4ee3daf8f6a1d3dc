/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tracepoints of a t: matched by the patterns, with as many arguments as the event takes.
 *
 * A tracepoint is a struct in the kernel or in a module, and gone with the module: the table
 * follows modules, as the table of an f does (probe/function_set.h).
 */
#ifndef KPCTL_PROBE_TRACEPOINT_SET_H
#define KPCTL_PROBE_TRACEPOINT_SET_H

#include <linux/types.h>

#include "place/tracepoints.h"

struct kpctl_err;
struct kpctl_spec;
struct kpctl_text;

struct kpctl_point {
	struct kpctl_tracepoint at;
	bool is_out;		/* has too few arguments: left out */
	bool is_hooked;		/* the kind's: the handler is registered here */
};

struct kpctl_point_set {
	struct kpctl_point *point;	/* by name; those that are left out behind all others */
	u32 nr, room;
	u32 members;		/* of nr, without those that are left out */
};

/*
 * Searches all tracepoints that are there now, for those with `need` arguments at least. 0, or
 * an errno and the reason in *err; -ENOENT and an empty set if all patterns name modules that
 * are not there. need_column: of the last of those arguments in the line.
 */
int kpctl_point_set_find(struct kpctl_point_set *set, const struct kpctl_spec *spec, u32 need,
			 u16 need_column, struct kpctl_err *err);

/*
 * Adds the tracepoints of a module, coming or live, that match and are not in the table yet.
 * Returns how many members were added, or an errno, with none added.
 */
int kpctl_point_set_join(struct kpctl_point_set *set, const struct kpctl_spec *spec, u32 need,
			 const struct module *mod);
/* Drops the module's tracepoints, none of which is hooked. Returns how many members. */
u32 kpctl_point_set_leave(struct kpctl_point_set *set, const struct module *mod);

/* The event takes `need` arguments from now on: who is a member? */
void kpctl_point_set_settle(struct kpctl_point_set *set, u32 need);
/* Why nothing is left: the first tracepoint that is left out. Returns an errno. */
int kpctl_point_set_refuse(const struct kpctl_point_set *set, u32 need, u16 need_column,
			   struct kpctl_err *err);

/* A line for each member; for each that is left out, with the reason. */
void kpctl_point_set_list(const struct kpctl_point_set *set, struct kpctl_text *text);
void kpctl_point_set_left_out(const struct kpctl_point_set *set, struct kpctl_text *text);

void kpctl_point_set_free(struct kpctl_point_set *set);

#endif /* KPCTL_PROBE_TRACEPOINT_SET_H */
