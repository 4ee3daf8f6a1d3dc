/* SPDX-License-Identifier: GPL-2.0 */
/* /sys/kernel/debug/kprobectl/events: a directory for each event of the main session. */
#ifndef KPCTL_CONTROL_DEBUGFS_EVENTS_H
#define KPCTL_CONTROL_DEBUGFS_EVENTS_H

#include <linux/types.h>

struct dentry;
struct kpctl_event;
struct kpctl_event_dir;
struct list_head;

/* In the directory of all files, which takes it along when it goes. */
bool kpctl_event_dirs_init(struct dentry *root);

/*
 * Before the event is on the list its files find none of that name. What could not be
 * made whole is left to be dropped with it. -EEXIST: a file has that name.
 */
int kpctl_event_dir_add(struct kpctl_event *ev);
/* One of its probes goes; the last one puts it on the list of dirs to remove. */
void kpctl_event_dir_drop(struct kpctl_event *ev, struct list_head *dirs);
/* Waits for whoever is opening its files, so never under a lock that he takes. */
void kpctl_event_dir_remove(struct kpctl_event_dir *dir);

#endif /* KPCTL_CONTROL_DEBUGFS_EVENTS_H */
