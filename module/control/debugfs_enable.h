/* SPDX-License-Identifier: GPL-2.0 */
/* events/enable and events/GRP/enable switch all events of the main session, or of a group. */
#ifndef KPCTL_CONTROL_DEBUGFS_ENABLE_H
#define KPCTL_CONTROL_DEBUGFS_ENABLE_H

#include <linux/types.h>

struct dentry;

#define KPCTL_ENABLE_FILE	"enable"	/* no group and no event can have that name */

/*
 * Make `enable` in a directory. group: the group's name, which lives as long as the
 * directory; NULL: all groups. false: no memory.
 */
bool kpctl_enable_file_make(struct dentry *dir, const char *group);

#endif /* KPCTL_CONTROL_DEBUGFS_ENABLE_H */
