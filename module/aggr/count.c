// SPDX-License-Identifier: GPL-2.0
/* count: the number of hits. */
#include "aggr/action.h"
#include "aggr/find.h"

notrace noinline void kpctl_do_count(const struct kpctl_aggr_operands *take, struct kpctl_aggr *a,
				     const struct kpctl_site *site)
{
	struct kpctl_aggr_cpu *c = this_cpu_ptr(a->cpu);
	u32 entry = kpctl_aggr_find(take, a, c, site, NULL);

	if (likely(entry != KPCTL_NO_ENTRY))
		local_inc(&c->word[entry]);
}
NOKPROBE_SYMBOL(kpctl_do_count);

static void merge_count(struct kpctl_aggr_row *row, const local_t *word)
{
	row->count += local_read(&word[0]);
}

static void fold_count(const struct kpctl_aggr *a, local_t *to, const local_t *from)
{
	(void)a;
	local_add(local_read(&from[0]), &to[0]);
}

const struct kpctl_action kpctl_action_count = {
	.id = KPCTL_ACTION_COUNT,
	.words = 1,
	.merge = merge_count,
	.fold = fold_count,
};
