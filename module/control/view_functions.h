/* SPDX-License-Identifier: GPL-2.0 */
/* The functions that an event stands at, and how often each was hit. */
#ifndef KPCTL_CONTROL_VIEW_FUNCTIONS_H
#define KPCTL_CONTROL_VIEW_FUNCTIONS_H

struct kpctl_event;
struct kpctl_text;

/*
 * A line for each: NAME, [MODULE]; and ": HITS" where one of the event's aggregates has
 * $func for its only key, also for functions that nobody has called. "HITS+" is at least
 * so many: the aggregate has hits that it knows no function of.
 */
void kpctl_view_functions(const struct kpctl_event *ev, struct kpctl_text *text);

#endif /* KPCTL_CONTROL_VIEW_FUNCTIONS_H */
