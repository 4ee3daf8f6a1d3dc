// SPDX-License-Identifier: GPL-2.0-only
/*
 * -F LAYOUT: columns of the user's own, under a title.
 *
 *	LAYOUT	:= ( TEXT | "{{" | "}}" | "{" NAME [":" ["-"] WIDTH | ":" STRFTIME] "}" )...
 *
 * A column is at least WIDTH wide, and at the left with a '-'; what is longer is not cut. NAME is
 * an argument of the event; or else one of the table below. STRFTIME, which has a '%', is for
 * `time` alone. The value that an event does not have is a '-'.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include "kpread.h"

#define WIDTH_MAX	1000

struct column {
	const char *text;	/* a name, or what stands between columns */
	size_t len;
	bool is_text;
	bool is_left;
	unsigned int width;
	char *strftime;
	/* Appends the value, if it is none of the event's arguments. NULL: no such name. */
	int (*put)(struct output *out, const struct kpr_item *item, const struct column *c);
};

static struct column *columns;
static unsigned int nr_columns;
/* The text of the item's time, made once for all columns: a delta is gone when it is made. */
static char time_text[KPR_TIME_TEXT];
static unsigned int time_len;

/* Values */

static int put(struct output *out, const void *text, size_t len)
{
	return buf_put(&out->buf, text, len);
}

static int put_number(struct output *out, uint64_t v)
{
	char text[20];

	return put(out, text, kpr_put_dec(text, v) - text);
}

static int put_strftime(struct output *out, const struct kpr_item *item, const char *format)
{
	time_t t = (item->time + out->realtime) / NSEC_PER_SEC;
	struct tm tm = { 0 };
	char text[256];

	localtime_r(&t, &tm);
	return put(out, text, strftime(text, sizeof(text), format, &tm));
}

static int put_time(struct output *out, const struct kpr_item *item, const struct column *c)
{
	if (c->strftime)
		return put_strftime(out, item, c->strftime);
	if (!time_len)
		time_len = kpr_stream_time(out->stream, item, time_text);
	return put(out, time_text, time_len);
}

static uint32_t tid_of(const struct kpr_item *item)
{
	return KPCTL_REC_TID(item->rec->ctx_tid);
}

/* Live, this machine's name, as a recording of it would have it. */
static const char *own_host(void)
{
	static struct utsname u;

	if (!u.nodename[0])
		uname(&u);
	return u.nodename;
}

static int put_host(struct output *out, const struct kpr_item *item, const struct column *c)
{
	const char *host = out->machine ? out->machine : own_host();

	(void)item, (void)c;
	return put(out, host, strlen(host));
}

static int put_comm(struct output *out, const struct kpr_item *item, const struct column *c)
{
	unsigned int len;
	const char *comm = kpr_stream_comm(out->stream, tid_of(item), &len);

	(void)c;
	return put(out, comm, len);
}

static int put_tid(struct output *out, const struct kpr_item *item, const struct column *c)
{
	(void)c;
	return put_number(out, tid_of(item));
}

static int put_pid(struct output *out, const struct kpr_item *item, const struct column *c)
{
	uint32_t process = task_process(tid_of(item), item->time);

	(void)c;
	if (!process && tid_of(item))
		return 0;
	return put_number(out, process);
}

static int put_cpu(struct output *out, const struct kpr_item *item, const struct column *c)
{
	(void)c;
	return put_number(out, item->cpu);
}

static int put_flags(struct output *out, const struct kpr_item *item, const struct column *c)
{
	char flags[4];

	(void)c;
	kpr_flags(item->rec, flags);
	return put(out, flags, sizeof(flags));
}

static int put_group(struct output *out, const struct kpr_item *item, const struct column *c)
{
	(void)c;
	return put(out, item->event->group, strlen(item->event->group));
}

static int put_event(struct output *out, const struct kpr_item *item, const struct column *c)
{
	(void)c;
	return put(out, item->event->name, item->event->name_len);
}

static int put_place(struct output *out, const struct kpr_item *item, const struct column *c)
{
	(void)c;
	return kpr_stream_place(out->stream, item, &out->buf);
}

static int put_func(struct output *out, const struct kpr_item *item, const struct column *c)
{
	const struct kpr_event *ev = item->event;
	unsigned int len;
	const char *text;
	uint64_t addr;

	(void)c;
	if (!kpr_own(item, ev->func >= 0 ? ev->func : ev->ip, &addr))
		return 0;
	text = kpr_stream_symbol(out->stream, addr, false, &len);
	return put(out, text, len);
}

static int put_lat(struct output *out, const struct kpr_item *item, const struct column *c)
{
	char text[24];
	uint64_t ns;

	(void)c;
	if (!kpr_own(item, item->event->lat, &ns))
		return 0;
	return put(out, text, kpr_put_duration(text, ns) - text);
}

