// SPDX-License-Identifier: LGPL-2.1-only
/*
 * All of the kernel's symbols in a recording, for who asks for them: /proc/kallsyms as it is, a
 * piece in each block. Without it a recording has the symbols that its addresses fall in.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "recording.h"

#define PIECE	(256 << 10)

/* Bytes read, less than a piece at the end of the file; or -errno. */
static ssize_t read_piece(int fd, char *to)
{
	ssize_t done = 0, n;

	while (done < PIECE) {
		n = read(fd, to + done, PIECE - done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			break;
		done += n;
	}
	return done;
}

static int copy(struct kpr_record *w, int fd)
{
	struct kpr_block b = { .type = KPR_BLOCK_KALLSYMS };
	char *piece = malloc(PIECE);
	int ret = piece ? 0 : -ENOMEM;
	ssize_t n;

	do {
		n = ret ? ret : read_piece(fd, piece);
		if (n <= 0)
			break;
		b.size = n;
		kpr_record_put(w, b, piece);
		ret = kpr_record_flush(w);
	} while (n == PIECE && !ret);
	free(piece);
	return ret ? ret : n < 0 ? n : 0;
}

int kpr_record_kallsyms(struct kpr_record *w)
{
	int fd = open(w->names.syms.kallsyms, O_RDONLY | O_CLOEXEC), ret;

	if (fd < 0)
		return -errno;
	ret = copy(w, fd);
	close(fd);
	return ret;
}
