/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef KPREAD_H
#define KPREAD_H

#include <poll.h>
#include <signal.h>
#include "kpr.h"
#include "show/show.h"

#define NSEC_PER_SEC	1000000000ull

enum {
	EXIT_COMPLETE	= 0,
	EXIT_USAGE	= 1,
	EXIT_REFUSED	= 2,
	EXIT_INCOMPLETE	= 3,
};

/* kpread_common.c: what all commands share */

extern const char usage_text[];

/* -V or -h; exits. */
__attribute__((noreturn)) void print_help(int opt);
/* On stderr; returns -EINVAL. */
int usage_error(const char *what, const char *arg);
int parse_count(const char *arg, uint64_t max, uint64_t *v);
int parse_seconds(const char *arg, uint64_t *ns);

/* One sentence that says what to do. */
void explain_open(int err);

/* The signal that told us to end. */
extern volatile sig_atomic_t stop;
void catch_signals(void);

/* ppoll(), the only place where signals come in: none can slip by before it. */
int poll_until(struct pollfd *fds, unsigned int nr, uint64_t ns);

/* kpread_lines.c: -x, probes of a session of one's own. All zero: none. */

struct lines {
	const char **line;
	unsigned int nr;
};

int lines_add(struct lines *l, const char *text);
/* One after the other; what is wrong with one has been said on stderr. */
int lines_plant(const struct lines *l, struct kpr_session *s);

/* kpread_filter.c: what to show */

#define TID_CACHE	4096

struct filter {
	const char **globs;		/* none: all events */
	unsigned int nr_globs;
	uint32_t pid;			/* 0: all tasks */
	uint32_t self;			/* kpread's own events are left out; 0: shown */
	uint64_t own;			/* so many were */
	struct {
		uint32_t tid;
		bool ours;
		uint64_t until;
	} tids[TID_CACHE];
};

int filter_add_glob(struct filter *f, const char *glob);
/* GROUP/EVENT, with -e alone */
bool filter_match_name(const struct filter *f, const char *full);
bool filter_match(struct filter *f, const struct kpr_item *item);

/* kpread_print.c: standard output, and the last word */

struct output {
	struct kpr_buf buf;
	bool tty;
};

int output_item(struct output *out, struct kpr_stream *st, const struct kpr_item *item);
int output_flush(struct output *out);
/* The other end of a pipe is gone: end as if by the signal. */
void output_broken_pipe(void);

/* What became of the session's hits since this reader is attached, from the STATS view. */
struct counters {
	bool known;
#define COUNTER(name) uint64_t name;
	KPCTL_LEDGER(COUNTER)
#undef COUNTER
	uint64_t inflight;		/* now */
};

void counters_read(struct counters *c, struct kpr_session *s);

/* On stderr; returns the exit status. */
int print_summary(uint64_t events, uint64_t own, const struct kpr_totals *t,
		  const struct counters *c);
void print_views(struct kpr_session *s);

/* kpread_live.c: what is shown once, or again and again */

struct snapshot {
	uint64_t time;
	struct kpr_hists hists;
	struct kpr_profile profile;
};

/* Text that grows, for printing and for kpctl_show_*(). */
struct page {
	struct kpctl_show_out out;
	struct kpr_buf buf;
	bool failed;		/* no memory: what follows is dropped */
};

struct live {
	const struct live_command *command;
	struct kpr_session *session;
	struct lines lines;	/* none: it is about the main session */
	struct filter filter;
	uint64_t interval;	/* -i in ns; 0: once */
	uint64_t times;		/* -n, or no limit */
	bool drawn;		/* something stands on the screen */
	bool unwritten;		/* it is standard output that failed */
};

struct live_command {
	const char *name;
	bool wants_profile;
	/*
	 * What now says of interval ns; of ever if that is 0. ever: the same without an
	 * interval. 0 or -errno.
	 */
	int (*print)(struct live *l, struct page *page, const struct snapshot *now,
		     const struct snapshot *ever, uint64_t interval);
};

extern const struct live_command command_hist, command_stat;

/* What a session with lines of its own has added up, if it has; 0, or it has been explained. */
int live_print_own(struct kpr_session *s, const struct lines *lines);
/* Returns the exit status. */
int live_main(const struct live_command *command, int argc, char **argv);

/* kpread_rows.c: from the library's numbers to those that can be shown */

struct rows {
	struct kpctl_show_aggr show;	/* text and interval are the caller's */
	struct kpctl_show_row *row;
	struct kpctl_show_bucket *bucket;
	char *keys;
};

int rows_make(struct rows *rows, const struct kpr_aggr *a);
/* All keys as one. */
/* Is it a histogram? */
bool rows_have_percentiles(const struct kpr_aggr *a);
int rows_make_joined(struct rows *rows, const struct kpr_aggr *a);
void rows_free(struct rows *rows);

#endif /* KPREAD_H */
