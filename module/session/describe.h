/* SPDX-License-Identifier: GPL-2.0 */
/* A line of KPCTL_VIEW_EVENTS: how to decode an event's records. */
#ifndef KPCTL_SESSION_DESCRIBE_H
#define KPCTL_SESSION_DESCRIBE_H

struct kpctl_event;
struct kpctl_text;

void kpctl_event_describe(const struct kpctl_event *ev, const char *state,
			  struct kpctl_text *text);

#endif /* KPCTL_SESSION_DESCRIBE_H */
