// SPDX-License-Identifier: GPL-2.0
#include <linux/idr.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/kprobectl.h>

#include "ring/clock.h"
#include "probe/engine.h"
#include "session/event.h"
#include "session/event_aggr.h"
#include "session/describe.h"
#include "hit/throttle.h"
#include "session/plant.h"
#include "hit/fast.h"
#include "session/session.h"
#include "spec/errors.h"
#include "ring/preamble.h"
#include "base/text.h"

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

/* Where the slots of the kind end. */
u16 kpctl_event_fixed_end(const struct kpctl_engine *engine)
{
	u16 end = sizeof(struct kpctl_rec);
	const struct kpctl_field *f;

	for (f = engine->fields; f->name; f++)
		end += 8;
	return end;
}

/* References */

static void release(struct kref *ref)
{
	struct kpctl_event *ev = container_of(ref, struct kpctl_event, ref);

	kpctl_event_free_aggrs(ev);
	if (ev->engine->release)
		ev->engine->release(ev);
	kpctl_clock_put();
	free_percpu(ev->target.count);
	kvfree(ev->spec);
	kvfree(ev->cond);
	kvfree(ev->act);
	kfree(ev);
}

static void put_event(struct kpctl_event *ev)
{
	kref_put(&ev->ref, release);
}

/* The front of a parsed struct, up to what there is of its last array. */
static void *keep_front(const void *parsed, size_t size)
{
	void *kept = kvmalloc(size, GFP_KERNEL_ACCOUNT);

	if (kept)
		memcpy(kept, parsed, size);
	return kept;
}

int kpctl_event_keep_cond(const struct kpctl_cond *cond, struct kpctl_cond **kept)
{
	*kept = NULL;
	if (!cond->ntests)
		return 0;
	*kept = keep_front(cond, offsetof(struct kpctl_cond, operand) +
				 cond->noperands * sizeof(cond->operand[0]));
	return *kept ? 0 : -ENOMEM;
}

static int keep_act(const struct kpctl_do *act, struct kpctl_do **kept)
{
	if (!act->text[0])
		return 0;
	*kept = keep_front(act, offsetof(struct kpctl_do, operand) +
				act->noperands * sizeof(act->operand[0]));
	return *kept ? 0 : -ENOMEM;
}

static int keep_parsed(struct kpctl_event *ev, const struct kpctl_spec *spec)
{
	ev->spec = keep_front(spec, offsetof(struct kpctl_spec, arg) +
				    spec->nargs * sizeof(spec->arg[0]));
	if (!ev->spec)
		return -ENOMEM;
	return kpctl_event_keep_cond(&spec->cond, &ev->cond) ?: keep_act(&spec->act, &ev->act);
}

static struct kpctl_event *alloc_event(struct kpctl_session *s, const struct kpctl_spec *spec)
{
	const struct kpctl_engine *engine = kpctl_engine_of(spec->kind);
	struct kpctl_event *ev = kzalloc(engine->size, GFP_KERNEL_ACCOUNT);
	int id;

	if (!ev)
		return NULL;
	kpctl_clock_get();
	kref_init(&ev->ref);
	INIT_LIST_HEAD(&ev->node);
	INIT_LIST_HEAD(&ev->old_progs);
	ev->session = s;
	ev->target.stream = &s->stream;
	ev->target.kind = spec->kind;
	ev->engine = engine;
	ev->want_on = true;
	ev->target.count = alloc_percpu_gfp(struct kpctl_count, GFP_KERNEL_ACCOUNT);
	if (!ev->target.count || keep_parsed(ev, spec))
		goto err;
	kpctl_throttle_add(&ev->target);
	strscpy(ev->mod, spec->mod, sizeof(ev->mod));
	id = new_id();
	if (id < 0)
		goto err;
	ev->target.id = id;
	kpctl_layout_make(&ev->layout, spec, kpctl_event_fixed_end(ev->engine));
	return ev;
err:
	put_event(ev);
	return NULL;
}

int kpctl_event_print(const struct kpctl_event *ev, char *line)
{
	return kpctl_spec_print(ev->spec, kpctl_event_cond_text(ev), kpctl_event_act_text(ev),
				line, KPCTL_LINE_MAX + 1);
}

/* Adding and finding */

bool kpctl_event_is_called(const struct kpctl_event *ev, const char *group, const char *event)
{
	return !strcmp(ev->spec->group, group) && !strcmp(ev->spec->event, event);
}

struct kpctl_event *kpctl_event_find(struct kpctl_session *s, const char *group,
				     const char *event)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node)
		if (kpctl_event_is_called(ev, group, event))
			return ev;
	return NULL;
}

struct kpctl_event *kpctl_event_find_id(struct kpctl_session *s, u32 id)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node)
		if (ev->target.id == id)
			return ev;
	return NULL;
}

static int no_memory(struct kpctl_err *err)
{
	kpctl_err_fill(err, NO_MEMORY, 0);
	return -ENOMEM;
}

u32 kpctl_event_size(const struct kpctl_event *ev, u64 ring_size)
{
	return ev->layout.size + (ev->layout.nstrings ? kpctl_rings_strings(ring_size) : 0) +
	       KPCTL_PREAMBLE_MAX;
}

