// SPDX-License-Identifier: GPL-2.0
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/time64.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "aggr/aggr.h"
#include "aggr/rows.h"
#include "base/text.h"
#include "control/view_hist.h"
#include "session/event.h"
#include "show/show.h"
#include "spec/enum.h"
#include "spec/symbolic.h"

/*
 * The texts of all keys. A key's text does not move, as rows point to it, and a table can
 * have a million keys: so the texts stand in chunks, each twice as long as the one before.
 */
struct key_chunk {
	struct key_chunk *before;
	size_t used, size;
	char text[];
};

#define CHUNK_FIRST	4096
#define CHUNK_MAX	(1u << 20)

struct kpctl_hist {
	const struct kpctl_hist_source *source;
	const struct kpctl_hist_form *form;
	const struct kpctl_aggr_spec *as;
	u32 index;			/* of the aggregate in its event */
	struct key_chunk *keys;
	struct kpctl_show_row *row;
	struct kpctl_show_bucket *bucket;
	struct kpctl_show_aggr show;
	struct kpctl_show_pager pager;
	u32 next;			/* the next step of the list for programs */
	char action[KPCTL_DO_MAX];	/* the action's text */
};

/* Keys */

static void put_address(struct kpctl_text *text, enum kpctl_type type, const u8 *bytes)
{
	char address[KPCTL_ADDRESS_TEXT];
	char *end = kpctl_address_of(kpctl_type_form(type))->put(address, bytes);

	kpctl_text_printf(text, "%.*s", (int)(end - address), address);
}

/* In seconds, as records have it, so that both can be found beside each other. */
static void put_time(struct kpctl_text *text, u64 ns)
{
	u32 us = do_div(ns, NSEC_PER_SEC) / NSEC_PER_USEC;

	kpctl_text_printf(text, "%llu.%06u", ns, us);
}

static void put_symbolic(struct kpctl_text *text, const struct kpctl_symbolic *type, s64 v)
{
	char name[KPCTL_SYMBOLIC_TEXT];
	char *end = type->put(name, v);

	kpctl_text_printf(text, "%.*s", (int)(end - name), name);
}

static void put_number(struct kpctl_text *text, enum kpctl_type type, u64 v)
{
	static const struct kpctl_show_aggr ns = { .is_ns = true };
	char number[KPCTL_SHOW_NUMBER];

	switch (kpctl_type_form(type)) {
	case KPCTL_FORM_NS:
		kpctl_show_exact(&ns, v, number);
		kpctl_text_printf(text, "%s", number);
		break;
	case KPCTL_FORM_SYMBOL:
		kpctl_text_printf(text, "%pS", (void *)v);
		break;
	case KPCTL_FORM_CHAR:
		kpctl_text_printf(text, "'%*pE'", 1, &v);
		break;
	case KPCTL_FORM_CGROUP:
		kpctl_text_printf(text, "#%llu", v);
		break;
	case KPCTL_FORM_HEX:
		kpctl_text_printf(text, "0x%llx", v);
		break;
	case KPCTL_FORM_SIGNED:
		kpctl_text_printf(text, "%lld", v);
		break;
	default:
		kpctl_text_printf(text, "%llu", v);
	}
}

/* The words of a stack that is part of a key. */
static u32 nr_words(const u64 *word)
{
	u32 n = 0;

	while (n < KPCTL_KEY_FRAMES && word[n])
		n++;
	return n;
}

static void show_stack(struct kpctl_text *text, const u64 *frame, u32 n, char before)
{
	u32 i;

	for (i = 0; i < n; i++)
		kpctl_text_printf(text, "%c%pS", before, (void *)frame[i]);
}

/* [PROCESS], and addresses: the reader finds the files that have names for the addresses. */
static void show_user_stack(struct kpctl_text *text, const u64 *word, u32 n, char before)
{
	u32 i;

	kpctl_text_printf(text, "%c[%llu]", before, word[0]);
	for (i = 1; i < n; i++)
		kpctl_text_printf(text, "%c0x%llx", before, word[i]);
}

