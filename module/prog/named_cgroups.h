/* SPDX-License-Identifier: GPL-2.0 */
/* The cgroups that a text names in `in "PATH"`, looked up before any lock of a session. */
#ifndef KPCTL_PROG_NAMED_CGROUPS_H
#define KPCTL_PROG_NAMED_CGROUPS_H

#include <linux/types.h>

struct cgroup;
struct kpctl_named_cgroups;

/*
 * Looks up each path of the text where the caller looks: sleeps for as long as a file system
 * takes. NULL: the text names no cgroup that there is; ERR_PTR(-ENOMEM).
 */
struct kpctl_named_cgroups *kpctl_named_cgroups_find(const char *text, size_t len);

/* One user more, one less; the last one's going drops the references. NULL: nothing. */
void kpctl_named_cgroups_get(struct kpctl_named_cgroups *named);
void kpctl_named_cgroups_put(struct kpctl_named_cgroups *named);

/* The cgroup of that path, with a reference for the caller; NULL: none was found there. */
struct cgroup *kpctl_named_cgroups_at(const struct kpctl_named_cgroups *named, const char *path);

#endif /* KPCTL_PROG_NAMED_CGROUPS_H */
