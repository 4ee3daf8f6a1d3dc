// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpread hist, stat, top and open: snapshots of the views of the main session or of kpread's
 * own session. A single snapshot is printed as it is; with an interval, the difference of
 * two snapshots is printed.
 */
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "kpread.h"

/* The shortest interval: a shorter one would mostly measure kpread's own load. */
#define INTERVAL_MIN	(NSEC_PER_SEC / 100)

/* Options */

/* Without a letter */
enum {
	ROWS = 256,
};

static int parse_option(struct live *l, int opt)
{
	switch (opt) {
	case 'x':
		return lines_add(&l->lines, optarg);
	case 'e':
		return filter_add_glob(&l->filter, optarg);
	case 'i':
		if (parse_seconds(optarg, &l->interval) || l->interval < INTERVAL_MIN)
			return usage_error("-i wants a number of seconds from 0.01", optarg);
		return 0;
	case 'n':
		if (parse_count(optarg, UINT64_MAX, &l->times))
			return usage_error("-n wants a number from 1", optarg);
		return 0;
	case 's':
		l->socket = optarg;
		return 0;
	case 'r':
		return files_add(&l->files, optarg);
	case 'o':
		l->path = optarg;
		return 0;
	case 'l':
		if (parse_count(optarg, UINT64_MAX, &l->limit))
			return usage_error("-l wants a number from 1", optarg);
		return 0;
	case ROWS:
		l->rows = true;
		return 0;
	case 'V':
	case 'h':
		print_help(opt);
	}
	fputs("Try kpread -h.\n", stderr);	/* getopt has said what is wrong */
	return -EINVAL;
}

static int check_pages(const struct live *l)
{
	if (l->times && !l->interval)
		return usage_error("-n wants an interval, -i", NULL);
	if (l->lines.nr && !l->interval)
		return usage_error("-x wants an interval, -i: nothing has come yet", NULL);
	return 0;
}

static int check_files(const struct live *l)
{
	if (l->command->interval)
		return usage_error("top shows what happens now: hist and stat show what was recorded", NULL);
	if (l->interval)
		return usage_error("-i is for what happens now: a recording has what there was at its end", NULL);
	if (l->lines.nr || l->socket)
		return usage_error("-r reads what was recorded, -x and -s what happens now: give one of them", NULL);
	return l->times ? usage_error("-n wants an interval, -i", NULL) : 0;
}

static int check_options(struct live *l)
{
	if (l->rows && l->command != &command_hist)
		return usage_error("--rows is for hist, which prints maps otherwise", NULL);
	if (l->files.nr)
		return check_files(l);
	if (l->socket && l->lines.nr)
		return usage_error("-x wants the device, not -s: it makes a session of its own", NULL);
	return l->command->check ? l->command->check(l) : check_pages(l);
}

