/* SPDX-License-Identifier: GPL-2.0 */
/* The files in an event's directory: enable, filter, format, functions, hist, id, left_out. */
#ifndef KPCTL_CONTROL_DEBUGFS_EVENT_FILES_H
#define KPCTL_CONTROL_DEBUGFS_EVENT_FILES_H

#include <linux/kref.h>
#include <linux/list.h>

#include "spec/spec.h"

struct dentry;

/*
 * events/GRP/EVENT, shared by all probes of that name. Its open files keep the
 * struct, not the probes: an operation finds those by it, under session->lock.
 */
struct kpctl_event_dir {
	struct kref ref;
	struct list_head node;		/* of those to be removed */
	struct dentry *dentry;
	struct kpctl_group_dir *group;
	unsigned int nr_probes;		/* session->lock */
	char group_name[KPCTL_NAME_MAX];
	char name[KPCTL_NAME_MAX];
};

/* In its directory, which takes them along when it goes. 0 or an errno: not all are there. */
int kpctl_event_files_make(struct kpctl_event_dir *dir);
/* Gives a reference back; the last one frees the struct. */
void kpctl_event_dir_put(struct kpctl_event_dir *dir);

#endif /* KPCTL_CONTROL_DEBUGFS_EVENT_FILES_H */
