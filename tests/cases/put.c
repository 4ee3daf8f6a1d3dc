// SPDX-License-Identifier: GPL-2.0
/*
 * put [-t] [-r] [-n] FILE [TEXT]
 *
 * One open, one write of TEXT and a newline (-n: without; no TEXT: of all of
 * standard input), and what came of it: OK, SHORT n, or the name of the errno
 * (with "open " in front when open failed).
 * -t truncates, else the file is opened to append. -r reads the answer from the
 * same descriptor and prints that when the write went well.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char buf[1 << 20];

static int complain(const char *what)
{
	printf("%s%s\n", what, strerrorname_np(errno));
	return 1;
}

static ssize_t text(char **arg, int newline)
{
	ssize_t n, len = 0;

	if (*arg)
		return snprintf(buf, sizeof(buf), newline ? "%s\n" : "%s", *arg);
	while ((n = read(0, buf + len, sizeof(buf) - len)) > 0)
		len += n;
	return len;
}

int main(int argc, char **argv)
{
	int opt, fd, flags = O_APPEND, answer = 0, newline = 1;
	ssize_t len, n;

	while ((opt = getopt(argc, argv, "+trn")) != -1) {
		if (opt == 't')
			flags = O_TRUNC;
		else if (opt == 'r')
			answer = 1;
		else if (opt == 'n')
			newline = 0;
		else
			return 2;
	}
	if (optind >= argc)
		return 2;
	len = text(&argv[optind + 1], newline);
	fd = open(argv[optind], flags | (answer ? O_RDWR : O_WRONLY));
	if (fd < 0)
		return complain("open ");
	n = write(fd, buf, len);
	if (n < 0)
		return complain("");
	if (n != len) {
		printf("SHORT %zd\n", n);
		return 1;
	}
	if (!answer) {
		puts("OK");
		return 0;
	}
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		fwrite(buf, 1, n, stdout);
	return n < 0 ? complain("read ") : 0;
}
