/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The budget of memory whose size a user chooses: rings, return-probe instances, tables of
 * aggregates. All sessions together get at most an eighth of the machine's memory.
 */
#ifndef KPCTL_BASE_BUDGET_H
#define KPCTL_BASE_BUDGET_H

#include <linux/types.h>

/*
 * For copies that readers make, outside of the budget: without memory there are none, and no
 * process is killed for them.
 */
#define KPCTL_COPY_GFP	(GFP_KERNEL_ACCOUNT | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

unsigned long kpctl_budget_pages(void);		/* the whole budget */
bool kpctl_budget_take(unsigned long pages);	/* false: the budget has fewer pages left */
void kpctl_budget_give(unsigned long pages);

#endif /* KPCTL_BASE_BUDGET_H */
