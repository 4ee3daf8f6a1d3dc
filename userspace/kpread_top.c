// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpread top: the rows with most, of one table at a time. On a terminal keys choose the table,
 * the column to sort by, and whether it is about an interval or about all so far.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread_top.h"

/* What the label has at least, where columns do not all fit. */
#define LABEL_MIN	24
#define GAP		2

static struct {
	const char *by;		/* `by COLUMN`, for the first table; NULL: the first column */
	unsigned int table;
	unsigned int nr_tables;	/* at the last look */
	unsigned int column;
	unsigned int nr_columns;
	bool begun;
	bool reverse;
	bool total;		/* all so far, and not the interval */
	bool paused;
} top;

static int top_operands(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[0], "by")) {
		top.by = argv[1];
		return 0;
	}
	return usage_error(argc == 1 && !strcmp(argv[0], "by") ? "by which column" :
			   "what is this for", argv[0]);
}

/* The column by its name, with or without the event's name in front and "/s" behind. */
static bool is_called(const struct top_column *c, const char *name)
{
	const char *dot = strrchr(c->name, '.');
	size_t len = strlen(name);
	const char *tail = dot && !strchr(name, '.') ? dot + 1 : c->name;

	return !strncmp(tail, name, len) && (!tail[len] || !strcmp(tail + len, "/s"));
}

static int find_column(const struct top_table *t)
{
	unsigned int i;

	for (i = 0; i < t->nr_columns; i++)
		if (is_called(&t->column[i], top.by))
			return i;
	fprintf(stderr, "kpread: no column is called %s; there are", top.by);
	for (i = 0; i < t->nr_columns; i++)
		fprintf(stderr, "%s %s", i ? "," : "", t->column[i].name);
	fputs("\n", stderr);
	return -ECANCELED;
}

/* With keys it is about keys, else about events. */
static int begin(const struct top_table *t)
{
	int column = top.by ? find_column(t) : 0;

	if (column < 0)
		return column;
	top.column = column;
	top.begun = true;
	return 0;
}

/* Which columns fit: from the left, and always the one that rows are sorted by. */

struct layout {
	unsigned int rows;		/* so many are shown */
	unsigned int width[TOP_COLUMNS];	/* 0: left out */
};

static unsigned int longest_label(const struct top_table *t, unsigned int rows)
{
	unsigned int i, n, most = t->names_len;

	for (i = 0; i < rows; i++) {
		n = strlen(t->row[i].label);
		most = n > most ? n : most;
	}
	return most;
}

static unsigned int width_of(const struct top_table *t, unsigned int column, unsigned int rows)
{
	unsigned int i, n, most = strlen(t->column[column].name);
	char text[KPCTL_SHOW_NUMBER + 1];

	for (i = 0; i < rows; i++) {
		top_text(t, &t->row[i], column, text);
		n = strlen(text);
		most = n > most ? n : most;
	}
	return most;
}

/* columns, rows: of the screen; 0: any number */
static void lay_out(struct layout *lay, const struct top_table *t, unsigned int columns,
		    unsigned int rows)
{
	unsigned int i, label, used, width;

	lay->rows = rows && rows < t->nr_rows ? rows : t->nr_rows;
	label = longest_label(t, lay->rows);
	used = label < LABEL_MIN ? label : LABEL_MIN;
	used += width_of(t, top.column, lay->rows) + GAP;
	for (i = 0; i < t->nr_columns; i++) {
		width = width_of(t, i, lay->rows);
		lay->width[i] = i == top.column || !columns || used + width + GAP <= columns ?
				width : 0;
		if (i != top.column && lay->width[i])
			used += width + GAP;
	}
}

/* Text */

static void put_head(struct page *page, const struct top_table *t, const struct layout *lay)
{
	unsigned int i;

	for (i = 0; i < t->nr_columns; i++)
		if (lay->width[i])
			page->out.put(&page->out, "%*s  ", (int)lay->width[i], t->column[i].name);
	if (t->names)
		page->out.put(&page->out, "%.*s\n", (int)t->names_len, t->names);
	else
		page->out.put(&page->out, "event\n");
}

/* A stack stands in one line, the innermost frame first. */
static void put_label(struct page *page, const char *label)
{
	size_t n;

	for (; *label; label += n) {
		n = strcspn(label, "\n");
		page->out.put(&page->out, "%.*s", (int)n, label);
		if (!label[n])
			break;
		page->out.put(&page->out, ";");
		n++;
	}
	page->out.put(&page->out, "\n");
}

