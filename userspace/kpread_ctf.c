// SPDX-License-Identifier: GPL-2.0-only
/*
 * -f ctf: a trace in the Common Trace Format 1.8, for babeltrace2, Trace Compass and others. In
 * the folder of -o:
 *
 *	metadata	what the streams are made of, in the language of the format; each event is
 *			declared before its first record
 *	cpuN		the events of CPU N, in packets
 *
 *	packet	magic:4 stream:4 begin:8 end:8 content:8 size:8 discarded:8 cpu:4, then events
 *	event	class:2 time:8, then tid:4 flags:1 preempt:1 comm, then the fields of its class
 *
 * All is aligned to bytes, in the order of this machine's. A string ends in a NUL. A loss ends a
 * packet, and the next one counts it as discarded; it is an event, too, as are all other marks.
 *
 * Readers take the first '_' of a field's name away, which keeps names apart from the words of
 * the language. The last field of an event is `about`, which is ABOUT of json, or empty: values
 * that could not be read are 0 or empty, and stand there.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "kpread_object.h"
#include "spec/address.h"
#include "spec/types.h"

#define MAGIC		0xc1fc1fc1u
#define HEADER_SIZE	52u
#define MARK_CLASS	0u	/* of the metadata's head; others count from 1 */

/* A declared class of events. */
struct class {
	struct class *next;
	unsigned int id;
	char *text;		/* the declaration's, behind its number */
};

/* The stream of a CPU; its packet has no header yet, but room for one. */
struct cpu {
	struct kpr_buf packet;
	uint64_t begin, end, discarded;
	bool is_there;		/* the file has been made */
};

static struct cpu *cpus;
static unsigned int nr_cpus;
static struct class *classes;
static unsigned int nr_classes;
/* By the event's id, its class; and the serial number of the description that it was made for. */
static unsigned int class_of[UINT16_MAX + 1];
static uint64_t made_for[UINT16_MAX + 1];
static struct kpr_buf metadata, scratch;
static bool has_metadata;	/* the file has been made */

/* Bytes */

static int put_u8(struct kpr_buf *b, uint8_t v) { return buf_put(b, &v, sizeof(v)); }
static int put_u16(struct kpr_buf *b, uint16_t v) { return buf_put(b, &v, sizeof(v)); }
static int put_u32(struct kpr_buf *b, uint32_t v) { return buf_put(b, &v, sizeof(v)); }
static int put_u64(struct kpr_buf *b, uint64_t v) { return buf_put(b, &v, sizeof(v)); }

static int put_string(struct kpr_buf *b, const char *text, size_t len)
{
	int ret = buf_put(b, text, len);

	return ret ? ret : put_u8(b, 0);
}

/* Text that may have any byte, escaped as in lines of text. */
static int put_escaped(struct kpr_buf *b, const unsigned char *text, size_t len)
{
	if (kpr_buf_room(b, 4 * len + 1))
		return -ENOMEM;
	b->len = kpr_put_escaped(b->data + b->len, text, len) - b->data;
	return put_u8(b, 0);
}

/* Files */

static int write_file(const struct output *out, const char *name, bool is_there,
		      struct kpr_buf *b)
{
	int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (is_there ? O_APPEND : O_TRUNC), fd, ret;
	char path[4200];

	snprintf(path, sizeof(path), "%s/%s", out->path, name);
	fd = open(path, flags, 0600);
	if (fd < 0)
		return -errno;
	ret = write_fully(fd, b->data, b->len);
	b->len = 0;
	return close(fd) && !ret ? -errno : ret;
}

static int flush_metadata(struct output *out)
{
	int ret = metadata.len ? write_file(out, "metadata", has_metadata, &metadata) : 0;

	has_metadata = true;
	return ret;
}

/* The sizes of a packet are in bits. */
static void fill_header(const struct cpu *c, unsigned int cpu)
{
	const uint32_t first[2] = { MAGIC, 0 };
	const uint64_t rest[5] = { c->begin, c->end, 8 * c->packet.len, 8 * c->packet.len,
				   c->discarded };
	const uint32_t last = cpu;
	char *p = c->packet.data;

	memcpy(p, first, sizeof(first));
	memcpy(p + sizeof(first), rest, sizeof(rest));
	memcpy(p + sizeof(first) + sizeof(rest), &last, sizeof(last));
}

static int begin_packet(struct cpu *c)
{
	static const char nothing[HEADER_SIZE];

	c->begin = c->end;
	c->packet.len = 0;
	return buf_put(&c->packet, nothing, sizeof(nothing));
}

