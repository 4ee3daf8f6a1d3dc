// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpread prints the events of the main session's probes, or of its own probes (-x), as
 * they happen.
 *
 * kpread needs /dev/kprobectl and /proc, no debugfs. man/kpread.8 says the rest.
 */
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "kpread.h"

/* The longest sleep in poll(): a wake-up may be lost in a tiny window. */
#define POLL_NS		NSEC_PER_SEC
/* The number of records after which -t reads the clock again. */
#define CLOCK_EVERY	256

/* Options */

/* Those without a letter, beside the letters that -h does not tell */
enum {
	ALL_SYMBOLS = 256,
	SNAPSHOT,
	VIEW,
	LAST,
	FROM,
	TO,
};

const char usage_text[] =
"Usage: kpread [-x LINE]... [-e GLOB]... [-n COUNT] [-t SECONDS] [-p PID]\n"
"              [-f FORMAT] [-o FILE] [-F LAYOUT] [--time CLOCK] [-a] [--stats]\n"
"              [-s NAME|SOCKET]\n"
"       kpread [-s NAME] --view VIEW\n"
"       kpread -w FILE [-C SIZE] [-G SECONDS] [-W FILES] [-Z] [--all-symbols]\n"
"              [-x LINE]... [-t SECONDS] [--stats] [-s NAME|SOCKET]\n"
"       kpread -r FILE... [--from TIME] [--to TIME] [what printing takes]\n"
"       kpread hold LINE... [-r FILE]... [what printing takes]\n"
"       kpread hist [-x LINE]... [-i SECONDS] [-e GLOB]... [-n TIMES]\n"
"                  [-s NAME|SOCKET] [--rows]\n"
"       kpread stat [-x LINE]... [-i SECONDS] [-e GLOB]... [-n TIMES]\n"
"                  [-s NAME|SOCKET]\n"
"       kpread top [-x LINE]... [-i SECONDS] [-e GLOB]... [-n TIMES]\n"
"                  [-s NAME|SOCKET] [by COLUMN]\n"
"       kpread open [-x LINE]... [-i SECONDS] [-e GLOB]... [-n TIMES]\n"
"                  [-s NAME|SOCKET] [by KEY]\n"
"       kpread prom [-o FILE] [-x LINE]... [-i SECONDS] [-e GLOB]... [-n TIMES]\n"
"              [-l LIMIT] [-s NAME|SOCKET]\n"
"       kpread hist|stat -r FILE... [-e GLOB]... [--rows]\n"
"Print the events of kprobectl's control file as they happen; or (hist) what\n"
"has been aggregated, or (stat) what became of each event's hits, or (top) the\n"
"keys or events with most of something, again and again; or (open) the calls that\n"
"have not returned and the starts that nothing has ended.\n"
"hold shows what tasks did in those calls that the first line's condition lets\n"
"pass, and nothing else.\n"
"\n"
"  -x LINE     the probes of this line, as the control file takes it, for this\n"
"              run alone; what they add up is printed at the end\n"
"  -e GLOB     only events whose name matches; with a slash, GROUP/EVENT;\n"
"              several are joined by or\n"
"  -n COUNT    stop after so many events, leave the rest for the next reader\n"
"  -t SECONDS  stop after this time, 0.5 is fine\n"
"  -p PID      only this thread, or the threads of this process\n"
"  -f FORMAT   how to print them: text, json, ...; -f help lists all\n"
"  -o FILE     write the events there, and not to standard output; a folder, if\n"
"              the format has several files\n"
"  -F LAYOUT   columns of your own, '{time} {comm:-16} {pid:6} {ARGUMENT}'\n"
"  --time CLOCK  of the lines: mono, wall, iso, or delta, the time between them\n"
"  --snapshot  print what the rings hold now, and leave it there; other readers\n"
"              may go on. The only way to read where overwrite is 1\n"
"  --last      print what the boot before this one left in the memory that the\n"
"              module's parameter persist names, as -r does\n"
"  --view VIEW print a text as a whole: control, error_log, check, ...;\n"
"              --view help lists all\n"
"  -a          also the events that kpread itself causes\n"
"  --stats     print profile and stats after the summary\n"
"  -s NAME     of this session, a directory of /sys/kernel/config/kprobectl\n"
"  -s SOCKET   read what kplend lends there, for who may not open the device;\n"
"              a socket's path has a slash\n"
"  -w FILE     record the events there, to be read with -r; - is standard output\n"
"  -C SIZE     ... in parts FILE.000000, FILE.000001, ... of so many million\n"
"              bytes; or 64k, 100m, 2g\n"
"  -G SECONDS  ... in parts of so much time\n"
"  -W FILES    ... of which only so many stay, the newest\n"
"  -Z          ... compressed with zstd, when they are complete\n"
"  --all-symbols  ... with all of /proc/kallsyms, and not only what is needed;\n"
"              with -r, print these\n"
"  -r FILE...  read what was recorded, anywhere and as any user; - is standard\n"
"              input\n"
"  --from TIME, --to TIME  only what came then: 667254.35 (as in the lines),\n"
"              +1.5 (seconds after the beginning), 14:04:00, 2026-11-25T13:04:00Z\n"
"  -V          print the version\n"
"  -h          print this\n"
"\n"
"hist, stat and open print once what there is so far. These and top need not be\n"
"the only reader.\n"
"\n"
"  -i SECONDS  print what came in each interval instead, until stopped (top: 1;\n"
"              open: all of it, at this interval)\n"
"  -n TIMES    ... so many times\n"
"  --rows      of hist: rows of what is by time(...), too, and not a map\n"
"\n"
"prom prints metrics once, or:\n"
"\n"
"  -o FILE     keep this file of node_exporter's textfile collector current\n"
"  -i SECONDS  ... at this interval (15)\n"
"  -n TIMES    ... so many times\n"
"  -l LIMIT    label sets of a metric, at most (10000)\n"
"\n"
"Exit status: 0 complete, 1 usage, 2 refused, 3 incomplete.\n";

