// SPDX-License-Identifier: GPL-2.0-only
/*
 * -f perfetto: a Trace of TracePackets, for ui.perfetto.dev and trace_processor. The numbers of
 * fields are those of Perfetto's protos/perfetto/trace.
 *
 *	track of a thread	calls (events at returns) as slices in each other, by
 *				kpread_calls.h; other events as instants
 *	track of a CPU		marks, as instants
 *	track "kprobectl"	the end, with the numbers of the summary
 *
 * Arguments are debug annotations: numbers are numbers, hexadecimal ones are pointers, and what
 * is no number is the text that lines of text have.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "kpread_calls.h"
#include "kpread_pb.h"
#include "spec/types.h"

/* Fields */
enum {
	TRACE_PACKET = 1,
	PACKET_CLOCK_SNAPSHOT = 6, PACKET_TIMESTAMP = 8, PACKET_SEQUENCE = 10,
	PACKET_TRACK_EVENT = 11, PACKET_SEQUENCE_FLAGS = 13, PACKET_CLOCK = 58,
	PACKET_TRACK_DESCRIPTOR = 60,
	SNAPSHOT_CLOCKS = 1, SNAPSHOT_PRIMARY = 2, CLOCK_ID = 1, CLOCK_TIMESTAMP = 2,
	TRACK_UUID = 1, TRACK_NAME = 2, TRACK_PROCESS = 3, TRACK_THREAD = 4, TRACK_PARENT = 5,
	PROCESS_PID = 1, PROCESS_NAME = 6, THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5,
	EVENT_ANNOTATIONS = 4, EVENT_TYPE = 9, EVENT_TRACK = 11, EVENT_CATEGORIES = 22,
	EVENT_NAME = 23,
	ANNOTATION_UINT = 3, ANNOTATION_INT = 4, ANNOTATION_STRING = 6, ANNOTATION_POINTER = 7,
	ANNOTATION_NAME = 10,
};

enum { SLICE_BEGIN = 1, SLICE_END = 2, INSTANT = 3 };
/* Clocks of a snapshot */
enum { CLOCK_OF_DAY = 1, CLOCK_MONO = 3, CLOCK_BOOT = 6 };

/* Tracks of different kinds differ in their high bits. */
#define TRACK_OF_THREAD		(1ull << 32)
#define TRACK_OF_PROCESS	(2ull << 32)
#define TRACK_OF_CPU		(3ull << 32)
#define TRACK_OF_IDLE		(4ull << 32)
#define TRACK_OF_ALL		(5ull << 32)

static uint64_t *cpus;		/* bits: the CPU's track has been described */
static unsigned int nr_cpus;	/* in units of 64 */
static struct kpr_buf text;	/* a value; the event of a call, to be held */

/* Packets */

static size_t begin_packet(struct pb *pb)
{
	size_t start = pb_begin(pb, TRACE_PACKET);

	pb_number(pb, PACKET_SEQUENCE, 1);
	return start;
}

static size_t begin_timed(struct pb *pb, uint64_t time)
{
	size_t start = begin_packet(pb);

	pb_number(pb, PACKET_TIMESTAMP, time);
	pb_number(pb, PACKET_CLOCK, CLOCK_MONO);
	return start;
}

/* A track, which may be described further between these two. */
static size_t begin_track(struct pb *pb, uint64_t uuid, size_t *track)
{
	size_t packet = begin_packet(pb);

	*track = pb_begin(pb, PACKET_TRACK_DESCRIPTOR);
	pb_number(pb, TRACK_UUID, uuid);
	return packet;
}

static void end_track(struct pb *pb, size_t packet, size_t track)
{
	pb_end(pb, track);
	pb_end(pb, packet);
}

static void put_named_track(struct pb *pb, uint64_t uuid, const char *name)
{
	size_t track, packet = begin_track(pb, uuid, &track);

	pb_string(pb, TRACK_NAME, name);
	end_track(pb, packet, track);
}

/* An event of a track, which gets its name and more between these two. */
static size_t begin_event(struct pb *pb, uint64_t time, uint64_t uuid, unsigned int type,
			  size_t *event)
{
	size_t packet = begin_timed(pb, time);

	*event = pb_begin(pb, PACKET_TRACK_EVENT);
	pb_number(pb, EVENT_TYPE, type);
	pb_number(pb, EVENT_TRACK, uuid);
	return packet;
}

