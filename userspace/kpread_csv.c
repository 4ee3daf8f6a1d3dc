// SPDX-License-Identifier: GPL-2.0-only
/*
 * -f csv: tables, for sqlite3 and spreadsheets. In the folder of -o:
 *
 *	GROUP.EVENT.csv	of each event; an event of the same name that has other columns goes to
 *			GROUP.EVENT.ID.csv, or GROUP.EVENT.ID.N.csv
 *	marks.csv	losses, misses, throttling, and what else is no event
 *	summary.csv	one row: the numbers at the end
 *
 * Standard output is for one event, and marks are rows of its table, in a column more. Recordings
 * of several machines have a first column more in all tables but the last, the host.
 *
 * Fields are those of RFC 4180 in lines that end in a newline: text stands in quotes, a number
 * does not, and a value that is not there is an empty field without quotes. Numbers are those of
 * json. Arrays and stacks are JSON. In a text, control characters, backslashes and bytes that are
 * not UTF-8 are escaped as in the lines of text.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "kpread_object.h"
#include "spec/types.h"

#define FULL_NAME	8300

/* A table; on standard output its rows go to out->buf. */
struct sheet {
	struct sheet *next;
	char *path;		/* NULL: standard output */
	struct kpr_buf header;	/* the first line */
	struct kpr_buf rows;	/* not written yet */
	bool is_there;		/* the file has been made */
};

static struct sheet *sheets, *marks;
/* By the event's id, its sheet; and the serial number of the description that it was made for. */
static struct sheet *sheet_of[UINT16_MAX + 1];
static uint64_t made_for[UINT16_MAX + 1];
static struct kpr_buf scratch;	/* a value as JSON */
/* GROUP/EVENT of the one event that goes to standard output */
static char chosen[FULL_NAME];

/* Fields */

static int put_comma(struct kpr_buf *b)
{
	return buf_put(b, ",", 1);
}

/* The comma in front, and the number. */
static int put_number(struct kpr_buf *b, uint64_t v)
{
	char text[21] = ",";

	return buf_put(b, text, kpr_put_dec(text + 1, v) - text);
}

/* A byte of a text, which may be the first of a character. Returns the bytes taken. */
static size_t put_char(struct kpr_buf *b, const unsigned char *s, size_t n)
{
	char *p = b->data + b->len;
	size_t len = kpr_utf8(s, n);

	if (*s == '"') {
		*p++ = '"';
		*p++ = '"';
	} else if (len) {
		memcpy(p, s, len);
		p += len;
	} else {
		p = kpr_put_escaped(p, s, 1);
	}
	b->len = p - b->data;
	return len ? len : 1;
}

/* The comma in front, and the text in quotes. */
static int put_text(struct kpr_buf *b, const void *text, size_t n)
{
	const unsigned char *s = text, *end = s + n;

	if (kpr_buf_room(b, 4 * n + 3))
		return -ENOMEM;
	b->data[b->len++] = ',';
	b->data[b->len++] = '"';
	while (s < end)
		s += put_char(b, s, end - s);
	b->data[b->len++] = '"';
	return 0;
}

/* JSON has no control characters, and keeps its backslashes. */
static int put_json(struct kpr_buf *b, const char *text, size_t n)
{
	size_t i;

	if (kpr_buf_room(b, 2 * n + 3))
		return -ENOMEM;
	b->data[b->len++] = ',';
	b->data[b->len++] = '"';
	for (i = 0; i < n; i++) {
		if (text[i] == '"')
			b->data[b->len++] = '"';
		b->data[b->len++] = text[i];
	}
	b->data[b->len++] = '"';
	return 0;
}

static int put_symbol(struct output *out, struct kpr_buf *b, uint64_t addr, bool offset)
{
	unsigned int len;
	const char *text = kpr_stream_symbol(out->stream, addr, offset, &len);

	return put_text(b, text, len);
}

/* Values */

