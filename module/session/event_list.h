/* SPDX-License-Identifier: GPL-2.0 */
/* The events of a session: found, made, added and removed. */
#ifndef KPCTL_SESSION_EVENT_LIST_H
#define KPCTL_SESSION_EVENT_LIST_H

#include <linux/types.h>

struct kpctl_err;
struct kpctl_event;
struct kpctl_gone;
struct kpctl_session;
struct kpctl_spec;
struct list_head;

/* The first probe of that name. */
struct kpctl_event *kpctl_event_find(struct kpctl_session *s, const char *group,
				     const char *event);
struct kpctl_event *kpctl_event_find_id(struct kpctl_session *s, u32 id);

/*
 * Adding takes two steps. Each returns 0, or an errno with *err filled in:
 *
 *	make	checks the spec against the session and allocates the event; after a
 *		refusal there is no event
 *	add	plants or parks the event and puts it on the list; after a refusal the
 *		caller frees the event
 */
int kpctl_event_make(struct kpctl_session *s, const struct kpctl_spec *spec,
		     struct kpctl_event **made, struct kpctl_err *err);
int kpctl_event_add(struct kpctl_event *ev, struct kpctl_err *err);

/*
 * Removal takes two steps, so that many events share one grace period: unlink silences an
 * event and moves it from the session to the list `dying`; destroy takes the probes of all
 * events of the list out and frees the events.
 */
void kpctl_event_unlink(struct kpctl_event *ev, struct list_head *dying);
void kpctl_event_destroy(struct kpctl_session *s, struct list_head *dying);

/* An event that was remembered is forgotten. */
void kpctl_gone_free(struct kpctl_gone *gone);

#endif /* KPCTL_SESSION_EVENT_LIST_H */