static void put_row(struct page *page, const struct top_table *t, const struct layout *lay,
		    const struct top_row *row)
{
	char text[KPCTL_SHOW_NUMBER + 1];
	unsigned int i;

	for (i = 0; i < t->nr_columns; i++) {
		if (!lay->width[i])
			continue;
		top_text(t, row, i, text);
		page->out.put(&page->out, "%*s  ", (int)lay->width[i], text);
	}
	put_label(page, row->label);
}

/* "all: 1,628 hits/s, lost 0, missed 0", of what the filter chooses, whatever the table has */
static void put_sum(struct page *page, const struct live *l, const struct snapshot *s,
		    uint64_t interval)
{
	uint64_t hits = 0, lost = 0, missed = 0;
	char text[KPCTL_SHOW_NUMBER];
	unsigned int i;

	for (i = 0; i < s->profile.nr; i++) {
		if (!filter_match_name(&l->filter, s->profile.ledgers[i].event))
			continue;
		hits += s->profile.ledgers[i].hits;
		lost += s->profile.ledgers[i].lost;
		missed += s->profile.ledgers[i].missed;
	}
	if (interval)
		kpctl_show_rate(hits, interval, text);
	else
		snprintf(text, sizeof(text), "%llu", (unsigned long long)hits);
	page->out.put(&page->out, "%s hits%s, %llu lost, %llu missed", text, interval ? "/s" : "",
		      (unsigned long long)lost, (unsigned long long)missed);
}

static void put_title(struct page *page, const struct live *l, const struct top_table *t,
		      const struct snapshot *s)
{
	put_sum(page, l, s, t->interval);
	page->out.put(&page->out, "; %s %s%s%s\n", top.reverse ? "least" : "most",
		      t->column[top.column].name, t->interval ? "" : ", so far",
		      top.paused ? ", paused" : "");
	if (l->is_screen)
		page->out.put(&page->out, "< > column  r reverse  t so far%s  p pause  q quit\n",
			      top.nr_tables > 1 ? "  Tab table" : "");
}

#define TITLE_LINES	4	/* the time, two lines of title, the names of columns */

static void put_table(struct live *l, struct page *page, struct top_table *t,
		      const struct snapshot *s)
{
	unsigned int columns = 0, rows = 0, i;
	struct layout lay;

	if (top.column >= t->nr_columns)
		top.column = 0;
	top.nr_columns = t->nr_columns;
	if (l->is_screen) {
		terminal_size(&columns, &rows);
		rows = rows > TITLE_LINES + 2 ? rows - TITLE_LINES - 1 : 1;
	}
	top_sort(t, top.column, top.reverse);
	lay_out(&lay, t, columns, rows);
	put_title(page, l, t, s);
	put_head(page, t, &lay);
	for (i = 0; i < lay.rows; i++)
		put_row(page, t, &lay, &t->row[i]);
}

static int print_top(struct live *l, struct page *page, const struct snapshot *now,
		     const struct snapshot *ever, uint64_t interval)
{
	const struct snapshot *s = top.total ? ever : now;
	struct top_table t;
	int ret;

	top.nr_tables = top_tables(l, s);
	if (!top.begun)
		top.table = top.nr_tables > 1;
	if (top.table >= top.nr_tables)
		top.table = 0;
	ret = top_make(&t, l, s, top.table, top.total ? 0 : interval);
	if (!ret && !top.begun)
		ret = begin(&t);
	if (!ret)
		put_table(l, page, &t, s);
	top_free(&t);
	if (interval && !l->is_screen)
		page->out.put(&page->out, "\n");
	return ret;
}

/* Keys */

static enum live_key top_key(int key)
{
	switch (key) {
	case 'q':
		return LIVE_QUIT;
	case '\t':
		top.table = top.nr_tables ? (top.table + 1) % top.nr_tables : 0;
		top.column = 0;
		return LIVE_AGAIN;
	case '>':
	case TERMINAL_RIGHT:
		if (top.column + 1 < top.nr_columns)
			top.column++;
		return LIVE_AGAIN;
	case '<':
	case TERMINAL_LEFT:
		if (top.column)
			top.column--;
		return LIVE_AGAIN;
	case 'r':
		top.reverse = !top.reverse;
		return LIVE_AGAIN;
	case 't':
		top.total = !top.total;
		return LIVE_AGAIN;
	case 'p':
	case ' ':
		top.paused = !top.paused;
		return top.paused ? LIVE_PAUSE : LIVE_GO_ON;
	default:
		return LIVE_NOTHING;
	}
}

const struct live_command command_top = {
	.name = "kpread top", .wants_profile = true, .interval = NSEC_PER_SEC,
	.operands = top_operands, .key = top_key, .print = print_top,
};
