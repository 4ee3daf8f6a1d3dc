// SPDX-License-Identifier: LGPL-2.1-only
/*
 * The anchor, found by looking at the start of each page, and its row of notes. A row that leads
 * in a circle ends where it comes by a note again.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "dump.h"

#define TEXT_MAX	(64u << 20)
/* A machine that runs changes the row meanwhile. */
#define TRIES		5

struct kpr_dump_pages {
	uint64_t owner, first;		/* index of its first page */
	unsigned int nr;
	uint64_t at[KPCTL_NOTE_BYTES / 8];
};

struct note {
	struct kpctl_note head;
	union {
		char text[KPCTL_NOTE_BYTES];
		uint64_t words[KPCTL_NOTE_BYTES / 8];
		struct kpctl_note_ring ring;
	};
};

/* Looking for the anchor */

static bool read_anchor(const struct kpr_memory *m, uint64_t at, struct kpctl_anchor *a)
{
	if (m->read(m->arg, at, a, sizeof(*a)))
		return false;
	return a->version && a->size >= sizeof(*a) && a->self == at &&
	       a->page_size == KPR_DUMP_PAGE && a->sum == kpctl_anchor_sum(a);
}

static void end_texts(struct kpctl_anchor *a)
{
	a->release[sizeof(a->release) - 1] = '\0';
	a->host[sizeof(a->host) - 1] = '\0';
	a->build_id[sizeof(a->build_id) - 1] = '\0';
	kpr_text_clean(a->release, strlen(a->release));
	kpr_text_clean(a->host, strlen(a->host));
	kpr_text_clean(a->build_id, strlen(a->build_id));
}

/* Of several the one whose module was loaded last. */
static int find_anchor(struct kpr_dump *d, void (*seen)(uint64_t addr))
{
	const struct kpr_memory *m = d->memory;
	char magic[sizeof(d->anchor.magic)];
	struct kpctl_anchor a;
	uint64_t at;

	for (at = 0; m->next(m->arg, &at) && at < KPR_DUMP_END; at += KPR_DUMP_PAGE) {
		d->looked_at++;
		if (seen)
			seen(at);
		if (m->read(m->arg, at, magic, sizeof(magic)) ||
		    memcmp(magic, KPCTL_ANCHOR_MAGIC, sizeof(magic)) || !read_anchor(m, at, &a))
			continue;
		if (!d->nr_anchors++ || a.realtime > d->anchor.realtime)
			d->anchor = a;
	}
	end_texts(&d->anchor);
	return d->nr_anchors ? 0 : -ENOENT;
}

/* Notes */

static bool read_note(const struct kpr_memory *m, uint64_t at, struct note *n)
{
	memset(n, 0, sizeof(*n));
	if (at % 8 || m->read(m->arg, at, &n->head, sizeof(n->head)))
		return false;
	if (n->head.magic != KPCTL_NOTE_MAGIC || n->head.self != at ||
	    n->head.size > KPCTL_NOTE_BYTES)
		return false;
	if (n->head.size && m->read(m->arg, at + sizeof(n->head), n->text, n->head.size))
		return false;
	return n->head.sum == kpctl_note_sum(&n->head);
}

/* Makes room for one more element of `size` bytes. */
static void *grow(void *array, unsigned int nr, unsigned int *cap, size_t size)
{
	if (nr < *cap)
		return array;
	*cap = *cap ? 2 * *cap : 16;
	return reallocarray(array, *cap, size);
}

static int take_text(struct kpr_buf *b, const struct note *n)
{
	if (b->len + n->head.size > TEXT_MAX)
		return 0;
	if (kpr_buf_room(b, n->head.size + 1))
		return -ENOMEM;
	memcpy(b->data + b->len, n->text, n->head.size);
	b->len += n->head.size;
	return 0;
}

static int take_ring(struct kpr_dump *d, const struct note *n)
{
	struct kpr_dump_ring *rings;

	if (n->head.size < sizeof(n->ring))
		return 0;
	rings = grow(d->rings, d->nr_rings, &d->cap_rings, sizeof(*rings));
	if (!rings)
		return -ENOMEM;
	d->rings = rings;
	rings[d->nr_rings++] = (struct kpr_dump_ring){ .note = n->ring };
	return 0;
}

