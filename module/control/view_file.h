/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An open text file: one of the views, read as a snapshot and written as
 * commands. A debugfs file is one; a descriptor of the device has one inside.
 */
#ifndef KPCTL_CONTROL_VIEW_FILE_H
#define KPCTL_CONTROL_VIEW_FILE_H

#include <linux/mutex.h>
#include <linux/types.h>

#include "base/text.h"

struct file;
struct kpctl_session;

struct kpctl_view_file {
	/* all below, against threads sharing the file; no user memory is touched under it */
	struct mutex lock;
	u32 view;		/* enum kpctl_view */
	bool of_main;		/* KPCTL_VIEW_MAIN was asked for */
	bool hides;		/* addresses, from whoever opened it; never changes */
	struct kpctl_text text;
};

/* While file is being opened: what it may show is decided now, as in kallsyms. */
void kpctl_view_file_init(struct kpctl_view_file *tf, u32 view, const struct file *file);
void kpctl_view_file_free(struct kpctl_view_file *tf);
int kpctl_view_file_set_view(struct kpctl_view_file *tf, u32 view);

/*
 * Of session s, or of the main one if the view says so. Reading from position 0
 * takes a new snapshot. -EPERM: values, that is addresses, are hidden from its owner.
 */
ssize_t kpctl_view_file_read(struct kpctl_view_file *tf, struct kpctl_session *s,
			    char __user *buf, size_t count, loff_t *ppos);
ssize_t kpctl_view_file_write(struct kpctl_view_file *tf, struct kpctl_session *s,
			     const struct file *file, const char __user *buf, size_t count);

#endif /* KPCTL_CONTROL_VIEW_FILE_H */
