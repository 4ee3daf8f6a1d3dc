// SPDX-License-Identifier: GPL-2.0-only
/*
 * -f trace.dat: a file of trace-cmd's version 6, for trace-cmd report, KernelShark and others.
 *
 *	head	magic, this machine, and the layout of pages
 *	events	each by its system, in the syntax of tracefs's files `format`
 *	tasks	the names of threads: a thread has one, the last
 *	CPUs	where the pages of each begin, and how many bytes they are
 *	pages	see kpread_tracedat_pages.c
 *
 * An event's numbers and strings are fields, for filters. How it is printed is a field, too: the
 * text that kpread prints behind the name, as no other reader knows of durations, symbols, or
 * values that could not be read. What is no event is an event kprobectl:mark; lost events are
 * also counted by the page, of which readers tell as dropped.
 *
 * Names of tasks and descriptions of events must be known before the first page, so all is put
 * together at the end.
 */
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread_tracedat.h"
#include "spec/address.h"
#include "spec/types.h"

#define MARK_CLASS	0u
#define FIRST_ID	1000u	/* lower ones are the kernel's own */
#define SYSTEM		"kprobectl"
/* The most of an event's texts: the numbers of __data_loc have 16 bits. */
#define TEXT_MAX	(16u << 10)
/* The most of an event's fields, six times what an event of the module can have. */
#define FIELDS_MAX	(6u << 10)
#define LINE_MAX_TEXT	(EVENT_MAX - (24u << 10))

/* An event as it is declared. */
struct class {
	char *system, *text;
	unsigned int id;
	unsigned int size;	/* of its fields, behind which texts stand */
};

static struct class *classes;
static unsigned int nr_classes;
/* By the event's id, its class; and the serial number of the description that it was made for. */
static unsigned int class_of[UINT16_MAX + 1];
static uint64_t made_for[UINT16_MAX + 1];
static struct kpr_buf event, texts, line;
static unsigned int texts_at;	/* where the texts of the event begin */

/* Bytes */

static int put_u16(struct kpr_buf *b, uint16_t v) { return buf_put(b, &v, sizeof(v)); }
static int put_u32(struct kpr_buf *b, uint32_t v) { return buf_put(b, &v, sizeof(v)); }
static int put_u64(struct kpr_buf *b, uint64_t v) { return buf_put(b, &v, sizeof(v)); }

static int put_string(struct kpr_buf *b, const char *text)
{
	return buf_put(b, text, strlen(text) + 1);
}

/* A text behind its length of 8 bytes. */
static int put_sized(struct kpr_buf *b, const char *text, size_t len)
{
	int ret = put_u64(b, len);

	return ret ? ret : buf_put(b, text, len);
}

/* Tasks: a tree by their numbers */

struct named {
	uint32_t tid;
	char comm[17];
};

static void *tasks;

