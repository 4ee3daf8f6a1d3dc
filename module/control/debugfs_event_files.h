/* SPDX-License-Identifier: GPL-2.0 */
/* The files in an event's directory: enable, filter, format, functions, hist, id, left_out, open. */
#ifndef KPCTL_CONTROL_DEBUGFS_EVENT_FILES_H
#define KPCTL_CONTROL_DEBUGFS_EVENT_FILES_H

#include <linux/kref.h>
#include <linux/list.h>

#include "spec/spec.h"

struct dentry;

/*
 * events/GRP/EVENT, shared by all probes of that name. An open file holds a reference on the
 * struct, and none on a probe: an operation looks for the probes whose `dir` is the struct,
 * under session->lock.
 */
struct kpctl_event_dir {
	struct kref ref;
	struct list_head node;		/* in a list of directories to be removed */
	struct dentry *dentry;
	struct kpctl_group_dir *group;
	unsigned int nr_probes;		/* session->lock */
	char group_name[KPCTL_NAME_MAX];
	char name[KPCTL_NAME_MAX];
};

/*
 * Make the event's files in the directory; removing the directory removes the files. 0, or an
 * errno with some of the files missing.
 */
int kpctl_event_files_make(struct kpctl_event_dir *dir);
/* Put a reference; the last put frees the struct. */
void kpctl_event_dir_put(struct kpctl_event_dir *dir);

#endif /* KPCTL_CONTROL_DEBUGFS_EVENT_FILES_H */
