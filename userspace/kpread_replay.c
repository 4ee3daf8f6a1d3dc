// SPDX-License-Identifier: GPL-2.0-only
/*
 * -r: recordings printed as a live stream is, by the same filters and formats. The machine that
 * kpread runs on is asked nothing: names, clocks, counts and aggregates are those of the files.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread.h"

/* A live reader would have found nothing to read for a while: it writes what it holds. */
#define PAUSE_NS	(NSEC_PER_SEC / 10)
/* The number of items after which the clock is read. */
#define PROGRESS_EVERY	256

/* What is read, and of which machine the last item is */
struct player {
	struct reader *r;
	struct kpr_replay *rp;
	struct kpr_machine machine;
	unsigned int which;
	unsigned int nr;	/* machines, as far as streams go */
	bool *met;		/* of each: an item of it has been read */
	bool hosts;		/* there are several hosts */
	bool has_range;		/* --from or --to */
	uint64_t last;		/* the machine's latest item; 0: none yet */
	uint64_t clock;		/* output_now() */
};

/* Machines */

static bool is_other_boot(const struct kpr_machine *a, const struct kpr_machine *b)
{
	return strcmp(a->host, b->host) || strcmp(a->boot, b->boot);
}

static int meet_machines(struct player *pl)
{
	struct kpr_machine first, m;

	kpr_replay_machine(pl->rp, 0, &first);
	while (kpr_replay_machine(pl->rp, pl->nr, &m)) {
		pl->hosts |= strcmp(m.host, first.host) != 0;
		pl->r->out.mixed |= is_other_boot(&m, &first);
		pl->nr++;
	}
	pl->machine = first;
	pl->met = calloc(pl->nr, sizeof(*pl->met));
	return pl->met ? 0 : -ENOMEM;
}

/* The output is told of the machine that the item is from. */
static void turn_to(struct player *pl, unsigned int which, struct kpr_stream *st)
{
	struct output *out = &pl->r->out;

	kpr_replay_machine(pl->rp, which, &pl->machine);
	pl->which = which;
	out->stream = st;
	out->machine = pl->machine.host;
	out->host = pl->hosts ? pl->machine.host : NULL;
	out->realtime = pl->machine.realtime - pl->machine.monotonic;
	out->boottime = pl->machine.boottime - pl->machine.monotonic;
	pl->r->filter.self = pl->r->all ? 0 : pl->machine.reader;
	if (st && !pl->met[which])
		kpr_stream_set_time(st, out->time, out->realtime);
	pl->met[which] = true;
}

/* Items */

static bool is_in_range(const struct player *pl, const struct kpr_item *item)
{
	const struct reader *r = pl->r;
	uint64_t real = item->time + r->out.realtime;

	if (r->from.kind != WHEN_NONE && when_is_later(&r->from, item->time, real))
		return false;
	return r->to.kind == WHEN_NONE || when_is_later(&r->to, item->time, real);
}

/* Sets the clock to the item, if it comes in time. True: a live reader had a pause before it. */
static bool tick(struct player *pl, const struct kpr_item *item)
{
	bool is_late = item->time <= pl->last;
	bool had_pause = !is_late && pl->last && item->time - pl->last > PAUSE_NS;

	if (!is_late)
		pl->last = item->time;
	pl->clock = pl->last;
	return had_pause;
}

/* One recording alone has no other to turn to. */
static void turn_to_item(struct player *pl)
{
	unsigned int which = kpr_replay_which(pl->rp);

	if (which == pl->which)
		return;
	turn_to(pl, which, kpr_replay_stream(pl->rp));
	pl->last = 0;
}

static int show(struct player *pl, const struct kpr_item *item)
{
	bool had_pause;
	int ret = 0;

	if (pl->nr > 1)
		turn_to_item(pl);
	had_pause = tick(pl, item);
	if (pl->has_range && !is_in_range(pl, item))
		return 0;
	if (had_pause)
		ret = output_flush(&pl->r->out);
	return ret ? ret : reader_show(pl->r, item);
}

static void show_progress(const struct player *pl)
{
	struct progress p = { .events = pl->r->printed };

	if (!progress_is_due())
		return;
	kpr_replay_progress(pl->rp, &p.size, &p.whole);
	kpr_replay_totals(pl->rp, &p.totals);
	progress_show(&p);
}

/* Of one recording alone its stream is asked, as long as that has items. */
static int next_item(struct player *pl, struct kpr_item *item)
{
	if (pl->nr == 1 && kpr_stream_next(pl->r->out.stream, item) > 0)
		return 1;
	return kpr_replay_next(pl->rp, item);
}

/* All items, of which the first has been read; `ret` is what reading it returned. */
static int show_all(struct player *pl, struct kpr_item *item, int ret)
{
	unsigned int n = 0;

	while (ret > 0 && !stop) {
		ret = show(pl, item);
		if (ret)
			return ret;
		if (!(++n % PROGRESS_EVERY))
			show_progress(pl);
		ret = next_item(pl, item);
	}
	return ret;
}

static void sum_up(struct player *pl, struct summary *s)
{
	s->events = pl->r->printed;
	s->own = pl->r->filter.own;
	kpr_replay_totals(pl->rp, &s->totals);
	kpr_counts_replay(&s->counters, pl->rp);
}

static int print_sums(struct player *pl, int fd)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < pl->nr && !ret; i++) {
		kpr_replay_machine(pl->rp, i, &pl->machine);
		if (pl->machine.own)
			ret = live_print_replay(pl->rp, i, fd);
	}
	return ret;
}

