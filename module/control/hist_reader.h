/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The text of many aggregates, read in pieces. A table can have a million rows, so its text
 * never exists as a whole: each read() makes what it returns.
 *
 *	session->lock held:    kpctl_hist_reader_add() takes references on the tables
 *	no lock of a session:  kpctl_hist_reader_piece() gathers and sorts a table's rows
 *	                       when it comes to the table, and makes text of some of them
 *
 * So nobody waits for a reader, not even one that never comes back: its tables stay until
 * the end was read, or the file is closed. An event that is removed meanwhile, or whose
 * tables are cleared, is read to the end as it was.
 */
#ifndef KPCTL_CONTROL_HIST_READER_H
#define KPCTL_CONTROL_HIST_READER_H

#include <linux/list.h>
#include <linux/types.h>

#include "base/text.h"

struct kpctl_event;
struct kpctl_hist;
struct kpctl_hist_form;

/* The owner of the struct has a lock for it. */
struct kpctl_hist_reader {
	const struct kpctl_hist_form *form;
	struct list_head sources;	/* those not yet read to the end */
	u32 index;			/* the next aggregate of the first source */
	struct kpctl_hist *hist;	/* the aggregate that is read now, or NULL */
	bool begun;			/* by kpctl_hist_reader_begin() */
	bool any;			/* an aggregate's text has been begun */
	struct kpctl_text text;		/* what was made last */
	loff_t start;			/* the position of its first byte */
};

void kpctl_hist_reader_init(struct kpctl_hist_reader *r, const struct kpctl_hist_form *form);
/* Forgets all. */
void kpctl_hist_reader_reset(struct kpctl_hist_reader *r);
/* The same, for a text of this moment; the owner adds the events. */
void kpctl_hist_reader_begin(struct kpctl_hist_reader *r);
/* An event's tables, if the event has some, are read too. 0 or -ENOMEM. */
int kpctl_hist_reader_add(struct kpctl_hist_reader *r, struct kpctl_event *ev);
/*
 * As kpctl_text_piece(). -ESPIPE: the position has gone by. A reader goes on, or begins anew
 * at position 0.
 */
ssize_t kpctl_hist_reader_piece(struct kpctl_hist_reader *r, loff_t pos, size_t count,
				char **piece);

#endif /* KPCTL_CONTROL_HIST_READER_H */
