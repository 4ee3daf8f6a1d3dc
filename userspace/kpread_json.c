// SPDX-License-Identifier: GPL-2.0-only
/*
 * -f json: an object a line, for other programs. Keys stand in the order of this list. A
 * program should skip types and keys that it does not know: new ones may come; a key that
 * changes its meaning changes "version".
 *
 *   {"type":"begin", "version":1, "time":T, "realtime":T}
 *   {"type":"event", TASK, "event":"GROUP/NAME", OWN, "args":{"NAME":VALUE, ...}, ABOUT}
 *   {"type":"undescribed", TASK, "id":N}		an event whose description is gone
 *   {"type":"missed", TASK, "event":E, "count":N}	calls without an instance
 *   {"type":"throttled", TASK, "event":E, "one_in":N, "left_out":N}	1: all are taken again
 *   {"type":"lost", "time":T, "cpu":N, "count":N}	count null: nobody knows how many
 *   {"type":"corrupt", "time":T, "cpu":N, "bytes":N}
 *   {"type":"end", "time":T, "complete":B, "events":N, "lost":N, "missed":N, "nested":N,
 *    "norcu":N, "throttled":N, "corrupt_bytes":N}	the summary; what the module did not
 *							tell is null
 *
 * Of recordings of several hosts, each object but the first and the last has "host":"S" behind its
 * type.
 *
 *   T	ns of CLOCK_MONOTONIC; "realtime" is CLOCK_REALTIME at the moment of "time"
 *   N	an integer of up to 64 bits, signed or not, exact: a double holds 53 bits only
 *   E	"GROUP/NAME", or null: the event is not described
 *   TASK	"time":T, "cpu":N, "tid":N, "comm":"S", "flags":[...], "preempt":N
 *	"tid" is the thread ($tid, not $pid); flags are irqs_off, bh_off, need_resched,
 *	softirq, hardirq and nmi; preempt is the depth, 15 is 15 or more
 *   OWN	of the kind of probe: "ip":SYMBOL; or "func":"NAME", "retip":SYMBOL, "lat":N in ns
 *
 * The type of an argument decides of what form its VALUE is; instead of any there can be null:
 *
 *   numbers, also those with names	N; see "names" below
 *   symbol				SYMBOL: "vfs_read+0x12/0x100", "fn+0x4/0x80 [module]" or
 *					"0xADDRESS"
 *   string, ustring, symstr, char	"S"
 *   ip4, ip6, mac			"192.0.2.1"
 *   TYPE[N], TYPE[NAME], TYPE[]	[VALUE, ...]
 *   stack				[SYMBOL, ...], the innermost frame first
 *
 * ABOUT names values of which there is more to say: "a", element 2 of an array "a[2]", of the
 * kind's own "$lat". A key stands there only if it names a value.
 *
 *   "cut":[...]	strings, stacks and arrays of which the record has the beginning only
 *   "fault":[...]	null, because memory could not be read
 *   "corrupt":[...]	null, because the value does not lie in its record
 *   "unknown":[...]	null, because the type is newer than this kpread
 *   "names":{"a":"S"}	numbers that are a value of an enum: the value's name
 *   "raw":{"a":"ff0a"}	strings that are not UTF-8, all their bytes in hexadecimal: as a VALUE
 *			such a string has U+FFFD for each byte that is part of no character
 *
 * An argument whose name an earlier argument has is called "NAME#N", as it is the N-th; so is
 * an argument whose name is no identifier.
 */
#include <errno.h>
#include <string.h>
#include <time.h>
#include "kpread_object.h"

#define VERSION		1

/* Objects */

static void put_host(struct object *o, const struct output *out)
{
	if (!out->host)
		return;
	object_key(o, "host");
	object_text(o, out->host, strlen(out->host));
}

static void begin(struct object *o, struct output *out, const struct kpr_item *item,
		  const char *type)
{
	object_init(o, out, item);
	PUT(o, "{\"type\":\"");
	object_put(o, type, strlen(type));
	PUT(o, "\"");
	if (item)
		put_host(o, out);
}

static int end(struct object *o)
{
	PUT(o, "}\n");
	return o->failed ? -ENOMEM : 0;
}

