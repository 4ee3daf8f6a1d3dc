/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KPCTL_CONTROL_VIEW_OPEN_H
#define KPCTL_CONTROL_VIEW_OPEN_H

struct kpctl_event;
struct kpctl_text;

/*
 * The file `open`: the spans that the event has started and nobody has ended, oldest first, a
 * line each: age, task, keys, arguments of the start. Under session->lock.
 */
void kpctl_view_open(const struct kpctl_event *ev, struct kpctl_text *text);

#endif /* KPCTL_CONTROL_VIEW_OPEN_H */
