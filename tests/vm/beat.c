// SPDX-License-Identifier: GPL-2.0
/*
 * beat FILE: writes a line every few seconds, for as long as this machine runs
 * programs at all. Whoever reads them knows a machine that works from one that hangs.
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define SECONDS 5

int main(int argc, char **argv)
{
	int fd = argc == 2 ? open(argv[1], O_WRONLY) : -1;

	if (fd < 0) {
		perror(argc == 2 ? argv[1] : "usage: beat FILE");
		return 1;
	}
	while (write(fd, "\n", 1) == 1)
		sleep(SECONDS);
	perror(argv[1]);
	return 1;
}
