// SPDX-License-Identifier: GPL-2.0
/*
 * A caller that says what it got, for act.sh:
 *
 *	acted getppid N		N times: what getppid() returned, a line each
 *	acted read FILE N	N times: what read() of FILE from its start returned
 *	acted kpt WORDS...	writes WORDS to kpt's file `run`, as another process than the shell
 *	acted signals WORDS...	the same, and how often SIGUSR1 came, once it has come or 2 s passed
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define RUN "/sys/kernel/debug/kpt/run"

static volatile sig_atomic_t signals;

static void count_signal(int sig)
{
	(void)sig;
	signals++;
}

static int say_getppid(int n)
{
	while (n--)
		printf("%ld\n", syscall(SYS_getppid));
	return 0;
}

static int say_reads(const char *file, int n)
{
	char byte;
	ssize_t ret;
	int fd = open(file, O_RDONLY);

	if (fd < 0)
		return 2;
	while (n--) {
		ret = pread(fd, &byte, 1, 0);
		printf("%d\n", ret < 0 ? -errno : (int)ret);
	}
	return 0;
}

static int write_words(char **words)
{
	char line[256] = "";
	int fd = open(RUN, O_WRONLY);
	ssize_t ret;

	if (fd < 0)
		return 2;
	for (; *words; words++) {
		strncat(line, *words, sizeof(line) - strlen(line) - 2);
		strcat(line, words[1] ? " " : "");
	}
	ret = write(fd, line, strlen(line));
	close(fd);
	return ret < 0;
}

static int say_signals(char **words)
{
	struct sigaction sa = { .sa_handler = count_signal };
	struct timespec ms = { .tv_nsec = 1000000 };
	int ret, i;

	sigaction(SIGUSR1, &sa, NULL);
	ret = write_words(words);
	for (i = 0; i < 2000 && !signals; i++)
		nanosleep(&ms, NULL);
	printf("%d\n", (int)signals);
	return ret;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "getppid"))
		return say_getppid(atoi(argv[2]));
	if (argc == 4 && !strcmp(argv[1], "read"))
		return say_reads(argv[2], atoi(argv[3]));
	if (argc > 2 && !strcmp(argv[1], "kpt"))
		return write_words(argv + 2);
	if (argc > 2 && !strcmp(argv[1], "signals"))
		return say_signals(argv + 2);
	fprintf(stderr, "acted: see its source\n");
	return 2;
}
