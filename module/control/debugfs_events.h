/* SPDX-License-Identifier: GPL-2.0 */
/* /sys/kernel/debug/kprobectl/events: a directory for each event of the main session. */
#ifndef KPCTL_CONTROL_DEBUGFS_EVENTS_H
#define KPCTL_CONTROL_DEBUGFS_EVENTS_H

#include <linux/types.h>

struct dentry;
struct kpctl_event;
struct kpctl_event_dir;
struct list_head;

/* Make events/ in root; removing root removes events/ as well. false: no memory. */
bool kpctl_event_dirs_init(struct dentry *root);

/*
 * Give an event its directory: the one that other probes of the name have, or a new one.
 * Called before the event is on the session's list; until then the files find no probe. After
 * an error the caller drops the event and with it a directory that lacks files. -EEXIST: a
 * file has that name.
 */
int kpctl_event_dir_add(struct kpctl_event *ev);
/* Take a probe from its directory; the last probe puts the directory on the list `dirs`. */
void kpctl_event_dir_drop(struct kpctl_event *ev, struct list_head *dirs);
/*
 * Remove a directory. Removal waits for opens of the files, and for operations between
 * begin() and end(), so the caller holds no lock that they take (session->lock).
 */
void kpctl_event_dir_remove(struct kpctl_event_dir *dir);

#endif /* KPCTL_CONTROL_DEBUGFS_EVENTS_H */
