/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef KPREAD_H
#define KPREAD_H

#include <poll.h>
#include <signal.h>
#include "kpr.h"
#include "kpread_formats.h"
#include "show/show.h"

#define NSEC_PER_SEC	1000000000ull

enum {
	EXIT_COMPLETE	= 0,
	EXIT_USAGE	= 1,
	EXIT_REFUSED	= 2,
	EXIT_INCOMPLETE	= 3,
};

/* kpread_common.c: functions that all commands share */

extern const char usage_text[];

/* Prints what -V or -h asks for, and exits. */
__attribute__((noreturn)) void print_help(int opt);
/* Prints an error on stderr; returns -EINVAL. */
int usage_error(const char *what, const char *arg);
int parse_count(const char *arg, uint64_t max, uint64_t *v);
int parse_seconds(const char *arg, uint64_t *ns);
/*
 * The table of *nr elements, made as long as element i needs it, with zeros. NULL: no memory, and
 * the table is as it was.
 */
void *table_reach(void *table, unsigned int *nr, unsigned int i, size_t size);

/* Prints one sentence that says what to do. */
void explain_open(int err);

/* Is it a session's name, of what -s takes? The path of a socket has a slash. */
bool is_session(const char *where);

/*
 * Opens the device, or what a lender at the socket `path` lends of it, or the session of that
 * name, with or without the ring. A failure has been explained.
 */
int open_lent(struct kpr_session **out, const char *path, bool ring);

/* The signal that told kpread to end; 0: no signal yet. */
extern volatile sig_atomic_t stop;
void catch_signals(void);

/* ppoll(), with signals blocked but for ppoll() itself: no signal slips by before the sleep. */
int poll_until(struct pollfd *fds, unsigned int nr, uint64_t ns);

/* kpread_lines.c: -x, the lines of a session of kpread's own. A struct of zeros has no lines. */

struct lines {
	const char **line;
	unsigned int nr;
};

int lines_add(struct lines *l, const char *text);
/* Plants the lines one after the other; a failure has been explained on stderr. */
int lines_plant(const struct lines *l, struct kpr_session *s);

/* kpread_filter.c: the choice of events */

#define TID_CACHE	4096

struct filter {
	const char **globs;		/* none: all events */
	unsigned int nr_globs;
	uint32_t pid;			/* 0: all tasks */
	uint32_t self;			/* kpread's tid, whose events are left out; 0: shown */
	bool is_replay;			/* /proc knows nothing of the tasks */
	uint64_t own;			/* the number of kpread's own events left out */
	struct {
		uint32_t tid;
		bool ours;
		uint64_t until;
	} tids[TID_CACHE];
};

int filter_add_glob(struct filter *f, const char *glob);
/* Matches GROUP/EVENT against -e alone. */
bool filter_match_name(const struct filter *f, const char *full);
/* The same for a description. */
bool filter_match_description(const struct filter *f, const struct kpr_event *ev);
bool filter_match_item(struct filter *f, const struct kpr_item *item);

static inline bool filter_match(struct filter *f, const struct kpr_item *item)
{
	/* nothing was asked for: an event of another task */
	if (item->kind == KPR_EVENT && !f->pid && !f->nr_globs &&
	    KPCTL_REC_TID(item->rec->ctx_tid) != f->self)
		return true;
	return filter_match_item(f, item);
}

/* kpread_print.c: standard output, and the summary at the end */

#define OUTPUT_FLUSH_AT	(64u << 10)

struct output {
	int fd;
	bool tty;
	struct kpr_buf buf;		/* not written yet */
	const struct format *format;
	const char *path;		/* -o; NULL: standard output */
	const char *layout;		/* -F; NULL: lines as of tracefs */
	enum kpr_time time;		/* --time */
	uint64_t realtime;		/* what CLOCK_REALTIME is ahead of all times, in ns */
	const struct filter *filter;	/* -e */
	struct kpr_stream *stream;
	/* of a recording; live, all are zero */
	const uint64_t *clock;		/* the time of its machine, as far as it has been read */
	uint64_t boottime;		/* what CLOCK_BOOTTIME is ahead of all times, in ns */
	const char *machine;		/* the host that was recorded */
	const char *host;		/* the same for the lines, if there are several hosts */
	bool mixed;			/* ... of several machines: times and numbers differ */
};

