// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/kprobectl.h>

#include "engine.h"
#include "event.h"
#include "plant.h"
#include "session.h"
#include "text.h"
#include "views.h"

/* control: the list, as lines that can be written again */

static void show_control(struct kpctl_session *s, struct kpctl_text *text)
{
	struct kpctl_event *ev;
	char *line = kvmalloc(KPCTL_LINE_MAX, GFP_KERNEL);

	if (!line) {
		text->err = -ENOMEM;
		return;
	}
	list_for_each_entry(ev, &s->events, node) {
		if (kpctl_spec_print(ev->spec, line, KPCTL_LINE_MAX) >= 0)
			kpctl_text_printf(text, "%s\n", line);
	}
	kvfree(line);
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

/* profile: the ledger of each event, see count.h */

static void profile_line(struct kpctl_event *ev, struct kpctl_text *text)
{
	struct kpctl_sum sum;

	kpctl_event_sum(ev, &sum);
	kpctl_text_printf(text,
			  "%s/%s %llu %llu %llu %llu %llu %llu %llu %u %s %llu %llu %llu\n",
			  ev->spec->group, ev->spec->event, sum.hits, sum.emitted,
			  sum.filtered, sum.lost, sum.missed, sum.nested, sum.inflight,
			  ev->engine->maxactive(ev), kpctl_plant_mode(ev), sum.off,
			  sum.norcu, sum.never);
}

static void show_profile(struct kpctl_session *s, struct kpctl_text *text)
{
	struct kpctl_event *ev;

	kpctl_text_printf(text, "event hits emitted filtered lost missed nested inflight maxactive mode off norcu never\n");
	list_for_each_entry(ev, &s->events, node)
		profile_line(ev, text);
}

/* stats: each CPU's ring, then the session's ledger, removed events included */

static void stats_line(struct kpctl_session *s, int cpu, struct kpctl_text *text)
{
	const struct kpctl_cpu *c;
	const struct kpctl_ring *ring;

	if (!s->rings) {
		kpctl_text_printf(text, "%d 0 0 0 0 0 0\n", cpu);
		return;
	}
	c = per_cpu_ptr(s->rings->cpu, cpu);
	ring = &c->ring;
	kpctl_text_printf(text, "%d %ld %ld %llu %llu %ld %llu\n", cpu,
			  local_read(&ring->written), local_read(&ring->lost),
			  c->bytes_before + local_read(&ring->head), READ_ONCE(ring->max_fill),
			  local_read(&ring->max_nest), READ_ONCE(ring->meta->bad_tail));
}

static void stats_total(struct kpctl_session *s, struct kpctl_text *text)
{
	struct kpctl_sum total = s->removed, sum;
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node) {
		kpctl_event_sum(ev, &sum);
		kpctl_sum_add(&total, &sum);
	}
	kpctl_text_printf(text,
			  "total hits=%llu emitted=%llu filtered=%llu lost=%llu missed=%llu nested=%llu off=%llu norcu=%llu never=%llu inflight=%llu\n",
			  total.hits, total.emitted, total.filtered, total.lost, total.missed,
			  total.nested, total.off, total.norcu, total.never, total.inflight);
}

static void show_stats(struct kpctl_session *s, struct kpctl_text *text)
{
	int cpu;

	kpctl_text_printf(text, "cpu written lost bytes fill nesting bad_tail\n");
	mutex_lock(&s->rings_lock);
	for_each_possible_cpu(cpu)
		stats_line(s, cpu, text);
	mutex_unlock(&s->rings_lock);
	stats_total(s, text);
}

/* How to decode a record, for our reader */

static void describe_fixed(const struct kpctl_event *ev, struct kpctl_text *text)
{
	const struct kpctl_field *f;
	u16 at = sizeof(struct kpctl_rec);

	for (f = ev->engine->fields; f->name; f++, at += 8)
		kpctl_text_printf(text, " $%s@%u", f->name, at);
	if (ev->fetch.fault)
		kpctl_text_printf(text, " $fault@%u", ev->fetch.fault);
}

void kpctl_views_describe(struct kpctl_event *ev, const char *state, struct kpctl_text *text)
{
	const struct kpctl_spec *spec = ev->spec;
	u32 i, at;

	kpctl_text_printf(text, "%u %s %c %s/%s ", ev->id, state,
			  spec->kind == KPCTL_KIND_R ? 'r' : 'p', spec->group, spec->event);
	if (spec->is_addr)
		kpctl_text_printf(text, "0x%llx", spec->addr);
	else
		kpctl_text_printf(text, "%s%s%s+0x%llx", spec->mod, spec->mod[0] ? ":" : "",
				  spec->sym, spec->off);
	describe_fixed(ev, text);
	at = ev->fetch.slots;
	for (i = 0; i < spec->nargs; i++, at += 8)
		kpctl_text_printf(text, " %s:%s@%u", spec->arg[i].name,
				  kpctl_type_name(spec->arg[i].type), at);
	kpctl_text_printf(text, "\n");
}

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
		kpctl_views_describe(ev, state_name(ev), text);
}

