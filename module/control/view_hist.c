// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "aggr/aggr.h"
#include "aggr/rows.h"
#include "control/view_hist.h"
#include "session/event.h"
#include "session/session.h"
#include "session/event_aggr.h"
#include "show/show.h"
#include "base/text.h"

/* One aggregate on its way from tables to text. */
struct shown {
	const struct kpctl_event *ev;
	const struct kpctl_aggr_spec *as;
	const struct kpctl_aggr *a;
	struct kpctl_aggr_rows rows;
	struct kpctl_text keys;		/* the keys of all rows, each with a NUL */
	struct kpctl_show_row *row;
	struct kpctl_show_bucket *bucket;
};

/* Keys */

static void put_address(struct kpctl_text *text, enum kpctl_type type, const u8 *bytes)
{
	char address[KPCTL_ADDRESS_TEXT];
	char *end = kpctl_address_of(kpctl_type_form(type))->put(address, bytes);

	kpctl_text_printf(text, "%.*s", (int)(end - address), address);
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

static void show_stack(struct kpctl_text *text, const u64 *frame, char before)
{
	u32 i;

	for (i = 0; i < KPCTL_KEY_FRAMES && frame[i]; i++)
		kpctl_text_printf(text, "%c%pS", before, (void *)frame[i]);
}

/* A string; bytes that no terminal should get are escaped, as in \x1b. */
static void put_string(struct kpctl_text *text, const struct kpctl_arg_spec *as, const char *s,
		       size_t room)
{
	const char *quote = as->src == KPCTL_SRC_COMM ? "" : "\"";

	kpctl_text_printf(text, "%s%*pE%s", quote, (int)strnlen(s, room), s, quote);
}

static void put_part(struct kpctl_text *text, const struct kpctl_arg_spec *as, const u8 *part,
		     char before_frame)
{
	u16 room = kpctl_key_room(as);

	if (kpctl_type_is_address(as->type))
		put_address(text, as->type, part);
	else if (!room)
		put_number(text, as->type, *(const u64 *)part);
	else if (as->type == KPCTL_TYPE_STACK)
		show_stack(text, (const u64 *)part, before_frame);
	else
		put_string(text, as, (const char *)part, room);
}

/* The size of one part of a key; prog/aggr_operands.h has the layout. */
static u32 part_size(const struct kpctl_arg_spec *as, const u8 *part, bool fault)
{
	const u64 *frame = (const u64 *)part;
	u16 room = kpctl_key_room(as);
	u32 n = 0;

	if (!room)
		return 8;
	if (fault)
		return 0;
	if (kpctl_type_is_block(as->type))
		return room;
	if (as->type != KPCTL_TYPE_STACK)
		return round_up(strnlen((const char *)part, room - 1) + 1, 8);
	while (n < KPCTL_KEY_FRAMES && frame[n])
		n++;
	return 8 * min_t(u32, n + 1, KPCTL_KEY_FRAMES);
}

static void show_key(const struct shown *sh, const u8 *key, char before_frame,
		     struct kpctl_text *text)
{
	const struct kpctl_arg_spec *as;
	u32 i, at = 8;
	bool fault;
	u64 flags;

	if (!key)
		return;
	flags = *(const u64 *)key;
	for (i = 0; i < sh->as->nkeys; i++, at += part_size(as, key + at, fault)) {
		as = kpctl_do_operand(sh->ev->spec, sh->ev->act, sh->as->key[i]);
		fault = flags & KPCTL_KEY_FAULT(i);
		kpctl_text_printf(text, "%s%s: ", i ? ", " : "", as->name);
		if (fault)
			kpctl_text_printf(text, "(fault)");
		else
			put_part(text, as, key + at, before_frame);
		if (flags & KPCTL_KEY_CUT(i))
			kpctl_text_printf(text, "...");
	}
}

/* Rows */

static void show_buckets(struct shown *sh)
{
	struct kpctl_show_bucket *to = sh->bucket;
	const struct kpctl_aggr_row *from;
	u32 i, k;

	for (i = 0; i < sh->rows.n; i++) {
		from = &sh->rows.row[i];
		sh->row[i].bucket = to;
		sh->row[i].nbuckets = from->nr_buckets;
		for (k = 0; k < from->nr_buckets; k++)
			*to++ = (struct kpctl_show_bucket){ from->bucket[k].low,
							    from->bucket[k].high,
							    from->bucket[k].count };
	}
}

/* The text moves while it grows, so the rows' pointers into it are set afterwards. */
static void show_keys(struct shown *sh, char before_frame)
{
	const char *key;
	u32 i;

	for (i = 0; i < sh->rows.n; i++) {
		show_key(sh, sh->rows.row[i].key, before_frame, &sh->keys);
		kpctl_text_printf(&sh->keys, "%c", 0);
		cond_resched();
	}
	key = sh->keys.buf;
	for (i = 0; i < sh->rows.n; i++) {
		sh->row[i].key = sh->keys.err ? "" : key;
		key += sh->keys.err ? 0 : strlen(key) + 1;
	}
}

static size_t count_buckets(const struct kpctl_aggr_rows *rows)
{
	size_t n = 0;
	u32 i;

	for (i = 0; i < rows->n; i++)
		n += rows->row[i].nr_buckets;
	return n;
}

static int gather(struct shown *sh, char before_frame)
{
	u32 i;
	int ret = kpctl_aggr_rows_make(sh->a, &sh->rows);

	if (ret)
		return ret;
	sh->row = kvcalloc(sh->rows.n + 1, sizeof(*sh->row), KPCTL_AGGR_ROWS_GFP);
	sh->bucket = kvcalloc(count_buckets(&sh->rows) + 1, sizeof(*sh->bucket),
			      KPCTL_AGGR_ROWS_GFP);
	if (!sh->row || !sh->bucket)
		return -ENOMEM;
	for (i = 0; i < sh->rows.n; i++) {
		sh->row[i].count = sh->rows.row[i].count;
		sh->row[i].sum = sh->rows.row[i].sum;
		sh->row[i].max = sh->rows.row[i].max;
	}
	show_buckets(sh);
	show_keys(sh, before_frame);
	return sh->keys.err;
}

static void drop_shown(struct shown *sh)
{
	kpctl_aggr_rows_free(&sh->rows);
	kpctl_text_free(&sh->keys);
	kvfree(sh->row);
	kvfree(sh->bucket);
	sh->row = NULL;
	sh->bucket = NULL;
}

/* Texts */

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

static enum kpctl_type value_type(const struct shown *sh)
{
	if (!kpctl_action_has_value(sh->as->action))
		return KPCTL_TYPE_U64;
	return kpctl_do_operand(sh->ev->spec, sh->ev->act, sh->as->value)->type;
}

static void show_one(struct shown *sh, u32 index, struct kpctl_text *text)
{
	char action[KPCTL_DO_MAX];
	struct kpctl_show_aggr show = {
		.text = action,
		.action = sh->as->action, .is_signed = sh->a->is_signed,
		.is_ns = kpctl_type_form(value_type(sh)) == KPCTL_FORM_NS,
		.hits = sh->rows.hits, .other = sh->rows.other, .unread = sh->rows.unread,
		.entries = sh->rows.entries, .max_entries = sh->a->max_entries,
		.nrows = sh->rows.n, .row = sh->row,
	};
	struct out out = { .out.put = put, .text = text };

	scnprintf(action, sizeof(action), "%.*s", sh->as->text_len,
		  sh->ev->act->text + sh->as->text);
	if (text->len)
		kpctl_text_printf(text, "\n");
	kpctl_show_sort(&show, sh->row);
	kpctl_show_aggr(&out.out, &show);
}

/* The suffix of the action's name in the field KIND. */
static const char *kind_suffix(const struct shown *sh)
{
	if (kpctl_type_form(value_type(sh)) == KPCTL_FORM_NS)
		return "-ns";
	return sh->a->is_signed ? "-signed" : "";
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

static void list_one(struct shown *sh, u32 index, struct kpctl_text *text)
{
	u32 i;

	kpctl_text_printf(text, "aggr %u %s/%s %u %s%s %llu %llu %llu %u %u %u %.*s\n",
			  sh->ev->target.id,
			  sh->ev->spec->group, sh->ev->spec->event, index,
			  kpctl_action_name(sh->as->action), kind_suffix(sh), sh->rows.hits,
			  sh->rows.other, sh->rows.unread, sh->rows.entries,
			  sh->a->max_entries, sh->ev->aggrs_cleared, sh->as->text_len,
			  sh->ev->act->text + sh->as->text);
	for (i = 0; i < sh->rows.n; i++) {
		list_row(&sh->row[i], sh->a->is_signed, text);
		cond_resched();
	}
}

static void for_each_aggr(struct kpctl_event *ev, struct kpctl_text *text, char before_frame,
			  void (*show)(struct shown *sh, u32 index, struct kpctl_text *text))
{
	struct shown sh = { .ev = ev };
	u32 i;

	for (i = 0; ev->target.aggrs && !text->err && i < ev->target.aggrs->n; i++) {
		sh.a = &ev->target.aggrs->aggr[i];
		sh.as = &ev->act->aggr[i];
		text->err = gather(&sh, before_frame);
		if (!text->err)
			show(&sh, i, text);
		drop_shown(&sh);
	}
}

void kpctl_view_hist(struct kpctl_event *ev, struct kpctl_text *text)
{
	lockdep_assert_held(&ev->session->lock);
	for_each_aggr(ev, text, '\n', show_one);
}

void kpctl_aggr_list(struct kpctl_event *ev, struct kpctl_text *text)
{
	lockdep_assert_held(&ev->session->lock);
	for_each_aggr(ev, text, ';', list_one);
}
