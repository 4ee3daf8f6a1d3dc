/* SPDX-License-Identifier: GPL-2.0 */
/* Cgroups that conditions name: asked about at hits. */
#ifndef KPCTL_PROG_CGROUP_H
#define KPCTL_PROG_CGROUP_H

#include <linux/types.h>

struct cgroup;
struct kpctl_named_cgroups;

struct kpctl_cgroup {
	struct kpctl_cgroup *next;	/* of the same program */
	u64 path;			/* which of the condition's texts names it */
	struct cgroup *cgrp;		/* with a reference, so that it stays where it is */
	u8 by;				/* how a task is looked up in its hierarchy, see cgroup.c */
	u8 subsys;
};

/*
 * A program's use of the cgroup that was looked up under this path, or is now at it in v2, with a
 * reference. 0; -ENOENT: there is none; -EOPNOTSUPP: tasks cannot be looked up in its hierarchy;
 * -ENOMEM.
 */
int kpctl_cgroup_use(const struct kpctl_named_cgroups *named, const char *path,
		     struct kpctl_cgroup **use);
void kpctl_cgroup_free(struct kpctl_cgroup *list);

/* In a handler: is the current task in the cgroup, or in one below? */
bool kpctl_cgroup_has_current(const struct kpctl_cgroup *cg);

#endif /* KPCTL_PROG_CGROUP_H */
