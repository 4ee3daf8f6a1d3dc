// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/security.h>
#include <linux/slab.h>

#include "probe/engine.h"
#include "session/errlog.h"
#include "session/event.h"
#include "session/event_acts.h"
#include "session/event_notes.h"
#include "session/event_prog.h"
#include "hit/throttle.h"
#include "place/where.h"
#include "session/plant.h"
#include "session/session.h"
#include "spec/errors.h"

/* Note the probe's address and the module there: the event is parked when the module goes. */
static void note_place(struct kpctl_event *ev, struct kpctl_where *w)
{
	ev->addr = ev->engine->addr ? ev->engine->addr(ev) : 0;
	if (ev->addr && !ev->spec->mod[0] && kpctl_where_is(ev->addr, w))
		strscpy(ev->mod, w->mod, sizeof(ev->mod));
	kpctl_event_note_place(ev);
}

/* A reference for good: the kernel cannot let go of a stuck event. */
static void keep_if_stuck(struct kpctl_event *ev)
{
	if (ev->stuck)
		kpctl_event_get(ev);
}

int kpctl_plant_found(struct kpctl_event *ev, struct kpctl_err *err)
{
	struct kpctl_where *w;
	int ret;

	lockdep_assert_held(&ev->session->lock);
	w = ev->stuck ? NULL : kmalloc(sizeof(*w), GFP_KERNEL);
	if (!w)
		return kpctl_err_no_memory(err);
	ret = ev->want_on ? kpctl_event_check_acts(ev, err) : 0;
	ret = ret ?: kpctl_event_compile(ev, err);
	if (ret)
		goto out;
	ev->nmissed_seen = 0;
	if (ev->want_on)
		kpctl_event_enable(ev);
	ret = ev->engine->plant(ev);
	if (ret) {
		keep_if_stuck(ev);
		kpctl_event_disable(ev);
		kpctl_event_drop_progs(ev);
		ret = ev->engine->explain(ev, ret, err);
	} else {
		note_place(ev, w);
		ev->state = ev->want_on ? KPCTL_ARMED : KPCTL_OFF;
	}
out:
	kfree(w);
	return ret;
}

int kpctl_plant(struct kpctl_event *ev, struct kpctl_err *err)
{
	int ret;

	lockdep_assert_held(&ev->session->lock);
	ret = ev->engine->find ? ev->engine->find(ev, err) : ev->engine->may(ev, err);
	return ret ?: kpctl_plant_found(ev, err);
}

/*
 * Settle an event whose probe is out: the calls still in flight are counted as `never`, since
 * no handler will see their returns.
 */
static void settle(struct kpctl_event *ev)
{
	struct kpctl_sum sum;

	lockdep_assert_held(&ev->session->lock);
	keep_if_stuck(ev);
	kpctl_count_sum(ev->target.count, &sum);
	if (sum.inflight) {
		preempt_disable();
		local_add(sum.inflight, &this_cpu_ptr(ev->target.count)->never);
		preempt_enable();
	}
	kpctl_event_drop_progs(ev);
	ev->state = KPCTL_PARKED;
	ev->addr = 0;
}

static void unplant_some(const struct kpctl_engine *engine, struct kpctl_event **ev, int n)
{
	int i;

	engine->unplant(ev, n);
	for (i = 0; i < n; i++)
		settle(ev[i]);
}

void kpctl_unplant(struct kpctl_event *ev)
{
	kpctl_event_note_nested(ev);
	kpctl_event_disable(ev);
	unplant_some(ev->engine, &ev, 1);
}

static bool waits(const struct kpctl_event *ev)
{
	return ev->engine->waits && ev->engine->waits(ev);
}

int kpctl_plant_or_park(struct kpctl_event *ev, struct kpctl_err *err)
{
	int ret;

	lockdep_assert_held(&ev->session->lock);
	if (!waits(ev)) {
		ret = kpctl_plant(ev, err);
		/* the module may have gone meanwhile */
		if (ret != -ENOENT || !waits(ev))
			return ret;
	}
	/* may() refuses now whatever can be refused without the module */
	return ev->engine->may(ev, err);
}

#define for_each_going(ev, list, goes, mod)				\
	list_for_each_entry(ev, list, node)				\
		if (ev->state != KPCTL_PARKED && (!goes || goes(ev, mod)))