/* NAME=VALUE of each argument. */
static int put_args(struct output *out, const struct kpr_item *item, const struct column *c)
{
	const struct kpr_field *f = item->event->fields;
	unsigned int i;
	int ret = 0;

	(void)c;
	for (i = 0; i < item->event->nr_fields && !ret; i++, f++) {
		if (i)
			ret = put(out, " ", 1);
		if (!ret)
			ret = put(out, f->name, f->name_len);
		if (!ret)
			ret = put(out, "=", 1);
		if (!ret)
			ret = kpr_stream_value(out->stream, item, i, &out->buf);
	}
	return ret;
}

/* A string stands without quotes, but for an empty one. */
static int put_string(struct output *out, const struct kpr_value *v)
{
	if (!v->nr)
		return put(out, "\"\"", 2);
	if (kpr_buf_room(&out->buf, 4 * (size_t)v->nr))
		return -ENOMEM;
	out->buf.len = kpr_put_escaped(out->buf.data + out->buf.len, v->data, v->nr) -
		       out->buf.data;
	return v->cut ? put(out, "...", 3) : 0;
}

/* Returns 1 if the event has no such argument. */
static int put_argument(struct output *out, const struct kpr_item *item, const struct column *c)
{
	const struct kpr_field *f = item->event->fields;
	struct kpr_value v;
	unsigned int i;

	for (i = 0; i < item->event->nr_fields; i++, f++)
		if (f->name_len == c->len && !memcmp(f->name, c->text, c->len))
			break;
	if (i == item->event->nr_fields)
		return 1;
	kpr_value(item, i, &v);
	return v.kind == KPR_VALUE_STRING ? put_string(out, &v) :
					    kpr_stream_value(out->stream, item, i, &out->buf);
}

/* Columns */

/* The columns of a terminal that the UTF-8 text takes, a character one. */
static size_t width_of(const char *text, size_t len)
{
	size_t n = 0;

	for (; len--; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

/* Blanks for the value from `start` on. A last column at the left has none. */
static int pad(struct output *out, const struct column *c, size_t start)
{
	size_t len = out->buf.len - start, width = width_of(out->buf.data + start, len), n;

	if (width >= c->width || (c->is_left && c == columns + nr_columns - 1))
		return 0;
	n = c->width - width;
	if (kpr_buf_room(&out->buf, n))
		return -ENOMEM;
	if (c->is_left) {
		memset(out->buf.data + out->buf.len, ' ', n);
	} else {
		memmove(out->buf.data + start + n, out->buf.data + start, len);
		memset(out->buf.data + start, ' ', n);
	}
	out->buf.len += n;
	return 0;
}

static int put_column(struct output *out, const struct kpr_item *item, const struct column *c)
{
	size_t start = out->buf.len;
	int ret;

	if (c->is_text)
		return put(out, c->text, c->len);
	ret = put_argument(out, item, c);
	if (ret == 1)
		ret = c->put ? c->put(out, item, c) : 0;
	if (!ret && out->buf.len == start)
		ret = put(out, "-", 1);
	return ret ? ret : pad(out, c, start);
}

int columns_put(struct output *out, const struct kpr_item *item)
{
	unsigned int i;
	int ret = 0;

	time_len = 0;
	for (i = 0; i < nr_columns && !ret; i++)
		ret = put_column(out, item, &columns[i]);
	return ret ? ret : put(out, "\n", 1);
}

static char upper(char c)
{
	return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

static int put_title(struct output *out, const struct column *c)
{
	size_t start = out->buf.len, i;
	int ret = put(out, c->text, c->len);

	if (ret || c->is_text)
		return ret;
	for (i = start; i < out->buf.len; i++)
		out->buf.data[i] = upper(out->buf.data[i]);
	return pad(out, c, start);
}

int columns_title(struct output *out)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < nr_columns && !ret; i++)
		ret = put_title(out, &columns[i]);
	return ret ? ret : put(out, "\n", 1);
}

void columns_close(void)
{
	while (nr_columns)
		free(columns[--nr_columns].strftime);
	free(columns);
	columns = NULL;
}

bool columns_have_host(void)
{
	unsigned int i;

	for (i = 0; i < nr_columns; i++)
		if (columns[i].put == put_host)
			return true;
	return false;
}

/* The layout */

static const struct {
	const char *name;
	int (*put)(struct output *out, const struct kpr_item *item, const struct column *c);
} known[] = {
	{ "time", put_time }, { "comm", put_comm }, { "tid", put_tid }, { "pid", put_pid },
	{ "cpu", put_cpu }, { "flags", put_flags }, { "group", put_group },
	{ "event", put_event }, { "place", put_place }, { "func", put_func },
	{ "lat", put_lat }, { "args", put_args }, { "host", put_host },
};

#define NR_KNOWN	(sizeof(known) / sizeof(known[0]))

static struct column *add(void)
{
	struct column *p = realloc(columns, (nr_columns + 1) * sizeof(*p));

	if (!p)
		return NULL;
	columns = p;
	p += nr_columns++;
	*p = (struct column){ 0 };
	return p;
}

static int parse_width(struct column *c, const char *spec, size_t len)
{
	char text[8] = "", *end;

	c->is_left = len && *spec == '-';
	spec += c->is_left;
	len -= c->is_left;
	if (len && len < sizeof(text))
		memcpy(text, spec, len);
	c->width = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || !c->width || c->width > WIDTH_MAX)
		return usage_error("-F: a width is a number from 1 to 1000, with a '-' at the left", spec);
	return 0;
}

