// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/*
 * One CPU's ring, read in place: a record stays where it is until the tail has passed the
 * record. The data is mapped twice in a row, so each record is contiguous.
 *
 *   stored <= pos <= head <= stored + size
 *
 * The kernel is trusted to mean well, not to be free of bugs: no content of the pages
 * makes this code read a byte outside of the mapping.
 */
#include "line/sys.h"
#include "line/barrier.h"
#include "line/line_int.h"

static bool meta_ok(const struct kpctl_meta *m, size_t len)
{
	uint64_t size = m->data_size;

	if (m->magic != KPCTL_MAGIC || m->abi != KPCTL_ABI_VERSION || m->size < sizeof(*m))
		return false;
	if (m->clock > KPCTL_CLOCK_MARKED)
		return false;
	if (size < 4096 || size & (size - 1) || size > SIZE_MAX / 4)
		return false;
	if (m->data_offset & 7 || m->data_offset < m->size || m->data_offset > len)
		return false;
	return len - m->data_offset >= 2 * size;
}

/* Can a ring hold the bytes between two positions, and are both positions aligned? */
static bool span_ok(const struct kpr_ring *r, uint64_t from, uint64_t to)
{
	return to >= from && to - from <= r->size && !((to | from) & 7);
}

/* A clock without a line, or with an impossible shift, leaves the known line as it is. */
static void take_clock(struct kpr_ring *r, const struct kpctl_clock *clock)
{
	if (clock->mult && clock->shift <= KPCTL_CLOCK_SHIFT_MAX)
		r->clock = *clock;
}

static void take_meta(struct kpr_ring *r, struct kpctl_consumer *consumer)
{
	r->consumer = consumer;
	r->cpu = r->meta->cpu;
	r->marked = r->meta->clock == KPCTL_CLOCK_MARKED;
	take_clock(r, &r->meta->first_clock);
	r->end = UINT64_MAX;
	kpr_lost_init(&r->lost, kpr_load_once(&r->meta->lost_detach),
		      kpr_load_once(&r->meta->lost_attach));
}

int kpr_ring_init(struct kpr_ring *r, const void *meta, size_t len,
		  struct kpctl_consumer *consumer)
{
	memset(r, 0, sizeof(*r));
	r->meta = meta;
	if (len < sizeof(*r->meta) || !meta_ok(r->meta, len))
		return -EPROTO;
	take_meta(r, consumer);
	r->data = (const uint8_t *)meta + r->meta->data_offset;
	r->size = r->meta->data_size;
	r->pos = r->stored = kpr_load_once(&consumer->tail);
	r->head = r->pos;
	return 0;
}

/* The size is one that no position reaches: data begins at position 0 each time. */
void kpr_ring_init_fed(struct kpr_ring *r, const struct kpctl_meta *meta,
		       struct kpctl_consumer *consumer, int (*feed)(struct kpr_ring *r), void *arg)
{
	memset(r, 0, sizeof(*r));
	r->meta = meta;
	take_meta(r, consumer);
	r->size = 1ull << 40;
	r->feed = feed;
	r->feed_arg = arg;
}

/*
 * The published head. Acquire: pairs with the release of the writer that published head.
 * The result is always a multiple of 8, so that pos may become the head even if the ring is
 * corrupt.
 */
uint64_t kpr_ring_published(const struct kpr_ring *r)
{
	uint64_t head = kpr_load_acquire(&r->meta->head) & ~7ull;

	return head < r->end ? head : r->end;
}

static int corrupt(struct kpr_ring *r, uint64_t head)
{
	r->skipped = head > r->pos ? head - r->pos : 0;
	if (r->skipped > r->size)
		r->skipped = r->size;
	r->pos = r->head = head;
	r->cur = NULL;
	kpr_ring_commit(r);
	return -EBADMSG;
}

/* All records up to head are read. Returns as kpr_ring_peek(). */
static int more(struct kpr_ring *r)
{
	uint64_t head;

	if (r->feed)
		return r->feed(r);
	head = kpr_ring_published(r);
	if (head == r->pos)
		return 0;
	if (!span_ok(r, r->pos, head))
		return corrupt(r, head);
	r->head = head;
	return 1;
}

int kpr_ring_peek_on(struct kpr_ring *r)
{
	const struct kpctl_rec *rec;
	int ret;

	r->cur = NULL;
	if (r->pos == r->head) {
		ret = more(r);
		if (ret <= 0)
			return ret;
	}
	rec = (const void *)(r->data + (r->pos & (r->size - 1)));
	if (KPCTL_REC_SIZE(rec) < sizeof(*rec) || KPCTL_REC_SIZE(rec) > r->head - r->pos)
		return corrupt(r, r->head);
	r->cur = rec;
	return 1;
}

static void take_clock_record(struct kpr_ring *r, const struct kpctl_rec *rec)
{
	if (rec->id == KPCTL_REC_CLOCK && KPCTL_REC_SIZE(rec) >= sizeof(struct kpctl_rec_clock))
		take_clock(r, &((const struct kpctl_rec_clock *)rec)->pair);
}

/*
 * A lost record has the stamp of the record behind it. If that record is a clock record, its
 * line holds for the lost record too.
 */
static void look_behind_lost(struct kpr_ring *r)
{
	const struct kpctl_rec *rec;
	uint64_t left = r->head - r->pos - KPCTL_REC_SIZE(r->cur);

	rec = (const void *)((const uint8_t *)r->cur + KPCTL_REC_SIZE(r->cur));
	if (left >= sizeof(*rec) && KPCTL_REC_SIZE(rec) <= left && rec->time == r->cur->time)
		take_clock_record(r, rec);
}

void kpr_ring_take_clock(struct kpr_ring *r)
{
	if (r->cur->id == KPCTL_REC_CLOCK)
		take_clock_record(r, r->cur);
	else
		look_behind_lost(r);
}

/* Release: all records before pos were read. Pairs with the acquire of a writer short of room. */
void kpr_ring_commit(struct kpr_ring *r)
{
	if (r->stored == r->pos)
		return;
	r->stored = r->pos;
	kpr_store_release(&r->consumer->tail, r->pos);
}

uint64_t kpr_ring_fill(const struct kpr_ring *r)
{
	return kpr_load_acquire(&r->meta->head) - r->pos;
}

/*
 * The counter is read before the position. Every loss counted in lost_end then lies before
 * end, and if the loss has a lost record before end, that record's total is at least as
 * large.
 */
void kpr_ring_finish(struct kpr_ring *r)
{
	r->lost_end = kpr_load_acquire(&r->meta->lost);
	r->end = kpr_load_acquire(&r->meta->head) & ~7ull;
}
