// SPDX-License-Identifier: GPL-2.0
#include <linux/idr.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/kprobectl.h>

#include "engine.h"
#include "event.h"
#include "modlist.h"
#include "place.h"
#include "session.h"
#include "spec/errors.h"
#include "text.h"
#include "views.h"

/*
 * Ids are given out round and round, so that a record of a removed event is not
 * taken for another's. Ids of all sessions come from here.
 */
static DEFINE_IDR(ids);
static DEFINE_MUTEX(ids_lock);	/* ids */

static int new_id(void)
{
	int id;

	mutex_lock(&ids_lock);
	id = idr_alloc_cyclic(&ids, &ids, KPCTL_REC_FIRST_EVENT, U16_MAX + 1, GFP_KERNEL);
	mutex_unlock(&ids_lock);
	return id;
}

static void free_id(int id)
{
	mutex_lock(&ids_lock);
	idr_remove(&ids, id);
	mutex_unlock(&ids_lock);
}

static const struct kpctl_engine *const engines[] = {
	[KPCTL_KIND_P] = &kpctl_engine_kprobe,
	[KPCTL_KIND_R] = &kpctl_engine_kretprobe,
};

/* Slots of the kind, behind the header. */
static u16 fixed_end(const struct kpctl_engine *engine)
{
	u16 end = sizeof(struct kpctl_rec);
	const struct kpctl_field *f;

	for (f = engine->fields; f->name; f++)
		end += 8;
	return end;
}

/* References */

struct kpctl_event *kpctl_event_get(struct kpctl_event *ev)
{
	kref_get(&ev->ref);
	return ev;
}

static void release(struct kref *ref)
{
	struct kpctl_event *ev = container_of(ref, struct kpctl_event, ref);

	kpctl_fetch_free(&ev->fetch);
	free_percpu(ev->count);
	kvfree(ev->spec);
	kfree(ev);
}

void kpctl_event_put(struct kpctl_event *ev)
{
	kref_put(&ev->ref, release);
}

static struct kpctl_spec *keep_spec(const struct kpctl_spec *spec)
{
	size_t size = offsetof(struct kpctl_spec, arg) + spec->nargs * sizeof(spec->arg[0]);
	struct kpctl_spec *kept = kvmalloc(size, GFP_KERNEL_ACCOUNT);

	if (kept)
		memcpy(kept, spec, size);
	return kept;
}

static struct kpctl_event *alloc(struct kpctl_session *s, const struct kpctl_spec *spec)
{
	struct kpctl_event *ev = kzalloc(sizeof(*ev), GFP_KERNEL_ACCOUNT);
	int id;

	if (!ev)
		return NULL;
	kref_init(&ev->ref);
	INIT_LIST_HEAD(&ev->node);
	ev->session = s;
	ev->engine = engines[spec->kind];
	ev->want_on = true;
	ev->spec = keep_spec(spec);
	ev->count = alloc_percpu_gfp(struct kpctl_count, GFP_KERNEL_ACCOUNT);
	if (!ev->spec || !ev->count)
		goto err;
	strscpy(ev->mod, spec->mod, sizeof(ev->mod));
	id = new_id();
	if (id < 0)
		goto err;
	ev->id = id;
	kpctl_fetch_lay_out(&ev->fetch, spec, fixed_end(ev->engine));
	return ev;
err:
	kpctl_event_put(ev);
	return NULL;
}

/* Planting */

/* In which module does it stand? Remembered, to park it when that one goes. */
static void note_place(struct kpctl_event *ev, struct kpctl_where *w)
{
	ev->addr = (unsigned long)ev->engine->kprobe(ev)->addr;
	if (!ev->mod[0] && kpctl_where_is(ev->addr, w))
		strscpy(ev->mod, w->mod, sizeof(ev->mod));
}

static int compile(struct kpctl_event *ev, struct kpctl_err *err)
{
	struct kpctl_fetch fetch;
	int ret;

	ret = kpctl_fetch_compile(&fetch, ev->spec, fixed_end(ev->engine), err);
	if (ret)
		return ret;
	/* nobody runs the old program: the event is not planted */
	kpctl_fetch_free(&ev->fetch);
	ev->fetch = fetch;
	return 0;
}

static int no_memory(struct kpctl_err *err)
{
	kpctl_err_fill(err, NO_MEMORY, 0);
	return -ENOMEM;
}

/* -ENOENT may mean parked: the caller knows. */
static int plant(struct kpctl_event *ev, struct kpctl_err *err)
{
	struct kpctl_where *w;
	int ret;

	ret = kpctl_place_guard(ev->spec, err);
	if (ret == -ENOENT)
		return kpctl_place_explain(ev->spec, ret, err);
	if (ret)
		return ret;
	ret = compile(ev, err);
	if (ret)
		return ret;
	w = kmalloc(sizeof(*w), GFP_KERNEL);
	if (!w)
		return no_memory(err);
	/* Pairs with the handlers' load-acquire: all of the event before on. */
	smp_store_release(&ev->on, ev->want_on);
	ret = ev->engine->plant(ev);
	if (ret) {
		WRITE_ONCE(ev->on, false);
		ret = kpctl_place_explain(ev->spec, ret, err);
	} else {
		note_place(ev, w);
		ev->state = ev->want_on ? KPCTL_ARMED : KPCTL_OFF;
	}
	kfree(w);
	return ret;
}

