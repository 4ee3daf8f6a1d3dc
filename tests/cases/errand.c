// SPDX-License-Identifier: GPL-2.0
/*
 * errand [-r] [-f] [-o FILE] TEXT: a set-user-ID program in another user's hands: it
 * writes TEXT and a newline to standard output, or with -o to a file that it opens
 * itself, and says on standard error OK or the errno's name. -r: with root's user
 * id as the real one. -f: in a child.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	static char text[4096];
	int opt, out = 1, len;

	while ((opt = getopt(argc, argv, "+rfo:")) != -1) {
		if (opt == 'r' && setresuid(0, 0, 0))
			perror("setresuid");
		if (opt == 'f' && fork()) {
			wait(NULL);
			return 0;
		}
		if (opt == 'o')
			out = open(optarg, O_WRONLY | O_APPEND);
	}
	if (optind >= argc)
		return 2;
	len = snprintf(text, sizeof(text), "%s\n", argv[optind]);
	fprintf(stderr, "%s\n", write(out, text, len) == len ? "OK" : strerrorname_np(errno));
	return 0;
}
