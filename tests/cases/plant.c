// SPDX-License-Identifier: GPL-2.0
/*
 * plant CONTROL ERROR_LOG: writes each line of standard input to CONTROL, by itself,
 * and goes on behind one that is refused. Those are printed: the errno's name, a tab,
 * the line, a tab, and the sentence that ERROR_LOG has for it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char newest[1 << 16];

/* The last refusal's sentence, which the log calls an error. */
static const char *why(const char *file)
{
	const char *error = "", *at = newest;
	int fd = open(file, O_RDONLY);
	ssize_t n, len = 0;

	while (fd >= 0 && (n = read(fd, newest + len, sizeof(newest) - 1 - len)) > 0)
		len += n;
	newest[len] = 0;
	if (fd >= 0)
		close(fd);
	while ((at = strstr(at, "error: ")))
		error = at += strlen("error: ");
	newest[error - newest + strcspn(error, "\n")] = 0;
	return error;
}

int main(int argc, char **argv)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t len;
	int fd;

	fd = argc == 3 ? open(argv[1], O_WRONLY | O_APPEND) : -1;
	if (fd < 0) {
		perror("plant");
		return 2;
	}
	while ((len = getline(&line, &room, stdin)) > 0) {
		if (write(fd, line, len) == len)
			continue;
		printf("%s\t%.*s\t%s\n", strerrorname_np(errno), (int)strcspn(line, "\n"), line,
		       why(argv[2]));
	}
	return 0;
}
