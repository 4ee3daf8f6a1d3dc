// SPDX-License-Identifier: GPL-2.0
#include <linux/module.h>
#include <linux/security.h>
#include <linux/slab.h>

#include "probe/engine.h"
#include "session/event.h"
#include "session/event_prog.h"
#include "hit/throttle.h"
#include "place/module_list.h"
#include "place/where.h"
#include "session/plant.h"
#include "session/session.h"
#include "spec/errors.h"

/* In which module does it stand? Remembered, to park it when that one goes. */
static void note_place(struct kpctl_event *ev, struct kpctl_where *w)
{
	ev->addr = ev->engine->addr(ev);
	if (ev->addr && !ev->spec->mod[0] && kpctl_where_is(ev->addr, w))
		strscpy(ev->mod, w->mod, sizeof(ev->mod));
}

static int no_memory_to_plant(struct kpctl_err *err)
{
	kpctl_err_fill(err, NO_MEMORY, 0);
	return -ENOMEM;
}

/* What the kernel cannot let go of stays in memory for good. */
static void keep_if_stuck(struct kpctl_event *ev)
{
	if (ev->stuck)
		kpctl_event_get(ev);
}

/* At the places that were found. */
static int plant_there(struct kpctl_event *ev, struct kpctl_err *err)
{
	struct kpctl_where *w;
	int ret;

	w = ev->stuck ? NULL : kmalloc(sizeof(*w), GFP_KERNEL);
	if (!w)
		return no_memory_to_plant(err);
	ret = kpctl_event_compile(ev, err);
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

/* -ENOENT may mean parked: the caller knows. */
static int plant_event(struct kpctl_event *ev, struct kpctl_err *err)
{
	return ev->engine->find(ev, err) ?: plant_there(ev, err);
}

/*
 * What the probe's end leaves to count: calls that were still inside, whose
 * returns nobody will see.
 */
static void settle(struct kpctl_event *ev)
{
	struct kpctl_sum sum;

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

static void unplant_event(struct kpctl_event *ev)
{
	kpctl_event_note_nested(ev);
	kpctl_event_disable(ev);
	unplant_some(ev->engine, &ev, 1);
}

int kpctl_plant_or_park(struct kpctl_event *ev, struct kpctl_err *err)
{
	int ret;

	if (!ev->engine->waits(ev)) {
		ret = plant_event(ev, err);
		/* it may have gone meanwhile */
		if (ret != -ENOENT || !ev->engine->waits(ev))
			return ret;
	}
	/* what can be refused without the module is refused now */
	return ev->engine->may(ev, err);
}

/* Which of a list of events are to be taken out. */
typedef bool (*goes_t)(const struct kpctl_event *ev, const struct module *mod);

static bool goes_anyway(const struct kpctl_event *ev, const struct module *mod)
{
	return true;
}

#define for_each_going(ev, list, goes, mod)				\
	list_for_each_entry(ev, list, node)				\
		if (ev->state != KPCTL_PARKED && goes(ev, mod))

static void unplant_kind(struct list_head *list, goes_t goes, const struct module *mod,
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
 * All of them are silent before the first is taken out. Without memory for a list
 * of them it is a grace period for each, but out they come.
 */
static void take_out_event(struct list_head *list, goes_t goes, const struct module *mod)
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

void kpctl_plant_take_out(struct list_head *dying)
{
	take_out_event(dying, goes_anyway, NULL);
}

/* On and off */

int kpctl_plant_switch(struct kpctl_event *ev, bool on)
{
	int ret;

	if (list_empty(&ev->node))
		return -ENODEV;		/* removed, its file was still open */
	if (on == ev->want_on)
		return 0;
	if (ev->state == KPCTL_PARKED) {
		ev->want_on = on;
		return 0;
	}
	if (on) {
		if (security_locked_down(LOCKDOWN_KPROBES))
			return -EPERM;
		kpctl_event_enable(ev);
		ret = ev->engine->arm(ev);
		if (ret) {
			kpctl_event_disable(ev);
			return ret;
		}
		/* what others at its place missed up to here */
		ev->nmissed_seen = ev->engine->nested(ev);
	} else {
		kpctl_event_note_nested(ev);
		kpctl_event_disable(ev);
		ev->engine->disarm(ev);
	}
	ev->want_on = on;
	ev->state = on ? KPCTL_ARMED : KPCTL_OFF;
	return 0;
}

/* Modules */

static bool stands_in(const struct kpctl_event *ev, const struct module *mod)
{
	return ev->mod[0] && !strcmp(ev->mod, mod->name);
}

/* An address means nothing any more once its module was away. */
static bool can_return(const struct kpctl_event *ev)
{
	return !ev->spec->is_addr;
}

static void log_failure(struct kpctl_event *ev, struct kpctl_err *err)
{
	char *line = kvmalloc(KPCTL_LINE_MAX + 1, GFP_KERNEL);

	ev->probe_failed = true;
	if (!line)
		return;
	if (kpctl_event_print(ev, line) >= 0) {
		err->column = 0;	/* of a line as written, not as listed */
		kpctl_errlog_add(&ev->session->errlog, err, line, strlen(line), 0);
	}
	kvfree(line);
}

static void note_failure(struct kpctl_event *ev, int ret, struct kpctl_err *err)
{
	if (!err->code)
		ev->engine->explain(ev, ret, err);
	log_failure(ev, err);
}

/* Stand where the set's table says now. */
static int set_follow(struct kpctl_event *ev, struct kpctl_err *err)
{
	int ret = ev->engine->may(ev, err);

	if (ret)
		return ret;
	return ev->state == KPCTL_PARKED ? plant_there(ev, err) : ev->engine->update(ev);
}

/*
 * What stands at many places, some of them in a module. When these cannot be added
 * it stays where it is; when they cannot be taken out, or it is not where it was put,
 * it goes as a whole, since what is loaded there next is another's.
 */
static void set_join_one(struct kpctl_event *ev, const struct module *mod)
{
	struct kpctl_err err = {};
	int ret = ev->engine->join(ev, mod);

	if (!ret)
		return;
	if (ret > 0) {
		ret = set_follow(ev, &err);
		if (!ret)
			return;
		/* of one that is planted none was in there before, else none would join */
		ev->engine->leave(ev, mod, false);
		/* what is in the filter now nobody knows */
		if (ret == -EIO && ev->state != KPCTL_PARKED)
			unplant_event(ev);
	}
	note_failure(ev, ret, &err);
}

/* What a set could not do when other modules came or went: can it now? */
static void set_catch_up(struct kpctl_event *ev, const struct module *but)
{
	struct module *mod = NULL;

	ev->probe_failed = ev->stuck;
	while ((mod = kpctl_module_list_next(mod)))
		if (mod != but)
			set_join_one(ev, mod);
}

static void set_join(struct kpctl_event *ev, const struct module *mod)
{
	if (ev->probe_failed)
		set_catch_up(ev, mod);
	set_join_one(ev, mod);
}

static void set_leave(struct kpctl_event *ev, const struct module *mod, bool init_only)
{
	struct kpctl_err err = {};
	int ret = 0;

	if (!ev->engine->leave(ev, mod, init_only) || ev->state == KPCTL_PARKED)
		return;
	if (ev->engine->functions(ev))
		ret = ev->engine->update(ev);
	else
		unplant_event(ev);
	if (!ret)
		return;
	unplant_event(ev);
	note_failure(ev, ret, &err);
}

static void come(struct kpctl_event *ev, const struct module *mod)
{
	struct kpctl_err err;

	if (ev->engine->join) {
		set_join(ev, mod);
		return;
	}
	if (ev->state != KPCTL_PARKED || !stands_in(ev, mod) || !can_return(ev))
		return;
	ev->probe_failed = false;
	if (plant_event(ev, &err))
		log_failure(ev, &err);
}

void kpctl_plant_module_coming(struct list_head *events, const struct module *mod)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, events, node)
		come(ev, mod);
}

static bool lost_its_place(const struct kpctl_event *ev, const struct module *mod)
{
	return !ev->engine->leave && stands_in(ev, mod) && ev->engine->is_gone(ev);
}

/* Its init is over and freed; kprobes gave up what stood there. */
void kpctl_plant_module_live(struct list_head *events, const struct module *mod)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, events, node) {
		if (ev->engine->join) {
			set_leave(ev, mod, true);
			set_join(ev, mod);	/* made after it was told that it comes */
		} else if (stands_in(ev, mod) && ev->state == KPCTL_PARKED &&
			   !ev->probe_failed) {
			come(ev, mod);		/* made after that was told */
		}
	}
	take_out_event(events, lost_its_place, mod);
}

static bool loses_its_place(const struct kpctl_event *ev, const struct module *mod)
{
	return !ev->engine->leave && stands_in(ev, mod);
}

void kpctl_plant_module_going(struct list_head *events, const struct module *mod)
{
	struct kpctl_event *ev;
	bool failed;

	take_out_event(events, loses_its_place, mod);
	list_for_each_entry(ev, events, node) {
		if (!ev->engine->leave)
			continue;
		failed = ev->probe_failed;
		set_leave(ev, mod, false);
		if (failed)
			set_catch_up(ev, mod);
	}
}

const char *kpctl_plant_mode(const struct kpctl_event *ev)
{
	switch (ev->state) {
	case KPCTL_PARKED:
		return ev->probe_failed ? "refused" : can_return(ev) ? "parked" : "gone";
	case KPCTL_OFF:
		return "off";
	default:
		return kpctl_throttle_is_throttled(&ev->target) ? "throttled" :
		       ev->probe_failed ? "partial" : ev->engine->mode(ev);
	}
}
