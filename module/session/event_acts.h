/* SPDX-License-Identifier: GPL-2.0 */
/* Events whose hits act on what they hit (hit/act.h): whether they may, and their state. */
#ifndef KPCTL_SESSION_EVENT_ACTS_H
#define KPCTL_SESSION_EVENT_ACTS_H

struct kpctl_err;
struct kpctl_event;

/*
 * Of a new event: 0, also if its line does not act; or a refusal in *err, where the module was
 * not loaded for that or the kernel is locked down. The first such line taints the kernel.
 */
int kpctl_event_make_acts(struct kpctl_event *ev, struct kpctl_err *err);
/* The same question of an event that was made earlier, before it is switched on. */
int kpctl_event_check_acts(const struct kpctl_event *ev, struct kpctl_err *err);
void kpctl_event_free_acts(struct kpctl_event *ev);

/* Before the event is switched on, under its session's lock: limits begin anew. */
void kpctl_event_begin_acts(struct kpctl_event *ev);
/* May the event's condition be taken away? *err: why not. */
int kpctl_event_check_no_cond(const struct kpctl_event *ev, struct kpctl_err *err);

#endif /* KPCTL_SESSION_EVENT_ACTS_H */
