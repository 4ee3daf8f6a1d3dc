// SPDX-License-Identifier: GPL-2.0
#include <linux/cpuhotplug.h>
#include <linux/workqueue.h>

#include "hit/print.h"
#include "session/cpu_offline.h"
#include "session/session.h"

static int state;

/*
 * A work item looks, not the hotplug callback. The module notifier plants probes under
 * kpctl_sessions_lock, and planting waits for CPU hotplug to end: so the callback must not
 * wait for kpctl_sessions_lock.
 */
static void look_at_dead_cpu(struct work_struct *work)
{
	kpctl_sessions_look();
	kpctl_print_look();
}

static DECLARE_WORK(looking, look_at_dead_cpu);

/* Hotplug calls this on another CPU, once the dead CPU runs nothing and writes no more events. */
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
