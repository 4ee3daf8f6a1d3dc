// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/workqueue.h>

#include "aggr/aggr.h"
#include "aggr/keep.h"
#include "base/compat.h"
#include "session/change.h"
#include "session/event.h"
#include "session/event_aggr.h"
#include "hit/fast.h"
#include "session/session.h"
#include "spec/errors.h"

/* How often a table that is emptied is looked at. It has to find room for what comes meanwhile. */
#define LOOK_EVERY	(HZ / 10)

static bool is_to_be_emptied(const struct kpctl_event *ev)
{
	u32 i;

	for (i = 0; ev->act && i < ev->act->naggrs; i++)
		if (ev->act->aggr[i].top || ev->act->aggr[i].by_time)
			return true;
	return false;
}

static void look_soon(struct kpctl_session *s)
{
	queue_delayed_work(kpctl_unbound_wq(), &s->keeping, LOOK_EVERY);
}

int kpctl_event_make_aggrs(struct kpctl_event *ev, struct kpctl_err *err)
{
	const struct kpctl_do *act = ev->act;

	if (!act || !act->naggrs)
		return 0;
	ev->target.aggrs = kpctl_aggrs_alloc(ev->spec, act);
	if (ev->target.aggrs) {
		if (is_to_be_emptied(ev))
			look_soon(ev->session);
		return 0;
	}
	kpctl_err_fill(err, AGGR_MEMORY, act->column,
		       (u32)DIV_ROUND_UP_ULL(kpctl_aggrs_planned(ev->spec, act), 1 << 20));
	return -ENOMEM;
}

void kpctl_event_free_aggrs(struct kpctl_event *ev)
{
	kpctl_aggrs_put(ev->target.aggrs);
	ev->target.aggrs = NULL;
}

/* Clearing */

static int prepare_aggrs(struct kpctl_change *ch, const void *what, struct kpctl_err *err)
{
	if (!ch->ev->target.aggrs)
		return 0;
	ch->aggrs = kpctl_aggrs_alloc(ch->ev->spec, ch->ev->act);
	return ch->aggrs ? 0 : kpctl_err_no_memory(err);
}

static void replace_aggrs(struct kpctl_change *ch)
{
	struct kpctl_aggrs *old = ch->ev->target.aggrs;

	/* Pairs with the load-acquires of handlers: the tables' content, then the pointer. */
	smp_store_release(&ch->ev->target.aggrs, ch->aggrs);
	if (ch->ev->target.prog)
		kpctl_fast_tables(&ch->ev->target);
	ch->aggrs = old;
}

static void publish_aggrs(struct kpctl_change *ch)
{
	if (!ch->ev->target.aggrs)
		return;
	replace_aggrs(ch);
	ch->ev->aggrs_cleared++;
}

static void free_change_of_aggrs(struct kpctl_change *ch)
{
	kpctl_keeps_free(ch->keeps);
	kpctl_aggrs_put(ch->aggrs);
}

int kpctl_event_clear_aggrs(struct kpctl_session *s, const char *group, const char *event)
{
	static const struct kpctl_change_ops ops = {
		.prepare = prepare_aggrs,
		.publish = publish_aggrs,
		.free = free_change_of_aggrs,
	};
	struct kpctl_err err;

	return kpctl_change_all(s, group, event, &ops, NULL, &err);
}

/* Keeping: an empty table for each that fills, and the old one's rows to those that are kept */

static int prepare_keeping(struct kpctl_change *ch, const void *what, struct kpctl_err *err)
{
	int ret = prepare_aggrs(ch, what, err);

	if (ret || !ch->aggrs)
		return ret;
	ch->keeps = kpctl_keeps_alloc(ch->ev->target.aggrs, ch->aggrs);
	return ch->keeps ? 0 : kpctl_err_no_memory(err);
}

static void publish_emptied(struct kpctl_change *ch)
{
	if (ch->aggrs)
		replace_aggrs(ch);
}

/* Readers of the new tables come under the session's lock, and so only after this. */
static void keep_rows(struct list_head *changes)
{
	struct kpctl_change *ch;

	list_for_each_entry(ch, changes, node)
		if (ch->keeps)
			kpctl_keeps_merge(ch->keeps);
}

/* Without memory the table goes on as it is, and counts as `other` what has no room. */
static void keep_event(struct kpctl_event *ev)
{
	static const struct kpctl_change_ops ops = {
		.prepare = prepare_keeping,
		.publish = publish_emptied,
		.published = keep_rows,
		.free = free_change_of_aggrs,
	};
	struct kpctl_err err;

	kpctl_change_all(ev->session, ev->spec->group, ev->spec->event, &ops, NULL, &err);
}

static void look_at_tables(struct work_struct *work)
{
	struct kpctl_session *s = container_of(to_delayed_work(work), struct kpctl_session, keeping);
	struct kpctl_event *ev;
	bool again = false;

	mutex_lock(&s->lock);
	list_for_each_entry(ev, &s->events, node) {
		if (!is_to_be_emptied(ev))
			continue;
		again = true;
		if (kpctl_aggrs_fill(ev->target.aggrs))
			keep_event(ev);
	}
	if (again)
		look_soon(s);
	mutex_unlock(&s->lock);
}

void kpctl_keeping_init(struct kpctl_session *s)
{
	INIT_DELAYED_WORK(&s->keeping, look_at_tables);
}

void kpctl_keeping_end(struct kpctl_session *s)
{
	cancel_delayed_work_sync(&s->keeping);
}
