// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "aggr/action.h"
#include "aggr/rows.h"

/*
 * Tables can have millions of entries, and sorting them takes seconds. sort() itself never
 * reschedules, so each comparison offers the CPU to other tasks.
 */

static int by_key(const void *l, const void *r)
{
	const struct kpctl_aggr_row *a = l, *b = r;

	cond_resched();
	return memcmp(a->key, b->key, a->key_size);
}

static int by_weight(const void *l, const void *r)
{
	const struct kpctl_aggr_row *a = l, *b = r;

	cond_resched();
	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return a->key ? by_key(l, r) : 0;
}

static int by_count(const void *l, const void *r)
{
	const struct kpctl_aggr_row *a = l, *b = r;

	cond_resched();
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return a->key ? by_key(l, r) : 0;
}

static void add_row(const struct kpctl_aggr *a, struct kpctl_aggr_rows *rows, u32 entry)
{
	struct kpctl_aggr_row *row = &rows->row[rows->n++];

	row->key = a->keys + (size_t)entry * a->key_size;
	row->key_size = a->key_size;
}

/* Entries whose key is whole; each is a row for the time being. */
static void list_entries(const struct kpctl_aggr_part *part, struct kpctl_aggr_rows *rows)
{
	const struct kpctl_aggr *a = part->a;
	u32 i;

	if (!a->slot) {		/* a kept table, at rest */
		for (i = 0; i < part->entries; i++)
			add_row(a, rows, i);
		return;
	}
	for (i = 0; i <= a->slot_mask; i++)
		/* Pairs with the store-release in kpctl_aggr_fill(). */
		if ((smp_load_acquire(&a->slot[i].tag) & KPCTL_SLOT_WHOLE) &&
		    a->slot[i].entry < part->entries)	/* else newer than part->entries */
			add_row(a, rows, a->slot[i].entry);
}

/* Where the row of the entry with this key is noted. */
static u32 *row_of_key(struct kpctl_aggr_parts *parts, const u8 *key)
{
	const struct kpctl_aggr_part *part = parts->part;
	const struct kpctl_aggr *a = part->a;

	if (key < a->keys || key >= a->keys + (size_t)a->max_entries * a->key_size)
		a = (++part)->a;
	return &part->row_of[(key - a->keys) / a->key_size];
}

/*
 * Entries with one key become one row: one of each table, or two that two CPUs made at the
 * same moment.
 */
static void make_rows(struct kpctl_aggr_rows *rows, struct kpctl_aggr_parts *parts)
{
	struct kpctl_aggr_row *row = rows->row;
	u32 i, n = 0;

	if (!parts->part[0].a->nkeys) {
		rows->n = 1;
		for (i = 0; i < parts->n; i++)
			parts->part[i].row_of[0] = 0;
		return;
	}
	for (i = 0; i < parts->n; i++)
		list_entries(&parts->part[i], rows);
	sort(row, rows->n, sizeof(*row), by_key, NULL);
	for (i = 0; i < rows->n; i++) {
		if (!n || by_key(&row[n - 1], &row[i]))
			row[n++].key = row[i].key;
		*row_of_key(parts, row[i].key) = n - 1;
	}
	rows->n = n;
}

static void merge_cpu(struct kpctl_aggr_rows *rows, const struct kpctl_aggr_part *part,
		      const struct kpctl_aggr_cpu *cpu)
{
	const struct kpctl_action *action = part->a->action;
	u32 i;

	rows->other += local_read(&cpu->other);
	rows->unread += local_read(&cpu->unread);
	for (i = 0; i < part->entries; i++)
		if (part->row_of[i] != KPCTL_NO_ROW)
			action->merge(&rows->row[part->row_of[i]],
				      &cpu->word[(size_t)i * action->words]);
}

static void merge_part(struct kpctl_aggr_rows *rows, const struct kpctl_aggr_part *part)
{
	const struct kpctl_aggr_cpu *cpu;
	int nr;

	for_each_possible_cpu(nr) {
		cond_resched();
		cpu = per_cpu_ptr(part->a->cpu, nr);
		if (cpu->word)
			merge_cpu(rows, part, cpu);
	}
}

void kpctl_aggr_rows_merge(struct kpctl_aggr_rows *rows, struct kpctl_aggr_parts *parts)
{
	u32 i;

	for (i = 0; i < parts->n; i++) {
		parts->part[i].entries = min(parts->part[i].entries,
					     kpctl_aggr_entries(parts->part[i].a));
		rows->entries += parts->part[i].entries;
	}
	make_rows(rows, parts);
	for (i = 0; i < parts->n; i++)
		merge_part(rows, &parts->part[i]);
}