static void end_event(struct pb *pb, size_t packet, size_t event)
{
	pb_end(pb, event);
	pb_end(pb, packet);
}

/* Tracks */

static void put_process(struct output *out, struct pb *pb, const struct task *t)
{
	size_t track, packet = begin_track(pb, TRACK_OF_PROCESS | t->process, &track), process;
	unsigned int len;
	const char *name = kpr_stream_comm(out->stream, t->process, &len);

	process = pb_begin(pb, TRACK_PROCESS);
	pb_number(pb, PROCESS_PID, t->process);
	pb_bytes(pb, PROCESS_NAME, name, len);
	pb_end(pb, process);
	end_track(pb, packet, track);
}

static void put_thread(struct pb *pb, const struct task *t)
{
	size_t track, packet = begin_track(pb, TRACK_OF_THREAD | t->tid, &track), thread;

	pb_number(pb, TRACK_PARENT, TRACK_OF_PROCESS | t->process);
	thread = pb_begin(pb, TRACK_THREAD);
	pb_number(pb, THREAD_PID, t->process);
	pb_number(pb, THREAD_TID, t->tid);
	pb_bytes(pb, THREAD_NAME, t->comm, t->comm_len);
	pb_end(pb, thread);
	end_track(pb, packet, track);
}

static void put_task(struct output *out, struct pb *pb, const struct kpr_item *item,
		     const struct task *t)
{
	char name[32];

	if (!t->is_new)
		return;
	if (t->tid) {
		put_process(out, pb, t);
		put_thread(pb, t);
	} else {
		snprintf(name, sizeof(name), "idle, CPU %u", item->cpu);
		put_named_track(pb, TRACK_OF_IDLE | item->cpu, name);
	}
}

static uint64_t track_of(uint32_t tid, unsigned int cpu)
{
	return tid ? TRACK_OF_THREAD | tid : TRACK_OF_IDLE | cpu;
}

/* Describes the CPU's track, unless that has been done. */
static int put_cpu(struct pb *pb, unsigned int cpu)
{
	unsigned int need = cpu / 64 + 1;
	char name[32];
	uint64_t *p;

	if (need > nr_cpus) {
		p = realloc(cpus, need * sizeof(*p));
		if (!p)
			return -ENOMEM;
		memset(p + nr_cpus, 0, (need - nr_cpus) * sizeof(*p));
		cpus = p;
		nr_cpus = need;
	}
	if (cpus[cpu / 64] >> cpu % 64 & 1)
		return 0;
	cpus[cpu / 64] |= 1ull << cpu % 64;
	snprintf(name, sizeof(name), "kprobectl, CPU %u", cpu);
	put_named_track(pb, TRACK_OF_CPU | cpu, name);
	return 0;
}

/* Annotations */

static size_t begin_annotation(struct pb *pb, const char *name, size_t len)
{
	size_t start = pb_begin(pb, EVENT_ANNOTATIONS);

	pb_bytes(pb, ANNOTATION_NAME, name, len);
	return start;
}

static void put_count(struct pb *pb, const char *name, uint64_t v)
{
	size_t start = begin_annotation(pb, name, strlen(name));

	pb_number(pb, ANNOTATION_UINT, v);
	pb_end(pb, start);
}

static void put_symbol(struct output *out, struct pb *pb, const char *name,
		       const struct kpr_item *item, int offset)
{
	unsigned int len;
	const char *symbol;
	uint64_t addr;
	size_t start;

	if (!kpr_own(item, offset, &addr))
		return;
	symbol = kpr_stream_symbol(out->stream, addr, true, &len);
	start = begin_annotation(pb, name, strlen(name));
	pb_bytes(pb, ANNOTATION_STRING, symbol, len);
	pb_end(pb, start);
}

/* A string without quotes; strings of messages are UTF-8, and escapes make it that. */
static void put_string(struct pb *pb, const struct kpr_value *v)
{
	text.len = 0;
	if (kpr_buf_room(&text, 4 * (size_t)v->nr + 3)) {
		pb->failed = true;
		return;
	}
	text.len = kpr_put_escaped(text.data, v->data, v->nr) - text.data;
	if (v->cut) {
		memcpy(text.data + text.len, "...", 3);
		text.len += 3;
	}
	pb_bytes(pb, ANNOTATION_STRING, text.data, text.len);
}

static bool is_number(const struct kpr_value *v)
{
	return v->kind == KPR_VALUE_SIGNED ||
	       (v->kind == KPR_VALUE_UNSIGNED && v->form != KPCTL_FORM_CHAR &&
		v->form != KPCTL_FORM_SYMBOL && v->form != KPCTL_FORM_CGROUP);
}