/* The object takes notes of a value that has more to say, and has its numbers and its JSON. */
static int put_value(struct output *out, struct kpr_buf *b, struct object *o, unsigned int i)
{
	char address[KPR_ADDRESS_TEXT];
	struct kpr_value v;
	char c;

	scratch.len = 0;
	object_value(o, i);
	if (o->failed)
		return -ENOMEM;
	kpr_value(o->item, i, &v);
	c = v.u;
	if (v.kind == KPR_VALUE_STRING)
		return put_text(b, v.data, v.nr);
	if (v.kind == KPR_VALUE_ADDRESS)
		return put_text(b, address, kpr_address(&v, address));
	if (v.kind == KPR_VALUE_ARRAY || v.kind == KPR_VALUE_STACK)
		return put_json(b, scratch.data, scratch.len);
	if (v.kind == KPR_VALUE_UNSIGNED && v.form == KPCTL_FORM_CHAR)
		return put_text(b, &c, 1);
	if (v.kind == KPR_VALUE_UNSIGNED && v.form == KPCTL_FORM_SYMBOL)
		return put_symbol(out, b, v.u, true);
	if (put_comma(b))
		return -ENOMEM;
	if (v.kind != KPR_VALUE_UNSIGNED && v.kind != KPR_VALUE_SIGNED)
		return 0;
	return buf_put(b, scratch.data, scratch.len);
}

/* One of the kind's own values: a symbol, a function's name, or a number. */
static int put_own(struct output *out, struct kpr_buf *b, struct object *o, const char *name,
		   int offset, char form)
{
	uint64_t v;

	if (offset < 0)
		return 0;
	if (!kpr_own(o->item, offset, &v)) {
		object_own(o, name, offset, form);
		return put_comma(b);
	}
	return form == 'n' ? put_number(b, v) : put_symbol(out, b, v, form == 's');
}

/* ABOUT of json, an object; or nothing. */
static int put_about(struct kpr_buf *b, struct object *o)
{
	scratch.len = 0;
	object_about(o);
	if (!scratch.len)
		return put_comma(b);
	*scratch.data = '{';	/* for its comma */
	PUT(o, "}");
	return o->failed ? -ENOMEM : put_json(b, scratch.data, scratch.len);
}

/* The host in quotes, and a comma behind it; or nothing. A host needs no escapes. */
static int put_host(struct output *out, struct kpr_buf *b)
{
	if (!out->mixed)
		return 0;
	if (buf_put(b, "\"", 1) || buf_put(b, out->machine, strlen(out->machine)))
		return -ENOMEM;
	return buf_put(b, "\",", 2);
}

static const char task_columns[] = "time,cpu,tid,comm,flags";
#define NR_TASK_COLUMNS	5

/* The host if there is one, and task_columns; a mark may be of no task. */
static int put_task(struct output *out, struct kpr_buf *b, const struct kpr_item *item)
{
	char time[20], flags[4];
	unsigned int len;
	const char *comm;
	uint32_t tid;
	int ret = put_host(out, b);

	if (!ret)
		ret = buf_put(b, time, kpr_put_dec(time, item->time) - time);

	if (!ret)
		ret = put_number(b, item->cpu);
	if (ret || item->kind == KPR_LOST || item->kind == KPR_CORRUPT)
		return ret ? ret : buf_put(b, ",,,", 3);
	tid = KPCTL_REC_TID(item->rec->ctx_tid);
	comm = kpr_stream_comm(out->stream, tid, &len);
	kpr_flags(item->rec, flags);
	if (put_number(b, tid) || put_text(b, comm, len))
		return -ENOMEM;
	return put_text(b, flags, sizeof(flags));
}

