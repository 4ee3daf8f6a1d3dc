// SPDX-License-Identifier: LGPL-2.1-only
/*
 * Aggregates of an interval. An aggregate is identified by its event's id and its
 * index, a key by its text. Keys of equal text (stacks whose addresses are hidden) are
 * matched in the order of their counts: as counts only grow, the largest count now is at
 * least the largest count before.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "kpr_int.h"

struct delta {
	struct kpr_hists *out;
	/* keys of one aggregate, sorted by text */
	const struct kpr_key **old, **new;
};

static int by_text(const void *a, const void *b)
{
	const struct kpr_key *x = *(const struct kpr_key **)a, *y = *(const struct kpr_key **)b;
	int order = strcmp(x->text, y->text);

	/* keys of equal text stay in the order of counts */
	return order ? order : x < y ? -1 : x > y;
}

static void sort_keys(const struct kpr_key **sorted, const struct kpr_aggr *a)
{
	unsigned int i;

	for (i = 0; i < a->nr_keys; i++)
		sorted[i] = &a->keys[i];
	qsort(sorted, a->nr_keys, sizeof(*sorted), by_text);
}

static uint64_t minus(uint64_t v, uint64_t old)
{
	return v > old ? v - old : 0;
}

/*
 * The buckets of an interval: new counts less old counts. Both lists are ascending, and each
 * old bucket lies in a new bucket: in the same, for histograms; in the only one, for stats,
 * where the bucket from the least to the most may have grown.
 */
static void add_buckets(struct kpr_hists *out, struct kpr_key *k, const struct kpr_aggr *a,
			const struct kpr_key *old, const struct kpr_key *new)
{
	unsigned int i, j = 0;
	uint64_t n;

	k->buckets = out->buckets + out->nr_buckets;
	k->nr_buckets = 0;
	for (i = 0; i < new->nr_buckets; i++) {
		while (j < old->nr_buckets &&
		       kpr_aggr_less(a, old->buckets[j].low, new->buckets[i].low))
			j++;
		n = new->buckets[i].count;
		for (; j < old->nr_buckets &&
		       !kpr_aggr_less(a, new->buckets[i].high, old->buckets[j].high); j++)
			n = minus(n, old->buckets[j].count);
		if (!n)
			continue;
		k->buckets[k->nr_buckets] = new->buckets[i];
		k->buckets[k->nr_buckets++].count = n;
	}
	out->nr_buckets += k->nr_buckets;
}

/* A least that did not change may be older than the interval: the first bucket is a bound. */
static void set_min(struct kpr_key *k, const struct kpr_key *old)
{
	const struct kpr_bucket *first = k->buckets;

	k->min_about = k->nr_buckets && old->nr_buckets && first->low == old->buckets->low &&
		       first->low != first->high;
}

/*
 * The sum of an interval. A histogram's sums are modulo 2^64. Any other sum that has reached
 * the end of 64 bits stays there.
 */
static uint64_t sum_since(const struct kpr_aggr *a, uint64_t old, uint64_t new)
{
	bool at_end = a->is_signed ? new == 1ull << 63 || new == UINT64_MAX >> 1 :
				     new == UINT64_MAX;

	return at_end && !kpr_aggr_sum_wraps(a) ? new : new - old;
}

/* A max that did not change may be older than the interval; the last bucket then limits max. */
static void set_max(struct kpr_key *k, const struct kpr_aggr *a, const struct kpr_key *old,
		    const struct kpr_key *new)
{
	const struct kpr_bucket *last;

	k->max = new->max;
	if (new->max != old->max || !k->nr_buckets)
		return;
	last = &k->buckets[k->nr_buckets - 1];
	if (!kpr_aggr_less(a, new->max, last->high))
		k->max = last->high;
	k->max_about = last->low != last->high;
}

static void add_key(struct delta *d, const struct kpr_aggr *a, const struct kpr_key *old,
		    const struct kpr_key *new)
{
	static const struct kpr_key none;
	struct kpr_key *k = &d->out->keys[d->out->nr_keys];

	if (!old || old->count > new->count)
		old = &none;
	if (new->count == old->count)
		return;
	*k = (struct kpr_key){
		.text = new->text, .count = new->count - old->count,
		.sum = sum_since(a, old->sum, new->sum),
	};
	add_buckets(d->out, k, a, old, new);
	set_max(k, a, old, new);
	set_min(k, old);
	d->out->nr_keys++;
}

