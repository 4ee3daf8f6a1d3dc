// SPDX-License-Identifier: GPL-2.0
/*
 * wrote FILE: writes what comes on standard input into FILE, behind what is there, all
 * of it with one write() if FILE takes that, and prints how many ns passed from before
 * it was opened until it was closed. With nothing on standard input FILE is truncated.
 */
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define ROOM	(1 << 20)

static char text[ROOM];

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static ssize_t read_all(void)
{
	ssize_t n, len = 0;

	while ((n = read(0, text + len, ROOM - len)) > 0)
		len += n;
	return n < 0 ? n : len;
}

static int write_all(const char *file, ssize_t len)
{
	int fd = open(file, O_WRONLY | (len ? O_APPEND : O_TRUNC));
	ssize_t n, done;

	if (fd < 0)
		return -1;
	for (done = 0; done < len; done += n) {
		n = write(fd, text + done, len - done);
		if (n <= 0)
			return -1;
	}
	return close(fd);
}

int main(int argc, char **argv)
{
	ssize_t len = read_all();
	long long start = now();

	if (argc != 2 || len < 0 || write_all(argv[1], len)) {
		perror(argc == 2 ? argv[1] : "wrote FILE");
		return 1;
	}
	printf("%lld\n", now() - start);
	return 0;
}