/* Ends the packet, whose events must have been declared in the file by now. */
static int end_packet(struct output *out, unsigned int cpu)
{
	struct cpu *c = &cpus[cpu];
	char name[32];
	int ret = flush_metadata(out);

	fill_header(c, cpu);
	snprintf(name, sizeof(name), "cpu%u", cpu);
	if (!ret)
		ret = write_file(out, name, c->is_there, &c->packet);
	c->is_there = true;
	return ret ? ret : begin_packet(c);
}

static int flush(struct output *out)
{
	unsigned int i;
	int ret = flush_metadata(out);

	for (i = 0; i < nr_cpus && !ret; i++)
		if (cpus[i].packet.len > HEADER_SIZE)
			ret = end_packet(out, i);
	return ret;
}

/* Streams */

/*
 * The stream, ready for an event of this time. Its first packet is empty: what is discarded is
 * what the number grows by from packet to packet.
 */
static int stream_of(struct output *out, unsigned int cpu, uint64_t time, struct cpu **to)
{
	struct cpu *c = table_reach(cpus, &nr_cpus, cpu, sizeof(*c));
	int ret = 0;

	if (!c)
		return -ENOMEM;
	cpus = c;
	c += cpu;
	if (!c->packet.cap) {
		c->end = time;
		ret = begin_packet(c);
		if (!ret)
			ret = end_packet(out, cpu);
	}
	if (!ret && c->packet.len >= OUTPUT_FLUSH_AT)
		ret = end_packet(out, cpu);
	/* times never fall within a CPU, but the end's could */
	if (time > c->end)
		c->end = time;
	*to = c;
	return ret;
}

static int begin_event(struct output *out, struct cpu *c, const struct kpr_item *item,
		       unsigned int class, bool has_task)
{
	uint32_t tid = has_task ? KPCTL_REC_TID(item->rec->ctx_tid) : 0;
	unsigned int ctx = has_task ? KPCTL_REC_CTX(item->rec) : 0, len = 0;
	const char *comm = has_task ? kpr_stream_comm(out->stream, tid, &len) : "";

	if (put_u16(&c->packet, class) || put_u64(&c->packet, c->end) ||
	    put_u32(&c->packet, tid) || put_u8(&c->packet, ctx & 0xff & ~KPCTL_CTX_PREEMPT_MASK) ||
	    put_u8(&c->packet, (ctx & KPCTL_CTX_PREEMPT_MASK) >> KPCTL_CTX_PREEMPT_SHIFT))
		return -ENOMEM;
	return put_string(&c->packet, comm, len);
}

/* Values */

static int put_symbol(struct output *out, struct kpr_buf *b, uint64_t addr, bool offset)
{
	unsigned int len;
	const char *text = kpr_stream_symbol(out->stream, addr, offset, &len);

	return put_string(b, text, len);
}

/* What a field's values are, by its form. */
enum shape { UNSIGNED, HEXADECIMAL, SIGNED, TEXT, FRAMES };

static enum shape shape_of(const struct kpr_field *f)
{
	if (kpctl_form_is_stack(f->form))
		return FRAMES;
	if (f->form == KPCTL_FORM_CHAR || f->form == KPCTL_FORM_SYMBOL ||
	    f->form >= KPCTL_FORM_TEXT || kpctl_form_is_address(f->form))
		return TEXT;
	if (kpctl_form_is_signed(f->form))
		return SIGNED;
	return f->form == KPCTL_FORM_HEX ? HEXADECIMAL : UNSIGNED;
}

/* A text of any kind, or an empty one. */
static int put_text(struct output *out, struct kpr_buf *b, const struct kpr_value *v)
{
	char address[KPR_ADDRESS_TEXT];
	unsigned char c = v->u;

	if (v->kind == KPR_VALUE_STRING)
		return put_escaped(b, v->data, v->nr);
	if (v->kind == KPR_VALUE_ADDRESS)
		return put_string(b, address, kpr_address(v, address));
	if (v->kind != KPR_VALUE_UNSIGNED)
		return put_u8(b, 0);
	return v->form == KPCTL_FORM_CHAR ? put_escaped(b, &c, 1) :
					    put_symbol(out, b, v->u, true);
}

static int put_frames(struct output *out, struct kpr_buf *b, const struct kpr_value *v)
{
	unsigned int i, nr = v->kind == KPR_VALUE_STACK ? v->nr : 0, len;
	int ret = put_u32(b, nr);
	const char *text;

	for (i = 0; i < nr && !ret; i++) {
		text = kpr_stream_frame(out->stream, v, i, true, &len);
		ret = put_string(b, text, len);
	}
	return ret;
}