static void put_flags(struct object *o, unsigned int ctx)
{
	static const struct {
		unsigned int bit;
		const char *name;
	} flags[] = {
		{ KPCTL_CTX_IRQS_OFF, "irqs_off" }, { KPCTL_CTX_BH_OFF, "bh_off" },
		{ KPCTL_CTX_NEED_RESCHED, "need_resched" },
		{ KPCTL_CTX_LAZY_RESCHED, "need_resched_lazy" },
		{ KPCTL_CTX_FOLD_RESCHED, "preempt_need_resched" }, { KPCTL_CTX_SOFTIRQ, "softirq" },
		{ KPCTL_CTX_HARDIRQ, "hardirq" }, { KPCTL_CTX_NMI, "nmi" },
		{ KPCTL_CTX_ACTED, "acted" },
	};
	bool any = false;
	unsigned int i;

	PUT(o, ",\"flags\":[");
	for (i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		if (!(ctx & flags[i].bit))
			continue;
		object_comma(o, !any);
		any = true;
		object_text(o, flags[i].name, strlen(flags[i].name));
	}
	PUT(o, "]");
	object_pair(o, "preempt", (ctx & KPCTL_CTX_PREEMPT_MASK) >> KPCTL_CTX_PREEMPT_SHIFT);
}

static void put_place(struct object *o)
{
	object_pair(o, "time", o->item->time);
	object_pair(o, "cpu", o->item->cpu);
}

/* All of TASK but its time */
static void put_state(struct object *o)
{
	uint32_t ctx_tid = o->item->rec->ctx_tid, tid = KPCTL_REC_TID(ctx_tid);
	unsigned int len;
	const char *comm = kpr_stream_comm(o->stream, tid, &len);

	object_pair(o, "cpu", o->item->cpu);
	object_pair(o, "tid", tid);
	object_key(o, "comm");
	object_text(o, comm, len);
	put_flags(o, KPCTL_REC_CTX(o->item->rec));
}

static void put_task(struct object *o)
{
	object_pair(o, "time", o->item->time);
	put_state(o);
}

static void put_event_name(struct object *o)
{
	const struct kpr_event *ev = o->item->event;

	object_key(o, "event");
	if (!ev) {
		PUT(o, "null");
		return;
	}
	PUT(o, "\"");
	object_inside(o, ev->group, strlen(ev->group));
	PUT(o, "/");
	object_inside(o, ev->name, ev->name_len);
	PUT(o, "\"");
}

/*
 * What stands between an event's time and its duration or its arguments: the same for all events
 * of a kind by a task in one state, at one place, on one CPU. It is kept as it was written last.
 */
struct middle_key {
	const struct kpr_stream *stream;
	uint64_t serial;		/* of the description */
	uint64_t comms, symbols;	/* kpr_stream_comms() and so on */
	uint64_t ip, func, retip;	/* 0: it has none */
	uint32_t ctx_tid;
	uint32_t cpu_ctx;		/* the CPU, and the bits of the context in size_ctx */
};

struct middle {
	struct middle_key key;
	size_t len;			/* 0: free */
	char text[384];
};

#define NR_MIDDLES	64

static inline uint64_t own(const struct kpr_item *item, int offset)
{
	uint64_t v = 0;

	if (offset >= 0)
		kpr_own(item, offset, &v);
	return v;
}

static inline struct middle_key key_of(const struct object *o)
{
	const struct kpr_event *ev = o->item->event;
	const struct kpctl_rec *rec = o->item->rec;

	return (struct middle_key){
		.stream = o->stream, .serial = ev->serial, .comms = kpr_stream_comms(o->stream),
		.symbols = kpr_stream_symbols(o->stream), .ip = own(o->item, ev->ip),
		.func = own(o->item, ev->func), .retip = own(o->item, ev->retip),
		.ctx_tid = rec->ctx_tid, .cpu_ctx = o->item->cpu << 3 | (rec->size_ctx & 7),
	};
}

static inline struct middle *slot_of(const struct middle_key *k)
{
	static struct middle middles[NR_MIDDLES];

	return &middles[(k->ctx_tid ^ k->ctx_tid >> KPCTL_TID_BITS ^ k->cpu_ctx << 1 ^
			 k->serial << 3 ^ k->ip >> 2 ^ k->retip >> 2) % NR_MIDDLES];
}

/* Does the record have all that the key is made of? */
static bool is_whole(const struct kpr_item *item)
{
	return KPCTL_REC_SIZE(item->rec) >= item->event->need;
}

