// SPDX-License-Identifier: GPL-2.0
#ifdef __KERNEL__
#include <linux/sched.h>
#include <linux/string.h>
#endif

#include "show/show.h"

#define CELLS		KPCTL_SHOW_CELLS
#define SHARE_BAR	30
#define KEY_MIN		24	/* columns for a key, where not all have room */

/* The cells before the key in a line of the table. */
struct cells {
	u32 n;
	char text[CELLS][KPCTL_SHOW_NUMBER];
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

/* Rows by time are not in order of their parts: any row can have the largest. */
static u64 largest_part(const struct kpctl_show_aggr *a)
{
	u64 most = 0, v;
	u32 i;

	for (i = 0; i < a->nrows; i++) {
		v = kpctl_show_weight(a, &a->row[i]);
		if (v > most)
			most = v;
	}
	return most;
}

static void widen(struct kpctl_show_widths *w, const struct cells *c)
{
	u32 i, len;

	for (i = 0; i < c->n; i++) {
		len = strlen(c->text[i]);
		if (len > w->width[i])
			w->width[i] = len;
	}
}

/* Columns of a line, of which the key has `key`. */
static u32 line_width(const struct kpctl_show_widths *w, u32 key)
{
	u32 i, n = key + (w->bar ? SHARE_BAR + 3 : 0);

	for (i = 0; i < CELLS; i++)
		n += w->width[i] ? w->width[i] + 2 : 0;
	return n;
}

/* The most columns that a line of a key has, up to KEY_MIN. */
static u32 key_width(const struct kpctl_show_row *r, u32 n)
{
	u32 len, most = 0;

	for (; n-- && most < KEY_MIN; r++) {
		len = r->key ? line_end(r->key) - r->key : 0;
		if (len > most)
			most = len < KEY_MIN ? len : KEY_MIN;
	}
	return most;
}

/* Leaves out what says least, until lines have room, or only count, sum and key are left. */
static void narrow(struct kpctl_show_widths *w, const struct cells *names, u32 room, u32 key)
{
	static const char * const least[] = {
		"p99.9", "p90", "hits/s", "min", "avg", "share", "p50", "max", "p99",
	};
	u32 i, k;

	if (line_width(w, key) > room)
		w->bar = false;
	for (i = 0; i < ARRAY_SIZE(least) && line_width(w, key) > room; i++)
		for (k = 0; k < names->n; k++)
			if (!strcmp(names->text[k], least[i]))
				w->width[k] = 0;
}

/* Widths of the columns, as n rows need them. */
static void measure_columns(struct kpctl_show_widths *w, const struct kpctl_show_aggr *a,
			    const struct kpctl_show_row *r, u32 n)
{
	struct cells names, c;
	u32 i;

	memset(w, 0, sizeof(*w));
	w->all = has_share(a) ? share_base(a) : 0;
	w->bar = has_share(a);
	w->most = w->bar ? largest_part(a) : 0;
	add_names(&names, a);
	widen(w, &names);
	for (i = 0; i < n; i++) {
		add_numbers(&c, a, &r[i], w->all);
		widen(w, &c);
	}
	if (a->room)
		narrow(w, &names, a->room, key_width(r, n));
}

static void put_cells(struct kpctl_show_out *out, const struct kpctl_show_widths *w,
		      const struct cells *c)
{
	const char *gap = "";
	u32 i;

	for (i = 0; i < c->n; i++) {
		if (!w->width[i])
			continue;
		out->put(out, "%s%*s", gap, (int)w->width[i], c->text[i]);
		gap = "  ";
	}
}

static void put_names(struct kpctl_show_out *out, const struct kpctl_show_widths *w,
		      const struct kpctl_show_aggr *a, bool keys)
{
	struct cells c;

	add_names(&c, a);
	put_cells(out, w, &c);
	if (keys && w->bar)
		out->put(out, " %*s", SHARE_BAR + 2, "");
	out->put(out, keys ? "  key\n" : "\n");
}

static void put_numbers(struct kpctl_show_out *out, const struct kpctl_show_widths *w,
			const struct kpctl_show_aggr *a, const struct kpctl_show_row *r)
{
	struct cells c;

	add_numbers(&c, a, r, w->all);
	put_cells(out, w, &c);
}

/* Histograms */

/* A line of the table in which the numbers of all keys stand side by side */
static void put_beside(struct kpctl_show_out *out, const struct kpctl_show_pager *p,
		       const struct kpctl_show_row *r)
{
	put_numbers(out, &p->widths, p->a, r);
	out->put(out, "  ");
	put_key_cell(out, r->key ?: "");
}

static void put_bars_of_key(struct kpctl_show_out *out, const struct kpctl_show_aggr *a,
			    const struct kpctl_show_row *r)
{
	out->put(out, "\n");
	put_key_cell(out, r->key ?: "");
	kpctl_show_bars(out, a, r);
}

/* A row with names of its own */
static void put_apart(struct kpctl_show_out *out, const struct kpctl_show_aggr *a,
		      const struct kpctl_show_row *r)
{
	struct kpctl_show_widths w;

	if (r != a->row)
		out->put(out, "\n");
	if (has_key(r))
		put_key_cell(out, r->key);
	measure_columns(&w, a, r, 1);
	put_names(out, &w, a, false);
	put_numbers(out, &w, a, r);
	out->put(out, "\n\n");
	kpctl_show_bars(out, a, r);
}

/* Tables of all other actions */

static void put_row(struct kpctl_show_out *out, const struct kpctl_show_pager *p,
		    const struct kpctl_show_row *r)
{
	const struct kpctl_show_aggr *a = p->a;

	put_numbers(out, &p->widths, a, r);
	if (p->widths.bar) {
		out->put(out, " ");
		kpctl_show_bar(out, kpctl_show_weight(a, r), p->widths.most, SHARE_BAR);
	}
	if (has_keys(a))
		out->put(out, "  ");
	put_key_cell(out, r->key ?: "");
}

/* Steps */

static enum kpctl_show_layout layout_of(const struct kpctl_show_aggr *a)
{
	u32 i;

