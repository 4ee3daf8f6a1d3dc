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

#define FLUSH_AT	(64u << 10)

/* SIGPIPE is as we got it; who ignored it for us still gets no complaint. */
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

int output_flush(struct output *out)
{
	const char *p = out->buf.data;
	size_t left = out->buf.len;
	ssize_t n;

	while (left) {
		n = write(STDOUT_FILENO, p, left);
		if (n >= 0) {
			p += n;
			left -= n;
		} else if (errno == EPIPE) {
			output_broken_pipe();
		} else if (errno != EINTR) {
			return -errno;
		}
	}
	out->buf.len = 0;
	return 0;
}

int output_item(struct output *out, struct kpr_stream *st, const struct kpr_item *item)
{
	int ret = kpr_stream_format(st, item, &out->buf);

	if (!ret && (out->tty || out->buf.len >= FLUSH_AT))
		ret = output_flush(out);
	return ret;
}

/* Without the line there is nothing to say about what it counts. */
void counters_read(struct counters *c, struct kpr_session *s)
{
	char *text;
	size_t len;

	*c = (struct counters){ 0 };
	if (kpr_view_read(s, KPCTL_VIEW_STATS, &text, &len))
		return;
	c->known = !kpr_text_value(text, "total", "nested", &c->nested);
	kpr_text_value(text, "total", "norcu", &c->norcu);
	free(text);
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

/* Beside the verdict: no part of what was asked for is missing by these. */
static void print_asides(const struct kpr_totals *t, uint64_t own)
{
	if (own)
		fprintf(stderr, "; %llu of kpread's own not shown", N(own));
	if (t->before || t->before_more)
		fprintf(stderr, "; %s%llu dropped before kpread came",
			t->before_more ? "at least " : "", N(t->before));
	if (t->missed_before)
		fprintf(stderr, "; %llu missed before kpread came", N(t->missed_before));
	if (t->undescribed)
		fprintf(stderr, "; %llu not described", N(t->undescribed));
	if (t->late)
		fprintf(stderr, "; %llu out of order", N(t->late));
	fputc('\n', stderr);
}

int print_summary(uint64_t events, uint64_t own, const struct kpr_totals *t,
		  const struct counters *start, const struct counters *end)
{
	bool known = start->known && end->known;
	uint64_t nested = known ? end->nested - start->nested : 0;
	uint64_t norcu = known ? end->norcu - start->norcu : 0;
	uint64_t sum = t->lost + t->missed + nested + norcu;
	struct reasons r = { .len = 0 };

	fprintf(stderr, "%llu event%s, %llu lost, %llu missed: ", N(events),
		events == 1 ? "" : "s", N(t->lost), N(t->missed));
	if (!sum && !t->corrupt) {
		fprintf(stderr, "complete");
		print_asides(t, own);
		return EXIT_COMPLETE;
	}
	reason(&r, t->lost, "%llu lost because a ring was full", N(t->lost));
	reason(&r, t->missed, "%llu missed because no return instance was free", N(t->missed));
	reason(&r, nested, "at least %llu nested in another probe's handler", N(nested));
	reason(&r, norcu, "%llu where RCU was not watching", N(norcu));
	reason(&r, t->corrupt, "%llu bytes corrupt", N(t->corrupt));
	fprintf(stderr, "incomplete by %s%llu: %s", nested || t->corrupt ? "at least " : "",
		N(sum), r.text);
	print_asides(t, own);
	return EXIT_INCOMPLETE;
}

static void print_view(struct kpr_session *s, enum kpctl_view view, const char *name)
{
	char *text;
	size_t len;
	int ret = kpr_view_read(s, view, &text, &len);

	if (ret) {
		fprintf(stderr, "kpread: cannot read %s: %s\n", name, strerror(-ret));
		return;
	}
	fprintf(stderr, "\n%s:\n", name);
	fwrite(text, 1, len, stderr);
	free(text);
}

void print_views(struct kpr_session *s)
{
	print_view(s, KPCTL_VIEW_PROFILE, "profile");
	print_view(s, KPCTL_VIEW_STATS, "stats");
}
