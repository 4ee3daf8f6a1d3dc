// SPDX-License-Identifier: GPL-2.0
#include <linux/errno.h>
#include <linux/mutex.h>

#include "prog/scratch.h"

local_t __percpu *kpctl_scratch_depth;
struct kpctl_scratch __percpu *kpctl_scratch[KPCTL_SCRATCH_DEPTH];
static DEFINE_MUTEX(scratch_lock);	/* the allocation of both */

/* One by one: all buffers together would be near the most that alloc_percpu() gives. */
static bool alloc_scratch(void)
{
	u32 i;

	kpctl_scratch_depth = alloc_percpu(local_t);
	for (i = 0; kpctl_scratch_depth && i < KPCTL_SCRATCH_DEPTH; i++) {
		kpctl_scratch[i] = alloc_percpu(struct kpctl_scratch);
		if (!kpctl_scratch[i])
			return false;
	}
	return kpctl_scratch_depth;
}

int kpctl_scratch_need(void)
{
	int ret = 0;

	mutex_lock(&scratch_lock);
	/* Programs and tables that use the buffers are published later. */
	if (!kpctl_scratch_depth && !alloc_scratch()) {
		kpctl_scratch_exit();
		ret = -ENOMEM;
	}
	mutex_unlock(&scratch_lock);
	return ret;
}

void kpctl_scratch_exit(void)
{
	u32 i;

	for (i = 0; i < KPCTL_SCRATCH_DEPTH; i++) {
		free_percpu(kpctl_scratch[i]);
		kpctl_scratch[i] = NULL;
	}
	free_percpu(kpctl_scratch_depth);
	kpctl_scratch_depth = NULL;
}
