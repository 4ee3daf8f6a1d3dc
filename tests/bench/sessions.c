// SPDX-License-Identifier: GPL-2.0
/*
 * sessions N LINE COMMAND...: opens /dev/kprobectl so many times, writes the line to
 * each, and runs the command meanwhile.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(char **argv)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		execvp(*argv, argv);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv)
{
	ssize_t len;
	int i, fd;

	if (argc < 4)
		return 125;
	len = strlen(argv[2]);
	for (i = 0; i < atoi(argv[1]); i++) {
		fd = open("/dev/kprobectl", O_RDWR | O_CLOEXEC);
		if (fd < 0 || write(fd, argv[2], len) != len) {
			perror("/dev/kprobectl");
			return 125;
		}
	}
	return run(argv + 3);
}
