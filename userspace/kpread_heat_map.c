// SPDX-License-Identifier: GPL-2.0-only
/*
 * Heat maps, made of an aggregate by time(TIME). A key's text is "time(1s): 667254.000000" and,
 * where there are further keys, ", comm: cat, pid: 12" behind that. Nothing is believed of it:
 * a key that has no such time is counted and left out, and no number is too large.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kpread_heat.h"

/* A key, taken apart. */
struct item {
	uint64_t column;	/* its time, in periods */
	const char *keys;
	const struct kpr_key *key;
};

/* Keys that share a map. */
struct group {
	const struct item *item;
	unsigned int nr;
	uint64_t hits;
};

/* A sum that stops at the largest number. */
static uint64_t add(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

static void leave_out(struct heat_rest *rest, uint64_t nr, uint64_t hits)
{
	rest->nr += nr;
	rest->hits = add(rest->hits, hits);
}

/* Texts */

/* The ns of "1s) and what follows"; 0: it is no time. */
static uint64_t period_of(const char *text)
{
	static const struct {
		const char *end;
		uint64_t ns;
	} units[] = { { "s)", NSEC_PER_SEC }, { "ms)", 1000000 }, { "us)", 1000 }, { "ns)", 1 } };
	unsigned int i;
	uint64_t n;
	char *end;

	errno = 0;
	n = strtoull(text, &end, 0);
	if (*text < '0' || *text > '9' || errno)
		return 0;
	for (i = 0; i < ARRAY_SIZE(units); i++)
		if (!strncmp(end, units[i].end, strlen(units[i].end)))
			return __builtin_mul_overflow(n, units[i].ns, &n) ? 0 : n;
	return 0;
}

static bool take_digits(const char **at, uint64_t *v)
{
	const char *p = *at;

	for (*v = 0; *p >= '0' && *p <= '9'; p++)
		if (__builtin_mul_overflow(*v, 10ull, v) ||
		    __builtin_add_overflow(*v, (uint64_t)(*p - '0'), v))
			return false;
	if (p == *at)
		return false;
	*at = p;
	return true;
}

/* 667254.000000: seconds, with six digits behind the point */
static bool take_time(const char **at, uint64_t *ns)
{
	const char *point;
	uint64_t us;

	if (!take_digits(at, ns) || **at != '.' || __builtin_mul_overflow(*ns, NSEC_PER_SEC, ns))
		return false;
	point = (*at)++;
	return take_digits(at, &us) && *at - point == 7 &&
	       !__builtin_add_overflow(*ns, us * 1000, ns);
}

/*
 * A time that is no whole number of microseconds was cut there: the next whole number of
 * periods is what it was.
 */
static bool take_key(struct item *it, const struct kpr_key *k, uint64_t period)
{
	const char *p = strstr(k->text, "): ");
	uint64_t ns;

	if (!p || strncmp(k->text, "time(", strlen("time(")))
		return false;
	p += strlen("): ");
	if (!take_time(&p, &ns) || (*p && strncmp(p, ", ", 2)))
		return false;
	*it = (struct item){ ns / period + !!(ns % period), *p ? p + 2 : p, k };
	return true;
}

/* Returns their number. */
static size_t take_keys(struct heat *h, struct item *item, const struct kpr_aggr *a)
{
	const struct kpr_key *k;
	size_t n = 0;

	for (k = a->keys; k < a->keys + a->nr_keys; k++) {
		if (take_key(&item[n], k, h->period))
			n++;
		else
			leave_out(&h->odd, 1, k->count);
	}
	return n;
}

/* Columns */

static int by_column(const void *l, const void *r)
{
	const struct item *a = l, *b = r;

	return a->column < b->column ? -1 : a->column > b->column;
}

static void set_last(struct heat *h, uint64_t newest, unsigned int columns, uint64_t now)
{
	uint64_t present = now / h->period;

	h->last = newest;
	h->is_live = now;
	if (present <= newest)
		return;
	if (present - newest < columns)
		h->last = present;
	h->ago = present - h->last;
}

/* `item` is sorted; returns how many of its n elements are older than all columns. */
static size_t set_columns(struct heat *h, const struct item *item, size_t n, unsigned int columns,
			  uint64_t now)
{
	uint64_t first;
	size_t i;

	set_last(h, item[n - 1].column, columns, now);
	first = h->last < columns ? 0 : h->last - columns + 1;
	for (i = 0; item[i].column < first; i++)
		leave_out(&h->older, !i || item[i].column != item[i - 1].column,
			  item[i].key->count);
	h->columns = h->last - item[i].column + 1;
	return i;
}

/* Maps */

static int by_keys(const void *l, const void *r)
{
	const struct item *a = l, *b = r;

	return strcmp(a->keys, b->keys);
}

static int by_hits(const void *l, const void *r)
{
	const struct group *a = l, *b = r;

	if (a->hits != b->hits)
		return a->hits > b->hits ? -1 : 1;
	return strcmp(a->item->keys, b->item->keys);
}

static uint64_t hits_in(const struct kpr_key *k)
{
	uint64_t n = 0;
	unsigned int i;

	for (i = 0; i < k->nr_buckets; i++)
		n = add(n, k->buckets[i].count);
	return n;
}

/* The groups that have hits; returns their number. */
static size_t make_groups(struct group *group, struct item *item, size_t n)
{
	struct group *g = group;
	size_t i;

	qsort(item, n, sizeof(*item), by_keys);
	for (i = 0; i < n; i++) {
		if (!i || by_keys(&item[i - 1], &item[i])) {
			g += i && g->hits;
			*g = (struct group){ .item = &item[i] };
		}
		g->nr++;
		g->hits = add(g->hits, hits_in(item[i].key));
	}
	g += g->hits > 0;
	qsort(group, g - group, sizeof(*group), by_hits);
	return g - group;
}

static int power_of(const struct heat *h, const struct kpr_bucket *b)
{
	return kpctl_show_power_of(&h->kind, b->low);
}

/* The map's range: a bucket without hits has no part in it. */
static void measure(const struct heat *h, struct heat_map *m, const struct kpr_key *k)
{
	unsigned int i;
	int power;

	for (i = 0; i < k->nr_buckets; i++) {
		if (!k->buckets[i].count)
			continue;
		power = power_of(h, &k->buckets[i]);
		m->lowest = power < m->lowest ? power : m->lowest;
		m->highest = power > m->highest ? power : m->highest;
	}
}

static void fill(const struct heat *h, struct heat_map *m, const struct item *it)
{
	size_t column = h->columns - 1 - (h->last - it->column), line;
	const struct kpr_bucket *b = it->key->buckets, *end = b + it->key->nr_buckets;
	uint64_t *cell;

	for (; b < end; b++) {
		if (!b->count)
			continue;
		line = power_of(h, b) - m->lowest;
		cell = &m->cell[line * h->columns + column];
		*cell = add(*cell, b->count);
		m->most = *cell > m->most ? *cell : m->most;
	}
}

static int make_map(struct heat *h, const struct group *g)
{
	struct heat_map *m = &h->map[h->nr_maps];
	unsigned int i;

	*m = (struct heat_map){ .keys = g->item->keys, .hits = g->hits, .lowest = 64,
				.highest = -64 };
	for (i = 0; i < g->nr; i++)
		measure(h, m, g->item[i].key);
	m->cell = calloc((size_t)(m->highest - m->lowest + 1) * h->columns, sizeof(*m->cell));
	if (!m->cell)
		return -ENOMEM;
	h->nr_maps++;
	for (i = 0; i < g->nr; i++)
		fill(h, m, &g->item[i]);
	return 0;
}

static int make_maps(struct heat *h, struct item *item, size_t n)
{
	struct group *group = calloc(n + 1, sizeof(*group));
	size_t i, nr;
	int ret = 0;

	h->map = calloc(HEAT_MAPS, sizeof(*h->map));
	if (!group || !h->map) {
		free(group);
		return -ENOMEM;
	}
	nr = make_groups(group, item, n);
	for (i = 0; i < nr && !ret; i++) {
		if (i < HEAT_MAPS)
			ret = make_map(h, &group[i]);
		else
			leave_out(&h->others, 1, group[i].hits);
	}
	free(group);
	return ret;
}

bool heat_is_wanted(const struct kpr_aggr *a)
{
	return !strcmp(a->action, "hist") &&
	       !strncmp(rows_key_names(a->text), "time(", strlen("time("));
}

int heat_make(struct heat *h, const struct kpr_aggr *a, unsigned int columns, uint64_t now)
{
	struct item *item;
	size_t n, older;
	int ret = 0;

	*h = (struct heat){ .kind = heat_kind(a) };
	if (!heat_is_wanted(a))
		return 0;
	h->period = period_of(rows_key_names(a->text) + strlen("time("));
	if (!h->period)
		return 0;
	item = calloc(a->nr_keys + 1ul, sizeof(*item));
	if (!item)
		return -ENOMEM;
	n = take_keys(h, item, a);
	if (n) {
		qsort(item, n, sizeof(*item), by_column);
		older = set_columns(h, item, n, columns, now);
		ret = make_maps(h, item + older, n - older);
	}
	free(item);
	return ret;
}

void heat_free(struct heat *h)
{
	unsigned int i;

	for (i = 0; i < h->nr_maps; i++)
		free(h->map[i].cell);
	free(h->map);
	*h = (struct heat){ .nr_maps = 0 };
}
