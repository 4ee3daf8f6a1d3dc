/* SPDX-License-Identifier: GPL-2.0-only */
/* kpread prom: a text in the exposition format of Prometheus, a metric after the other. */
#ifndef KPREAD_PROM_H
#define KPREAD_PROM_H

#include "kpread.h"

/* Label sets of a metric, unless -l says otherwise. */
#define PROM_LIMIT	10000u
/* At least as many as the tables have. */
#define PROM_METRICS	128u

/* What stands in the lines HELP and TYPE. */
struct prom_metric {
	const char *name;
	const char *type;
	const char *help;
};

struct prom {
	struct page page;
	struct kpr_buf labels;		/* of the next sample, each with a comma before it */
	uint64_t limit;
	unsigned int current;		/* the metric of the next sample */
	unsigned int nr;
	/* The metrics of this text; `said` outlives the text. */
	struct {
		const struct prom_metric *metric;
		uint64_t used, left_out;
		bool said;
	} metrics[PROM_METRICS];
};

/* An event, as labels name it. */
struct prom_event {
	uint16_t id;
	char kind;		/* 'p', 'r', ...; '?': not known */
	const char *name;	/* GRP/EVENT */
	char *target;		/* unlike that of all other events of the name */
};

struct prom_events {
	char *text;		/* KPCTL_VIEW_EVENTS, which the names point into */
	struct prom_event *event;	/* in the order of the view */
	unsigned int nr, cap;
	/* the same, sorted for looking up: by id, by name and then in the order of the view */
	const struct prom_event **by_id, **by_name;
};

/* Begins a text. */
void prom_begin(struct prom *p, uint64_t limit);
/*
 * Is there room for n label sets of the metric? It is the metric of the next samples, and
 * begins where it is named first. What has no room is counted.
 */
bool prom_room(struct prom *p, const struct prom_metric *m, uint64_t n);
/* How many label sets of each metric were left out, as a metric, and on standard error once. */
void prom_put_left_out(struct prom *p);

void prom_no_labels(struct prom *p);
void prom_label(struct prom *p, const char *name, const char *text, size_t len);
void prom_label_text(struct prom *p, const char *name, const char *text);
/* The labels group, event and target. */
void prom_label_event(struct prom *p, const struct prom_event *ev);

/* A sample of the metric; `suffix` as of histograms, `le` NULL: no such label. */
void prom_sample(struct prom *p, const char *suffix, const char *le, const char *value);
/* A metric's only sample with these labels. */
void prom_number(struct prom *p, const struct prom_metric *m, uint64_t value);

#define PROM_NUMBER	32
/* The number in base units: of durations seconds, exactly. */
void prom_text_of(char text[PROM_NUMBER], const struct kpctl_show_aggr *show, uint64_t v);

/* kpread_prom_events.c: the events of the view EVENTS that are there, and that -e lets through */

/* 0 or -errno. */
int prom_events_read(struct prom_events *events, struct live *l);
void prom_events_free(struct prom_events *events);
/* NULL: there is none. */
const struct prom_event *prom_event_of_id(const struct prom_events *events, uint16_t id);
/* The event of a ledger, of which `before` others of the name stand before it in their view. */
const struct prom_event *prom_event_of_name(const struct prom_events *events, const char *name,
					    unsigned int before);

/* kpread_prom_aggr.c: all metrics of aggregates. 0 or -errno. */
int prom_put_aggrs(struct prom *p, const struct kpr_hists *h, const struct prom_events *events);

/* kpread_prom_key.c: a key's text, "comm: cat, pid: 7", as labels */
void prom_label_key(struct prom *p, const char *aggr, const char *key);

#endif /* KPREAD_PROM_H */
