/* SPDX-License-Identifier: GPL-2.0 */
/* An event's program: compiled when the event is planted, replaced with the condition. */
#ifndef KPCTL_SESSION_EVENT_PROG_H
#define KPCTL_SESSION_EVENT_PROG_H

#include <linux/types.h>

struct kpctl_err;
struct kpctl_event;
struct kpctl_session;

/* Compile the program of an event about to be planted. 0, or an errno with *err filled in. */
int kpctl_event_compile(struct kpctl_event *ev, struct kpctl_err *err);
/* Free all programs of an event whose probe is out and whose handlers have all returned. */
void kpctl_event_drop_progs(struct kpctl_event *ev);

/*
 * Give all probes of that name the condition that was written to the file `filter`; or none
 * of them, with a refusal in the session's error log. No hit is without the old condition
 * or the new, and a call in flight returns under the condition under which the call entered.
 * Takes session->lock.
 */
int kpctl_event_filter(struct kpctl_session *s, const char *group, const char *event,
		       const char *text, size_t len);

#endif /* KPCTL_SESSION_EVENT_PROG_H */