static int check_record_size(const struct kpctl_event *ev, struct kpctl_err *err)
{
	u64 ring_size = READ_ONCE(ev->session->ring_size);
	u32 size = kpctl_event_size(ev, ring_size), most = kpctl_rings_longest(ring_size);

	if (size <= most)
		return 0;
	kpctl_err_fill(err, EVENT_TOO_BIG, ev->spec->event_column, size, most);
	return -E2BIG;
}

static int differs(const struct kpctl_spec *spec, u32 arg, struct kpctl_err *err)
{
	/* one too few: where it would have to stand */
	u16 column = arg < spec->nargs ? spec->arg[arg].column : U16_MAX;

	kpctl_err_fill(err, DIFF_ARGS, column, spec->group, spec->event);
	return -EEXIST;
}

/* May a probe join the event of its name? *first is one of those there, or NULL. */
static int check_join(struct kpctl_session *s, const struct kpctl_spec *spec,
		      struct kpctl_event **first, struct kpctl_err *err)
{
	struct kpctl_event *ev;
	u32 diff;

	*first = kpctl_event_find(s, spec->group, spec->event);
	if (!*first)
		return 0;
	if ((*first)->spec->kind != spec->kind) {
		kpctl_err_fill(err, DIFF_KIND, 0, spec->group, spec->event);
		return -EEXIST;
	}
	diff = kpctl_spec_same_args(spec, (*first)->spec);
	if (diff)
		return differs(spec, diff - 1, err);
	list_for_each_entry(ev, &s->events, node) {
		if (!kpctl_event_is_called(ev, spec->group, spec->event) ||
		    !kpctl_spec_same_probe(ev->spec, spec))
			continue;
		kpctl_err_fill(err, SAME_PROBE, 0, spec->group, spec->event);
		return -EEXIST;
	}
	return 0;
}

int kpctl_event_make(struct kpctl_session *s, const struct kpctl_spec *spec,
		     struct kpctl_event **made, struct kpctl_err *err)
{
	struct kpctl_event *ev, *first;
	int ret;

	if (s->nr_events >= KPCTL_EVENTS_MAX) {
		kpctl_err_fill(err, TOO_MANY_EVENTS, 0, s->nr_events, KPCTL_EVENTS_MAX);
		return -E2BIG;
	}
	ret = check_join(s, spec, &first, err);
	if (ret)
		return ret;
	if (kpctl_session_need_rings(s))
		return no_memory(err);
	ev = alloc_event(s, spec);
	if (!ev)
		return no_memory(err);
	kpctl_session_tell(s);
	if (first)
		ev->want_on = first->want_on;
	ret = check_record_size(ev, err) ?: kpctl_event_make_aggrs(ev, err);
	if (ret)
		kpctl_event_undo(ev);
	else
		*made = ev;
	return ret;
}

void kpctl_event_undo(struct kpctl_event *ev)
{
	free_id(ev->target.id);
	put_event(ev);
}

int kpctl_event_add(struct kpctl_event *ev, struct kpctl_err *err)
{
	int ret = kpctl_plant_or_park(ev, err);

	if (ret)
		return ret;
	list_add_tail(&ev->node, &ev->session->events);
	ev->session->nr_events++;
	return 0;
}

/* On and off */

void kpctl_event_enable(struct kpctl_event *ev)
{
	kpctl_fast_open(&ev->target);
	/* Pairs with the handlers' load-acquire: all of the event before on. */
	smp_store_release(&ev->target.on, true);
}

void kpctl_event_disable(struct kpctl_event *ev)
{
	WRITE_ONCE(ev->target.on, false);
	kpctl_fast_close(&ev->target);
}

/* Removing */

void kpctl_event_unlink(struct kpctl_event *ev, struct list_head *dying)
{
	kpctl_event_note_nested(ev);
	kpctl_event_disable(ev);
	list_move_tail(&ev->node, dying);
	ev->session->nr_events--;
}

/* Keep what a reader needs for records it has not read yet. */
static void remember(struct kpctl_session *s, struct kpctl_event *ev)
{
	struct kpctl_text line = {};
	struct kpctl_gone *gone;

	kpctl_event_describe(ev, "gone", &line);
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

void kpctl_event_destroy(struct kpctl_session *s, struct list_head *dying)
{
	struct kpctl_event *ev, *next;
	struct kpctl_sum sum;

	if (list_empty(dying))
		return;
	kpctl_plant_take_out(dying);
	list_for_each_entry_safe(ev, next, dying, node) {
		kpctl_event_sum(ev, &sum);
		kpctl_sum_add(&s->removed, &sum);
		remember(s, ev);
		list_del_init(&ev->node);
		free_id(ev->target.id);
		put_event(ev);
	}
}

/* Figures */

/*
 * kprobes counts with a plain increment that CPUs share, so its count lags and can
 * even fall; and where several probes share a place it counts for all of them, on
 * or off. Ours rises only, and only while the event is on.
 */
void kpctl_event_note_nested(struct kpctl_event *ev)
{
	unsigned long now;

	if (ev->state == KPCTL_PARKED)
		return;
	now = ev->engine->nested(ev);
	if (now <= ev->nmissed_seen)
		return;
	if (ev->target.on)
		ev->nested += now - ev->nmissed_seen;
	ev->nmissed_seen = now;
}

void kpctl_event_sum(struct kpctl_event *ev, struct kpctl_sum *sum)
{
	kpctl_event_note_nested(ev);
	kpctl_count_sum(ev->target.count, sum);
	sum->nested += ev->nested;
}
