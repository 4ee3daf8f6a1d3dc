// SPDX-License-Identifier: GPL-2.0
/* sum(X): count and sum of a number. */
#include <linux/kprobes.h>
#include <linux/percpu.h>

#include "aggr/action.h"
#include "aggr/find.h"
#include "aggr/wide_sum.h"

notrace noinline void kpctl_do_sum(const struct kpctl_aggr_operands *take, struct kpctl_aggr *a,
				   const struct kpctl_site *site)
{
	struct kpctl_aggr_cpu *c = this_cpu_ptr(a->cpu);
	u64 v;
	u32 entry = kpctl_aggr_find(take, a, c, site, &v);

	if (likely(entry != KPCTL_NO_ENTRY))
		kpctl_wide_sum_add(a, &c->word[KPCTL_WIDE_SUM_WORDS * entry], v);
}
NOKPROBE_SYMBOL(kpctl_do_sum);

static int collect_sum(const struct kpctl_aggr_parts *parts, struct kpctl_aggr_rows *rows)
{
	u32 i;

	for (i = 0; i < rows->n; i++)
		kpctl_wide_sum_end(parts->part[0].a, &rows->row[i]);
	return 0;
}

const struct kpctl_action kpctl_action_sum = {
	.id = KPCTL_ACTION_SUM,
	.words = KPCTL_WIDE_SUM_WORDS,
	.merge = kpctl_wide_sum_merge,
	.collect = collect_sum,
	.fold = kpctl_wide_sum_fold,
};