/* The same in tracefs's syntax, for libtraceevent and its users */

static void format_field(struct kpctl_text *text, const char *type, const char *name,
			 unsigned int at, unsigned int size, bool is_signed)
{
	kpctl_text_printf(text, "\tfield:%s %s;\toffset:%u;\tsize:%u;\tsigned:%d;\n",
			  type, name, at, size, is_signed);
}

static void format_header(struct kpctl_text *text)
{
	format_field(text, "unsigned long long", "common_time",
		     offsetof(struct kpctl_rec, time), 8, false);
	format_field(text, "unsigned short", "common_type", offsetof(struct kpctl_rec, id), 2,
		     false);
	format_field(text, "unsigned short", "common_size", offsetof(struct kpctl_rec, size), 2,
		     false);
	format_field(text, "unsigned int", "common_ctx_tid",
		     offsetof(struct kpctl_rec, ctx_tid), 4, false);
	kpctl_text_printf(text, "\n");
}

/* tracefs calls xN by the unsigned type of that width, and prints it in hex. */
static const char *format_type(u8 type)
{
	static const char *const hex[] = { "u8", "u16", "u32", "u64" };

	if (kpctl_type_is_string(type))
		return "__data_loc char[]";
	if (type >= KPCTL_TYPE_X8 && type <= KPCTL_TYPE_X64)
		return hex[type - KPCTL_TYPE_X8];
	return kpctl_type_name(type);
}

static const char *format_print(u8 type)
{
	if (kpctl_type_is_string(type))
		return "\\\"%s\\\"";
	if (type >= KPCTL_TYPE_X8)
		return type == KPCTL_TYPE_X64 ? "0x%Lx" : "0x%x";
	if (type >= KPCTL_TYPE_S8)
		return type == KPCTL_TYPE_S64 ? "%Ld" : "%d";
	return type == KPCTL_TYPE_U64 ? "%Lu" : "%u";
}

static bool format_signed(u8 type)
{
	return kpctl_type_is_string(type) ||
	       (type >= KPCTL_TYPE_S8 && type <= KPCTL_TYPE_S64);
}

static void format_fields(struct kpctl_event *ev, struct kpctl_text *text)
{
	const struct kpctl_spec *spec = ev->spec;
	u32 i, at = sizeof(struct kpctl_rec);
	const struct kpctl_field *f;

	for (f = ev->engine->fields; f->name; f++, at += 8)
		format_field(text, "unsigned long", f->format_name, at, 8, false);
	if (ev->fetch.fault)
		format_field(text, "u64", "__probe_fault", ev->fetch.fault, 8, false);
	at = ev->fetch.slots;
	for (i = 0; i < spec->nargs; i++, at += 8)
		format_field(text, format_type(spec->arg[i].type), spec->arg[i].name, at,
			     kpctl_type_size(spec->arg[i].type),
			     format_signed(spec->arg[i].type));
}

static void format_print_fmt(struct kpctl_event *ev, struct kpctl_text *text)
{
	const struct kpctl_spec *spec = ev->spec;
	bool ret = spec->kind == KPCTL_KIND_R;
	u32 i;

	kpctl_text_printf(text, "\nprint fmt: \"%s", ret ? "(%lx <- %lx)" : "(%lx)");
	for (i = 0; i < spec->nargs; i++)
		kpctl_text_printf(text, " %s=%s", spec->arg[i].name,
				  format_print(spec->arg[i].type));
	kpctl_text_printf(text, ret ? " lat=%%lu\", REC->__probe_func, REC->__probe_ret_ip" :
				      "\", REC->__probe_ip");
	for (i = 0; i < spec->nargs; i++)
		kpctl_text_printf(text, kpctl_type_is_string(spec->arg[i].type) ?
				  ", __get_str(%s)" : ", REC->%s", spec->arg[i].name);
	kpctl_text_printf(text, ret ? ", REC->__probe_lat\n" : "\n");
}

void kpctl_views_format(struct kpctl_event *ev, struct kpctl_text *text)
{
	kpctl_text_printf(text, "name: %s\nID: %u\nformat:\n", ev->spec->event, ev->id);
	format_header(text);
	format_fields(ev, text);
	format_print_fmt(ev, text);
}

static void show_formats(struct kpctl_session *s, struct kpctl_text *text)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node) {
		kpctl_views_format(ev, text);
		kpctl_text_printf(text, "\n");
	}
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
	};

	if (view >= ARRAY_SIZE(show) || !show[view])
		return;
	mutex_lock(&s->lock);
	show[view](s, text);
	mutex_unlock(&s->lock);
}
