// SPDX-License-Identifier: GPL-2.0
/*
 * kprobectl: probes from a control file, events through a ring.
 *
 * Init and exit mirror each other: anchor, fetch, place, clock, modules, CPUs, main session,
 * debugfs, panic log, device.
 *
 * A module whose init fails is freed even while a file of the module is open. So no
 * file can be opened before the last step that may fail has succeeded: that step
 * registers the device, and the files in debugfs refuse to be opened until then.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/rcupdate.h>

#include "crash/anchor.h"
#include "crash/region.h"
#include "ring/clock.h"
#include "control/access.h"
#include "control/command.h"
#include "control/debugfs.h"
#include "control/device.h"
#include "control/panic_log.h"
#include "control/print_log.h"
#include "prog/fetch.h"
#include "probe/ftrace_hash.h"
#include "hit/act.h"
#include "hit/throttle.h"
#include "session/modules.h"
#include "session/cpu_offline.h"
#include "place/build_id.h"
#include "place/kernel_text.h"
#include "place/same_name.h"
#include "probe/instance_pool.h"
#include "probe/sample.h"
#include "prog/fetch_task_stack.h"
#include "prog/scratch.h"
#include "session/session.h"
#include "session/throttle_log.h"
#include "probe/set.h"
#include "probe/watch.h"

module_param_named(pool_max, kpctl_pool_max, uint, 0600);
MODULE_PARM_DESC(pool_max,
		 "most calls in flight that a return probe without MAXACTIVE grows to watch");

module_param_named(persist, kpctl_persist, charp, 0400);
MODULE_PARM_DESC(persist, "name of memory that reserve_mem= keeps over a reboot, for the main session's rings");

module_param_named(governor, kpctl_throttle_percent, uint, 0444);
MODULE_PARM_DESC(governor, "percent of a CPU that an event's handlers may take over 100 ms before some of its hits are left out; 0: any (25)");

module_param_named(act, kpctl_act_param, charp, 0400);
MODULE_PARM_DESC(act, "what lines may do to the kernel: some of return,skip,signal,panic; off without");

static int __init make_anchor(void)
{
	char id[KPCTL_BUILD_ID_MAX];
	int ret;

	if (kpctl_build_id_of_kernel(id))
		id[0] = '\0';
	ret = kpctl_region_init();
	if (ret)
		return ret;
	ret = kpctl_anchor_init(id);
	if (ret)
		kpctl_region_exit();
	return ret;
}

static void drop_anchor(void)
{
	kpctl_anchor_exit();
	kpctl_region_exit();
}

/* What cannot fail, and needs no end */
static void __init begin_handlers(void)
{
	kpctl_fetch_init();
	kpctl_throttle_log_init();
	kpctl_print_log_init();
}

static int __init init(void)
{
	int ret = make_anchor();

	if (ret)
		return ret;
	ret = kpctl_acts_init();
	if (ret)
		goto err_anchor;
	begin_handlers();
	ret = kpctl_kernel_text_init() ?: kpctl_ftrace_hash_init() ?:
	      kpctl_clock_init(kpctl_sessions_tell);
	if (ret)
		goto err_anchor;
	ret = kpctl_modules_init();
	if (ret)
		goto err_clock;
	ret = kpctl_cpu_offline_init();
	if (ret)
		goto err_modules;
	ret = kpctl_sample_init();
	if (ret)
		goto err_offline;
	ret = kpctl_watch_init();
	if (ret)
		goto err_sample;
	ret = kpctl_main_init();
	if (ret)
		goto err_watch;
	ret = kpctl_debugfs_init();
	if (ret)
		goto err_main;
	ret = kpctl_panic_log_init();
	if (ret)
		goto err_debugfs;
	ret = kpctl_device_init();
	if (ret)
		goto err_panic_log;
	kpctl_access_begin();
	return 0;

err_panic_log:
	kpctl_panic_log_exit();
err_debugfs:
	kpctl_debugfs_exit();
err_main:
	kpctl_session_free(kpctl_main);
err_watch:
	kpctl_watch_exit();
err_sample:
	kpctl_sample_exit();
err_offline:
	kpctl_cpu_offline_exit();
err_modules:
	kpctl_modules_exit();
err_clock:
	kpctl_clock_exit();
err_anchor:
	drop_anchor();
	return ret;
}

/* The kernel calls this with no file of the module open: an open file holds the module. */
static void __exit finish(void)
{
	kpctl_device_exit();
	kpctl_panic_log_exit();
	kpctl_command_clear(kpctl_main);	/* events and their directories */
	kpctl_debugfs_exit();
	kpctl_print_log_exit();
	kpctl_acts_exit();
	kpctl_session_free(kpctl_main);
	kpctl_same_name_exit();
	kpctl_throttle_log_exit();
	kpctl_task_stack_exit();
	kpctl_scratch_exit();
	kpctl_watch_exit();
	kpctl_sample_exit();
	kpctl_cpu_offline_exit();
	kpctl_modules_exit();
	kpctl_clock_exit();
	rcu_barrier();
	kpctl_set_engine_exit();
	drop_anchor();
}

module_init(init);
module_exit(finish);
MODULE_LICENSE("GPL");
MODULE_VERSION("0.9.0");
MODULE_DESCRIPTION("kprobes, kretprobes and sets of functions from a control file, streamed through per-CPU rings");
