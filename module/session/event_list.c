// SPDX-License-Identifier: GPL-2.0
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "base/text.h"
#include "session/describe.h"
#include "session/event.h"
#include "session/event_acts.h"
#include "session/event_aggr.h"
#include "session/event_list.h"
#include "session/event_notes.h"
#include "session/event_spans.h"
#include "session/plant.h"
#include "session/session.h"
#include "spec/errors.h"

/* Finding */

struct kpctl_event *kpctl_event_find(struct kpctl_session *s, const char *group,
				     const char *event)
{
	struct kpctl_event *ev;

	lockdep_assert_held(&s->lock);
	list_for_each_entry(ev, &s->events, node)
		if (kpctl_event_is_called(ev, group, event))
			return ev;
	return NULL;
}

struct kpctl_event *kpctl_event_find_id(struct kpctl_session *s, u32 id)
{
	struct kpctl_event *ev;

	lockdep_assert_held(&s->lock);
	list_for_each_entry(ev, &s->events, node)
		if (ev->target.id == id)
			return ev;
	return NULL;
}

/* Adding */

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
	/* with an argument too few the caret stands at the end, where one is missing */
	u16 column = arg < spec->nargs ? spec->arg[arg].column : U16_MAX;

	kpctl_err_fill(err, DIFF_ARGS, column, spec->group, spec->event);
	return -EEXIST;
}

/* May a probe join the event of its name? *first is the event's first probe so far, or NULL. */
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
	if (!kpctl_event_same_spans(*first, spec)) {
		kpctl_err_fill(err, DIFF_SPANS, 0, spec->group, spec->event);
		return -EEXIST;
	}
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

	lockdep_assert_held(&s->dirs);
	lockdep_assert_held(&s->lock);
	if (s->nr_events >= KPCTL_EVENTS_MAX) {
		kpctl_err_fill(err, TOO_MANY_EVENTS, 0, s->nr_events, KPCTL_EVENTS_MAX);
		return -E2BIG;
	}
	ret = check_join(s, spec, &first, err);
	if (ret)
		return ret;
	if (kpctl_session_need_rings(s))
		return kpctl_err_no_memory(err);
	ev = kpctl_event_alloc(s, spec);
	if (!ev)
		return kpctl_err_no_memory(err);
	kpctl_session_tell(s);
	if (first)
		ev->want_on = first->want_on;
	ret = check_record_size(ev, err) ?: kpctl_event_make_aggrs(ev, err) ?:
	      kpctl_event_make_spans(ev, first, err) ?: kpctl_event_make_acts(ev, err);
	if (ret) {
		kpctl_event_free(ev);
		return ret;
	}
	kpctl_event_note(ev);
	*made = ev;
	return 0;
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

/* Removing */

void kpctl_event_unlink(struct kpctl_event *ev, struct list_head *dying)
{
	lockdep_assert_held(&ev->session->lock);
	kpctl_event_note_nested(ev);
	kpctl_event_disable(ev);
	list_move_tail(&ev->node, dying);
	ev->session->nr_events--;
}

void kpctl_gone_free(struct kpctl_gone *gone)
{
	kpctl_gone_drop_notes(gone);
	kvfree(gone);
}

/* Keep the event's line of KPCTL_VIEW_EVENTS, for readers that have not read all records yet. */
static void remember(struct kpctl_session *s, struct kpctl_event *ev)
{
	struct kpctl_text line = {};
	struct kpctl_gone *gone;

	kpctl_event_describe(ev, "gone", &line);
	gone = line.err ? NULL : kvmalloc(sizeof(*gone) + line.len + 1, GFP_KERNEL_ACCOUNT);
	if (gone) {
		kpctl_event_hand_notes(ev, gone);
		memcpy(gone->line, line.buf, line.len);
		gone->line[line.len] = 0;
		list_add_tail(&gone->node, &s->gone);
		if (++s->nr_gone > KPCTL_GONE_MAX) {
			gone = list_first_entry(&s->gone, struct kpctl_gone, node);
			list_del(&gone->node);
			kpctl_gone_free(gone);
			s->nr_gone--;
		}
	}
	kpctl_text_free(&line);
}

void kpctl_event_destroy(struct kpctl_session *s, struct list_head *dying)
{
	struct kpctl_event *ev, *next;
	struct kpctl_sum sum;

	lockdep_assert_held(&s->lock);
	if (list_empty(dying))
		return;
	kpctl_plant_take_out(dying, NULL, NULL);
	list_for_each_entry_safe(ev, next, dying, node) {
		kpctl_event_sum(ev, &sum);
		kpctl_sum_add(&s->removed, &sum);
		kpctl_event_drop_spans(s, ev, dying);
		remember(s, ev);
		list_del_init(&ev->node);
		kpctl_event_free(ev);
	}
}
