/* SPDX-License-Identifier: GPL-2.0 */
/* An event's aggregates: made with the event, cleared, freed with the event. */
#ifndef KPCTL_SESSION_EVENT_AGGR_H
#define KPCTL_SESSION_EVENT_AGGR_H

#include <linux/types.h>

struct kpctl_err;
struct kpctl_event;
struct kpctl_session;

/* Make the tables of an event that is not planted yet. 0, or an errno with *err filled in. */
int kpctl_event_make_aggrs(struct kpctl_event *ev, struct kpctl_err *err);
/* Free the tables, once no handler and no file can reach the event any more. */
void kpctl_event_free_aggrs(struct kpctl_event *ev);

/*
 * All aggregates of the probes of that name begin anew, at once. 0; -ENODEV: no such event;
 * -ENOMEM: nothing has changed.
 */
int kpctl_event_clear_aggrs(struct kpctl_session *s, const char *group, const char *event);

/*
 * Tables with top=N or time(TIME) are looked at ten times a second, while a session has such.
 * After the end, which comes when the session has no more events, nobody looks.
 */
void kpctl_keeping_init(struct kpctl_session *s);
void kpctl_keeping_end(struct kpctl_session *s);

#endif /* KPCTL_SESSION_EVENT_AGGR_H */
