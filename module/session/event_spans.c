// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/string.h>

#include "prog/aggr_operands.h"
#include "session/event.h"
#include "session/event_list.h"
#include "session/event_spans.h"
#include "session/session.h"
#include "spec/errors.h"

/* The parser's question */

static struct kpctl_event *find_starter(struct kpctl_session *s, const char *group,
					const char *event)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node)
		if (ev->target.starts && kpctl_event_is_called(ev, group, event))
			return ev;
	return NULL;
}

/* The list stays as it is under `dirs`, or under `lock`: either will do. */
static int find_start_of_line(struct kpctl_names *names, const char *group, const char *event,
			      struct kpctl_start *start)
{
	struct kpctl_line_names *ln = container_of(names, struct kpctl_line_names, types.names);
	struct kpctl_event *ev = find_starter(ln->session, group, event);

	if (!ev)
		return -ENOENT;
	start->spec = ev->spec;
	start->act = ev->act;
	return 0;
}

void kpctl_line_names_init(struct kpctl_line_names *names, struct kpctl_session *s)
{
	kpctl_kernel_btf_init(&names->types);
	names->types.names.start = find_start_of_line;
	names->session = s;
}

/* Tables */

static u32 key_size_of(const struct kpctl_event *ev)
{
	return kpctl_key_size(ev->spec, ev->act, &ev->act->start);
}

static int make_starts(struct kpctl_event *ev, const struct kpctl_event *first,
		       struct kpctl_err *err)
{
	const struct kpctl_do *act = ev->act;
	u32 kept = kpctl_aside_size(ev->spec);

	if (first) {
		ev->target.starts = kpctl_spans_get(first->target.starts);
		return 0;
	}
	ev->target.starts = kpctl_spans_alloc(act->start.entries, key_size_of(ev), kept,
					      act->within, act->once);
	if (ev->target.starts)
		return 0;
	kpctl_err_fill(err, AGGR_MEMORY, act->column,
		       (u32)DIV_ROUND_UP_ULL(kpctl_spans_planned(act->start.entries, key_size_of(ev),
								 kept), 1 << 20));
	return -ENOMEM;
}

int kpctl_event_make_spans(struct kpctl_event *ev, const struct kpctl_event *first,
			   struct kpctl_err *err)
{
	const struct kpctl_since *since;
	struct kpctl_event *of;
	u32 i;

	lockdep_assert_held(&ev->session->lock);
	for (i = 0; i < ev->spec->nsinces; i++) {
		since = &ev->spec->extra->since[i];
		of = find_starter(ev->session, since->group, since->event);
		if (!of) {	/* removed since the line was parsed */
			kpctl_err_fill(err, NO_SUCH_EVENT, since->column, since->event);
			return -ENOENT;
		}
		ev->target.since[i] = kpctl_spans_get(of->target.starts);
	}
	return ev->act && ev->act->starts ? make_starts(ev, first, err) : 0;
}

void kpctl_event_free_spans(struct kpctl_event *ev)
{
	u32 i;

	kpctl_spans_put(ev->target.starts);
	for (i = 0; i < KPCTL_SINCES_MAX; i++)
		kpctl_spans_put(ev->target.since[i]);
}

static bool same_sinces(const struct kpctl_spec *a, const struct kpctl_spec *b)
{
	const struct kpctl_since *of_a, *of_b;
	u32 i;

	for (i = 0; i < a->nsinces && i < b->nsinces; i++) {
		of_a = &a->extra->since[i];
		of_b = &b->extra->since[i];
		if (of_a->takes != of_b->takes || strcmp(of_a->group, of_b->group) ||
		    strcmp(of_a->event, of_b->event))
			return false;
	}
	return a->nsinces == b->nsinces;
}

/* A table has room for keys of one size: texts are one sort of keys, and of several sizes. */
static bool same_key_size(const struct kpctl_event *first, const struct kpctl_spec *spec)
{
	return !spec->act.starts ||
	       key_size_of(first) == kpctl_key_size(spec, &spec->act, &spec->act.start);
}

bool kpctl_event_same_spans(const struct kpctl_event *first, const struct kpctl_spec *spec)
{
	return kpctl_aside_same(first->spec, first->act, spec, &spec->act) &&
	       same_key_size(first, spec) && same_sinces(first->spec, spec);
}

/* Users */

static bool uses(const struct kpctl_event *ev, const struct kpctl_spans *spans)
{
	u32 i;

	for (i = 0; i < ev->spec->nsinces; i++)
		if (ev->target.since[i] == spans)
			return true;
	return false;
}

static bool is_started_by_others(struct kpctl_session *s, const struct kpctl_spans *spans,
				 bool (*goes)(const struct kpctl_event *ev, const void *what),
				 const void *what)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node)
		if (ev->target.starts == spans && !goes(ev, what))
			return true;
	return false;
}

struct kpctl_event *kpctl_event_find_user(struct kpctl_session *s,
					  bool (*goes)(const struct kpctl_event *ev,
						       const void *what),
					  const void *what)
{
	struct kpctl_event *ev, *user;

	lockdep_assert_held(&s->lock);
	list_for_each_entry(ev, &s->events, node) {
		if (!ev->target.starts || !goes(ev, what) ||
		    is_started_by_others(s, ev->target.starts, goes, what))
			continue;
		list_for_each_entry(user, &s->events, node)
			if (!goes(user, what) && uses(user, ev->target.starts))
				return user;
	}
	return NULL;
}

/* Sums */

bool kpctl_event_has_spans(const struct kpctl_event *ev)
{
	struct kpctl_event *first;

	if (!ev->target.starts)
		return false;
	list_for_each_entry(first, &ev->session->events, node)
		if (first->target.starts == ev->target.starts)
			return first == ev;
	return false;
}

void kpctl_session_spans(struct kpctl_session *s, struct kpctl_span_sum *sum)
{
	struct kpctl_span_sum one;
	struct kpctl_event *ev;

	lockdep_assert_held(&s->lock);
	*sum = s->removed_spans;
	list_for_each_entry(ev, &s->events, node) {
		if (!kpctl_event_has_spans(ev))
			continue;
		kpctl_spans_sum(ev->target.starts, &one);
		kpctl_span_sum_add(sum, &one);
	}
}

void kpctl_event_drop_spans(struct kpctl_session *s, struct kpctl_event *ev,
			    struct list_head *dying)
{
	struct kpctl_event *other;
	struct kpctl_span_sum sum;

	lockdep_assert_held(&s->lock);
	if (!ev->target.starts)
		return;
	list_for_each_entry(other, &s->events, node)
		if (other->target.starts == ev->target.starts)
			return;
	list_for_each_entry(other, dying, node)
		if (other != ev && other->target.starts == ev->target.starts)
			return;
	kpctl_spans_sum(ev->target.starts, &sum);
	sum.dropped = sum.open;
	sum.open = 0;
	kpctl_span_sum_add(&s->removed_spans, &sum);
}
