// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tables of kpread top. A row of events is a ledger, with the event's histogram as its
 * only part. Aggregates that have the same keys share a table: a row is a key, and each of
 * them is one of the row's parts.
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread_top.h"

/* Keys of aggregates */

/* "comm, pid" of "hist($lat) by comm, pid top=64"; the length, 0: the aggregate has no keys. */
static unsigned int names_of(const struct kpr_aggr *a, const char **names)
{
	const char *size, *top;

	*names = rows_key_names(a->text);
	size = strstr(*names, " size=");
	top = strstr(*names, " top=");
	if (top && (!size || top < size))
		size = top;
	return size ? (size_t)(size - *names) : strlen(*names);
}

static bool is_shown(const struct live *l, const struct kpr_aggr *a)
{
	const char *names;

	return names_of(a, &names) && filter_match_name(&l->filter, a->event);
}

static bool same_names(const struct kpr_aggr *a, const struct kpr_aggr *b)
{
	const char *na, *nb;
	unsigned int len = names_of(a, &na);

	return len == names_of(b, &nb) && len && !memcmp(na, nb, len);
}

/* Is it the first with its keys, among those shown? */
static bool begins_table(const struct live *l, const struct kpr_hists *h, unsigned int i)
{
	unsigned int k;

	if (!is_shown(l, &h->aggrs[i]))
		return false;
	for (k = 0; k < i; k++)
		if (is_shown(l, &h->aggrs[k]) && same_names(&h->aggrs[k], &h->aggrs[i]))
			return false;
	return true;
}

unsigned int top_tables(const struct live *l, const struct snapshot *s)
{
	unsigned int i, n = 1;

	for (i = 0; i < s->hists.nr; i++)
		n += begins_table(l, &s->hists, i);
	return n;
}

/* Columns */

static struct top_column *add_column(struct top_table *t, const char *prefix, const char *name,
				     enum top_value value)
{
	static struct top_column none;
	struct top_column *c;

	if (t->nr_columns == TOP_COLUMNS)
		return &none;
	c = &t->column[t->nr_columns++];
	c->value = value;
	c->is_rate = value == TOP_COUNT && t->interval;
	c->part = t->nr_parts;
	snprintf(c->name, sizeof(c->name), "%s%s%s%s", prefix, prefix[0] ? "." : "", name,
		 c->is_rate ? "/s" : "");
	return c;
}

static void add_percentile(struct top_table *t, const char *prefix, const char *name,
			   unsigned int permille)
{
	add_column(t, prefix, name, TOP_PERCENTILE)->permille = permille;
}

static void add_ledger(struct top_table *t, const char *name, size_t offset, bool is_rate)
{
	struct top_column *c = add_column(t, "", name, TOP_LEDGER);

	c->offset = offset;
	c->is_rate = is_rate && t->interval;
	if (c->is_rate)
		strcat(c->name, "/s");
}

static void add_event_columns(struct top_table *t)
{
#define LEDGER(name, is_rate) add_ledger(t, #name, offsetof(struct kpr_ledger, name), is_rate)
	LEDGER(hits, true);
	LEDGER(emitted, true);
	LEDGER(lost, false);
	LEDGER(missed, false);
#undef LEDGER
	add_percentile(t, "", "p50", 500);
	add_percentile(t, "", "p99", 990);
}

/* The columns of a part, in the order of what people ask for. */
static void add_part_columns(struct top_table *t, const char *prefix, const struct rows *rows)
{
	add_column(t, prefix, "count", TOP_COUNT);
	if (kpctl_show_has(&rows->show, KPCTL_SHOW_SUM))
		add_column(t, prefix, "sum", TOP_SUM);
	if (kpctl_show_has(&rows->show, KPCTL_SHOW_PERCENTILES)) {
		add_percentile(t, prefix, "p50", 500);
		add_percentile(t, prefix, "p99", 990);
	}
	if (kpctl_show_has(&rows->show, KPCTL_SHOW_AVERAGE))
		add_column(t, prefix, "avg", TOP_AVERAGE);
	if (kpctl_show_has(&rows->show, KPCTL_SHOW_MAX))
		add_column(t, prefix, "max", TOP_MAX);
}

/* Rows */

