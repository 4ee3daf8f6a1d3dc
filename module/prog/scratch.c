// SPDX-License-Identifier: GPL-2.0
#include <linux/errno.h>
#include <linux/mutex.h>

#include "prog/scratch.h"

struct kpctl_scratch __percpu *kpctl_scratch;
static DEFINE_MUTEX(scratch_lock);	/* making it */

int kpctl_scratch_need(void)
{
	int ret;

	mutex_lock(&scratch_lock);
	if (!kpctl_scratch)	/* whoever sees something that needs it got it after this */
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
