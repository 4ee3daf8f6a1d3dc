/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who may do what with an open file; SECURITY.md has the reasons. All of these
 * answer 0 or a negative errno, and all refuse in a kernel that is locked down.
 */
#ifndef KPCTL_CONTROL_ACCESS_H
#define KPCTL_CONTROL_ACCESS_H

#include <linux/types.h>

struct file;

/* Read on, through a descriptor that somebody was allowed to open. */
int kpctl_may_look(void);
/* Open a file of debugfs: look, or change what is behind it. Nobody may before this: */
void kpctl_access_begin(void);
int kpctl_may_open(const struct file *file);
/* Read events, which carry kernel addresses: whoever opened it and whoever calls. */
int kpctl_may_read(const struct file *file);
/* Change anything: both of them, and no other user's errand. */
int kpctl_may_control(const struct file *file);
/* Change what the file's next read and write are about. */
int kpctl_may_steer(const struct file *file);

/* While a file is being opened: would the kernel show addresses to its owner? */
bool kpctl_shows_addresses(const struct file *file);

#endif /* KPCTL_CONTROL_ACCESS_H */
