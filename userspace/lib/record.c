// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Rings into a file, as they are: a pass walks over the headers of all unread records of a
 * ring, cuts them into blocks of 32 KiB or a little more at the borders of records, and
 * writes the blocks from where they lie. The kernel gets the room back once they are written.
 *
 * A pass ends with a PASS block that has the merge's horizon (merge.c): all records stamped
 * before it stand in front of the block, so that a reader of the file holds back what a live
 * reader would have held back, and gives the same order.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include "line/barrier.h"
#include "recording.h"

/* A pass that took so many bytes of a ring has another pass follow at once. */
#define MUCH		(64u << 10)

int kpr_record_new(struct kpr_ring *rings, unsigned int nr, kpr_view_fn view, void *arg,
		   struct kpr_record **out)
{
	struct kpr_record *w = calloc(1, sizeof(*w));
	struct timespec ts;

	if (!w || kpr_names_init(&w->names, view, arg)) {
		free(rings);
		free(w);
		return -ENOMEM;
	}
	clock_gettime(CLOCK_REALTIME, &ts);
	w->session = (ts.tv_sec * 1000000000ull + ts.tv_nsec) ^ (uint64_t)getpid() << 40;
	w->rings = rings;
	w->nr = nr;
	w->fd = -1;
	*out = w;
	return 0;
}

struct kpr_names *kpr_record_names(struct kpr_record *w)
{
	return &w->names;
}

static int session_view(void *arg, uint32_t view, char **text, size_t *len)
{
	return kpr_view_read(arg, view, text, len);
}

int kpr_record_open(struct kpr_session *s, struct kpr_record **out)
{
	struct kpr_ring *rings;
	unsigned int nr;
	int ret = kpr_session_rings(s, &rings, &nr);

	if (!ret)
		ret = kpr_record_new(rings, nr, session_view, s, out);
	if (!ret)
		kpr_syms_start(&(*out)->names.syms, kpr_session_symbol, s, kpr_now());
	return ret;
}

void kpr_record_close(struct kpr_record *w)
{
	if (!w)
		return;
	kpr_names_exit(&w->names);
	free(w->rings);
	free(w);
}

/* Writing */

static void put_iov(struct kpr_record *w, const void *p, size_t n)
{
	if (n)
		w->iov[w->nr_iov++] = (struct iovec){ (void *)p, n };
}

/* Adds a block; the payload stays where it is until it is written. */
void kpr_record_put(struct kpr_record *w, struct kpr_block b, const void *payload)
{
	static const char zeros[8];
	struct kpr_block *at = &w->block[w->nr_blocks++];

	b.magic = KPR_BLOCK_MAGIC;
	b.payload_crc = kpr_crc32c(0, payload, b.size);
	b.header_crc = kpr_header_crc(&b);
	*at = b;
	put_iov(w, at, sizeof(*at));
	put_iov(w, payload, b.size);
	put_iov(w, zeros, kpr_pad8(b.size) - b.size);
}

/* Takes n bytes off the front of the vectors. */
static void step(struct iovec **iov, unsigned int *nr, size_t n)
{
	while (*nr && n >= (*iov)->iov_len) {
		n -= (*iov)->iov_len;
		++*iov;
		--*nr;
	}
	if (*nr) {
		(*iov)->iov_base = (char *)(*iov)->iov_base + n;
		(*iov)->iov_len -= n;
	}
}

static int write_iov(struct kpr_record *w)
{
	struct iovec *iov = w->iov;
	unsigned int nr = w->nr_iov;
	uint64_t done = 0;
	ssize_t n;

	while (nr) {
		n = writev(w->fd, iov, nr);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -EIO;
		done += n;
		step(&iov, &nr, n);
	}
	w->size += done;
	return 0;
}

/*
 * Writes all blocks, then gives the room of their records back. If that fails, the file is cut
 * to whole blocks: what it has reads without a remark.
 */
