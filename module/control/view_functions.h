/* SPDX-License-Identifier: GPL-2.0 */
/* The functions at which an event is planted, and how often each was hit. */
#ifndef KPCTL_CONTROL_VIEW_FUNCTIONS_H
#define KPCTL_CONTROL_VIEW_FUNCTIONS_H

struct kpctl_event;
struct kpctl_text;

/*
 * A line for each function: NAME [MODULE]. If an aggregate of the event has $func as its only
 * key, ": HITS" follows, also for functions without a hit. "HITS+" means at least so many
 * hits: the aggregate has counted some without their function.
 */
void kpctl_view_functions(const struct kpctl_event *ev, struct kpctl_text *text);

#endif /* KPCTL_CONTROL_VIEW_FUNCTIONS_H */
