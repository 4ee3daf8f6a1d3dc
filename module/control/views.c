// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/nospec.h>
#include <linux/slab.h>
#include <linux/kprobectl.h>

#include "aggr/aggr.h"
#include "hit/act.h"
#include "control/view_functions.h"
#include "control/hist_reader.h"
#include "ring/clock.h"
#include "probe/engine.h"
#include "session/event.h"
#include "control/view_format.h"
#include "control/view_open.h"
#include "session/describe.h"
#include "session/event_list.h"
#include "session/event_spans.h"
#include "session/plant.h"
#include "session/session.h"
#include "base/text.h"
#include "control/views.h"

/* control: the list of events, as lines that can be written to `control` again */

static void show_control(struct kpctl_session *s, struct kpctl_text *text)
{
	struct kpctl_event *ev;
	char *line = kvmalloc(KPCTL_LINE_MAX + 1, GFP_KERNEL);

	if (!line) {
		text->err = -ENOMEM;
		return;
	}
	list_for_each_entry(ev, &s->events, node) {
		if (kpctl_event_print(ev, line) >= 0)
			kpctl_text_printf(text, "%s\n", line);
	}
	kvfree(line);
}

/* The conditions, a line each: GRP/EVENT EXPR */
static void show_filters(struct kpctl_session *s, struct kpctl_text *text)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node)
		kpctl_text_printf(text, "%s/%s %s\n", ev->spec->group, ev->spec->event,
				  ev->cond ? ev->cond->text : "none");
}

static void show_verdict(struct kpctl_session *s, struct kpctl_text *text)
{
	if (s->verdict.len)
		kpctl_text_printf(text, "%s", s->verdict.buf);
}

static void show_errors(struct kpctl_session *s, struct kpctl_text *text)
{
	kpctl_errlog_show(&s->errlog, text);
}

/* profile: the ledger of each event */

#define LEDGER_NAME(name)	" " #name
#define LEDGER_CELL(name)	" %llu"
#define LEDGER_KEY(name)	" " #name "=%llu"
#define LEDGER_VALUE(name)	, sum->name

static void profile_cells(struct kpctl_event *ev, const struct kpctl_sum *sum,
			  struct kpctl_text *text)
{
	kpctl_text_printf(text, KPCTL_LEDGER_FIRST(LEDGER_CELL) " %llu %u %s"
			  KPCTL_LEDGER_FIRST(LEDGER_VALUE), sum->inflight,
			  kpctl_event_maxactive(ev), kpctl_plant_mode(ev));
	kpctl_text_printf(text, KPCTL_LEDGER_MORE(LEDGER_CELL) " %llu %u"
			  KPCTL_LEDGER_MORE(LEDGER_VALUE),
			  kpctl_event_memory(ev) + kpctl_aggrs_memory(ev->target.aggrs) +
			  (kpctl_event_has_spans(ev) ? ev->target.starts->pages << PAGE_SHIFT : 0),
			  kpctl_event_functions(ev));
}

/* All probes of a name share one table: the first has its figures. */
static void span_cells(struct kpctl_event *ev, struct kpctl_text *text)
{
	struct kpctl_span_sum spans = {}, *sum = &spans;

	if (kpctl_event_has_spans(ev))
		kpctl_spans_sum(ev->target.starts, sum);
	kpctl_text_printf(text, KPCTL_SPANS(LEDGER_CELL) KPCTL_SPANS(LEDGER_VALUE));
}

static void act_cells(struct kpctl_event *ev, struct kpctl_text *text)
{
	struct kpctl_acting *acting = ev->target.acting;

	kpctl_text_printf(text, " %lld %lld\n", acting ? atomic64_read(&acting->acted) : 0,
			  acting ? atomic64_read(&acting->suppressed) : 0);
}

static void profile_line(struct kpctl_event *ev, struct kpctl_text *text)
{
	struct kpctl_sum sum;

	kpctl_event_sum(ev, &sum);
	kpctl_text_printf(text, "%s/%s", ev->spec->group, ev->spec->event);
	profile_cells(ev, &sum, text);
	span_cells(ev, text);
	act_cells(ev, text);
}