static int parse_options(struct live *l, int argc, char **argv)
{
	const char *options = l->command->options ? l->command->options : "x:e:i:n:s:r:Vh";
	static const struct option longs[] = {
		{ "rows", no_argument, NULL, ROWS },
		{ "version", no_argument, NULL, 'V' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	int opt, ret;

	while ((opt = getopt_long(argc, argv, options, longs, NULL)) != -1) {
		ret = parse_option(l, opt);
		if (ret)
			return ret;
	}
	for (; l->files.nr && optind < argc; optind++)
		if (files_add(&l->files, argv[optind]))
			return -ENOMEM;
	if (optind < argc && l->command->operands) {
		ret = l->command->operands(argc - optind, argv + optind);
		if (ret)
			return ret;
	} else if (optind < argc) {
		return usage_error("what is this for", argv[optind]);
	}
	return check_options(l);
}

/* Snapshots */

void snapshot_free(struct snapshot *s)
{
	kpr_hists_free(&s->hists);
	kpr_profile_free(&s->profile);
	kpr_opens_free(&s->opens);
}

uint32_t live_of_main(const struct live *l)
{
	return l->lines.nr || is_session(l->socket) ? 0 : KPCTL_VIEW_MAIN;
}

int live_view(struct live *l, uint32_t view, char **text, size_t *len)
{
	int ret;

	view |= live_of_main(l);
	if (l->replay)
		ret = kpr_replay_view(l->replay, l->machine, true, view, text, len);
	else
		ret = kpr_view_read(l->session, view, text, len);
	if (!ret)
		kpr_text_clean(*text, *len);
	return ret;
}

static int take_opens(struct live *l, struct snapshot *s)
{
	size_t len;
	char *text;
	int ret = live_view(l, KPCTL_VIEW_OPEN, &text, &len);

	return ret ? ret : kpr_opens_parse(&s->opens, text, len);
}

int live_take(struct live *l, struct snapshot *s)
{
	size_t len;
	char *text;
	int ret;

	*s = (struct snapshot){ .time = kpr_now() };
	if (l->command->wants_open)
		return take_opens(l, s);
	ret = live_view(l, KPCTL_VIEW_HISTS, &text, &len);
	if (!ret)
		ret = kpr_hists_parse(&s->hists, text, len);
	if (!ret && l->command->wants_profile) {
		ret = live_view(l, KPCTL_VIEW_PROFILE, &text, &len);
		if (!ret)
			ret = kpr_profile_parse(&s->profile, text, len);
	}
	if (ret)
		snapshot_free(s);
	return ret;
}

static int make_delta(const struct snapshot *from, const struct snapshot *to, struct snapshot *out)
{
	int ret;

	*out = (struct snapshot){ .time = to->time };
	ret = kpr_hists_delta(&from->hists, &to->hists, &out->hists);
	if (!ret)
		ret = kpr_profile_delta(&from->profile, &to->profile, &out->profile);
	if (ret)
		snapshot_free(out);
	return ret;
}

/* Pages */

void page_put(struct kpctl_show_out *out, const char *fmt, ...)
{
	struct page *page = (struct page *)out;		/* its first member */
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (page->failed || n < 0 || kpr_buf_room(&page->buf, n + 1)) {
		page->failed = true;
		return;
	}
	va_start(ap, fmt);
	vsnprintf(page->buf.data + page->buf.len, n + 1, fmt, ap);
	va_end(ap);
	page->buf.len += n;
}

/* --- 12:34:56, 1.000s --- */
static void put_time(struct page *page, uint64_t interval)
{
	time_t now = time(NULL);
	struct tm tm;
	char clock[16];

	localtime_r(&now, &tm);
	strftime(clock, sizeof(clock), "%H:%M:%S", &tm);
	page->out.put(&page->out, "--- %s, %llu.%03llus ---\n", clock,
		      (unsigned long long)(interval / NSEC_PER_SEC),
		      (unsigned long long)(interval % NSEC_PER_SEC / 1000000));
}

unsigned int live_columns(const struct live *l)
{
	unsigned int columns, rows;

	if (!l->is_screen)
		return 0;
	terminal_size(&columns, &rows);
	return columns;
}

static unsigned int count_lines(const struct kpr_buf *b)
{
	unsigned int n = 0;
	size_t i;

	for (i = 0; i < b->len; i++)
		n += b->data[i] == '\n';
	return n;
}

/* Draws the part of the text that fits over the old screen; the last line stays free. */
static void put_screen(struct page *screen, const struct kpr_buf *text, bool first)
{
	unsigned int lines = count_lines(text), columns, fit, i;
	const char *title = colour(STDOUT_FILENO, COLOUR_TITLE);
	const char *none = colour(STDOUT_FILENO, COLOUR_NONE);
	const char *p = text->data, *nl, *end;

	terminal_size(&columns, &fit);
	fit--;
	screen->out.put(&screen->out, first ? "\033[2J\033[H" : "\033[H");
	for (i = 0; i < (lines > fit ? fit - 1 : lines); i++, p = nl + 1) {
		nl = strchr(p, '\n');
		end = p + colour_visible(p, nl - p, columns);
		screen->out.put(&screen->out, "%s%.*s%s\033[K\n", i ? "" : title,
				(int)(end - p), p, i && !memchr(p, '\033', nl - p) ? "" : none);
	}
	if (lines > fit)
		screen->out.put(&screen->out, "... %u more lines\033[K\n", lines - fit + 1);
	screen->out.put(&screen->out, "\033[J");
}

int live_write(const struct live *l, const struct kpr_buf *text)
{
	struct output out = { .fd = l->fd, .buf = *text };

	return output_flush(&out);
}

static int write_screen(struct live *l, struct page *page)
{
	struct page screen = { .out.put = page_put };
	int ret;

	page->out.put(&page->out, "%c", '\0');
	if (page->failed)
		return -ENOMEM;
	page->buf.len--;
	put_screen(&screen, &page->buf, !l->drawn);
	l->drawn = true;
	ret = screen.failed ? -ENOMEM : live_write(l, &screen.buf);
	kpr_buf_free(&screen.buf);
	return ret;
}

/* `before` NULL: prints all counts so far, and not an interval's. */
static int compose(struct live *l, struct page *page, const struct snapshot *before,
		   const struct snapshot *now)
{
	struct snapshot delta;
	int ret;

	if (!before)
		return l->command->print(l, page, now, now, 0);
	ret = make_delta(before, now, &delta);
	if (ret)
		return ret;
	kpr_hists_cut(&delta.hists);
	put_time(page, now->time - before->time);
	ret = l->command->print(l, page, &delta, now, now->time - before->time);
	snapshot_free(&delta);
	return ret;
}

static int print(struct live *l, const struct snapshot *before, const struct snapshot *now)
{
	struct page page = { .out.put = page_put };
	int ret = compose(l, &page, before, now);

	if (!ret && page.failed)
		ret = -ENOMEM;
	if (!ret) {
		ret = before && l->is_screen ? write_screen(l, &page) : live_write(l, &page.buf);
		l->unwritten = ret;
	}
	kpr_buf_free(&page.buf);
	return ret;
}

/* Again and again */

/* Waits for the next snapshot's time, or for what comes before: a key, another size. */
static enum live_key wait_until(struct live *l, uint64_t time)
{
	struct pollfd fd[2] = {
		{ .fd = l->fd },	/* POLLERR: the pipe is closed */
		{ .fd = l->has_keys ? STDIN_FILENO : -1, .events = POLLIN },
	};
	enum live_key key = LIVE_NOTHING;
	uint64_t now;
	int n, c;

	while (!stop && key == LIVE_NOTHING && (now = kpr_now()) < time) {
		n = poll_until(fd, 2, time - now);
		if (terminal_changed())
			return LIVE_AGAIN;
		if (n <= 0)
			continue;
		if (fd[0].revents & POLLERR)
			output_broken_pipe();
		if (fd[0].revents)
			fd[0].fd = -1;	/* other events would persist and keep ppoll() from sleeping */
		if (!fd[1].revents)
			continue;
		c = terminal_key();
		if (c < 0)
			fd[1].fd = -1;
		else if (c)
			key = l->command->key(c);
	}
	return key;
}

void live_wait_until(struct live *l, uint64_t time)
{
	while (!stop && kpr_now() < time)
		wait_until(l, time);
}

/* What is shown: the difference of two snapshots, of which the first has been `taken` alone. */
struct watch {
	struct snapshot before, now;
	bool shown;
	uint64_t next;
	uint64_t n;
};

/* One snapshot further. */
static int go_on(struct live *l, struct watch *w)
{
	struct snapshot s;
	int ret = live_take(l, &s);

	if (ret)
		return ret;
	if (w->shown) {
		snapshot_free(&w->before);
		w->before = w->now;
	}
	w->now = s;
	w->shown = true;
	w->n++;
	w->next += l->interval;
	if (w->next <= s.time)
		w->next = s.time + l->interval;
	return print(l, &w->before, &w->now);
}

static int follow(struct live *l, struct watch *w)
{
	enum live_key key;
	int ret = 0;

	while (!ret && (w->n < l->times || !l->times)) {
		key = wait_until(l, w->next);
		if (stop || key == LIVE_QUIT)
			break;
		if (key == LIVE_PAUSE)
			w->next = UINT64_MAX;
		if (key == LIVE_GO_ON)
			w->next = kpr_now();
		if (key == LIVE_NOTHING)
			ret = go_on(l, w);
		else if (w->shown)
			ret = print(l, &w->before, &w->now);
	}
	return ret;
}

static int watch(struct live *l)
{
	struct watch w = { .shown = false };
	int ret = live_take(l, &w.before);

	if (ret)
		return ret;
	w.next = w.before.time + l->interval;
	l->has_keys = terminal_begin() && l->command->key;
	ret = follow(l, &w);
	terminal_end();
	snapshot_free(&w.before);
	if (w.shown)
		snapshot_free(&w.now);
	return ret;
}

static int once(struct live *l)
{
	struct snapshot now;
	int ret = live_take(l, &now);

	if (ret)
		return ret;
	kpr_hists_cut(&now.hists);
	ret = print(l, NULL, &now);
	snapshot_free(&now);
	return ret;
}

static void explain(const struct live *l, int ret)
{
	if (l->unwritten)
		fprintf(stderr, "kpread: cannot write%s%s: %s.\n", l->path ? " " : "",
			l->path ? l->path : "", strerror(-ret));
	else if (ret == -ECANCELED)
		return;		/* explained */
	else if (ret == -EINVAL)
		fprintf(stderr, "kpread: the loaded module has no %s: use the one that was built with this kpread.\n",
			l->command->wants_open ? "list of what is open" : "aggregates");
	else if (ret)
		explain_open(-ret);
}

int live_print_own(struct kpr_session *s, const struct lines *lines, int fd)
{
	struct live l = { .command = &command_hist, .session = s, .lines = *lines, .fd = fd,
			  .is_screen = isatty(fd) };
	struct snapshot now;
	int ret = live_take(&l, &now);

	if (!ret) {
		kpr_hists_cut(&now.hists);
		if (now.hists.nr)
			ret = print(&l, NULL, &now);
		snapshot_free(&now);
	}
	explain(&l, ret);
	return ret;
}

int live_print_replay(struct kpr_replay *rp, unsigned int machine, int fd)
{
	struct live l = { .command = &command_hist, .replay = rp, .machine = machine, .fd = fd };
	struct snapshot now;
	int ret = live_take(&l, &now);

	if (ret)
		return ret == -ENOENT || ret == -EBADMSG ? 0 : ret;	/* which has been told */
	kpr_hists_cut(&now.hists);
	if (now.hists.nr)
		ret = print(&l, NULL, &now);
	snapshot_free(&now);
	return ret;
}

/* Recordings */

static int put_host(struct live *l, const struct kpr_machine *m)
{
	struct page page = { .out.put = page_put };
	int ret;

	page.out.put(&page.out, "%s%s:\n", l->machine ? "\n" : "", m->host);
	ret = page.failed ? -ENOMEM : live_write(l, &page.buf);
	kpr_buf_free(&page.buf);
	return ret;
}

/* The state at the end of each recording, under its host if there are several. */
static int print_recordings(struct live *l)
{
	struct kpr_machine m;
	bool many = kpr_replay_machine(l->replay, 1, &m);
	int ret, worst = 0;

	for (l->machine = 0; kpr_replay_machine(l->replay, l->machine, &m); l->machine++) {
		ret = many ? put_host(l, &m) : 0;
		if (!ret)
			ret = once(l);
		if (ret == -ENOENT)
			fprintf(stderr, "kpread: the recording of %s has no end, where its counts would be.\n", m.host);
		else if (ret == -EBADMSG)
			fprintf(stderr, "kpread: the recording of %s is damaged where its counts are.\n", m.host);
		else if (ret)
			fprintf(stderr, "kpread: cannot go on: %s.\n", strerror(-ret));
		worst = ret ? ret : worst;
	}
	return worst || l->files.bad ? EXIT_INCOMPLETE : EXIT_COMPLETE;
}

static int run_replay(struct live *l)
{
	int ret = files_open(&l->files, &l->replay);

	ret = ret ? EXIT_REFUSED : print_recordings(l);
	kpr_replay_close(l->replay);
	return ret;
}

static int run(struct live *l)
{
	int ret;

	catch_signals();
	ret = open_lent(&l->session, l->socket, false);
	if (ret)
		return EXIT_REFUSED;
	if (lines_plant(&l->lines, l->session))
		return EXIT_REFUSED;
	if (l->command->run)
		ret = l->command->run(l);
	else
		ret = l->interval ? watch(l) : once(l);
	explain(l, ret);
	return ret ? EXIT_REFUSED : EXIT_COMPLETE;
}

int live_main(const struct live_command *command, int argc, char **argv)
{
	static struct live l;
	int ret = EXIT_USAGE;

	argv[0] = (char *)command->name;	/* for getopt's messages */
	l.command = command;
	l.fd = STDOUT_FILENO;
	l.interval = command->interval;
	l.is_screen = isatty(STDOUT_FILENO);
	if (!parse_options(&l, argc, argv))
		ret = l.files.nr ? run_replay(&l) : run(&l);
	kpr_close(l.session);
	free(l.lines.line);
	free(l.files.path);
	free(l.filter.globs);
	return ret;
}