static int set_pid(struct filter *f, const char *arg)
{
	uint64_t v;

	if (parse_count(arg, KPCTL_TID_MASK, &v))
		return usage_error("-p wants a process or thread id", arg);
	f->pid = v;
	return 0;
}

static int set_seconds(uint64_t *ns, const char *what, const char *arg)
{
	return parse_seconds(arg, ns) ? usage_error(what, arg) : 0;
}

/* Options of recordings */
static int parse_option_of_files(struct reader *r, int opt)
{
	switch (opt) {
	case 'w':
		r->parts.path = optarg;
		return 0;
	case 'r':
		return files_add(&r->files, optarg);
	case 'C':
		return parts_set_size(&r->parts, optarg);
	case 'G':
		return set_seconds(&r->parts.seconds, "-G wants a number of seconds above 0",
				   optarg);
	case 'W':
		if (parse_count(optarg, UINT32_MAX, &r->parts.keep))
			return usage_error("-W wants a number of files from 1", optarg);
		return 0;
	case 'Z':
		r->parts.is_zipped = true;
		return 0;
	case ALL_SYMBOLS:
		r->all_symbols = true;
		return 0;
	case SNAPSHOT:
		r->snaps = true;
		return 0;
	case VIEW:
		r->view = optarg;
		return 0;
	case LAST:
		return files_add(&r->files, FILES_LAST);
	case FROM:
		return when_parse(&r->from, "--from", optarg);
	case TO:
		return when_parse(&r->to, "--to", optarg);
	}
	fputs("Try kpread -h.\n", stderr);	/* getopt has said what is wrong */
	return -EINVAL;
}

static int parse_option(struct reader *r, int opt)
{
	switch (opt) {
	case 'x':
		return lines_add(&r->lines, optarg);
	case 'e':
		return filter_add_glob(&r->filter, optarg);
	case 'p':
		return set_pid(&r->filter, optarg);
	case 'f':
		return format_choose(&r->out, optarg);
	case 'F':
		r->out.layout = optarg;
		return 0;
	case 'o':
		r->out.path = optarg;
		return 0;
	case 'T':
		return format_choose_time(&r->out, optarg);
	case 'a':
		r->all = true;
		return 0;
	case 'S':
		r->stats = true;
		return 0;
	case 's':
		r->socket = optarg;
		return 0;
	case 'n':
		if (parse_count(optarg, UINT64_MAX, &r->count))
			return usage_error("-n wants a number from 1", optarg);
		return 0;
	case 't':
		return set_seconds(&r->seconds, "-t wants a number of seconds above 0", optarg);
	case 'V':
	case 'h':
		print_help(opt);
	}
	return parse_option_of_files(r, opt);
}

