/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sessions with a name, which live until their directory is removed. The directories are
 * those of kprobectl_configfs.ko, so that this module does without configfs; all else is here.
 * What is exported is for that module alone, in the namespace KPROBECTL.
 */
#ifndef KPCTL_CONTROL_NAMED_H
#define KPCTL_CONTROL_NAMED_H

#include <linux/types.h>
#include <linux/kprobectl.h>

#include "control/number.h"

struct kpctl_session;
struct module;

/* A part of the directory's own struct. */
struct kpctl_named {
	struct kpctl_session *session;
};

/* Who has the directories. */
struct kpctl_namer {
	struct module *owner;
	/*
	 * The session of a name, whose directory, and with it the owner's code, stays until
	 * put(). ERR_PTR(-ENOENT): there is none, or it is being removed.
	 */
	struct kpctl_named *(*find)(const char *name);
	void (*put)(struct kpctl_named *named);
};

/* Exported. There is one namer; the last call of find() has ended when it is forgotten. */
void kpctl_named_register(const struct kpctl_namer *namer);
void kpctl_named_unregister(void);

/* Exported. 0, -EPERM: the caller may not make sessions, or -ENOMEM. */
int kpctl_named_make(struct kpctl_named *named);
/* Nobody stands for the session, or has a file of its open. */
void kpctl_named_free(struct kpctl_named *named);

/*
 * The files of a directory: X(name, mode, what it holds). What is long is read as a whole;
 * of the others, which can be written, configfs hands on a page at a time.
 */
#define KPCTL_NAMED_PAGES(X)						\
	X(control,	  0600, KPCTL_VIEW_CONTROL)			\
	X(error_log,	  0600, KPCTL_VIEW_ERRORS)			\
	X(check,	  0600, KPCTL_VIEW_CHECK)			\
	X(stopped,	  0400, KPCTL_VIEW_STOPPED)			\
	X(tracing_on,	  0600, KPCTL_NAMED_NUMBER | KPCTL_NUMBER_TRACING)	\
	X(buffer_size_kb, 0600, KPCTL_NAMED_NUMBER | KPCTL_NUMBER_BUFFER)	\
	X(overwrite,	  0600, KPCTL_NAMED_NUMBER | KPCTL_NUMBER_OVERWRITE)	\
	X(owner,	  0600, KPCTL_NAMED_NUMBER | KPCTL_NUMBER_OWNER)

#define KPCTL_NAMED_TEXTS(X)						\
	X(profile,	  0400, KPCTL_VIEW_PROFILE)			\
	X(stats,	  0400, KPCTL_VIEW_STATS)

#define KPCTL_NAMED_NUMBER	0x100u	/* or'ed with an enum kpctl_number, where views are none */

/* Exported. The length of a file's text, which is the caller's to kvfree(), or -errno. */
ssize_t kpctl_named_read(struct kpctl_named *named, u32 what, char **text);
/*
 * Exported. How much of it was carried out, or -errno. A NUL stands behind the text. With
 * `is_cut` it may be the beginning of a longer one: a line without an end is left.
 */
ssize_t kpctl_named_write(struct kpctl_named *named, u32 what, const char *text, size_t len,
			  bool is_cut);

/* For the device, as find() and put() above. */
struct kpctl_named *kpctl_named_get(const char *name);
void kpctl_named_put(struct kpctl_named *named);

#endif /* KPCTL_CONTROL_NAMED_H */
