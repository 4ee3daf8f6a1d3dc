// SPDX-License-Identifier: GPL-2.0-only
/*
 * -f tree: calls in each other, as function_graph prints them. A line has the time, the CPU, the
 * task, the duration and the call; other events stand in the calls as comments.
 *
 *	100.000010 |   3)              cat-7      |               |  vfs_read() {
 *	100.000012 |   3)              cat-7      |   1.000 us    |    ksys_read(); [comment]
 *	100.000020 |   3)              cat-7      |   10.000 us   |  } [comment]
 *
 * kpread_calls.h says how long items are held for that.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread_calls.h"

/* Deeper calls stand below each other. */
#define INDENT_MAX	64
/* Room for all of a line but its texts and its blanks. */
#define LINE_ROOM	256

/* The texts of an item being made: a name, and what stands in its comment. */
static struct kpr_buf text;
static size_t name_len;

/* Texts */

static int put(const void *bytes, size_t len)
{
	return buf_put(&text, bytes, len);
}

/* The end of a comment within a string would end the comment of the line. */
static void defuse(size_t from)
{
	size_t i;

	for (i = from; i + 1 < text.len; i++)
		if (text.data[i] == '*' && text.data[i + 1] == '/')
			text.data[i + 1] = '|';
}

/* NAME=VALUE of each argument, behind the event's name. */
static int put_args(struct output *out, const struct kpr_item *item)
{
	const struct kpr_event *ev = item->event;
	const struct kpr_field *f = ev->fields;
	size_t start = text.len;
	unsigned int i;
	int ret = put(ev->name, ev->name_len);

	if (!ret && ev->nr_fields)
		ret = put(":", 1);
	for (i = 0; i < ev->nr_fields && !ret; i++, f++) {
		ret = put(" ", 1);
		if (!ret)
			ret = put(f->name, f->name_len);
		if (!ret)
			ret = put("=", 1);
		if (!ret)
			ret = kpr_stream_value(out->stream, item, i, &text);
	}
	defuse(start);
	return ret;
}

static int put_func(struct output *out, const struct kpr_item *item)
{
	const struct kpr_event *ev = item->event;
	const char *name = ev->name;
	unsigned int len = ev->name_len;
	uint64_t func;

	if (kpr_own(item, ev->func, &func))
		name = kpr_stream_symbol(out->stream, func, false, &len);
	return put(name, len);
}

static int put_undescribed(const struct kpr_item *item)
{
	char event[32];

	return put(event, snprintf(event, sizeof(event), "event %u", item->rec->id));
}

/* Printing */

static char *put_blanks(char *p, unsigned int n)
{
	memset(p, ' ', n);
	return p + n;
}

static char *put_text(char *p, const char *s, size_t len)
{
	memcpy(p, s, len);
	return p + len;
}

#define PUT(p, literal)		put_text(p, literal, sizeof(literal) - 1)

/* At least `width` columns. */
static char *put_right(char *p, uint64_t v, unsigned int width)
{
	char digits[20];
	unsigned int len = kpr_put_dec(digits, v) - digits;

	p = put_blanks(p, len < width ? width - len : 0);
	return put_text(p, digits, len);
}

static char *put_head(char *p, const struct call *c, uint64_t time)
{
	char *tid;

	p = put_right(p, time / NSEC_PER_SEC, 5);
	*p++ = '.';
	p = kpr_put_digits(p, time % NSEC_PER_SEC / 1000, 6);
	p = PUT(p, " | ");
	p = put_right(p, c->cpu, 3);
	p = PUT(p, ") ");
	p = put_blanks(p, sizeof(c->comm) - c->comm_len);
	p = put_text(p, c->comm, c->comm_len);
	*p++ = '-';
	tid = p;
	p = kpr_put_dec(p, c->tid);
	p = put_blanks(p, p - tid < 7 ? 7 - (p - tid) : 0);
	return PUT(p, "| ");
}

/* As in the kernel: a sign for long ones, us, and no more than seven digits and a point. */
static char *put_duration(char *p, uint64_t ns)
{
	static const struct {
		uint64_t above;
		char sign;
	} signs[] = {
		{ 1000000000, '$' }, { 100000000, '@' }, { 10000000, '*' },
		{ 1000000, '#' }, { 100000, '!' }, { 10000, '+' }, { 0, ' ' },
	};
	unsigned int i = 0, len;
	char digits[32], *end;

	while (ns <= signs[i].above && signs[i].above)
		i++;
	*p++ = signs[i].sign;
	*p++ = ' ';
	end = kpr_put_dec(digits, ns / 1000);
	len = end - digits;
	if (len < 7) {
		*end++ = '.';
		end = kpr_put_digits(end, ns % 1000, 3);
		len = end - digits < 8 ? end - digits : 8;
	}
	p = put_text(p, digits, len);
	p = PUT(p, " us ");
	return put_blanks(p, len < 8 ? 8 - len : 0);
}

static char *put_comment(char *p, const struct call *c)
{
	p = PUT(p, "/* ");
	p = put_text(p, c->text + c->name_len, c->text_len);
	return PUT(p, " */");
}

