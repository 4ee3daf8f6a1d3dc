// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpread prom: aggregates, as counters, histograms, summaries and gauges. A metric has the
 * aggregates of all events, and of each first the key that has most, then the next: with more
 * keys than there is room for, no event takes the room of all others.
 */
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread_prom.h"

/* An aggregate, its keys as rows. */
struct table {
	const struct prom_event *ev;
	char *name;		/* the label `aggregate`: unlike all others of the event */
	const char *text;
	const struct kpr_aggr *aggr;
	struct rows rows;
};

struct tables {
	struct table *table;
	unsigned int nr;
	struct table **left;	/* while rows are put: tables that have more of them */
};

/* Samples of a row */

static void put_number(struct prom *p, const char *suffix, const char *le, uint64_t v)
{
	char text[PROM_NUMBER];

	snprintf(text, sizeof(text), "%" PRIu64, v);
	prom_sample(p, suffix, le, text);
}

static void put_value(struct prom *p, const struct kpctl_show_aggr *a, const char *suffix,
		      uint64_t v)
{
	char text[PROM_NUMBER];

	prom_text_of(text, a, v);
	prom_sample(p, suffix, NULL, text);
}

static void put_count(struct prom *p, const struct kpctl_show_aggr *a,
		      const struct kpctl_show_row *r)
{
	(void)a;
	put_number(p, "", NULL, r->count);
}

static void put_sum_as(struct prom *p, const char *suffix, const struct kpctl_show_aggr *a,
		       const struct kpctl_show_row *r)
{
	bool about;

	put_value(p, a, suffix, kpctl_show_sum(a, r, &about));
}

static void put_sum(struct prom *p, const struct kpctl_show_aggr *a,
		    const struct kpctl_show_row *r)
{
	put_sum_as(p, "", a, r);
}

static void put_min(struct prom *p, const struct kpctl_show_aggr *a,
		    const struct kpctl_show_row *r)
{
	put_value(p, a, "", r->nbuckets ? r->bucket->low : 0);
}

static void put_max(struct prom *p, const struct kpctl_show_aggr *a,
		    const struct kpctl_show_row *r)
{
	put_value(p, a, "", r->max);
}

static void put_summary(struct prom *p, const struct kpctl_show_aggr *a,
			const struct kpctl_show_row *r)
{
	put_sum_as(p, "_sum", a, r);
	put_number(p, "_count", NULL, r->count);
}

/*
 * Is the bucket before this one empty? The end of that is a bound, too: Prometheus takes the
 * values of a bucket for spread from the bound below it.
 */
static bool is_after_gap(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r,
			 unsigned int i)
{
	uint64_t low = r->bucket[i].low;

	if (i)
		return r->bucket[i - 1].high != low - 1;
	return low != (a->is_signed ? 1ull << 63 : 0);
}

static void put_bucket(struct prom *p, const struct kpctl_show_aggr *a, uint64_t bound,
		       uint64_t count)
{
	char le[PROM_NUMBER];

	prom_text_of(le, a, bound);
	put_number(p, "_bucket", le, count);
}

/* Buckets hold integers, so the largest of them is the bound that `le` means. */
static void put_histogram(struct prom *p, const struct kpctl_show_aggr *a,
			  const struct kpctl_show_row *r)
{
	uint64_t count = 0;
	unsigned int i;

	for (i = 0; i < r->nbuckets; i++) {
		if (is_after_gap(a, r, i))
			put_bucket(p, a, r->bucket[i].low - 1, count);
		count += r->bucket[i].count;
		put_bucket(p, a, r->bucket[i].high, count);
	}
	put_number(p, "_bucket", "+Inf", count);
	put_sum_as(p, "_sum", a, r);
	put_number(p, "_count", NULL, count);
}

static unsigned int size_of_histogram(const struct kpctl_show_aggr *a,
				      const struct kpctl_show_row *r)
{
	unsigned int n = 3 + r->nbuckets, i;

	for (i = 0; i < r->nbuckets; i++)
		n += is_after_gap(a, r, i);
	return n;
}

