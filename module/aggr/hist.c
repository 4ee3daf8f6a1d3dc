// SPDX-License-Identifier: GPL-2.0
/*
 * hist(X): a histogram of a number, with its sum and its maximum.
 *
 * Without keys a CPU's buckets are an array. With keys a CPU has a hash table of cells that
 * all entries share, for most entries use few of their buckets. cmpxchg claims a cell with
 * the whole name, entry and bucket, and so leaves nothing to fill in. A hit for which no
 * cell is free counts as `other`.
 */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "aggr/action.h"
#include "aggr/find.h"
#include "aggr/hist.h"
#include "aggr/keep.h"

/* Cells of a CPU for each entry of the table, on average. */
#define CELLS_PER_ENTRY		16

/* A hit */

static __always_inline local_t *find_cell(struct kpctl_aggr *a, struct kpctl_aggr_cpu *c, u32 entry,
					  u32 bucket)
{
	u32 name = 1 + (entry << KPCTL_CELL_BUCKET_BITS | bucket);
	u32 at = (name * 0x9e3779b1u) >> a->cell_shift, mask = kpctl_hist_cells(a) - 1, i, seen;

	for (i = 0; i < KPCTL_AGGR_PROBES; i++, at = (at + 1) & mask) {
		seen = READ_ONCE(c->name[at]);
		if (unlikely(!seen))
			seen = cmpxchg_local(&c->name[at], 0, name) ?: name;
		if (likely(seen == name))
			return &c->bucket[at];
	}
	return NULL;
}

static __always_inline void add_value(struct kpctl_aggr *a, struct kpctl_aggr_cpu *c, u32 entry,
				      u64 v)
{
	u32 bucket = kpctl_hist_bucket(a, v);
	local_t *count;

	if (a->nkeys) {
		count = find_cell(a, c, entry, bucket);
		if (unlikely(!count)) {
			local_inc(&c->other);
			return;
		}
	} else {
		count = &c->bucket[bucket];
	}
	kpctl_hist_count(a, c, count, entry, v);
}

notrace noinline void kpctl_do_hist(const struct kpctl_aggr_operands *take, struct kpctl_aggr *a,
				    const struct kpctl_site *site)
{
	struct kpctl_aggr_cpu *c = this_cpu_ptr(a->cpu);
	u64 v;
	u32 entry = kpctl_aggr_find(take, a, c, site, &v);

	if (likely(entry != KPCTL_NO_ENTRY))
		add_value(a, c, entry, v);
}
NOKPROBE_SYMBOL(kpctl_do_hist);

/* Memory */

static void plan_cells(struct kpctl_aggr *a)
{
	/* at least twice as many cells as a signed entry has buckets; a kept table has one CPU */
	u32 cells = CELLS_PER_ENTRY * (a->is_kept ? 4 : 1) * a->max_entries;

	a->cell_shift = 32 - ilog2(roundup_pow_of_two(max_t(u32, cells, 2 * KPCTL_BUCKETS_SIGNED)));
}

static u64 bucket_bytes(const struct kpctl_aggr *a)
{
	if (!a->nkeys)
		return kpctl_hist_buckets(a) * sizeof(local_t);
	return (u64)kpctl_hist_cells(a) * (sizeof(u32) + sizeof(local_t));
}

static bool alloc_buckets(const struct kpctl_aggr *a, struct kpctl_aggr_cpu *c, int node)
{
	if (!a->nkeys) {
		c->bucket = kpctl_aggr_alloc(kpctl_hist_buckets(a), sizeof(*c->bucket), node);
		return c->bucket;
	}
	c->name = kpctl_aggr_alloc(kpctl_hist_cells(a), sizeof(*c->name), node);
	c->bucket = kpctl_aggr_alloc(kpctl_hist_cells(a), sizeof(*c->bucket), node);
	return c->name && c->bucket;
}

/* Reading */

static void merge_hist(struct kpctl_aggr_row *row, const local_t *word)
{
	u64 max = local_read(&word[KPCTL_HIST_MAX]);

	row->sum += local_read(&word[KPCTL_HIST_SUM]);
	row->max = max(row->max, max);
}

/* A copy of one CPU's cell, with the row that the cell belongs to. */
struct cell {
	u32 row;
	u32 bucket;
	u64 count;
};

struct cells {
	struct cell *cell;
	size_t n, room;
};

/*
 * The number of cells in use, and 1024 more for cells that hits claim during the reading.
 * Cells beyond that number are left out.
 */
static size_t count_cells(const struct kpctl_aggr *a)
{
	const struct kpctl_aggr_cpu *c;
	size_t n = 1024;
	int cpu;
	u32 i;

	if (!a->nkeys)
		return kpctl_hist_buckets(a) * num_possible_cpus();
	for_each_possible_cpu(cpu) {
		cond_resched();
		c = per_cpu_ptr(a->cpu, cpu);
		for (i = 0; c->name && i < kpctl_hist_cells(a); i++)
			n += READ_ONCE(c->name[i]) != 0;
	}
	return n;
}

static u32 entry_of_cell(u32 name)
{
	return (name - 1) >> KPCTL_CELL_BUCKET_BITS;
}

static u32 bucket_of_cell(u32 name)
{
	return (name - 1) & ((1u << KPCTL_CELL_BUCKET_BITS) - 1);
}

static void add_cell(struct cells *c, const struct kpctl_aggr_part *part, u32 entry, u32 bucket,
		     u64 count)
{
	if (!count || entry >= part->entries || part->row_of[entry] == KPCTL_NO_ROW ||
	    c->n == c->room)
		return;
	c->cell[c->n++] = (struct cell){ part->row_of[entry], bucket, count };
}

