// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Snapshots: what the rings hold at a moment, copied while the kernel writes on.
 *
 * The kernel moves a ring's tail before it writes over what lies in front of it. So each ring is
 * copied from the tail to the head, then the tail is read again, and what has fallen behind it
 * is left out (ring.c of the module, 11). The copies become the rings of a stream, fed once.
 *
 * Names and the clock are told in the stream, in front of the record that needs them first. Of
 * both, what the oldest records need may be gone: a later record's serves for them.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "barrier.h"
#include "kpr_int.h"

struct copy {
	struct kpctl_meta meta;
	struct kpctl_consumer consumer;
	uint8_t *data;
	uint64_t begin, end;	/* of the records in it, for the feed */
	bool fed;
};

struct kpr_snapshot {
	struct kpr_stream *stream;
	struct copy *copies;
	unsigned int nr;
};

static int feed(struct kpr_ring *r)
{
	struct copy *c = r->feed_arg;

	if (c->fed || c->begin == c->end)
		return 0;
	c->fed = true;
	r->data = c->data + c->begin;
	r->pos = 0;
	r->head = c->end - c->begin;
	return 1;
}

/*
 * The records that were whole before, during and after the copying. The kernel may write a whole
 * ring between any two looks: the last one says where whole records begin, if that is within what
 * was copied.
 */
static int copy_records(struct copy *c, const struct kpr_ring *r)
{
	uint64_t tail = kpr_load_acquire(&r->meta->tail), head = kpr_load_acquire(&r->meta->head);
	uint64_t after;

	if (head < tail || (head | tail) % 8)
		return -EPROTO;
	if (head - tail > r->size)
		tail = head - r->size;
	c->data = malloc(head - tail + 1);
	if (!c->data)
		return -ENOMEM;
	memcpy(c->data, r->data + (tail & (r->size - 1)), head - tail);
	__atomic_thread_fence(__ATOMIC_ACQUIRE);	/* the records, then tail again */
	after = kpr_load_acquire(&r->meta->tail);
	if (after < tail || after % 8)
		return -EPROTO;
	c->begin = after - tail < head - tail ? after - tail : head - tail;
	c->end = head - tail;
	return 0;
}

/* meta: mapped, len bytes. Losses count from the beginning of the ring. */
static int copy_ring(struct copy *c, const void *meta, size_t len)
{
	struct kpr_ring r;
	int ret = kpr_ring_init(&r, meta, len, &c->consumer);

	if (ret)
		return ret;
	c->meta = *r.meta;
	ret = copy_records(c, &r);
	c->meta.overwritten = kpr_load_once(&r.meta->overwritten);
	c->meta.lost_attach = c->meta.lost_detach = 0;
	c->meta.missed_attach = c->meta.missed_detach = 0;
	return ret;
}

static const struct kpctl_rec *next_record(const struct copy *c, const struct kpctl_rec *rec)
{
	const uint8_t *at = (const uint8_t *)rec;
	size_t size, left = c->data + c->end - at;

	if (left < sizeof(*rec))
		return NULL;
	size = KPCTL_REC_SIZE(rec);
	return size < sizeof(*rec) || size > left ? NULL : (const void *)(at + size);
}

/* The first clock that the copy tells, and each task's first name in it. */
static void learn(struct copy *c, struct kpr_stream *st)
{
	const struct kpctl_rec *rec = (const void *)(c->data + c->begin), *next;
	bool clock = false;

	for (; (next = next_record(c, rec)); rec = next) {
		if (rec->id == KPCTL_REC_CLOCK && !clock &&
		    KPCTL_REC_SIZE(rec) >= sizeof(struct kpctl_rec_clock)) {
			c->meta.first_clock = ((const struct kpctl_rec_clock *)rec)->pair;
			clock = true;
		} else if (st && rec->id == KPCTL_REC_COMM &&
			   KPCTL_REC_SIZE(rec) >= sizeof(struct kpctl_rec_comm)) {
			kpr_comm_offer(&st->comm, KPCTL_REC_TID(rec->ctx_tid),
				       ((const struct kpctl_rec_comm *)rec)->comm);
		}
	}
}

void kpr_snapshot_close(struct kpr_snapshot *s)
{
	unsigned int i;

	if (!s)
		return;
	kpr_stream_close(s->stream);
	for (i = 0; s->copies && i < s->nr; i++)
		free(s->copies[i].data);
	free(s->copies);
	free(s);
}

static int make_stream(struct kpr_snapshot *s, struct kpr_session *session)
{
	struct kpr_ring *rings = calloc(s->nr, sizeof(*rings));
	unsigned int i;
	int ret;

	if (!rings)
		return -ENOMEM;
	for (i = 0; i < s->nr; i++) {
		learn(&s->copies[i], NULL);
		kpr_ring_init_fed(&rings[i], &s->copies[i].meta, &s->copies[i].consumer, feed,
				  &s->copies[i]);
	}
	ret = kpr_stream_of(session, rings, s->nr, &s->stream);
	for (i = 0; !ret && i < s->nr; i++)
		learn(&s->copies[i], s->stream);
	return ret;
}

static int copy_mapped(struct copy *c, struct kpr_session *session, unsigned int i)
{
	size_t len;
	void *meta = kpr_session_map_look(session, i, &len);
	int ret;

	if (!meta)
		return -errno;
	ret = copy_ring(c, meta, len);
	munmap(meta, len);
	return ret;
}

int kpr_snapshot_open(struct kpr_session *session, struct kpr_snapshot **out)
{
	struct kpr_snapshot *s = calloc(1, sizeof(*s));
	unsigned int i;
	int ret = 0;

	if (!s)
		return -ENOMEM;
	s->nr = kpr_session_nr_rings(session);
	s->copies = calloc(s->nr, sizeof(*s->copies));
	if (!s->copies)
		ret = -ENOMEM;
	for (i = 0; !ret && i < s->nr; i++)
		ret = copy_mapped(&s->copies[i], session, i);
	if (!ret)
		ret = make_stream(s, session);
	if (ret) {
		kpr_snapshot_close(s);
		return ret;
	}
	*out = s;
	return 0;
}

struct kpr_stream *kpr_snapshot_stream(const struct kpr_snapshot *s)
{
	return s->stream;
}

uint64_t kpr_snapshot_overwritten(const struct kpr_snapshot *s)
{
	uint64_t n = 0;
	unsigned int i;

	for (i = 0; i < s->nr; i++)
		n += s->copies[i].meta.overwritten;
	return n;
}
