// SPDX-License-Identifier: GPL-2.0
/* The tables of aggregates: their sizes and their memory. */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/percpu.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "base/budget.h"

#include "aggr/action.h"
#include "aggr/keep.h"
#include "prog/scratch.h"

static const struct kpctl_action * const actions[] = {
#define X(id, name, value, columns, order) &kpctl_action_##name,
	KPCTL_ACTIONS(X)
#undef X
};

/*
 * Memory is zeroed and accounted. The size is a user's wish: too large a wish is refused
 * without a warning in the log, and without the OOM killer.
 */
void *kpctl_aggr_alloc(size_t n, size_t size, int node)
{
	return kvzalloc_node(n * size, GFP_KERNEL_ACCOUNT | __GFP_NOWARN | __GFP_RETRY_MAYFAIL,
			     node);
}

static bool alloc_table(struct kpctl_aggr *a, int cpu)
{
	struct kpctl_aggr_cpu *c = per_cpu_ptr(a->cpu, cpu);
	int node = cpu_to_node(cpu);

	c->word = kpctl_aggr_alloc((size_t)a->max_entries * a->action->words, sizeof(*c->word),
				   node);
	return c->word && (!a->action->alloc || a->action->alloc(a, c, node));
}

static void free_table(struct kpctl_aggr *a, int cpu)
{
	struct kpctl_aggr_cpu *c = per_cpu_ptr(a->cpu, cpu);

	kvfree(c->word);
	kvfree(c->bucket);
	kvfree(c->name);
}

static u64 bytes_per_cpu(const struct kpctl_aggr *a)
{
	u64 words = (u64)a->max_entries * a->action->words * sizeof(local_t);

	return words + (a->action->bytes ? a->action->bytes(a) : 0);
}

static u64 bytes_shared(const struct kpctl_aggr *a)
{
	u64 lost = a->is_kept ? (u64)a->max_entries * sizeof(*a->lost) : 0;
	u64 slots = a->is_kept ? 0 : ((u64)a->slot_mask + 1) * sizeof(struct kpctl_aggr_slot);

	return a->nkeys ? slots + lost + (u64)a->max_entries * a->key_size : 0;
}

/* What all CPUs share, of a table with keys. */
static bool alloc_keys(struct kpctl_aggr *a)
{
	if (a->is_kept)
		a->lost = kpctl_aggr_alloc(a->max_entries, sizeof(*a->lost), NUMA_NO_NODE);
	else
		a->slot = kpctl_aggr_alloc(a->slot_mask + 1, sizeof(*a->slot), NUMA_NO_NODE);
	a->keys = kpctl_aggr_alloc(a->max_entries, a->key_size, NUMA_NO_NODE);
	return a->keys && (a->lost || a->slot);
}

static bool alloc_tables(struct kpctl_aggr *a)
{
	int cpu;

	if (a->nkeys && !alloc_keys(a))
		return false;
	a->cpu = alloc_percpu_gfp(struct kpctl_aggr_cpu, GFP_KERNEL_ACCOUNT);
	if (!a->cpu)
		return false;
	if (a->is_kept)
		return alloc_table(a, cpumask_first(cpu_possible_mask));
	for_each_possible_cpu(cpu)
		if (!alloc_table(a, cpu))
			return false;
	return true;
}

static bool is_signed(const struct kpctl_arg_spec *as)
{
	return kpctl_type_is_signed(as->type);
}

static void plan(struct kpctl_aggr *a, const struct kpctl_spec *spec, const struct kpctl_do *act,
		 const struct kpctl_aggr_spec *as)
{
	a->action = actions[as->action];
	a->is_signed = kpctl_action_has_value(as->action) &&
		       is_signed(kpctl_do_operand(spec, act, as->value));
	a->nkeys = as->nkeys;
	a->key_size = kpctl_key_size(spec, act, as);
	a->max_entries = as->nkeys ? as->entries : 1;
	a->top = as->top;
	a->by_time = as->by_time;
	atomic_set(&a->nr_entries, as->nkeys ? 0 : 1);
	/* half of the slots stay free, which keeps a search short */
	a->slot_mask = roundup_pow_of_two(2 * a->max_entries) - 1;
	if (a->action->plan)
		a->action->plan(a);
	get_random_bytes(&a->seed, sizeof(a->seed));
}

