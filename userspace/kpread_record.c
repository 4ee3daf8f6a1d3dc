// SPDX-License-Identifier: GPL-2.0-only
/*
 * -w: the stream goes to files as it comes. A pass takes what has come in a few large writes,
 * and a pause lets more of it come; without anything to do kpread sleeps in poll().
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "kpread.h"

#define PAUSE_NS	2000000ull

/* What this run records, and what became of it */
struct recorder {
	struct reader *r;
	struct kpr_record *w;
	uint64_t events;	/* when the part began */
	uint64_t size;		/* of the parts before */
	uint64_t head;		/* of the part, what -C does not count: all symbols */
	int err;		/* of writing; 0 or -errno */
};

static unsigned int flags_of(const struct reader *r)
{
	return (r->lines.nr ? KPR_RECORD_OWN : 0) |
	       (r->all_symbols ? KPR_RECORD_KALLSYMS : 0);
}

static int begin_part(struct recorder *rec)
{
	struct parts *p = &rec->r->parts;
	int ret = parts_next(p);

	if (ret)
		return ret;
	rec->r->out.fd = p->fd;		/* a pipe that closes ends the run */
	rec->events = kpr_record_events(rec->w);
	rec->err = kpr_record_begin(rec->w, p->fd, flags_of(rec->r));
	rec->head = rec->r->all_symbols ? kpr_record_size(rec->w) : 0;
	return rec->err;
}

static int end_part(struct recorder *rec, const char *why)
{
	int ret = kpr_record_finish(rec->w, why);

	rec->size += kpr_record_size(rec->w);
	rec->err = parts_close(&rec->r->parts);
	if (ret)
		rec->err = ret;
	return rec->err;
}

/* A part without an event goes on: an idle night makes no files. */
static bool is_due(const struct recorder *rec)
{
	return kpr_record_events(rec->w) > rec->events &&
	       parts_is_full(&rec->r->parts, kpr_record_size(rec->w) - rec->head, kpr_now());
}

static int rotate(struct recorder *rec)
{
	int ret = end_part(rec, "rotated");

	if (!ret)
		ret = begin_part(rec);
	return ret;
}

static void show_progress(const struct recorder *rec)
{
	struct progress p = { .events = kpr_record_events(rec->w) };

	if (!progress_is_due())
		return;
	p.size = rec->size + kpr_record_size(rec->w);
	kpr_record_totals(rec->w, &p.totals);
	progress_show(&p);
}

/* Until a signal or -t. 0 or -errno. */
static int follow(struct recorder *rec)
{
	struct reader *r = rec->r;
	int ret = 0, n;

	while (!stop && !reader_is_overdue(r) && !ret) {
		n = kpr_record_pass(rec->w, kpr_now());
		if (n < 0)
			return rec->err = n;
		r->idle = n ? 0 : r->idle;
		if (is_due(rec))
			ret = rotate(rec);
		parts_zip(&r->parts, false);
		show_progress(rec);
		if (n != 2 && !ret)
			reader_wait(r, n ? PAUSE_NS : KPR_WAIT_POLL);
	}
	return ret;
}

static int record(struct recorder *rec)
{
	int ret = begin_part(rec);

	if (!ret)
		ret = follow(rec);
	if (!ret)
		ret = rec->err = kpr_record_last(rec->w, kpr_now());
	return ret ? ret : end_part(rec, stop ? "stopped" : "time");
}

/* 0, or the exit status of a recording that is not whole. */
static int explain(struct recorder *rec, int ret)
{
	struct parts *p = &rec->r->parts;

	if (rec->err)
		fprintf(stderr, "kpread: cannot write %s: %s. The recording ends here; what has been written can be read.\n",
			parts_name(p, p->nr - 1), strerror(-rec->err));
	if (p->unzipped)
		fprintf(stderr, "kpread: zstd failed: %u of the parts are as they were.\n",
			p->unzipped);
	return ret ? EXIT_INCOMPLETE : 0;
}

static int sum_up(struct recorder *rec, bool is_broken)
{
	struct summary s = { .events = kpr_record_events(rec->w), .is_broken = is_broken };

	kpr_record_totals(rec->w, &s.totals);
	kpr_counts_read(&s.counters, rec->r->session);
	return summary_print(&s);
}

static int open_record(struct recorder *rec)
{
	struct reader *r = rec->r;
	int ret = reader_open_session(r);

	if (ret)
		return ret;
	ret = kpr_record_open(r->session, &rec->w);
	if (ret)
		explain_open(-ret);
	return ret ? ret : lines_plant(&r->lines, r->session);
}

int record_run(struct reader *r)
{
	struct recorder rec = { .r = r };
	int ret = parts_start(&r->parts), status;

	if (ret)
		return ret == -EINVAL ? EXIT_USAGE : EXIT_REFUSED;
	catch_signals();	/* before anything exists that needs an orderly end */
	r->parts.fd = -1;
	if (open_record(&rec)) {
		kpr_record_close(rec.w);
		return EXIT_REFUSED;
	}
	if (r->seconds)
		r->deadline = kpr_now() + r->seconds;
	progress_begin(strcmp(r->parts.path, "-") || progress_is_file(STDOUT_FILENO));
	ret = record(&rec);
	parts_close(&r->parts);
	parts_zip(&r->parts, true);
	progress_end();
	status = explain(&rec, ret);
	if (!r->parts.nr) {
		kpr_record_close(rec.w);
		return EXIT_REFUSED;	/* no file could be made */
	}
	ret = sum_up(&rec, ret);
	if (r->stats)
		print_views(r->session);
	kpr_record_close(rec.w);
	return status ? status : ret;
}