/* A string; bytes that no terminal should get are escaped, as in \x1b. */
static void put_string(struct kpctl_text *text, const struct kpctl_arg_spec *as, const char *s,
		       size_t room)
{
	const char *quote = as->src == KPCTL_SRC_COMM ? "" : "\"";

	kpctl_text_printf(text, "%s%*pE%s", quote, (int)strnlen(s, room), s, quote);
}

/* An enum's value by its name; false: it has none. */
static bool put_enum_name(struct kpctl_text *text, const struct kpctl_arg_spec *as, s64 v)
{
	const char *name = as->names ? kpctl_enum_name(as->names, v) : NULL;

	if (name)
		kpctl_text_printf(text, "%s", name);
	return name;
}

void kpctl_view_stack(struct kpctl_text *text, const struct kpctl_arg_spec *as, const u64 *word,
		      u32 n, char before_frame)
{
	if (as->type == KPCTL_TYPE_STACK)
		show_stack(text, word, n, before_frame);
	else
		show_user_stack(text, word, n, before_frame);
}

void kpctl_view_part(struct kpctl_text *text, const struct kpctl_arg_spec *as, const u8 *part,
		     char before_frame)
{
	const struct kpctl_symbolic *symbolic = kpctl_symbolic_of(kpctl_type_form(as->type));
	u16 room = kpctl_key_room(as);

	if (kpctl_type_is_address(as->type))
		put_address(text, as->type, part);
	else if (symbolic)
		put_symbolic(text, symbolic, *(const s64 *)part);
	else if (as->src == KPCTL_SRC_TIME)
		put_time(text, *(const u64 *)part);
	else if (!room && put_enum_name(text, as, *(const s64 *)part))
		return;
	else if (!room)
		put_number(text, as->type, *(const u64 *)part);
	else if (kpctl_type_is_stack(as->type))
		kpctl_view_stack(text, as, (const u64 *)part, nr_words((const u64 *)part),
				 before_frame);
	else
		put_string(text, as, (const char *)part, room);
}

/* The size of one part of a key; prog/aggr_operands.h has the layout. */
static u32 part_size(const struct kpctl_arg_spec *as, const u8 *part, bool fault)
{
	u16 room = kpctl_key_room(as);

	if (!room)
		return 8;
	if (fault)
		return 0;
	if (kpctl_type_is_block(as->type))
		return room;
	if (!kpctl_type_is_stack(as->type))
		return round_up(strnlen((const char *)part, room - 1) + 1, 8);
	return 8 * min_t(u32, nr_words((const u64 *)part) + 1, KPCTL_KEY_FRAMES);
}

void kpctl_view_key(struct kpctl_text *text, const struct kpctl_event *ev,
		    const struct kpctl_aggr_spec *keys, const u8 *key,
		    const struct kpctl_key_marks *marks)
{
	u64 flags = *(const u64 *)key;
	const struct kpctl_arg_spec *as;
	u32 i, at = 8;
	bool fault;

	for (i = 0; i < keys->nkeys; i++, at += part_size(as, key + at, fault)) {
		as = kpctl_do_operand(ev->spec, ev->act, keys->key[i]);
		fault = flags & KPCTL_KEY_FAULT(i);
		kpctl_text_printf(text, "%s%s%s", i ? marks->between : "", as->name, marks->is);
		if (fault)
			kpctl_text_printf(text, "(fault)");
		else
			kpctl_view_part(text, as, key + at, marks->before_frame);
		if (flags & KPCTL_KEY_CUT(i))
			kpctl_text_printf(text, "...");
	}
}

static void show_key(const struct kpctl_hist *h, const u8 *key, struct kpctl_text *text)
{
	const struct kpctl_key_marks marks = { ", ", ": ", h->form->before_frame };

	if (key)
		kpctl_view_key(text, h->source->ev, h->as, key, &marks);
}

/* Rows */

static void show_buckets(struct kpctl_hist *h, const struct kpctl_aggr_rows *rows)
{
	struct kpctl_show_bucket *to = h->bucket;
	const struct kpctl_aggr_row *from;
	u32 i, k;

	for (i = 0; i < rows->n; i++) {
		from = &rows->row[i];
		h->row[i].bucket = to;
		h->row[i].nbuckets = from->nr_buckets;
		for (k = 0; k < from->nr_buckets; k++)
			*to++ = (struct kpctl_show_bucket){ from->bucket[k].low,
							    from->bucket[k].high,
							    from->bucket[k].count };
	}
}

