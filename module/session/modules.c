// SPDX-License-Identifier: GPL-2.0
/*
 * Modules that come, get past their init, or go, and the events of all sessions:
 *
 *	module	events at one place			events at a set of functions
 *	comes	parked ones of the module are planted	the module's functions join the set
 *	is live	those in init's text are parked; the	init's functions leave the set; the
 *		module's events made since are planted	module's functions join, if not yet
 *	goes	those in the module are parked		the module's functions leave the set
 *
 * Names in a line may have their meaning by a module's types (renew.h), wherever the event
 * stands: when the module comes, names are looked up again.
 *
 * Sets of tracepoints do as sets of functions do, told by another notifier.
 *
 * A session's events at one place that lose the place are all silenced first; then the probes
 * are taken out in one grace period per kind. A set without functions is unplanted by itself.
 */
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "place/module_list.h"
#include "probe/engine.h"
#include "session/event.h"
#include "session/event_acts.h"
#include "session/modules.h"
#include "session/plant.h"
#include "session/renew.h"
#include "session/session.h"
#include "place/text_end.h"

/* Events */

static bool stands_in(const struct kpctl_event *ev, const struct module *mod)
{
	return ev->mod[0] && !strcmp(ev->mod, mod->name);
}

static void log_failure(struct kpctl_event *ev, struct kpctl_err *err)
{
	lockdep_assert_held(&ev->session->lock);
	ev->probe_failed = true;
	kpctl_plant_log(ev, err);
}

static void note_failure(struct kpctl_event *ev, int ret, struct kpctl_err *err)
{
	if (!err->code)
		ev->engine->explain(ev, ret, err);
	log_failure(ev, err);
}

/* Put the probe where the set's table says now, planted or not so far. */
static int set_follow(struct kpctl_event *ev, struct kpctl_err *err)
{
	int ret = ev->engine->may(ev, err);

	if (ret)
		return ret;
	if (ev->state == KPCTL_PARKED)
		return kpctl_plant_found(ev, err);
	return kpctl_event_check_acts(ev, err) ?: ev->engine->update(ev);
}

/*
 * Sets, of which some functions are in a module. Failures:
 *
 *	the functions cannot be added		the set stays at its other functions
 *	the functions cannot be taken out	the whole set is unplanted
 *	ftrace's filter differs from the	the whole set is unplanted
 *	table (-EIO)
 *
 * A set that stayed in the last two cases would be hit by the next module that is loaded at
 * the same addresses.
 */
static void set_join_one(struct kpctl_event *ev, const struct module *mod)
{
	struct kpctl_err err = {};
	int ret = ev->names_failed ? 0 : ev->engine->join(ev, mod);

	if (!ret)
		return;
	if (ret > 0) {
		ret = set_follow(ev, &err);
		if (!ret)
			return;
		/*
		 * leave() undoes join(): a planted set had no function of the module before,
		 * as functions of a module join all at once, and only then is ret above 0.
		 */
		ev->engine->leave(ev, mod, false);
		/* -EIO: the content of ftrace's filter is unknown */
		if (ret == -EIO && ev->state != KPCTL_PARKED)
			kpctl_unplant(ev);
	}
	note_failure(ev, ret, &err);
}

/* A set that failed when a module came or went tries again to join all modules except `but`. */
static void set_catch_up(struct kpctl_event *ev, const struct module *but)
{
	struct module *mod = NULL;

	ev->probe_failed = ev->stuck || ev->names_failed;
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
		kpctl_unplant(ev);
	if (!ret)
		return;
	kpctl_unplant(ev);
	note_failure(ev, ret, &err);
}

/*
 * Names that have their meaning by the module's types are looked up again. An event that stands
 * elsewhere was planted all the time: where its values are found in other places it is planted
 * anew, and where values cannot be had in their old form the event is refused. True: the event
 * is to be planted.
 */
static bool look_again(struct kpctl_event *ev, const struct module *mod)
{
	const bool failed = ev->names_failed;
	struct kpctl_err err = {};
	int ret = kpctl_renew(ev, mod, &err);

	if (ret == KPCTL_RENEW_OTHER || (ret == KPCTL_RENEW_SAME && !failed))
		return false;
	if (ev->state != KPCTL_PARKED)
		kpctl_unplant(ev);
	ev->names_failed = ret < 0;
	if (ret < 0)
		log_failure(ev, &err);
	return ret > 0;
}

/* A set's functions are found anew, too: others may have the parameters where they are now. */
static void come_to_set(struct kpctl_event *ev, const struct module *mod)
{
	struct kpctl_err err = {};
	int ret = look_again(ev, mod) ? kpctl_plant(ev, &err) : 0;

	if (ret && ret != -ENOENT)
		note_failure(ev, ret, &err);
	set_join(ev, mod);
}