static void add_cells(struct cells *c, const struct kpctl_aggr_part *part,
		      const struct kpctl_aggr_cpu *cpu)
{
	const struct kpctl_aggr *a = part->a;
	u32 i, name;

	if (!a->nkeys) {
		for (i = 0; i < kpctl_hist_buckets(a); i++)
			add_cell(c, part, 0, i, local_read(&cpu->bucket[i]));
		return;
	}
	for (i = 0; i < kpctl_hist_cells(a); i++) {
		name = READ_ONCE(cpu->name[i]);
		if (name)
			add_cell(c, part, entry_of_cell(name), bucket_of_cell(name),
				 local_read(&cpu->bucket[i]));
	}
}

static void add_part_cells(struct cells *c, const struct kpctl_aggr_part *part)
{
	const struct kpctl_aggr_cpu *from;
	int cpu;

	for_each_possible_cpu(cpu) {
		cond_resched();
		from = per_cpu_ptr(part->a->cpu, cpu);
		if (from->bucket)
			add_cells(c, part, from);
	}
}

/* Each comparison offers the CPU to other tasks, see aggr/rows.c. */
static int by_row_and_bucket(const void *l, const void *r)
{
	const struct cell *a = l, *b = r;

	cond_resched();
	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	return a->bucket < b->bucket ? -1 : a->bucket > b->bucket;
}

static struct kpctl_aggr_bucket bucket_of(const struct kpctl_aggr *a, u32 nr)
{
	if (a->is_signed)
		return (struct kpctl_aggr_bucket){ kpctl_bucket_signed_low(nr),
						   kpctl_bucket_signed_high(nr), 0 };
	return (struct kpctl_aggr_bucket){ kpctl_bucket_low(nr), kpctl_bucket_high(nr), 0 };
}

/* Cells in order become buckets of rows; cells of one bucket on several CPUs are added up. */
static void make_buckets(const struct kpctl_aggr *a, const struct cells *c,
			 struct kpctl_aggr_rows *rows)
{
	struct kpctl_aggr_bucket *bucket = rows->bucket;
	struct kpctl_aggr_row *row = NULL;
	const struct cell *cell = c->cell;
	size_t i;

	for (i = 0; i < c->n; i++, cell++) {
		if (!i || cell->row != cell[-1].row) {
			row = &rows->row[cell->row];
			row->bucket = bucket;
		}
		if (!row->nr_buckets || cell->bucket != cell[-1].bucket) {
			*bucket++ = bucket_of(a, cell->bucket);
			row->nr_buckets++;
		}
		bucket[-1].count += cell->count;
		row->count += cell->count;
	}
}

static int collect_hist(const struct kpctl_aggr_parts *parts, struct kpctl_aggr_rows *rows)
{
	const struct kpctl_aggr *a = parts->part[0].a;
	struct cells c = {};
	u32 i;

	for (i = 0; i < parts->n; i++)
		c.room += count_cells(parts->part[i].a);
	c.cell = kpctl_aggr_rows_alloc(c.room, sizeof(*c.cell));
	rows->bucket = kpctl_aggr_rows_alloc(c.room, sizeof(*rows->bucket));
	if (!c.cell || !rows->bucket) {
		kvfree(c.cell);
		return -ENOMEM;
	}
	for (i = 0; i < parts->n; i++)
		add_part_cells(&c, &parts->part[i]);
	sort(c.cell, c.n, sizeof(*c.cell), by_row_and_bucket, NULL);
	make_buckets(a, &c, rows);
	for (i = 0; i < rows->n; i++)
		rows->row[i].max = kpctl_aggr_ordered(a, rows->row[i].max);	/* a value again */
	kvfree(c.cell);
	return 0;
}

/* Keeping */

static void fold_hist(const struct kpctl_aggr *a, local_t *to, const local_t *from)
{
	(void)a;
	local_add(local_read(&from[KPCTL_HIST_SUM]), &to[KPCTL_HIST_SUM]);
	kpctl_aggr_raise(&to[KPCTL_HIST_MAX], local_read(&from[KPCTL_HIST_MAX]));
}

static void fold_cell(struct kpctl_aggr *kept, struct kpctl_aggr_cpu *to, u32 entry, u32 bucket,
		      long count)
{
	local_t *cell = entry == KPCTL_NO_ENTRY ? NULL : find_cell(kept, to, entry, bucket);

	local_add(count, cell ?: &to->other);
}

static void fold_cells(struct kpctl_aggr *kept, const struct kpctl_aggr_part *part,
		       const struct kpctl_aggr_cpu *from, const u32 *entry_of)
{
	struct kpctl_aggr_cpu *to = kpctl_aggr_kept_cpu(kept);
	u32 i, name, row;

	if (!kept->nkeys) {
		for (i = 0; i < kpctl_hist_buckets(kept); i++)
			local_add(local_read(&from->bucket[i]), &to->bucket[i]);
		return;
	}
	for (i = 0; i < kpctl_hist_cells(part->a); i++) {
		name = from->name[i];
		if (!name || entry_of_cell(name) >= part->entries)
			continue;
		row = part->row_of[entry_of_cell(name)];
		fold_cell(kept, to, row == KPCTL_NO_ROW ? KPCTL_NO_ENTRY : entry_of[row],
			  bucket_of_cell(name), local_read(&from->bucket[i]));
	}
}

const struct kpctl_action kpctl_action_hist = {
	.id = KPCTL_ACTION_HIST,
	.words = KPCTL_HIST_WORDS,
	.plan = plan_cells,
	.bytes = bucket_bytes,
	.alloc = alloc_buckets,
	.merge = merge_hist,
	.collect = collect_hist,
	.fold = fold_hist,
	.fold_more = fold_cells,
};