static int make_room(struct top_table *t, unsigned int rows, unsigned int parts)
{
	unsigned int i;

	t->row = calloc(rows + 1, sizeof(*t->row));
	t->parts = calloc((size_t)rows * parts + 1, sizeof(*t->parts));
	if (!t->row || !t->parts)
		return -ENOMEM;
	for (i = 0; i < rows; i++)
		t->row[i].part = t->parts + (size_t)i * parts;
	return 0;
}

static int make_events(struct top_table *t, const struct live *l, const struct snapshot *s)
{
	const struct kpr_ledger *ledger;
	const struct kpr_aggr *a;
	struct top_row *row;
	struct rows *made;
	unsigned int i;

	add_event_columns(t);
	if (make_room(t, s->profile.nr, 1))
		return -ENOMEM;
	for (i = 0; i < s->profile.nr; i++) {
		ledger = &s->profile.ledgers[i];
		if (!filter_match_name(&l->filter, ledger->event))
			continue;
		row = &t->row[t->nr_rows++];
		row->label = ledger->event;
		row->ledger = ledger;
		a = snapshot_hist(s, i);
		if (!a)
			continue;
		made = &t->made[t->nr_made];
		if (rows_make_joined(made, a))
			return -ENOMEM;
		t->nr_made++;
		row->part[0] = (struct top_part){ &made->show, made->show.row };
	}
	return 0;
}

static int by_label(const void *l, const void *r)
{
	const struct top_row *a = l, *b = r;

	return strcmp(a->label, b->label);
}

/* One row for each label: the parts of all. */
static void join(struct top_table *t)
{
	unsigned int i, p, n = 0;

	qsort(t->row, t->nr_rows, sizeof(*t->row), by_label);
	for (i = 0; i < t->nr_rows; i++) {
		if (!n || strcmp(t->row[n - 1].label, t->row[i].label)) {
			t->row[n++] = t->row[i];
			continue;
		}
		for (p = 0; p < t->nr_parts; p++)
			if (t->row[i].part[p].row)
				t->row[n - 1].part[p] = t->row[i].part[p];
	}
	t->nr_rows = n;
}

static void put_rows(struct top_table *t, unsigned int part)
{
	const struct kpctl_show_aggr *show = &t->made[part].show;
	struct top_row *row;
	unsigned int i;

	for (i = 0; i < show->nrows; i++) {
		row = &t->row[t->nr_rows++];
		row->label = show->row[i].key;
		row->part[part] = (struct top_part){ show, &show->row[i] };
	}
}

/* "read" of "io/read", and behind it a number if an earlier part of the table is of that name. */
static void name_part(char prefix[TOP_COLUMN_NAME / 2], const struct kpr_aggr **of,
		      unsigned int part)
{
	const char *slash = strrchr(of[part]->event, '/');
	const char *name = slash ? slash + 1 : of[part]->event, *other;
	unsigned int i, same = 1;

	for (i = 0; i < part; i++) {
		other = strrchr(of[i]->event, '/');
		same += !strcmp(other ? other + 1 : of[i]->event, name);
	}
	if (same > 1)
		snprintf(prefix, TOP_COLUMN_NAME / 2, "%.36s%u", name, same);
	else
		snprintf(prefix, TOP_COLUMN_NAME / 2, "%.40s", name);
}

/* The aggregates of the table, in `of`; returns their number. */
static unsigned int choose(const struct kpr_aggr **of, const struct live *l,
			   const struct kpr_hists *h, unsigned int which)
{
	const struct kpr_aggr *first = NULL;
	unsigned int i, n = 0;

	for (i = 0; i < h->nr; i++) {
		if (!first && begins_table(l, h, i) && !--which)
			first = &h->aggrs[i];
		if (first && is_shown(l, &h->aggrs[i]) && same_names(first, &h->aggrs[i]))
			of[n++] = &h->aggrs[i];
	}
	return n;
}

static int fill_keys(struct top_table *t, const struct kpr_aggr **of, unsigned int n)
{
	char prefix[TOP_COLUMN_NAME / 2] = "";
	unsigned int i, rows = 0;

	for (i = 0; i < n; i++) {
		if (rows_make(&t->made[i], of[i]))
			return -ENOMEM;
		t->nr_made++;
		rows += t->made[i].show.nrows;
	}
	if (make_room(t, rows, n))
		return -ENOMEM;
	for (t->nr_parts = 0; t->nr_parts < n; t->nr_parts++) {
		if (n > 1)
			name_part(prefix, of, t->nr_parts);
		add_part_columns(t, prefix, &t->made[t->nr_parts]);
		put_rows(t, t->nr_parts);
	}
	join(t);
	return 0;
}

