/* SPDX-License-Identifier: GPL-2.0 */
/* /sys/kernel/debug/kprobectl: the main session's files. */
#ifndef KPCTL_CONTROL_DEBUGFS_H
#define KPCTL_CONTROL_DEBUGFS_H

/* Without debugfs there are no files; the device does all they do. Else all, or none. */
int kpctl_debugfs_init(void);
void kpctl_debugfs_exit(void);

#endif /* KPCTL_CONTROL_DEBUGFS_H */
