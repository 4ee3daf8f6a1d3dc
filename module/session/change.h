/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A change to all probes of one name. Each probe's part is prepared first; then all parts
 * are published, or none of them if one could not be prepared. Handlers run meanwhile. A
 * grace period after the last publish, no handler uses a replaced object any more.
 */
#ifndef KPCTL_SESSION_CHANGE_H
#define KPCTL_SESSION_CHANGE_H

#include <linux/list.h>

struct kpctl_aggrs;
struct kpctl_cond;
struct kpctl_err;
struct kpctl_event;
struct kpctl_keeps;
struct kpctl_prog;
struct kpctl_session;

/*
 * One probe's part of a change. Until publish the three pointers are the probe's new
 * objects, from publish on the old ones; NULL: none.
 */
struct kpctl_change {
	struct list_head node;
	struct kpctl_event *ev;
	struct kpctl_prog *prog;
	struct kpctl_cond *cond;
	struct kpctl_aggrs *aggrs;
	struct kpctl_keeps *keeps;	/* for those that carry over what tables have */
};

struct kpctl_change_ops {
	/* Make the new objects. 0, or an errno with *err filled in: then nothing is changed. */
	int (*prepare)(struct kpctl_change *ch, const void *what, struct kpctl_err *err);
	void (*publish)(struct kpctl_change *ch);
	/* Called once for all parts, after the grace period. NULL: nothing is to be done. */
	void (*published)(struct list_head *changes);
	/* Free the objects that a part holds at the end of the change, new or old. */
	void (*free)(struct kpctl_change *ch);
};

/* Carry out a change, under s->lock. -ENODEV, and nothing in *err: no probe has that name. */
int kpctl_change_all(struct kpctl_session *s, const char *group, const char *event,
		     const struct kpctl_change_ops *ops, const void *what,
		     struct kpctl_err *err);

#endif /* KPCTL_SESSION_CHANGE_H */
