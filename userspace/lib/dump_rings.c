// SPDX-License-Identifier: LGPL-2.1-only
/*
 * A ring out of a dump: its meta page, and its data twice in a row, as a reader of the device has
 * them mapped. A record of which a page is missing is none. Where records go on behind such a
 * hole, they are found again by their sizes, which lead to the ring's head.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "dump.h"
#include "line/copy.h"

#define RING_MIN	4096ull
#define RING_MAX	(64ull << 20)
/* Steps from record to record, of a search behind a hole. */
#define STEPS_MAX	(64u << 20)

static uint8_t *data_of(const struct kpr_dump_ring *ring)
{
	return (uint8_t *)ring->map + KPR_DUMP_PAGE;
}

void kpr_dump_free_ring(struct kpr_dump_ring *ring)
{
	if (ring->map)
		munmap(ring->map, ring->map_len);
	free(ring->is_missing);
	ring->map = NULL;
	ring->is_missing = NULL;
}

/* Memory of the form that a mapping of the device has. */
static int map_ring(struct kpr_dump_ring *ring)
{
	size_t size = ring->note.size, once = KPR_DUMP_PAGE + size;
	int fd = memfd_create("ring", MFD_CLOEXEC);
	char *map;

	if (fd < 0)
		return -errno;
	if (ftruncate(fd, once)) {
		close(fd);
		return -ENOMEM;
	}
	map = mmap(NULL, once + size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (map != MAP_FAILED) {
		ring->map = map;
		ring->map_len = once + size;
		if (mmap(map, once, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED ||
		    mmap(map + once, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
			 KPR_DUMP_PAGE) == MAP_FAILED)
			kpr_dump_free_ring(ring);
	}
	close(fd);
	return ring->map ? 0 : -ENOMEM;
}

static int read_meta(const struct kpr_dump *d, const struct kpr_dump_ring *ring,
		     struct kpctl_meta *meta)
{
	const struct kpr_memory *m = d->memory;

	if (m->read(m->arg, ring->note.meta, meta, sizeof(*meta)))
		return -EIO;
	if (meta->magic != KPCTL_MAGIC || meta->abi != KPCTL_ABI_VERSION ||
	    meta->size < sizeof(*meta) || meta->data_size != ring->note.size ||
	    (meta->head | meta->tail) % 8 || meta->head < meta->tail)
		return -EPROTO;
	return 0;
}

static void read_data(const struct kpr_dump *d, struct kpr_dump_ring *ring)
{
	const struct kpr_memory *m = d->memory;
	uint64_t i, at, nr = ring->note.size / KPR_DUMP_PAGE;

	for (i = 0; i < nr; i++) {
		at = kpr_dump_page(d, ring->note.pages, i);
		if (!at || m->read(m->arg, at, data_of(ring) + i * KPR_DUMP_PAGE, KPR_DUMP_PAGE))
			ring->missing += ring->is_missing[i] = true;
	}
}

static const struct kpctl_rec *rec_at(const struct kpr_dump_ring *ring, uint64_t pos)
{
	return (const void *)(data_of(ring) + (pos & (ring->note.size - 1)));
}

static bool is_there(const struct kpr_dump_ring *ring, uint64_t pos, size_t size)
{
	uint64_t i = pos / KPR_DUMP_PAGE, last = (pos + size - 1) / KPR_DUMP_PAGE;

	for (; i <= last; i++)
		if (ring->is_missing[i % (ring->note.size / KPR_DUMP_PAGE)])
			return false;
	return true;
}

/* The size of the record at pos; 0: there is none, or not all of it. */
static size_t size_at(const struct kpr_dump_ring *ring, uint64_t pos, uint64_t head)
{
	const struct kpctl_rec *rec = rec_at(ring, pos);
	size_t size = KPCTL_REC_SIZE(rec);

	return head - pos >= sizeof(*rec) && size >= sizeof(*rec) && size <= head - pos &&
	       rec->id && is_there(ring, pos, size) ? size : 0;
}

/* Where the records from pos on end: at the head, at what is none, or without *steps. */
static uint64_t walk(const struct kpr_dump_ring *ring, uint64_t pos, uint64_t head,
		     uint64_t *steps)
{
	size_t size;

	for (; pos < head && *steps; pos += size) {
		size = size_at(ring, pos, head);
		if (!size)
			break;
		--*steps;
	}
	return pos;
}

/*
 * Behind a hole: the first position from which sizes lead to the head. The bytes of the hole
 * become a record that every reader skips, by an id that is never given.
 */
static void bridge(struct kpr_dump_ring *ring, uint64_t hole, uint64_t head)
{
	uint64_t pos = hole + sizeof(struct kpctl_rec), steps = STEPS_MAX, step;
	struct kpctl_rec *rec;

	while (pos < head && walk(ring, pos, head, &steps) != head)
		pos += 8;
	for (; hole < pos; hole += step) {
		step = pos - hole < 32768 ? pos - hole : 32768;
		if (pos - hole - step && pos - hole - step < sizeof(*rec))
			step -= sizeof(*rec);
		rec = (void *)rec_at(ring, hole);
		memset(rec, 0, sizeof(*rec));
		rec->id = KPCTL_REC_FIRST_EVENT - 1;
		rec->size_ctx = step;
	}
}

/* The last one is found first, as all that is behind a hole has to lead to the head. */
static void bridge_holes(struct kpr_dump_ring *ring, const struct kpctl_meta *meta)
{
	uint64_t steps = STEPS_MAX, pos = walk(ring, meta->tail, meta->head, &steps);

	if (ring->missing && pos < meta->head && meta->head - pos >= sizeof(struct kpctl_rec))
		bridge(ring, pos, meta->head);
}

int kpr_dump_read_ring(const struct kpr_dump *d, struct kpr_dump_ring *ring)
{
	struct kpctl_meta *meta, after;
	uint64_t size = ring->note.size;
	int ret;

	if (size < RING_MIN || size > RING_MAX || size & (size - 1))
		return -EPROTO;
	ring->is_missing = calloc(size / KPR_DUMP_PAGE, sizeof(*ring->is_missing));
	if (!ring->is_missing)
		return -ENOMEM;
	ret = map_ring(ring);
	if (ret)
		return ret;
	meta = ring->map;
	ret = read_meta(d, ring, meta);
	if (ret) {
		kpr_dump_free_ring(ring);
		return ret;
	}
	read_data(d, ring);
	/* of a machine that runs: what has been written over meanwhile */
	if (!read_meta(d, ring, &after) && after.tail > meta->tail)
		meta->tail = after.tail < meta->head ? after.tail : meta->head;
	if (meta->head - meta->tail > size)
		meta->tail = meta->head - size;
	meta->data_offset = KPR_DUMP_PAGE;
	meta->cpu = ring->note.cpu;
	bridge_holes(ring, meta);
	return 0;
}
