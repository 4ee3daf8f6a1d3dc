// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>

#include "aggr/aggr.h"
#include "session/change.h"
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

static void publish_aggrs(struct kpctl_change *ch)
{
	struct kpctl_aggrs *old = ch->ev->target.aggrs;

	if (!old)
		return;
	/* Pairs with the load-acquires of handlers: the tables' content, then the pointer. */
	smp_store_release(&ch->ev->target.aggrs, ch->aggrs);
	if (ch->ev->target.prog)
		kpctl_fast_tables(&ch->ev->target);
	ch->ev->aggrs_cleared++;
	ch->aggrs = old;
}

static void free_change_of_aggrs(struct kpctl_change *ch)
{
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