static int put_row(struct output *out, struct kpr_buf *b, const struct kpr_item *item)
{
	const struct kpr_event *ev = item->event;
	struct object o;
	unsigned int i;
	int ret;

	object_init(&o, out, item);
	o.to = &scratch;
	ret = put_task(out, b, item);
	if (!ret)
		ret = put_own(out, b, &o, "ip", ev->ip, 's');
	if (!ret)
		ret = put_own(out, b, &o, "func", ev->func, 'f');
	if (!ret)
		ret = put_own(out, b, &o, "retip", ev->retip, 's');
	if (!ret)
		ret = put_own(out, b, &o, "lat", ev->lat, 'n');
	for (i = 0; i < ev->nr_fields && !ret; i++)
		ret = put_value(out, b, &o, i);
	return ret ? ret : put_about(b, &o);
}

/* Names of columns */

/* Has the line the word between commas? SQL does not know a letter from its capital. */
static bool has_word(const struct kpr_buf *line, const char *word, size_t len)
{
	const char *at = line->data, *end = at + line->len, *comma;

	for (; at < end; at = comma + 1) {
		comma = memchr(at, ',', end - at);
		if (!comma)
			comma = end;
		if ((size_t)(comma - at) == len && !strncasecmp(at, word, len))
			return true;
	}
	return false;
}