/* What has no meaning while a stream is recorded as it comes */
static int check_record(const struct reader *r)
{
	const struct output *out = &r->out;

	if (r->files.nr)
		return usage_error("-w records what happens now, -r reads what was recorded: give one of them", NULL);
	if (r->filter.nr_globs || r->filter.pid || r->count || r->all || out->path || out->layout ||
	    out->format != &format_text || out->time != KPR_TIME_MONO)
		return usage_error("-w records all events as they come: -e -p -n -a -f -o -F and --time are for reading them, with -r", NULL);
	return parts_check(&r->parts);
}

static int check_replay(struct reader *r)
{
	if (r->lines.nr)
		return usage_error("-x plants probes, -r reads what was recorded: give one of them", NULL);
	if (r->socket)
		return usage_error("-s reads what is lent now, -r what was recorded: give one of them", NULL);
	if (r->seconds && r->to.kind != WHEN_NONE)
		return usage_error("-t is what --to +SECONDS is: give one of them", NULL);
	if (r->seconds)
		r->to = (struct when){ WHEN_AFTER, r->seconds };
	return 0;
}

static int check_files(struct reader *r)
{
	if (!r->parts.path && (r->parts.size || r->parts.seconds || r->parts.keep ||
			       r->parts.is_zipped))
		return usage_error("-C, -G, -W and -Z are for recording, with -w", NULL);
	if (!r->parts.path && !r->files.nr && r->all_symbols)
		return usage_error("--all-symbols is for recordings, with -w or -r", NULL);
	if (!r->files.nr && (r->from.kind != WHEN_NONE || r->to.kind != WHEN_NONE))
		return usage_error("--from and --to are for reading a recording, with -r", NULL);
	if (r->parts.path && r->holds)
		return usage_error("hold is for reading: record with kpread -w, then kpread hold -r", NULL);
	if (r->parts.path)
		return check_record(r);
	return r->files.nr ? check_replay(r) : 0;
}