/* CLOCK_MONOTONIC in ns; of a recording the time of the item, and at the end that of the end. */
static inline uint64_t output_now(const struct output *out)
{
	return out->clock ? *out->clock : kpr_now();
}

/* Appends bytes. 0 or -ENOMEM. */
int buf_put(struct kpr_buf *b, const void *bytes, size_t len);
/* Writes n bytes to a descriptor. 0 or -errno. */
int write_fully(int fd, const void *data, size_t n);
/* Writes out->buf alone, for a format whose text has become long. */
int output_write(struct output *out);
int output_flush(struct output *out);
/* Ends kpread as SIGPIPE would: the other end of the pipe is gone. */
void output_broken_pipe(void);

/* The numbers at the end */
struct summary {
	uint64_t events;	/* printed */
	uint64_t own;		/* kpread's own events, left out */
	uint64_t overwritten;	/* of a snapshot: before its events */
	struct kpr_totals totals;
	struct kpr_counts counters;
	bool is_broken;		/* a recording is damaged, or lacks its end */
};

bool summary_is_complete(const struct summary *s);
/* Prints the summary on stderr; returns the exit status. */
int summary_print(const struct summary *s);
void print_views(struct kpr_session *s);
/* A view's text, which is freed, or why it could not be read, under the name. */
void print_view_text(int ret, char *text, size_t len, const char *name);

/* kpread_format.c: the formats of the table kpread_formats.h */

/*
 * Callbacks append to out->buf: 0 or -errno. NULL for begin or end: nothing to say there; for
 * option: the format has none.
 */
struct format {
	bool takes_text;	/* text may follow: aggregates; else they go to standard error */
	bool is_lines;		/* events are lines, of which none depends on others */
	bool is_binary;		/* nothing for a terminal */
	bool takes_folder;	/* -o names a folder: the format has files of its own */
	int (*option)(const char *option);	/* of -f NAME=OPTION; an error has been explained */
	int (*check)(struct output *out);	/* can this be done? An error has been explained */
	int (*begin)(struct output *out);	/* before the first item */
	int (*event)(struct output *out, const struct kpr_item *item);
	/* A mark of this place in the stream: lost, missed, throttled, corrupt. */
	int (*mark)(struct output *out, const struct kpr_item *item);
	/*
	 * There is nothing to read for a while, or out->buf is full: what the format holds beside
	 * it, and need not hold, is written or appended. NULL: nothing. 0 or -errno.
	 */
	int (*flush)(struct output *out);
	int (*end)(struct output *out, const struct summary *s);
};

#define X(id, name, help) extern const struct format format_##id;
KPREAD_FORMATS(X)
#undef X

/* Takes -f's argument; "help" lists the formats and exits. 0 or -EINVAL, explained. */
int format_choose(struct output *out, const char *arg);
/* Takes --time's argument. 0 or -EINVAL, explained. */
int format_choose_time(struct output *out, const char *arg);
/* Do the options go together? 0 or -EINVAL, explained. */
int output_check_options(const struct output *out);
/* Opens what -o names, and asks the format if it can do its work. An error has been explained. */
int output_open(struct output *out);
/* The format's callbacks called, and a full buffer written. 0 or -errno. */
int output_begin(struct output *out);
int output_item(struct output *out, const struct kpr_item *item);
int output_end(struct output *out, const struct summary *s);

/* kpread_columns.c: -F, the columns of text */

/* Takes the layout apart, whose names are looked up in the stream's events. Explains errors. */
int columns_open(struct output *out);
int columns_title(struct output *out);
int columns_put(struct output *out, const struct kpr_item *item);
void columns_close(void);
/* Is the host one of the columns? */
bool columns_have_host(void);

/* kpread_tasks.c: processes by their threads */

/* The process that the thread belongs to, from /proc; 0: the thread has ended. */
uint32_t task_process(uint32_t tid, uint64_t now);
/* From now on the recording that is read is asked, and not /proc. */
void tasks_of_replay(const struct kpr_replay *rp);

/* kpread_items.c: what formats say of items beside their values */

/* Is it a call, and how long was it? A time that is longer than the clock has run is none. */
bool item_lat(const struct kpr_item *item, uint64_t *lat);
/* "lost", "missed", "throttled", "corrupt", or of an event "undescribed". */
const char *mark_kind(const struct kpr_item *item);
/* GROUP/EVENT of what the mark is about, the number of what is not described, or nothing. */
void mark_event(char *text, size_t size, const struct kpr_item *item);
/* "lost 1628" and the like, as snprintf() writes it. */
int mark_name(char *text, size_t size, const struct kpr_item *item);

