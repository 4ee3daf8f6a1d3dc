// SPDX-License-Identifier: GPL-2.0
#include <linux/cpuhotplug.h>
#include <linux/workqueue.h>

#include "session/cpu_offline.h"
#include "session/session.h"

static int state;

/* Not from the callback: who plants has the sessions' lock when it waits for CPUs. */
static void look_at_dead_cpu(struct work_struct *work)
{
	kpctl_sessions_look();
}

static DECLARE_WORK(looking, look_at_dead_cpu);

/* On another CPU, when this one runs nothing any more: no event of it comes later. */
static int is_dead(unsigned int cpu)
{
	schedule_work(&looking);
	return 0;
}

int kpctl_cpu_offline_init(void)
{
	int ret = cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN, "kprobectl:dead", NULL, is_dead);

	if (ret < 0)
		return ret;
	state = ret;
	return 0;
}

void kpctl_cpu_offline_exit(void)
{
	cpuhp_remove_state_nocalls(state);
	cancel_work_sync(&looking);
}