static void unplant_kind(struct list_head *list, kpctl_goes_t goes, const struct module *mod,
			 const struct kpctl_engine *engine, struct kpctl_event **batch, int max)
{
	struct kpctl_event *ev;
	int n = 0;

	for_each_going(ev, list, goes, mod) {
		if (ev->engine != engine)
			continue;
		if (n == max) {
			unplant_some(engine, batch, n);
			n = 0;
		}
		batch[n++] = ev;
	}
	if (n)
		unplant_some(engine, batch, n);
}

/*
 * All events are silent before the first probe is taken out. Without memory for a batch the
 * probes are taken out one by one, with a grace period for each: removal never fails.
 */
void kpctl_plant_take_out(struct list_head *list, kpctl_goes_t goes, const struct module *mod)
{
	struct kpctl_event **batch, *one[1], *ev;
	const struct kpctl_engine *engine;
	int kind, n = 0;

	for_each_going(ev, list, goes, mod) {
		kpctl_event_note_nested(ev);
		kpctl_event_disable(ev);
		n++;
	}
	if (!n)
		return;
	batch = kvmalloc_array(n, sizeof(*batch), GFP_KERNEL | __GFP_NOWARN);
	for (kind = 0; (engine = kpctl_engine_of(kind)); kind++)
		unplant_kind(list, goes, mod, engine, batch ?: one, batch ? n : 1);
	kvfree(batch);
}

/* Refusals of events that were there already */

void kpctl_plant_log(struct kpctl_event *ev, struct kpctl_err *err)
{
	char *line = kvmalloc(KPCTL_LINE_MAX + 1, GFP_KERNEL);

	lockdep_assert_held(&ev->session->lock);
	if (!line)
		return;
	if (kpctl_event_print(ev, line) >= 0) {
		err->column = 0;	/* the column is of the line as written, not as listed */
		kpctl_errlog_add(&ev->session->errlog, err, line, strlen(line), 0);
	}
	kvfree(line);
}

/* On and off */

/* An event that was made before the kernel was locked down */
static int may_act(struct kpctl_event *ev)
{
	struct kpctl_err err = {};
	int ret = kpctl_event_check_acts(ev, &err);

	if (ret)
		kpctl_plant_log(ev, &err);
	return ret;
}

static int arm(struct kpctl_event *ev)
{
	struct kpctl_err err = {};
	int ret = ev->engine->arm(ev);

	if (ret && ev->engine->explain) {
		ev->engine->explain(ev, ret, &err);
		kpctl_plant_log(ev, &err);
	}
	return ret;
}

int kpctl_plant_switch(struct kpctl_event *ev, bool on)
{
	int ret;

	lockdep_assert_held(&ev->session->lock);
	if (list_empty(&ev->node))
		return -ENODEV;		/* the event was removed while its file was open */
	if (on == ev->want_on)
		return 0;
	if (ev->state == KPCTL_PARKED) {
		ev->want_on = on;
		return 0;
	}
	if (on) {
		if (security_locked_down(LOCKDOWN_KPROBES))
			return -EPERM;
		ret = may_act(ev);
		if (ret)
			return ret;
		kpctl_event_enable(ev);
		ret = arm(ev);
		if (ret) {
			kpctl_event_disable(ev);
			return ret;
		}
		if (ev->engine->is_elsewhere)	/* a place that could not be armed for its filter */
			ev->probe_failed = false;
		/* skips up to here are of other probes at the same place */
		ev->nmissed_seen = kpctl_event_nested(ev);
	} else {
		kpctl_event_note_nested(ev);
		kpctl_event_disable(ev);
		ev->engine->disarm(ev);
	}
	ev->want_on = on;
	ev->state = on ? KPCTL_ARMED : KPCTL_OFF;
	return 0;
}

/* State */

const char *kpctl_plant_mode(const struct kpctl_event *ev)
{
	lockdep_assert_held(&ev->session->lock);
	switch (ev->state) {
	case KPCTL_PARKED:
		return ev->probe_failed ? "refused" : kpctl_event_can_return(ev) ? "parked" : "gone";
	case KPCTL_OFF:
		return "off";
	default:
		return kpctl_throttle_is_throttled(&ev->target) ? "throttled" :
		       ev->probe_failed ? "partial" :
		       ev->engine->mode ? ev->engine->mode(ev) : "armed";
	}
}
