// SPDX-License-Identifier: GPL-2.0
/* Tables of spans: their sizes, their memory and what they count. */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/percpu.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/topology.h>

#include "base/budget.h"
#include "span/span.h"

/* Ways for each key that is to find room: hashed keys then fill a set of 8 almost never. */
#define WAYS_PER_KEY	4

static void plan_spans(struct kpctl_spans *s, u32 size, u32 key_size, u32 kept_size)
{
	u64 sets = DIV_ROUND_UP_ULL((u64)size * WAYS_PER_KEY, KPCTL_SPAN_WAYS);

	s->set_mask = roundup_pow_of_two(sets) - 1;
	s->kept_at = sizeof(struct kpctl_span_entry) + key_size;
	s->kept_size = kept_size;
	s->entry_size = s->kept_at + kept_size;
}

static u64 bytes_of(const struct kpctl_spans *s)
{
	return (u64)kpctl_span_ways(s) * s->entry_size +
	       ((u64)s->set_mask + 1) * sizeof(*s->set) +
	       (u64)num_possible_cpus() * sizeof(*s->cpu);
}

u64 kpctl_spans_planned(u32 size, u32 key_size, u32 kept_size)
{
	struct kpctl_spans s = {};

	plan_spans(&s, size, key_size, kept_size);
	return bytes_of(&s);
}

/* As for aggregates: too large a wish is refused without a warning, and kills nobody. */
static void *alloc_zeroed(size_t n, size_t size)
{
	return kvzalloc_node(n * size, GFP_KERNEL_ACCOUNT | __GFP_NOWARN | __GFP_RETRY_MAYFAIL,
			     NUMA_NO_NODE);
}

static bool alloc_spans(struct kpctl_spans *s)
{
	unsigned long pages = DIV_ROUND_UP_ULL(bytes_of(s), PAGE_SIZE);

	if (!kpctl_budget_take(pages))
		return false;
	s->pages = pages;
	s->set = alloc_zeroed(s->set_mask + 1, sizeof(*s->set));
	s->entries = alloc_zeroed(kpctl_span_ways(s), s->entry_size);
	s->cpu = alloc_percpu_gfp(struct kpctl_span_cpu, GFP_KERNEL_ACCOUNT);
	return s->set && s->entries && s->cpu;
}

struct kpctl_spans *kpctl_spans_alloc(u32 size, u32 key_size, u32 kept_size, u64 within, bool once)
{
	struct kpctl_spans *s = kzalloc(sizeof(*s), GFP_KERNEL_ACCOUNT);

	if (!s)
		return NULL;
	refcount_set(&s->refs, 1);
	s->within = within;
	s->once = once;
	get_random_bytes(&s->seed, sizeof(s->seed));
	plan_spans(s, size, key_size, kept_size);
	if (alloc_spans(s))
		return s;
	kpctl_spans_put(s);
	return NULL;
}

bool kpctl_spans_mark(struct kpctl_spans *s)
{
	u32 ways = kpctl_span_ways(s);
	unsigned long pages = DIV_ROUND_UP((u64)ways * sizeof(*s->marks), PAGE_SIZE);
	struct kpctl_span_mark *marks;

	if (s->marks)
		return true;
	if (!kpctl_budget_take(pages))
		return false;
	marks = alloc_zeroed(ways, sizeof(*marks));
	if (!marks) {
		kpctl_budget_give(pages);
		return false;
	}
	s->pages += pages;
	/* Pairs with the load-acquires of starts and ends: zeroes, then the pointer. */
	smp_store_release(&s->marks, marks);
	return true;
}

struct kpctl_spans *kpctl_spans_get(struct kpctl_spans *s)
{
	refcount_inc(&s->refs);
	return s;
}

void kpctl_spans_put(struct kpctl_spans *s)
{
	if (!s || !refcount_dec_and_test(&s->refs))
		return;
	kvfree(s->set);
	kvfree(s->entries);
	kvfree(s->marks);
	free_percpu(s->cpu);
	kpctl_budget_give(s->pages);
	kfree(s);
}

u32 kpctl_spans_empty(struct kpctl_spans *s)
{
	u32 set, i, n = 0;
	u64 *tag;

	for (set = 0; set <= s->set_mask; set++) {
		for (i = 0; i < KPCTL_SPAN_WAYS; i++) {
			tag = &s->set[set].tag[i];
			if ((*tag & KPCTL_SPAN_STATE) != KPCTL_SPAN_OPEN)
				continue;
			*tag = (*tag & KPCTL_SPAN_VERSION) | KPCTL_SPAN_FREE;
			n++;
		}
	}
	return n;
}

/* What it counts */

static u64 count_open(const struct kpctl_spans *s)
{
	u32 set, i;
	u64 n = 0;

	for (set = 0; set <= s->set_mask; set++)
		for (i = 0; i < KPCTL_SPAN_WAYS; i++)
			n += (READ_ONCE(s->set[set].tag[i]) & KPCTL_SPAN_STATE) ==
			     KPCTL_SPAN_OPEN;
	return n;
}

void kpctl_spans_sum(const struct kpctl_spans *s, struct kpctl_span_sum *sum)
{
	const struct kpctl_span_cpu *c;
	int cpu;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu) {
		c = per_cpu_ptr(s->cpu, cpu);
#define X(name) sum->name += local_read(&c->name);
		KPCTL_SPAN_COUNTS(X)
#undef X
	}
	sum->open = count_open(s);
}

void kpctl_span_sum_add(struct kpctl_span_sum *to, const struct kpctl_span_sum *sum)
{
#define X(name) to->name += sum->name;
	KPCTL_SPANS(X)
#undef X
}
