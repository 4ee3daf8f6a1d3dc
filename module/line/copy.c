// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
#include "line/sys.h"
#include "line/barrier.h"
#include "line/copy.h"

static int feed_copy(struct kpr_ring *r)
{
	struct kpr_copy *c = r->feed_arg;

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
static int copy_records(struct kpr_copy *c, const struct kpctl_meta *meta, const uint8_t *data,
			uint64_t size, uint64_t from)
{
	uint64_t tail = kpr_load_acquire(&meta->tail), head = kpr_load_acquire(&meta->head);
	uint64_t after;

	if (head < tail || (head | tail) % 8)
		return -EPROTO;
	if (head - tail > size)
		tail = head - size;
	if (from < tail)
		from = tail;
	if (from > head)
		return -EPROTO;
	c->data = malloc(head - from + 1);
	if (!c->data)
		return -ENOMEM;
	memcpy(c->data, data + (from & (size - 1)), head - from);
	kpr_fence_acquire();	/* the records, then tail again */
	after = kpr_load_acquire(&meta->tail);
	if (after < tail || after % 8)
		return -EPROTO;
	c->begin = after > from ? after - from : 0;
	c->end = head - from;
	if (c->begin > c->end)
		c->begin = c->end;
	c->whole = c->begin;
	return 0;
}

static const struct kpctl_rec *next_copied(const struct kpr_copy *c, const struct kpctl_rec *rec)
{
	const uint8_t *at = (const uint8_t *)rec;
	size_t size, left = c->data + c->end - at;

	if (left < sizeof(*rec))
		return NULL;
	size = KPCTL_REC_SIZE(rec);
	return size < sizeof(*rec) || size > left ? NULL : (const void *)(at + size);
}

/* The first clock that the copy tells. */
static void learn_clock(struct kpr_copy *c)
{
	const struct kpctl_rec *rec = (const void *)(c->data + c->begin), *next;

	for (; (next = next_copied(c, rec)); rec = next) {
		if (rec->id != KPCTL_REC_CLOCK ||
		    KPCTL_REC_SIZE(rec) < sizeof(struct kpctl_rec_clock))
			continue;
		c->meta.first_clock = ((const struct kpctl_rec_clock *)rec)->pair;
		return;
	}
}

static void begin_counts(struct kpr_copy *c, const struct kpctl_meta *meta)
{
	c->meta.overwritten = kpr_load_once(&meta->overwritten);
	c->meta.lost_attach = c->meta.lost_detach = 0;
	c->meta.missed_attach = c->meta.missed_detach = 0;
	learn_clock(c);
}

int kpr_copy_make(struct kpr_copy *c, const struct kpctl_meta *meta, const uint8_t *data,
		  uint64_t size, uint64_t from)
{
	int ret;

	c->meta = *meta;
	ret = copy_records(c, meta, data, size, from);
	if (ret)
		return ret;
	begin_counts(c, meta);
	return 0;
}

int kpr_copy_in_place(struct kpr_copy *c, const struct kpctl_meta *meta, uint8_t *data,
		      uint64_t size)
{
	uint64_t head = kpr_load_acquire(&meta->head), tail = kpr_load_once(&meta->tail);

	c->meta = *meta;
	if (head < tail || (head | tail) % 8)
		return -EPROTO;
	if (head - tail > size)
		tail = head - size;
	c->data = data + (tail & (size - 1));
	c->end = head - tail;
	c->in_place = true;
	begin_counts(c, meta);
	return 0;
}

/* The clock of a record that is left out holds for those behind it, until the next. */
static void leave_out(struct kpr_copy *c, const struct kpctl_rec *rec, const struct kpctl_rec *next)
{
	if (rec->id == KPCTL_REC_CLOCK && KPCTL_REC_SIZE(rec) >= sizeof(struct kpctl_rec_clock))
		c->meta.first_clock = ((const struct kpctl_rec_clock *)rec)->pair;
	c->begin = (const uint8_t *)next - c->data;
}

uint64_t kpr_copy_keep(struct kpr_copy *c, uint64_t n,
		       void (*see)(void *arg, const struct kpctl_rec *rec), void *arg)
{
	const struct kpctl_rec *first = (const void *)(c->data + c->begin), *rec, *next;
	uint64_t events = 0, left;

	for (rec = first; (next = next_copied(c, rec)); rec = next)
		events += rec->id >= KPCTL_REC_FIRST_EVENT;
	left = events;
	for (rec = first; left > n && (next = next_copied(c, rec)); rec = next) {
		left -= rec->id >= KPCTL_REC_FIRST_EVENT;
		leave_out(c, rec, next);
	}
	for (; see && (next = next_copied(c, rec)); rec = next)
		see(arg, rec);
	return left;
}

void kpr_copy_ring(struct kpr_copy *c, struct kpr_ring *r)
{
	kpr_ring_init_fed(r, &c->meta, &c->consumer, feed_copy, c);
}

void kpr_copy_names(const struct kpr_copy *c, struct kpr_comm *comm)
{
	const struct kpctl_rec *rec = (const void *)(c->data + c->whole), *next;
	const struct kpctl_rec_comm *name;

	for (; (next = next_copied(c, rec)); rec = next) {
		name = (const void *)rec;
		if (rec->id != KPCTL_REC_COMM || KPCTL_REC_SIZE(rec) < sizeof(*name))
			continue;
		if ((const uint8_t *)rec < c->data + c->begin)
			kpr_comm_set(comm, KPCTL_REC_TID(rec->ctx_tid), name->comm);
		else
			kpr_comm_offer(comm, KPCTL_REC_TID(rec->ctx_tid), name->comm);
	}
}

void kpr_copy_free(struct kpr_copy *c)
{
	if (!c->in_place)
		free(c->data);
	c->data = NULL;
}
