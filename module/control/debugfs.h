/* SPDX-License-Identifier: GPL-2.0 */
/* /sys/kernel/debug/kprobectl: the main session's files. */
#ifndef KPCTL_CONTROL_DEBUGFS_H
#define KPCTL_CONTROL_DEBUGFS_H

/*
 * Make all files; or none, and -ENOMEM. A kernel without debugfs is no error: the device can
 * do everything that the files can.
 */
int kpctl_debugfs_init(void);
void kpctl_debugfs_exit(void);

#endif /* KPCTL_CONTROL_DEBUGFS_H */
