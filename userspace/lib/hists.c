// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Aggregates: KPCTL_VIEW_HISTS parsed, as uapi/linux/kprobectl.h describes the view. A
 * line of another form is counted and skipped; if an aggregate's line is skipped, so are
 * the lines of its keys.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kpr_int.h"

void kpr_hists_free(struct kpr_hists *h)
{
	free(h->aggrs);
	free(h->keys);
	free(h->buckets);
	free(h->text);
	*h = (struct kpr_hists){ 0 };
}

bool kpr_aggr_less(const struct kpr_aggr *a, uint64_t v, uint64_t w)
{
	if (a->is_signed)
		return (int64_t)v < (int64_t)w;
	return v < w;
}

/* Parsing */

static bool take_number(char **at, uint64_t *v)
{
	return kpr_take_u64(at, v) && kpr_take_char(at, ' ');
}

static bool take_small(char **at, uint64_t max, unsigned int *v)
{
	uint64_t n;

	if (!take_number(at, &n) || n > max)
		return false;
	*v = n;
	return true;
}

static bool take_name(char **at, const char **name)
{
	const char *slash;

	*name = kpr_take_word(at);
	slash = *name ? strchr(*name, '/') : NULL;
	return slash && slash > *name && slash[1];
}

/* ACTION, or ACTION-signed or ACTION-ns */
static bool take_kind(char **at, struct kpr_aggr *a)
{
	char *word = kpr_take_word(at), *suffix = word ? strrchr(word, '-') : NULL;

	a->action = word;
	if (!suffix)
		return word;
	a->is_signed = !strcmp(suffix, "-signed");
	a->is_ns = !strcmp(suffix, "-ns");
	if (a->is_signed || a->is_ns)
		*suffix = '\0';
	return true;
}

static bool parse_aggr(struct kpr_aggr *a, char *p)
{
	unsigned int id;

	*a = (struct kpr_aggr){ .nr_keys = 0 };
	if (!take_small(&p, UINT16_MAX, &id) || !take_name(&p, &a->event) ||
	    !take_small(&p, UINT32_MAX, &a->index) || !take_kind(&p, a) ||
	    !take_number(&p, &a->hits) || !take_number(&p, &a->other) ||
	    !take_number(&p, &a->unread) || !take_small(&p, UINT32_MAX, &a->entries) ||
	    !take_small(&p, UINT32_MAX, &a->max_entries) || !take_number(&p, &a->generation))
		return false;
	a->id = id;
	a->text = p;
	return true;
}

static int add_aggr(struct kpr_hists *h, char *p)
{
	struct kpr_aggr *a = kpr_grow(h->aggrs, h->nr, sizeof(*a));

	if (!a)
		return -ENOMEM;
	h->aggrs = a;
	if (!parse_aggr(&a[h->nr], p))
		return -EINVAL;
	h->nr++;
	return 0;
}

/* `last` is the bucket before b, or NULL. */
static bool parse_bucket(const struct kpr_aggr *a, struct kpr_bucket *b,
			 const struct kpr_bucket *last, char **at)
{
	if (!kpr_take_u64(at, &b->low) || !kpr_take_char(at, ':') ||
	    !kpr_take_u64(at, &b->high) || !kpr_take_char(at, ':') ||
	    !kpr_take_u64(at, &b->count))
		return false;
	return !kpr_aggr_less(a, b->high, b->low) &&
	       (!last || kpr_aggr_less(a, last->high, b->low));
}

/*
 * Stores a key's buckets behind the previous key's buckets; set_pointers() makes the keys
 * point to buckets.
 */
static int add_buckets(struct kpr_hists *h, const struct kpr_aggr *a, uint64_t n, char **at)
{
	struct kpr_bucket *b;
	uint64_t i;

	for (i = 0; i < n; i++) {
		b = kpr_grow(h->buckets, h->nr_buckets + i, sizeof(*b));
		if (!b)
			return -ENOMEM;
		h->buckets = b;
		b += h->nr_buckets + i;
		if (!kpr_take_char(at, ' ') || !parse_bucket(a, b, i ? b - 1 : NULL, at))
			return -EINVAL;
	}
	return 0;
}

static int parse_key(struct kpr_hists *h, const struct kpr_aggr *a, struct kpr_key *k, char *p)
{
	uint64_t n;
	int ret;

	*k = (struct kpr_key){ .text = NULL };
	if (!take_number(&p, &k->count) || !take_number(&p, &k->sum) ||
	    !take_number(&p, &k->max) || !kpr_take_u64(&p, &n))
		return -EINVAL;
	ret = add_buckets(h, a, n, &p);
	if (ret)
		return ret;
	p += strspn(p, " ");
	if (!kpr_take_char(&p, '\t'))
		return -EINVAL;
	k->text = p + strspn(p, " ");
	k->nr_buckets = n;
	return 0;
}

static int add_key(struct kpr_hists *h, struct kpr_aggr *a, char *p)
{
	struct kpr_key *k = kpr_grow(h->keys, h->nr_keys, sizeof(*k));
	int ret;

	if (!k)
		return -ENOMEM;
	h->keys = k;
	k += h->nr_keys;
	ret = parse_key(h, a, k, p);
	if (ret)
		return ret;
	h->nr_keys++;
	h->nr_buckets += k->nr_buckets;
	a->nr_keys++;
	return 0;
}

