// SPDX-License-Identifier: LGPL-2.1-only
/*
 * What a dump has of a session, as a recording: the writer of recordings reads its rings as it
 * reads those of a session that lives, and asks this file what it would ask the machine.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "dump.h"
#include "line/copy.h"

/* Bytes behind a function's beginning that are shown by its name. */
#define NEAR		65536u

struct place {
	uint64_t start;
	const char *name, *rest;	/* in the text of the notes: "/0xSIZE [MOD]" */
	int len, rest_len;
	uint64_t size;
};

struct source {
	struct kpr_dump *d;
	struct place *place;	/* by address */
	unsigned int nr_places;
	bool has_symbols;	/* from elsewhere, for what is in none of the places */
};

static int view(void *arg, uint32_t which, char **text, size_t *len)
{
	const struct source *src = arg;
	const struct kpr_buf *b = which == KPCTL_VIEW_EVENTS ? &src->d->events :
				  which == KPCTL_VIEW_CONTROL ? &src->d->lines : NULL;

	if (!b)
		return -ENOENT;
	*text = malloc(b->len + 1);
	if (!*text)
		return -ENOMEM;
	if (b->len)
		memcpy(*text, b->data, b->len);
	(*text)[b->len] = '\0';
	*len = b->len;
	return 0;
}

/* Symbols of the functions that have probes, as the module noted them */