static void show_profile(struct kpctl_session *s, struct kpctl_text *text)
{
	struct kpctl_event *ev;

	kpctl_text_printf(text, "event" KPCTL_LEDGER_FIRST(LEDGER_NAME) " inflight maxactive mode"
			  KPCTL_LEDGER_MORE(LEDGER_NAME) " memory functions"
			  KPCTL_SPANS(LEDGER_NAME) KPCTL_ACT_COUNTS(LEDGER_NAME) "\n");
	list_for_each_entry(ev, &s->events, node)
		profile_line(ev, text);
}

/*
 * stats: each CPU's ring; then the session's ledger, removed events included, as the ledger
 * is now, and as the ledger was when the present consumer attached
 */

static void stats_line(struct kpctl_session *s, int cpu, struct kpctl_text *text)
{
	/* rings_lock keeps the set; NULL before the first kpctl_session_need_rings() */
	const struct kpctl_rings *rings = READ_ONCE(s->stream.rings);
	const struct kpctl_cpu *c;
	const struct kpctl_ring *ring;

	if (!rings) {
		kpctl_text_printf(text, "%d 0 0 0 0 0 0 0\n", cpu);
		return;
	}
	c = per_cpu_ptr(rings->cpu, cpu);
	ring = &c->ring;
	kpctl_text_printf(text, "%d %ld %ld %llu %llu %ld %llu %llu\n", cpu,
			  local_read(&ring->written), local_read(&ring->lost),
			  c->bytes_before + local_read(&ring->head), READ_ONCE(ring->max_fill),
			  local_read(&ring->max_nest), READ_ONCE(ring->meta->bad_tail),
			  READ_ONCE(ring->meta->overwritten));
}

static void stats_spans(const struct kpctl_span_sum *sum, struct kpctl_text *text)
{
	kpctl_text_printf(text, KPCTL_SPANS(LEDGER_KEY) "\n" KPCTL_SPANS(LEDGER_VALUE));
}

static void stats_sum(const char *name, const struct kpctl_sum *sum,
		      const struct kpctl_span_sum *spans, struct kpctl_text *text)
{
	kpctl_text_printf(text, "%s" KPCTL_LEDGER(LEDGER_KEY) " inflight=%llu",
			  name KPCTL_LEDGER(LEDGER_VALUE), sum->inflight);
	stats_spans(spans, text);
}

static void show_stats(struct kpctl_session *s, struct kpctl_text *text)
{
	struct kpctl_span_sum spans;
	struct kpctl_sum total;
	bool consumed;
	int cpu;

	kpctl_text_printf(text, "cpu written lost bytes fill nesting bad_tail overwritten\n");
	mutex_lock(&s->rings_lock);
	for_each_possible_cpu(cpu)
		stats_line(s, cpu, text);
	consumed = s->consumed;
	mutex_unlock(&s->rings_lock);
	kpctl_session_sum(s, &total);
	kpctl_session_spans(s, &spans);
	stats_sum("total", &total, &spans, text);
	if (consumed)
		stats_sum("attach", &s->at_attach, &s->spans_at_attach, text);
	kpctl_clock_show(text);
}

/* events: how to decode the records, for the library in userspace/lib */

static const char *state_name(const struct kpctl_event *ev)
{
	static const char *const names[] = {
		[KPCTL_PARKED] = "parked", [KPCTL_ARMED] = "armed", [KPCTL_OFF] = "off",
	};

	return names[ev->state];
}

static void show_events(struct kpctl_session *s, struct kpctl_text *text)
{
	struct kpctl_gone *gone;
	struct kpctl_event *ev;

	list_for_each_entry(gone, &s->gone, node)
		kpctl_text_printf(text, "%s", gone->line);
	list_for_each_entry(ev, &s->events, node)
		kpctl_event_describe(ev, state_name(ev), text);
}

static void show_formats(struct kpctl_session *s, struct kpctl_text *text)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node) {
		kpctl_view_format(ev, text);
		kpctl_text_printf(text, "\n");
	}
}

int kpctl_views_hists(struct kpctl_session *s, struct kpctl_hist_reader *r)
{
	struct kpctl_event *ev;
	int ret = 0;

	mutex_lock(&s->lock);
	list_for_each_entry(ev, &s->events, node) {
		ret = kpctl_hist_reader_add(r, ev);
		if (ret)
			break;
	}
	mutex_unlock(&s->lock);
	return ret;
}