/* *current: the last aggregate's line was fine, so lines of keys may follow. */
static int parse_line(struct kpr_hists *h, char *line, bool *current)
{
	int ret;

	if (!strncmp(line, "aggr ", 5)) {
		ret = add_aggr(h, line + 5);
		*current = !ret;
		return ret;
	}
	if (!*current || strncmp(line, "key ", 4))
		return -EINVAL;
	return add_key(h, &h->aggrs[h->nr - 1], line + 4);
}

static int parse(struct kpr_hists *h, size_t len)
{
	char *at = h->text, *end = at + len, *line;
	bool whole, current = false;
	int ret;

	while ((line = kpr_take_line(&at, end, &whole))) {
		ret = whole ? parse_line(h, line, &current) : -EINVAL;
		if (ret == -ENOMEM)
			return ret;
		h->garbage += ret && *line;
	}
	return 0;
}

int kpr_key_order(const void *a, const void *b)
{
	const struct kpr_key *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return strcmp(x->text, y->text);
}

/* Pointers to keys and buckets, which are in order and no longer move. */
static void set_pointers(struct kpr_hists *h)
{
	struct kpr_key *k = h->keys, *end;
	struct kpr_bucket *b = h->buckets;
	struct kpr_aggr *a;

	for (a = h->aggrs; a < h->aggrs + h->nr; a++) {
		a->keys = k;
		for (end = k + a->nr_keys; k < end; k++) {
			k->buckets = b;
			b += k->nr_buckets;
		}
		if (a->nr_keys)
			qsort(a->keys, a->nr_keys, sizeof(*k), kpr_key_order);
	}
}

int kpr_hists_parse(struct kpr_hists *h, char *text, size_t len)
{
	int ret;

	*h = (struct kpr_hists){ .text = text };
	ret = parse(h, len);
	if (ret)
		kpr_hists_free(h);
	else
		set_pointers(h);
	return ret;
}

/* All keys joined into a single key */

/* Flips the sign bit of signed bounds, so that unsigned order is their order; and back. */
static void flip(const struct kpr_aggr *a, struct kpr_key *all)
{
	unsigned int i;

	if (!a->is_signed)
		return;
	for (i = 0; i < all->nr_buckets; i++) {
		all->buckets[i].low ^= 1ull << 63;
		all->buckets[i].high ^= 1ull << 63;
	}
}

static int by_low(const void *a, const void *b)
{
	const struct kpr_bucket *x = a, *y = b;

	return x->low < y->low ? -1 : x->low > y->low;
}

/*
 * Joins sorted buckets that overlap. Buckets of histograms are equal or disjoint; buckets of
 * stats, from a least to a most, may overlap.
 */
static void join_equal(struct kpr_key *all)
{
	struct kpr_bucket *last;
	unsigned int i, n = 0;

	for (i = 0; i < all->nr_buckets; i++) {
		last = n ? &all->buckets[n - 1] : NULL;
		if (!last || last->high < all->buckets[i].low) {
			all->buckets[n++] = all->buckets[i];
			continue;
		}
		last->count += all->buckets[i].count;
		if (last->high < all->buckets[i].high)
			last->high = all->buckets[i].high;
	}
	all->nr_buckets = n;
}

bool kpr_aggr_sum_wraps(const struct kpr_aggr *a)
{
	return !strcmp(a->action, "hist");
}

/* A sum that is not modulo 2^64 stops at the largest or smallest number of 64 bits. */
static uint64_t add_sums(const struct kpr_aggr *a, uint64_t v, uint64_t w)
{
	int64_t sum;

	if (kpr_aggr_sum_wraps(a))
		return v + w;
	if (!a->is_signed)
		return v + w < v ? UINT64_MAX : v + w;
	if (__builtin_add_overflow((int64_t)v, (int64_t)w, &sum))
		return (int64_t)w < 0 ? 1ull << 63 : UINT64_MAX >> 1;
	return sum;
}

/* Has each key with hits a bucket? The hits of a key that was read half have none yet. */
static bool has_buckets(const struct kpr_aggr *a)
{
	return !strcmp(a->action, "hist") || !strcmp(a->action, "stats");
}

static void add_to_all(const struct kpr_aggr *a, struct kpr_key *all, const struct kpr_key *k)
{
	if (!all->count || kpr_aggr_less(a, all->max, k->max))
		all->max = k->max;
	if (k->nr_buckets)
		memcpy(all->buckets + all->nr_buckets, k->buckets,
		       k->nr_buckets * sizeof(*k->buckets));
	all->nr_buckets += k->nr_buckets;
	all->count += k->count;
	all->sum = add_sums(a, all->sum, k->sum);
	all->max_about |= k->max_about;
}

int kpr_aggr_join(const struct kpr_aggr *aggr, struct kpr_key *all)
{
	const struct kpr_key *k, *end = aggr->keys + aggr->nr_keys;
	size_t n = 1;

	*all = (struct kpr_key){ .text = "" };
	for (k = aggr->keys; k < end; k++)
		n += k->nr_buckets;
	all->buckets = calloc(n, sizeof(*all->buckets));
	if (!all->buckets)
		return -ENOMEM;
	for (k = aggr->keys; k < end; k++)
		if (k->nr_buckets || !has_buckets(aggr))
			add_to_all(aggr, all, k);
	flip(aggr, all);
	qsort(all->buckets, all->nr_buckets, sizeof(*all->buckets), by_low);
	join_equal(all);
	flip(aggr, all);
	return 0;
}