static void put_value(struct output *out, struct pb *pb, const struct kpr_item *item,
		      unsigned int i)
{
	struct kpr_value v;
	unsigned int len;

	kpr_value(item, i, &v);
	if (v.kind == KPR_VALUE_STRING) {
		put_string(pb, &v);
	} else if (is_number(&v) && !kpr_name(item, i, &v, &len)) {
		pb_number(pb, v.kind == KPR_VALUE_SIGNED ? ANNOTATION_INT :
			      v.form == KPCTL_FORM_HEX ? ANNOTATION_POINTER : ANNOTATION_UINT, v.u);
	} else {
		text.len = 0;
		pb->failed |= kpr_stream_value(out->stream, item, i, &text) != 0;
		pb_bytes(pb, ANNOTATION_STRING, text.data, text.len);
	}
}

static void put_args(struct output *out, struct pb *pb, const struct kpr_item *item)
{
	const struct kpr_event *ev = item->event;
	const struct kpr_field *f = ev->fields;
	unsigned int i;
	size_t start;

	put_count(pb, "$cpu", item->cpu);
	put_symbol(out, pb, "$ip", item, ev->ip);
	put_symbol(out, pb, "$retip", item, ev->retip);
	for (i = 0; i < ev->nr_fields; i++, f++) {
		start = begin_annotation(pb, f->name, f->name_len);
		put_value(out, pb, item, i);
		pb_end(pb, start);
	}
}

/* Events */

/* Name, category and arguments: all of an event but where and when it was. */
static void put_details(struct output *out, struct pb *pb, const struct kpr_item *item,
			bool is_call)
{
	const struct kpr_event *ev = item->event;
	char full[8300];
	unsigned int len;
	const char *name;
	uint64_t func;

	if (!ev) {
		snprintf(full, sizeof(full), "event %u", item->rec->id);
		pb_string(pb, EVENT_NAME, full);
		return;
	}
	name = ev->name;
	len = ev->name_len;
	if (is_call && kpr_own(item, ev->func, &func))
		name = kpr_stream_symbol(out->stream, func, false, &len);
	pb_bytes(pb, EVENT_NAME, name, len);
	snprintf(full, sizeof(full), "%s/%s", ev->group, ev->name);
	pb_string(pb, EVENT_CATEGORIES, full);
	put_args(out, pb, item);
}

static int put_instant(struct output *out, struct pb *pb, const struct kpr_item *item)
{
	uint32_t tid = KPCTL_REC_TID(item->rec->ctx_tid);
	size_t event, packet = begin_event(pb, item->time, track_of(tid, item->cpu), INSTANT, &event);

	put_details(out, pb, item, false);
	end_event(pb, packet, event);
	return pb->failed ? -ENOMEM : 0;
}

/* A side of a call, and the details with its beginning. */
static int put_side(struct output *out, const struct call *c, bool is_begin)
{
	struct pb pb = { .to = &out->buf };
	size_t event, packet = begin_event(&pb, is_begin ? c->start : c->end,
					   track_of(c->tid, c->cpu),
					   is_begin ? SLICE_BEGIN : SLICE_END, &event);

	if (is_begin)
		pb_raw(&pb, c->text, c->text_len);
	end_event(&pb, packet, event);
	if (pb.failed)
		return -ENOMEM;
	return out->buf.len < OUTPUT_FLUSH_AT ? 0 : output_write(out);
}

static int put_part(struct output *out, const struct call *c, unsigned int depth, enum part part)
{
	int ret = 0;

	(void)depth;
	if (part != CALL_ENDS)
		ret = put_side(out, c, true);
	if (!ret && part != CALL_BEGINS)
		ret = put_side(out, c, false);
	return ret;
}

static int give(struct output *out, const struct call *c)
{
	return calls_walk(out, c, put_part);
}

static int hold_call(struct output *out, const struct kpr_item *item, uint64_t lat)
{
	struct kpr_buf details = { 0 };
	struct pb pb = { .to = &details };
	struct call *c = NULL;

	put_details(out, &pb, item, true);
	if (!pb.failed)
		c = calloc(1, sizeof(*c) + details.len);
	if (c) {
		c->text_len = details.len;
		memcpy(c->text, details.data, details.len);
		c->tid = KPCTL_REC_TID(item->rec->ctx_tid);
		c->cpu = item->cpu;
		c->is_call = true;
		c->start = item->time - lat;
		c->end = item->time;
	}
	kpr_buf_free(&details);
	return c ? calls_add(out, c, give) : -ENOMEM;
}

