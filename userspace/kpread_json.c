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
#include "kpread.h"
#include "spec/types.h"

#define VERSION		1

/* The keys of ABOUT. */
enum why {
	WHY_CUT,
	WHY_FAULT,
	WHY_CORRUPT,
	WHY_UNKNOWN,
	/* with a value each: */
	WHY_NAMES,
	WHY_RAW,
	NR_WHY,
};

/* An object being written. */
struct object {
	struct kpr_stream *stream;
	const struct kpr_item *item;
	struct kpr_buf *to;	/* the output, or for a while one of `about` */
	bool failed;		/* no memory: what comes is dropped */
	/* The value being written: */
	const char *own;	/* of the kind's own, its name; NULL: an argument */
	unsigned int arg;	/* the number of the argument */
	int element;		/* of an array; -1: no array */
};

/* The contents of ABOUT's keys, gathered while values are written. */
static struct kpr_buf about[NR_WHY];

/* Text */

static inline void put(struct object *o, const char *text, size_t len)
{
	if (o->failed || kpr_buf_room(o->to, len)) {
		o->failed = true;
		return;
	}
	memcpy(o->to->data + o->to->len, text, len);
	o->to->len += len;
}

#define PUT(o, literal)		put(o, literal, sizeof(literal) - 1)

/* The comma in front of an element; the first element has none. */
static void put_comma(struct object *o, bool first)
{
	if (!first)
		PUT(o, ",");
}

static void put_number(struct object *o, uint64_t v)
{
	char text[20];

	put(o, text, kpr_put_dec(text, v) - text);
}

static void put_signed(struct object *o, int64_t v)
{
	char text[20];

	put(o, text, kpr_put_signed(text, v) - text);
}

static void put_hex(struct object *o, unsigned char c)
{
	static const char hex[] = "0123456789abcdef";

	put(o, (char []){ hex[c >> 4], hex[c & 15] }, 2);
}

