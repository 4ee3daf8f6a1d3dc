// SPDX-License-Identifier: GPL-2.0-only
/*
 * -f chrome: an array of trace events, one a line, in the format that chrome://tracing began. The
 * format allows that the array has no end, as when kpread is killed.
 *
 *	ph X	a call: an event at a return, from its entry on
 *	ph i	any other event, at its task ("s":"t"); a mark and the end, for all ("s":"g")
 *	ph M	the names of a thread and its process, before the first of its events
 *
 * "ts" and "dur" are us of CLOCK_MONOTONIC, the ns behind the point. Arguments are in "args" as
 * json has them; beside them $cpu, $ip or $retip, and $about, json's ABOUT. An idle task is
 * thread N of process 0 on CPU N.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "kpread_object.h"

static bool any;	/* the array has an element */

/* Parts */

static void put_us(struct object *o, uint64_t ns)
{
	char text[24], *p = kpr_put_dec(text, ns / 1000);

	*p++ = '.';
	object_put(o, text, kpr_put_digits(p, ns % 1000, 3) - text);
}

static void put_time(struct object *o, const char *key, uint64_t ns)
{
	object_key(o, key);
	put_us(o, ns);
}

static void put_string(struct object *o, const char *key, const char *text, size_t len)
{
	object_key(o, key);
	object_text(o, text, len);
}

/* An element with its first key, behind the comma that ends the one before. */
static void begin(struct object *o, struct output *out, const struct kpr_item *item, char ph)
{
	object_init(o, out, item);
	if (any)
		PUT(o, ",\n");
	any = true;
	PUT(o, "{\"ph\":\"");
	object_put(o, &ph, 1);
	PUT(o, "\"");
}

static void put_ids(struct object *o, uint32_t process, uint32_t thread)
{
	object_pair(o, "pid", process);
	object_pair(o, "tid", thread);
}

static void put_task_ids(struct object *o, const struct task *t)
{
	put_ids(o, t->process, t->tid ? t->tid : o->item->cpu);
}

/* {"ph":"M","name":"thread_name",...,"args":{"name":"cat"}} */
static bool put_name(struct output *out, const struct kpr_item *item, const struct task *t,
		     const char *what, const char *name, size_t len)
{
	struct object o;

	begin(&o, out, item, 'M');
	put_string(&o, "name", what, strlen(what));
	put_task_ids(&o, t);
	PUT(&o, ",\"args\":{\"name\":");
	object_text(&o, name, len);
	PUT(&o, "}}");
	return !o.failed;
}

static int put_names(struct output *out, const struct kpr_item *item, const struct task *t)
{
	unsigned int len;
	const char *process;

	if (!t->is_new)
		return 0;
	process = kpr_stream_comm(out->stream, t->process, &len);
	if (!put_name(out, item, t, "process_name", process, len) ||
	    !put_name(out, item, t, "thread_name", t->comm, t->comm_len))
		return -ENOMEM;
	return 0;
}

/* Events */

/* A call is named by its function, as a set has many; another event by itself. */
static void put_event_name(struct object *o, bool is_call)
{
	const struct kpr_event *ev = o->item->event;
	char text[8300];
	unsigned int len;
	const char *name;
	uint64_t func;

	if (!ev) {
		put_string(o, "name", text, snprintf(text, sizeof(text), "event %u",
						     o->item->rec->id));
		return;
	}
	name = ev->name;
	len = ev->name_len;
	if (is_call && kpr_own(o->item, ev->func, &func))
		name = kpr_stream_symbol(o->stream, func, false, &len);
	put_string(o, "name", name, len);
	put_string(o, "cat", text, snprintf(text, sizeof(text), "%s/%s", ev->group, ev->name));
}

/* A JSON object of its own, less the comma that object_about() begins with. */
static void put_about(struct object *o)
{
	size_t start;

	PUT(o, ",\"$about\":{");
	start = o->to->len;
	object_about(o);
	if (o->failed)
		return;
	if (o->to->len == start) {
		o->to->len = start - (sizeof(",\"$about\":{") - 1);
		return;
	}
	memmove(o->to->data + start, o->to->data + start + 1, o->to->len - start - 1);
	o->to->len--;
	PUT(o, "}");
}

static void put_args(struct object *o)
{
	const struct kpr_event *ev = o->item->event;

	PUT(o, ",\"args\":{\"$cpu\":");
	object_number(o, o->item->cpu);
	if (ev) {
		object_own(o, "$ip", ev->ip, 's');
		object_own(o, "$retip", ev->retip, 's');
		if (ev->nr_fields)
			PUT(o, ",");
		object_fields(o);
		put_about(o);
	}
	PUT(o, "}}");
}

static int put_event(struct output *out, const struct kpr_item *item)
{
	struct object o;
	struct task t;
	uint64_t lat;
	bool is_call = item_lat(item, &lat);
	int ret;

	task_of(out, item, &t);
	ret = put_names(out, item, &t);
	if (ret)
		return ret;
	begin(&o, out, item, is_call ? 'X' : 'i');
	put_event_name(&o, is_call);
	put_time(&o, "ts", item->time - lat);
	if (is_call)
		put_time(&o, "dur", lat);
	else
		put_string(&o, "s", "t", 1);
	put_task_ids(&o, &t);
	put_args(&o);
	return o.failed ? -ENOMEM : 0;
}

/* Marks, and the run */

static int put_mark(struct output *out, const struct kpr_item *item)
{
	struct object o;
	char text[8400];

	begin(&o, out, item, 'i');
	put_string(&o, "name", text, mark_name(text, sizeof(text), item));
	put_string(&o, "cat", "kprobectl", 9);
	put_time(&o, "ts", item->time);
	put_string(&o, "s", "g", 1);
	put_ids(&o, 0, item->cpu);
	PUT(&o, ",\"args\":{\"$cpu\":");
	object_number(&o, item->cpu);
	object_pair_or_null(&o, "count", item->kind != KPR_LOST || item->count, item->count);
	PUT(&o, "}}");
	return o.failed ? -ENOMEM : 0;
}

static int put_begin(struct output *out)
{
	struct object o;

	any = false;
	tasks_forget();
	object_init(&o, out, NULL);
	PUT(&o, "[\n");
	return o.failed ? -ENOMEM : 0;
}

static int put_end(struct output *out, const struct summary *s)
{
	const char *name = summary_is_complete(s) ? "complete" : "incomplete";
	const struct kpr_counts *c = &s->counters;
	struct object o;

	begin(&o, out, NULL, 'i');
	put_string(&o, "name", name, strlen(name));
	put_string(&o, "cat", "kprobectl", 9);
	put_time(&o, "ts", output_now(out));
	put_string(&o, "s", "g", 1);
	put_ids(&o, 0, 0);
	PUT(&o, ",\"args\":{\"events\":");
	object_number(&o, s->events);
	object_pair(&o, "lost", s->totals.lost);
	object_pair(&o, "missed", s->totals.missed);
	object_pair_or_null(&o, "nested", c->known, c->nested);
	object_pair_or_null(&o, "norcu", c->known, c->norcu);
	object_pair_or_null(&o, "throttled", c->known, c->throttled);
	object_pair(&o, "corrupt_bytes", s->totals.corrupt);
	PUT(&o, "}}\n]\n");
	return o.failed ? -ENOMEM : 0;
}

const struct format format_chrome = {
	.begin = put_begin,
	.event = put_event,
	.mark = put_mark,
	.end = put_end,
};
