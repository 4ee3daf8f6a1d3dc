// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpread hist, stat, top, open and prom as they are run, on views that stand here. Each run
 * is a process of its own, as kpread ends where it pleases.
 */
#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utmp.h>
#include "ktap.h"
#include "kpread.h"
#undef main

int kpread_main(int argc, char **argv);

/* What the fake device says. Each reading of HISTS goes on to the next moment. */

struct moment {
	const char *hists, *profile;
};

static const struct moment *moments;
static unsigned int nr_moments, moment;
static const char *events = "";
static const char *errors = "";
static const char *stats = "";
static const char *opens = "";
static int open_error, view_error, write_error;
static char written[256];		/* to CONTROL */
static unsigned int signal_after;	/* waits; 0: no signal */
static int killed_by;			/* in the first wait */
static const char *typed;		/* NULL: whatever is typed, kpread goes on behind it */
static uint64_t clock_ns = 1000;
static uint64_t slow;			/* a snapshot takes so long, */
static unsigned int slow_times;		/* so many times */

struct kpr_session {
	int unused;
};

int kpr_open(struct kpr_session **out)
{
	static struct kpr_session s;

	*out = open_error ? NULL : &s;
	return open_error;
}

static int borrow_error;

/* -s: what is lent is as good as what is opened. */
int kpr_borrow(struct kpr_session **out, const char *path, bool ring)
{
	if (ring || strcmp(path, "/s"))
		ktap_wrong("borrowed at %s%s", path, ring ? " with the ring" : "");
	return borrow_error ? borrow_error : kpr_open(out);
}

void kpr_close(struct kpr_session *s)
{
	(void)s;
}

static const char *view_text(uint32_t view)
{
	switch (view & ~KPCTL_VIEW_MAIN) {
	case KPCTL_VIEW_HISTS:
		if (slow_times && slow_times--)
			clock_ns += slow;
		if (moment < nr_moments)
			moment++;
		return moments[moment - 1].hists;
	case KPCTL_VIEW_PROFILE:
		return moments[moment - 1].profile;
	case KPCTL_VIEW_EVENTS:
		return events;
	case KPCTL_VIEW_ERRORS:
		return errors;
	case KPCTL_VIEW_STATS:
		return stats;
	case KPCTL_VIEW_OPEN:
		return opens;
	}
	abort();
}

int kpr_view_read(struct kpr_session *s, uint32_t view, char **text, size_t *len)
{
	(void)s;
	/* with lines of its own it is about these, else about the main session's */
	if (!(view & KPCTL_VIEW_MAIN) != (written[0] != '\0'))
		abort();
	if (view_error)
		return view_error;
	*text = strdup(view_text(view));
	*len = strlen(*text);
	return *text ? 0 : -ENOMEM;
}

int kpr_view_write(struct kpr_session *s, uint32_t view, const void *text, size_t len)
{
	(void)s;
	if (view != KPCTL_VIEW_CONTROL || strlen(written) + len >= sizeof(written))
		abort();
	strncat(written, text, len);
	/* for who looks in the file that errors go to */
	fprintf(stderr, "wrote %.*s", (int)len, (const char *)text);
	return strstr(text, "bad") ? write_error : 0;
}

/* Not for what is tested here */
int kpr_attach(struct kpr_session *s)
{
	(void)s;
	abort();
}

int kpr_look(struct kpr_session *s)
{
	(void)s;
	abort();
}

int kpr_choose(struct kpr_session *s, const char *name, bool looks)
{
	(void)s;
	(void)name;
	(void)looks;
	abort();
}

unsigned int kpr_session_nr_rings(const struct kpr_session *s)
{
	(void)s;
	abort();
}

void *kpr_session_map_look(const struct kpr_session *s, unsigned int i, size_t *len)
{
	(void)s, (void)i, (void)len;
	abort();
}

int kpr_fd(const struct kpr_session *s)
{
	(void)s;
	abort();
}

/* The only line that is asked for here is the last. */
int kpr_text_value(const char *text, const char *word, const char *key, uint64_t *value)
{
	char sought[64];
	const char *at = strstr(text, word);

	snprintf(sought, sizeof(sought), " %s=", key);
	at = at ? strstr(at, sought) : NULL;
	if (at)
		*value = strtoull(at + strlen(sought), NULL, 10);
	return at ? 0 : -ENOENT;
}

int kpr_session_rings(struct kpr_session *s, void *rings, unsigned int *nr)
{
	(void)s, (void)rings, (void)nr;
	abort();
}

int kpr_session_symbol(void *arg, uint64_t addr, char *text)
{
	(void)arg, (void)addr, (void)text;
	abort();
}

uint64_t __wrap_kpr_now(void)
{
	return clock_ns;
}

int __wrap_poll_until(struct pollfd *fds, unsigned int nr, uint64_t ns)
{
	/* keys that have been typed come at once, when there is a page; no more come */
	if (nr == 2 && fds[1].fd >= 0 && moment > 1) {
		if (poll(fds + 1, 1, 0) == 1)
			return 1;
		if (typed)
			stop = SIGINT;
	}
	if (killed_by) {
		setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
		raise(killed_by);
	}
	if (signal_after && !--signal_after)
		stop = SIGINT;
	clock_ns += ns;
	return 0;
}

/* Comparisons of texts that kpread has made, in all runs. */
static unsigned long *compared;

int __real_strcmp(const char *a, const char *b);
int __real_strncmp(const char *a, const char *b, size_t n);

int __wrap_strcmp(const char *a, const char *b)
{
	++*compared;
	return __real_strcmp(a, b);
}

