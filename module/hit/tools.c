// SPDX-License-Identifier: GPL-2.0
#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/kprobes.h>
#include <linux/sched.h>

#include "hit/tools.h"

#define TOOLS_MAX	64

static pid_t tools[TOOLS_MAX];	/* 0: free; taken by compare-and-exchange */

int kpctl_tools_add(void)
{
	int i;

	for (i = 0; i < TOOLS_MAX; i++)
		if (!READ_ONCE(tools[i]) && !cmpxchg(&tools[i], 0, current->tgid))
			return i;
	return -1;
}

void kpctl_tools_remove(int place)
{
	if (place >= 0)
		WRITE_ONCE(tools[place], 0);
}

notrace bool kpctl_tools_have(pid_t tgid)
{
	int i;

	for (i = 0; i < TOOLS_MAX; i++)
		if (READ_ONCE(tools[i]) == tgid)
			return true;
	return false;
}
NOKPROBE_SYMBOL(kpctl_tools_have);
