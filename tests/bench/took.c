// SPDX-License-Identifier: GPL-2.0
/*
 * took FILE COMMAND...: runs it, and writes into FILE how many ns passed from its
 * start to its end. Its status is the command's.
 */
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

int main(int argc, char **argv)
{
	long long start = now();
	int status;
	FILE *f;
	pid_t pid;

	if (argc < 3)
		return 125;
	pid = vfork();
	if (!pid) {
		execvp(argv[2], argv + 2);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return 125;
	f = fopen(argv[1], "w");
	if (!f || fprintf(f, "%lld\n", now() - start) < 0 || fclose(f))
		return 125;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}