static int take_pages(struct kpr_dump *d, const struct note *n)
{
	struct kpr_dump_pages *pages = grow(d->pages, d->nr_pages, &d->cap_pages, sizeof(*pages));
	struct kpr_dump_pages *p;

	if (!pages)
		return -ENOMEM;
	d->pages = pages;
	p = &pages[d->nr_pages++];
	p->owner = n->head.owner;
	p->first = (uint64_t)n->head.index * (KPCTL_NOTE_BYTES / 8);
	p->nr = n->head.size / 8;
	memcpy(p->at, n->words, sizeof(p->at));
	return 0;
}

/* A type that is newer than this library is none of ours. */
static int take_note(struct kpr_dump *d, const struct note *n)
{
	switch (n->head.type) {
	case KPCTL_NOTE_EVENT:
		return take_text(&d->events, n);
	case KPCTL_NOTE_LINE:
		return take_text(&d->lines, n);
	case KPCTL_NOTE_PLACE:
		return take_text(&d->places, n);
	case KPCTL_NOTE_RING:
		return take_ring(d, n);
	case KPCTL_NOTE_PAGES:
		return take_pages(d, n);
	}
	return 0;
}

static void forget(struct kpr_dump *d)
{
	d->events.len = d->lines.len = d->places.len = 0;
	d->nr_rings = d->nr_pages = d->nr_notes = 0;
}

/* A circle comes by a note that is remembered: one of those whose number is a power of 2. */
static int walk_once(struct kpr_dump *d)
{
	const struct kpr_memory *m = d->memory;
	uint64_t at = d->anchor.first, before = 0;
	struct note n;
	int ret;

	forget(d);
	for (; at && at != before && read_note(m, at, &n); at = n.head.next) {
		if (!(d->nr_notes & (d->nr_notes - 1)))
			before = at;
		d->nr_notes++;
		ret = take_note(d, &n);
		if (ret)
			return ret;
	}
	d->is_cut = at != 0;
	return 0;
}

static int walk(struct kpr_dump *d)
{
	int tries = TRIES, ret;

	do {
		ret = walk_once(d);
		if (ret || !d->is_cut)
			return ret;
	} while (--tries && read_anchor(d->memory, d->anchor.self, &d->anchor));
	end_texts(&d->anchor);
	return 0;
}

/* Pages by owner and index, so that one is found by halves. */
static int by_owner(const void *a, const void *b)
{
	const struct kpr_dump_pages *x = a, *y = b;

	if (x->owner != y->owner)
		return x->owner < y->owner ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

uint64_t kpr_dump_page(const struct kpr_dump *d, uint64_t owner, uint64_t i)
{
	const struct kpr_dump_pages want = {
		.owner = owner, .first = i - i % (KPCTL_NOTE_BYTES / 8),
	};
	const struct kpr_dump_pages *p;

	if (!d->nr_pages)
		return 0;
	p = bsearch(&want, d->pages, d->nr_pages, sizeof(*p), by_owner);
	return p && i - p->first < p->nr ? p->at[i - p->first] : 0;
}

int kpr_dump_open(const struct kpr_memory *memory, void (*seen)(uint64_t addr),
		  struct kpr_dump **out)
{
	struct kpr_dump *d = calloc(1, sizeof(*d));
	int ret;

	if (!d)
		return -ENOMEM;
	d->memory = memory;
	ret = find_anchor(d, seen);
	if (!ret)
		ret = walk(d);
	if (ret) {
		kpr_dump_close(d);
		return ret;
	}
	if (d->nr_pages)
		qsort(d->pages, d->nr_pages, sizeof(*d->pages), by_owner);
	*out = d;
	return 0;
}

void kpr_dump_close(struct kpr_dump *d)
{
	unsigned int i;

	if (!d)
		return;
	for (i = 0; i < d->nr_rings; i++)
		kpr_dump_free_ring(&d->rings[i]);
	free(d->rings);
	free(d->pages);
	kpr_buf_free(&d->events);
	kpr_buf_free(&d->lines);
	kpr_buf_free(&d->places);
	free(d);
}