/* The task of an item, for formats that name each task once. */
struct task {
	uint32_t tid;
	uint32_t process;	/* the thread itself, if nobody knows */
	unsigned int comm_len;
	char comm[16];
	bool is_new;		/* name or process are not those of the last time */
};

void task_of(struct output *out, const struct kpr_item *item, struct task *t);
/* All tasks are new again. */
void tasks_forget(void);

/* kpread_terminal.c: keys, and the size of the screen */

enum {
	TERMINAL_RIGHT	= 256,
	TERMINAL_LEFT,
};

/* Notes from now on when the screen is resized. True: standard input is a terminal, too. */
bool terminal_begin(void);
/* Puts the terminal back. */
void terminal_end(void);
/* Is the screen to be drawn again? */
bool terminal_changed(void);
/* The next key; 0: none that is known, -1: there will be none. */
int terminal_key(void);
void terminal_size(unsigned int *columns, unsigned int *rows);
/* The columns of a terminal; 80, if it does not say. */
unsigned int terminal_columns(int fd);
/* Is kpread in the foreground of this terminal? */
bool terminal_is_ours(int fd);

/* kpread_colour.c: colours, on terminals whose users want them */

enum colour {
	COLOUR_NONE,		/* as before */
	COLOUR_WRONG,
	COLOUR_TITLE,
	/* of cells of heat maps */
	COLOUR_FEW,
	COLOUR_SOME,
	COLOUR_MANY,
	COLOUR_MOST,
};

bool colour_is_wanted(int fd);
/* What begins the colour there; "": it has no colours. */
const char *colour(int fd, enum colour c);
/* The number of a line's bytes that fit into `width` columns; colours take none. */
size_t colour_visible(const char *line, size_t len, unsigned int width);

/* kpread_progress.c: how far long work is, in a line on standard error that is a terminal */

struct progress {
	uint64_t events;
	struct kpr_totals totals;
	uint64_t size;		/* bytes read or written; 0: unknown */
	uint64_t whole;		/* bytes to be read; 0: unknown */
};

/* `to_file`: what is printed goes there, and not to a terminal or a program. */
void progress_begin(bool to_file);
bool progress_is_file(int fd);
/* Is it time for another line? */
bool progress_is_due(void);
void progress_show(const struct progress *p);
/* A line of these words, for work that is not counted. */
void progress_say(const char *what);
/* Clears the line, before something else is said. */
void progress_hide(void);
/* The same, and there will be none any more. */
void progress_end(void);

/* kpread_hold.c: kpread hold, records that wait until a call of interest has ended */

/* Do the options go together? 0 or -EINVAL, explained. */
int hold_check(const struct output *out);
/* Once the lines are planted, or the recording is open. An error has been explained. */
int hold_start(struct output *out);
/* As output_item(); returns how many events have been shown, or -errno. */
int hold_item(struct output *out, const struct kpr_item *item);
/* Says how many events were not shown, and frees all. */
void hold_end(void);

/* What the boot before this one left, for --last */
#define FILES_LAST	"/sys/kernel/debug/kprobectl/last"

/* kpread_parts.c: -w, the files of a recording, of which one is written at a time */

struct parts {
	const char *path;	/* -w; NULL: nothing is recorded */
	uint64_t size;		/* -C in bytes; 0: no limit */
	uint64_t seconds;	/* -G in ns; 0: no limit */
	uint64_t keep;		/* -W; 0: all parts */
	bool is_zipped;		/* -Z */
	/* in use */
	int fd;
	unsigned int nr;	/* parts begun */
	uint64_t began;		/* the part, by kpr_now() */
	/* -Z: parts before `zipped` are compressed, and the part `zipped` if pid is not 0 */
	unsigned int zipped;
	int pid;
	unsigned int unzipped;	/* parts that could not be compressed */
};

