// SPDX-License-Identifier: GPL-2.0
#ifdef __KERNEL__
#include <linux/sched.h>
#include <linux/string.h>
#endif

#include "show/show.h"

#define CELLS		9
#define SHARE_BAR	30

/* The cells before the key in a line of the table. */
struct cells {
	u32 n;
	char text[CELLS][KPCTL_SHOW_NUMBER];
};

struct table {
	u64 all;		/* the whole that shares are parts of */
	u32 width[CELLS];
};

static u64 hits_in_rows(const struct kpctl_show_aggr *a)
{
	u64 n = 0;
	u32 i;

	for (i = 0; i < a->nrows; i++)
		n += a->row[i].count;
	return n;
}

static bool has_key(const struct kpctl_show_row *r)
{
	return r->key && r->key[0];
}

/* Can the table have more than one row? True with keys, even if only one key has hits. */
static bool has_keys(const struct kpctl_show_aggr *a)
{
	return a->nrows > 1 || has_key(&a->row[0]);
}

static bool has_share(const struct kpctl_show_aggr *a)
{
	return kpctl_show_has(a, KPCTL_SHOW_SHARE) && has_keys(a);
}

/* Cells */

static void add_word(struct cells *c, const char *word)
{
	snprintf(c->text[c->n++], KPCTL_SHOW_NUMBER, "%s", word);
}

static void add_names(struct cells *c, const struct kpctl_show_aggr *a)
{
	c->n = 0;
	add_word(c, "count");
	if (a->interval)
		add_word(c, "hits/s");
	if (kpctl_show_has(a, KPCTL_SHOW_SUM))
		add_word(c, "sum");
	if (kpctl_show_has(a, KPCTL_SHOW_AVERAGE))
		add_word(c, "avg");
	if (kpctl_show_has(a, KPCTL_SHOW_MIN))
		add_word(c, "min");
	if (kpctl_show_has(a, KPCTL_SHOW_PERCENTILES)) {
		add_word(c, "p50");
		add_word(c, "p90");
		add_word(c, "p99");
		add_word(c, "p99.9");
	}
	if (kpctl_show_has(a, KPCTL_SHOW_MAX))
		add_word(c, "max");
	if (has_share(a))
		add_word(c, "share");
}

/* A share with a digit behind the point, cut off: 67.1% */
static void add_share(struct cells *c, u64 part, u64 all)
{
	u64 permille;

	while (all >> 54) {
		all >>= 1;
		part >>= 1;
	}
	permille = all ? part * 1000 / all : 0;
	snprintf(c->text[c->n++], KPCTL_SHOW_NUMBER, "%llu.%llu%%", permille / 10,
		 permille % 10);
}

static void add_sum(struct cells *c, const struct kpctl_show_aggr *a,
		    const struct kpctl_show_row *r)
{
	bool about;
	u64 v = kpctl_show_sum(a, r, &about);

	c->text[c->n][0] = '~';
	kpctl_show_number(a, v, c->text[c->n++] + about);
}

static void add_average(struct cells *c, const struct kpctl_show_aggr *a,
			const struct kpctl_show_row *r)
{
	bool about;
	u64 v;

	if (!kpctl_show_average(a, r, &v, &about)) {
		add_word(c, "-");
		return;
	}
	c->text[c->n][0] = '~';
	kpctl_show_number(a, v, c->text[c->n++] + about);
}

static void add_percentile(struct cells *c, const struct kpctl_show_aggr *a,
			   const struct kpctl_show_row *r, u32 permille)
{
	u64 v;

	if (kpctl_show_percentile(a, r, permille, &v))
		kpctl_show_number(a, v, c->text[c->n++]);
	else
		add_word(c, "-");
}

static void add_end(struct cells *c, const struct kpctl_show_aggr *a, u64 v, bool about)
{
	char *text = c->text[c->n++];

	text[0] = '~';
	if (about)
		kpctl_show_number(a, v, text + 1);
	else
		kpctl_show_exact(a, v, text);
}

