/* SPDX-License-Identifier: GPL-2.0 */
/* An event's aggregates: made with it, cleared, gone with it. */
#ifndef KPCTL_SESSION_EVENT_AGGR_H
#define KPCTL_SESSION_EVENT_AGGR_H

#include <linux/types.h>

struct kpctl_err;
struct kpctl_event;
struct kpctl_session;

/* Before it is planted. 0, or an errno with *err filled in. */
int kpctl_event_make_aggrs(struct kpctl_event *ev, struct kpctl_err *err);
/* When nobody can reach the event any more. */
void kpctl_event_free_aggrs(struct kpctl_event *ev);

/*
 * Let all aggregates of the probes of that name begin anew, at once. 0, -ENODEV: no
 * such event, or -ENOMEM and nothing has changed.
 */
int kpctl_event_clear_aggrs(struct kpctl_session *s, const char *group, const char *event);

#endif /* KPCTL_SESSION_EVENT_AGGR_H */
