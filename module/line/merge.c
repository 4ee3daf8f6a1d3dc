// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/*
 * The merge of many rings, each in order, into one stream in order: a heap of the rings
 * that have unread records, keyed by the stamp of a ring's first record.
 *
 * The earliest record may be given when no ring can still publish an earlier record. A
 * ring in the heap cannot: its later records are later. An empty ring can, until its
 * CPU's clock has passed the record's stamp, and an empty ring does not tell the time. So
 * a pass reads the clock first, T, and then all heads. All records stamped before T are
 * published by then, except records whose writers were between stamping and publishing.
 * Only interrupts, and the records of a nest of writers, come in between there, as
 * preemption is off; under a hypervisor the CPU may also stand still. KPR_GRACE_NS is the
 * time for these delays, and
 *
 *	horizon = T - KPR_GRACE_NS
 *
 * is the stamp up to which records may be given while some ring is empty. While no ring
 * is empty, neither clock nor horizon matters, and no record waits. A record that is
 * delayed longer than the grace is given when it arrives, with its true stamp, and
 * counted as late.
 *
 * When a ring is over half full, waiting would trade an order that is almost certain
 * anyway for a loss that is certain: the grace shrinks to KPR_GRACE_PRESSED_NS.
 */
#include "line/sys.h"
#include "line/line_int.h"

int kpr_merge_init(struct kpr_merge *m, struct kpr_ring *rings, unsigned int nr)
{
	memset(m, 0, sizeof(*m));
	m->heap = calloc(nr ? nr : 1, sizeof(*m->heap));
	if (!m->heap)
		return -ENOMEM;
	m->rings = rings;
	m->nr = nr;
	return 0;
}

void kpr_merge_exit(struct kpr_merge *m)
{
	free(m->heap);
	m->heap = NULL;
}

static inline bool before(const struct kpr_merge_node *a, const struct kpr_merge_node *b)
{
	return a->time < b->time || (a->time == b->time && a->ring < b->ring);
}

static void sift_up(struct kpr_merge *m, unsigned int i)
{
	struct kpr_merge_node node = m->heap[i];

	while (i && before(&node, &m->heap[(i - 1) / 2])) {
		m->heap[i] = m->heap[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	m->heap[i] = node;
}

static void sift_down(struct kpr_merge *m)
{
	struct kpr_merge_node node = m->heap[0];
	unsigned int i = 0, child;

	while ((child = 2 * i + 1) < m->nr_heap) {
		if (child + 1 < m->nr_heap && before(&m->heap[child + 1], &m->heap[child]))
			child++;
		if (!before(&m->heap[child], &node))
			break;
		m->heap[i] = m->heap[child];
		i = child;
	}
	m->heap[i] = node;
}

/*
 * Peeks at the ring's next record. A ring's stamps rise with positions. If the clock steps
 * back, by some ns at a clock record, the record takes the time of the previous record:
 * the order within a CPU is certain.
 */
static inline bool look_at_ring(struct kpr_ring *r)
{
	uint64_t time;

	if (!kpr_ring_peek(r))
		return false;
	if (!r->cur)
		return true;
	time = kpr_ring_time(r);
	if (time > r->time)
		r->time = time;
	return true;
}

static void enqueue(struct kpr_merge *m, unsigned int i)
{
	struct kpr_ring *r = &m->rings[i];

	if (r->queued || !look_at_ring(r))
		return;
	r->queued = true;
	m->heap[m->nr_heap] = (struct kpr_merge_node){ r->time, i };
	sift_up(m, m->nr_heap++);
}

static void drop_first(struct kpr_merge *m)
{
	m->heap[0] = m->heap[--m->nr_heap];
	if (m->nr_heap)
		sift_down(m);
}

/* A pass without records costs one load per ring. */
void kpr_merge_pass(struct kpr_merge *m, uint64_t now)
{
	uint64_t grace = KPR_GRACE_NS;
	unsigned int i;

	kpr_merge_release(m);
	for (i = 0; i < m->nr; i++) {
		enqueue(m, i);
		if (m->rings[i].queued && kpr_ring_fill(&m->rings[i]) > m->rings[i].size / 2)
			grace = KPR_GRACE_PRESSED_NS;
	}
	now = now > grace ? now - grace : 0;
	if (now > m->horizon)
		m->horizon = now;
}

void kpr_merge_horizon(struct kpr_merge *m, uint64_t horizon)
{
	unsigned int i;

	kpr_merge_release(m);
	for (i = 0; i < m->nr; i++)
		enqueue(m, i);
	if (horizon > m->horizon)
		m->horizon = horizon;
}

void kpr_merge_finish(struct kpr_merge *m)
{
	unsigned int i;

	kpr_merge_release(m);
	for (i = 0; i < m->nr; i++)
		kpr_ring_finish(&m->rings[i]);
	for (i = 0; i < m->nr; i++)
		enqueue(m, i);
	m->final = true;
}

/* The ring given last is still the first ring of the heap. */
static inline void release_last(struct kpr_merge *m)
{
	struct kpr_ring *r = m->last;

	if (!r)
		return;
	m->last = NULL;
	if (r->cur)
		kpr_ring_advance(r);
	if (look_at_ring(r)) {
		m->heap[0].time = r->time;
		if (m->nr_heap > 1)
			sift_down(m);
		return;
	}
	kpr_ring_commit(r);
	r->queued = false;
	drop_first(m);
}

void kpr_merge_release(struct kpr_merge *m)
{
	release_last(m);
}

static inline bool may_give(const struct kpr_merge *m)
{
	return m->final || m->nr_heap == m->nr || m->heap[0].time <= m->horizon;
}

/* The pass has no more records: all read room goes back before the caller sleeps. */
static void commit_held(struct kpr_merge *m)
{
	unsigned int i;

	for (i = 0; i < m->nr_heap; i++)
		kpr_ring_commit(&m->rings[m->heap[i].ring]);
}

struct kpr_ring *kpr_merge_next(struct kpr_merge *m)
{
	release_last(m);
	if (!m->nr_heap || !may_give(m)) {
		commit_held(m);
		return NULL;
	}
	m->last = &m->rings[m->heap[0].ring];
	return m->last;
}

uint64_t kpr_merge_wait(const struct kpr_merge *m, uint64_t now)
{
	uint64_t until, wait;

	if (!m->nr_heap)
		return KPR_WAIT_POLL;
	until = m->heap[0].time + KPR_GRACE_NS;
	wait = until > now ? until - now : 0;
	return wait < KPR_HOLD_NS ? wait : KPR_HOLD_NS;
}
