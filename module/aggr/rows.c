// SPDX-License-Identifier: GPL-2.0
#ifdef __KERNEL__
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#endif

#include "aggr/aggr.h"
#include "aggr/rows.h"

/* An entry that nobody has filled in yet, or an empty one. */
#define NO_ROW		(~0u)

/* A cell of some CPU, by row. */
struct cell {
	u32 row;
	u32 bucket;
	u64 count;
};

struct collector {
	const struct kpctl_aggr *a;
	struct kpctl_aggr_rows *rows;
	u32 *row_of;		/* entry -> row */
	struct cell *cells;
	size_t nr_cells, room;
};

/*
 * Tables can have millions of entries, and putting them in order takes seconds: the
 * CPU is offered to others at each comparison, as sort() does not.
 */

static int by_key(const void *l, const void *r)
{
	const struct kpctl_aggr_row *a = l, *b = r;

	cond_resched();
	return memcmp(a->key, b->key, a->key_size);
}

static int by_count(const void *l, const void *r)
{
	const struct kpctl_aggr_row *a = l, *b = r;

	cond_resched();
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return a->key ? by_key(l, r) : 0;
}

static int by_row(const void *l, const void *r)
{
	const struct cell *a = l, *b = r;

	cond_resched();
	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	return a->bucket < b->bucket ? -1 : a->bucket > b->bucket;
}

/* Entries whose key is whole, each a row for the time being. */
static void list_entries(struct collector *c)
{
	const struct kpctl_aggr *a = c->a;
	struct kpctl_aggr_row *row;
	u32 i;

	for (i = 0; i <= a->slot_mask; i++) {
		/* Pairs with the store-release in fill(). */
		if (!(smp_load_acquire(&a->slot[i].tag) & KPCTL_SLOT_WHOLE) ||
		    a->slot[i].entry >= c->rows->entries)
			continue;	/* or newer than this look at it */
		row = &c->rows->row[c->rows->n++];
		row->key = a->keys + (size_t)a->slot[i].entry * a->key_size;
		row->key_size = a->key_size;
	}
}

/* The same key twice, by two CPUs that met it at the same moment, is one row. */
static void make_rows(struct collector *c)
{
	struct kpctl_aggr_row *row = c->rows->row;
	u32 i, n = 0;

	if (!c->a->nkeys) {
		c->rows->n = 1;
		c->row_of[0] = 0;
		return;
	}
	list_entries(c);
	sort(row, c->rows->n, sizeof(*row), by_key, NULL);
	for (i = 0; i < c->rows->n; i++) {
		if (!n || by_key(&row[n - 1], &row[i]))
			row[n++].key = row[i].key;
		c->row_of[(row[i].key - c->a->keys) / c->a->key_size] = n - 1;
	}
	c->rows->n = n;
}

static void add_entry(struct collector *c, const struct kpctl_aggr_cpu *cpu, u32 entry)
{
	const struct kpctl_aggr *a = c->a;
	struct kpctl_aggr_row *row;
	u64 max;

	if (c->row_of[entry] == NO_ROW)
		return;
	row = &c->rows->row[c->row_of[entry]];
	if (!a->is_hist) {
		row->count += local_read(&cpu->count[entry]);
		return;
	}
	row->sum += local_read(&cpu->sum[entry]);
	max = READ_ONCE(cpu->max[entry]);
	row->max = max(row->max, max);
}

static void add_cell(struct collector *c, u32 entry, u32 bucket, u64 count)
{
	struct cell *cell = &c->cells[c->nr_cells];

	if (!count || entry >= c->rows->entries || c->row_of[entry] == NO_ROW ||
	    c->nr_cells == c->room)
		return;
	cell->row = c->row_of[entry];
	cell->bucket = bucket;
	cell->count = count;
	c->nr_cells++;
}

static void add_cells(struct collector *c, const struct kpctl_aggr_cpu *cpu)
{
	const struct kpctl_aggr *a = c->a;
	u32 i, name;

	if (!a->nkeys) {
		for (i = 0; i < kpctl_nr_buckets(a); i++)
			add_cell(c, 0, i, local_read(&cpu->bucket[i]));
		return;
	}
	for (i = 0; i < kpctl_aggr_cells(a); i++) {
		name = READ_ONCE(cpu->cell[i]);
		if (name--)
			add_cell(c, name >> KPCTL_CELL_BUCKET_BITS,
				 name & ((1u << KPCTL_CELL_BUCKET_BITS) - 1),
				 local_read(&cpu->cell_count[i]));
	}
}