static unsigned int size_of_summary(const struct kpctl_show_aggr *a,
				    const struct kpctl_show_row *r)
{
	(void)a, (void)r;
	return 2;
}

/* Metrics of keys */

enum unit {
	ANY,
	PLAIN,		/* numbers */
	NS,		/* durations */
	UNSIGNED,	/* numbers and no signed ones */
	SIGNED,
};

struct row_metric {
	struct prom_metric metric;
	unsigned int action;
	enum unit unit;
	void (*put)(struct prom *p, const struct kpctl_show_aggr *a,
		    const struct kpctl_show_row *r);
	/* The number of its label sets; NULL: 1. */
	unsigned int (*size)(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r);
};

#define ROW(name, type, help, action, unit, put, size) \
	{ { "kprobectl_" name, type, help }, KPCTL_ACTION_##action, unit, put, size }

static const struct row_metric row_metrics[] = {
	ROW("count_total", "counter", "Hits of each key of do count.",
	    COUNT, ANY, put_count, NULL),
	ROW("hist", "histogram", "Values of do hist().",
	    HIST, PLAIN, put_histogram, size_of_histogram),
	ROW("hist_seconds", "histogram", "Durations of do hist().",
	    HIST, NS, put_histogram, size_of_histogram),
	ROW("hist_max", "gauge", "The largest value of do hist().",
	    HIST, PLAIN, put_max, NULL),
	ROW("hist_max_seconds", "gauge", "The longest duration of do hist().",
	    HIST, NS, put_max, NULL),
	ROW("stats", "summary", "Values of do stats().",
	    STATS, PLAIN, put_summary, size_of_summary),
	ROW("stats_seconds", "summary", "Durations of do stats().",
	    STATS, NS, put_summary, size_of_summary),
	ROW("stats_min", "gauge", "The least value of do stats().",
	    STATS, PLAIN, put_min, NULL),
	ROW("stats_min_seconds", "gauge", "The shortest duration of do stats().",
	    STATS, NS, put_min, NULL),
	ROW("stats_max", "gauge", "The largest value of do stats().",
	    STATS, PLAIN, put_max, NULL),
	ROW("stats_max_seconds", "gauge", "The longest duration of do stats().",
	    STATS, NS, put_max, NULL),
	ROW("sum_total", "counter", "The sum of the values of do sum().",
	    SUM, UNSIGNED, put_sum, NULL),
	ROW("sum_signed", "gauge", "The sum of the values of do sum(), of signed ones.",
	    SUM, SIGNED, put_sum, NULL),
	ROW("sum_seconds_total", "counter", "The sum of the durations of do sum().",
	    SUM, NS, put_sum, NULL),
	ROW("sum_hits_total", "counter", "Hits of each key of do sum().",
	    SUM, ANY, put_count, NULL),
};

static bool has_metric(const struct row_metric *m, const struct kpctl_show_aggr *a)
{
	if (m->action != a->action)
		return false;
	switch (m->unit) {
	case PLAIN:
		return !a->is_ns;
	case NS:
		return a->is_ns;
	case UNSIGNED:
		return !a->is_ns && !a->is_signed;
	case SIGNED:
		return a->is_signed;
	default:
		return true;
	}
}

static void label_table(struct prom *p, const struct table *t)
{
	prom_no_labels(p);
	prom_label_event(p, t->ev);
	prom_label_text(p, "aggregate", t->name);
}

static void put_row(struct prom *p, const struct row_metric *m, const struct table *t,
		    unsigned int i)
{
	const struct kpctl_show_aggr *a = &t->rows.show;
	const struct kpctl_show_row *r = &a->row[i];

	if (!prom_room(p, &m->metric, m->size ? m->size(a, r) : 1))
		return;
	label_table(p, t);
	prom_label_key(p, t->text, r->key);
	m->put(p, a, r);
}

/* A table that has no more rows is not looked at again. */
static void put_row_metric(struct prom *p, const struct row_metric *m, const struct tables *ts)
{
	unsigned int rank, i, nr = 0, kept;

	for (i = 0; i < ts->nr; i++)
		if (has_metric(m, &ts->table[i].rows.show))
			ts->left[nr++] = &ts->table[i];
	for (rank = 0; nr; rank++, nr = kept) {
		for (i = kept = 0; i < nr; i++) {
			if (rank >= ts->left[i]->rows.show.nrows)
				continue;
			put_row(p, m, ts->left[i], rank);
			ts->left[kept++] = ts->left[i];
		}
	}
}

/* Metrics of aggregates */

static const struct {
	struct prom_metric metric;
	size_t offset;
	bool is_small;		/* unsigned int, and no uint64_t */
} aggr_metrics[] = {
#define WIDE(name, member, type, help) \
	{ { "kprobectl_aggregate_" name, type, help }, offsetof(struct kpr_aggr, member), false }
#define SMALL(name, member, type, help) \
	{ { "kprobectl_aggregate_" name, type, help }, offsetof(struct kpr_aggr, member), true }
	WIDE("hits_total", hits, "counter", "Hits that came to the aggregate."),
	WIDE("other_total", other, "counter", "Hits whose key or bucket found no room."),
	WIDE("unreadable_total", unread, "counter", "Hits whose value could not be read."),
	SMALL("entries", entries, "gauge", "Keys that the aggregate has."),
	SMALL("max_entries", max_entries, "gauge", "Keys for which it has room."),
#undef SMALL
#undef WIDE
};

static void put_aggr_metric(struct prom *p, const struct tables *ts, unsigned int m)
{
	const char *at;
	unsigned int i;

	for (i = 0; i < ts->nr; i++) {
		at = (const char *)ts->table[i].aggr + aggr_metrics[m].offset;
		label_table(p, &ts->table[i]);
		prom_number(p, &aggr_metrics[m].metric, aggr_metrics[m].is_small ?
			    *(const unsigned int *)at : *(const uint64_t *)at);
	}
}

/* Tables */

static int by_text(const void *a, const void *b)
{
	const struct kpr_key *x = a, *y = b;

	return strcmp(x->text, y->text);
}

/* The number of keys, from the first one on, that have its text. */
static unsigned int nr_equal(const struct kpr_key *k, unsigned int nr)
{
	unsigned int n = 1;

	while (n < nr && !strcmp(k->text, k[n].text))
		n++;
	return n;
}

/*
 * Keys of equal text become one, as their labels would be equal: stacks whose addresses are
 * hidden. Their buckets are joined into memory of their own, *owned.
 */
static int join_equal(struct kpr_aggr *a, struct kpr_bucket **owned)
{
	struct kpr_aggr some = *a;
	unsigned int from, n, nr = 0;
	struct kpr_key all;

	for (from = 0; from < a->nr_keys; from += n, nr++) {
		n = nr_equal(&a->keys[from], a->nr_keys - from);
		some.keys = &a->keys[from];
		some.nr_keys = n;
		all = a->keys[from];
		if (n > 1) {
			if (kpr_aggr_join(&some, &all))
				return -ENOMEM;
			all.text = a->keys[from].text;
			owned[nr] = all.buckets;
		}
		a->keys[nr] = all;
	}
	a->nr_keys = nr;
	return 0;
}

static int make_rows(struct rows *rows, const struct kpr_aggr *aggr)
{
	struct kpr_bucket **owned = calloc(aggr->nr_keys + 1, sizeof(*owned));
	struct kpr_aggr a = *aggr;
	int ret = -ENOMEM;
	unsigned int i;

	a.keys = calloc(aggr->nr_keys + 1, sizeof(*a.keys));
	if (owned && a.keys) {
		memcpy(a.keys, aggr->keys, aggr->nr_keys * sizeof(*a.keys));
		qsort(a.keys, a.nr_keys, sizeof(*a.keys), by_text);
		ret = join_equal(&a, owned);
		if (!ret)
			ret = rows_make(rows, &a);
		for (i = 0; i < aggr->nr_keys; i++)
			free(owned[i]);
	}
	free(a.keys);
	free(owned);
	return ret;
}

static int by_id_and_text(const void *va, const void *vb)
{
	const struct kpr_aggr *a = *(const struct kpr_aggr **)va;
	const struct kpr_aggr *b = *(const struct kpr_aggr **)vb;
	int ret = a->id < b->id ? -1 : a->id > b->id;

	if (!ret)
		ret = strcmp(a->text, b->text);
	return ret ? ret : a < b ? -1 : a > b;
}

/* Of each aggregate which one of its text it is of its event: 1, 2, ... NULL: no memory. */
static unsigned int *number_aggrs(const struct kpr_hists *h)
{
	const struct kpr_aggr **sorted = calloc(h->nr + 1, sizeof(*sorted));
	unsigned int *number = calloc(h->nr + 1, sizeof(*number));
	unsigned int i, n = 0;

	for (i = 0; sorted && i < h->nr; i++)
		sorted[i] = &h->aggrs[i];
	if (sorted)
		qsort(sorted, h->nr, sizeof(*sorted), by_id_and_text);
	for (i = 0; sorted && number && i < h->nr; i++) {
		n = i && sorted[i - 1]->id == sorted[i]->id &&
		    !strcmp(sorted[i - 1]->text, sorted[i]->text) ? n + 1 : 1;
		number[sorted[i] - h->aggrs] = n;
	}
	if (!sorted) {
		free(number);
		return NULL;
	}
	free(sorted);
	return number;
}

/* An aggregate that an event has twice gets a number. */
static char *make_name(const struct kpr_aggr *a, unsigned int number)
{
	char *name;

	if (number == 1)
		return strdup(a->text);
	return asprintf(&name, "%s (%u)", a->text, number) < 0 ? NULL : name;
}

static int add_table(struct tables *ts, const struct kpr_aggr *a, unsigned int number,
		     const struct prom_event *ev)
{
	struct table *t = &ts->table[ts->nr];
	int ret = make_rows(&t->rows, a);

	if (ret)
		return ret;
	ts->nr++;
	t->ev = ev;
	t->text = a->text;
	t->aggr = a;
	t->name = make_name(a, number);
	return t->name ? 0 : -ENOMEM;
}

static int make_tables(struct tables *ts, const struct kpr_hists *h,
		       const struct prom_events *events)
{
	unsigned int *number = number_aggrs(h), i;
	const struct prom_event *ev;
	int ret = number ? 0 : -ENOMEM;

	ts->table = calloc(h->nr + 1, sizeof(*ts->table));
	ts->left = calloc(h->nr + 1, sizeof(*ts->left));
	if (!ts->table || !ts->left)
		ret = -ENOMEM;
	for (i = 0; i < h->nr && !ret; i++) {
		ev = prom_event_of_id(events, h->aggrs[i].id);
		if (ev)
			ret = add_table(ts, &h->aggrs[i], number[i], ev);
	}
	free(number);
	return ret;
}

static void free_tables(struct tables *ts)
{
	while (ts->nr--) {
		rows_free(&ts->table[ts->nr].rows);
		free(ts->table[ts->nr].name);
	}
	free(ts->table);
	free(ts->left);
}

int prom_put_aggrs(struct prom *p, const struct kpr_hists *h, const struct prom_events *events)
{
	struct tables ts = { .nr = 0 };
	int ret = make_tables(&ts, h, events);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(row_metrics) && !ret; i++)
		put_row_metric(p, &row_metrics[i], &ts);
	for (i = 0; i < ARRAY_SIZE(aggr_metrics) && !ret; i++)
		put_aggr_metric(p, &ts, i);
	free_tables(&ts);
	return ret;
}
