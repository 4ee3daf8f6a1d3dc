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
 *	kpctl_may_read_of()	read a session that has a name and an owner: opener and caller
 *	kpctl_may_command()	change anything, where nobody knows the opener: the caller
 */
#ifndef KPCTL_CONTROL_ACCESS_H
#define KPCTL_CONTROL_ACCESS_H

#include <linux/types.h>
#include <linux/uidgid.h>

struct file;

int kpctl_may_look(void);
/* Opening succeeds from this call on: the load of the module can no longer fail. */
void kpctl_access_begin(void);
int kpctl_may_open(const struct file *file);
int kpctl_may_read(const struct file *file);
int kpctl_may_control(const struct file *file);
int kpctl_may_steer(const struct file *file);
/* After kpctl_may_steer(), so that opener and caller are the same user. */
int kpctl_may_read_of(const struct file *file, kuid_t owner);
int kpctl_may_command(void);

/* Would the kernel show addresses to the opener? To be asked while the file is being opened. */
bool kpctl_shows_addresses(const struct file *file);
/* ... to the caller, where nobody knows the opener? */
bool kpctl_shows_addresses_now(void);

#endif /* KPCTL_CONTROL_ACCESS_H */