static int write_blocks(struct kpr_record *w)
{
	unsigned int i;

	if (!w->err && w->nr_iov)
		w->err = write_iov(w);
	w->nr_blocks = w->nr_iov = 0;
	if (w->err) {
		/* a pipe cannot be cut */
		if (ftruncate(w->fd, w->size))
			return w->err;
		lseek(w->fd, w->size, SEEK_SET);
		return w->err;
	}
	for (i = 0; i < w->nr; i++)
		kpr_ring_commit(&w->rings[i]);
	w->events += w->pending;
	w->pending = 0;
	return 0;
}

static void put_names(struct kpr_record *w, enum kpr_block_type type, const struct kpr_buf *b)
{
	if (b->len)
		kpr_record_put(w, (struct kpr_block){ .type = type, .size = b->len }, b->data);
}

/* Names go in front of the blocks that they are for, which wait in w->iov. */
int kpr_record_flush(struct kpr_record *w)
{
	struct kpr_names *n = &w->names;
	unsigned int nr = w->nr_iov, others;
	struct iovec waiting[3 * KPR_RECORD_BLOCKS];

	if (!nr)
		return w->err;
	memcpy(waiting, w->iov, nr * sizeof(*waiting));
	w->nr_iov = 0;
	put_names(w, KPR_BLOCK_EVENTS, &n->new_lines);
	put_names(w, KPR_BLOCK_TASKS, &n->new_tasks);
	put_names(w, KPR_BLOCK_SYMS, &n->new_syms);
	others = w->nr_iov;
	memcpy(w->iov + others, waiting, nr * sizeof(*waiting));
	w->nr_iov += nr;
	n->new_lines.len = n->new_tasks.len = n->new_syms.len = 0;
	return write_blocks(w);
}

static int put_data(struct kpr_record *w, struct kpr_block b, const void *payload)
{
	kpr_record_put(w, b, payload);
	return w->nr_blocks >= KPR_RECORD_BLOCKS ? kpr_record_flush(w) : 0;
}

/* Walking */

/* What the next file must be told of the ring. */
static void take_other(struct kpr_record *w, struct kpr_ring *r)
{
	uint64_t count;

	if (r->cur->id == KPCTL_REC_LOST && KPCTL_REC_SIZE(r->cur) >= 24)
		kpr_lost_see(&r->lost, ((const struct kpctl_rec_lost *)r->cur)->total, &count);
	else if (r->cur->id == KPCTL_REC_CLOCK)
		kpr_ring_time(r);
	else
		kpr_names_other(&w->names, r->cur);
}

static bool is_record(const struct kpctl_rec *rec, size_t left)
{
	size_t size = KPCTL_REC_SIZE(rec);

	return size >= sizeof(*rec) && size <= left;
}

/* Looks at a record with care; returns its size, 0: it is none. */
static size_t look_at(struct kpr_record *w, struct kpr_ring *r, const void *p, size_t left)
{
	const struct kpctl_rec *rec = p;

	if (left < sizeof(*rec) || !is_record(rec, left))
		return 0;
	if (rec->id >= KPCTL_REC_FIRST_EVENT) {
		w->pending++;
		kpr_names_event(&w->names, rec);
	} else {
		r->cur = rec;
		take_other(w, r);
		r->cur = NULL;
	}
	return KPCTL_REC_SIZE(rec);
}

/*
 * The records from `at` on that need no more than the file has, as others like them have shown;
 * returns where the first other one stands, or `stop`. What a record's second word is may be
 * read wherever the ring has a byte: behind the ring's last byte its first stands again.
 */
static const uint8_t *walk_alike(struct kpr_record *w, const uint8_t *at, const uint8_t *stop,
				 const uint8_t *end)
{
	struct kpr_alike *a = &w->names.alike[0];
	uint64_t events = 0, word;

	for (; at < stop; at += a->size, events++) {
		memcpy(&word, at + offsetof(struct kpctl_rec, id), 8);
		if (word != a->word)
			a = kpr_alike_slot(&w->names, word);
		if (word != a->word || a->size > end - at || !kpr_alike_has(&w->names, a, at))
			break;
	}
	w->pending += events;
	return at;
}

