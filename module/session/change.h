/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A change to all probes of one name: prepared for each of them, then published for all,
 * or for none where one cannot have it. Handlers run meanwhile. A grace period after the
 * last was published no handler that came before holds what was replaced.
 */
#ifndef KPCTL_SESSION_CHANGE_H
#define KPCTL_SESSION_CHANGE_H

#include <linux/list.h>

struct kpctl_aggrs;
struct kpctl_cond;
struct kpctl_err;
struct kpctl_event;
struct kpctl_prog;
struct kpctl_session;

/* One probe's part of it: what it is to have, NULL: none; from publish on, what it had. */
struct kpctl_change {
	struct list_head node;
	struct kpctl_event *ev;
	struct kpctl_prog *prog;
	struct kpctl_cond *cond;
	struct kpctl_aggrs *aggrs;
};

struct kpctl_change_ops {
	/* 0, or an errno with *err filled in: nothing is changed */
	int (*prepare)(struct kpctl_change *ch, const void *what, struct kpctl_err *err);
	void (*publish)(struct kpctl_change *ch);
	/* After the grace period, for all at once. NULL: nothing is to be done. */
	void (*published)(struct list_head *changes);
	/* Of what the change holds, at its end. */
	void (*free)(struct kpctl_change *ch);
};

/* -ENODEV, and nothing in *err: there is none of that name. */
int kpctl_change_all(struct kpctl_session *s, const char *group, const char *event,
		     const struct kpctl_change_ops *ops, const void *what,
		     struct kpctl_err *err);

#endif /* KPCTL_SESSION_CHANGE_H */
