// SPDX-License-Identifier: GPL-2.0-only
/* kpread stat: a line for each event, with the fates of the event's hits. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread.h"

/* The columns of the ledger that are shown; is_rate: of an interval as a rate. */
static const struct {
	const char *name;
	size_t offset;
	bool is_rate;
} counts[] = {
#define COUNT(name, is_rate) { #name, offsetof(struct kpr_ledger, name), is_rate }
	COUNT(hits, true), COUNT(emitted, true), COUNT(filtered, false), COUNT(lost, false),
	COUNT(missed, false), COUNT(inflight, false),
#undef COUNT
};

enum column {
	P50 = ARRAY_SIZE(counts),
	P99,
	NR_COLUMNS,
};

struct line {
	const char *event, *mode;
	char cell[NR_COLUMNS][KPCTL_SHOW_NUMBER];
};

struct table {
	unsigned int nr;
	struct line *lines;
	unsigned int event, mode;	/* columns of text; mode 0: left out */
	unsigned int width[NR_COLUMNS];	/* 0: left out */
};

/* The n-th id, from 0, of the events of this name that have aggregates; 0: none. */
static uint16_t nth_id(const struct kpr_hists *h, const char *event, unsigned int n)
{
	uint16_t id = 0;
	unsigned int i;

	for (i = 0; i < h->nr; i++) {
		if (h->aggrs[i].id == id || strcmp(h->aggrs[i].event, event))
			continue;
		id = h->aggrs[i].id;
		if (!n--)
			return id;
	}
	return 0;
}

/*
 * The id of ledger i's event. A module that does not tell ids has the events of one name in
 * the same order in both views.
 */
static uint16_t id_of(const struct snapshot *s, unsigned int i)
{
	const struct kpr_ledger *l = s->profile.ledgers;
	unsigned int n = 0, k;

	if (l[i].id)
		return l[i].id;
	if (!nth_id(&s->hists, l[i].event, 0))
		return 0;
	for (k = 0; k < i; k++)
		n += !strcmp(l[k].event, l[i].event);
	return nth_id(&s->hists, l[i].event, n);
}

const struct kpr_aggr *snapshot_hist(const struct snapshot *s, unsigned int i)
{
	const struct kpr_aggr *a;
	uint16_t id = id_of(s, i);

	for (a = s->hists.aggrs; a < s->hists.aggrs + s->hists.nr; a++)
		if (a->id == id && rows_have_percentiles(a))
			return a;
	return NULL;
}

/* Cells */

/* A count; with an interval, the count per second. */
static void put_count(char *cell, uint64_t n, uint64_t interval)
{
	if (interval)
		kpctl_show_rate(n, interval, cell);
	else
		snprintf(cell, KPCTL_SHOW_NUMBER, "%llu", (unsigned long long)n);
}

static void put_percentile(char *cell, const struct rows *rows, uint32_t permille)
{
	u64 v;

	if (kpctl_show_percentile(&rows->show, rows->row, permille, &v))
		kpctl_show_number(&rows->show, v, cell);
}

static int put_percentiles(struct line *line, const struct kpr_aggr *a)
{
	struct rows rows;
	int ret = rows_make_joined(&rows, a);

	if (ret)
		return ret;
	put_percentile(line->cell[P50], &rows, 500);
	put_percentile(line->cell[P99], &rows, 990);
	rows_free(&rows);
	return 0;
}

static uint64_t *count_of(struct kpr_ledger *l, unsigned int i)
{
	return (uint64_t *)((char *)l + counts[i].offset);
}

static void put_ledger(struct line *line, const struct kpr_ledger *l, uint64_t interval)
{
	unsigned int i;

	line->event = l->event;
	line->mode = l->mode;
	for (i = 0; i < ARRAY_SIZE(counts); i++)
		put_count(line->cell[i], *count_of((struct kpr_ledger *)l, i),
			  counts[i].is_rate ? interval : 0);
	strcpy(line->cell[P50], "-");
	strcpy(line->cell[P99], "-");
}

static void put_names(struct line *line, uint64_t interval)
{
	unsigned int i;

	line->event = "event";
	line->mode = "mode";
	for (i = 0; i < ARRAY_SIZE(counts); i++)
		snprintf(line->cell[i], KPCTL_SHOW_NUMBER, "%s%s", counts[i].name,
			 interval && counts[i].is_rate ? "/s" : "");
	strcpy(line->cell[P50], "p50");
	strcpy(line->cell[P99], "p99");
}

