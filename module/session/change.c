// SPDX-License-Identifier: GPL-2.0
#include <linux/lockdep.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "session/change.h"
#include "session/event.h"
#include "session/session.h"
#include "spec/errors.h"

static int prepare_change(struct kpctl_event *ev, const struct kpctl_change_ops *ops,
			  const void *what, struct list_head *changes, struct kpctl_err *err)
{
	struct kpctl_change *ch = kzalloc(sizeof(*ch), GFP_KERNEL);

	if (!ch)
		return kpctl_err_no_memory(err);
	ch->ev = ev;
	list_add_tail(&ch->node, changes);
	return ops->prepare(ch, what, err);
}

static int prepare_changes(struct kpctl_session *s, const char *group, const char *event,
			   const struct kpctl_change_ops *ops, const void *what,
			   struct list_head *changes, struct kpctl_err *err)
{
	struct kpctl_event *ev;
	int ret = -ENODEV;

	list_for_each_entry(ev, &s->events, node) {
		if (!kpctl_event_is_called(ev, group, event))
			continue;
		ret = prepare_change(ev, ops, what, changes, err);
		if (ret)
			break;
	}
	return ret;
}

int kpctl_change_all(struct kpctl_session *s, const char *group, const char *event,
		     const struct kpctl_change_ops *ops, const void *what,
		     struct kpctl_err *err)
{
	struct kpctl_change *ch, *next;
	LIST_HEAD(changes);
	int ret;

	lockdep_assert_held(&s->lock);
	ret = prepare_changes(s, group, event, ops, what, &changes, err);
	if (!ret) {
		list_for_each_entry(ch, &changes, node)
			ops->publish(ch);
		synchronize_rcu();
		if (ops->published)
			ops->published(&changes);
	}
	list_for_each_entry_safe(ch, next, &changes, node) {
		ops->free(ch);
		kfree(ch);
	}
	return ret;
}
