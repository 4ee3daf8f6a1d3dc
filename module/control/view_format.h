/* SPDX-License-Identifier: GPL-2.0 */
/* An event's record in tracefs's syntax, for libtraceevent and its users. */
#ifndef KPCTL_CONTROL_VIEW_FORMAT_H
#define KPCTL_CONTROL_VIEW_FORMAT_H

struct kpctl_event;
struct kpctl_text;

void kpctl_view_format(struct kpctl_event *ev, struct kpctl_text *text);

#endif /* KPCTL_CONTROL_VIEW_FORMAT_H */