static u64 bytes(const struct kpctl_aggr *a)
{
	return bytes_shared(a) + (a->is_kept ? 1 : num_possible_cpus()) * bytes_per_cpu(a);
}

static bool alloc_one(struct kpctl_aggr *a)
{
	unsigned long pages = DIV_ROUND_UP_ULL(bytes(a), PAGE_SIZE);

	if (!kpctl_budget_take(pages))
		return false;
	a->pages = pages;
	if (a->key_size > KPCTL_KEY_SMALL && kpctl_scratch_need())
		return false;
	return alloc_tables(a);
}

static void free_one(struct kpctl_aggr *a)
{
	int cpu;

	if (a->cpu)
		for_each_possible_cpu(cpu)
			free_table(a, cpu);
	free_percpu(a->cpu);
	kvfree(a->slot);
	kvfree(a->keys);
	kvfree(a->lost);
	kpctl_budget_give(a->pages);
}

struct kpctl_aggr *kpctl_aggr_kept_alloc(const struct kpctl_aggr *a)
{
	struct kpctl_aggr *kept = kzalloc(sizeof(*kept), GFP_KERNEL_ACCOUNT);

	if (!kept)
		return NULL;
	*kept = (struct kpctl_aggr){
		.action = a->action, .is_signed = a->is_signed, .nkeys = a->nkeys,
		.key_size = a->key_size, .max_entries = a->max_entries, .top = a->top,
		.by_time = a->by_time, .is_kept = true,
	};
	atomic_set(&kept->nr_entries, a->nkeys ? 0 : 1);
	if (a->action->plan)
		a->action->plan(kept);
	if (alloc_one(kept))
		return kept;
	kpctl_aggr_kept_free(kept);
	return NULL;
}

void kpctl_aggr_kept_free(struct kpctl_aggr *kept)
{
	if (!kept)
		return;
	free_one(kept);
	kfree(kept);
}

struct kpctl_aggrs *kpctl_aggrs_alloc(const struct kpctl_spec *spec, const struct kpctl_do *act)
{
	struct kpctl_aggrs *aggrs = kzalloc(sizeof(*aggrs), GFP_KERNEL_ACCOUNT);
	u32 i;

	if (!aggrs)
		return NULL;
	refcount_set(&aggrs->refs, 1);
	for (i = 0; i < act->naggrs; i++) {
		plan(&aggrs->aggr[i], spec, act, &act->aggr[i]);
		aggrs->n++;
		if (!alloc_one(&aggrs->aggr[i]))
			goto err;
	}
	return aggrs;
err:
	kpctl_aggrs_put(aggrs);
	return NULL;
}

struct kpctl_aggrs *kpctl_aggrs_get(struct kpctl_aggrs *aggrs)
{
	refcount_inc(&aggrs->refs);
	return aggrs;
}

void kpctl_aggrs_put(struct kpctl_aggrs *aggrs)
{
	u32 i;

	if (!aggrs || !refcount_dec_and_test(&aggrs->refs))
		return;
	for (i = 0; i < aggrs->n; i++) {
		kpctl_aggr_kept_free(aggrs->aggr[i].kept);
		free_one(&aggrs->aggr[i]);
	}
	kfree(aggrs);
}

u64 kpctl_aggrs_planned(const struct kpctl_spec *spec, const struct kpctl_do *act)
{
	struct kpctl_aggr a = {};
	u64 sum = 0;
	u32 i;

	for (i = 0; i < act->naggrs; i++) {
		plan(&a, spec, act, &act->aggr[i]);
		sum += bytes(&a);
	}
	return sum;
}

u64 kpctl_aggrs_memory(const struct kpctl_aggrs *aggrs)
{
	u64 pages = 0;
	u32 i;

	for (i = 0; aggrs && i < aggrs->n; i++)
		pages += aggrs->aggr[i].pages + (aggrs->aggr[i].kept ? aggrs->aggr[i].kept->pages : 0);
	return pages << PAGE_SHIFT;
}