static void come_to_place(struct kpctl_event *ev, const struct module *mod)
{
	struct kpctl_err err = {};
	bool again;

	if (stands_in(ev, mod) && kpctl_renew_waits(ev, mod))
		return;
	again = look_again(ev, mod);
	if (ev->names_failed || ev->state != KPCTL_PARKED || !kpctl_event_can_return(ev) ||
	    !(again || stands_in(ev, mod)))
		return;
	ev->probe_failed = false;
	if (kpctl_plant(ev, &err))
		log_failure(ev, &err);
}

static void come(struct kpctl_event *ev, const struct module *mod)
{
	if (ev->engine->join)
		come_to_set(ev, mod);
	else
		come_to_place(ev, mod);
}

static void events_at_coming(struct list_head *events, const struct module *mod)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, events, node)
		if (!ev->engine->at_points)
			come(ev, mod);
}

static void points_at_coming(struct list_head *events, const struct module *mod)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, events, node)
		if (ev->engine->at_points)
			come(ev, mod);
}

static bool lost_its_place(const struct kpctl_event *ev, const struct module *mod)
{
	return !ev->engine->leave && stands_in(ev, mod) && ev->engine->is_gone(ev);
}

/* Init is over; kprobes has given up the probes in init's text, and the kernel frees that text. */
static void events_at_live(struct list_head *events, const struct module *mod)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, events, node) {
		if (ev->engine->join) {
			set_leave(ev, mod, true);
			set_join(ev, mod);	/* for a set made after the module came */
		} else if (stands_in(ev, mod) && ev->state == KPCTL_PARKED &&
			   !ev->probe_failed) {
			come(ev, mod);		/* an event made after the module came */
		}
	}
	kpctl_plant_take_out(events, lost_its_place, mod);
}

static bool loses_its_place(const struct kpctl_event *ev, const struct module *mod)
{
	return !ev->engine->leave && stands_in(ev, mod);
}

static void set_goes(struct kpctl_event *ev, const struct module *mod)
{
	bool failed = ev->probe_failed;

	set_leave(ev, mod, false);
	if (failed)
		set_catch_up(ev, mod);
}

static void events_at_going(struct list_head *events, const struct module *mod)
{
	struct kpctl_event *ev;

	kpctl_plant_take_out(events, loses_its_place, mod);
	list_for_each_entry(ev, events, node)
		if (ev->engine->leave && !ev->engine->at_points)
			set_goes(ev, mod);
}

static void points_at_going(struct list_head *events, const struct module *mod)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, events, node)
		if (ev->engine->at_points)
			set_goes(ev, mod);
}

/* The notifier */

static void for_each_session(const struct module *mod,
			     void (*fn)(struct list_head *events, const struct module *mod))
{
	struct kpctl_session *s;

	mutex_lock(&kpctl_sessions_lock);
	list_for_each_entry(s, &kpctl_sessions, node) {
		mutex_lock(&s->lock);
		fn(&s->events, mod);
		mutex_unlock(&s->lock);
	}
	mutex_unlock(&kpctl_sessions_lock);
}

static int module_changed(struct notifier_block *nb, unsigned long what, void *data)
{
	struct module *mod = data;

	switch (what) {
	case MODULE_STATE_COMING:
		for_each_session(mod, events_at_coming);
		break;
	case MODULE_STATE_LIVE:
		for_each_session(mod, events_at_live);
		break;
	case MODULE_STATE_GOING:
		for_each_session(mod, events_at_going);
		break;
	}
	return NOTIFY_DONE;
}

/*
 * The notifiers of kprobes and ftrace (priority 0 and above) run before this one: they know
 * the text of a module that comes, and have given up the probes in a module that goes.
 */
static struct notifier_block notifier = {
	.notifier_call = module_changed,
	.priority = -1,
};

/*
 * Tracepoints of a module: the kernel tells of them in time. Its own notifier for modules runs
 * before ours, and warns of a handler that is still there.
 */
static int points_changed(struct notifier_block *nb, unsigned long what, void *data)
{
	const struct tp_module *tp_mod = data;

	if (what == MODULE_STATE_COMING)
		for_each_session(tp_mod->mod, points_at_coming);
	else if (what == MODULE_STATE_GOING)
		for_each_session(tp_mod->mod, points_at_going);
	return NOTIFY_DONE;
}

static struct notifier_block point_notifier = { .notifier_call = points_changed };

/* Registering calls points_changed() for each module that is there: no session has events yet. */
int kpctl_modules_init(void)
{
	int ret = kpctl_text_end_init();

	if (ret)
		return ret;
	ret = register_module_notifier(&notifier);
	if (ret)
		goto err_text_end;
	ret = register_tracepoint_module_notifier(&point_notifier);
	if (ret)
		goto err_notifier;
	return 0;

err_notifier:
	unregister_module_notifier(&notifier);
err_text_end:
	kpctl_text_end_exit();
	return ret;
}

void kpctl_modules_exit(void)
{
	unregister_tracepoint_module_notifier(&point_notifier);
	unregister_module_notifier(&notifier);
	kpctl_text_end_exit();
}
