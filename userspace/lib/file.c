// SPDX-License-Identifier: LGPL-2.1-only
/* Reading whole files whose size stat() does not know. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "kpr_int.h"

#define FIRST	(64u << 10)

static int grow(char **text, size_t *cap)
{
	size_t want = *cap ? *cap * 2 : FIRST;
	char *p = realloc(*text, want);

	if (!p)
		return -ENOMEM;
	*text = p;
	*cap = want;
	return 0;
}

int kpr_read_fd(int fd, char **text, size_t *len)
{
	size_t cap = 0, n = 0;
	char *buf = NULL;
	ssize_t got;
	int ret;

	for (;;) {
		if (n + 1 >= cap) {
			ret = grow(&buf, &cap);
			if (ret)
				goto err_free;
		}
		got = read(fd, buf + n, cap - n - 1);
		if (!got)
			break;
		if (got > 0) {
			n += got;
		} else if (errno != EINTR) {
			ret = -errno;
			goto err_free;
		}
	}
	buf[n] = '\0';
	*text = buf;
	*len = n;
	return 0;

err_free:
	free(buf);
	return ret;
}

int kpr_read_file(const char *path, char **text, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int ret;

	if (fd < 0)
		return -errno;
	ret = kpr_read_fd(fd, text, len);
	close(fd);
	return ret;
}