int __wrap_strncmp(const char *a, const char *b, size_t n)
{
	++*compared;
	return __real_strncmp(a, b, n);
}

time_t __wrap_time(time_t *t)
{
	(void)t;
	return 1000000000;	/* 01:46:40 */
}

/* Running */

static char out[65536], err[4096];

#define CHECK_STR(got, want) do {						\
	if (strcmp(got, want))							\
		ktap_wrong("%s:%d:\n--- got:\n%s--- want:\n%s---", __FILE__, __LINE__, got, want); \
} while (0)

static void read_back(int fd, char *text, size_t size)
{
	ssize_t n = pread(fd, text, size - 1, 0);

	text[n > 0 ? n : 0] = '\0';
	close(fd);
}

static void child(int fd_out, int fd_err, char *words)
{
	char *argv[16] = { "kpread" }, *save = NULL, *word;
	const struct rlimit limit = { sizeof(out), sizeof(out) };
	int argc = 1;

	/* should it never end */
	alarm(120);
	setrlimit(RLIMIT_FSIZE, &limit);
	dup2(fd_out, STDOUT_FILENO);
	dup2(fd_err, STDERR_FILENO);
	for (word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save))
		argv[argc++] = word;
	exit(kpread_main(argc, argv));
}

static int wait_for(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* words: its arguments. Returns its exit status. */
static int run(const char *words)
{
	char copy[256];
	int fd_out = memfd_create("out", 0), fd_err = memfd_create("err", 0), status;
	pid_t pid;

	fflush(stdout);
	strcpy(copy, words);
	pid = fork();
	if (!pid)
		child(fd_out, fd_err, copy);
	status = wait_for(pid);
	read_back(fd_out, out, sizeof(out));
	read_back(fd_err, err, sizeof(err));
	return status;
}

static void check(int line, const char *words, int status, const char *want_out,
		  const char *want_err)
{
	int got = run(words);

	if (got != status)
		ktap_wrong("line %d: kpread %s: status %d, not %d", line, words, got, status);
	if (strcmp(out, want_out))
		ktap_wrong("line %d: kpread %s:\n--- got:\n%s--- want:\n%s---", line,
			   words, out, want_out);
	if (strcmp(err, want_err))
		ktap_wrong("line %d: kpread %s:\n--- said:\n%s--- not:\n%s---", line,
			   words, err, want_err);
}

#define CHECK(words, status, out, err)	check(__LINE__, words, status, out, err)

static void start(const struct moment *m, unsigned int nr)
{
	moments = m;
	nr_moments = nr;
	events = stats = "";
	open_error = view_error = write_error = 0;
	errors = "";
	signal_after = 0;
	killed_by = 0;
	typed = NULL;
	slow_times = 0;
}

#define START(m)	start(m, sizeof(m) / sizeof((m)[0]))

#include "live_texts.h"
#include "live_maps.h"
#include "open_texts.h"
#include "prom_golden.h"
#include "prom_texts.h"

static const struct ktap_test tests[] = {
	{ "hist", test_hist },
	{ "hist: top=N", test_top_n },
	{ "hist: nothing to show", test_hist_none },
	{ "hist: stacks, and bytes a terminal cannot bear", test_hist_stacks },
	{ "hist: several probes of one name", test_hist_shared },
	{ "hist -e", test_hist_glob },
	{ "hist -i -n", test_hist_interval },
	{ "hist -i: cleared, gone and come", test_hist_anew },
	{ "hist -i: a signal ends it", test_hist_signal },
	{ "hist -i: slower than its interval", test_hist_slow },
	{ "hist -i on a terminal", test_hist_terminal },
	{ "hist: maps of what is by time", test_hist_maps },
	{ "stat", test_stat },
	{ "stat: which histogram is whose", test_stat_shared },
	{ "-x: lines of its own", test_lines },
	{ "stat -i", test_stat_interval },
	{ "refusals", test_refusals },
	{ "usage", test_usage },
	{ "output that cannot be written", test_unwritten },
	{ "top: keys of several aggregates", test_top },
	{ "top: a by that stands right behind a value", test_top_tight },
	{ "top by COLUMN", test_top_by },
	{ "top: columns that fit", test_top_narrow },
	{ "top: keys that are typed", test_top_keys },
	{ "top: the terminal is put back", test_top_end },
	{ "colours on a terminal", test_colours },
	{ "open: the list, and sums", test_open },
	{ "open on a terminal", test_open_narrow },
	{ "open: lines that are none", test_open_garbage },
	{ "open: usage, refusals", test_open_usage },
	{ "prom", test_prom },
	{ "prom: keys", test_prom_keys },
	{ "prom: events and aggregates that are the same", test_prom_same },
	{ "prom: many events cost as much as they are more", test_prom_many },
	{ "prom: numbers at their ends", test_prom_ends },
	{ "prom: more label sets than there is room for", test_prom_limit },
	{ "prom -o", test_prom_file },
	{ "prom: usage", test_prom_usage },
};

int main(void)
{
	const unsigned int nr = sizeof(tests) / sizeof(tests[0]);
	unsigned int i;

	compared = mmap(NULL, sizeof(*compared), PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	setenv("TZ", "UTC", 1);
	setenv("TERM", "xterm", 1);
	setenv("NO_COLOR", "1", 1);
	if (!mkdtemp(prom_dir))
		return 1;
	ktap_plan(nr + 2);
	for (i = 0; i < nr; i++) {
		tests[i].fn();
		ktap_end("%s", tests[i].name);
	}
	run_prom_consumers();
	return ktap_done();
}
