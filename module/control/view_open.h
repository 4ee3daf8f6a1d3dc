/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KPCTL_CONTROL_VIEW_OPEN_H
#define KPCTL_CONTROL_VIEW_OPEN_H

struct kpctl_event;
struct kpctl_text;

/*
 * What an event has open, oldest first, a line each: first the spans that the event has started
 * and nobody has ended, then the calls in flight. Under session->lock.
 */

/* The file `open`: age, task, keys of a span, arguments. */
void kpctl_view_open(const struct kpctl_event *ev, struct kpctl_text *text);
/* The event's lines of KPCTL_VIEW_OPEN, for programs. */
void kpctl_view_open_list(const struct kpctl_event *ev, struct kpctl_text *text);

#endif /* KPCTL_CONTROL_VIEW_OPEN_H */