static int make_keys(struct top_table *t, const struct live *l, const struct snapshot *s,
		     unsigned int which)
{
	const struct kpr_aggr **of = calloc(s->hists.nr + 1, sizeof(*of));
	unsigned int n;
	int ret;

	if (!of)
		return -ENOMEM;
	n = choose(of, l, &s->hists, which);
	if (n)
		t->names_len = names_of(of[0], &t->names);
	ret = fill_keys(t, of, n);
	free(of);
	return ret;
}

int top_make(struct top_table *t, const struct live *l, const struct snapshot *s,
	     unsigned int which, uint64_t interval)
{
	*t = (struct top_table){ .interval = interval };
	t->made = calloc(s->hists.nr + s->profile.nr + 1, sizeof(*t->made));
	if (!t->made)
		return -ENOMEM;
	return which ? make_keys(t, l, s, which) : make_events(t, l, s);
}

void top_free(struct top_table *t)
{
	while (t->nr_made)
		rows_free(&t->made[--t->nr_made]);
	free(t->made);
	free(t->row);
	free(t->parts);
}

/* Values */

static bool part_value(const struct top_column *c, const struct top_part *p, uint64_t *v,
		       bool *about)
{
	u64 value = 0;
	bool has = true;

	*about = false;
	if (!p->row)
		return false;
	switch (c->value) {
	case TOP_COUNT:
		value = p->row->count;
		break;
	case TOP_SUM:
		value = kpctl_show_sum(p->show, p->row, about);
		break;
	case TOP_AVERAGE:
		has = kpctl_show_average(p->show, p->row, &value, about);
		break;
	case TOP_PERCENTILE:
		has = kpctl_show_percentile(p->show, p->row, c->permille, &value);
		break;
	case TOP_MAX:
		value = p->row->max;
		*about = p->row->max_about;
		break;
	case TOP_LEDGER:
		break;
	}
	*v = value;
	return has;
}

static bool value_of(const struct top_row *row, const struct top_column *c, uint64_t *v,
		     bool *about)
{
	*about = false;
	if (c->value != TOP_LEDGER)
		return part_value(c, &row->part[c->part], v, about);
	*v = *(const uint64_t *)((const char *)row->ledger + c->offset);
	return true;
}

/* Is the value a number of the aggregate's kind, and not a count? */
static bool is_measured(const struct top_column *c)
{
	return c->value != TOP_LEDGER && c->value != TOP_COUNT;
}

void top_text(const struct top_table *t, const struct top_row *row, unsigned int column,
	      char text[KPCTL_SHOW_NUMBER + 1])
{
	const struct top_column *c = &t->column[column];
	uint64_t v;
	bool about;

	if (!value_of(row, c, &v, &about)) {
		strcpy(text, "-");
	} else if (is_measured(c)) {
		text[0] = '~';
		kpctl_show_number(row->part[c->part].show, v, text + about);
	} else if (c->is_rate) {
		kpctl_show_rate(v, t->interval, text);
	} else {
		snprintf(text, KPCTL_SHOW_NUMBER, "%llu", (unsigned long long)v);
	}
}

static int by_rank(const void *l, const void *r)
{
	const struct top_row *a = l, *b = r;

	if (a->has_rank != b->has_rank)
		return a->has_rank ? -1 : 1;
	if (a->rank != b->rank)
		return a->rank > b->rank ? -1 : 1;
	return strcmp(a->label, b->label);
}

void top_sort(struct top_table *t, unsigned int column, bool reverse)
{
	const struct top_column *c = &t->column[column];
	struct top_row *row;
	bool about;

	for (row = t->row; row < t->row + t->nr_rows; row++) {
		row->rank = 0;
		row->has_rank = value_of(row, c, &row->rank, &about);
		if (is_measured(c) && row->has_rank && row->part[c->part].show->is_signed)
			row->rank ^= 1ull << 63;
		if (reverse)
			row->rank = ~row->rank;
	}
	qsort(t->row, t->nr_rows, sizeof(*t->row), by_rank);
}
