/* SPDX-License-Identifier: GPL-2.0 */
/* An event's program: made when it is planted, replaced with its condition. */
#ifndef KPCTL_SESSION_EVENT_PROG_H
#define KPCTL_SESSION_EVENT_PROG_H

#include <linux/types.h>

struct kpctl_err;
struct kpctl_event;
struct kpctl_session;

/* For an event about to be planted. 0, or an errno with *err filled in. */
int kpctl_event_compile(struct kpctl_event *ev, struct kpctl_err *err);
/* Its probe is gone, and no handler of it runs any more. */
void kpctl_event_drop_progs(struct kpctl_event *ev);

/*
 * Give the probes of that name the condition that is written to their file `filter`; all
 * of them get it or, with an error in the session's log, none. No hit falls between the
 * old one and the new one, and a call in flight returns under the one it entered under.
 * Takes session->lock.
 */
int kpctl_event_filter(struct kpctl_session *s, const char *group, const char *event,
		       const char *text, size_t len);

#endif /* KPCTL_SESSION_EVENT_PROG_H */
