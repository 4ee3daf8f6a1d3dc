// SPDX-License-Identifier: GPL-2.0-only
/* A table of stacks, hashed by their texts. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread_stacks.h"
#include "spec/types.h"

#define BUCKETS		(1u << 16)

static struct stack *buckets[BUCKETS];
static unsigned int nr_stacks;
static size_t used;		/* of STACKS_MEMORY */
static struct kpr_buf key;	/* the text of a stack */
static bool lost_unknown;	/* a loss of an unknown number */

/* The table */

static uint32_t hash(const char *text, size_t len)
{
	uint32_t h = 2166136261u;

	while (len--)
		h = (h ^ (unsigned char)*text++) * 16777619u;
	return h ^ h >> 16;
}

static struct stack *find(struct stack *s, const char *text, size_t len)
{
	while (s && (s->len != len || memcmp(s->text, text, len)))
		s = s->next;
	return s;
}

/* The stack of the text, which is new if there is memory for it; `is_extra`: there always is. */
static struct stack *get(const char *text, size_t len, bool is_extra)
{
	struct stack **bucket = &buckets[hash(text, len) % BUCKETS];
	struct stack *s = find(*bucket, text, len);

	if (s || (!is_extra && used + sizeof(*s) + len > STACKS_MEMORY))
		return s;
	s = calloc(1, sizeof(*s) + len);
	if (!s)
		return NULL;
	used += sizeof(*s) + len;
	s->len = len;
	memcpy(s->text, text, len);
	s->next = *bucket;
	*bucket = s;
	nr_stacks++;
	return s;
}

static int add(const char *text, size_t len, uint64_t count, uint64_t lat)
{
	static const char full[] = STACKS_NO_ROOM;
	struct stack *s = get(text, len, false);

	if (!s)
		s = get(full, sizeof(full) - 1, true);
	if (!s)
		return -ENOMEM;
	s->count += count;
	if (__builtin_add_overflow(s->lat, lat, &s->lat))
		s->lat = UINT64_MAX;
	return 0;
}

/* Frames */

static int put(const char *text, size_t len)
{
	return buf_put(&key, text, len);
}

static int put_frame(const char *text, size_t len)
{
	if (put(";", 1))
		return -ENOMEM;
	return put(text, len);
}

#define PUT_FRAME(literal)	put_frame(literal, sizeof(literal) - 1)

static int put_symbol(struct output *out, uint64_t addr)
{
	unsigned int len;
	const char *text = kpr_stream_symbol(out->stream, addr, false, &len);

	return put_frame(text, len);
}

static int put_named_frame(struct output *out, const struct kpr_value *v, unsigned int n)
{
	unsigned int len;
	const char *text = kpr_stream_frame(out->stream, v, n, false, &len);

	return put_frame(text, len);
}

/* A task's name may be empty, or have any character; a ';' would be the end of a frame. */
static int put_comm(struct output *out, const struct kpr_item *item)
{
	unsigned int len, i;
	const char *comm = kpr_stream_comm(out->stream, KPCTL_REC_TID(item->rec->ctx_tid), &len);

	key.len = 0;
	if (len ? put(comm, len) : put("[no name]", 9))
		return -ENOMEM;
	for (i = 0; i < len; i++)
		if (key.data[i] == ';')
			key.data[i] = ':';
	return 0;
}

static int put_stack(struct output *out, const struct kpr_value *v)
{
	unsigned int n;
	int ret = 0;

	if (v->kind == KPR_VALUE_FAULT)
		return PUT_FRAME("[fault]");
	if (v->kind != KPR_VALUE_STACK)
		return PUT_FRAME("[corrupt]");
	if (v->cut)
		ret = PUT_FRAME("[cut]");
	for (n = v->nr; n-- && !ret;)
		ret = put_named_frame(out, v, n);
	return ret;
}

/* A value of the kind itself; nothing, if there is none. */
static int put_own(struct output *out, const struct kpr_item *item, int offset)
{
	uint64_t addr;

	if (offset < 0)
		return 0;
	return kpr_own(item, offset, &addr) ? put_symbol(out, addr) : PUT_FRAME("[corrupt]");
}

/* The number of the first field that is a stack; nr_fields: there is none. */
static unsigned int find_stack(const struct kpr_event *ev)
{
	unsigned int i;

	for (i = 0; i < ev->nr_fields; i++)
		if (kpctl_form_is_stack(ev->fields[i].form))
			break;
	return i;
}