static int put_event(struct output *out, const struct kpr_item *item)
{
	struct pb pb = { .to = &out->buf };
	struct task t;
	uint64_t lat;

	task_of(out, item, &t);
	put_task(out, &pb, item, &t);
	if (pb.failed)
		return -ENOMEM;
	return item_lat(item, &lat) ? hold_call(out, item, lat) : put_instant(out, &pb, item);
}

static int put_mark(struct output *out, const struct kpr_item *item)
{
	struct pb pb = { .to = &out->buf };
	size_t event, packet;
	char name[8400];

	if (put_cpu(&pb, item->cpu))
		return -ENOMEM;
	packet = begin_event(&pb, item->time, TRACK_OF_CPU | item->cpu, INSTANT, &event);
	pb_bytes(&pb, EVENT_NAME, name, mark_name(name, sizeof(name), item));
	pb_string(&pb, EVENT_CATEGORIES, "kprobectl");
	if (item->kind != KPR_LOST || item->count)
		put_count(&pb, "count", item->count);
	end_event(&pb, packet, event);
	return pb.failed ? -ENOMEM : 0;
}

/* The run */

static void put_clock(struct pb *pb, unsigned int id, uint64_t ns)
{
	size_t start = pb_begin(pb, SNAPSHOT_CLOCKS);

	pb_number(pb, CLOCK_ID, id);
	pb_number(pb, CLOCK_TIMESTAMP, ns);
	pb_end(pb, start);
}

static uint64_t boot_time(const struct output *out, uint64_t now)
{
	struct timespec ts;

	if (out->clock)
		return now + out->boottime;
	clock_gettime(CLOCK_BOOTTIME, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

/* One moment by all clocks; other traces have theirs by the time since booting. */
static int put_begin(struct output *out)
{
	struct pb pb = { .to = &out->buf };
	size_t packet = begin_packet(&pb), snapshot;
	uint64_t now = output_now(out);

	tasks_forget();
	pb_number(&pb, PACKET_SEQUENCE_FLAGS, 1);	/* nothing before counts */
	snapshot = pb_begin(&pb, PACKET_CLOCK_SNAPSHOT);
	put_clock(&pb, CLOCK_OF_DAY, now + out->realtime);
	put_clock(&pb, CLOCK_MONO, now);
	put_clock(&pb, CLOCK_BOOT, boot_time(out, now));
	pb_number(&pb, SNAPSHOT_PRIMARY, CLOCK_MONO);
	pb_end(&pb, snapshot);
	pb_end(&pb, packet);
	put_named_track(&pb, TRACK_OF_ALL, "kprobectl");
	return pb.failed ? -ENOMEM : 0;
}

static int put_summary(struct output *out, const struct summary *s)
{
	struct pb pb = { .to = &out->buf };
	size_t event, packet = begin_event(&pb, output_now(out), TRACK_OF_ALL, INSTANT, &event);

	pb_string(&pb, EVENT_NAME, summary_is_complete(s) ? "complete" : "incomplete");
	pb_string(&pb, EVENT_CATEGORIES, "kprobectl");
	put_count(&pb, "events", s->events);
	put_count(&pb, "lost", s->totals.lost);
	put_count(&pb, "missed", s->totals.missed);
	if (s->counters.known) {
		put_count(&pb, "nested", s->counters.nested);
		put_count(&pb, "norcu", s->counters.norcu);
		put_count(&pb, "throttled", s->counters.throttled);
	}
	put_count(&pb, "corrupt_bytes", s->totals.corrupt);
	end_event(&pb, packet, event);
	return pb.failed ? -ENOMEM : 0;
}

static int flush(struct output *out)
{
	return calls_give(out, output_now(out), give);
}

static int put_end(struct output *out, const struct summary *s)
{
	int ret = calls_give(out, UINT64_MAX, give);

	if (!ret)
		ret = put_summary(out, s);
	calls_free();
	kpr_buf_free(&text);
	free(cpus);
	cpus = NULL;
	nr_cpus = 0;
	return ret;
}

const struct format format_perfetto = {
	.is_binary = true,
	.begin = put_begin,
	.event = put_event,
	.mark = put_mark,
	.flush = flush,
	.end = put_end,
};
