/* SPDX-License-Identifier: GPL-2.0-only */
/* kpread top: tables of events and of keys, which can be sorted by each column. */
#ifndef KPREAD_TOP_H
#define KPREAD_TOP_H

#include "kpread.h"

#define TOP_COLUMNS	32
#define TOP_COLUMN_NAME	96

/* A value of a row comes from the ledger of the row's event, or from one of the row's parts. */
enum top_value {
	TOP_LEDGER,
	TOP_COUNT,
	TOP_SUM,
	TOP_AVERAGE,
	TOP_PERCENTILE,
	TOP_MAX,
};

struct top_column {
	char name[TOP_COLUMN_NAME];
	enum top_value value;
	bool is_rate;		/* of an interval: per second */
	unsigned int part;
	unsigned int offset;	/* TOP_LEDGER: in struct kpr_ledger */
	unsigned int permille;	/* TOP_PERCENTILE */
};

/* What an aggregate says of a row; row NULL: nothing. */
struct top_part {
	const struct kpctl_show_aggr *show;
	const struct kpctl_show_row *row;
};

struct top_row {
	const char *label;
	const struct kpr_ledger *ledger;	/* NULL: the table has keys */
	struct top_part *part;
	uint64_t rank;		/* for sorting */
	bool has_rank;
};

struct top_table {
	const char *names;	/* of the keys: "comm, pid"; not NUL-terminated. NULL: events */
	unsigned int names_len;
	uint64_t interval;	/* 0: counts so far */
	unsigned int nr_columns, nr_rows, nr_parts;
	struct top_column column[TOP_COLUMNS];
	struct top_row *row;
	struct top_part *parts;	/* of all rows */
	struct rows *made;	/* what parts point into */
	unsigned int nr_made;
};

/* How many tables a snapshot has: table 0 has the events, each further table one list of keys. */
unsigned int top_tables(const struct live *l, const struct snapshot *s);
/* 0 or -ENOMEM. The table is valid as long as the snapshot, and freed in either case. */
int top_make(struct top_table *t, const struct live *l, const struct snapshot *s,
	     unsigned int which, uint64_t interval);
void top_free(struct top_table *t);
/* Sorts rows by a column, largest first; rows without a value come last. */
void top_sort(struct top_table *t, unsigned int column, bool reverse);
/* The text of a value: "-" if there is none. */
void top_text(const struct top_table *t, const struct top_row *row, unsigned int column,
	      char text[KPCTL_SHOW_NUMBER + 1]);

#endif /* KPREAD_TOP_H */
