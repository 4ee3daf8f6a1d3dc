// SPDX-License-Identifier: GPL-2.0
#include <linux/atomic.h>
#include <linux/mm.h>

#include "base/budget.h"

static atomic_long_t taken;

unsigned long kpctl_budget_pages(void)
{
	return totalram_pages() / 8;
}

bool kpctl_budget_take(unsigned long pages)
{
	if (atomic_long_add_return(pages, &taken) <= kpctl_budget_pages())
		return true;
	atomic_long_sub(pages, &taken);
	return false;
}

void kpctl_budget_give(unsigned long pages)
{
	atomic_long_sub(pages, &taken);
}
