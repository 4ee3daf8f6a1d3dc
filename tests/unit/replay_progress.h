/* SPDX-License-Identifier: GPL-2.0-only */
/* replay_test.c: the line that says how far long work is */

#include <pty.h>
#include <sys/ioctl.h>

/* The terminal on which kpread's standard error is */
static unsigned short columns;
static bool is_background, is_piped;
static bool is_printed;		/* standard output is the terminal, too */

/* Standard output is the file out, or a pipe that has been filled; the terminal is slave. */
static void child_on_terminal(int slave, char *words)
{
	int fds[2];

	setsid();
	ioctl(slave, TIOCSCTTY, 0);
	if (is_background && fork()) {
		wait(NULL);
		exit(0);
	}
	if (is_background)
		setpgid(0, 0);
	dup2(slave, 2);
	if (is_printed)
		dup2(slave, 1);
	else if (is_piped && !pipe(fds))
		dup2(fds[1], 1);
	else
		to_file(1, "out");
	is_fast = true;
	child(words);
}

/* What stands on the terminal in the end, all of it, as kpread wrote it; good until the next call. */
static const char *on_terminal(const char *words)
{
	struct winsize size = { .ws_row = 24, .ws_col = columns };
	static char text[1 << 20];
	char copy[256] = "kpread ";
	size_t len = 0;
	int fd, slave;
	ssize_t n;
	pid_t pid;

	strcat(copy, words);
	KTAP_CHECK(!openpty(&fd, &slave, NULL, NULL, &size));
	fflush(NULL);
	pid = fork();
	if (!pid)
		child_on_terminal(slave, copy);
	close(slave);
	while ((n = read(fd, text + len, sizeof(text) - 1 - len)) > 0)
		len += n;
	waitpid(pid, NULL, 0);
	close(fd);
	text[len] = '\0';
	return text;
}

/* The rings have so many events, of which each wait brings one. */
static const char *record_on_terminal(const char *words, unsigned int nr)
{
	const char *text;

	fake_stats = whole_stats;
	twins_start(&source, false, one_event);
	waits = nr;
	to_come = 0;
	text = on_terminal(words);
	twins_stop(&source);
	waits = 0;
	return text;
}

/*
 * Each line begins with \r, ends with \033[K, fits into the terminal, and names all that
 * `pattern` has; the last line is empty, and the summary follows. Returns their number.
 */
static unsigned int check_lines(const char *text, const char *pattern, int fields)
{
	unsigned int n = 0, most = columns && columns < 80 ? columns - 1 : 79;
	unsigned long long v[8];
	double rate;
	const char *end;

	while (*text == '\r' && (end = strstr(text, "\033[K")) && end > text + 1) {
		if ((size_t)(end - text - 1) > most ||
		    sscanf(text + 1, pattern, &v[0], &rate, &v[1], &v[2], &v[3], &v[4], &v[5],
			   &v[6], &v[7]) != fields)
			ktap_wrong("%.*s", (int)(end - text), text + 1);
		text = end + 3;
		n++;
	}
	if (strncmp(text, "\r\033[K", 4) || !strstr(text, " missed: ") ||
	    strchr(text + 1, '\r') + 2 != text + strlen(text))
		ktap_wrong("the end: %s", text);
	return n;
}

#define COUNTS	"%llu events, %lf/s, %llu lost, %llu missed"

static void test_progress(void)
{
	const char *text;
	struct kpr_buf want;

	setenv("NO_COLOR", "1", 1);
	columns = 0;
	text = record_on_terminal("-w rec", 50);
	KTAP_CHECK(check_lines(text, COUNTS ", %llu.%llu MB", 6) > 10);
	KTAP_CHECK(strstr(text, "\r\033[K50 events, 0 lost"));
	/* the size is that of all parts */
	text = record_on_terminal("-w part -C 1k", 200);
	check_lines(text, COUNTS ", %llu.%llu MB", 6);
	KTAP_CHECK(strstr(text, " missed, 0.1 MB"));
	text = record_on_terminal("-o printed", 50);
	KTAP_CHECK(check_lines(text, COUNTS ", 0.0 MB", 4) > 10);
	record_random("rec", &want);
	text = on_terminal("-r rec -o to");
	KTAP_CHECK(check_lines(text, COUNTS ", %llu.%llu of %llu.%llu MB, %llu s left", 9) > 1);
	columns = 30;
	text = on_terminal("-r rec");
	KTAP_CHECK(check_lines(text, "%llu events, %lf/s, %llu lost", 3) > 1);
	kpr_buf_free(&want);
}

static void check_none(const char *text)
{
	if (strchr(text, '\033') || !strstr(text, " missed: "))
		ktap_wrong("%s", text);
}

/* A pipe, and a shell that has other things to do */
static void test_no_progress(void)
{
	struct kpr_buf want;

	columns = 0;
	setenv("NO_COLOR", "1", 1);
	record_random("rec", &want);
	is_piped = true;
	check_none(on_terminal("-r rec -n 300"));
	check_none(record_on_terminal("-w -", 50));
	is_piped = false;
	is_background = true;
	check_none(on_terminal("-r rec -o to"));
	check_none(record_on_terminal("-w rec2", 50));
	is_background = false;
	is_fast = true;
	run("-r rec -o to");
	is_fast = false;
	check_none(read_file("err"));
	unsetenv("NO_COLOR");
	kpr_buf_free(&want);
}

#define RED	"\033[31m"
#define NONE	"\033[m"

/* Losses, and that something is missing; nothing else. */
static void test_colours(void)
{
	const char *text;
	struct kpr_buf want;
	char *plain;

	columns = 0;
	record_random("rec", &want);
	is_printed = true;
	text = on_terminal("-r rec");
	KTAP_CHECK(strstr(text, "\n" RED "CPU:") && strstr(text, " EVENTS]" NONE "\r\n"));
	KTAP_CHECK(strstr(text, " missed: " RED "incomplete by "));
	KTAP_CHECK(strstr(text, ": [MISSED ") && strstr(text, " CALLS]" NONE "\r\n"));
	CHECK_U64(count(text, "\033"), 2 * count(text, "]" NONE "\r\n") + 2);
	setenv("NO_COLOR", "1", 1);
	plain = strdup(on_terminal("-r rec"));
	KTAP_CHECK(!strchr(plain, '\033') && strstr(plain, "\nCPU:"));
	setenv("NO_COLOR", "", 1);
	KTAP_CHECK(strstr(on_terminal("-r rec"), RED));
	setenv("TERM", "dumb", 1);
	KTAP_CHECK(!strchr(on_terminal("-r rec"), '\033'));
	unsetenv("NO_COLOR");
	setenv("TERM", "xterm", 1);
	is_printed = false;
	run("-r rec");
	KTAP_CHECK(!strchr(read_file("out"), '\033') && !strchr(read_file("err"), '\033'));
	kpr_buf_free(&want);
	free(plain);
}
