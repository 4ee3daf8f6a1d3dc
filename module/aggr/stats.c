// SPDX-License-Identifier: GPL-2.0
/* stats(X): count, sum, least and most of a number. */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>

#include "aggr/action.h"
#include "aggr/add.h"
#include "aggr/find.h"
#include "aggr/wide_sum.h"

enum stats_word {
	STATS_SUM,
	STATS_LEAST = STATS_SUM + KPCTL_WIDE_SUM_WORDS,	/* ~kpctl_aggr_ordered() */
	STATS_MOST,					/* kpctl_aggr_ordered() */
	STATS_WORDS,
};

/*
 * Least and most are updated before the value is counted, so a reader finds no hit outside
 * least and most. The barriers in kpctl_wide_sum_add() keep the order.
 */
static __always_inline void add_stats(struct kpctl_aggr *a, local_t *word, u64 v)
{
	kpctl_aggr_raise(&word[STATS_LEAST], ~kpctl_aggr_ordered(a, v));
	kpctl_aggr_raise(&word[STATS_MOST], kpctl_aggr_ordered(a, v));
	kpctl_wide_sum_add(a, &word[STATS_SUM], v);
}

notrace noinline void kpctl_do_stats(const struct kpctl_aggr_operands *take, struct kpctl_aggr *a,
				     const struct kpctl_site *site)
{
	struct kpctl_aggr_cpu *c = this_cpu_ptr(a->cpu);
	u64 v;
	u32 entry = kpctl_aggr_find(take, a, c, site, &v);

	if (likely(entry != KPCTL_NO_ENTRY))
		add_stats(a, &c->word[STATS_WORDS * entry], v);
}
NOKPROBE_SYMBOL(kpctl_do_stats);

static void merge_stats(struct kpctl_aggr_row *row, const local_t *word)
{
	u64 least, most;

	kpctl_wide_sum_merge(row, &word[STATS_SUM]);
	least = local_read(&word[STATS_LEAST]);
	most = local_read(&word[STATS_MOST]);
	row->least = max(row->least, least);
	row->max = max(row->max, most);
}

/* Each row has one bucket, from the least to the most. */
static int collect_stats(const struct kpctl_aggr_parts *parts, struct kpctl_aggr_rows *rows)
{
	const struct kpctl_aggr *a = parts->part[0].a;
	struct kpctl_aggr_row *row = rows->row;
	u32 i;

	rows->bucket = kpctl_aggr_rows_alloc(rows->n, sizeof(*rows->bucket));
	if (!rows->bucket)
		return -ENOMEM;
	for (i = 0; i < rows->n; i++, row++) {
		kpctl_wide_sum_end(a, row);
		row->max = kpctl_aggr_ordered(a, row->max);	/* a value again */
		rows->bucket[i] = (struct kpctl_aggr_bucket){
			.low = kpctl_aggr_ordered(a, ~row->least), .high = row->max,
			.count = row->count,
		};
		row->bucket = &rows->bucket[i];
		row->nr_buckets = 1;
	}
	return 0;
}

static void fold_stats(const struct kpctl_aggr *a, local_t *to, const local_t *from)
{
	kpctl_aggr_raise(&to[STATS_LEAST], local_read(&from[STATS_LEAST]));
	kpctl_aggr_raise(&to[STATS_MOST], local_read(&from[STATS_MOST]));
	kpctl_wide_sum_fold(a, &to[STATS_SUM], &from[STATS_SUM]);
}

const struct kpctl_action kpctl_action_stats = {
	.id = KPCTL_ACTION_STATS,
	.words = STATS_WORDS,
	.merge = merge_stats,
	.collect = collect_stats,
	.fold = fold_stats,
};
