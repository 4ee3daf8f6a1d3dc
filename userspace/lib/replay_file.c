// SPDX-License-Identifier: LGPL-2.1-only
/*
 * The blocks of a recording. No content of a file makes this code trust it: a header counts
 * when its checksum is right, a payload when its own is, and sizes are bounded. Behind bytes
 * that are no block the next block is looked for at each byte.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "recording.h"

/* Small, as most payloads are stepped over here and read later. */
#define WINDOW	4096u

void kpr_file_exit(struct kpr_file *f)
{
	free(f->buf);
	f->buf = NULL;
	f->buf_len = 0;
}

/* Reads n bytes; less: the end of the file, or an error, which ends a file as well. */
static size_t read_at(int fd, void *to, size_t n, uint64_t at)
{
	size_t done = 0;
	ssize_t got;

	while (done < n) {
		got = pread(fd, (char *)to + done, n - done, at + done);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		done += got;
	}
	return done;
}

/* The bytes at `at`, n of them or less: the file has no more. */
static size_t look(struct kpr_file *f, uint64_t at, size_t n, const unsigned char **p)
{
	size_t left;

	if (at < f->buf_at || at + n > f->buf_at + f->buf_len) {
		if (!f->buf)
			f->buf = malloc(WINDOW);
		f->buf_at = at;
		f->buf_len = f->buf ? read_at(f->fd, f->buf, WINDOW, at) : 0;
	}
	left = f->buf_at + f->buf_len - at;
	*p = f->buf + (at - f->buf_at);
	return left < n ? left : n;
}

static bool is_block(const struct kpr_block *b)
{
	return b->magic == KPR_BLOCK_MAGIC && b->size <= KPR_BLOCK_MAX &&
	       b->header_crc == kpr_header_crc(b);
}

/* Does the file have the byte before `end`? */
static bool reaches(const struct kpr_file *f, uint64_t end)
{
	struct stat st;

	return !fstat(f->fd, &st) && (uint64_t)st.st_size >= end;
}

/* All that is left of the file belongs to a block that is not whole. */
static int cut_off(struct kpr_file *f)
{
	struct stat st;

	if (!fstat(f->fd, &st) && (uint64_t)st.st_size > f->at)
		f->cut = st.st_size - f->at;
	return 0;
}

int kpr_file_next(struct kpr_file *f, struct kpr_block *b, uint64_t *payload)
{
	const unsigned char *p;
	uint64_t end;

	for (;; f->at++, f->skipped++) {
		if (look(f, f->at, sizeof(*b), &p) < sizeof(*b))
			return cut_off(f);
		memcpy(b, p, sizeof(*b));
		if (is_block(b))
			break;
	}
	*payload = f->at + sizeof(*b);
	end = *payload + kpr_pad8(b->size);
	if (!reaches(f, end))
		return cut_off(f);
	f->at = end;
	return 1;
}

int kpr_file_payload(struct kpr_file *f, const struct kpr_block *b, uint64_t at, void *to)
{
	if (read_at(f->fd, to, b->size, at) == b->size &&
	    kpr_crc32c(0, to, b->size) == b->payload_crc)
		return 0;
	f->bad++;
	return -EBADMSG;
}

int kpr_file_text(struct kpr_file *f, const struct kpr_block *b, uint64_t at, char **text)
{
	int ret;

	*text = malloc((size_t)b->size + 1);
	if (!*text)
		return -ENOMEM;
	ret = kpr_file_payload(f, b, at, *text);
	(*text)[b->size] = '\0';
	if (ret) {
		free(*text);
		*text = NULL;
	}
	return ret;
}
