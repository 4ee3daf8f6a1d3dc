// SPDX-License-Identifier: GPL-2.0
#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/sched.h>

#include "hit/tools.h"

#define TOOLS_MAX	64

static struct {
	const struct file *file;	/* NULL: free; taken by compare-and-exchange */
	pid_t tgid;			/* 0: free, or about to be taken */
} tools[TOOLS_MAX];

void kpctl_tools_add(const struct file *file)
{
	int i;

	for (i = 0; i < TOOLS_MAX; i++) {
		if (READ_ONCE(tools[i].file) || cmpxchg(&tools[i].file, NULL, file))
			continue;
		WRITE_ONCE(tools[i].tgid, current->tgid);
		break;
	}
}

void kpctl_tools_remove(const struct file *file)
{
	int i;

	for (i = 0; i < TOOLS_MAX; i++) {
		if (READ_ONCE(tools[i].file) != file)
			continue;
		WRITE_ONCE(tools[i].tgid, 0);
		/* Pairs with the cmpxchg() above: the next one's `tgid` comes later. */
		smp_store_release(&tools[i].file, NULL);
		break;
	}
}

notrace bool kpctl_tools_have(pid_t tgid)
{
	int i;

	for (i = 0; i < TOOLS_MAX; i++)
		if (READ_ONCE(tools[i].tgid) == tgid)
			return true;
	return false;
}
NOKPROBE_SYMBOL(kpctl_tools_have);
