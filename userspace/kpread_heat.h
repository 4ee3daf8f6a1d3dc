/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Heat maps of histograms by time(TIME): a column for each TIME, a line for each power of two.
 *
 *	  2K |  .       :|	a cell: the hits of one TIME whose values lie in one range
 *	  1K |.:-=#*-   =|
 *	     +|---------|+	a TIME without hits has a column, too
 *	    -10s      now
 *
 * With further keys each combination of these has a map; all maps have the same columns.
 */
#ifndef KPREAD_HEAT_H
#define KPREAD_HEAT_H

#include "kpread.h"

/* Maps of an aggregate, at most; characters of a line, at most, and where no screen says. */
#define HEAT_MAPS	8u
#define HEAT_WIDTH_MAX	1000u
#define HEAT_WIDTH	80u

struct heat_map {
	const char *keys;	/* the further keys, as in the aggregate: "comm: cat"; or "" */
	int lowest, highest;	/* of values, as kpctl_show_power_of() has them */
	uint64_t hits, most;	/* in all cells, in the fullest; at most UINT64_MAX */
	uint64_t *cell;		/* a line's columns behind another's, from the lowest on */
};

/* What has no place in the maps. */
struct heat_rest {
	uint64_t nr, hits;
};

struct heat {
	struct kpctl_show_aggr kind;	/* of the values: signed, durations */
	uint64_t period;	/* TIME in ns */
	uint64_t last;		/* the newest column's time, in periods */
	unsigned int columns;
	bool is_live;		/* the present is known: */
	uint64_t ago;		/* ... so many periods behind the newest column */
	struct heat_map *map;	/* those with most hits first */
	unsigned int nr_maps;
	struct heat_rest older;		/* times before the oldest column */
	struct heat_rest others;	/* combinations of further keys */
	struct heat_rest odd;		/* keys whose time is not understood */
};

static inline struct kpctl_show_aggr heat_kind(const struct kpr_aggr *a)
{
	return (struct kpctl_show_aggr){ .is_signed = a->is_signed, .is_ns = a->is_ns };
}

/* kpread_heat_map.c. Is it a histogram whose first key is a time? */
bool heat_is_wanted(const struct kpr_aggr *a);
/*
 * Makes maps with at most so many columns. The newest column is the present, or has the newest
 * hits, where there is no present (`now` is 0) or all hits are longer ago than a map is wide.
 * Without hits that can be placed there is no map. 0 or -ENOMEM. The maps are valid as long as
 * the aggregate, and freed in either case.
 */
int heat_make(struct heat *h, const struct kpr_aggr *a, unsigned int columns, uint64_t now);
void heat_free(struct heat *h);

/* kpread_heat.c */

struct heat_view {
	struct kpctl_show_out *out;
	unsigned int width;	/* of a line; 0: HEAT_WIDTH */
	int fd;			/* where the text goes to, which may want colours */
	uint64_t now;		/* CLOCK_MONOTONIC in ns; 0: unknown, as of a recording */
};

/* Puts all maps of an aggregate. 1; 0: it has none, and nothing was put; -ENOMEM. */
int heat_put(const struct heat_view *view, const struct kpr_aggr *a);

#endif /* KPREAD_HEAT_H */
