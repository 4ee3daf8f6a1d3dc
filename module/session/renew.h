/* SPDX-License-Identifier: GPL-2.0 */
/* Names of a line looked up again, when the module comes back whose types gave them a place. */
#ifndef KPCTL_SESSION_RENEW_H
#define KPCTL_SESSION_RENEW_H

struct kpctl_err;
struct kpctl_event;
struct module;

enum kpctl_renewal {
	KPCTL_RENEW_OTHER,	/* the line has no names by the module's types */
	KPCTL_RENEW_SAME,	/* its values are where they were */
	KPCTL_RENEW_MOVED,	/* some are elsewhere: the event's program has to be made anew */
};

/*
 * An event in a module, whose line is for a certain build of a module, waits until the module
 * is live: the kernel does not tell the build-id before.
 */
bool kpctl_renew_waits(const struct kpctl_event *ev, const struct module *mod);

/*
 * For an event, under session->lock, while the module's coming is handled: the module may have
 * been built anew since the line was written. New places of values are taken; an argument
 * whose type is another one is refused, since the event's format is known to readers. So is a
 * line that is for another build of the module. An enum kpctl_renewal, or an errno with *err
 * filled in, and nothing is changed.
 */
int kpctl_renew(struct kpctl_event *ev, const struct module *mod, struct kpctl_err *err);

#endif /* KPCTL_SESSION_RENEW_H */