static int parse_spec(struct column *c, const char *spec, size_t len)
{
	if (!memchr(spec, '%', len))
		return parse_width(c, spec, len);
	if (c->put != put_time)
		return usage_error("-F: only {time} takes a '%'", spec);
	c->strftime = strndup(spec, len);
	return c->strftime ? 0 : -ENOMEM;
}

/* The inside of the braces. */
static int parse_column(const char *at, size_t len)
{
	const char *colon = memchr(at, ':', len);
	struct column *c = add();
	unsigned int i;

	if (!c)
		return -ENOMEM;
	c->text = at;
	c->len = colon ? (size_t)(colon - at) : len;
	if (!c->len)
		return usage_error("-F: a name is missing", at);
	for (i = 0; i < NR_KNOWN; i++)
		if (strlen(known[i].name) == c->len && !memcmp(known[i].name, at, c->len))
			c->put = known[i].put;
	return colon ? parse_spec(c, colon + 1, at + len - colon - 1) : 0;
}

/* Text up to the next brace, or the one brace that a double one stands for. */
static int parse_text(const char **at)
{
	struct column *c = add();

	if (!c)
		return -ENOMEM;
	c->is_text = true;
	c->text = *at;
	c->len = strcspn(*at, "{}");
	*at += c->len;
	if (!c->len) {
		c->len = 1;
		*at += 2;
	}
	return 0;
}

static int parse(const char *at)
{
	const char *end;
	int ret = 0;

	while (*at && !ret) {
		if (*at == '}' && at[1] != '}')
			return usage_error("-F: a '}' that closes nothing is written '}}'", at);
		if (*at != '{' || at[1] == '{') {
			ret = parse_text(&at);
			continue;
		}
		end = strchr(at, '}');
		if (!end)
			return usage_error("-F: '{' without its '}'; as a text it is written '{{'", at);
		ret = parse_column(at + 1, end - at - 1);
		at = end + 1;
	}
	return ret;
}

/* Names */

static bool has_argument(const struct kpr_event *ev, const struct column *c)
{
	unsigned int i;

	for (i = 0; i < ev->nr_fields; i++)
		if (ev->fields[i].name_len == c->len &&
		    !memcmp(ev->fields[i].name, c->text, c->len))
			return true;
	return false;
}

/* The event that follows `ev` and passes -e; NULL for `ev`: the first such event. */
static const struct kpr_event *next_event(const struct output *out, const struct kpr_event *ev)
{
	do {
		ev = kpr_stream_event(out->stream, ev ? ev->id + 1u : 0);
	} while (ev && !filter_match_description(out->filter, ev));
	return ev;
}

static int explain_unknown(const struct output *out, const struct column *c)
{
	const struct kpr_event *ev = NULL;
	unsigned int i;

	fprintf(stderr, "kpread: -F: no event here has an argument %.*s; the names are",
		(int)c->len, c->text);
	for (i = 0; i < NR_KNOWN; i++)
		fprintf(stderr, " %s", known[i].name);
	while ((ev = next_event(out, ev))) {
		fprintf(stderr, "; of %s", ev->name);
		for (i = 0; i < ev->nr_fields; i++)
			fprintf(stderr, " %.*s", ev->fields[i].name_len, ev->fields[i].name);
	}
	fputs(".\n", stderr);
	return -EINVAL;
}

static int check_name(const struct output *out, const struct column *c)
{
	const struct kpr_event *ev = NULL;

	if (c->is_text || c->put)
		return 0;
	while ((ev = next_event(out, ev)))
		if (has_argument(ev, c))
			return 0;
	return explain_unknown(out, c);
}

int columns_open(struct output *out)
{
	unsigned int i;
	int ret = parse(out->layout);

	if (!ret)
		ret = kpr_stream_describe(out->stream);
	for (i = 0; i < nr_columns && !ret; i++)
		ret = check_name(out, &columns[i]);
	return ret;
}