/*
 * What the probe's end leaves to count: hits that kprobes skipped, and calls
 * that were still inside, whose returns nobody will see.
 */
static void settle(struct kpctl_event *ev)
{
	struct kpctl_sum sum;

	ev->nested_before += ev->engine->kprobe(ev)->nmissed;
	kpctl_count_sum(ev->count, &sum);
	if (sum.inflight) {
		preempt_disable();
		local_add(sum.inflight, &this_cpu_ptr(ev->count)->never);
		preempt_enable();
	}
	ev->state = KPCTL_PARKED;
	ev->addr = 0;
}

static void unplant(struct kpctl_event *ev)
{
	WRITE_ONCE(ev->on, false);
	ev->engine->unplant(&ev, 1);
	settle(ev);
}

/*
 * Must the event wait for a module that is not there? While that is coming, its
 * notifier plants what is parked, once it is known what is unsafe in it.
 */
static bool waits(const struct kpctl_event *ev)
{
	return ev->spec->mod[0] && kpctl_modlist_state(ev->spec->mod) != KPCTL_MOD_LIVE;
}

static int plant_or_park(struct kpctl_event *ev, struct kpctl_err *err)
{
	int ret;

	if (!waits(ev)) {
		ret = plant(ev, err);
		/* it may have gone meanwhile */
		if (ret != -ENOENT || !waits(ev))
			return ret;
	}
	/* what can be refused without the module is refused now */
	ret = kpctl_place_guard(ev->spec, err);
	return ret == -ENOENT ? 0 : ret;
}

/* Adding and finding */

static bool is_called(const struct kpctl_event *ev, const char *group, const char *event)
{
	return !strcmp(ev->spec->group, group) && !strcmp(ev->spec->event, event);
}

struct kpctl_event *kpctl_event_find(struct kpctl_session *s, const char *group,
				     const char *event)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node)
		if (is_called(ev, group, event))
			return ev;
	return NULL;
}

struct kpctl_event *kpctl_event_find_id(struct kpctl_session *s, u32 id)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node)
		if (ev->id == id)
			return ev;
	return NULL;
}

u32 kpctl_event_size(const struct kpctl_event *ev, u64 ring_size)
{
	return ev->fetch.size + (ev->fetch.nstrings ? kpctl_rings_strings(ring_size) : 0) +
	       sizeof(struct kpctl_rec_comm);
}

static int check_size(const struct kpctl_event *ev, struct kpctl_err *err)
{
	u64 ring_size = READ_ONCE(ev->session->ring_size);
	u32 size = kpctl_event_size(ev, ring_size), most = kpctl_rings_longest(ring_size);

	if (size <= most)
		return 0;
	kpctl_err_fill(err, EVENT_TOO_BIG, ev->spec->event_column, size, most);
	return -E2BIG;
}

int kpctl_event_add(struct kpctl_session *s, const struct kpctl_spec *spec,
		    struct kpctl_event **made, struct kpctl_err *err)
{
	struct kpctl_event *ev;
	int ret;

	if (s->nr_events >= KPCTL_EVENTS_MAX) {
		kpctl_err_fill(err, TOO_MANY_EVENTS, 0, s->nr_events, KPCTL_EVENTS_MAX);
		return -E2BIG;
	}
	if (kpctl_event_find(s, spec->group, spec->event)) {
		kpctl_err_fill(err, EVENT_EXISTS, spec->event_column, spec->group,
			       spec->event);
		return -EEXIST;
	}
	if (kpctl_session_need_rings(s))
		return no_memory(err);
	ev = alloc(s, spec);
	if (!ev)
		return no_memory(err);
	ret = check_size(ev, err) ?: plant_or_park(ev, err);
	if (ret) {
		free_id(ev->id);
		kpctl_event_put(ev);
		return ret;
	}
	list_add_tail(&ev->node, &s->events);
	s->nr_events++;
	*made = ev;
	return 0;
}

/* Removing */

void kpctl_event_kill(struct kpctl_event *ev, struct list_head *dying)
{
	WRITE_ONCE(ev->on, false);
	list_move_tail(&ev->node, dying);
	ev->session->nr_events--;
}

