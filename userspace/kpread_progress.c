// SPDX-License-Identifier: GPL-2.0-only
/*
 * How far long work is: one line on standard error, which each next line replaces and the end
 * clears. It stands on a terminal alone, while kpread is in its foreground, and only if what
 * kpread writes goes to a file: a program behind a pipe may draw on the same terminal.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "kpread.h"

/* Work that ends sooner has no line, and none stands for less. */
#define INTERVAL_NS	(NSEC_PER_SEC / 2)
#define COLUMNS		80
#define LINE_MAX_LEN	256

static struct {
	bool is_on;
	bool is_shown;		/* a line stands there */
	uint64_t began, last;	/* kpr_now() */
	uint64_t events;	/* at `last` */
} progress;

void progress_begin(bool to_file)
{
	progress.is_on = to_file && isatty(STDERR_FILENO);
	progress.began = progress.last = progress.is_on ? kpr_now() : 0;
}

bool progress_is_file(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && S_ISREG(st.st_mode);
}

bool progress_is_due(void)
{
	return progress.is_on && kpr_now() - progress.last >= INTERVAL_NS;
}

/* The line */

struct line {
	char text[LINE_MAX_LEN];
	size_t len;
};

__attribute__((format(printf, 2, 3)))
static void put(struct line *l, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	l->len += vsnprintf(l->text + l->len, sizeof(l->text) - l->len, fmt, ap);
	va_end(ap);
	if (l->len >= sizeof(l->text))
		l->len = sizeof(l->text) - 1;
}

#define N(n)	(unsigned long long)(n)

/* Tenths of a million bytes: 12.3 */
static void put_millions(struct line *l, uint64_t bytes)
{
	put(l, "%llu.%llu", N(bytes / 1000000), N(bytes / 100000 % 10));
}

static void put_counts(struct line *l, const struct progress *p, uint64_t now)
{
	char rate[KPCTL_SHOW_NUMBER];

	kpctl_show_rate(p->events - progress.events, now - progress.last, rate);
	put(l, "%llu events, %s/s, %llu lost, %llu missed", N(p->events), rate,
	    N(p->totals.lost), N(p->totals.missed));
}

/* As much time as the bytes that are left take, at the pace so far. */
static void put_left(struct line *l, const struct progress *p, uint64_t now)
{
	double left = p->whole - p->size, spent = now - progress.began;

	put(l, ", ");
	put_millions(l, p->size);
	put(l, " of ");
	put_millions(l, p->whole);
	put(l, " MB");
	if (p->size)
		put(l, ", %.0f s left", left * spent / p->size / NSEC_PER_SEC);
}

static void put_line(struct line *l)
{
	unsigned int columns = terminal_columns(STDERR_FILENO);
	size_t most = (columns < COLUMNS ? columns : COLUMNS) - 1;

	dprintf(STDERR_FILENO, "\r%.*s\033[K", (int)(l->len < most ? l->len : most), l->text);
	progress.is_shown = true;
}

void progress_say(const char *what)
{
	struct line l = { .len = 0 };

	if (!progress.is_on || !terminal_is_ours(STDERR_FILENO))
		return;
	put(&l, "%s", what);
	put_line(&l);
}

void progress_show(const struct progress *p)
{
	uint64_t now = kpr_now();
	struct line l = { .len = 0 };

	if (!terminal_is_ours(STDERR_FILENO)) {
		progress.is_shown = false;	/* the shell has written over it */
	} else {
		put_counts(&l, p, now);
		if (p->whole) {
			put_left(&l, p, now);
		} else if (p->size) {
			put(&l, ", ");
			put_millions(&l, p->size);
			put(&l, " MB");
		}
		put_line(&l);
	}
	progress.last = now;
	progress.events = p->events;
}

void progress_hide(void)
{
	if (progress.is_shown && terminal_is_ours(STDERR_FILENO))
		dprintf(STDERR_FILENO, "\r\033[K");
	progress.is_shown = false;
}

void progress_end(void)
{
	progress_hide();
	progress.is_on = false;
}