static int put_value(struct output *out, struct kpr_buf *b, const struct kpr_value *v,
		     enum shape shape)
{
	if (shape == TEXT)
		return put_text(out, b, v);
	if (shape == FRAMES)
		return put_frames(out, b, v);
	return put_u64(b, v->kind == KPR_VALUE_UNSIGNED || v->kind == KPR_VALUE_SIGNED ? v->u : 0);
}

/* The elements that an array has in its declaration, whatever the record has. */
static unsigned int length_of(const struct kpr_field *f)
{
	return f->count <= KPR_ARRAY_MAX ? f->count : 0;
}

/* nr elements; an array that has none of its own repeats why. */
static int put_elements(struct output *out, struct kpr_buf *b, const struct kpr_item *item,
			unsigned int i, const struct kpr_value *array, unsigned int nr)
{
	enum shape shape = shape_of(&item->event->fields[i]);
	struct kpr_value v;
	unsigned int n;
	int ret = 0;

	for (n = 0; n < nr && !ret; n++) {
		v = *array;
		if (array->kind == KPR_VALUE_ARRAY)
			kpr_element(item, i, n, &v);
		ret = put_value(out, b, &v, shape);
	}
	return ret;
}

static int put_field(struct output *out, struct kpr_buf *b, const struct kpr_item *item,
		     unsigned int i)
{
	const struct kpr_field *f = &item->event->fields[i];
	struct kpr_value v;
	unsigned int nr;

	kpr_value(item, i, &v);
	if (!f->count && !f->is_counted)
		return put_value(out, b, &v, shape_of(f));
	if (f->count)
		return put_elements(out, b, item, i, &v, length_of(f));
	nr = v.kind == KPR_VALUE_ARRAY ? v.nr : 0;
	return put_u32(b, nr) ?: put_elements(out, b, item, i, &v, nr);
}

/* The notes that json takes of the values. */
static int put_about(struct output *out, struct kpr_buf *b, const struct kpr_item *item)
{
	struct object o;
	unsigned int i;

	object_init(&o, out, item);
	o.to = &scratch;
	for (i = 0; i < item->event->nr_fields; i++)
		object_value(&o, i);
	scratch.len = 0;
	object_about(&o);
	if (o.failed)
		return -ENOMEM;
	if (!scratch.len)
		return put_u8(b, 0);
	*scratch.data = '{';	/* for its comma */
	PUT(&o, "}");
	return o.failed ? -ENOMEM : put_string(b, scratch.data, scratch.len);
}

static int put_own(struct output *out, struct kpr_buf *b, const struct kpr_item *item,
		   int offset, char form)
{
	uint64_t v;

	if (offset < 0)
		return 0;
	if (!kpr_own(item, offset, &v))
		return form == 'n' ? put_u64(b, 0) : put_string(b, "(corrupt)", 9);
	return form == 'n' ? put_u64(b, v) : put_symbol(out, b, v, form == 's');
}

/* Declarations */

static const char head[] =
"/* CTF 1.8 */\n"
"typealias integer { size = 8; align = 8; signed = false; } := u8;\n"
"typealias integer { size = 16; align = 8; signed = false; } := u16;\n"
"typealias integer { size = 32; align = 8; signed = false; } := u32;\n"
"typealias integer { size = 64; align = 8; signed = false; } := u64;\n"
"typealias integer { size = 64; align = 8; signed = false; base = 16; } := x64;\n"
"typealias integer { size = 64; align = 8; signed = true; } := s64;\n"
"trace {\n"
"	major = 1; minor = 8; byte_order = le;\n"
"	packet.header := struct { u32 magic; u32 stream_id; };\n"
"};\n"
"env { tracer_name = \"kprobectl\"; };\n"
"clock {\n"
"	name = monotonic; freq = 1000000000;\n"
"	offset_s = %llu; offset = %llu;\n"
"};\n"
"typealias integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; } := ns;\n"
"stream {\n"
"	id = 0;\n"
"	packet.context := struct {\n"
"		ns timestamp_begin; ns timestamp_end; u64 content_size; u64 packet_size;\n"
"		u64 events_discarded; u32 cpu_id;\n"
"	};\n"
"	event.header := struct { u16 id; ns timestamp; };\n"
"	event.context := struct { u32 _tid; u8 _flags; u8 _preempt; string _comm; };\n"
"};\n"
"event {\n"
"	name = \"kprobectl:mark\"; id = 0; stream_id = 0;\n"
"	fields := struct { string _mark; string _event; u64 _count; u32 _one_in; };\n"
"};\n";