	if (!a->nrows)
		return KPCTL_SHOW_EMPTY;
	if (!kpctl_show_has(a, KPCTL_SHOW_PERCENTILES))
		return KPCTL_SHOW_TABLE;
	for (i = 0; i < a->nrows; i++)
		if (has_lines(&a->row[i]))
			return KPCTL_SHOW_APART;
	return a->nrows == 1 ? KPCTL_SHOW_APART : KPCTL_SHOW_BESIDE;
}

static u32 count_steps(const struct kpctl_show_aggr *a, enum kpctl_show_layout layout)
{
	switch (layout) {
	case KPCTL_SHOW_EMPTY:
		return 1;
	case KPCTL_SHOW_BESIDE:
		return 2 * a->nrows;
	default:
		return a->nrows;
	}
}

/* Step i of the rows; in tables, the names stand before the first row. */
static void put_step(struct kpctl_show_out *out, const struct kpctl_show_pager *p, u32 i)
{
	const struct kpctl_show_aggr *a = p->a;
	const struct kpctl_show_row *r = &a->row[i];

	switch (p->layout) {
	case KPCTL_SHOW_EMPTY:
		out->put(out, a->hits ? "no entries\n" : "no hits\n");
		break;
	case KPCTL_SHOW_APART:
		put_apart(out, a, r);
		break;
	case KPCTL_SHOW_TABLE:
		if (!i)
			put_names(out, &p->widths, a, has_keys(a));
		put_row(out, p, r);
		break;
	case KPCTL_SHOW_BESIDE:
		if (!i)
			put_names(out, &p->widths, a, true);
		if (i < a->nrows)
			put_beside(out, p, r);
		else
			put_bars_of_key(out, a, &a->row[i - a->nrows]);
		break;
	}
}

void kpctl_show_begin(struct kpctl_show_pager *p, const struct kpctl_show_aggr *a)
{
	p->a = a;
	p->layout = layout_of(a);
	p->steps = count_steps(a, p->layout);
	p->next = 0;
	if (p->layout == KPCTL_SHOW_TABLE || p->layout == KPCTL_SHOW_BESIDE)
		measure_columns(&p->widths, a, a->row, a->nrows);
}

void kpctl_show_rows(struct kpctl_show_out *out, const struct kpctl_show_aggr *a)
{
	struct kpctl_show_pager p;
	u32 i;

	kpctl_show_begin(&p, a);
	for (i = 0; i < p.steps; i++)
		put_step(out, &p, i);
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

void kpctl_show_end(struct kpctl_show_out *out, const struct kpctl_show_aggr *a)
{
	out->put(out, "\n");
	kpctl_show_total(out, "total", a);
	if (a->other && strstr(a->text, " top="))
		out->put(out, "other: hits of all keys but the %u that are kept\n", a->max_entries);
	else if (a->other && kpctl_show_is_timed(a))
		out->put(out, "other: hits before those of the %u keys that are kept\n", a->max_entries);
	else if (a->other)
		out->put(out, "other: hits whose key found no room in the table of %u\n",
			 a->max_entries);
}

/* The title is the first step, and the total is the last. */
bool kpctl_show_next(struct kpctl_show_out *out, struct kpctl_show_pager *p)
{
	u32 i = p->next++;

	if (!i)
		out->put(out, "# %s\n\n", p->a->text);
	else if (i <= p->steps)
		put_step(out, p, i - 1);
	else
		kpctl_show_end(out, p->a);
	return i <= p->steps;
}

void kpctl_show_aggr(struct kpctl_show_out *out, const struct kpctl_show_aggr *a)
{
	struct kpctl_show_pager p;

	kpctl_show_begin(&p, a);
	while (kpctl_show_next(out, &p))
		;
}