static int by_tid(const void *a, const void *b)
{
	const struct named *x = a, *y = b;

	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

static int name_task(struct output *out, uint32_t tid)
{
	struct named key = { .tid = tid }, *n;
	unsigned int len;
	const char *comm = kpr_stream_comm(out->stream, tid, &len);
	void *found = tsearch(&key, &tasks, by_tid);
	char *nl;

	if (!found)
		return -ENOMEM;
	n = *(struct named **)found;
	if (n == &key) {
		n = malloc(sizeof(*n));
		if (!n) {
			tdelete(&key, &tasks, by_tid);
			return -ENOMEM;
		}
		*(struct named **)found = n;
	}
	*n = key;
	memcpy(n->comm, comm, len < sizeof(n->comm) ? len : sizeof(n->comm) - 1);
	while ((nl = strchr(n->comm, '\n')))
		*nl = '?';
	return 0;
}

/* Declarations */

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static void put_word(FILE *file, const char *text, size_t len)
{
	for (; len--; text++)
		fputc(is_word(*text) ? *text : '_', file);
}

/* What a field holds; arrays and stacks are none, and stand in the text alone. */
enum shape { NONE, UNSIGNED, SIGNED, TEXT };

static enum shape shape_of(const struct kpr_field *f)
{
	if (f->count || f->is_counted || kpctl_form_is_stack(f->form))
		return NONE;
	if (f->form == KPCTL_FORM_SYMBOL)
		return UNSIGNED;
	if (f->form == KPCTL_FORM_CHAR || f->form >= KPCTL_FORM_TEXT ||
	    kpctl_form_is_address(f->form))
		return TEXT;
	return kpctl_form_is_signed(f->form) ? SIGNED : UNSIGNED;
}

/* The fields so far; fields of the kind itself have names that no argument can have. */
struct declaration {
	FILE *file;
	unsigned int at;
};

static void declare(struct declaration *d, const char *type, unsigned int size, bool is_signed,
		    const char *name, size_t len, const char *suffix)
{
	fprintf(d->file, "\tfield:%s ", type);
	put_word(d->file, name, len);
	fprintf(d->file, "%s;\toffset:%u;\tsize:%u;\tsigned:%d;\n", suffix, d->at, size,
		is_signed);
	d->at += size;
}

static void declare_text(struct declaration *d, const char *name, size_t len, const char *number)
{
	char suffix[24];

	snprintf(suffix, sizeof(suffix), "%s", number);
	declare(d, "__data_loc char[]", 4, true, name, len, suffix);
}

static void declare_number(struct declaration *d, const char *name)
{
	declare(d, "u64", 8, false, name, strlen(name), "");
}

/* A name that an earlier field has, or that is no identifier, gets the argument's number. */
static void declare_argument(struct declaration *d, const struct kpr_field *f, unsigned int nr)
{
	enum shape shape = shape_of(f);
	char number[16] = "";

	if (!f->is_unique)
		snprintf(number, sizeof(number), "__%u", nr);
	if (shape == TEXT)
		declare_text(d, f->name, f->name_len, number);
	else if (shape != NONE)
		declare(d, shape == SIGNED ? "s64" : "u64", 8, shape == SIGNED, f->name,
			f->name_len, number);
}

static void declare_common(struct declaration *d)
{
	declare(d, "unsigned short", 2, false, "common_type", 11, "");
	declare(d, "unsigned char", 1, false, "common_flags", 12, "");
	declare(d, "unsigned char", 1, false, "common_preempt_count", 20, "");
	declare(d, "int", 4, true, "common_pid", 10, "");
	fputc('\n', d->file);
}

static void declare_own(struct declaration *d, const struct kpr_event *ev)
{
	if (ev->ip >= 0)
		declare_number(d, "__probe_ip");
	if (ev->func >= 0)
		declare_number(d, "__probe_func");
	if (ev->retip >= 0)
		declare_number(d, "__probe_ret_ip");
	if (ev->lat >= 0)
		declare_number(d, ev->lat_named ? "__probe_lat" : "lat");
}

static void declare_event(struct declaration *d, const struct kpr_event *ev)
{
	unsigned int i;

	declare_own(d, ev);
	for (i = 0; i < ev->nr_fields; i++)
		declare_argument(d, &ev->fields[i], i + 1);
}

static void declare_mark(struct declaration *d)
{
	declare_text(d, "mark", 4, "");
	declare_text(d, "event", 5, "");
	declare_number(d, "count");
	declare_number(d, "one_in");
}

/* The file `format` and the size of its fields. ev NULL: a mark. 0 or -errno. */
static int make_class(struct class *c, const char *name, size_t len, const struct kpr_event *ev)
{
	struct declaration d = { .at = 0 };
	size_t size;

	d.file = open_memstream(&c->text, &size);
	if (!d.file)
		return -ENOMEM;
	fputs("name: ", d.file);
	put_word(d.file, name, len);
	fprintf(d.file, "\nID: %u\nformat:\n", c->id);
	declare_common(&d);
	if (ev)
		declare_event(&d, ev);
	else
		declare_mark(&d);
	declare_text(&d, "__text", 6, "");
	fputs("\nprint fmt: \"%s\", __get_str(__text)\n", d.file);
	c->size = d.at;
	if (fclose(d.file))
		return -ENOMEM;
	return c->size > FIELDS_MAX ? -E2BIG : 0;
}

static void free_class(struct class *c)
{
	free(c->system);
	free(c->text);
}

/* Do both say the same, but for their numbers? */
static bool is_same(const struct class *x, const struct class *y)
{
	const char *a = strstr(x->text, "\nID: "), *b = strstr(y->text, "\nID: ");

	return !strcmp(x->system, y->system) && a - x->text == b - y->text &&
	       !memcmp(x->text, y->text, b - y->text) &&
	       !strcmp(strchr(a + 1, '\n'), strchr(b + 1, '\n'));
}

static int add_class(const struct class *c)
{
	struct class *p = realloc(classes, (nr_classes + 1) * sizeof(*p));

	if (!p)
		return -ENOMEM;
	classes = p;
	classes[nr_classes++] = *c;
	return 0;
}

/* The class of an event, or of marks, which is made unless there is one that says the same. */
static int find_class(const char *system, const char *name, size_t len,
		      const struct kpr_event *ev, unsigned int *nr)
{
	struct class c = { .system = strdup(system), .id = FIRST_ID + nr_classes };
	int ret = c.system ? make_class(&c, name, len, ev) : -ENOMEM;
	char *p;

	for (p = c.system; p && *p; p++)
		if (!is_word(*p))
			*p = '_';
	for (*nr = 0; !ret && *nr < nr_classes; ++*nr)
		if (is_same(&classes[*nr], &c))
			break;
	if (!ret && *nr == nr_classes) {
		ret = c.id > UINT16_MAX ? -E2BIG : add_class(&c);
		if (!ret)
			return 0;
	}
	free_class(&c);
	return ret;
}

static int class_for(const struct kpr_event *ev, unsigned int *nr)
{
	int ret = 0;

	if (made_for[ev->id] != ev->serial) {
		ret = find_class(ev->group, ev->name, ev->name_len, ev, &class_of[ev->id]);
		made_for[ev->id] = ret ? 0 : ev->serial;
	}
	*nr = class_of[ev->id];
	return ret;
}

/* Records */

/* The kernel's bits of common_flags. */
static unsigned int flags_of(unsigned int ctx)
{
	static const struct {
		unsigned int ours, theirs;
	} bits[] = {
		{ KPCTL_CTX_IRQS_OFF, 0x01 }, { KPCTL_CTX_LAZY_RESCHED, 0x02 },
		{ KPCTL_CTX_NEED_RESCHED, 0x04 }, { KPCTL_CTX_HARDIRQ, 0x08 },
		{ KPCTL_CTX_SOFTIRQ, 0x10 }, { KPCTL_CTX_FOLD_RESCHED, 0x20 },
		{ KPCTL_CTX_NMI, 0x40 }, { KPCTL_CTX_BH_OFF, 0x80 },
	};
	unsigned int i, flags = 0;

	for (i = 0; i < ARRAY_SIZE(bits); i++)
		flags |= ctx & bits[i].ours ? bits[i].theirs : 0;
	return flags;
}

static bool has_task(const struct kpr_item *item)
{
	return item && item->kind != KPR_LOST && item->kind != KPR_CORRUPT;
}

static int begin_event(struct output *out, const struct kpr_item *item, unsigned int class)
{
	uint32_t tid = has_task(item) ? KPCTL_REC_TID(item->rec->ctx_tid) : 0;
	unsigned int ctx = has_task(item) ? KPCTL_REC_CTX(item->rec) : 0;
	int ret = has_task(item) ? name_task(out, tid) : 0;

	event.len = texts.len = 0;
	texts_at = classes[class].size;
	if (!ret)
		ret = put_u16(&event, classes[class].id);
	if (!ret)
		ret = put_u16(&event, flags_of(ctx) |
			      (ctx & KPCTL_CTX_PREEMPT_MASK) >> KPCTL_CTX_PREEMPT_SHIFT << 8);
	return ret ? ret : put_u32(&event, tid);
}

/* A text behind all fields, and the field that says where. */
static int put_text(const char *text, size_t len)
{
	uint32_t at = texts_at + texts.len;
	int ret = buf_put(&texts, text, len);

	if (!ret)
		ret = buf_put(&texts, "", 1);
	return ret ? ret : put_u32(&event, at | (uint32_t)(len + 1) << 16);
}

/* A text of any bytes, cut where there is no more room. */
static int put_escaped(const unsigned char *bytes, size_t len)
{
	size_t room = texts.len < TEXT_MAX ? TEXT_MAX - texts.len : 0, n;

	line.len = 0;
	if (kpr_buf_room(&line, 4 * len + 1))
		return -ENOMEM;
	n = kpr_put_escaped(line.data, bytes, len) - line.data;
	return put_text(line.data, n < room ? n : room);
}

static int put_text_value(const struct kpr_value *v)
{
	char address[KPR_ADDRESS_TEXT];
	unsigned char c = v->u;

	if (v->kind == KPR_VALUE_STRING)
		return put_escaped(v->data, v->nr);
	if (v->kind == KPR_VALUE_ADDRESS)
		return put_text(address, kpr_address(v, address));
	return put_escaped(&c, v->kind == KPR_VALUE_UNSIGNED);
}

static int put_argument(const struct kpr_item *item, unsigned int i)
{
	enum shape shape = shape_of(&item->event->fields[i]);
	struct kpr_value v;

	if (shape == NONE)
		return 0;
	kpr_value(item, i, &v);
	if (shape == TEXT)
		return put_text_value(&v);
	return put_u64(&event, v.kind == KPR_VALUE_UNSIGNED || v.kind == KPR_VALUE_SIGNED ?
			       v.u : 0);
}

static int put_own(const struct kpr_item *item, int offset)
{
	uint64_t v = 0;

	if (offset < 0)
		return 0;
	kpr_own(item, offset, &v);
	return put_u64(&event, v);
}

static int put_fields(const struct kpr_item *item)
{
	const struct kpr_event *ev = item->event;
	const int own[] = { ev->ip, ev->func, ev->retip, ev->lat };
	unsigned int i;
	int ret = 0;

	for (i = 0; i < ARRAY_SIZE(own) && !ret; i++)
		ret = put_own(item, own[i]);
	for (i = 0; i < ev->nr_fields && !ret; i++)
		ret = put_argument(item, i);
	return ret;
}

/* What stands behind the time of the line: a task's name of 16 columns, and then no ": ". */
static const char *behind_time(const char *text)
{
	const char *at = strlen(text) > 16 ? strstr(text + 16, ": ") : NULL;

	return at ? at + 2 : text;
}

/* The line that kpread prints, from behind its time, or the event's name, on. */
static int put_line(struct output *out, const struct kpr_item *item)
{
	const char *text;
	int ret;

	line.len = 0;
	ret = kpr_stream_format(out->stream, item, &line);
	if (!ret)
		ret = buf_put(&line, "", 1);
	if (ret)
		return ret;
	line.data[line.len - 2] = '\0';		/* the newline */
	text = has_task(item) ? behind_time(line.data) : line.data;
	if (item->kind == KPR_EVENT && item->event) {
		text += item->event->name_len + 1;
		text += *text == ' ';
	}
	return put_text(text, strnlen(text, LINE_MAX_TEXT));
}

/* The event, whose fields are there. */
static int end_event(unsigned int cpu, uint64_t time)
{
	int ret = buf_put(&event, texts.data, texts.len);

	return ret ? ret : pages_add(cpu, pages_time(cpu, time), event.data, event.len);
}

static int put_mark_fields(const char *mark, const char *name, uint64_t count, uint64_t one_in)
{
	int ret = put_text(mark, strlen(mark));

	if (!ret)
		ret = put_text(name, strlen(name));
	if (!ret)
		ret = put_u64(&event, count);
	return ret ? ret : put_u64(&event, one_in);
}

static int put_mark(struct output *out, const struct kpr_item *item)
{
	char name[8300];
	int ret = item->kind == KPR_LOST ? pages_lose(item->cpu, item->count) : 0;

	mark_event(name, sizeof(name), item);
	if (!ret)
		ret = begin_event(out, item, MARK_CLASS);
	if (!ret)
		ret = put_mark_fields(mark_kind(item), name, item->count,
				      item->kind == KPR_THROTTLED && !item->one_in ? 1 :
				      item->one_in);
	if (!ret)
		ret = put_line(out, item);
	return ret ? ret : end_event(item->cpu, item->time);
}

static int put_event(struct output *out, const struct kpr_item *item)
{
	unsigned int class;
	int ret;

	if (!item->event)
		return put_mark(out, item);
	ret = class_for(item->event, &class);
	if (!ret)
		ret = begin_event(out, item, class);
	if (!ret)
		ret = put_fields(item);
	if (!ret)
		ret = put_line(out, item);
	return ret ? ret : end_event(item->cpu, item->time);
}

/* The run */

static int put_begin(struct output *out)
{
	unsigned int nr;

	pages_begin(out->path);
	return find_class(SYSTEM, "mark", 4, NULL, &nr);
}

/* The verdict, with the number of events that are missing, on the first CPU. */
static int put_verdict(struct output *out, const struct summary *s)
{
	const struct kpr_counts *n = &s->counters;
	const char *verdict = summary_is_complete(s) ? "complete" : "incomplete";
	int ret = begin_event(out, NULL, MARK_CLASS);

	if (!ret)
		ret = put_mark_fields(verdict, "", s->totals.lost + s->totals.missed + n->nested +
				      n->norcu + n->throttled, 0);
	if (!ret)
		ret = put_text(verdict, strlen(verdict));
	return ret ? ret : end_event(0, output_now(out));
}

/* The file */

static int put_head(struct kpr_buf *b)
{
	static const char begin[] = "\x17\x08\x44" "tracing" "6";
	static const char page[] =
		"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		"\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
		"\tfield: char data;\toffset:16;\tsize:65520;\tsigned:0;\n";
	static const char header[] =
		"\ttype_len : 5 bits\n\ttime_delta : 27 bits\n\tarray : 32 bits\n";
	static const char machine[] = { 0, 8 };	/* little endian, longs of 8 bytes */
	int ret = buf_put(b, begin, sizeof(begin));

	if (!ret)
		ret = buf_put(b, machine, sizeof(machine));
	if (!ret)
		ret = put_u32(b, PAGE_SIZE);
	if (!ret)
		ret = put_string(b, "header_page");
	if (!ret)
		ret = put_sized(b, page, strlen(page));
	if (!ret)
		ret = put_string(b, "header_event");
	return ret ? ret : put_sized(b, header, strlen(header));
}

/* Is the class the first of its system? */
static bool is_first(unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (!strcmp(classes[i].system, classes[nr].system))
			return false;
	return true;
}

static int put_system(struct kpr_buf *b, const char *system)
{
	unsigned int i;
	uint32_t n = 0;
	int ret = put_string(b, system);

	for (i = 0; i < nr_classes; i++)
		n += !strcmp(classes[i].system, system);
	if (!ret)
		ret = put_u32(b, n);
	for (i = 0; i < nr_classes && !ret; i++)
		if (!strcmp(classes[i].system, system))
			ret = put_sized(b, classes[i].text, strlen(classes[i].text));
	return ret;
}

static int put_systems(struct kpr_buf *b)
{
	unsigned int i;
	uint32_t n = 0;
	int ret;

	for (i = 0; i < nr_classes; i++)
		n += is_first(i);
	ret = put_u32(b, n);
	for (i = 0; i < nr_classes && !ret; i++)
		if (is_first(i))
			ret = put_system(b, classes[i].system);
	return ret;
}

/* Lines of tid and name; for twalk(), which takes no argument of ours. */
static FILE *task_file;

static void put_task(const void *node, VISIT visit, int depth)
{
	const struct named *n = *(struct named * const *)node;

	(void)depth;
	if (visit == postorder || visit == leaf)
		fprintf(task_file, "%u %s\n", n->tid, n->comm);
}

static int put_tasks(struct kpr_buf *b)
{
	char *text = NULL;
	size_t size;
	int ret = -ENOMEM;

	task_file = open_memstream(&text, &size);
	if (!task_file)
		return ret;
	twalk(tasks, put_task);
	if (!fclose(task_file))
		ret = put_sized(b, text, size);
	free(text);
	return ret;
}

/* Where the pages of CPUs are: behind each other, at a multiple of their size. */
static int put_places(struct kpr_buf *b)
{
	static const char flyrecord[10] = "flyrecord";
	unsigned int i, nr = pages_cpus();
	int ret = put_u32(b, nr);
	uint64_t at;

	if (!ret)
		ret = buf_put(b, flyrecord, sizeof(flyrecord));
	at = (b->len + 16 * (uint64_t)nr + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE;
	for (i = 0; i < nr && !ret; i++) {
		ret = put_u64(b, at);
		if (!ret)
			ret = put_u64(b, pages_size(i));
		at += pages_size(i);
	}
	return ret;
}

static int pad(struct kpr_buf *b)
{
	size_t n = -b->len % PAGE_SIZE;

	if (kpr_buf_room(b, n))
		return -ENOMEM;
	memset(b->data + b->len, 0, n);
	b->len += n;
	return 0;
}

static int put_file_head(struct kpr_buf *b)
{
	int ret = put_head(b);

	if (!ret)
		ret = put_u32(b, 0);		/* events of ftrace */
	if (!ret)
		ret = put_systems(b);
	if (!ret)
		ret = put_u32(b, 0);		/* symbols, which texts have */
	if (!ret)
		ret = put_u32(b, 0);		/* formats of trace_printk() */
	if (!ret)
		ret = put_tasks(b);
	if (!ret)
		ret = put_places(b);
	return ret ? ret : pad(b);
}

static void free_all(void)
{
	while (nr_classes)
		free_class(&classes[--nr_classes]);
	free(classes);
	classes = NULL;
	tdestroy(tasks, free);
	tasks = NULL;
	pages_free();
	kpr_buf_free(&event);
	kpr_buf_free(&texts);
	kpr_buf_free(&line);
	memset(made_for, 0, sizeof(made_for));
}

static int put_end(struct output *out, const struct summary *s)
{
	int ret = put_verdict(out, s);
	unsigned int i;

	if (!ret)
		ret = pages_end();
	if (!ret)
		ret = put_file_head(&out->buf);
	if (!ret)
		ret = output_write(out);
	for (i = 0; i < pages_cpus() && !ret; i++)
		ret = pages_copy(i, out->fd);
	free_all();
	return ret;
}

const struct format format_tracedat = {
	.is_binary = true, .begin = put_begin, .event = put_event, .mark = put_mark,
	.end = put_end,
};
