// SPDX-License-Identifier: LGPL-2.1-only
/* Aggregates with top=N: a view lists all keys that are kept, people see those with most. */
#include <stdlib.h>
#include <string.h>
#include "kpr_int.h"

static uint64_t weight(const struct kpr_aggr *a, const struct kpr_key *k)
{
	if (!strcmp(a->action, "count"))
		return k->count;
	return a->is_signed && (int64_t)k->sum < 0 ? 0 : k->sum;
}

static int by_weight(const void *x, const void *y, void *aggr)
{
	uint64_t v = weight(aggr, x), w = weight(aggr, y);

	return v != w ? (v > w ? -1 : 1) : kpr_key_order(x, y);
}

void kpr_hists_cut(struct kpr_hists *h)
{
	struct kpr_aggr *a;
	unsigned int i;

	for (a = h->aggrs; a < h->aggrs + h->nr; a++) {
		if (a->nr_keys <= a->max_entries)
			continue;
		qsort_r(a->keys, a->nr_keys, sizeof(*a->keys), by_weight, a);
		for (i = a->max_entries; i < a->nr_keys; i++)
			a->other += a->keys[i].count;
		a->nr_keys = a->entries = a->max_entries;
		qsort(a->keys, a->nr_keys, sizeof(*a->keys), kpr_key_order);
	}
}