static const bool is_by_sum[] = {
#define IS_BY_COUNT	false
#define IS_BY_SUM	true
#define X(id, name, value, columns, order) IS_BY_##order,
	KPCTL_ACTIONS(X)
#undef X
};

u64 kpctl_aggr_weight(const struct kpctl_aggr *a, const struct kpctl_aggr_row *row)
{
	if (a->by_time)
		return ((const u64 *)row->key)[1];
	if (!is_by_sum[a->action->id])
		return row->count;
	if (a->is_signed && (s64)row->sum < 0)
		return 0;
	return row->sum_high > 0 ? ~0ull : row->sum;
}

/* Of more rows than there are to be, those with less weight are `other`. */
static void cut_rows(const struct kpctl_aggr *a, struct kpctl_aggr_rows *rows, u32 most)
{
	u32 i;

	if (rows->n <= most)
		return;
	for (i = 0; i < rows->n; i++)
		rows->row[i].weight = kpctl_aggr_weight(a, &rows->row[i]);
	sort(rows->row, rows->n, sizeof(*rows->row), by_weight, NULL);
	for (i = most; i < rows->n; i++)
		rows->other += rows->row[i].count;
	rows->n = most;
}

static void close_rows(const struct kpctl_aggr *a, bool is_top, struct kpctl_aggr_rows *rows)
{
	u32 i, n = 0;

	for (i = 0; i < rows->n; i++)
		if (rows->row[i].count)
			rows->row[n++] = rows->row[i];
	rows->n = n;
	if (!a->top)
		cut_rows(a, rows, a->max_entries);
	else if (is_top)
		cut_rows(a, rows, a->top);
	if (kpctl_aggr_is_emptied(a) || a->kept)
		rows->entries = rows->n;
	for (i = 0; i < rows->n; i++)
		rows->hits += rows->row[i].count;
	rows->hits += rows->other + rows->unread;
	sort(rows->row, rows->n, sizeof(*rows->row), by_count, NULL);
}

void *kpctl_aggr_rows_alloc(size_t n, size_t size)
{
	return kvzalloc((n + 1) * size, KPCTL_AGGR_ROWS_GFP);
}

static bool add_part(struct kpctl_aggr_parts *parts, const struct kpctl_aggr *a, u32 entries)
{
	struct kpctl_aggr_part *part = &parts->part[parts->n++];

	*part = (struct kpctl_aggr_part){ .a = a, .entries = entries };
	part->row_of = kpctl_aggr_rows_alloc(entries, sizeof(*part->row_of));
	if (part->row_of)
		memset(part->row_of, 0xff, entries * sizeof(*part->row_of));
	return part->row_of;
}

static bool make_room(const struct kpctl_aggr *a, struct kpctl_aggr_rows *rows,
		      struct kpctl_aggr_parts *parts, u32 entries)
{
	u32 kept = a->kept ? kpctl_aggr_entries(a->kept) : 0;

	memset(rows, 0, sizeof(*rows));
	memset(parts, 0, sizeof(*parts));
	rows->row = kpctl_aggr_rows_alloc((size_t)entries + kept, sizeof(*rows->row));
	if (rows->row && add_part(parts, a, entries) && (!a->kept || add_part(parts, a->kept, kept)))
		return true;
	kpctl_aggr_parts_free(parts);
	kpctl_aggr_rows_free(rows);
	return false;
}

bool kpctl_aggr_rows_room(const struct kpctl_aggr *a, struct kpctl_aggr_rows *rows,
			  struct kpctl_aggr_parts *parts)
{
	return make_room(a, rows, parts, a->max_entries);
}

void kpctl_aggr_parts_free(struct kpctl_aggr_parts *parts)
{
	u32 i;

	for (i = 0; i < parts->n; i++)
		kvfree(parts->part[i].row_of);
	parts->n = 0;
}

int kpctl_aggr_rows_make(const struct kpctl_aggr *a, bool is_top, struct kpctl_aggr_rows *rows)
{
	struct kpctl_aggr_parts parts;
	int ret;

	if (!make_room(a, rows, &parts, kpctl_aggr_entries(a)))
		return -ENOMEM;
	kpctl_aggr_rows_merge(rows, &parts);
	ret = a->action->collect ? a->action->collect(&parts, rows) : 0;
	if (!ret)
		close_rows(a, is_top, rows);
	kpctl_aggr_parts_free(&parts);
	if (ret)
		kpctl_aggr_rows_free(rows);
	return ret;
}

void kpctl_aggr_rows_free(struct kpctl_aggr_rows *rows)
{
	kvfree(rows->row);
	kvfree(rows->bucket);
	memset(rows, 0, sizeof(*rows));
}