/* Asking for the names may have changed the numbers: they are asked for again. */
static void make_middle(struct object *o, struct middle *m)
{
	const struct kpr_event *ev = o->item->event;
	size_t from = o->to->len;

	put_state(o);
	put_event_name(o);
	object_own(o, "ip", ev->ip, 's');
	object_own(o, "func", ev->func, 'f');
	object_own(o, "retip", ev->retip, 's');
	m->len = o->to->len - from;
	if (o->failed || m->len > sizeof(m->text) || !is_whole(o->item)) {
		m->len = 0;
		return;
	}
	m->key = key_of(o);
	memcpy(m->text, o->to->data + from, m->len);
}

static void put_middle(struct object *o)
{
	struct middle_key key = key_of(o);
	struct middle *m = slot_of(&key);

	if (!m->len || memcmp(&m->key, &key, sizeof(key)) || !is_whole(o->item))
		make_middle(o, m);
	else if (object_room(o, m->len + KPR_WIDE))
		o->to->len = kpr_put_wide(o->to->data + o->to->len, m->text, m->len) -
			     o->to->data;
}

static int put_undescribed(struct output *out, const struct kpr_item *item)
{
	struct object o;

	begin(&o, out, item, "undescribed");
	put_task(&o);
	object_pair(&o, "id", item->rec->id);
	return end(&o);
}

static int put_event(struct output *out, const struct kpr_item *item)
{
	const struct kpr_event *ev = item->event;
	struct object o;

	if (!ev)
		return put_undescribed(out, item);
	object_init(&o, out, item);
	PUT(&o, "{\"type\":\"event\"");
	put_host(&o, out);
	PUT(&o, ",\"time\":");
	object_number(&o, item->time);
	put_middle(&o);
	object_own(&o, "lat", ev->lat, 'n');
	PUT(&o, ",\"args\":{");
	object_fields(&o);
	PUT(&o, "}");
	object_about(&o);
	return end(&o);
}

static int put_mark(struct output *out, const struct kpr_item *item)
{
	static const char * const types[] = {
		[KPR_LOST] = "lost", [KPR_CORRUPT] = "corrupt",
		[KPR_MISSED] = "missed", [KPR_THROTTLED] = "throttled",
		[KPR_STOPPED] = "stopped",
	};
	struct object o;

	begin(&o, out, item, types[item->kind]);
	if (item->kind == KPR_MISSED || item->kind == KPR_THROTTLED || item->kind == KPR_STOPPED) {
		put_task(&o);
		put_event_name(&o);
	} else {
		put_place(&o);
	}
	if (item->kind == KPR_THROTTLED) {
		object_pair(&o, "one_in", item->one_in > 1 ? item->one_in : 1);
		object_pair(&o, "left_out", item->count);
	} else if (item->kind == KPR_CORRUPT) {
		object_pair(&o, "bytes", item->count);
	} else if (item->kind == KPR_STOPPED) {
		object_pair(&o, "after", item->count);
	} else {
		object_pair_or_null(&o, "count", item->kind != KPR_LOST || item->count, item->count);
	}
	return end(&o);
}

/* The run */

static uint64_t real_time(const struct output *out, uint64_t now)
{
	struct timespec ts;

	if (out->clock)
		return now + out->realtime;
	clock_gettime(CLOCK_REALTIME, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

static int put_begin(struct output *out)
{
	uint64_t now = output_now(out);
	struct object o;

	begin(&o, out, NULL, "begin");
	object_pair(&o, "version", VERSION);
	object_pair(&o, "time", now);
	object_pair(&o, "realtime", real_time(out, now));
	return end(&o);
}

static int put_end(struct output *out, const struct summary *s)
{
	const struct kpr_counts *c = &s->counters;
	bool is_complete = summary_is_complete(s);
	struct object o;

	begin(&o, out, NULL, "end");
	object_pair(&o, "time", output_now(out));
	object_key(&o, "complete");
	object_put(&o, is_complete ? "true" : "false", is_complete ? 4 : 5);
	object_pair(&o, "events", s->events);
	object_pair(&o, "lost", s->totals.lost);
	object_pair(&o, "missed", s->totals.missed);
	object_pair_or_null(&o, "nested", c->known, c->nested);
	object_pair_or_null(&o, "norcu", c->known, c->norcu);
	object_pair_or_null(&o, "throttled", c->known, c->throttled);
	object_pair(&o, "corrupt_bytes", s->totals.corrupt);
	return end(&o);
}

const struct format format_json = {
	.is_lines = true,
	.begin = put_begin,
	.event = put_event,
	.mark = put_mark,
	.end = put_end,
};