static int put_head(struct output *out)
{
	char text[sizeof(head) + 64];
	int len = snprintf(text, sizeof(text), head,
			   (unsigned long long)(out->realtime / NSEC_PER_SEC),
			   (unsigned long long)(out->realtime % NSEC_PER_SEC));

	return buf_put(&metadata, text, len);
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* Has a field that is no argument's the name? Those of lengths are __NAME_length. */
static bool is_taken(const struct kpr_field *f)
{
	static const char * const own[] = { "ip", "func", "retip", "lat_ns", "about" };
	static const char length[] = "_length";
	size_t n = strlen(length), i;

	for (i = 0; i < ARRAY_SIZE(own); i++)
		if (f->name_len == strlen(own[i]) && !memcmp(f->name, own[i], f->name_len))
			return true;
	return f->name_len > n && *f->name == '_' && !memcmp(f->name + f->name_len - n, length, n);
}

/* A name that is no identifier, or that another field has, gets the argument's number. */
static void name_field(char *to, size_t size, const struct kpr_field *f, unsigned int nr)
{
	bool is_unique = f->is_unique && !is_taken(f);
	unsigned int i;

	for (i = 0; i < f->name_len && i + 16 < size; i++)
		to[i] = is_word(f->name[i]) ? f->name[i] : '_';
	snprintf(to + i, size - i, is_unique ? "%.0u" : "__%u", is_unique ? 0 : nr);
}

static int declare_field(FILE *file, const struct kpr_field *f, unsigned int nr)
{
	static const char * const types[] = {
		[UNSIGNED] = "u64", [HEXADECIMAL] = "x64", [SIGNED] = "s64", [TEXT] = "string",
	};
	enum shape shape = shape_of(f);
	char name[4200];

	name_field(name, sizeof(name), f, nr);
	if (shape == FRAMES || f->is_counted)
		return fprintf(file, " u32 __%s_length; %s _%s[__%s_length];", name,
			       shape == FRAMES ? "string" : types[shape], name, name);
	if (f->count)
		return fprintf(file, " %s _%s[%u];", types[shape], name, length_of(f));
	return fprintf(file, " %s _%s;", types[shape], name);
}

/* A text in the quotes of the language. */
static void declare_name(FILE *file, const struct kpr_event *ev)
{
	const char *p;

	for (p = ev->group; *p; p++)
		fputc(is_word(*p) ? *p : '_', file);
	fputc(':', file);
	for (p = ev->name; *p; p++)
		fputc(is_word(*p) ? *p : '_', file);
}

/* All of a declaration but the number of the class; the caller frees it. */
static char *declare(const struct kpr_event *ev)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	unsigned int i;

	if (!file)
		return NULL;
	fputs("stream_id = 0; name = \"", file);
	declare_name(file, ev);
	fputs("\";\n	fields := struct {", file);
	if (ev->ip >= 0)
		fputs(" string _ip;", file);
	if (ev->func >= 0)
		fputs(" string _func;", file);
	if (ev->retip >= 0)
		fputs(" string _retip;", file);
	if (ev->lat >= 0)
		fprintf(file, " u64 _lat%s;", ev->lat_named ? "_ns" : "");
	for (i = 0; i < ev->nr_fields; i++)
		declare_field(file, &ev->fields[i], i + 1);
	fputs(" string _about; };\n};\n", file);
	if (fclose(file)) {
		free(text);
		return NULL;
	}
	return text;
}

static int declare_class(const struct class *c)
{
	char text[64];

	return buf_put(&metadata, text, snprintf(text, sizeof(text), "event {\n	id = %u; ", c->id)) ||
	       buf_put(&metadata, c->text, strlen(c->text)) ? -ENOMEM : 0;
}

/* The class of the declaration, which it takes over. 0: no memory. */
static unsigned int find_class(char *text)
{
	struct class *c;

	for (c = classes; c; c = c->next) {
		if (strcmp(c->text, text))
			continue;
		free(text);
		return c->id;
	}
	c = calloc(1, sizeof(*c));
	if (!c) {
		free(text);
		return 0;
	}
	*c = (struct class){ .next = classes, .id = ++nr_classes, .text = text };
	classes = c;
	return declare_class(c) ? 0 : c->id;
}

