// SPDX-License-Identifier: GPL-2.0-only
/* kpread hist: the aggregates of each event. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread_heat.h"

/* The places of probes: several probes of one name are shown with their places. */
struct targets {
	char *events;		/* KPCTL_VIEW_EVENTS */
};

static bool is_shared(const struct kpr_hists *h, const struct kpr_aggr *a)
{
	unsigned int i;

	for (i = 0; i < h->nr; i++)
		if (h->aggrs[i].id != a->id && !strcmp(h->aggrs[i].event, a->event))
			return true;
	return false;
}

/* The position behind n spaces, or the line's end. */
static const char *word_at(const char *line, unsigned int n)
{
	while (n-- && *line != '\n') {
		line += strcspn(line, " \n");
		line += *line == ' ';
	}
	return line;
}

/* The fifth word of the line that begins with the event's id. */
static const char *find_target(const char *events, uint16_t id, int *len)
{
	const char *line, *eol;

	for (line = events; *line; line = *eol ? eol + 1 : eol) {
		eol = line + strcspn(line, "\n");
		if (strtoul(line, NULL, 10) != id)
			continue;
		line = word_at(line, 4);
		*len = strcspn(line, " \n");
		return line;
	}
	*len = 0;
	return "";
}

/* The caller frees the title; NULL: no memory. */
static char *make_title(struct live *l, struct targets *t, const struct kpr_hists *h,
			const struct kpr_aggr *a)
{
	const char *target = "";
	char *title;
	int len = 0;
	size_t n;

	if (is_shared(h, a) && !t->events)
		live_view(l, KPCTL_VIEW_EVENTS, &t->events, &n);
	if (is_shared(h, a) && t->events)
		target = find_target(t->events, a->id, &len);
	if (asprintf(&title, "%s%s%.*s: %s", a->event, len ? " " : "", len, target, a->text) < 0)
		return NULL;
	return title;
}

/* The line "in 1.000s, 50.0 hits/s: ..." */
static void put_total(struct page *page, const struct kpctl_show_aggr *show)
{
	char label[96], rate[KPCTL_SHOW_NUMBER];

	kpctl_show_rate(show->hits, show->interval, rate);
	snprintf(label, sizeof(label), "in %llu.%03llus, %s hits/s", show->interval / NSEC_PER_SEC,
		 show->interval % NSEC_PER_SEC / 1000000, rate);
	kpctl_show_total(&page->out, label, show);
}

static int put_ever(struct page *page, const struct kpr_aggr *a)
{
	struct rows rows;
	int ret = rows_make(&rows, a);

	if (ret)
		return ret;
	kpctl_show_total(&page->out, "so far", &rows.show);
	rows_free(&rows);
	return 0;
}

/* An aggregate, as it is shown: of an interval, or all so far if `interval` is 0. */
struct shown {
	const char *title;
	const struct kpr_aggr *aggr;
	const struct kpr_aggr *ever;	/* so far in either case */
	uint64_t interval;
	uint64_t now;		/* CLOCK_MONOTONIC; 0: unknown */
};

/* A map has all that is kept, as time is its axis. Without a map there are rows. */
static int put_body(const struct live *l, struct page *page, const struct shown *s,
		    const struct kpctl_show_aggr *show)
{
	struct heat_view view = {
		.out = &page->out, .width = show->room, .fd = l->fd, .now = s->now,
	};
	int ret = l->rows ? 0 : heat_put(&view, s->ever);

	if (!ret)
		kpctl_show_rows(&page->out, show);
	return ret < 0 ? ret : 0;
}

/* Totals of an interval come first, as the end may not fit on the screen. */
static int put_shown(const struct live *l, struct page *page, const struct shown *s,
		     const struct kpctl_show_aggr *show)
{
	int ret = 0;

	page->out.put(&page->out, "# %s\n", s->title);
	if (s->interval) {
		put_total(page, show);
		ret = put_ever(page, s->ever);
	}
	page->out.put(&page->out, "\n");
	if (!ret)
		ret = put_body(l, page, s, show);
	if (!s->interval)
		kpctl_show_end(&page->out, show);
	return ret;
}

static int put_aggr(const struct live *l, struct page *page, const struct shown *s)
{
	struct rows rows;
	int ret = rows_make(&rows, s->aggr);

	if (ret)
		return ret;
	rows.show.text = s->title;
	rows.show.interval = s->interval;
	rows.show.room = live_columns(l);
	ret = put_shown(l, page, s, &rows.show);
	rows_free(&rows);
	return ret;
}

/* `now` and `ever` have the same aggregates in the same order. */
static int print_hists(struct live *l, struct page *page, const struct snapshot *now,
		       const struct snapshot *ever, uint64_t interval)
{
	struct targets targets = { .events = NULL };
	struct shown s = { .interval = interval, .now = l->replay ? 0 : ever->time };
	unsigned int i, n = 0;
	char *title;
	int ret = 0;

	for (i = 0; i < now->hists.nr && !ret; i++) {
		s.aggr = &now->hists.aggrs[i];
		s.ever = &ever->hists.aggrs[i];
		if (!filter_match_name(&l->filter, s.aggr->event))
			continue;
		if (n++)
			page->out.put(&page->out, "\n");
		s.title = title = make_title(l, &targets, &now->hists, s.aggr);
		ret = title ? put_aggr(l, page, &s) : -ENOMEM;
		free(title);
	}
	free(targets.events);
	if (!n && !interval)
		fprintf(stderr, "kpread: no event that is asked for has an aggregate.\n");
	else if (!n)
		page->out.put(&page->out, "no aggregates\n");
	if (interval)
		page->out.put(&page->out, "\n");
	return ret;
}

const struct live_command command_hist = { .name = "kpread hist", .print = print_hists };
