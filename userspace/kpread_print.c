// SPDX-License-Identifier: GPL-2.0-only
/* Lines on standard output, the summary on standard error. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "kpread.h"

/*
 * SIGPIPE is set to its default and unblocked: a parent that had it ignored or blocked sees
 * the same silent end.
 */
void output_broken_pipe(void)
{
	sigset_t set;

	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(SIGPIPE);
	_exit(128 + SIGPIPE);
}

int buf_put(struct kpr_buf *b, const void *bytes, size_t len)
{
	if (kpr_buf_room(b, len))
		return -ENOMEM;
	memcpy(b->data + b->len, bytes, len);
	b->len += len;
	return 0;
}

int write_fully(int fd, const void *data, size_t left)
{
	const char *p = data;
	ssize_t n;

	while (left) {
		n = write(fd, p, left);
		if (n >= 0) {
			p += n;
			left -= n;
		} else if (errno == EPIPE) {
			output_broken_pipe();
		} else if (errno != EINTR) {
			return -errno;
		}
	}
	return 0;
}

int output_write(struct output *out)
{
	int ret = write_fully(out->fd, out->buf.data, out->buf.len);

	if (!ret)
		out->buf.len = 0;
	return ret;
}

int output_flush(struct output *out)
{
	int ret = out->format && out->format->flush ? out->format->flush(out) : 0;

	return ret ? ret : output_write(out);
}

/* The parts of the summary after the colon */
struct reasons {
	char text[512];
	size_t len;
};

__attribute__((format(printf, 3, 4)))
static void reason(struct reasons *r, uint64_t n, const char *fmt, ...)
{
	va_list ap;

	if (!n)
		return;
	r->len += snprintf(r->text + r->len, sizeof(r->text) - r->len, "%s",
			   r->len ? ", " : "");
	va_start(ap, fmt);
	r->len += vsnprintf(r->text + r->len, sizeof(r->text) - r->len, fmt, ap);
	va_end(ap);
}

#define N(n)	(unsigned long long)(n)

static void aside(uint64_t n, const char *what)
{
	if (n)
		fprintf(stderr, "; %llu %s", N(n), what);
}

/* The starts of spans, and what became of them. */
static void print_spans(const struct kpr_counts *c)
{
	if (!c->starts && !c->ended && !c->open)
		return;
	fprintf(stderr, "; spans: %llu started, %llu ended, %llu open", N(c->starts), N(c->ended),
		N(c->open));
#define PART(n, what) do { if (n) fprintf(stderr, ", %llu " what, N(n)); } while (0)
	PART(c->replaced, "replaced");
	PART(c->stale, "stale");
	PART(c->full, "not kept");
	PART(c->dropped, "dropped");
#undef PART
}

/* Numbers besides the verdict: no event that was asked for is missing by these. */
static void print_asides(const struct summary *s)
{
	const struct kpr_totals *t = &s->totals;
	const struct kpr_counts *c = &s->counters;

	aside(s->own, "of kpread's own not shown");
	aside(s->overwritten, "overwritten before these");
	aside(c->filtered, "filtered");
	aside(c->off, "while tracing was off");
	aside(c->inflight, "in flight");
	aside(c->never, "never returned");
	aside(c->unmatched, "unmatched");
	print_spans(c);
	if (t->before || t->before_more)
		fprintf(stderr, "; %s%llu dropped before kpread came",
			t->before_more ? "at least " : "", N(t->before));
	aside(t->missed_before, "missed before kpread came");
	aside(t->undescribed, "not described");
	aside(t->late, "out of order");
	fputc('\n', stderr);
}

/* *least: the number is a least, as a part is one, or was not counted. */
static uint64_t missing(const struct summary *s, bool *least)
{
	uint64_t n = kpr_missing(&s->totals, &s->counters, least);

	*least |= s->is_broken;
	return n;
}

bool summary_is_complete(const struct summary *s)
{
	bool least;

	return !missing(s, &least) && !least;
}

int summary_print(const struct summary *s)
{
	const struct kpr_totals *t = &s->totals;
	const struct kpr_counts *c = &s->counters;
	struct reasons r = { .len = 0 };
	uint64_t n;
	bool least;

	fprintf(stderr, "%llu event%s, %llu lost, %llu missed: ", N(s->events),
		s->events == 1 ? "" : "s", N(t->lost), N(t->missed));
	if (summary_is_complete(s)) {
		fprintf(stderr, "complete");
		print_asides(s);
		return EXIT_COMPLETE;
	}
	reason(&r, t->lost, "%llu lost because a ring was full", N(t->lost));
	reason(&r, t->missed, "%llu missed because no return instance was free", N(t->missed));
	reason(&r, c->nested, "at least %llu nested in another probe's handler", N(c->nested));
	reason(&r, c->throttled, "%llu throttled because their event took too much of a CPU",
	       N(c->throttled));
	reason(&r, c->norcu, "%llu where RCU was not watching", N(c->norcu));
	reason(&r, t->corrupt, "%llu bytes corrupt", N(t->corrupt));
	reason(&r, s->is_broken, "the recording is damaged or has no end");
	reason(&r, !c->known && !s->is_broken, "stats could not be read");
	n = missing(s, &least);
	fprintf(stderr, "%sincomplete by %s%llu%s: %s", colour(STDERR_FILENO, COLOUR_WRONG),
		least ? "at least " : "", N(n), colour(STDERR_FILENO, COLOUR_NONE), r.text);
	print_asides(s);
	return EXIT_INCOMPLETE;
}

void print_view_text(int ret, char *text, size_t len, const char *name)
{
	if (ret) {
		fprintf(stderr, "kpread: cannot read %s: %s\n", name, strerror(-ret));
		return;
	}
	kpr_text_clean(text, len);	/* a recording may say anything */
	fprintf(stderr, "\n%s:\n", name);
	fwrite(text, 1, len, stderr);
	free(text);
}

static void print_view(struct kpr_session *s, enum kpctl_view view, const char *name)
{
	char *text = NULL;
	size_t len = 0;
	int ret = kpr_view_read(s, view, &text, &len);

	print_view_text(ret, text, len, name);
}

void print_views(struct kpr_session *s)
{
	print_view(s, KPCTL_VIEW_PROFILE, "profile");
	print_view(s, KPCTL_VIEW_STATS, "stats");
}