static unsigned int class_for(const struct kpr_event *ev)
{
	char *text;

	if (made_for[ev->id] != ev->serial) {
		text = declare(ev);
		class_of[ev->id] = text ? find_class(text) : 0;
		made_for[ev->id] = class_of[ev->id] ? ev->serial : 0;
	}
	return class_of[ev->id];
}

/* Events */

static int put_fields(struct output *out, struct kpr_buf *b, const struct kpr_item *item)
{
	const struct kpr_event *ev = item->event;
	unsigned int i;
	int ret = put_own(out, b, item, ev->ip, 's');

	if (!ret)
		ret = put_own(out, b, item, ev->func, 'f');
	if (!ret)
		ret = put_own(out, b, item, ev->retip, 's');
	if (!ret)
		ret = put_own(out, b, item, ev->lat, 'n');
	for (i = 0; i < ev->nr_fields && !ret; i++)
		ret = put_field(out, b, item, i);
	return ret ? ret : put_about(out, b, item);
}

static int put_mark_fields(struct kpr_buf *b, const char *mark, const char *event,
			   uint64_t count, uint32_t one_in)
{
	int ret = put_string(b, mark, strlen(mark));

	if (!ret)
		ret = put_string(b, event, strlen(event));
	if (!ret)
		ret = put_u64(b, count);
	return ret ? ret : put_u32(b, one_in);
}

/* A loss lies between two packets. */
static int end_before_loss(struct output *out, unsigned int cpu)
{
	if (cpu >= nr_cpus || cpus[cpu].packet.len <= HEADER_SIZE)
		return 0;
	return end_packet(out, cpu);
}

static int put_mark(struct output *out, const struct kpr_item *item)
{
	char name[8300];
	struct cpu *c;
	int ret = item->kind == KPR_LOST ? end_before_loss(out, item->cpu) : 0;

	if (!ret)
		ret = stream_of(out, item->cpu, item->time, &c);
	if (!ret && item->kind == KPR_LOST)
		c->discarded += item->count;
	if (!ret)
		ret = begin_event(out, c, item, MARK_CLASS,
				  item->kind != KPR_LOST && item->kind != KPR_CORRUPT);
	mark_event(name, sizeof(name), item);
	return ret ? ret : put_mark_fields(&c->packet, mark_kind(item), name, item->count,
					   item->kind == KPR_THROTTLED && !item->one_in ? 1 :
					   item->one_in);
}

static int put_event(struct output *out, const struct kpr_item *item)
{
	unsigned int class = item->event ? class_for(item->event) : MARK_CLASS;
	struct cpu *c;
	int ret;

	if (!item->event)
		return put_mark(out, item);
	if (!class || class > UINT16_MAX)
		return -ENOMEM;
	ret = stream_of(out, item->cpu, item->time, &c);
	if (!ret)
		ret = begin_event(out, c, item, class, true);
	return ret ? ret : put_fields(out, &c->packet, item);
}

/* The run */

static int check(struct output *out)
{
	if (out->path)
		return 0;
	return usage_error("-f ctf makes a folder: name it by -o", NULL);
}

static int put_begin(struct output *out)
{
	int ret = put_head(out);

	return ret ? ret : flush_metadata(out);
}

/* The verdict, with the number of events that are missing, in the stream of the first CPU. */
static int put_verdict(struct output *out, const struct summary *s)
{
	const struct kpr_counts *n = &s->counters;
	struct cpu *c;
	int ret = stream_of(out, 0, output_now(out), &c);

	if (!ret)
		ret = begin_event(out, c, NULL, MARK_CLASS, false);
	return ret ? ret : put_mark_fields(&c->packet,
					   summary_is_complete(s) ? "complete" : "incomplete", "",
					   s->totals.lost + s->totals.missed + n->nested +
					   n->norcu + n->throttled, 0);
}

static void free_all(void)
{
	struct class *c;

	while ((c = classes)) {
		classes = c->next;
		free(c->text);
		free(c);
	}
	while (nr_cpus)
		kpr_buf_free(&cpus[--nr_cpus].packet);
	free(cpus);
	cpus = NULL;
	kpr_buf_free(&metadata);
	kpr_buf_free(&scratch);
	memset(made_for, 0, sizeof(made_for));
	nr_classes = 0;
	has_metadata = false;
}

static int put_end(struct output *out, const struct summary *s)
{
	int ret = put_verdict(out, s);

	if (!ret)
		ret = flush(out);
	free_all();
	return ret;
}

const struct format format_ctf = {
	.takes_folder = true,
	.check = check,
	.begin = put_begin,
	.event = put_event,
	.mark = put_mark,
	.flush = flush,
	.end = put_end,
};