static int put_name(struct kpr_buf *line, const char *name)
{
	if (line->len && put_comma(line))
		return -ENOMEM;
	return buf_put(line, name, strlen(name));
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static bool is_identifier(const char *name, size_t len)
{
	while (len && is_word(*name)) {
		name++;
		len--;
	}
	return !len;
}

/* A name that an earlier column has, or that is none for SQL, gets the argument's number. */
static int put_argument_name(struct kpr_buf *line, const struct kpr_field *f, unsigned int nr)
{
	char name[4096 + 64];
	bool is_named = is_identifier(f->name, f->name_len);
	size_t len = snprintf(name, sizeof(name), "%.*s", is_named ? (int)f->name_len : 3,
			      is_named ? f->name : "arg");

	while (!is_named || has_word(line, name, len)) {
		is_named = true;
		len += snprintf(name + len, sizeof(name) - len, "_%u", nr);
	}
	return put_name(line, name);
}

static int put_task_names(struct output *out, struct kpr_buf *line)
{
	if (out->mixed && put_name(line, "host"))
		return -ENOMEM;
	return put_name(line, task_columns);
}

static int make_header(struct output *out, struct kpr_buf *line, const struct kpr_event *ev)
{
	unsigned int i;
	int ret = put_task_names(out, line);

	if (!ret && ev->ip >= 0)
		ret = put_name(line, "ip");
	if (!ret && ev->func >= 0)
		ret = put_name(line, "func");
	if (!ret && ev->retip >= 0)
		ret = put_name(line, "retip");
	if (!ret && ev->lat >= 0)
		ret = put_name(line, "lat");
	for (i = 0; i < ev->nr_fields && !ret; i++)
		ret = put_argument_name(line, &ev->fields[i], i + 1);
	if (!ret)
		ret = put_name(line, "about");
	if (!ret && !out->path)
		ret = put_name(line, "mark");
	return ret ? ret : buf_put(line, "\n", 1);
}

/* Sheets */

static bool is_header(const struct sheet *s, const struct kpr_buf *header)
{
	return s->header.len == header->len && !memcmp(s->header.data, header->data, header->len);
}

static struct sheet *find_sheet(const char *path)
{
	struct sheet *s;

	for (s = sheets; s; s = s->next)
		if (!strcmp(s->path, path))
			return s;
	return NULL;
}

/* Takes path and header over, also on failure. */
static struct sheet *add_sheet(struct output *out, char *path, struct kpr_buf *header)
{
	struct sheet *s = calloc(1, sizeof(*s));

	if (!s || buf_put(path ? &s->rows : &out->buf, header->data, header->len)) {
		free(s);
		free(path);
		kpr_buf_free(header);
		return NULL;
	}
	s->path = path;
	s->header = *header;
	s->next = sheets;
	sheets = s;
	return s;
}

/* GROUP/EVENT */
static int full_name(char *to, const struct kpr_event *ev)
{
	return snprintf(to, FULL_NAME, "%s/%s", ev->group, ev->name);
}

/* A name as a part of a file's name; descriptions are not trusted. */
static void safe_name(char *to, size_t size, const char *name)
{
	for (; *name && size > 1; name++, size--)
		*to++ = is_word(*name) ? *name : '_';
	*to = '\0';
}

/* The nth name that a file of the event may have. NULL: no memory. */
static char *path_of(const struct output *out, const struct kpr_event *ev, unsigned int n)
{
	char group[100], name[100], *path;
	char id[32] = "";

	safe_name(group, sizeof(group), ev->group);
	safe_name(name, sizeof(name), ev->name);
	if (n == 1)
		snprintf(id, sizeof(id), ".%u", ev->id);
	else if (n)
		snprintf(id, sizeof(id), ".%u.%u", ev->id, n);
	if (asprintf(&path, "%s/%s.%s%s.csv", out->path, group, name, id) < 0)
		return NULL;
	return path;
}

/*
 * The sheet that has this header and one of the event's names. NULL: there is none; *path is the
 * first name that is free, or NULL if there is no memory.
 */
static struct sheet *find_with_header(const struct output *out, const struct kpr_event *ev,
				      const struct kpr_buf *header, char **path)
{
	struct sheet *s;
	unsigned int n;

	for (n = 0; (*path = path_of(out, ev, n)); n++) {
		s = find_sheet(*path);
		if (!s)
			return NULL;
		free(*path);
		if (is_header(s, header))
			return s;
	}
	return NULL;
}

/* The sheet for an event's rows in a folder. 0 or -ENOMEM. */
static int make_sheet(struct output *out, const struct kpr_event *ev, struct sheet **s)
{
	struct kpr_buf header = { 0 };
	char *path;

	if (make_header(out, &header, ev)) {
		kpr_buf_free(&header);
		return -ENOMEM;
	}
	*s = find_with_header(out, ev, &header, &path);
	if (!*s && path)
		*s = add_sheet(out, path, &header);
	else
		kpr_buf_free(&header);
	return *s ? 0 : -ENOMEM;
}

/* The one sheet of standard output; NULL in *s for another event, which has come later. */
static int use_only_sheet(struct output *out, const struct kpr_event *ev, struct sheet **s)
{
	struct kpr_buf header = { 0 };
	char name[FULL_NAME];
	int ret = make_header(out, &header, ev);

	full_name(name, ev);
	*s = !ret && !strcmp(name, chosen) && is_header(sheets, &header) ? sheets : NULL;
	kpr_buf_free(&header);
	return ret;
}

static int find_for(struct output *out, const struct kpr_event *ev, struct sheet **s)
{
	int ret;

	if (made_for[ev->id] != ev->serial) {
		ret = out->path ? make_sheet(out, ev, &sheet_of[ev->id]) :
				  use_only_sheet(out, ev, &sheet_of[ev->id]);
		if (ret)
			return ret;
		made_for[ev->id] = ev->serial;
	}
	*s = sheet_of[ev->id];
	return 0;
}

/* The file is open only here: of events there can be more than descriptors. */
static int flush_sheet(struct sheet *s)
{
	int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (s->is_there ? O_APPEND : O_TRUNC), fd, ret;

	if (!s->path || (s->is_there && !s->rows.len))
		return 0;
	fd = open(s->path, flags, 0600);
	if (fd < 0)
		return -errno;
	s->is_there = true;
	ret = write_fully(fd, s->rows.data, s->rows.len);
	s->rows.len = 0;
	return close(fd) && !ret ? -errno : ret;
}

static int flush(struct output *out)
{
	struct sheet *s;
	int ret = 0;

	(void)out;
	for (s = sheets; s && !ret; s = s->next)
		ret = flush_sheet(s);
	return ret;
}

static int flush_full(struct sheet *s)
{
	return s->rows.len >= OUTPUT_FLUSH_AT ? flush_sheet(s) : 0;
}

/* Marks */

static const char *kind_of(const struct kpr_item *item)
{
	return item->kind == KPR_EVENT && item->event ? "other" : mark_kind(item);
}

/* The event, or the number of one that is not described. */
static int put_event_name(struct kpr_buf *b, const struct kpr_item *item)
{
	const struct kpr_event *ev = item->event;
	char name[FULL_NAME];

	if (ev)
		return put_text(b, name, full_name(name, ev));
	if (item->kind == KPR_EVENT)
		return put_number(b, item->rec->id);
	return put_comma(b);
}

static int put_mark_row(struct output *out, struct kpr_buf *b, const struct kpr_item *item)
{
	const char *kind = kind_of(item);
	int ret = put_task(out, b, item);

	if (!ret)
		ret = put_text(b, kind, strlen(kind));
	if (!ret)
		ret = put_event_name(b, item);
	if (!ret && item->kind != KPR_EVENT && (item->kind != KPR_LOST || item->count))
		ret = put_number(b, item->count);
	else if (!ret)
		ret = put_comma(b);
	if (!ret && item->kind == KPR_THROTTLED)
		return put_number(b, item->one_in > 1 ? item->one_in : 1);
	return ret ? ret : put_comma(b);
}

/* Words for the column of marks: "lost 1628", "throttled g/e 99 1 in 16". */
static int put_mark_text(struct kpr_buf *b, const struct kpr_item *item)
{
	const struct kpr_event *ev = item->event;
	char text[8400];
	int n = snprintf(text, sizeof(text), "%s", kind_of(item));

	if (ev)
		n += snprintf(text + n, sizeof(text) - n, " %s/%s", ev->group, ev->name);
	if (item->kind == KPR_EVENT && !ev)
		n += snprintf(text + n, sizeof(text) - n, " %u", item->rec->id);
	if (item->kind != KPR_EVENT && (item->kind != KPR_LOST || item->count))
		n += snprintf(text + n, sizeof(text) - n, " %llu", (unsigned long long)item->count);
	if (item->kind == KPR_THROTTLED)
		n += snprintf(text + n, sizeof(text) - n, " 1 in %u",
			      item->one_in > 1 ? item->one_in : 1);
	return put_text(b, text, n);
}

/* A row of the one table that is empty but for its first columns and its last. */
static int put_mark_in_table(struct output *out, const struct kpr_item *item)
{
	size_t i, columns = 0;
	int ret = put_task(out, &out->buf, item);

	for (i = 0; i < sheets->header.len; i++)
		columns += sheets->header.data[i] == ',';
	/* the last has its own comma */
	for (i = NR_TASK_COLUMNS + out->mixed; i < columns && !ret; i++)
		ret = put_comma(&out->buf);
	if (!ret)
		ret = put_mark_text(&out->buf, item);
	return ret ? ret : buf_put(&out->buf, "\n", 1);
}

static int put_mark(struct output *out, const struct kpr_item *item)
{
	int ret;

	if (!out->path)
		return put_mark_in_table(out, item);
	ret = put_mark_row(out, &marks->rows, item);
	if (!ret)
		ret = buf_put(&marks->rows, "\n", 1);
	return ret ? ret : flush_full(marks);
}

/* Events and the run */

static int put_event(struct output *out, const struct kpr_item *item)
{
	struct sheet *s = NULL;
	struct kpr_buf *b;
	int ret = item->event ? find_for(out, item->event, &s) : 0;

	if (ret)
		return ret;
	if (!s)
		return put_mark(out, item);
	b = out->path ? &s->rows : &out->buf;
	ret = put_row(out, b, item);
	if (!ret)
		ret = out->path ? buf_put(b, "\n", 1) : buf_put(b, ",\n", 2);
	return ret ? ret : flush_full(s);
}

/* The event after `ev` that -e lets through; NULL for `ev`: the first. */
static const struct kpr_event *next_event(const struct output *out, const struct kpr_event *ev)
{
	do {
		ev = kpr_stream_event(out->stream, ev ? ev->id + 1u : 0);
	} while (ev && (ev->gone || !filter_match_description(out->filter, ev)));
	return ev;
}

static int check(struct output *out)
{
	const struct kpr_event *ev;
	int ret = kpr_stream_describe(out->stream);

	if (ret || out->path)
		return ret;
	ev = next_event(out, NULL);
	if (!out->filter->nr_globs || !ev || next_event(out, ev)) {
		fprintf(stderr, "kpread: -f csv has a table for each event: name a folder for them by -o, or one event by -e.\n");
		return -EINVAL;
	}
	full_name(chosen, ev);
	return 0;
}

/* A table of no event, or of the one that goes to standard output. */
static struct sheet *add_plain(struct output *out, const char *name, bool has_task,
			       const char *columns)
{
	struct kpr_buf header = { 0 };
	char *path;

	if (asprintf(&path, "%s/%s.csv", out->path, name) < 0)
		return NULL;
	if ((has_task && put_task_names(out, &header)) ||
	    buf_put(&header, columns, strlen(columns))) {
		free(path);
		return NULL;
	}
	return add_sheet(out, path, &header);
}

static int begin_folder(struct output *out)
{
	const struct kpr_event *ev = NULL;
	struct sheet *s;
	int ret = 0;

	marks = add_plain(out, "marks", true, ",mark,event,count,one_in\n");
	if (!marks)
		return -ENOMEM;
	while ((ev = next_event(out, ev)) && !ret)
		ret = find_for(out, ev, &s);
	return ret ? ret : flush(out);
}

static int begin(struct output *out)
{
	struct kpr_buf header = { 0 };
	int ret;

	if (out->path)
		return begin_folder(out);
	ret = make_header(out, &header, next_event(out, NULL));
	if (!ret)
		return add_sheet(out, NULL, &header) ? 0 : -ENOMEM;
	kpr_buf_free(&header);
	return ret;
}

static int put_known(struct kpr_buf *b, bool is_known, uint64_t v)
{
	return is_known ? put_number(b, v) : put_comma(b);
}

static int put_summary(struct output *out, const struct summary *s)
{
	struct sheet *sheet = add_plain(out, "summary", false,
		"realtime,complete,events,lost,missed,nested,norcu,throttled,corrupt_bytes\n");
	const struct kpr_counts *c = &s->counters;
	struct kpr_buf *b;
	char text[20];

	if (!sheet)
		return -ENOMEM;
	b = &sheet->rows;
	if (buf_put(b, text, kpr_put_dec(text, out->realtime) - text) ||
	    put_number(b, summary_is_complete(s)) || put_number(b, s->events) ||
	    put_number(b, s->totals.lost) || put_number(b, s->totals.missed) ||
	    put_known(b, c->known, c->nested) || put_known(b, c->known, c->norcu) ||
	    put_known(b, c->known, c->throttled) || put_number(b, s->totals.corrupt))
		return -ENOMEM;
	return buf_put(b, "\n", 1);
}

static void free_sheets(void)
{
	struct sheet *s;

	while ((s = sheets)) {
		sheets = s->next;
		free(s->path);
		kpr_buf_free(&s->header);
		kpr_buf_free(&s->rows);
		free(s);
	}
	memset(made_for, 0, sizeof(made_for));
	kpr_buf_free(&scratch);
}

static int end(struct output *out, const struct summary *s)
{
	int ret = out->path ? put_summary(out, s) : 0;

	if (!ret)
		ret = flush(out);
	free_sheets();
	return ret;
}

const struct format format_csv = {
	.takes_folder = true,
	.check = check,
	.begin = begin,
	.event = put_event,
	.mark = put_mark,
	.flush = flush,
	.end = end,
};