/* Room for `size` bytes of key text; NULL: no memory. */
static char *key_room(struct kpctl_hist *h, size_t size)
{
	struct key_chunk *chunk = h->keys;
	char *room;

	if (!chunk || chunk->size - chunk->used < size) {
		size_t next = chunk ? min_t(size_t, 2 * chunk->size, CHUNK_MAX) : CHUNK_FIRST;

		next = max(next, size);
		chunk = kvmalloc(sizeof(*chunk) + next, KPCTL_AGGR_ROWS_GFP);
		if (!chunk)
			return NULL;
		chunk->before = h->keys;
		chunk->used = 0;
		chunk->size = next;
		h->keys = chunk;
	}
	room = chunk->text + chunk->used;
	chunk->used += size;
	return room;
}

static int keep_key(struct kpctl_hist *h, struct kpctl_show_row *row,
		    const struct kpctl_text *text)
{
	char *room = text->err ? NULL : key_room(h, text->len + 1);

	if (!room)
		return -ENOMEM;
	memcpy(room, text->buf, text->len);
	room[text->len] = 0;
	row->key = room;
	return 0;
}

static int show_keys(struct kpctl_hist *h, const struct kpctl_aggr_rows *rows)
{
	struct kpctl_text text = {};
	int ret = 0;
	u32 i;

	for (i = 0; !ret && i < rows->n; i++) {
		kpctl_text_reset(&text);
		kpctl_text_printf(&text, "%s", "");	/* the buffer is there for an empty key */
		show_key(h, rows->row[i].key, &text);
		ret = keep_key(h, &h->row[i], &text);
		cond_resched();
	}
	kpctl_text_free(&text);
	return ret;
}

static size_t count_buckets(const struct kpctl_aggr_rows *rows)
{
	size_t n = 0;
	u32 i;

	for (i = 0; i < rows->n; i++)
		n += rows->row[i].nr_buckets;
	return n;
}

static int show_all_rows(struct kpctl_hist *h, const struct kpctl_aggr_rows *rows)
{
	u32 i;

	h->row = kvcalloc(rows->n + 1, sizeof(*h->row), KPCTL_AGGR_ROWS_GFP);
	h->bucket = kvcalloc(count_buckets(rows) + 1, sizeof(*h->bucket), KPCTL_AGGR_ROWS_GFP);
	if (!h->row || !h->bucket)
		return -ENOMEM;
	for (i = 0; i < rows->n; i++) {
		h->row[i].count = rows->row[i].count;
		h->row[i].sum = rows->row[i].sum;
		h->row[i].max = rows->row[i].max;
	}
	show_buckets(h, rows);
	return show_keys(h, rows);
}

static enum kpctl_type value_type(const struct kpctl_hist *h)
{
	const struct kpctl_event *ev = h->source->ev;

	if (!kpctl_action_has_value(h->as->action))
		return KPCTL_TYPE_U64;
	return kpctl_do_operand(ev->spec, ev->act, h->as->value)->type;
}

static void fill_show(struct kpctl_hist *h, const struct kpctl_aggr *a,
		      const struct kpctl_aggr_rows *rows)
{
	h->show = (struct kpctl_show_aggr){
		.text = h->action,
		.action = h->as->action, .is_signed = a->is_signed,
		.is_ns = kpctl_type_form(value_type(h)) == KPCTL_FORM_NS,
		.hits = rows->hits, .other = rows->other, .unread = rows->unread,
		.entries = rows->entries, .max_entries = a->top ?: a->max_entries,
		.nrows = rows->n, .row = h->row,
	};
	scnprintf(h->action, sizeof(h->action), "%.*s", h->as->text_len,
		  h->source->ev->act->text + h->as->text);
}

/* The rows as aggr/rows.h has them are gone at the end: they are half of all memory. */
static int gather(struct kpctl_hist *h, const struct kpctl_aggr *a)
{
	struct kpctl_aggr_rows rows;
	int ret = kpctl_aggr_rows_make(a, h->form == &kpctl_hist_shown, &rows);

	if (ret)
		return ret;
	ret = show_all_rows(h, &rows);
	if (!ret)
		fill_show(h, a, &rows);
	kpctl_aggr_rows_free(&rows);
	return ret;
}