/* Runs for each row, up to a million: hence cond_resched(). */
static void add_numbers(struct cells *c, const struct kpctl_show_aggr *a,
			const struct kpctl_show_row *r, u64 all)
{
	cond_resched();
	c->n = 0;
	snprintf(c->text[c->n++], KPCTL_SHOW_NUMBER, "%llu", r->count);
	if (a->interval)
		kpctl_show_rate(r->count, a->interval, c->text[c->n++]);
	if (kpctl_show_has(a, KPCTL_SHOW_SUM))
		add_sum(c, a, r);
	if (kpctl_show_has(a, KPCTL_SHOW_AVERAGE))
		add_average(c, a, r);
	if (kpctl_show_has(a, KPCTL_SHOW_MIN))
		add_end(c, a, r->nbuckets ? r->bucket->low : 0, r->min_about);
	if (kpctl_show_has(a, KPCTL_SHOW_PERCENTILES)) {
		add_percentile(c, a, r, 500);
		add_percentile(c, a, r, 900);
		add_percentile(c, a, r, 990);
		add_percentile(c, a, r, 999);
	}
	if (kpctl_show_has(a, KPCTL_SHOW_MAX))
		add_end(c, a, r->max, r->max_about);
	if (has_share(a))
		add_share(c, kpctl_show_weight(a, r), all);
}

/* Keys: a stack has a line for each frame */

static bool has_lines(const struct kpctl_show_row *r)
{
	return r->key && strchr(r->key, '\n');
}

static const char *line_end(const char *text)
{
	while (*text && *text != '\n')
		text++;
	return text;
}

static void put_key_cell(struct kpctl_show_out *out, const char *key)
{
	const char *end = line_end(key);

	out->put(out, "%.*s\n", (int)(end - key), key);
	while (*end) {
		key = end + 1;
		while (*key == ' ')
			key++;
		end = line_end(key);
		if (end > key)
			out->put(out, " => %.*s\n", (int)(end - key), key);
	}
}

/* Tables */

/* The sums of all rows, at most UINT64_MAX; of hits, also those without a row. */
static u64 share_base(const struct kpctl_show_aggr *a)
{
	u64 sum = 0, v;
	u32 i;

	if (!kpctl_show_has(a, KPCTL_SHOW_SUM))
		return hits_in_rows(a) + a->other + a->unread;
	for (i = 0; i < a->nrows; i++) {
		v = kpctl_show_weight(a, &a->row[i]);
		sum = sum + v < sum ? ~0ull : sum + v;
	}
	return sum;
}

static void widen(struct table *t, const struct cells *c)
{
	u32 i, len;

	for (i = 0; i < c->n; i++) {
		len = strlen(c->text[i]);
		if (len > t->width[i])
			t->width[i] = len;
	}
}

/* Widths of the columns, as n rows need them. */
static void measure_columns(struct table *t, const struct kpctl_show_aggr *a,
			    const struct kpctl_show_row *r, u32 n)
{
	struct cells c;

	memset(t, 0, sizeof(*t));
	t->all = has_share(a) ? share_base(a) : 0;
	add_names(&c, a);
	widen(t, &c);
	while (n--) {
		add_numbers(&c, a, r++, t->all);
		widen(t, &c);
	}
}

static void put_cells(struct kpctl_show_out *out, const struct table *t, const struct cells *c)
{
	u32 i;

	for (i = 0; i < c->n; i++)
		out->put(out, "%s%*s", i ? "  " : "", (int)t->width[i], c->text[i]);
}

static void put_names(struct kpctl_show_out *out, const struct table *t,
		      const struct kpctl_show_aggr *a, bool keys)
{
	struct cells c;

	add_names(&c, a);
	put_cells(out, t, &c);
	if (keys && has_share(a))
		out->put(out, " %*s", SHARE_BAR + 2, "");
	out->put(out, keys ? "  key\n" : "\n");
}