/* A block per event: this line, then lines none of which is empty, then an empty line. */
static void show_event_name(const struct kpctl_event *ev, struct kpctl_text *text)
{
	kpctl_text_printf(text, "%u %s/%s\n", ev->target.id, ev->spec->group, ev->spec->event);
}

static void show_functions(struct kpctl_session *s, struct kpctl_text *text)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node) {
		show_event_name(ev, text);
		kpctl_view_functions(ev, text);
		kpctl_text_printf(text, "\n");
	}
}

static void show_all_left_out(struct kpctl_session *s, struct kpctl_text *text)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node) {
		show_event_name(ev, text);
		if (ev->engine->left_out)
			ev->engine->left_out(ev, text);
		kpctl_text_printf(text, "\n");
	}
}

static void show_open(struct kpctl_session *s, struct kpctl_text *text)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node) {
		show_event_name(ev, text);
		kpctl_view_open_list(ev, text);
		kpctl_text_printf(text, "\n");
	}
}

static void show_tracing(struct kpctl_session *s, struct kpctl_text *text)
{
	kpctl_text_printf(text, "%d\n", READ_ONCE(s->want_tracing));
}

static void put_stopper(struct kpctl_session *s, const struct kpctl_stop *stop,
			struct kpctl_text *text)
{
	struct kpctl_event *ev = kpctl_event_find_id(s, stop->id);
	const char *comm = (const char *)stop->comm;
	u64 sec = stop->time;
	u32 ns = do_div(sec, NSEC_PER_SEC);
	u32 i;

	if (ev)
		kpctl_text_printf(text, "%s/%s", ev->spec->group, ev->spec->event);
	else
		kpctl_text_printf(text, "a removed event");
	kpctl_text_printf(text, " at %llu.%06u, ", sec, ns / 1000);
	for (i = 0; i < sizeof(stop->comm) && comm[i]; i++)
		kpctl_text_printf(text, "%c", isprint(comm[i]) ? comm[i] : '?');
	kpctl_text_printf(text, "-%u", stop->tid);
}

static void show_stopped(struct kpctl_session *s, struct kpctl_text *text)
{
	const struct kpctl_stop *stop = &s->stream.stop;
	/* Pairs with the store-release in kpctl_stop_now(): the fields. */
	u32 state = smp_load_acquire(&stop->state);

	if (state < KPCTL_STOP_LAST) {
		kpctl_text_printf(text, "no\n");
		return;
	}
	put_stopper(s, stop, text);
	kpctl_text_printf(text, ", after %u more events", stop->after);
	if (state == KPCTL_STOP_LAST)
		kpctl_text_printf(text, ", %d to come", max(atomic_read(&stop->left), 0));
	kpctl_text_printf(text, "\n");
}

void kpctl_views_show(struct kpctl_session *s, u32 view, struct kpctl_text *text)
{
	static void (*const show[])(struct kpctl_session *s, struct kpctl_text *text) = {
		[KPCTL_VIEW_CONTROL] = show_control,
		[KPCTL_VIEW_ERRORS] = show_errors,
		[KPCTL_VIEW_CHECK] = show_verdict,
		[KPCTL_VIEW_PROFILE] = show_profile,
		[KPCTL_VIEW_STATS] = show_stats,
		[KPCTL_VIEW_EVENTS] = show_events,
		[KPCTL_VIEW_FORMATS] = show_formats,
		[KPCTL_VIEW_FILTERS] = show_filters,
		[KPCTL_VIEW_HISTS] = NULL,	/* kpctl_views_hists() */
		[KPCTL_VIEW_FUNCTIONS] = show_functions,
		[KPCTL_VIEW_LEFT_OUT] = show_all_left_out,
		[KPCTL_VIEW_TRACING] = show_tracing,
		[KPCTL_VIEW_OPEN] = show_open,
		[KPCTL_VIEW_STOPPED] = show_stopped,
		[KPCTL_VIEW_TRACE] = NULL,	/* control/view_trace.c */
		[KPCTL_VIEW_TRACE_PIPE] = NULL,
	};

	BUILD_BUG_ON(ARRAY_SIZE(show) != KPCTL_VIEWS);
	if (view >= ARRAY_SIZE(show))
		return;
	view = array_index_nospec(view, ARRAY_SIZE(show));
	if (!show[view])
		return;
	mutex_lock(&s->lock);
	show[view](s, text);
	mutex_unlock(&s->lock);
}