/* Can the byte stand in a string as it is? */
static inline bool is_plain(unsigned char c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

/* Is the character at s one of U+0080..9F? These are UTF-8, and kpr_utf8() says no. */
static bool is_c1(const unsigned char *s, size_t n)
{
	return n > 1 && s[0] == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0;
}

/*
 * A character that is_plain() refuses; returns its bytes, or 0 for a byte that is not UTF-8.
 * Control characters are escaped, also those beyond ASCII.
 */
static unsigned int put_char(struct object *o, const unsigned char *s, size_t n)
{
	unsigned int len = *s < 0x80 ? 1 : is_c1(s, n) ? 2 : kpr_utf8(s, n);

	if (!len) {
		PUT(o, "\\ufffd");
	} else if (*s == '"' || *s == '\\') {
		put(o, (char []){ '\\', *s }, 2);
	} else if (*s < 0x80 || is_c1(s, n)) {
		PUT(o, "\\u00");
		put_hex(o, s[len - 1]);
	} else {
		put(o, (const char *)s, len);
	}
	return len;
}

/* The inside of a string; false: not all of it is UTF-8. */
static bool put_inside(struct object *o, const char *text, size_t n)
{
	const unsigned char *s = (const unsigned char *)text, *end = s + n, *plain;
	bool is_utf8 = true;
	unsigned int len;

	while (s < end) {
		for (plain = s; s < end && is_plain(*s); s++)
			;
		put(o, (const char *)plain, s - plain);
		if (s == end)
			break;
		len = put_char(o, s, end - s);
		is_utf8 &= len > 0;
		s += len ? len : 1;
	}
	return is_utf8;
}

static bool put_text(struct object *o, const void *text, size_t n)
{
	bool is_utf8;

	PUT(o, "\"");
	is_utf8 = put_inside(o, text, n);
	PUT(o, "\"");
	return is_utf8;
}

/* ,"KEY": */
static void put_key(struct object *o, const char *key)
{
	PUT(o, ",\"");
	put(o, key, strlen(key));
	PUT(o, "\":");
}

static void put_pair(struct object *o, const char *key, uint64_t v)
{
	put_key(o, key);
	put_number(o, v);
}

static void put_pair_or_null(struct object *o, const char *key, bool is_known, uint64_t v)
{
	put_key(o, key);
	if (is_known)
		put_number(o, v);
	else
		PUT(o, "null");
}

/* Names of values */

/* The name of the argument, without quotes. */
static void put_name(struct object *o)
{
	const struct kpr_field *f = &o->item->event->fields[o->arg];

	put_inside(o, f->name, f->name_len);
	if (f->is_unique)
		return;
	PUT(o, "#");
	put_number(o, o->arg + 1);
}

static void put_about_name(struct object *o)
{
	PUT(o, "\"");
	if (o->own) {
		PUT(o, "$");
		put(o, o->own, strlen(o->own));
	} else {
		put_name(o);
	}
	if (o->element >= 0) {
		PUT(o, "[");
		put_number(o, o->element);
		PUT(o, "]");
	}
	PUT(o, "\"");
}

/* Adds the value to a key of ABOUT; `bytes`, if any, stand behind its name. */
static void note(struct object *o, enum why why, const unsigned char *bytes, size_t n)
{
	struct kpr_buf *output = o->to;

	o->to = &about[why];
	put_comma(o, !o->to->len);
	put_about_name(o);
	if (bytes) {
		PUT(o, ":\"");
		for (; n--; bytes++)
			put_hex(o, *bytes);
		PUT(o, "\"");
	}
	o->to = output;
}

/* Adds the name that the number has. */
static void note_name(struct object *o, const struct kpr_value *v)
{
	struct kpr_buf *output = o->to;
	unsigned int len;
	const char *name = o->own ? NULL : kpr_name(o->item, o->arg, v, &len);

	if (!name)
		return;
	note(o, WHY_NAMES, NULL, 0);
	o->to = &about[WHY_NAMES];
	PUT(o, ":\"");
	put(o, name, len);
	PUT(o, "\"");
	o->to = output;
}

static void put_null(struct object *o, enum why why)
{
	PUT(o, "null");
	note(o, why, NULL, 0);
}

static void put_about(struct object *o)
{
	static const char * const keys[NR_WHY] = { "cut", "fault", "corrupt", "unknown", "names", "raw" };
	unsigned int why;

	for (why = 0; why < NR_WHY; why++) {
		if (!about[why].len)
			continue;
		put_key(o, keys[why]);
		put(o, why >= WHY_NAMES ? "{" : "[", 1);
		put(o, about[why].data, about[why].len);
		put(o, why >= WHY_NAMES ? "}" : "]", 1);
	}
}

/* Values */

static void put_symbol(struct object *o, uint64_t addr, bool offset)
{
	unsigned int len;
	const char *text = kpr_stream_symbol(o->stream, addr, offset, &len);

	put_text(o, text, len);
}

static void put_string(struct object *o, const unsigned char *s, size_t n)
{
	if (!put_text(o, s, n))
		note(o, WHY_RAW, s, n);
}

static void put_unsigned(struct object *o, const struct kpr_value *v)
{
	unsigned char c = v->u;

	if (v->form == KPCTL_FORM_CHAR)
		put_string(o, &c, 1);
	else if (v->form == KPCTL_FORM_SYMBOL)
		put_symbol(o, v->u, true);
	else
		put_number(o, v->u);
}

static void put_address(struct object *o, const struct kpr_value *v)
{
	char text[KPR_ADDRESS_TEXT];

	put_text(o, text, kpr_address(v, text));
}

static void put_stack(struct object *o, const struct kpr_value *v)
{
	unsigned int n;

	PUT(o, "[");
	for (n = 0; n < v->nr; n++) {
		put_comma(o, !n);
		put_symbol(o, kpr_frame(v, n), true);
	}
	PUT(o, "]");
}

/* Any value but an array. */
static void put_single(struct object *o, const struct kpr_value *v)
{
	if (v->cut)
		note(o, WHY_CUT, NULL, 0);
	note_name(o, v);
	switch (v->kind) {
	case KPR_VALUE_UNSIGNED:	put_unsigned(o, v); break;
	case KPR_VALUE_SIGNED:		put_signed(o, v->s); break;
	case KPR_VALUE_ADDRESS:		put_address(o, v); break;
	case KPR_VALUE_STRING:		put_string(o, v->data, v->nr); break;
	case KPR_VALUE_STACK:		put_stack(o, v); break;
	case KPR_VALUE_FAULT:		put_null(o, WHY_FAULT); break;
	case KPR_VALUE_CORRUPT:		put_null(o, WHY_CORRUPT); break;
	default:			put_null(o, WHY_UNKNOWN);
	}
}

static void put_array(struct object *o, const struct kpr_value *array)
{
	struct kpr_value v;
	unsigned int n;

	if (array->cut)
		note(o, WHY_CUT, NULL, 0);
	PUT(o, "[");
	for (n = 0; n < array->nr; n++) {
		put_comma(o, !n);
		o->element = n;
		kpr_element(o->item, o->arg, n, &v);
		put_single(o, &v);
	}
	o->element = -1;
	PUT(o, "]");
}

static void put_args(struct object *o)
{
	struct kpr_value v;

	PUT(o, ",\"args\":{");
	for (o->arg = 0; o->arg < o->item->event->nr_fields; o->arg++) {
		put_comma(o, !o->arg);
		PUT(o, "\"");
		put_name(o);
		PUT(o, "\":");
		kpr_value(o->item, o->arg, &v);
		if (v.kind == KPR_VALUE_ARRAY)
			put_array(o, &v);
		else
			put_single(o, &v);
	}
	PUT(o, "}");
}

/* Values of the kind of probe itself */

/* The value at an offset of the description; forms are those of a symbol, a name, a number. */
static void put_own(struct object *o, const char *name, int offset, char form)
{
	uint64_t v;

	if (offset < 0)
		return;
	put_key(o, name);
	o->own = name;
	if (!kpr_own(o->item, offset, &v))
		put_null(o, WHY_CORRUPT);
	else if (form == 'n')
		put_number(o, v);
	else
		put_symbol(o, v, form == 's');
	o->own = NULL;
}

/* Objects */

static void begin(struct object *o, struct output *out, const struct kpr_item *item,
		  const char *type)
{
	*o = (struct object){
		.stream = out->stream, .item = item, .to = &out->buf, .element = -1,
	};
	PUT(o, "{\"type\":\"");
	put(o, type, strlen(type));
	PUT(o, "\"");
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
	};
	bool any = false;
	unsigned int i;

	PUT(o, ",\"flags\":[");
	for (i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		if (!(ctx & flags[i].bit))
			continue;
		put_comma(o, !any);
		any = true;
		put_text(o, flags[i].name, strlen(flags[i].name));
	}
	PUT(o, "]");
	put_pair(o, "preempt", (ctx & KPCTL_CTX_PREEMPT_MASK) >> KPCTL_CTX_PREEMPT_SHIFT);
}

