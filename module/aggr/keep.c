// SPDX-License-Identifier: GPL-2.0
/*
 * Which keys are kept. A key has a weight: its hits, or the sum of their values. With room for C
 * keys, and more of them, the (C + 1)th weight in order is taken off all weights, never below
 * 0, and the C keys in front are kept. This is the merging of Misra and Gries' summaries
 * (Agarwal and others, Mergeable Summaries, 2012). Each time at least C + 1 times as much is
 * taken off as a key can lose by it, so all that a key can lose, over all time, is
 *
 *	the weight of all hits / (C + 1)
 *
 * A key with more weight than that is kept; the row of a key that went and came back lacks no
 * more than that. Counters themselves are never changed: `lost` of an entry is what has been
 * taken off its weight. It holds as long as no table is filled before anybody has looked.
 *
 * Where the first key is time(TIME), the weight is that time, and nothing is taken off: those
 * in front are the newest.
 */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "aggr/action.h"
#include "aggr/find.h"
#include "aggr/keep.h"
#include "aggr/rows.h"

/* A row and what is left of its weight. */
struct candidate {
	u64 weight;
	u64 lost;
	u32 row;
};

struct keep {
	const struct kpctl_aggr *from;
	struct kpctl_aggr *to, *kept;
	struct kpctl_aggr_rows rows;
	struct kpctl_aggr_parts parts;
	struct candidate *candidate;
	u32 *entry_of;			/* row -> entry of the kept table, or KPCTL_NO_ENTRY */
};

struct kpctl_keeps {
	u32 n;
	struct keep keep[KPCTL_AGGRS_MAX];
};

bool kpctl_aggrs_fill(const struct kpctl_aggrs *aggrs)
{
	const struct kpctl_aggr *a;

	for (a = aggrs->aggr; a < aggrs->aggr + aggrs->n; a++)
		if (kpctl_aggr_is_emptied(a) && kpctl_aggr_entries(a) > a->max_entries / 4 * 3)
			return true;
	return false;
}

struct kpctl_aggr_cpu *kpctl_aggr_kept_cpu(const struct kpctl_aggr *kept)
{
	return per_cpu_ptr(kept->cpu, cpumask_first(cpu_possible_mask));
}

/* Choosing */

static int by_left_weight(const void *l, const void *r)
{
	const struct candidate *a = l, *b = r;

	cond_resched();
	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return a->row < b->row ? -1 : 1;
}

/* Where neither is asked for, keys that are kept stay, whatever the weight of others. */
static void weigh(struct keep *k)
{
	const struct kpctl_aggr_part *kept = &k->parts.part[1];
	bool is_emptied = kpctl_aggr_is_emptied(k->from);
	struct candidate *c = k->candidate;
	u32 i;

	for (i = 0; i < k->rows.n; i++)
		c[i] = (struct candidate){
			.weight = is_emptied ? kpctl_aggr_weight(k->from, &k->rows.row[i]) : 0,
			.row = i,
		};
	if (k->parts.n == 1)
		return;
	for (i = 0; i < kept->entries; i++) {
		c = &k->candidate[kept->row_of[i]];
		c->lost = kept->a->lost[i];
		c->weight = is_emptied ? c->weight - min(c->weight, c->lost) : 1;
	}
}

static void keep_candidate(struct keep *k, u32 entry, u64 less)
{
	const struct candidate *c = &k->candidate[entry];
	const struct kpctl_aggr_row *row = &k->rows.row[c->row];

	k->entry_of[c->row] = entry;
	k->kept->lost[entry] = c->lost + min(c->weight, less);
	memcpy(k->kept->keys + (size_t)entry * k->kept->key_size, row->key, k->kept->key_size);
}

static void choose(struct keep *k)
{
	u32 n = min(k->rows.n, k->kept->max_entries), i;
	u64 less = 0;

	weigh(k);
	sort(k->candidate, k->rows.n, sizeof(*k->candidate), by_left_weight, NULL);
	if (k->from->top && k->rows.n > n)
		less = k->candidate[n].weight;
	memset(k->entry_of, 0xff, k->rows.n * sizeof(*k->entry_of));
	for (i = 0; i < n; i++)
		keep_candidate(k, i, less);
	atomic_set(&k->kept->nr_entries, n);
}