static void print_stats(struct player *pl)
{
	static const struct {
		uint32_t view;
		const char *name;
	} views[] = { { KPCTL_VIEW_PROFILE, "profile" }, { KPCTL_VIEW_STATS, "stats" } };
	unsigned int i, k;
	char *text = NULL;
	size_t len = 0;
	int ret;

	for (i = 0; i < pl->nr; i++) {
		for (k = 0; k < sizeof(views) / sizeof(views[0]); k++) {
			ret = kpr_replay_view(pl->rp, i, true, views[k].view, &text, &len);
			print_view_text(ret, text, len, views[k].name);
		}
	}
}

/* A run */

/* An error has been explained. */
static int open_output(struct player *pl, unsigned int which)
{
	struct kpr_stream *st = kpr_replay_stream(pl->rp);

	turn_to(pl, which, st);
	pl->clock = pl->machine.monotonic;
	return output_open(&pl->r->out);
}

/* The end's time is that of the machine whose item was the last. */
static void set_end(struct player *pl)
{
	kpr_replay_machine(pl->rp, pl->which, &pl->machine);
	if (pl->machine.end > pl->clock)
		pl->clock = pl->machine.end;
}

static int print_all(struct player *pl, struct kpr_item *item, int first, struct summary *s)
{
	struct output *out = &pl->r->out;
	int fd = out->format->takes_text ? out->fd : STDERR_FILENO;
	int ret = output_begin(out);

	if (!ret)
		ret = show_all(pl, item, first);
	progress_end();
	if (ret < 0)
		return ret;
	if (!ret && !stop)	/* else there may be more of them */
		s->is_broken = files_explain(&pl->r->files, pl->rp);
	ret = output_flush(out);
	if (!ret)
		ret = print_sums(pl, fd);
	if (ret)
		return ret;
	set_end(pl);
	sum_up(pl, s);
	return output_end(out, s);
}

static int refuse(int ret)
{
	fprintf(stderr, "kpread: cannot go on: %s.\n", strerror(-ret));
	return EXIT_REFUSED;
}

static int play(struct player *pl)
{
	struct summary s = { 0 };
	struct kpr_item item;
	int first = kpr_replay_next(pl->rp, &item), ret;

	if (first < 0)
		return refuse(first);
	ret = open_output(pl, first ? kpr_replay_which(pl->rp) : 0);
	if (ret)
		return ret == -EINVAL ? EXIT_USAGE : EXIT_REFUSED;
	if (pl->r->holds && hold_start(&pl->r->out))
		return EXIT_REFUSED;
	ret = print_all(pl, &item, first, &s);
	if (ret)
		return refuse(ret);
	if (pl->r->holds)
		hold_end();
	ret = summary_print(&s);
	if (pl->r->stats)
		print_stats(pl);
	return ret;
}

static int check_format(const struct output *out)
{
	if (!out->mixed || out->format == &format_text || out->format == &format_json ||
	    out->format == &format_csv)
		return 0;
	return usage_error("-f: this format is of one machine from one boot on, and the recordings are of several: read one at a time, or as text, json or csv", NULL);
}

/* --all-symbols: /proc/kallsyms of the machine that was recorded, and nothing else. */
static int print_symbols(struct player *pl)
{
	struct output *out = &pl->r->out;
	struct kpr_machine m;
	struct kpr_item item;
	size_t len;
	int ret;

	if (kpr_replay_machine(pl->rp, 1, &m)) {
		usage_error("--all-symbols: the symbols are those of one recording: name one", NULL);
		return EXIT_USAGE;
	}
	ret = kpr_replay_kallsyms(pl->rp, 0, &out->buf.data, &len);
	if (ret == -ENOENT)
		fprintf(stderr, "kpread: the recording has those symbols alone that its addresses fall in: record with --all-symbols.\n");
	if (ret)
		return ret == -ENOENT ? EXIT_REFUSED : refuse(ret);
	out->buf.len = len;
	ret = kpr_replay_next(pl->rp, &item);		/* text wants a stream */
	if (ret < 0)
		return refuse(ret);
	out->stream = kpr_replay_stream(pl->rp);
	if (output_open(out))
		return EXIT_REFUSED;
	ret = output_write(out);
	return ret ? refuse(ret) : EXIT_COMPLETE;
}

static int start(struct player *pl)
{
	struct reader *r = pl->r;

	catch_signals();
	if (r->all_symbols)
		return print_symbols(pl);
	tasks_of_replay(pl->rp);
	r->filter.is_replay = true;
	r->out.filter = &r->filter;
	r->out.clock = &pl->clock;
	when_settle(&r->from, files_began(pl->rp));
	when_settle(&r->to, files_began(pl->rp));
	pl->has_range = r->from.kind != WHEN_NONE || r->to.kind != WHEN_NONE;
	if (meet_machines(pl))
		return refuse(-ENOMEM);
	return check_format(&r->out) ? EXIT_USAGE : play(pl);
}

int replay_run(struct reader *r)
{
	struct player pl = { .r = r };
	int ret;

	progress_begin(r->out.path || progress_is_file(r->out.fd));
	ret = files_open(&r->files, &pl.rp) ? EXIT_REFUSED : start(&pl);
	progress_end();
	tasks_of_replay(NULL);
	kpr_replay_close(pl.rp);
	free(pl.met);
	return ret;
}