/* Takes -C's argument. 0 or -EINVAL, explained. */
int parts_set_size(struct parts *p, const char *arg);
/* Do the options go together? 0 or -EINVAL, explained. */
int parts_check(const struct parts *p);
/* Can -Z be done, and is standard output no terminal? An error has been explained. */
int parts_start(const struct parts *p);
/* Creates the next file, into p->fd: 0 or -errno, explained. */
int parts_next(struct parts *p);
/* Is the part at its end, with so many bytes in it? */
bool parts_is_full(const struct parts *p, uint64_t size, uint64_t now);
/* Closes the file: 0 or -errno. */
int parts_close(struct parts *p);
/* Goes on with the compression of parts that are closed; with `wait`, to its end. */
void parts_zip(struct parts *p, bool wait);
/* The name of part n; valid until the next call. */
const char *parts_name(const struct parts *p, unsigned int n);

/* kpread_files.c: -r, recordings to be read */

struct files {
	const char **path;
	unsigned int nr;
	unsigned int bad;	/* of them, files that are no recordings */
};

int files_add(struct files *f, const char *path);
/*
 * Opens all files, and says of those that are none what they are. -errno: none is there to be
 * read; an error has been explained.
 */
int files_open(struct files *f, struct kpr_replay **out);
/* Says what the files were like, when all is read. True: something may be missing. */
bool files_explain(const struct files *f, const struct kpr_replay *rp);
/* The moment at which the first of the recordings began, in ns of CLOCK_REALTIME. */
uint64_t files_began(const struct kpr_replay *rp);

/* kpread_range.c: --from and --to */

struct when {
	enum {
		WHEN_NONE,
		WHEN_MONO,		/* ns of CLOCK_MONOTONIC */
		WHEN_REAL,		/* ns of CLOCK_REALTIME */
		WHEN_AFTER,		/* ns after the recording's beginning */
		WHEN_DAY,		/* ns of the day, here, on which it began, or the next */
	} kind;
	uint64_t ns;
};

/* Takes the argument of the option. 0 or -EINVAL, explained. */
int when_parse(struct when *m, const char *option, const char *arg);
/* Makes AFTER and DAY a moment of CLOCK_REALTIME, of recordings that began then. */
void when_settle(struct when *m, uint64_t began);
/* Is a time, with its CLOCK_REALTIME, before the moment? */
bool when_is_later(const struct when *m, uint64_t mono, uint64_t real);

/* kpread.c: a run, as the options have it */

struct reader {
	struct kpr_session *session;
	struct kpr_stream *stream;
	struct kpr_snapshot *snapshot;	/* --snapshot: the stream is its own */
	struct output out;
	struct lines lines;
	struct filter filter;
	struct parts parts;	/* -w */
	struct files files;	/* -r */
	struct when from, to;
	uint64_t count;		/* -n; 0: no limit */
	uint64_t seconds;	/* -t in ns; 0: no limit */
	uint64_t deadline;
	uint64_t printed;
	unsigned int idle;	/* passes in a row that poll() caused in vain */
	bool all;
	bool stats;
	bool all_symbols;	/* --all-symbols */
	bool holds;		/* kpread hold */
	bool snaps;		/* --snapshot */
	const char *view;	/* --view */
	const char *socket;	/* -s, or a session's name; NULL: the device */
};

/* Opens what is read, the device or what is lent; an error has been explained. */
int reader_open_session(struct reader *r);
/* Has -t's time come? */
bool reader_is_overdue(const struct reader *r);
/* Sleeps until a signal, -t, what kpr_fd() tells, or for `wait` ns; KPR_WAIT_POLL: no limit. */
void reader_wait(struct reader *r, uint64_t wait);
/* Prints an item if it passes the filter. Returns 1 if the item is the last one wanted. */
int reader_show(struct reader *r, const struct kpr_item *item);

/* kpread_view.c: --view, a text of the session as it is. Returns the exit status. */
int view_run(struct reader *r);

/* kpread_record.c, kpread_replay.c: -w and -r. They return the exit status. */
int record_run(struct reader *r);
int replay_run(struct reader *r);

/* kpread_live.c: snapshots, shown once or again and again */

struct snapshot {
	uint64_t time;
	struct kpr_hists hists;
	struct kpr_profile profile;
	struct kpr_opens opens;
};

/* A text that grows, for printing and for kpctl_show_*(). */
struct page {
	struct kpctl_show_out out;
	struct kpr_buf buf;
	bool failed;		/* no memory: further text is dropped */
};