/*
 * The length of the next block: whole records of the `left` bytes at p; 0: there is none. A
 * block too long for its cut is no matter, as there is no record larger than 64 KiB. A lost
 * record is read with the record behind it, which stays in its block.
 */
static size_t walk(struct kpr_record *w, struct kpr_ring *r, const uint8_t *p, size_t left)
{
	const uint8_t *end = p + left, *at = p;
	const uint8_t *stop = left < KPR_DATA_CUT ? end : p + KPR_DATA_CUT;
	const uint8_t *from;
	bool lost = false;
	size_t size;

	while (at < end && (at < stop || lost)) {
		from = at;
		at = walk_alike(w, at, stop, end);
		if (at >= stop && (at > from || !lost))
			break;
		lost = ((const struct kpctl_rec *)at)->id == KPCTL_REC_LOST;
		size = look_at(w, r, at, end - at);
		if (!size)
			break;
		at += size;
	}
	return at - p;
}

/* The ring's bytes up to head are no records: skipped, as in kpr_ring_peek(). */
static int skip(struct kpr_record *w, unsigned int i, uint64_t head)
{
	struct kpr_ring *r = &w->rings[i];
	struct kpr_block b = { .type = KPR_BLOCK_CORRUPT, .ring = i };

	b.value = head > r->pos ? head - r->pos : 0;
	if (b.value > r->size)
		b.value = r->size;
	w->corrupt += b.value ? b.value : 1;
	r->pos = r->head = head;
	return put_data(w, b, NULL);
}

/* All of a ring up to its head. -errno; 0: nothing has come; else about how many bytes. */
static ssize_t take_ring(struct kpr_record *w, unsigned int i)
{
	struct kpr_ring *r = &w->rings[i];
	uint64_t head = kpr_ring_published(r), from = r->pos;
	struct kpr_block b = { .type = KPR_BLOCK_DATA, .ring = i };
	const uint8_t *p;
	int ret = 0;

	if (head == from)
		return 0;
	if (head < from || head - from > r->size || (head | from) & 7)
		ret = skip(w, i, head);
	while (r->pos < head && !ret) {
		p = r->data + (r->pos & (r->size - 1));
		b.value = r->pos;
		b.size = walk(w, r, p, head - r->pos);
		r->pos += b.size;
		ret = b.size ? put_data(w, b, p) : skip(w, i, head);
	}
	r->head = r->pos;
	return ret ? ret : head > from ? (ssize_t)(head - from) : 1;
}

static int pass(struct kpr_record *w, uint64_t horizon)
{
	struct kpr_block b = { .type = KPR_BLOCK_PASS, .value = horizon };
	ssize_t n, most = 0;
	unsigned int i;

	for (i = 0; i < w->nr; i++) {
		n = take_ring(w, i);
		if (n < 0)
			return n;
		if (n > most)
			most = n;
	}
	if (most) {
		kpr_record_put(w, b, NULL);
		kpr_record_flush(w);
	}
	return w->err ? w->err : most >= MUCH ? 2 : most > 0;
}

int kpr_record_pass(struct kpr_record *w, uint64_t now)
{
	kpr_names_tick(&w->names, now);
	return pass(w, now > KPR_GRACE_NS ? now - KPR_GRACE_NS : 0);
}

int kpr_record_last(struct kpr_record *w, uint64_t now)
{
	unsigned int i;
	int ret;

	for (i = 0; i < w->nr; i++)
		kpr_ring_finish(&w->rings[i]);
	kpr_names_tick(&w->names, now);
	ret = pass(w, UINT64_MAX);
	for (i = 0; i < w->nr && ret >= 0; i++)
		kpr_lost_end(&w->rings[i].lost, w->rings[i].lost_end);
	return ret < 0 ? ret : 0;
}
