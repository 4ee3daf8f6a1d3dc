// SPDX-License-Identifier: GPL-2.0
#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/sched.h>

#include "hit/tools.h"

#define TOOLS_MAX	64

/* Two arrays, as handlers look through one of them. A place has the same index in both. */
static const struct file *files[TOOLS_MAX];	/* NULL: free; taken by compare-and-exchange */
static pid_t tools[TOOLS_MAX];			/* 0: free, or about to be taken */

void kpctl_tools_add(const struct file *file)
{
	int i;

	for (i = 0; i < TOOLS_MAX; i++) {
		if (READ_ONCE(files[i]) || cmpxchg(&files[i], NULL, file))
			continue;
		WRITE_ONCE(tools[i], current->tgid);
		break;
	}
}

void kpctl_tools_remove(const struct file *file)
{
	int i;

	for (i = 0; i < TOOLS_MAX; i++) {
		if (READ_ONCE(files[i]) != file)
			continue;
		WRITE_ONCE(tools[i], 0);
		/* Pairs with the cmpxchg() above: the next one's id comes later. */
		smp_store_release(&files[i], NULL);
		break;
	}
}

notrace bool kpctl_tools_have(pid_t tgid)
{
	int i;

	if (!tgid)	/* the idle task: its id is that of a free place */
		return false;
	for (i = 0; i < TOOLS_MAX; i++)
		if (READ_ONCE(tools[i]) == tgid)
			return true;
	return false;
}
NOKPROBE_SYMBOL(kpctl_tools_have);
