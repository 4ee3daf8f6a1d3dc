/* SPDX-License-Identifier: GPL-2.0 */
/* Names of a line looked up again, when the module comes back whose types gave them a place. */
#ifndef KPCTL_SESSION_RENEW_H
#define KPCTL_SESSION_RENEW_H

struct kpctl_err;
struct kpctl_event;
struct module;

/*
 * For a parked event, under session->lock, before it is planted while the module's coming is
 * handled: the module may have been built anew since the line was written. New offsets are
 * taken; an argument whose type is another one is refused, since the event's format is known
 * to readers. 0, or an errno with *err filled in, and nothing is changed.
 */
int kpctl_renew(struct kpctl_event *ev, const struct module *mod, struct kpctl_err *err);

#endif /* KPCTL_SESSION_RENEW_H */
