/* SPDX-License-Identifier: GPL-2.0 */
/* The events of a session: found, made, added and removed. */
#ifndef KPCTL_SESSION_EVENT_LIST_H
#define KPCTL_SESSION_EVENT_LIST_H

#include <linux/types.h>

struct kpctl_err;
struct kpctl_event;
struct kpctl_session;
struct kpctl_spec;
struct list_head;

/* The first probe of that name. */
struct kpctl_event *kpctl_event_find(struct kpctl_session *s, const char *group,
				     const char *event);
struct kpctl_event *kpctl_event_find_id(struct kpctl_session *s, u32 id);

/*
 * Adding, in two steps: make checks what a spec asks for against the session, add plants
 * the event and puts it on the list. 0 or an errno with *err filled in. Where make is
 * refused there is no event; what add refuses is to be freed.
 */
int kpctl_event_make(struct kpctl_session *s, const struct kpctl_spec *spec,
		     struct kpctl_event **made, struct kpctl_err *err);
int kpctl_event_add(struct kpctl_event *ev, struct kpctl_err *err);

/*
 * Removal, in two steps, so that many share one grace period: unlink silences an event
 * and moves it from the session to a list; destroy takes all of the list's probes out
 * and frees the events.
 */
void kpctl_event_unlink(struct kpctl_event *ev, struct list_head *dying);
void kpctl_event_destroy(struct kpctl_session *s, struct list_head *dying);

#endif /* KPCTL_SESSION_EVENT_LIST_H */