struct kpctl_hist *kpctl_hist_make(const struct kpctl_hist_source *source, u32 index,
				   const struct kpctl_hist_form *form)
{
	struct kpctl_hist *h = kvzalloc(sizeof(*h), KPCTL_AGGR_ROWS_GFP);

	if (!h)
		return ERR_PTR(-ENOMEM);
	h->source = source;
	h->form = form;
	h->index = index;
	h->as = &source->ev->act->aggr[index];
	if (gather(h, &source->aggrs->aggr[index])) {
		kpctl_hist_free(h);
		return ERR_PTR(-ENOMEM);
	}
	form->begin(h);
	return h;
}

void kpctl_hist_free(struct kpctl_hist *h)
{
	struct key_chunk *chunk, *before;

	if (!h)
		return;
	for (chunk = h->keys; chunk; chunk = before) {
		before = chunk->before;
		kvfree(chunk);
	}
	kvfree(h->row);
	kvfree(h->bucket);
	kvfree(h);
}

bool kpctl_hist_next(struct kpctl_hist *h, struct kpctl_text *text)
{
	return h->form->next(h, text);
}

/* Text for people */

struct out {
	struct kpctl_show_out out;
	struct kpctl_text *text;
};

static __printf(2, 3) void put(struct kpctl_show_out *out, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	kpctl_text_vprintf(container_of(out, struct out, out)->text, fmt, args);
	va_end(args);
}

static void begin_show(struct kpctl_hist *h)
{
	kpctl_show_sort(&h->show, h->row);
	kpctl_show_begin(&h->pager, &h->show);
}

static bool show_next(struct kpctl_hist *h, struct kpctl_text *text)
{
	struct out out = { .out.put = put, .text = text };

	return kpctl_show_next(&out.out, &h->pager);
}

const struct kpctl_hist_form kpctl_hist_shown = {
	.before_frame = '\n', .between = "\n", .begin = begin_show, .next = show_next,
};

/* Lines for programs */

/* The suffix of the action's name in the field KIND. */
static const char *kind_suffix(const struct kpctl_show_aggr *show)
{
	if (show->is_ns)
		return "-ns";
	return show->is_signed ? "-signed" : "";
}

static void list_row(const struct kpctl_show_row *row, bool is_signed, struct kpctl_text *text)
{
	const struct kpctl_show_bucket *b = row->bucket;
	const char *fmt = is_signed ? " %lld:%lld:%llu" : " %llu:%llu:%llu";

	kpctl_text_printf(text, "key %llu %llu", row->count, row->sum);
	kpctl_text_printf(text, is_signed ? " %lld %u" : " %llu %u", row->max, row->nbuckets);
	for (; b < row->bucket + row->nbuckets; b++)
		kpctl_text_printf(text, fmt, b->low, b->high, b->count);
	kpctl_text_printf(text, "\t%s\n", row->key);
}

static void list_head(const struct kpctl_hist *h, struct kpctl_text *text)
{
	const struct kpctl_event *ev = h->source->ev;
	const struct kpctl_show_aggr *show = &h->show;

	kpctl_text_printf(text, "aggr %u %s/%s %u %s%s %llu %llu %llu %u %u %u %s\n",
			  ev->target.id, ev->spec->group, ev->spec->event, h->index,
			  kpctl_action_name(h->as->action), kind_suffix(show), show->hits,
			  show->other, show->unread, show->entries, show->max_entries,
			  h->source->cleared, show->text);
}

static void begin_list(struct kpctl_hist *h)
{
	h->next = 0;
}

/* The aggregate's own line, then one for each row. */
static bool list_next(struct kpctl_hist *h, struct kpctl_text *text)
{
	u32 i = h->next++;

	if (!i)
		list_head(h, text);
	else
		list_row(&h->row[i - 1], h->show.is_signed, text);
	return i < h->show.nrows;
}

const struct kpctl_hist_form kpctl_hist_listed = {
	.before_frame = ';', .between = "", .begin = begin_list, .next = list_next,
};
