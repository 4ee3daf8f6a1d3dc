// SPDX-License-Identifier: GPL-2.0-only
/* The library's aggregates, as module/show/table.c takes them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kpread.h"

void rows_free(struct rows *rows)
{
	free(rows->row);
	free(rows->bucket);
	free(rows->keys);
	*rows = (struct rows){ .row = NULL };
}

/* The action of an aggregate; an action newer than this program is shown as counts and keys. */
static unsigned int action_of(const struct kpr_aggr *a)
{
	unsigned int action = kpctl_action_find(a->action, strlen(a->action));

	return action < KPCTL_ACTION_NR ? action : KPCTL_ACTION_COUNT;
}

bool rows_have_percentiles(const struct kpr_aggr *a)
{
	struct kpctl_show_aggr show = { .action = action_of(a) };

	return kpctl_show_has(&show, KPCTL_SHOW_PERCENTILES);
}

static void fill_aggr(struct rows *rows, const struct kpr_aggr *a)
{
	rows->show = (struct kpctl_show_aggr){
		.text = a->text,
		.action = action_of(a),
		.is_signed = a->is_signed,
		.is_ns = a->is_ns,
		.hits = a->hits,
		.other = a->other,
		.unread = a->unread,
		.entries = a->entries,
		.max_entries = a->max_entries,
		.nrows = a->nr_keys,
		.row = rows->row,
	};
}

/* Room for one element more in each array, so that no pointer is NULL. */
static int make_room(struct rows *rows, const struct kpr_aggr *a)
{
	size_t buckets = 1, text = 1;
	unsigned int i;

	for (i = 0; i < a->nr_keys; i++) {
		buckets += a->keys[i].nr_buckets;
		text += strlen(a->keys[i].text) + 1;
	}
	rows->row = calloc(a->nr_keys + 1, sizeof(*rows->row));
	rows->bucket = calloc(buckets, sizeof(*rows->bucket));
	rows->keys = malloc(text);
	return rows->row && rows->bucket && rows->keys ? 0 : -ENOMEM;
}

/* The position behind "(VALUE)" with all parentheses within. */
static const char *skip_value(const char *p)
{
	unsigned int depth = 0;

	do {
		depth += *p == '(';
		depth -= *p == ')';
	} while (*p && *++p && depth);
	return p;
}

const char *rows_key_names(const char *text)
{
	text += strcspn(text, "( ");
	text += strspn(text, " ");
	if (*text == '(')
		text = skip_value(text);
	text += strspn(text, " ");
	return strncmp(text, "by ", 3) ? "" : text + 3;
}

bool rows_have_stacks(const struct kpr_aggr *a)
{
	return strstr(rows_key_names(a->text), "stack");
}

/* Copies a key's text with its NUL; returns the position behind the NUL. */
static char *put_key(char *p, const char *text, bool stack)
{
	for (; *text; text++)
		*p++ = stack && *text == ';' ? '\n' : *text;
	*p++ = '\0';
	return p;
}

static void put_buckets(struct kpctl_show_bucket *to, const struct kpr_key *k)
{
	const struct kpr_bucket *b;

	for (b = k->buckets; b < k->buckets + k->nr_buckets; b++)
		*to++ = (struct kpctl_show_bucket){ b->low, b->high, b->count };
}

static void fill_rows(struct rows *rows, const struct kpr_aggr *a)
{
	struct kpctl_show_bucket *bucket = rows->bucket;
	bool stack = rows_have_stacks(a);
	char *key = rows->keys;
	unsigned int i;

	for (i = 0; i < a->nr_keys; i++) {
		const struct kpr_key *k = &a->keys[i];

		rows->row[i] = (struct kpctl_show_row){
			.count = k->count, .sum = k->sum, .max = k->max,
			.max_about = k->max_about, .min_about = k->min_about, .key = key,
			.bucket = bucket, .nbuckets = k->nr_buckets,
		};
		put_buckets(bucket, k);
		bucket += k->nr_buckets;
		key = put_key(key, k->text, stack);
	}
}

int rows_make(struct rows *rows, const struct kpr_aggr *a)
{
	*rows = (struct rows){ .row = NULL };
	if (make_room(rows, a)) {
		rows_free(rows);
		return -ENOMEM;
	}
	fill_rows(rows, a);
	fill_aggr(rows, a);
	kpctl_show_sort(&rows->show, rows->row);
	return 0;
}

int rows_make_joined(struct rows *rows, const struct kpr_aggr *a)
{
	struct kpr_aggr one = *a;
	struct kpr_key all;
	int ret = kpr_aggr_join(a, &all);

	if (ret)
		return ret;
	one.nr_keys = 1;
	one.keys = &all;
	ret = rows_make(rows, &one);
	free(all.buckets);
	return ret;
}
