// SPDX-License-Identifier: GPL-2.0
#include <linux/idr.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/kprobectl.h>

#include "place/enum_table.h"
#include "prog/named_cgroups.h"
#include "ring/clock.h"
#include "probe/engine.h"
#include "session/event.h"
#include "session/event_acts.h"
#include "session/event_aggr.h"
#include "session/event_notes.h"
#include "session/event_spans.h"
#include "hit/throttle.h"
#include "hit/fast.h"
#include "session/session.h"
#include "ring/preamble.h"

/*
 * Ids of the events of all sessions. An id that was freed is the last to be used again, so
 * that the records of a removed event are not taken for another event's.
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

/* A record has a header, then 8 bytes for each fixed field of the kind. */
const struct kpctl_field *kpctl_event_fields(const struct kpctl_event *ev)
{
	return ev->spec->nsinces && !kpctl_kind_is_call(ev->spec->kind) ? kpctl_fields_of_span :
									  ev->engine->fields;
}

u16 kpctl_event_fixed_end(const struct kpctl_event *ev)
{
	u16 end = sizeof(struct kpctl_rec);
	const struct kpctl_field *f;

	for (f = kpctl_event_fields(ev); f->name; f++)
		end += 8;
	return end;
}

/* References */

void kpctl_event_free_cond(struct kpctl_cond *cond)
{
	if (cond) {
		kpctl_enum_tables_put(cond->operand, cond->noperands);
		kpctl_named_cgroups_put(cond->cgroups);
	}
	kvfree(cond);
}

static void free_act(struct kpctl_do *act)
{
	if (act)
		kpctl_enum_tables_put(act->operand, act->noperands);
	kvfree(act);
}

static void free_spec(struct kpctl_spec *spec)
{
	if (!spec)
		return;
	kpctl_enum_tables_put(spec->arg, spec->nargs);
	kvfree(spec->extra);
	kvfree(spec);
}

static void release(struct kref *ref)
{
	struct kpctl_event *ev = container_of(ref, struct kpctl_event, ref);

	kpctl_event_free_aggrs(ev);
	kpctl_event_free_spans(ev);
	kpctl_event_free_acts(ev);
	if (ev->engine->release)
		ev->engine->release(ev);
	kpctl_clock_put();
	free_percpu(ev->target.count);
	free_spec(ev->spec);
	kpctl_event_free_cond(ev->cond);
	free_act(ev->act);
	kfree(ev);
}

void kpctl_event_get(struct kpctl_event *ev)
{
	kref_get(&ev->ref);
}

void kpctl_event_put(struct kpctl_event *ev)
{
	kref_put(&ev->ref, release);
}

/* Copy the front of a parsed struct, up to the last used element of the array at its end. */
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
	if (!*kept)
		return -ENOMEM;
	kpctl_enum_tables_get(cond->operand, cond->noperands);
	kpctl_named_cgroups_get(cond->cgroups);
	return 0;
}

static int keep_act(const struct kpctl_do *act, struct kpctl_do **kept)
{
	if (!act->text[0] && !act->noperands)
		return 0;
	*kept = keep_front(act, offsetof(struct kpctl_do, operand) +
				act->noperands * sizeof(act->operand[0]));
	if (!*kept)
		return -ENOMEM;
	kpctl_enum_tables_get(act->operand, act->noperands);
	return 0;
}

static int keep_spec(struct kpctl_event *ev, const struct kpctl_spec *spec)
{
	ev->spec = keep_front(spec, offsetof(struct kpctl_spec, arg) +
				    spec->nargs * sizeof(spec->arg[0]));
	if (!ev->spec)
		return -ENOMEM;
	ev->spec->extra = NULL;
	kpctl_enum_tables_get(spec->arg, spec->nargs);
	if (!kpctl_spec_has_extra(spec))
		return 0;
	ev->spec->extra = keep_front(spec->extra, sizeof(*spec->extra));
	return ev->spec->extra ? 0 : -ENOMEM;
}

static int keep_parsed(struct kpctl_event *ev, const struct kpctl_spec *spec)
{
	return keep_spec(ev, spec) ?:
	       kpctl_event_keep_cond(&spec->cond, &ev->cond) ?: keep_act(&spec->act, &ev->act);
}

static void set_targets(struct kpctl_target *target)
{
	int cpu;

	for_each_possible_cpu(cpu)
		per_cpu_ptr(target->count, cpu)->target = target;
}

struct kpctl_event *kpctl_event_alloc(struct kpctl_session *s, const struct kpctl_spec *spec)
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
	set_targets(&ev->target);
	kpctl_throttle_add(&ev->target);
	strscpy(ev->mod, spec->mod, sizeof(ev->mod));
	id = new_id();
	if (id < 0)
		goto err;
	ev->target.id = id;
	kpctl_layout_make(&ev->layout, spec, kpctl_event_fixed_end(ev));
	return ev;
err:
	kpctl_event_put(ev);
	return NULL;
}

void kpctl_event_free(struct kpctl_event *ev)
{
	kpctl_event_drop_notes(ev);
	free_id(ev->target.id);
	kpctl_event_put(ev);
}

/* Name and size */

int kpctl_event_print(const struct kpctl_event *ev, char *line)
{
	return kpctl_spec_print(ev->spec, kpctl_event_cond_text(ev), kpctl_event_act_text(ev),
				line, KPCTL_LINE_MAX + 1);
}

bool kpctl_event_is_called(const struct kpctl_event *ev, const char *group, const char *event)
{
	return !strcmp(ev->spec->group, group) && !strcmp(ev->spec->event, event);
}

u32 kpctl_event_size(const struct kpctl_event *ev, u64 ring_size)
{
	return ev->layout.size + (ev->layout.nstrings ? kpctl_rings_strings(ring_size) : 0) +
	       KPCTL_PREAMBLE_MAX;
}

/* On and off */

void kpctl_event_enable(struct kpctl_event *ev)
{
	lockdep_assert_held(&ev->session->lock);
	kpctl_event_begin_acts(ev);
	kpctl_fast_open(&ev->target);
	/* Pairs with the handlers' load-acquire: the whole event, then `on`. */
	smp_store_release(&ev->target.on, true);
}

void kpctl_event_disable(struct kpctl_event *ev)
{
	lockdep_assert_held(&ev->session->lock);
	WRITE_ONCE(ev->target.on, false);
	kpctl_fast_close(&ev->target);
}

/* Figures */

/*
 * kprobes counts skipped hits with a plain increment that CPUs share, so the kernel's count
 * lags and can even fall; and where several probes share a place, kprobes counts a skip for
 * all of them, on or off. ev->nested only rises, and only while the event is on.
 */
void kpctl_event_note_nested(struct kpctl_event *ev)
{
	unsigned long now;

	lockdep_assert_held(&ev->session->lock);
	if (ev->state == KPCTL_PARKED)
		return;
	now = kpctl_event_nested(ev);
	if (now <= ev->nmissed_seen)
		return;
	if (ev->target.on)
		ev->nested += now - ev->nmissed_seen;
	ev->nmissed_seen = now;
}

void kpctl_event_sum(struct kpctl_event *ev, struct kpctl_sum *sum)
{
	kpctl_event_note_nested(ev);
	if (ev->engine->settle)
		ev->engine->settle(ev);
	kpctl_count_sum(ev->target.count, sum);
	sum->nested += ev->nested;
}
