// SPDX-License-Identifier: GPL-2.0
#include <linux/errno.h>
#include <linux/mutex.h>

#include "prog/scratch.h"

struct kpctl_scratch __percpu *kpctl_scratch;
static DEFINE_MUTEX(scratch_lock);	/* the allocation of kpctl_scratch */

int kpctl_scratch_need(void)
{
	int ret;

	mutex_lock(&scratch_lock);
	if (!kpctl_scratch)	/* programs and tables that use it are published later */
		WRITE_ONCE(kpctl_scratch, alloc_percpu(struct kpctl_scratch));
	ret = kpctl_scratch ? 0 : -ENOMEM;
	mutex_unlock(&scratch_lock);
	return ret;
}

void kpctl_scratch_exit(void)
{
	free_percpu(kpctl_scratch);
	kpctl_scratch = NULL;
}