static void put_place(struct object *o)
{
	put_pair(o, "time", o->item->time);
	put_pair(o, "cpu", o->item->cpu);
}

static void put_task(struct object *o)
{
	uint32_t ctx_tid = o->item->rec->ctx_tid, tid = KPCTL_REC_TID(ctx_tid);
	unsigned int len;
	const char *comm = kpr_stream_comm(o->stream, tid, &len);

	put_place(o);
	put_pair(o, "tid", tid);
	put_key(o, "comm");
	put_text(o, comm, len);
	put_flags(o, KPCTL_REC_CTX(o->item->rec));
}

static void put_event_name(struct object *o)
{
	const struct kpr_event *ev = o->item->event;

	put_key(o, "event");
	if (!ev) {
		PUT(o, "null");
		return;
	}
	PUT(o, "\"");
	put_inside(o, ev->group, strlen(ev->group));
	PUT(o, "/");
	put_inside(o, ev->name, ev->name_len);
	PUT(o, "\"");
}

static int put_event(struct output *out, const struct kpr_item *item)
{
	const struct kpr_event *ev = item->event;
	struct object o;
	unsigned int why;

	begin(&o, out, item, ev ? "event" : "undescribed");
	put_task(&o);
	if (!ev) {
		put_pair(&o, "id", item->rec->id);
		return end(&o);
	}
	for (why = 0; why < NR_WHY; why++)
		about[why].len = 0;
	put_event_name(&o);
	put_own(&o, "ip", ev->ip, 's');
	put_own(&o, "func", ev->func, 'f');
	put_own(&o, "retip", ev->retip, 's');
	put_own(&o, "lat", ev->lat, 'n');
	put_args(&o);
	put_about(&o);
	return end(&o);
}

static int put_mark(struct output *out, const struct kpr_item *item)
{
	static const char * const types[] = {
		[KPR_LOST] = "lost", [KPR_CORRUPT] = "corrupt",
		[KPR_MISSED] = "missed", [KPR_THROTTLED] = "throttled",
	};
	struct object o;

	begin(&o, out, item, types[item->kind]);
	if (item->kind == KPR_MISSED || item->kind == KPR_THROTTLED) {
		put_task(&o);
		put_event_name(&o);
	} else {
		put_place(&o);
	}
	if (item->kind == KPR_THROTTLED) {
		put_pair(&o, "one_in", item->one_in > 1 ? item->one_in : 1);
		put_pair(&o, "left_out", item->count);
	} else if (item->kind == KPR_CORRUPT) {
		put_pair(&o, "bytes", item->count);
	} else {
		put_pair_or_null(&o, "count", item->kind != KPR_LOST || item->count, item->count);
	}
	return end(&o);
}

/* The run */

static int put_begin(struct output *out)
{
	struct timespec ts;
	struct object o;

	begin(&o, out, NULL, "begin");
	put_pair(&o, "version", VERSION);
	put_pair(&o, "time", kpr_now());
	clock_gettime(CLOCK_REALTIME, &ts);
	put_pair(&o, "realtime", ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec);
	return end(&o);
}

static int put_end(struct output *out, const struct summary *s)
{
	const struct counters *c = &s->counters;
	bool is_complete = summary_is_complete(s);
	struct object o;

	begin(&o, out, NULL, "end");
	put_pair(&o, "time", kpr_now());
	put_key(&o, "complete");
	put(&o, is_complete ? "true" : "false", is_complete ? 4 : 5);
	put_pair(&o, "events", s->events);
	put_pair(&o, "lost", s->totals.lost);
	put_pair(&o, "missed", s->totals.missed);
	put_pair_or_null(&o, "nested", c->known, c->nested);
	put_pair_or_null(&o, "norcu", c->known, c->norcu);
	put_pair_or_null(&o, "throttled", c->known, c->throttled);
	put_pair(&o, "corrupt_bytes", s->totals.corrupt);
	return end(&o);
}

const struct format format_json = {
	.begin = put_begin,
	.event = put_event,
	.mark = put_mark,
	.end = put_end,
};