struct live {
	const struct live_command *command;
	struct files files;	/* -r; none: a session is shown */
	struct kpr_replay *replay;
	unsigned int machine;	/* of the replay: the one that is shown */
	struct kpr_session *session;
	struct lines lines;	/* without lines the main session is shown */
	struct filter filter;
	int fd;			/* the output */
	uint64_t interval;	/* -i in ns; 0: once */
	uint64_t times;		/* -n; 0: no limit */
	bool drawn;		/* the screen has a page */
	bool is_screen;		/* the output is a terminal */
	bool has_keys;
	bool unwritten;		/* the error is one of writing the output */
	const char *socket;		/* -s, or a session's name; NULL: the device */
	const char *path;	/* -o; NULL: standard output */
	uint64_t limit;		/* -l; 0: as many as the command thinks right */
	bool rows;		/* --rows: no maps */
};

/* What a key asks for. */
enum live_key {
	LIVE_NOTHING,
	LIVE_AGAIN,		/* draw again */
	LIVE_PAUSE,		/* draw again, and take no snapshots */
	LIVE_GO_ON,
	LIVE_QUIT,
};

struct live_command {
	const char *name;
	const char *options;	/* for getopt(); NULL: those of hist and stat */
	bool wants_profile;
	bool wants_open;	/* and nothing else */
	uint64_t interval;	/* where -i does not say; 0: once */
	/* Takes what is no option; NULL: nothing. 0 or -EINVAL, explained. */
	int (*operands)(int argc, char **argv);
	enum live_key (*key)(int key);	/* NULL: takes no keys */
	/* Do the options go together? 0 or -EINVAL, explained. NULL: as for hist and stat. */
	int (*check)(struct live *l);
	/* What the command does instead of printing pages: 0 or -errno. NULL: it prints them. */
	int (*run)(struct live *l);
	/*
	 * Prints `now`: the counts of `interval` ns, or all counts so far if `interval` is 0.
	 * `ever` has all counts so far in either case. 0 or -errno; -ECANCELED: explained.
	 */
	int (*print)(struct live *l, struct page *page, const struct snapshot *now,
		     const struct snapshot *ever, uint64_t interval);
};

extern const struct live_command command_hist, command_stat, command_top, command_prom,
	command_open;

/* The histogram of the event of ledger i; NULL: the event has none. (kpread_stat.c) */
const struct kpr_aggr *snapshot_hist(const struct snapshot *s, unsigned int i);

/* The text of a view, made safe for terminals; the caller frees it. 0 or -errno. */
int live_view(struct live *l, uint32_t view, char **text, size_t *len);
int live_take(struct live *l, struct snapshot *s);
void snapshot_free(struct snapshot *s);
/* Sleeps until then, or until a signal comes. */
void live_wait_until(struct live *l, uint64_t time);
__attribute__((format(printf, 2, 3)))
void page_put(struct kpctl_show_out *out, const char *fmt, ...);
/* Writes the text to l->fd. 0 or -errno. */
int live_write(const struct live *l, const struct kpr_buf *text);

/*
 * Prints the aggregates, if any, of a session with lines of kpread's own. An error has been
 * explained on stderr.
 */
int live_print_own(struct kpr_session *s, const struct lines *lines, int fd);
/* The columns of the screen; 0: the output is none. */
unsigned int live_columns(const struct live *l);
/* The same of what a recording of such a session has at its end. */
int live_print_replay(struct kpr_replay *rp, unsigned int machine, int fd);
/* KPCTL_VIEW_MAIN, if the descriptor does not stand for the session itself. */
uint32_t live_of_main(const struct live *l);
/* Returns the exit status. */
int live_main(const struct live_command *command, int argc, char **argv);

/* kpread_rows.c: from the library's aggregates to rows for module/show/ */

struct rows {
	struct kpctl_show_aggr show;	/* the caller may replace text and interval */
	struct kpctl_show_row *row;
	struct kpctl_show_bucket *bucket;
	char *keys;
};

int rows_make(struct rows *rows, const struct kpr_aggr *a);
/* Does the aggregate have percentiles, as a histogram has? */
bool rows_have_percentiles(const struct kpr_aggr *a);
/*
 * "comm, pid top=64" of "hist($lat) by comm, pid top=64", which may have no space before the
 * `by`; "": the aggregate of this text has no keys.
 */
const char *rows_key_names(const char *text);
/* Is a stack one of the keys? Only then a ';' in a key's text separates frames. */
bool rows_have_stacks(const struct kpr_aggr *a);
/* Makes a single row of all keys. */
int rows_make_joined(struct rows *rows, const struct kpr_aggr *a);
void rows_free(struct rows *rows);

#endif /* KPREAD_H */