/* Counters */

static u64 hits_in_words(const struct kpctl_action *action, const local_t *word)
{
	struct kpctl_aggr_row row = {};

	action->merge(&row, word);
	return row.count;
}

static void fold_entry(struct keep *k, const struct kpctl_aggr_part *part, u32 entry,
		       const local_t *from)
{
	const struct kpctl_action *action = k->from->action;
	struct kpctl_aggr_cpu *to = kpctl_aggr_kept_cpu(k->kept);
	u32 row = part->row_of[entry];
	u32 kept = row == KPCTL_NO_ROW ? KPCTL_NO_ENTRY : k->entry_of[row];

	if (kept == KPCTL_NO_ENTRY)
		local_add(hits_in_words(action, from), &to->other);
	else
		action->fold(k->from, &to->word[(size_t)kept * action->words], from);
}

static void fold_cpu(struct keep *k, const struct kpctl_aggr_part *part,
		     const struct kpctl_aggr_cpu *from)
{
	const struct kpctl_action *action = k->from->action;
	struct kpctl_aggr_cpu *to = kpctl_aggr_kept_cpu(k->kept);
	u32 i;

	local_add(local_read(&from->other), &to->other);
	local_add(local_read(&from->unread), &to->unread);
	for (i = 0; i < part->entries; i++)
		fold_entry(k, part, i, &from->word[(size_t)i * action->words]);
	if (action->fold_more)
		action->fold_more(k->kept, part, from, k->entry_of);
}

static void fold_part(struct keep *k, const struct kpctl_aggr_part *part)
{
	const struct kpctl_aggr_cpu *from;
	int cpu;

	for_each_possible_cpu(cpu) {
		cond_resched();
		from = per_cpu_ptr(part->a->cpu, cpu);
		if (from->word)
			fold_cpu(k, part, from);
	}
}

static void merge(struct keep *k)
{
	u32 i;

	kpctl_aggr_rows_merge(&k->rows, &k->parts);
	if (k->from->nkeys)
		choose(k);
	else
		k->entry_of[0] = 0;
	for (i = 0; i < k->parts.n; i++)
		fold_part(k, &k->parts.part[i]);
	k->to->kept = k->kept;
	k->kept = NULL;
}

/* All tables of an event */

static bool make_keep(struct keep *k)
{
	size_t n = (size_t)k->from->max_entries + (k->from->kept ? k->from->kept->max_entries : 0);

	if (!kpctl_aggr_rows_room(k->from, &k->rows, &k->parts))
		return false;
	k->candidate = kpctl_aggr_rows_alloc(n, sizeof(*k->candidate));
	k->entry_of = kpctl_aggr_rows_alloc(n, sizeof(*k->entry_of));
	k->kept = kpctl_aggr_kept_alloc(k->from);
	return k->candidate && k->entry_of && k->kept;
}

struct kpctl_keeps *kpctl_keeps_alloc(const struct kpctl_aggrs *from, struct kpctl_aggrs *to)
{
	struct kpctl_keeps *keeps = kzalloc(sizeof(*keeps), GFP_KERNEL_ACCOUNT);
	struct keep *k;

	while (keeps && keeps->n < from->n) {
		k = &keeps->keep[keeps->n];
		k->from = &from->aggr[keeps->n];
		k->to = &to->aggr[keeps->n++];
		if (!make_keep(k)) {
			kpctl_keeps_free(keeps);
			return NULL;
		}
	}
	return keeps;
}

void kpctl_keeps_merge(struct kpctl_keeps *keeps)
{
	u32 i;

	for (i = 0; i < keeps->n; i++)
		merge(&keeps->keep[i]);
}

void kpctl_keeps_free(struct kpctl_keeps *keeps)
{
	struct keep *k;

	if (!keeps)
		return;
	for (k = keeps->keep; k < keeps->keep + keeps->n; k++) {
		kpctl_aggr_parts_free(&k->parts);
		kpctl_aggr_rows_free(&k->rows);
		kvfree(k->candidate);
		kvfree(k->entry_of);
		kpctl_aggr_kept_free(k->kept);
	}
	kfree(keeps);
}
