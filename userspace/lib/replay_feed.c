// SPDX-License-Identifier: LGPL-2.1-only
/*
 * The records of one CPU out of a recording: blocks are queued by where they stand, and read
 * when the merge comes to them, one at a time. A block starts at the position where the last
 * one ended; where it does not, or is damaged, the bytes in between are told as corrupt.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "recording.h"

void kpr_feed_exit(struct kpr_feed *f)
{
	free(f->queue);
	free(f->buf);
}

int kpr_feed_queue(struct kpr_feed *f, struct kpr_file *file, const struct kpr_block *b,
		   uint64_t at)
{
	struct kpr_queued *queue = f->queue;

	if (f->first == f->nr)
		f->first = f->nr = 0;
	if (f->nr == f->cap) {
		f->cap = f->cap ? f->cap * 2 : 16;
		queue = realloc(queue, f->cap * sizeof(*queue));
		if (!queue) {
			f->cap = f->nr;
			return -ENOMEM;
		}
		f->queue = queue;
	}
	queue[f->nr++] = (struct kpr_queued){ .file = file, .at = at, .block = *b };
	return 0;
}

/* Reports bytes as corrupt; the position behind them is known, unless `bytes` is a guess. */
static int skip(struct kpr_ring *r, struct kpr_feed *f, uint64_t bytes, uint64_t next)
{
	r->skipped = bytes;
	r->cur = NULL;
	f->next = next;
	return -EBADMSG;
}

static bool make_room(struct kpr_feed *f, size_t size)
{
	uint8_t *buf;

	if (size <= f->cap_buf)
		return true;
	buf = realloc(f->buf, size);
	if (!buf)
		return false;
	f->buf = buf;
	f->cap_buf = size;
	return true;
}

/*
 * The block becomes all that the ring has. Behind it stand zeros, as a ring looks at a record's
 * head before it knows whether all of the head is there.
 */
static int load(struct kpr_ring *r, struct kpr_feed *f, const struct kpr_queued *q)
{
	uint64_t next = q->block.value + q->block.size;

	f->placed = true;
	if (q->block.size & 7 || q->block.size > KPR_DATA_MAX || !make_room(f, q->block.size + sizeof(struct kpctl_rec)) ||
	    kpr_file_payload(q->file, &q->block, q->at, f->buf))
		return skip(r, f, q->block.size, next);
	memset(f->buf + q->block.size, 0, sizeof(struct kpctl_rec));
	r->data = f->buf;
	r->pos = r->stored = 0;
	r->head = q->block.size;
	f->next = next;
	return 1;
}

int kpr_feed_ring(struct kpr_ring *r)
{
	struct kpr_feed *f = r->feed_arg;
	const struct kpr_queued *q;
	uint64_t at;

	while (f->first < f->nr) {
		q = &f->queue[f->first];
		at = q->block.value;
		if (q->block.type == KPR_BLOCK_CORRUPT) {
			f->first++;
			f->placed = false;
			return skip(r, f, at, 0);
		}
		if (f->placed && at > f->next)
			return skip(r, f, at - f->next, at);
		f->first++;
		if (f->placed && at < f->next)
			q->file->bad++;		/* these bytes have been read */
		else if (q->block.size)
			return load(r, f, q);
	}
	return 0;
}
