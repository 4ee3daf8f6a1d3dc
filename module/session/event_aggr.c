// SPDX-License-Identifier: GPL-2.0
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "aggr/aggr.h"
#include "session/event.h"
#include "session/event_aggr.h"
#include "hit/fast.h"
#include "session/session.h"
#include "spec/errors.h"

int kpctl_event_make_aggrs(struct kpctl_event *ev, struct kpctl_err *err)
{
	const struct kpctl_do *act = ev->act;

	if (!act || !act->naggrs)
		return 0;
	ev->target.aggrs = kpctl_aggrs_alloc(ev->spec, act);
	if (ev->target.aggrs)
		return 0;
	kpctl_err_fill(err, AGGR_MEMORY, act->column,
		       (u32)DIV_ROUND_UP_ULL(kpctl_aggrs_planned(ev->spec, act), 1 << 20));
	return -ENOMEM;
}

void kpctl_event_free_aggrs(struct kpctl_event *ev)
{
	kpctl_aggrs_free(ev->target.aggrs);
	ev->target.aggrs = NULL;
}

/* A change of tables, one probe's part of it; then what was there before. */
struct change {
	struct list_head node;
	struct kpctl_event *ev;
	struct kpctl_aggrs *aggrs;
};

static int prepare_aggrs(struct kpctl_event *ev, struct list_head *changes)
{
	struct change *ch;

	if (!ev->target.aggrs)
		return 0;
	ch = kzalloc(sizeof(*ch), GFP_KERNEL);
	if (!ch)
		return -ENOMEM;
	ch->ev = ev;
	list_add_tail(&ch->node, changes);
	ch->aggrs = kpctl_aggrs_alloc(ev->spec, ev->act);
	return ch->aggrs ? 0 : -ENOMEM;
}

static void publish_aggrs(struct change *ch)
{
	struct kpctl_aggrs *old = ch->ev->target.aggrs;

	/* Pairs with the load-acquires of handlers: whole tables. */
	smp_store_release(&ch->ev->target.aggrs, ch->aggrs);
	if (ch->ev->target.prog)
		kpctl_fast_tables(&ch->ev->target);
	ch->ev->aggrs_cleared++;
	ch->aggrs = old;
}

int kpctl_event_clear_aggrs(struct kpctl_session *s, const char *group, const char *event)
{
	struct change *ch, *next;
	struct kpctl_event *ev;
	LIST_HEAD(changes);
	int ret = -ENODEV;

	list_for_each_entry(ev, &s->events, node) {
		if (!kpctl_event_is_called(ev, group, event))
			continue;
		ret = prepare_aggrs(ev, &changes);
		if (ret)
			break;
	}
	if (!ret) {
		list_for_each_entry(ch, &changes, node)
			publish_aggrs(ch);
		synchronize_rcu();	/* handlers are through with the old ones */
	}
	list_for_each_entry_safe(ch, next, &changes, node) {
		kpctl_aggrs_free(ch->aggrs);
		kfree(ch);
	}
	return ret;
}