static int put_frames(struct output *out, const struct kpr_item *item)
{
	const struct kpr_event *ev = item->event;
	unsigned int i = find_stack(ev);
	struct kpr_value v;
	int ret = 0;

	if (i == ev->nr_fields)
		return put_own(out, item, ev->func >= 0 ? ev->func : ev->ip);
	kpr_value(item, i, &v);
	ret = put_stack(out, &v);
	if (!ret && ev->retip >= 0)
		ret = put_own(out, item, ev->func);
	return ret;
}

static int put_undescribed(const struct kpr_item *item)
{
	char text[32];

	return put_frame(text, snprintf(text, sizeof(text), "[event %u]", item->rec->id));
}

/* The time of the call; or an argument called lat, if it is a duration. */
static bool get_lat(const struct kpr_item *item, uint64_t *ns)
{
	const struct kpr_event *ev = item->event;
	struct kpr_value v;
	unsigned int i;

	if (ev && kpr_own(item, ev->lat, ns))
		return true;
	for (i = 0; ev && i < ev->nr_fields; i++) {
		if (ev->fields[i].form != KPCTL_FORM_NS || ev->fields[i].name_len != 3 ||
		    memcmp(ev->fields[i].name, "lat", 3))
			continue;
		kpr_value(item, i, &v);
		*ns = v.u;
		return v.kind == KPR_VALUE_UNSIGNED;
	}
	return false;
}

int stacks_add(struct output *out, const struct kpr_item *item, bool wants_lat)
{
	static const char none[] = "[no duration]";
	uint64_t lat = 0;
	int ret;

	if (!get_lat(item, &lat) && wants_lat)
		return add(none, sizeof(none) - 1, 1, 1);
	ret = put_comm(out, item);
	if (!ret)
		ret = item->event ? put_frames(out, item) : put_undescribed(item);
	return ret ? ret : add(key.data, key.len, 1, lat);
}

/* What is missing */

void stacks_mark(const struct kpr_item *item)
{
	lost_unknown |= item->kind == KPR_LOST && !item->count;
}

static int add_missing(const char *what, uint64_t n)
{
	char text[64];
	struct stack *s;

	if (!n)
		return 0;
	s = get(text, snprintf(text, sizeof(text), "[%s %llu]", what, (unsigned long long)n), true);
	if (!s)
		return -ENOMEM;
	s->count = n;
	s->is_missing = true;
	return 0;
}

static int add_all_missing(const struct summary *s)
{
	static const char unknown[] = "[lost, nobody knows how many]";
	struct stack *lost = lost_unknown ? get(unknown, sizeof(unknown) - 1, true) : NULL;

	if (lost) {
		lost->count = 1;
		lost->is_missing = true;
	}
	if ((lost_unknown && !lost) || add_missing("lost", s->totals.lost) ||
	    add_missing("missed", s->totals.missed) ||
	    add_missing("nested", s->counters.nested) ||
	    add_missing("norcu", s->counters.norcu) ||
	    add_missing("throttled", s->counters.throttled) ||
	    add_missing("corrupt bytes", s->totals.corrupt))
		return -ENOMEM;
	return 0;
}

/* The end */

static int compare(const void *a, const void *b)
{
	const struct stack *x = *(struct stack * const *)a, *y = *(struct stack * const *)b;
	int order = memcmp(x->text, y->text, x->len < y->len ? x->len : y->len);

	return order ? order : (int)x->len - (int)y->len;
}

struct stack **stacks_sorted(const struct summary *s, unsigned int *nr)
{
	struct stack **all, *stack;
	unsigned int i;

	if (add_all_missing(s))
		return NULL;
	all = malloc((nr_stacks + 1) * sizeof(*all));
	*nr = 0;
	for (i = 0; i < BUCKETS && all; i++)
		for (stack = buckets[i]; stack; stack = stack->next)
			all[(*nr)++] = stack;
	if (all)
		qsort(all, *nr, sizeof(*all), compare);
	return all;
}

void stacks_free(void)
{
	struct stack *s;
	unsigned int i;

	for (i = 0; i < BUCKETS; i++) {
		while ((s = buckets[i])) {
			buckets[i] = s->next;
			free(s);
		}
	}
	kpr_buf_free(&key);
	nr_stacks = 0;
	used = 0;
	lost_unknown = false;
}
