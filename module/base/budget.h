/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory that users can ask for by a number they write: rings, return-probe
 * instances, tables of aggregates. All sessions together get at most an eighth of the machine's.
 */
#ifndef KPCTL_BASE_BUDGET_H
#define KPCTL_BASE_BUDGET_H

#include <linux/types.h>

unsigned long kpctl_budget_pages(void);		/* the whole of it */
bool kpctl_budget_take(unsigned long pages);	/* false: not so much is left */
void kpctl_budget_give(unsigned long pages);

#endif /* KPCTL_BASE_BUDGET_H */