static void put_numbers(struct kpctl_show_out *out, const struct table *t,
			const struct kpctl_show_aggr *a, const struct kpctl_show_row *r)
{
	struct cells c;

	add_numbers(&c, a, r, t->all);
	put_cells(out, t, &c);
}

/* Histograms */

/* Numbers of all keys side by side, then the bars of each */
static void put_side_by_side(struct kpctl_show_out *out, const struct kpctl_show_aggr *a)
{
	struct table t;
	u32 i;

	measure_columns(&t, a, a->row, a->nrows);
	put_names(out, &t, a, true);
	for (i = 0; i < a->nrows; i++) {
		put_numbers(out, &t, a, &a->row[i]);
		out->put(out, "  ");
		put_key_cell(out, a->row[i].key ?: "");
	}
	for (i = 0; i < a->nrows; i++) {
		out->put(out, "\n");
		put_key_cell(out, a->row[i].key ?: "");
		kpctl_show_bars(out, a, &a->row[i]);
	}
}

/* Rows one after the other, each with its own numbers */
static void put_apart(struct kpctl_show_out *out, const struct kpctl_show_aggr *a)
{
	const struct kpctl_show_row *r;
	struct table t;

	for (r = a->row; r < a->row + a->nrows; r++) {
		if (r != a->row)
			out->put(out, "\n");
		if (has_key(r))
			put_key_cell(out, r->key);
		measure_columns(&t, a, r, 1);
		put_names(out, &t, a, false);
		put_numbers(out, &t, a, r);
		out->put(out, "\n\n");
		kpctl_show_bars(out, a, r);
	}
}

static void put_hist(struct kpctl_show_out *out, const struct kpctl_show_aggr *a)
{
	bool lines = false;
	u32 i;

	for (i = 0; i < a->nrows; i++)
		lines |= has_lines(&a->row[i]);
	if (lines || a->nrows == 1)
		put_apart(out, a);
	else
		put_side_by_side(out, a);
}

/* Tables of all other actions */

static void put_table(struct kpctl_show_out *out, const struct kpctl_show_aggr *a)
{
	bool keys = has_keys(a);
	struct table t;
	u32 i;

	measure_columns(&t, a, a->row, a->nrows);
	put_names(out, &t, a, keys);
	for (i = 0; i < a->nrows; i++) {
		put_numbers(out, &t, a, &a->row[i]);
		if (has_share(a)) {
			out->put(out, " ");
			kpctl_show_bar(out, kpctl_show_weight(a, &a->row[i]),
				       kpctl_show_weight(a, &a->row[0]), SHARE_BAR);
		}
		if (keys)
			out->put(out, "  ");
		put_key_cell(out, a->row[i].key ?: "");
	}
}

void kpctl_show_rows(struct kpctl_show_out *out, const struct kpctl_show_aggr *a)
{
	if (!a->nrows)
		out->put(out, a->hits ? "no entries\n" : "no hits\n");
	else if (kpctl_show_has(a, KPCTL_SHOW_PERCENTILES))
		put_hist(out, a);
	else
		put_table(out, a);
}

void kpctl_show_total(struct kpctl_show_out *out, const char *label,
		      const struct kpctl_show_aggr *a)
{
	u64 rows = hits_in_rows(a), sum = rows + a->other + a->unread;

	out->put(out, "%s: %llu hit%s %s %llu in %u entr%s + %llu other + %llu unreadable",
		 label, a->hits, a->hits == 1 ? "" : "s", a->hits < sum ? "!=" : "=", rows,
		 a->entries, a->entries == 1 ? "y" : "ies", a->other, a->unread);
	if (a->hits > sum)
		out->put(out, " + %llu under way", a->hits - sum);
	out->put(out, "\n");
}

void kpctl_show_aggr(struct kpctl_show_out *out, const struct kpctl_show_aggr *a)
{
	out->put(out, "# %s\n\n", a->text);
	kpctl_show_rows(out, a);
	out->put(out, "\n");
	kpctl_show_total(out, "total", a);
	if (a->other)
		out->put(out, "other: hits whose key found no room in the table of %u\n",
			 a->max_entries);
}
