// SPDX-License-Identifier: GPL-2.0
#include <linux/atomic.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "base/budget.h"
#include "hit/offcpu.h"
#include "hit/task_times.h"

#define TASK_WAYS	8
#define TASK_SETS	512

/* A tag: 0, or CLAIMED, or the task's address. */
#define CLAIMED		1ul

/* An id has the way in its lower bits, and above those a number that rises with each claim. */
#define ID_WAY_BITS	16
#define ID_STEP		(1ull << ID_WAY_BITS)
#define ID_TABLE_SHIFT	40

struct task_entry {
	u64 id;
	struct kpctl_offcpu split;
};
static_assert(TASK_SETS * TASK_WAYS <= ID_STEP);

struct task_table {
	unsigned long tag[TASK_SETS * TASK_WAYS];
	struct task_entry entry[TASK_SETS * TASK_WAYS];
};

#define TABLE_PAGES	DIV_ROUND_UP(sizeof(struct task_table), PAGE_SIZE)

static struct task_table *table __read_mostly;
static u64 tables;		/* made so far; probe/offcpu.c's lock */

static __always_inline u32 way_of_id(u64 id)
{
	return id & (ID_STEP - 1);
}

/* The first way of a task's set. */
static __always_inline u32 first_way(const struct task_struct *task)
{
	u64 h = (u64)(unsigned long)task * 0x9e3779b97f4a7c15ull;

	return (h >> 40) % TASK_SETS * TASK_WAYS;
}

static notrace u32 claim_task_way(struct task_table *t, u32 first)
{
	u32 way;

	for (way = first; way < first + TASK_WAYS; way++) {
		if (READ_ONCE(t->tag[way]) || cmpxchg(&t->tag[way], 0, CLAIMED))
			continue;
		t->entry[way].id += ID_STEP;
		kpctl_offcpu_start(&t->entry[way].split);
		/* Pairs with the load-acquires below: the entry, then the tag. */
		smp_store_release(&t->tag[way], (unsigned long)current);
		return way;
	}
	return first + TASK_WAYS;
}
NOKPROBE_SYMBOL(claim_task_way);

notrace noinline void kpctl_task_mark(struct kpctl_task_mark *mark)
{
	struct task_table *t = READ_ONCE(table);
	u32 first = first_way(current), way;
	const struct task_entry *entry;

	mark->id = 0;
	if (unlikely(!t))
		return;
	for (way = first; way < first + TASK_WAYS; way++)
		if (smp_load_acquire(&t->tag[way]) == (unsigned long)current)
			break;
	if (unlikely(way == first + TASK_WAYS)) {
		way = claim_task_way(t, first);
		if (way == first + TASK_WAYS)
			return;
	}
	entry = &t->entry[way];
	mark->id = entry->id;
	mark->blocked = READ_ONCE(entry->split.blocked);
	mark->runq = READ_ONCE(entry->split.runq);
}
NOKPROBE_SYMBOL(kpctl_task_mark);

notrace noinline bool kpctl_task_parts(const struct kpctl_task_mark *mark, u64 lat,
				       struct kpctl_parts *parts)
{
	struct task_table *t = READ_ONCE(table);
	const struct task_entry *entry;
	struct kpctl_offcpu split;
	u32 way = way_of_id(mark->id);

	if (!t || way >= ARRAY_SIZE(t->tag) ||
	    smp_load_acquire(&t->tag[way]) != (unsigned long)current)
		return false;
	entry = &t->entry[way];
	if (entry->id != mark->id)
		return false;
	split.blocked = READ_ONCE(entry->split.blocked) - mark->blocked;
	split.runq = READ_ONCE(entry->split.runq) - mark->runq;
	kpctl_offcpu_end(&split, lat, parts);
	return true;
}
NOKPROBE_SYMBOL(kpctl_task_parts);

/* The hooks */

#define for_each_way(way, t, task)							\
	for ((way) = first_way(task); (way) < first_way(task) + TASK_WAYS; (way)++)	\
		if (smp_load_acquire(&(t)->tag[way]) == (unsigned long)(task))

notrace bool kpctl_task_times_on(void)
{
	return READ_ONCE(table);
}
NOKPROBE_SYMBOL(kpctl_task_times_on);

notrace void kpctl_task_times_switch(struct task_struct *prev, struct task_struct *next, u64 now,
				     bool ready)
{
	struct task_table *t = READ_ONCE(table);
	u32 way;

	if (!t)
		return;
	for_each_way(way, t, prev)
		kpctl_offcpu_out(&t->entry[way].split, now, ready);
	for_each_way(way, t, next)
		kpctl_offcpu_in(&t->entry[way].split, now);
}
NOKPROBE_SYMBOL(kpctl_task_times_switch);

notrace void kpctl_task_times_woken(struct task_struct *task, u64 now)
{
	struct task_table *t = READ_ONCE(table);
	u32 way;

	if (!t)
		return;
	for_each_way(way, t, task)
		kpctl_offcpu_woken(&t->entry[way].split, now);
}
NOKPROBE_SYMBOL(kpctl_task_times_woken);

notrace void kpctl_task_times_freed(struct task_struct *task)
{
	struct task_table *t = READ_ONCE(table);
	u32 way;

	if (!t)
		return;
	for_each_way(way, t, task)
		smp_store_release(&t->tag[way], 0);
}
NOKPROBE_SYMBOL(kpctl_task_times_freed);

int kpctl_task_times_alloc(void)
{
	struct task_table *t;
	u32 way;

	if (table)
		return 0;
	if (!kpctl_budget_take(TABLE_PAGES))
		return -ENOMEM;
	t = kvzalloc(sizeof(*t), GFP_KERNEL | __GFP_NOWARN);
	if (!t) {
		kpctl_budget_give(TABLE_PAGES);
		return -ENOMEM;
	}
	tables++;
	for (way = 0; way < ARRAY_SIZE(t->entry); way++)
		t->entry[way].id = tables << ID_TABLE_SHIFT | way;
	/* Pairs with the address dependency of readers: zeroes, then the pointer. */
	smp_store_release(&table, t);
	return 0;
}

/* Starts of spans go on marking tasks when nobody asks for the parts any more. */
void kpctl_task_times_free(void)
{
	struct task_table *t = table;

	if (!t)
		return;
	WRITE_ONCE(table, NULL);
	synchronize_rcu();	/* a handler, with preemption off, may still use the table */
	kvfree(t);
	kpctl_budget_give(TABLE_PAGES);
}
