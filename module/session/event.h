/* SPDX-License-Identifier: GPL-2.0 */
/* What is done to events, which probe/event.h describes, by those who have them. */
#ifndef KPCTL_SESSION_EVENT_H
#define KPCTL_SESSION_EVENT_H

#include <linux/list.h>
#include <linux/types.h>

#include "probe/event.h"

struct kpctl_session;

/*
 * The condition in memory of its own, for an event; NULL for one without tests. Columns
 * are those of the line, or of the file `filter`, it was parsed from. 0 or -ENOMEM.
 */
int kpctl_event_keep_cond(const struct kpctl_cond *cond, struct kpctl_cond **kept);

/* Condition and actions as text, "" for none. */
static inline const char *kpctl_event_cond_text(const struct kpctl_event *ev)
{
	return ev->cond ? ev->cond->text : "";
}

static inline const char *kpctl_event_act_text(const struct kpctl_event *ev)
{
	return ev->act ? ev->act->text : "";
}

/* The event as control lists it, in KPCTL_LINE_MAX + 1 bytes. Its length, or negative. */
int kpctl_event_print(const struct kpctl_event *ev, char *line);

/*
 * Make the event a spec asks for; plant it and put it on the session's list, or discard
 * it. Under session->dirs and session->lock. 0 or an errno with *err filled in; then
 * there is none, or it is as it was.
 */
int kpctl_event_make(struct kpctl_session *s, const struct kpctl_spec *spec,
		     struct kpctl_event **made, struct kpctl_err *err);
int kpctl_event_add(struct kpctl_event *ev, struct kpctl_err *err);
void kpctl_event_undo(struct kpctl_event *ev);

/* Where the slots of its kind end and those of arguments begin. */
u16 kpctl_event_fixed_end(const struct kpctl_engine *engine);

/* The most room a hit asks for in a ring of this size. */
u32 kpctl_event_size(const struct kpctl_event *ev, u64 ring_size);

/* The first probe of that name. */
struct kpctl_event *kpctl_event_find(struct kpctl_session *s, const char *group,
				     const char *event);
bool kpctl_event_is_called(const struct kpctl_event *ev, const char *group, const char *event);
struct kpctl_event *kpctl_event_find_id(struct kpctl_session *s, u32 id);

/*
 * Its hits count from here on, or no longer; at once, long before its probe is in
 * or out. Under session->lock.
 */
void kpctl_event_enable(struct kpctl_event *ev);
void kpctl_event_disable(struct kpctl_event *ev);

/*
 * Removal in two steps, so that many share one grace period: kill silences an
 * event and moves it from the session to a list; bury takes all of the list's
 * probes out and drops the list's references. kill under session->lock; bury
 * under session->lock or when nobody else can reach the events.
 */
void kpctl_event_unlink(struct kpctl_event *ev, struct list_head *dying);
void kpctl_event_destroy(struct kpctl_session *s, struct list_head *dying);

/*
 * Look at what kprobes skipped of it: to be done before it is silenced, so that
 * nothing of later is taken for a miss. Under session->lock, as is the sum.
 */
void kpctl_event_note_nested(struct kpctl_event *ev);
void kpctl_event_sum(struct kpctl_event *ev, struct kpctl_sum *sum);

#endif /* KPCTL_SESSION_EVENT_H */
