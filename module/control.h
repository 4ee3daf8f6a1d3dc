/* SPDX-License-Identifier: GPL-2.0 */
/* /sys/kernel/debug/kprobectl: the main session's files. */
#ifndef KPCTL_CONTROL_H
#define KPCTL_CONTROL_H

#include <linux/list.h>

struct dentry;
struct kpctl_event;

/* events/GRP/EVENT; holds a reference on the event until it is removed. */
struct kpctl_event_dir {
	struct list_head node;		/* of those to be removed */
	struct dentry *dentry;
	struct kpctl_group_dir *group;
	struct kpctl_event *ev;
};

/* Without debugfs there are no files; the device does all they do. */
void kpctl_control_init(void);
void kpctl_control_exit(void);

/* session->dirs, and to add also session->lock. Without memory: no directory. */
void kpctl_control_add_event(struct kpctl_event *ev);
/* Waits for operations on its files, so never under a lock that one takes. */
void kpctl_control_remove_dir(struct kpctl_event_dir *dir);

#endif /* KPCTL_CONTROL_H */
