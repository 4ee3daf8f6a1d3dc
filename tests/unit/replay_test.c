// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpread -w and kpread -r as they are run, on rings that stand here. Each run is a process of
 * its own, as kpread ends where it pleases.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "kpread.h"
#include "record_fake.h"
#undef main

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

int kpread_main(int argc, char **argv);

static char dir[] = "/tmp/replay_test_XXXXXX";	/* all files of the test */

/* Files */

static const char *path_of(const char *name)
{
	static char path[4][256];
	static unsigned int n;

	n = (n + 1) % 4;
	snprintf(path[n], sizeof(path[n]), "%s/%s", dir, name);
	return path[n];
}

static bool is_there(const char *name)
{
	return !access(path_of(name), F_OK);
}

/* The file's text; good until the fourth call after. */
static const char *read_file(const char *name)
{
	static char *text[4];
	static unsigned int n;
	size_t len;

	n = (n + 1) % 4;
	free(text[n]);
	if (kpr_read_file(path_of(name), &text[n], &len)) {
		ktap_wrong("%s is not there", name);
		text[n] = strdup("");
	}
	return text[n];
}

static void write_file(const char *name, const void *bytes, size_t len)
{
	int fd = open(path_of(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);

	KTAP_CHECK(write(fd, bytes, len) == (ssize_t)len);
	close(fd);
}

/* The recording's file so far, in the directory. */
static size_t keep_part(int fd, const char *name)
{
	struct stat st;
	char *bytes;

	fstat(fd, &st);
	bytes = malloc(st.st_size + 1);
	KTAP_CHECK(pread(fd, bytes, st.st_size, 0) == st.st_size);
	write_file(name, bytes, st.st_size);
	free(bytes);
	return st.st_size;
}

static void check_same_text(const char *got, const char *want)
{
	const char *g = got, *w = want;

	while (*g && *g == *w)
		g++, w++;
	if (*g == *w)
		return;
	while (g > got && g[-1] != '\n')
		g--, w--;
	ktap_wrong("at %zu:\n  got:  %.*s\n  want: %.*s", g - got, (int)strcspn(g, "\n"), g,
		   (int)strcspn(w, "\n"), w);
}

static unsigned int count(const char *text, const char *what)
{
	unsigned int n = 0;

	for (; (text = strstr(text, what)); text++)
		n++;
	return n;
}

static unsigned int nr_lines(const char *text)
{
	return count(text, "\n");
}

/* Running */

static void to_file(int fd, const char *name)
{
	int to = open(path_of(name), O_RDWR | O_CREAT | O_TRUNC, 0600);

	dup2(to, fd);
	close(to);
}

static void child(char *words)
{
	char *argv[32], *save = NULL;
	int argc = 0;

	argv[argc++] = strtok_r(words, " ", &save);
	while (argc < 31 && (argv[argc] = strtok_r(NULL, " ", &save)))
		argc++;
	argv[argc] = NULL;
	KTAP_CHECK(!chdir(dir));
	exit(kpread_main(argc, argv));
}

/* The exit status of `kpread ...`, run in the directory; its outputs are the files out and err. */
__attribute__((format(printf, 1, 2)))
static int run(const char *fmt, ...)
{
	char words[1024] = "kpread ";
	va_list args;
	int status;
	pid_t pid;

	va_start(args, fmt);
	vsnprintf(words + strlen(words), sizeof(words) - strlen(words), fmt, args);
	va_end(args);
	fflush(NULL);
	pid = fork();
	if (!pid) {
		to_file(1, "out");
		to_file(2, "err");
		child(words);
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void check_err(const char *part)
{
	const char *err = read_file("err");

	if (!strstr(err, part))
		ktap_wrong("not said: %s\n  but: %s", part, err);
}

/* What is refused, in a sentence */
static void check_refused(int status, const char *sentence, const char *words)
{
	int got = run("%s", words);
	const char *err = read_file("err");

	if (got != status || nr_lines(err) != 1 || strncmp(err, "kpread: ", 8) ||
	    !strstr(err, sentence) || *read_file("out"))
		ktap_wrong("%s: status %d, %s", words, got, err);
}

/* Recordings */

/* One of everything in random order, its text in want; recorded as NAME. */
static void record_random(const char *name, struct kpr_buf *want)
{
	struct twins t;

	twins_start(&t, false, fake_all);
	twins_random(&t, 40, 40);
	twins_finish(&t);
	keep_part(t.fd, name);
	*want = t.text;
	t.text = (struct kpr_buf){ 0 };
	twins_stop(&t);
}

static const char one_event[] = "16 armed p g/one sym a:u64@16\n";
static const char whole_stats[] =
	"total hits=3 emitted=3 aggregated=0 filtered=0 lost=0 off=0 missed=0 nested=0 norcu=0 "
	"throttled=0 never=0 inflight=0\n";

/*
 * Events of g/one, a second apart from 1.0000006 on, as NAME; lines say 1.000001. Their text is
 * returned, malloc'ed.
 */
static char *record_some(const char *name, unsigned int nr)
{
	struct twins t;
	uint64_t i;
	char *text;

	fake_stats = whole_stats;
	twins_start(&t, false, one_event);
	t.now += 600;
	for (i = 0; i < nr; i++) {
		twins_event(&t, i % NR_RINGS, 16, t.now, 7, &i, 1);
		twins_pass(&t);
		t.now += NSEC_PER_SEC;
	}
	twins_finish(&t);
	keep_part(t.fd, name);
	text = strdup(t.text.data);
	twins_stop(&t);
	return text;
}

#include "replay_read.h"
#include "replay_formats.h"
#include "replay_write.h"
#include "replay_progress.h"

int main(void)
{
	static const struct ktap_test tests[] = {
		{ "-r: the text of live reading", test_text },
		{ "-r: the choice of events", test_choice },
		{ "-r: processes", test_processes },
		{ "-r: ranges of time", test_ranges },
		{ "-r: times that are none", test_no_times },
		{ "-r: what is not whole", test_damage },
		{ "-r: counts that are damaged", test_damaged_counts },
		{ "-r: control characters", test_control_bytes },
		{ "-r: what is no recording", test_foreign },
		{ "-r: a pipe, and zstd", test_streams },
		{ "-r: parts", test_parts },
		{ "-r: several machines", test_machines },
		{ "-r: several machines, in tables", test_machines_csv },
		{ "hist and stat of a recording", test_counts },
		{ "all formats as live", test_formats },
		{ "calls with pauses between them", test_pauses },
		{ "options that do not go together", test_options },
		{ "-w: what it writes is read back", test_write },
		{ "-w: parts, and how many stay", test_rotation },
		{ "-w: -Z", test_zip },
		{ "-w: a full disk", test_full },
		{ "-w: files that cannot be made", test_unwritable },
		{ "-w: all symbols", test_all_symbols },
		{ "progress on a terminal", test_progress },
		{ "no progress elsewhere", test_no_progress },
		{ "colours on a terminal", test_colours },
	};

	setenv("TZ", "UTC-2", 1);
	setenv("TERM", "xterm", 1);
	unsetenv("NO_COLOR");
	if (!mkdtemp(dir))
		return 1;
	ktap_run(tests, ARRAY_SIZE(tests));
	fake_proc_remove();
	if (!getenv("KEEP") && fork() == 0)
		execlp("rm", "rm", "-rf", dir, NULL);
	wait(NULL);
	return ktap_done();
}
