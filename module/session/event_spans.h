/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The spans of a session's events: who starts them, who uses them. A table belongs to all probes
 * of the name that starts spans, and to the events that name it; the last of them frees it.
 */
#ifndef KPCTL_SESSION_EVENT_SPANS_H
#define KPCTL_SESSION_EVENT_SPANS_H

#include <linux/list.h>
#include <linux/types.h>

#include "place/kernel_btf.h"
#include "span/span.h"

struct kpctl_err;
struct kpctl_event;
struct kpctl_session;
struct kpctl_text;

/* Names for the lines of one write to a session: types, and events that start spans. */
struct kpctl_line_names {
	struct kpctl_kernel_btf types;
	struct kpctl_session *session;
};

/* The caller holds `dirs` or `lock` as long as lines are parsed. */
void kpctl_line_names_init(struct kpctl_line_names *names, struct kpctl_session *s);

/* The table of an event's own starts, and those that its line names. first: see event_list.c */
int kpctl_event_make_spans(struct kpctl_event *ev, const struct kpctl_event *first,
			   struct kpctl_err *err);
void kpctl_event_free_spans(struct kpctl_event *ev);

/* May both be probes of one event? */
bool kpctl_event_same_spans(const struct kpctl_event *first, const struct kpctl_spec *spec);

/*
 * Would an event that stays use the spans of one that goes? `goes` says which do. NULL: none
 * would.
 */
struct kpctl_event *kpctl_event_find_user(struct kpctl_session *s,
					  bool (*goes)(const struct kpctl_event *ev,
						       const void *what),
					  const void *what);

/* Is the event the one of the session that speaks for its table? */
bool kpctl_event_has_spans(const struct kpctl_event *ev);
/* All tables of the session, those of removed events included. */
void kpctl_session_spans(struct kpctl_session *s, struct kpctl_span_sum *sum);
/* Before the event is freed, and no longer in the session's list. */
void kpctl_event_drop_spans(struct kpctl_session *s, struct kpctl_event *ev,
			    struct list_head *dying);

#endif /* KPCTL_SESSION_EVENT_SPANS_H */
