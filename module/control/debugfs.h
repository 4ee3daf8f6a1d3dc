/* SPDX-License-Identifier: GPL-2.0 */
/* /sys/kernel/debug/kprobectl: the main session's files. */
#ifndef KPCTL_CONTROL_H
#define KPCTL_CONTROL_H

/* Without debugfs there are no files; the device does all they do. Else all, or none. */
int kpctl_control_init(void);
void kpctl_control_exit(void);

#endif /* KPCTL_CONTROL_H */