static void add_keys(struct delta *d, const struct kpr_aggr *old, const struct kpr_aggr *new)
{
	unsigned int i, j = 0, nr_old = old ? old->nr_keys : 0;
	int order;

	if (old)
		sort_keys(d->old, old);
	sort_keys(d->new, new);
	for (i = 0; i < new->nr_keys; i++) {
		order = -1;
		while (j < nr_old && (order = strcmp(d->old[j]->text, d->new[i]->text)) < 0)
			j++;
		if (j < nr_old && !order)
			add_key(d, new, d->old[j++], d->new[i]);
		else
			add_key(d, new, NULL, d->new[i]);
	}
}

static uint64_t hits_in(const struct kpr_hists *h, size_t first)
{
	uint64_t sum = 0;

	for (; first < h->nr_keys; first++)
		sum += h->keys[first].count;
	return sum;
}

/* Is `new` the same aggregate as `old`, with hits added and not begun anew? */
static bool goes_on(const struct kpr_aggr *old, const struct kpr_aggr *new)
{
	return old->generation == new->generation && old->is_signed == new->is_signed &&
	       old->is_ns == new->is_ns && !strcmp(old->action, new->action) &&
	       old->hits <= new->hits && !strcmp(old->text, new->text);
}

static void add_aggr(struct delta *d, const struct kpr_aggr *old, const struct kpr_aggr *new)
{
	struct kpr_aggr *a = &d->out->aggrs[d->out->nr++];
	size_t first = d->out->nr_keys;

	if (old && !goes_on(old, new))
		old = NULL;
	*a = *new;
	if (old) {
		a->hits = new->hits - old->hits;
		a->unread = minus(new->unread, old->unread);
	}
	add_keys(d, old, new);
	if (old)
		a->other = minus(a->hits - a->unread, hits_in(d->out, first));
	a->keys = d->out->keys + first;
	a->nr_keys = a->entries = d->out->nr_keys - first;
	if (a->nr_keys)
		qsort(a->keys, a->nr_keys, sizeof(*a->keys), kpr_key_order);
}

/* Aggregates mostly keep their order: the search begins at *hint and wraps around. */
static const struct kpr_aggr *find(const struct kpr_hists *h, const struct kpr_aggr *a,
				   unsigned int *hint)
{
	unsigned int i, n;

	for (n = 0; n < h->nr; n++) {
		i = (*hint + n) % h->nr;
		if (h->aggrs[i].id != a->id || h->aggrs[i].index != a->index)
			continue;
		*hint = i + 1;
		return &h->aggrs[i];
	}
	return NULL;
}

static size_t most_keys(const struct kpr_hists *h)
{
	size_t most = 0;
	unsigned int i;

	for (i = 0; i < h->nr; i++)
		if (h->aggrs[i].nr_keys > most)
			most = h->aggrs[i].nr_keys;
	return most;
}

/* Room for one element more in each array, so that no pointer is NULL. */
static bool make_room(struct delta *d, const struct kpr_hists *from, const struct kpr_hists *to)
{
	d->out->aggrs = calloc(to->nr + 1, sizeof(*to->aggrs));
	d->out->keys = calloc(to->nr_keys + 1, sizeof(*to->keys));
	d->out->buckets = calloc(to->nr_buckets + 1, sizeof(*to->buckets));
	d->old = calloc(most_keys(from) + 1, sizeof(*d->old));
	d->new = calloc(most_keys(to) + 1, sizeof(*d->new));
	return d->out->aggrs && d->out->keys && d->out->buckets && d->old && d->new;
}

int kpr_hists_delta(const struct kpr_hists *from, const struct kpr_hists *to,
		    struct kpr_hists *out)
{
	struct delta d = { .out = out };
	unsigned int i, hint = 0;
	int ret = 0;

	*out = (struct kpr_hists){ .garbage = to->garbage };
	if (make_room(&d, from, to)) {
		for (i = 0; i < to->nr; i++)
			add_aggr(&d, find(from, &to->aggrs[i], &hint), &to->aggrs[i]);
	} else {
		kpr_hists_free(out);
		ret = -ENOMEM;
	}
	free(d.old);
	free(d.new);
	return ret;
}
