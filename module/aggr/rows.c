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

struct collector {
	const struct kpctl_aggr *a;
	struct kpctl_aggr_rows *rows;
	u32 *row_of;		/* entry -> row; KPCTL_NO_ROW: the entry is not filled in yet */
};

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

static int by_count(const void *l, const void *r)
{
	const struct kpctl_aggr_row *a = l, *b = r;

	cond_resched();
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return a->key ? by_key(l, r) : 0;
}

/* Entries whose key is whole; each is a row for the time being. */
static void list_entries(struct collector *c)
{
	const struct kpctl_aggr *a = c->a;
	struct kpctl_aggr_row *row;
	u32 i;

	for (i = 0; i <= a->slot_mask; i++) {
		/* Pairs with the store-release in kpctl_aggr_fill(). */
		if (!(smp_load_acquire(&a->slot[i].tag) & KPCTL_SLOT_WHOLE) ||
		    a->slot[i].entry >= c->rows->entries)
			continue;	/* not whole, or newer than rows->entries */
		row = &c->rows->row[c->rows->n++];
		row->key = a->keys + (size_t)a->slot[i].entry * a->key_size;
		row->key_size = a->key_size;
	}
}

/* Two entries with one key, made by two CPUs at the same moment, become one row. */
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

static void merge_entry(struct collector *c, const struct kpctl_aggr_cpu *cpu, u32 entry)
{
	const struct kpctl_action *action = c->a->action;

	if (c->row_of[entry] != KPCTL_NO_ROW)
		action->merge(&c->rows->row[c->row_of[entry]],
			      &cpu->word[(size_t)entry * action->words]);
}

static void merge_cpus(struct collector *c)
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
			merge_entry(c, cpu, i);
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
		rows->hits += rows->row[n++].count;
	}
	rows->n = n;
	rows->hits += rows->other + rows->unread;
	sort(rows->row, n, sizeof(*rows->row), by_count, NULL);
}

void *kpctl_aggr_rows_alloc(size_t n, size_t size)
{
	return kvzalloc((n + 1) * size, KPCTL_AGGR_ROWS_GFP);
}

int kpctl_aggr_rows_make(const struct kpctl_aggr *a, struct kpctl_aggr_rows *rows)
{
	struct collector c = { .a = a, .rows = rows };
	int ret = -ENOMEM;

	memset(rows, 0, sizeof(*rows));
	rows->entries = kpctl_aggr_entries(a);
	c.row_of = kpctl_aggr_rows_alloc(rows->entries, sizeof(*c.row_of));
	rows->row = kpctl_aggr_rows_alloc(rows->entries, sizeof(*rows->row));
	if (!c.row_of || !rows->row)
		goto out;
	memset(c.row_of, 0xff, rows->entries * sizeof(*c.row_of));
	make_rows(&c);
	merge_cpus(&c);
	ret = a->action->collect ? a->action->collect(a, c.row_of, rows) : 0;
	if (!ret)
		close_rows(&c);
out:
	kvfree(c.row_of);
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
