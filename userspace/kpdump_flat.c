// SPDX-License-Identifier: GPL-2.0-only
/*
 * The flattened form of makedumpfile's files, for pipes, which QEMU writes too: pieces in any
 * order, each with its place in the file. libkdumpfile before 0.5.2 knows the file, but not this
 * form of it: the pieces are put where they belong, in a file without a name.
 */
#include <errno.h>
#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "kpdump.h"

#define FLAT_MAGIC	"makedumpfile"
#define FLAT_HEADER	4096		/* of which the magic is the first 16 bytes */
#define PIECE_MAX	(64u << 20)

struct piece {
	int64_t at, size;		/* big-endian; -1: the end */
};

bool flat_is(int fd)
{
	char magic[16];

	return pread(fd, magic, sizeof(magic), 0) == (ssize_t)sizeof(magic) &&
	       !memcmp(magic, FLAT_MAGIC, sizeof(FLAT_MAGIC));
}

static int copy_piece(int from, uint64_t at, int to, uint64_t place, uint64_t size)
{
	static char buf[1 << 16];
	ssize_t n, put;

	while (size) {
		n = pread(from, buf, size < sizeof(buf) ? size : sizeof(buf), at);
		if (n <= 0)
			return n ? -errno : -EPROTO;
		put = pwrite(to, buf, n, place);
		if (put != n)
			return put < 0 ? -errno : -ENOSPC;
		at += n;
		place += n;
		size -= n;
	}
	return 0;
}

static bool is_end(const struct piece *p)
{
	return p->at == -1 && p->size == -1;
}

/* All pieces. A file that is cut has fewer, and no end. */
static int copy_pieces(int from, int to, bool *is_cut)
{
	uint64_t at = FLAT_HEADER;
	struct piece p;
	int ret = 0;

	*is_cut = true;
	while (!ret && pread(from, &p, sizeof(p), at) == (ssize_t)sizeof(p)) {
		p.at = be64toh(p.at);
		p.size = be64toh(p.size);
		if (is_end(&p))
			*is_cut = false;
		if (p.at < 0 || p.size < 0 || p.size > PIECE_MAX)
			break;
		at += sizeof(p);
		ret = copy_piece(from, at, to, p.at, p.size);
		at += p.size;
	}
	return ret == -EPROTO ? 0 : ret;
}

int flat_unfold(int fd, bool *is_cut)
{
	FILE *f = tmpfile();
	int ret, copy;

	if (!f)
		return -errno;
	copy = dup(fileno(f));
	fclose(f);
	if (copy < 0)
		return -errno;
	ret = copy_pieces(fd, copy, is_cut);
	if (!ret)
		return copy;
	close(copy);
	return ret;
}
