/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An open text file: one of the views, read as a snapshot and written as commands. A text
 * file of debugfs has a struct kpctl_view_file, and so has each open device file.
 */
#ifndef KPCTL_CONTROL_VIEW_FILE_H
#define KPCTL_CONTROL_VIEW_FILE_H

#include <linux/mutex.h>
#include <linux/types.h>

#include "base/text.h"
#include "control/hist_reader.h"

struct file;
struct kpctl_session;
struct kpctl_trace;

struct kpctl_view_file {
	/*
	 * All members below, against threads that share the file; no user memory is touched
	 * under the lock.
	 */
	struct mutex lock;
	u32 view;		/* enum kpctl_view */
	bool of_main;		/* KPCTL_VIEW_MAIN was asked for */
	bool hides;		/* addresses are redacted for the opener; never changes */
	struct kpctl_text text;
	/* instead of `text`: */
	struct kpctl_hist_reader hists;		/* KPCTL_VIEW_HISTS */
	struct kpctl_trace *trace;		/* KPCTL_VIEW_TRACE, _PIPE; NULL: not begun */
};

/*
 * To be called while `file` is being opened: whether addresses are shown is decided at open,
 * as in /proc/kallsyms.
 */
void kpctl_view_file_init(struct kpctl_view_file *tf, u32 view, const struct file *file);
void kpctl_view_file_free(struct kpctl_view_file *tf);
int kpctl_view_file_set_view(struct kpctl_view_file *tf, u32 view);

/*
 * Read or write the view of session s, or of the main session if of_main is set. A read from
 * position 0 takes a new snapshot; `waits` is for KPCTL_VIEW_TRACE_PIPE. -EPERM: the view has
 * values, which can be addresses, and addresses are hidden from the opener.
 */
ssize_t kpctl_view_file_read(struct kpctl_view_file *tf, struct kpctl_session *s,
			     char __user *buf, size_t count, loff_t *ppos, bool waits);
/* Begins the view now, and not at the first read: KPCTL_VIEW_TRACE_PIPE becomes the reader. */
int kpctl_view_file_begin(struct kpctl_view_file *tf, struct kpctl_session *s);
/* Is there something to read? With another view than KPCTL_VIEW_TRACE_PIPE: records of s. */
__poll_t kpctl_view_file_poll(struct kpctl_view_file *tf, struct kpctl_session *s,
			      struct file *file, struct poll_table_struct *wait);
ssize_t kpctl_view_file_write(struct kpctl_view_file *tf, struct kpctl_session *s,
			      const struct file *file, const char __user *buf, size_t count);

/* Views without a file. */

/* The text of a view that has no values; addresses become zeros if `hides`. */
void kpctl_view_text(struct kpctl_session *s, u32 view, bool hides, struct kpctl_text *text);
/* The length of the whole lines at the head of a long write; 0: not one line is whole. */
size_t kpctl_view_whole_lines(const char *text, size_t len);
/* What was written is carried out: 0 or -errno. */
int kpctl_view_write(struct kpctl_session *s, u32 view, const char *text, size_t len);

#endif /* KPCTL_CONTROL_VIEW_FILE_H */