static int parse_options(struct reader *r, int argc, char **argv)
{
	static const struct option longs[] = {
		{ "all", no_argument, NULL, 'a' },
		{ "all-symbols", no_argument, NULL, ALL_SYMBOLS },
		{ "snapshot", no_argument, NULL, SNAPSHOT },
		{ "view", required_argument, NULL, VIEW },
		{ "last", no_argument, NULL, LAST },
		{ "stats", no_argument, NULL, 'S' },
		{ "time", required_argument, NULL, 'T' },
		{ "from", required_argument, NULL, FROM },
		{ "to", required_argument, NULL, TO },
		{ "version", no_argument, NULL, 'V' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	int opt, ret;

	while ((opt = getopt_long(argc, argv, "x:ae:f:F:n:o:t:p:s:w:r:C:G:W:ZVh", longs, NULL)) != -1) {
		ret = parse_option(r, opt);
		if (ret)
			return ret;
	}
	for (; r->files.nr && optind < argc; optind++)
		if (files_add(&r->files, argv[optind]))
			return -ENOMEM;
	for (; r->holds && optind < argc; optind++)
		if (lines_add(&r->lines, argv[optind]))
			return -ENOMEM;
	if (optind < argc)
		return usage_error("what is this for", argv[optind]);
	if (r->snaps && (r->lines.nr || (r->socket && !is_session(r->socket)) || r->parts.path || r->files.nr || r->seconds))
		return usage_error("--snapshot prints what is there now: it goes with none of -x -w -r -t, nor with -s SOCKET", NULL);
	if (r->view && (r->lines.nr || (r->socket && !is_session(r->socket)) || r->parts.path || r->files.nr || r->snaps || r->holds))
		return usage_error("--view prints a text: beside it there is -s NAME at most", NULL);
	if (r->socket && r->lines.nr)
		return usage_error("-x wants the device, not -s: it makes a session of its own", NULL);
	ret = check_files(r);
	if (!ret && r->holds)
		ret = hold_check(&r->out);
	return ret ? ret : output_check_options(&r->out);
}

/* Refusals: one sentence that says what to do */

static void explain_attach(int err)
{
	if (err == EOPNOTSUPP)
		fprintf(stderr, "kpread: the main session keeps the newest events (overwrite is 1): print them with kpread --snapshot.\n");
	else if (err == EBUSY)
		fprintf(stderr, "kpread: another reader has the main session: stop it first (fuser " KPR_DEVICE " names who has the device open).\n");
	else
		explain_open(err);
}

int reader_open_session(struct reader *r)
{
	int ret = open_lent(&r->session, r->socket, true);

	if (ret)
		return ret;
	ret = r->lines.nr || is_session(r->socket) ? 0 : kpr_attach(r->session);
	if (ret)
		explain_attach(-ret);
	return ret;
}

static int open_snapshot(struct reader *r)
{
	int ret = open_lent(&r->session, r->socket, false);

	if (ret)
		return ret;
	if (!r->socket)
		ret = kpr_look(r->session);
	if (!ret)
		ret = kpr_snapshot_open(r->session, &r->snapshot);
	if (ret)
		explain_open(-ret);
	else
		r->stream = kpr_snapshot_stream(r->snapshot);
	return ret;
}

static int open_stream(struct reader *r)
{
	int ret = r->snaps ? open_snapshot(r) : reader_open_session(r);

	if (ret || r->snaps)
		return ret;
	ret = kpr_stream_open(r->session, &r->stream);
	if (ret)
		explain_open(-ret);
	return ret ? ret : lines_plant(&r->lines, r->session);
}

/* Reading */

bool reader_is_overdue(const struct reader *r)
{
	return r->deadline && kpr_now() >= r->deadline;
}

int reader_show(struct reader *r, const struct kpr_item *item)
{
	int ret;

	if (!filter_match(&r->filter, item))
		return 0;
	ret = r->holds ? hold_item(&r->out, item) : output_item(&r->out, item);
	if (ret < 0 || item->kind != KPR_EVENT)
		return ret;
	r->printed += r->holds ? ret : 1;
	return r->count && r->printed >= r->count;
}

static void show_progress(struct reader *r)
{
	struct progress p = { .events = r->printed };
	struct stat st;

	if (!progress_is_due())
		return;
	if (!r->out.format->takes_folder && !fstat(r->out.fd, &st))
		p.size = st.st_size;
	kpr_stream_totals(r->stream, &p.totals);
	progress_show(&p);
}

/* Prints the items of this pass. `last`: to the end of the pass, without regard to stop and -t. */
static int show_all(struct reader *r, bool last)
{
	unsigned int n = 0;
	struct kpr_item item;
	int ret;

	while ((ret = kpr_stream_next(r->stream, &item)) > 0) {
		r->idle = 0;
		ret = reader_show(r, &item);
		if (ret)
			return ret;
		if (!last && (stop || (!(++n % CLOCK_EVERY) && reader_is_overdue(r))))
			return 0;
	}
	return ret;
}

/*
 * The ns to sleep instead of poll(), 0: poll. If poll() returns again and again without a
 * record (say, the kernel refused this reader's position), kpread slows down instead of
 * burning a CPU: 1, 2, 4 ... 64 ms.
 */
static uint64_t patience(const struct reader *r)
{
	unsigned int shift = r->idle < 9 ? r->idle : 9;

	return (1ull << shift >> 3) * 1000000;
}

/* Sleeps for ns, or less if the reader of standard output has gone or a signal has come. */
static void sleep_for(const struct reader *r, struct pollfd *fds, uint64_t ns)
{
	uint64_t now = kpr_now();

	if (r->deadline && now + ns > r->deadline)
		ns = r->deadline > now ? r->deadline - now : 0;
	if (poll_until(fds, fds[1].events ? 2 : 1, ns) <= 0)
		fds[0].revents = fds[1].revents = 0;
	if (fds[0].revents & (POLLERR | POLLHUP))
		output_broken_pipe();
}

void reader_wait(struct reader *r, uint64_t wait)
{
	struct pollfd fds[2] = {
		{ .fd = r->out.fd },	/* POLLERR: the pipe is closed; POLLHUP: a socket is */
		{ .fd = kpr_fd(r->session) },
	};

	if (wait != KPR_WAIT_POLL) {
		sleep_for(r, fds, wait);
	} else if (patience(r)) {
		sleep_for(r, fds, patience(r));
		r->idle++;
	} else {
		fds[1].events = POLLIN;
		sleep_for(r, fds, POLL_NS);
		r->idle = fds[1].revents & POLLIN ? r->idle + 1 : 0;
		if (fds[1].revents & ~POLLIN)
			stop = SIGTERM;		/* the session is gone */
	}
}

/* Returns 0 when a signal or -t ends the reading, 1 after the last item wanted. */
static int follow(struct reader *r)
{
	uint64_t wait;
	int ret;

	while (!stop && !reader_is_overdue(r)) {
		kpr_stream_pass(r->stream, kpr_now());
		ret = show_all(r, false);
		if (ret)
			return ret;
		show_progress(r);
		wait = kpr_stream_wait(r->stream, kpr_now());
		if (!wait)
			continue;
		ret = output_flush(&r->out);
		if (ret)
			return ret;
		reader_wait(r, wait);
	}
	return 0;
}

static int read_events(struct reader *r)
{
	int ret = output_begin(&r->out);

	if (!ret && !r->snaps)
		ret = follow(r);
	progress_end();
	if (!ret) {
		kpr_stream_finish(r->stream);
		ret = show_all(r, true);
	}
	if (ret == 1) {
		kpr_stream_stop(r->stream);
		ret = 0;
	}
	return ret ? ret : output_flush(&r->out);
}

static void sum_up(struct reader *r, struct summary *s)
{
	s->events = r->printed;
	s->own = r->filter.own;
	kpr_stream_totals(r->stream, &s->totals);
	kpr_counts_read(&s->counters, r->session);
	if (r->snaps)
		s->overwritten = kpr_snapshot_overwritten(r->snapshot);
}

/* Prints all of standard output and fills the summary. An error has been explained. */
static int print_all(struct reader *r, struct summary *s)
{
	int fd = r->out.format->takes_text ? r->out.fd : STDERR_FILENO;
	int ret = read_events(r);

	if (!ret && r->lines.nr && live_print_own(r->session, &r->lines, fd))
		return -EIO;
	if (!ret) {
		sum_up(r, s);
		ret = output_end(&r->out, s);
	}
	if (ret)
		fprintf(stderr, "kpread: cannot write: %s.\n", strerror(-ret));
	return ret;
}

static int run(struct reader *r)
{
	struct summary summary = { 0 };
	int ret;

	catch_signals();	/* before anything exists that needs an orderly end */
	ret = open_stream(r);
	if (ret)
		return EXIT_REFUSED;
	r->out.stream = r->stream;
	r->out.filter = &r->filter;
	ret = output_open(&r->out);
	if (ret)
		return ret == -EINVAL ? EXIT_USAGE : EXIT_REFUSED;
	if (r->holds && hold_start(&r->out))
		return EXIT_REFUSED;
	progress_begin(r->out.path || progress_is_file(r->out.fd));
	r->out.tty = !r->out.path && isatty(r->out.fd);
	r->filter.self = r->all ? 0 : getpid();
	if (r->seconds)
		r->deadline = kpr_now() + r->seconds;
	if (print_all(r, &summary))
		return EXIT_REFUSED;
	if (r->holds)
		hold_end();
	ret = summary_print(&summary);
	if (r->stats)
		print_views(r->session);
	return ret;
}

int main(int argc, char **argv)
{
	static struct reader r = { .out = { .fd = STDOUT_FILENO, .format = &format_text } };
	int ret = EXIT_USAGE;

	if (argc > 1 && !strcmp(argv[1], "hist"))
		return live_main(&command_hist, argc - 1, argv + 1);
	if (argc > 1 && !strcmp(argv[1], "stat"))
		return live_main(&command_stat, argc - 1, argv + 1);
	if (argc > 1 && !strcmp(argv[1], "top"))
		return live_main(&command_top, argc - 1, argv + 1);
	if (argc > 1 && !strcmp(argv[1], "prom"))
		return live_main(&command_prom, argc - 1, argv + 1);
	if (argc > 1 && !strcmp(argv[1], "open"))
		return live_main(&command_open, argc - 1, argv + 1);
	r.holds = argc > 1 && !strcmp(argv[1], "hold");
	if (r.holds)
		argv[1] = "kpread hold";	/* for getopt's messages */
	if (!parse_options(&r, argc - r.holds, argv + r.holds))
		ret = r.view ? view_run(&r) : r.parts.path ? record_run(&r) :
		      r.files.nr ? replay_run(&r) : run(&r);
	if (r.snapshot)
		kpr_snapshot_close(r.snapshot);
	else
		kpr_stream_close(r.stream);
	kpr_close(r.session);
	kpr_buf_free(&r.out.buf);
	free(r.lines.line);
	free(r.filter.globs);
	free(r.files.path);
	return ret;
}