static char *put_call(char *p, const struct call *c, enum part part)
{
	if (part != CALL_ENDS)
		p = put_text(p, c->text, c->name_len);
	if (part == CALL_BEGINS) {
		p = PUT(p, "() {");
		if (!c->given)
			return p;
		p = PUT(p, " /* calls in it, up to ");
		p = kpr_put_dec(p, c->given / NSEC_PER_SEC);
		*p++ = '.';
		p = kpr_put_digits(p, c->given % NSEC_PER_SEC / 1000, 6);
		return PUT(p, ", may stand above */");
	}
	p = part == CALL_ENDS ? PUT(p, "} ") : PUT(p, "(); ");
	return put_comment(p, c);
}

/* A line of the call at this depth. */
static int put_line(struct output *out, const struct call *c, unsigned int depth, enum part part)
{
	char *p;

	if (kpr_buf_room(&out->buf, LINE_ROOM + 2 * INDENT_MAX + c->name_len + c->text_len))
		return -ENOMEM;
	p = put_head(out->buf.data + out->buf.len, c, part == CALL_ENDS ? c->end : c->start);
	p = c->is_call && part != CALL_BEGINS ? put_duration(p, c->end - c->start) : put_blanks(p, 14);
	p = PUT(p, "|  ");
	p = put_blanks(p, 2 * (depth < INDENT_MAX ? depth : INDENT_MAX));
	p = c->is_call ? put_call(p, c, part) : put_comment(p, c);
	*p++ = '\n';
	out->buf.len = p - out->buf.data;
	return out->buf.len < OUTPUT_FLUSH_AT ? 0 : output_write(out);
}

static int put_mark_line(struct output *out, const struct call *c)
{
	if (kpr_buf_room(&out->buf, c->text_len))
		return -ENOMEM;
	memcpy(out->buf.data + out->buf.len, c->text, c->text_len);
	out->buf.len += c->text_len;
	return 0;
}

/* A call of which something may have been given already begins in a line of its own. */
static int put_part(struct output *out, const struct call *c, unsigned int depth, enum part part)
{
	int ret = 0;

	if (part == CALL_WHOLE && c->given) {
		ret = put_line(out, c, depth, CALL_BEGINS);
		part = CALL_ENDS;
	}
	return ret ? ret : put_line(out, c, depth, part);
}

static int give(struct output *out, const struct call *c)
{
	return c->is_mark ? put_mark_line(out, c) : calls_walk(out, c, put_part);
}

/* Items */

/* A call with the texts made so far; NULL: no memory. */
static struct call *make(void)
{
	struct call *c = calloc(1, sizeof(*c) + text.len);

	if (!c)
		return NULL;
	c->name_len = name_len;
	c->text_len = text.len - name_len;
	if (text.len)
		memcpy(c->text, text.data, text.len);
	return c;
}

static int make_texts(struct output *out, const struct kpr_item *item, bool is_call)
{
	int ret;

	text.len = name_len = 0;
	if (!item->event)
		return put_undescribed(item);
	ret = is_call ? put_func(out, item) : 0;
	name_len = text.len;
	return ret ? ret : put_args(out, item);
}

static int put_event(struct output *out, const struct kpr_item *item)
{
	uint64_t lat;
	bool is_call = item_lat(item, &lat);
	int ret = make_texts(out, item, is_call);
	struct call *c = ret ? NULL : make();
	const char *comm;

	if (!c)
		return -ENOMEM;
	c->tid = KPCTL_REC_TID(item->rec->ctx_tid);
	comm = kpr_stream_comm(out->stream, c->tid, &c->comm_len);
	if (c->comm_len > sizeof(c->comm))
		c->comm_len = sizeof(c->comm);
	memcpy(c->comm, comm, c->comm_len);
	c->cpu = item->cpu;
	c->is_call = is_call;
	c->start = item->time - lat;
	c->end = item->time;
	return calls_add(out, c, give);
}

/* A line of text, at its place in time. */
static int put_mark(struct output *out, const struct kpr_item *item)
{
	struct call *c;

	text.len = name_len = 0;
	if (kpr_stream_format(out->stream, item, &text))
		return -ENOMEM;
	c = make();
	if (!c)
		return -ENOMEM;
	c->is_mark = true;
	c->start = c->end = item->time;
	return calls_add(out, c, give);
}

static int put_begin(struct output *out)
{
	static const char title[] = "#    TIME       CPU              TASK-TID       DURATION       CALLS\n";

	if (kpr_buf_room(&out->buf, sizeof(title)))
		return -ENOMEM;
	memcpy(out->buf.data + out->buf.len, title, sizeof(title) - 1);
	out->buf.len += sizeof(title) - 1;
	return 0;
}

static int flush(struct output *out)
{
	return calls_give(out, output_now(out), give);
}

static int put_end(struct output *out, const struct summary *s)
{
	int ret = calls_give(out, UINT64_MAX, give);

	(void)s;
	calls_free();
	kpr_buf_free(&text);
	return ret;
}

const struct format format_tree = {
	.takes_text = true,
	.begin = put_begin,
	.event = put_event,
	.mark = put_mark,
	.flush = flush,
	.end = put_end,
};