/* The table */

static void widen(struct table *t, const struct line *line)
{
	unsigned int i;

	if (strlen(line->event) > t->event)
		t->event = strlen(line->event);
	if (strlen(line->mode) > t->mode)
		t->mode = strlen(line->mode);
	for (i = 0; i < NR_COLUMNS; i++)
		if (strlen(line->cell[i]) > t->width[i])
			t->width[i] = strlen(line->cell[i]);
}

static unsigned int table_width(const struct table *t)
{
	unsigned int i, n = t->event + (t->mode ? t->mode + 2 : 0);

	for (i = 0; i < NR_COLUMNS; i++)
		n += t->width[i] ? t->width[i] + 2 : 0;
	return n;
}

/* Has no event anything to say there? */
static bool is_empty(const struct table *t, unsigned int column)
{
	const char *cell;
	unsigned int i;

	for (i = 1; i < t->nr; i++) {
		cell = t->lines[i].cell[column];
		if (strcmp(cell, "0") && strcmp(cell, "-"))
			return false;
	}
	return true;
}

/* Leaves out columns until lines fit: those that say nothing, then those that say least. */
static void narrow(struct table *t, unsigned int room)
{
	static const char * const least[] = { "mode", "inflight", "filtered", "p50", "p99" };
	unsigned int i, k;

	for (k = NR_COLUMNS; k-- && table_width(t) > room;)
		if (is_empty(t, k))
			t->width[k] = 0;
	for (i = 0; i < ARRAY_SIZE(least) && table_width(t) > room; i++) {
		if (!i)
			t->mode = 0;
		for (k = 0; k < NR_COLUMNS; k++)
			if (!strcmp(t->lines[0].cell[k], least[i]))
				t->width[k] = 0;
	}
}

static void add(struct kpr_ledger *sum, struct kpr_ledger *l)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(counts); i++)
		*count_of(sum, i) += *count_of(l, i);
}

/* Makes lines for the names, for each event, and for the sum of all events. */
static int fill(struct table *t, const struct live *l, const struct snapshot *s, uint64_t interval)
{
	struct kpr_ledger sum = { .event = "total", .mode = "" };
	struct kpr_ledger *ledger;
	const struct kpr_aggr *hist;
	unsigned int i;

	put_names(&t->lines[t->nr++], interval);
	for (i = 0; i < s->profile.nr; i++) {
		ledger = &s->profile.ledgers[i];
		if (!filter_match_name(&l->filter, ledger->event))
			continue;
		add(&sum, ledger);
		put_ledger(&t->lines[t->nr], ledger, interval);
		hist = snapshot_hist(s, i);
		if (hist && put_percentiles(&t->lines[t->nr], hist))
			return -ENOMEM;
		t->nr++;
	}
	put_ledger(&t->lines[t->nr++], &sum, interval);
	for (i = 0; i < t->nr; i++)
		widen(t, &t->lines[i]);
	if (live_columns(l))
		narrow(t, live_columns(l));
	return 0;
}

static void put_line(struct page *page, const struct table *t, const struct line *line)
{
	unsigned int i;

	page->out.put(&page->out, "%-*s", (int)t->event, line->event);
	for (i = 0; i < NR_COLUMNS; i++)
		if (t->width[i])
			page->out.put(&page->out, "  %*s", (int)t->width[i], line->cell[i]);
	page->out.put(&page->out, "%s%s\n", line->mode[0] && t->mode ? "  " : "",
		      t->mode ? line->mode : "");
}

static int print_stat(struct live *l, struct page *page, const struct snapshot *now,
		      const struct snapshot *ever, uint64_t interval)
{
	struct table t = { .nr = 0 };
	unsigned int i;
	int ret;

	(void)ever;
	t.lines = calloc(now->profile.nr + 2, sizeof(*t.lines));
	if (!t.lines)
		return -ENOMEM;
	ret = fill(&t, l, now, interval);
	for (i = 0; i < t.nr && !ret; i++)
		put_line(page, &t, &t.lines[i]);
	if (interval)
		page->out.put(&page->out, "\n");
	free(t.lines);
	return ret;
}

const struct live_command command_stat = {
	.name = "kpread stat", .wants_profile = true, .print = print_stat,
};
