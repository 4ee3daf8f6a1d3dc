/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that are damaged, the same in each run. */
#ifndef DAMAGE_H
#define DAMAGE_H

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline unsigned int next_random(void)
{
	static unsigned long long x = 0x9e3779b97f4a7c15;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return x >> 16;
}

/*
 * Who damages a file at each of its bytes goes on by so many bytes: with DAMAGE=all one by one,
 * else by five, as each file that is read takes milliseconds.
 */
static inline size_t damage_step(void)
{
	const char *how = getenv("DAMAGE");

	return how && !strcmp(how, "all") ? 1 : 5;
}

static inline void write_file(const char *path, const unsigned char *at, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || write(fd, at, len) != (ssize_t)len)
		abort();
	close(fd);
}

#endif /* DAMAGE_H */