/* How many there are, and some for those that come while we look. */
static size_t count_cells(const struct kpctl_aggr *a)
{
	size_t n = 1024;
	int cpu;
	u32 i;

	if (!a->is_hist)
		return 0;
	if (!a->nkeys)
		return kpctl_nr_buckets(a) * num_possible_cpus();
	for_each_possible_cpu(cpu) {
		cond_resched();
		for (i = 0; i < kpctl_aggr_cells(a); i++)
			n += READ_ONCE(per_cpu_ptr(a->cpu, cpu)->cell[i]) != 0;
	}
	return n;
}

static void count_all(struct collector *c)
{
	struct kpctl_aggr_cpu *cpu;
	int nr;
	u32 i;

	for_each_possible_cpu(nr) {
		cond_resched();
		cpu = per_cpu_ptr(c->a->cpu, nr);
		c->rows->other += local_read(&cpu->other);
		c->rows->unread += local_read(&cpu->unread);
		for (i = 0; i < c->rows->entries; i++)
			add_entry(c, cpu, i);
		if (c->a->is_hist)
			add_cells(c, cpu);
	}
}

/* Cells in order, those of one bucket on several CPUs added up. */
static void make_buckets(struct collector *c)
{
	struct kpctl_aggr_bucket *bucket = c->rows->bucket;
	struct kpctl_aggr_row *row = NULL;
	const struct cell *cell = c->cells;
	size_t i;

	sort(c->cells, c->nr_cells, sizeof(*c->cells), by_row, NULL);
	for (i = 0; i < c->nr_cells; i++, cell++) {
		if (!i || cell->row != cell[-1].row) {
			row = &c->rows->row[cell->row];
			row->bucket = bucket;
		}
		if (!row->nr_buckets || bucket[-1].nr != cell->bucket) {
			*bucket++ = (struct kpctl_aggr_bucket){ .nr = cell->bucket };
			row->nr_buckets++;
		}
		bucket[-1].count += cell->count;
		row->count += cell->count;
	}
}

static void close_rows(struct collector *c)
{
	struct kpctl_aggr_rows *rows = c->rows;
	u32 i, n = 0;

	for (i = 0; i < rows->n; i++) {
		if (!rows->row[i].count)
			continue;
		rows->row[n] = rows->row[i];
		if (c->a->is_signed)
			rows->row[n].max ^= 1ull << 63;
		rows->hits += rows->row[n++].count;
	}
	rows->n = n;
	rows->hits += rows->other + rows->unread;
	sort(rows->row, n, sizeof(*rows->row), by_count, NULL);
}

static void *alloc_rows(size_t n, size_t size)
{
	return kvzalloc((n + 1) * size, KPCTL_AGGR_ROWS_GFP);
}

int kpctl_aggr_rows_make(const struct kpctl_aggr *a, struct kpctl_aggr_rows *rows)
{
	struct collector c = { .a = a, .rows = rows };
	int ret = -ENOMEM;

	memset(rows, 0, sizeof(*rows));
	rows->entries = kpctl_aggr_entries(a);
	c.room = count_cells(a);
	c.row_of = alloc_rows(rows->entries, sizeof(*c.row_of));
	c.cells = alloc_rows(c.room, sizeof(*c.cells));
	rows->row = alloc_rows(rows->entries, sizeof(*rows->row));
	rows->bucket = alloc_rows(c.room, sizeof(*rows->bucket));
	if (!c.row_of || !c.cells || !rows->row || !rows->bucket) {
		kpctl_aggr_rows_free(rows);
		goto out;
	}
	memset(c.row_of, 0xff, rows->entries * sizeof(*c.row_of));
	make_rows(&c);
	count_all(&c);
	make_buckets(&c);
	close_rows(&c);
	ret = 0;
out:
	kvfree(c.row_of);
	kvfree(c.cells);
	return ret;
}

void kpctl_aggr_rows_free(struct kpctl_aggr_rows *rows)
{
	kvfree(rows->row);
	kvfree(rows->bucket);
	memset(rows, 0, sizeof(*rows));
}
