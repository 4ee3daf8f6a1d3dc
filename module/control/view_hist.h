/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One aggregate as text, a step at a time: its rows are gathered and sorted at first, then
 * each step makes a line or a few. No lock is needed: a source keeps what is read alive.
 */
#ifndef KPCTL_CONTROL_VIEW_HIST_H
#define KPCTL_CONTROL_VIEW_HIST_H

#include <linux/list.h>
#include <linux/types.h>

struct kpctl_aggr_spec;
struct kpctl_aggrs;
struct kpctl_arg_spec;
struct kpctl_event;
struct kpctl_hist;
struct kpctl_text;

/* An event's tables as they were when somebody began to read, with a reference on each. */
struct kpctl_hist_source {
	struct list_head node;
	struct kpctl_event *ev;
	struct kpctl_aggrs *aggrs;
	u32 cleared;		/* how often the tables had been cleared */
};

struct kpctl_hist_form {
	char before_frame;		/* of a stack in a key */
	const char *between;		/* text between two aggregates */
	void (*begin)(struct kpctl_hist *h);
	bool (*next)(struct kpctl_hist *h, struct kpctl_text *text);
};

/* A table for people; KPCTL_VIEW_HISTS, lines for programs. */
extern const struct kpctl_hist_form kpctl_hist_shown, kpctl_hist_listed;

/* The index-th aggregate of the source, which must outlive it; -ENOMEM as a pointer. */
struct kpctl_hist *kpctl_hist_make(const struct kpctl_hist_source *source, u32 index,
				   const struct kpctl_hist_form *form);
void kpctl_hist_free(struct kpctl_hist *h);	/* NULL is fine */
/* Appends the next step to the text; false: this step was the last. */
bool kpctl_hist_next(struct kpctl_hist *h, struct kpctl_text *text);

struct kpctl_key_marks {
	const char *between, *is;	/* text between two parts, between a name and its value */
	char before_frame;
};

/* A key, and a part of one, as the lists of tables have them; a stack's frames behind `before_frame`. */
void kpctl_view_key(struct kpctl_text *text, const struct kpctl_event *ev,
		    const struct kpctl_aggr_spec *keys, const u8 *key,
		    const struct kpctl_key_marks *marks);
void kpctl_view_part(struct kpctl_text *text, const struct kpctl_arg_spec *as, const u8 *part,
		     char before_frame);
/* The n words of a stack. */
void kpctl_view_stack(struct kpctl_text *text, const struct kpctl_arg_spec *as, const u64 *word,
		      u32 n, char before_frame);

#endif /* KPCTL_CONTROL_VIEW_HIST_H */