/* Keep what a reader needs for records it has not read yet. */
static void remember(struct kpctl_session *s, struct kpctl_event *ev)
{
	struct kpctl_text line = {};
	struct kpctl_gone *gone;

	kpctl_views_describe(ev, "gone", &line);
	gone = line.err ? NULL : kmalloc(sizeof(*gone) + line.len + 1, GFP_KERNEL_ACCOUNT);
	if (gone) {
		memcpy(gone->line, line.buf, line.len);
		gone->line[line.len] = 0;
		list_add_tail(&gone->node, &s->gone);
		if (++s->nr_gone > KPCTL_GONE_MAX) {
			gone = list_first_entry(&s->gone, struct kpctl_gone, node);
			list_del(&gone->node);
			kfree(gone);
			s->nr_gone--;
		}
	}
	kpctl_text_free(&line);
}

static void unplant_kind(struct list_head *dying, const struct kpctl_engine *engine,
			 struct kpctl_event **batch, int max)
{
	struct kpctl_event *ev;
	int n = 0;

	list_for_each_entry(ev, dying, node) {
		if (ev->engine != engine || ev->state == KPCTL_PARKED)
			continue;
		if (n == max) {
			engine->unplant(batch, n);
			n = 0;
		}
		batch[n++] = ev;
	}
	if (n)
		engine->unplant(batch, n);
}

static void unplant_all(struct list_head *dying)
{
	struct kpctl_event **batch, *one[1], *ev;
	int i, n = 0;

	list_for_each_entry(ev, dying, node)
		n++;
	batch = kvmalloc_array(n, sizeof(*batch), GFP_KERNEL | __GFP_NOWARN);
	for (i = 0; i < ARRAY_SIZE(engines); i++)
		unplant_kind(dying, engines[i], batch ?: one, batch ? n : 1);
	kvfree(batch);
}

void kpctl_event_bury(struct kpctl_session *s, struct list_head *dying)
{
	struct kpctl_event *ev, *next;
	struct kpctl_sum sum;

	if (list_empty(dying))
		return;
	unplant_all(dying);
	list_for_each_entry_safe(ev, next, dying, node) {
		if (ev->state != KPCTL_PARKED)
			settle(ev);
		kpctl_event_sum(ev, &sum);
		kpctl_sum_add(&s->removed, &sum);
		remember(s, ev);
		list_del_init(&ev->node);
		free_id(ev->id);
		kpctl_event_put(ev);
	}
}

/* On and off */

int kpctl_event_switch(struct kpctl_event *ev, bool on)
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
		smp_store_release(&ev->on, true);	/* as in plant() */
		ret = ev->engine->arm(ev);
		if (ret) {
			WRITE_ONCE(ev->on, false);
			return ret;
		}
	} else {
		WRITE_ONCE(ev->on, false);
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

void kpctl_event_module_coming(struct kpctl_event *ev, const struct module *mod)
{
	struct kpctl_err err;
	char *line;

	if (ev->state != KPCTL_PARKED || !stands_in(ev, mod) || !can_return(ev))
		return;
	ev->probe_failed = plant(ev, &err) != 0;
	if (!ev->probe_failed)
		return;
	line = kmalloc(KPCTL_LINE_MAX, GFP_KERNEL);
	if (!line)
		return;
	if (kpctl_spec_print(ev->spec, line, KPCTL_LINE_MAX) >= 0) {
		err.column = 0;		/* of a line as written, not as listed */
		kpctl_errlog_add(&ev->session->errlog, &err, line, strlen(line), 0);
	}
	kfree(line);
}

/* Its init is over and freed; kprobes gave up what stood there. */
void kpctl_event_module_live(struct kpctl_event *ev, const struct module *mod)
{
	if (!stands_in(ev, mod))
		return;
	if (ev->state == KPCTL_PARKED && !ev->probe_failed)
		kpctl_event_module_coming(ev, mod);	/* made after that was told */
	else if (ev->state != KPCTL_PARKED &&
		 (ev->engine->kprobe(ev)->flags & KPROBE_FLAG_GONE))
		unplant(ev);
}

void kpctl_event_module_going(struct kpctl_event *ev, const struct module *mod)
{
	if (ev->state != KPCTL_PARKED && stands_in(ev, mod))
		unplant(ev);
}

/* Figures */

void kpctl_event_sum(struct kpctl_event *ev, struct kpctl_sum *sum)
{
	kpctl_count_sum(ev->count, sum);
	sum->nested = ev->nested_before;
	if (ev->state != KPCTL_PARKED)
		sum->nested += ev->engine->kprobe(ev)->nmissed;
}

const char *kpctl_event_mode(const struct kpctl_event *ev)
{
	struct kprobe *kp;

	switch (ev->state) {
	case KPCTL_PARKED:
		return ev->probe_failed ? "refused" : can_return(ev) ? "parked" : "gone";
	case KPCTL_OFF:
		return "off";
	default:
		kp = ev->engine->kprobe((struct kpctl_event *)ev);
		return kpctl_place_mode(ev->addr, kp->flags & KPROBE_FLAG_FTRACE);
	}
}
