/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Permissions for open files; SECURITY.md has the reasons. Each kpctl_may_...() returns 0
 * or a negative errno, and refuses in a kernel that is locked down. `Opener` is the task
 * that opened the file, `caller` the task that uses the descriptor now:
 *
 *	kpctl_may_look()	read on, through a descriptor that was checked at open
 *	kpctl_may_open()	open a file of debugfs, for reading or for writing
 *	kpctl_may_read()	read events, which carry kernel addresses: opener and caller
 *	kpctl_may_control()	change anything: opener and caller, and the caller does not
 *				act on behalf of another user
 *	kpctl_may_steer()	choose what the file's next read and write are about
 */
#ifndef KPCTL_CONTROL_ACCESS_H
#define KPCTL_CONTROL_ACCESS_H

#include <linux/types.h>

struct file;

int kpctl_may_look(void);
/* Opening succeeds from this call on: the load of the module can no longer fail. */
void kpctl_access_begin(void);
int kpctl_may_open(const struct file *file);
int kpctl_may_read(const struct file *file);
int kpctl_may_control(const struct file *file);
int kpctl_may_steer(const struct file *file);

/* Would the kernel show addresses to the opener? To be asked while the file is being opened. */
bool kpctl_shows_addresses(const struct file *file);

#endif /* KPCTL_CONTROL_ACCESS_H */
