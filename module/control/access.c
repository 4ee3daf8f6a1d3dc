// SPDX-License-Identifier: GPL-2.0
#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/security.h>
#include <linux/string.h>
#include <linux/uidgid.h>

#include "base/compat.h"
#include "control/access.h"

/* Opener and caller both need the capability: a descriptor is not a permit. */
static bool opener_can(const struct file *file, int cap)
{
	return file_ns_capable(file, &init_user_ns, cap) && capable(cap);
}

/*
 * A set-user-ID program can be made to write another user's text to a descriptor that the
 * user passed in: the program has all capabilities, and the descriptor's opener may have
 * had them too. Such a program is not dumpable since its exec, its children neither, and
 * mostly the real user id is still the other user's. A descriptor that the program opened
 * itself is fine: the credentials are one object as long as a process neither forks nor
 * execs nor changes them.
 */
static bool is_own_errand(const struct file *file)
{
	const struct cred *opener = file->f_cred, *cred = current_cred();

	if (opener == cred)
		return true;
	return uid_eq(opener->uid, cred->uid) && kpctl_current_is_dumpable();
}

int kpctl_may_look(void)
{
	return security_locked_down(LOCKDOWN_KPROBES);
}

int kpctl_may_read(const struct file *file)
{
	if (!opener_can(file, CAP_SYSLOG))
		return -EPERM;
	if (!opener_can(file, CAP_PERFMON) && !opener_can(file, CAP_SYS_ADMIN))
		return -EPERM;
	return kpctl_may_look();
}

int kpctl_may_control(const struct file *file)
{
	if (!(file->f_mode & FMODE_WRITE))
		return -EBADF;
	if (!opener_can(file, CAP_SYS_ADMIN) || !is_own_errand(file))
		return -EPERM;
	return kpctl_may_look();
}

/*
 * The flag is set when the load of the module can no longer fail; main.c says why no file
 * is opened before. The flag publishes nothing, so no barrier is needed: everything that an
 * opener needs was made before the file.
 */
static bool loaded;

void kpctl_access_begin(void)
{
	WRITE_ONCE(loaded, true);
}

int kpctl_may_open(const struct file *file)
{
	if (!READ_ONCE(loaded))
		return -EBUSY;
	return file->f_mode & FMODE_WRITE ? kpctl_may_control(file) : kpctl_may_look();
}

/* A write's meaning depends on the view: where the opener may write, a reader must not choose. */
int kpctl_may_steer(const struct file *file)
{
	if ((file->f_mode & FMODE_WRITE) && file_ns_capable(file, &init_user_ns, CAP_SYS_ADMIN))
		return kpctl_may_control(file);
	return is_own_errand(file) ? kpctl_may_read(file) : -EPERM;
}

/* An owner is let in by being named, and by no capability; who may change everything may look. */
int kpctl_may_read_of(const struct file *file, kuid_t owner)
{
	if (uid_eq(file->f_cred->uid, owner) || opener_can(file, CAP_SYS_ADMIN))
		return 0;
	return -EACCES;
}

/*
 * The attributes of configfs learn nothing of the file that is written to. Modes have let root
 * alone open the file, so the writer must be root as well, by the real user id: then another
 * user's errand is none. is_own_errand() says why the process must be dumpable.
 */
int kpctl_may_command(void)
{
	if (!capable(CAP_SYS_ADMIN) || !uid_eq(current_uid(), GLOBAL_ROOT_UID) ||
	    !kpctl_current_is_dumpable())
		return -EPERM;
	return kpctl_may_look();
}

/* Does %pK hide the address? %pK prints zeros when kernel.kptr_restrict hides it from this task. */
static bool is_hidden(const void *address)
{
	char text[2 * sizeof(void *) + 1];

	scnprintf(text, sizeof(text), "%pK", address);
	return strspn(text, "0") == strlen(text);
}

/*
 * The variable kptr_restrict is not exported, so %pK is tried. Where kptr_restrict is 0, %pK
 * prints a hash, which is seldom 0, and never 0 for two addresses.
 */
static bool are_hidden(void)
{
	return is_hidden(kpctl_shows_addresses) && is_hidden(THIS_MODULE);
}

bool kpctl_shows_addresses(const struct file *file)
{
	return file_ns_capable(file, &init_user_ns, CAP_SYSLOG) && !are_hidden();
}

bool kpctl_shows_addresses_now(void)
{
	return capable(CAP_SYSLOG) && !are_hidden();
}