static int by_start(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

/* What ask_symbol() makes of a place fits into KPR_SYM_TEXT_MAX bytes. */
#define PLACE_NAME_MAX	512
#define PLACE_REST_MAX	128
_Static_assert(PLACE_NAME_MAX + sizeof("+0x0123456789abcdef") + PLACE_REST_MAX <= KPR_SYM_TEXT_MAX,
	       "a place is printed in full");

/* "0xADDR NAME+0xOFF/0xSIZE[ MOD]", up to the end of the line. False: it is none. */
static bool parse_place(const char *line, const char *nl, struct place *p)
{
	char copy[1024], *plus, *slash;
	size_t len = nl - line;
	char *name;

	if (len >= sizeof(copy))
		return false;
	memcpy(copy, line, len);
	copy[len] = '\0';
	name = strchr(copy, ' ');
	plus = name ? strchr(name, '+') : NULL;
	slash = plus ? strchr(plus, '/') : NULL;
	if (!slash)
		return false;
	p->name = line + (name + 1 - copy);
	p->len = plus - name - 1;
	p->start = strtoull(copy, NULL, 16) - strtoull(plus + 1, NULL, 16);
	p->rest = line + (slash - copy);
	p->rest_len = len - (slash - copy);
	p->size = strtoull(slash + 1, NULL, 16);
	return p->len && p->len < PLACE_NAME_MAX && p->rest_len < PLACE_REST_MAX;
}

static int read_places(struct source *src)
{
	const struct kpr_buf *b = &src->d->places;
	const char *line = b->data, *end = line + b->len, *nl;
	struct place p;
	unsigned int max = 1;

	for (nl = line; nl < end; nl++)
		max += *nl == '\n';
	src->place = calloc(max, sizeof(*src->place));
	if (!src->place)
		return -ENOMEM;
	for (; line < end && (nl = memchr(line, '\n', end - line)); line = nl + 1)
		if (parse_place(line, nl, &p))
			src->place[src->nr_places++] = p;
	qsort(src->place, src->nr_places, sizeof(*src->place), by_start);
	return 0;
}

/*
 * The last function that does not begin behind the address. Where nobody gave symbols an offset
 * beyond the function's size tells that the address is in another one. Of a System.map, which has
 * no modules, it is asked for what is beyond.
 */
static int ask_symbol(void *arg, uint64_t addr, char *text)
{
	const struct source *src = arg;
	unsigned int low = 0, high = src->nr_places, mid;
	const struct place *p;

	while (low < high) {
		mid = (low + high) / 2;
		if (src->place[mid].start <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	p = low ? &src->place[low - 1] : NULL;
	if (addr && src->has_symbols && (!p || addr - p->start >= p->size))
		return -1;
	if (!p || addr - p->start >= NEAR)
		return 0;
	return snprintf(text, KPR_SYM_TEXT_MAX, "%.*s+0x%llx%.*s", p->len, p->name,
			(unsigned long long)(addr - p->start), p->rest_len, p->rest);
}

/* Rings */

/* Names and the clock that the oldest records were told, and that are gone, are told again. */
static int take_ring(struct kpr_record *w, struct kpr_ring *r, struct kpr_dump_ring *ring,
		     struct kpctl_consumer *consumer)
{
	struct kpctl_meta *meta = ring->map;
	struct kpr_copy copy = { 0 };
	int ret = kpr_copy_in_place(&copy, meta, (uint8_t *)ring->map + KPR_DUMP_PAGE,
				    ring->note.size);

	if (ret)
		return ret;
	meta->first_clock = copy.meta.first_clock;
	meta->lost_attach = meta->lost_detach = 0;
	meta->missed_attach = meta->missed_detach = 0;
	consumer->tail = meta->tail;
	kpr_copy_names(&copy, &w->names.comm);
	return kpr_ring_init(r, meta, ring->map_len, consumer);
}

static bool is_of(const struct kpr_dump_ring *ring, unsigned int session)
{
	return ring->note.session == session;
}

/* By CPU. A session whose rings were being replaced has two for a CPU: both are read. */
static int by_cpu(const void *a, const void *b)
{
	const struct kpr_dump_ring *const *x = a, *const *y = b;

	return ((*x)->note.cpu > (*y)->note.cpu) - ((*x)->note.cpu < (*y)->note.cpu);
}

static unsigned int read_rings(struct kpr_dump *d, unsigned int session,
			       struct kpr_dump_ring **of, unsigned int *torn)
{
	uint64_t left = d->looked_at * KPR_DUMP_PAGE;	/* a memory has no more rings than bytes */
	unsigned int i, nr = 0;

	for (i = 0; i < d->nr_rings; i++) {
		if (!is_of(&d->rings[i], session))
			continue;
		if (d->rings[i].note.size > left ||
		    (!d->rings[i].map && kpr_dump_read_ring(d, &d->rings[i]))) {
			++*torn;
			continue;
		}
		left -= d->rings[i].note.size;
		of[nr++] = &d->rings[i];
	}
	qsort(of, nr, sizeof(*of), by_cpu);
	return nr;
}

static int open_record(struct source *src, struct kpr_dump_ring **of, unsigned int nr,
		       struct kpctl_consumer *consumers, struct kpr_record **out)
{
	struct kpr_ring *rings = calloc(nr, sizeof(*rings));
	struct kpr_record *w;
	unsigned int i;
	int ret;

	if (!rings)
		return -ENOMEM;
	ret = kpr_record_new(rings, nr, view, src, &w);
	if (ret)
		return ret;
	*out = w;
	w->dead = &src->d->anchor;
	kpr_names_of_dead(&w->names);
	for (i = 0; i < nr && !ret; i++)
		ret = take_ring(w, &rings[i], of[i], &consumers[i]);
	return ret;
}

static int give_symbols(struct kpr_record *w, struct source *src, const char *symbols)
{
	int ret = read_places(src);
	char *copy;

	if (!ret && symbols) {
		copy = strdup(symbols);
		ret = copy ? kpr_syms_parse(&w->names.syms, copy, strlen(copy)) : -ENOMEM;
		src->has_symbols = true;
	}
	if (!ret)
		kpr_syms_start(&w->names.syms, ask_symbol, src, 1);
	return ret;
}

static int write_all(struct kpr_record *w, int fd)
{
	int ret = kpr_record_begin(w, fd, 0);

	if (!ret)
		ret = kpr_record_last(w, UINT64_MAX / 2);
	return ret ? ret : kpr_record_finish(w, "dump");
}

static int record(struct source *src, struct kpr_dump_ring **of, unsigned int nr,
		  const char *symbols, int fd, struct kpr_dump_seen *seen)
{
	struct kpr_totals totals;
	struct kpctl_consumer *consumers = calloc(nr, sizeof(*consumers));
	struct kpr_record *w = NULL;
	int ret = -ENOMEM;

	if (consumers)
		ret = open_record(src, of, nr, consumers, &w);
	if (!ret)
		ret = give_symbols(w, src, symbols);
	if (!ret)
		ret = write_all(w, fd);
	if (!ret) {
		kpr_record_totals(w, &totals);
		seen->corrupt = totals.corrupt;
		seen->events = kpr_record_events(w);
	}
	kpr_record_close(w);
	free(consumers);
	return ret;
}

int kpr_dump_record(struct kpr_dump *d, unsigned int session, const char *symbols, int fd,
		    struct kpr_dump_seen *seen)
{
	struct source src = { .d = d };
	struct kpr_dump_ring **of;
	unsigned int nr;
	int ret;

	*seen = (struct kpr_dump_seen){ 0 };
	of = calloc(d->nr_rings + 1, sizeof(*of));
	if (!of)
		return -ENOMEM;
	nr = read_rings(d, session, of, &seen->torn);
	ret = nr ? record(&src, of, nr, symbols, fd, seen) : -ENOENT;
	free(src.place);
	free(of);
	return ret;
}
