// SPDX-License-Identifier: GPL-2.0
/*
 * The numbers that values start from, if they are no word of a base: constants, the
 * stack, and our own variables. A variable has a line in spec/vars.h, and here a function
 * and a case. Variables that compile_value.c turns into a word of the task or of the site
 * have no case.
 *
 * Everything here runs in handlers, in any context, an NMI in the idle task included.
 */
#include <linux/cgroup.h>
#include <linux/cred.h>
#include <linux/kprobes.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>

#include "base/interrupted.h"
#include "prog/cgroup.h"
#include "prog/fetch.h"
#include "prog/fetch_mem.h"
#include "prog/helper.h"

/* The pointer is NULL once the process is reaped; a struct pid is freed by RCU. */
static __always_inline u64 load_nspid(void)
{
	const struct pid *pid = READ_ONCE(current->signal->pids[PIDTYPE_TGID]);

	return pid ? pid->numbers[pid->level].nr : 0;
}

/*
 * The parent of a task that is reaped already may be gone, see pid_alive(). Handlers run
 * with preemption off, an RCU read side that keeps the parent's memory.
 */
static __always_inline u64 load_ppid(void)
{
	return pid_alive(current) ? rcu_dereference_sched(current->real_parent)->tgid : 0;
}

static __always_inline u64 load_uid(void)
{
	return __kuid_val(current_cred()->uid);
}

/* interrupts: the event's hits are interrupts that know what they have interrupted. */
static __always_inline u64 load_idle(bool interrupts)
{
	if (!is_idle_task(current) || (softirq_count() & SOFTIRQ_OFFSET))
		return 0;
	return !interrupts || !kpctl_interrupted_in_irq(preempt_count());
}

static __always_inline u64 load_cgroup(void)
{
#ifdef CONFIG_CGROUPS
	return cgroup_id(task_dfl_cgroup(current));
#else
	return 0;
#endif
}

static __always_inline u64 load_caller(const struct kpctl_arg *arg, const struct kpctl_site *site)
{
	if (site->caller)
		return site->caller;
	return arg->num ? kpctl_fetch_return_address(site) : kpctl_fetch_caller(site);
}

/* Safe in an NMI. On the clock of records, but for what calibration leaves between the two. */
static __always_inline u64 load_time(u64 period)
{
	u64 now = ktime_get_mono_fast_ns();

	return now - now % period;
}

/* The switch has no default: the compiler names a variable without a case. */
notrace noinline u64 kpctl_fetch_load(const struct kpctl_arg *arg, const struct kpctl_site *site)
{
	switch ((enum kpctl_load)arg->load) {
	case KPCTL_LOAD_CONST:
		return arg->num;
	case KPCTL_LOAD_STACK:
		return regs_get_kernel_stack_nth(site->regs, arg->num);
	case KPCTL_LOAD_TIME:
		return load_time(arg->num);
	case KPCTL_LOAD_PID:
		return current->tgid;
	case KPCTL_LOAD_TID:
		return current->pid;
	case KPCTL_LOAD_NSPID:
		return load_nspid();
	case KPCTL_LOAD_PPID:
		return load_ppid();
	case KPCTL_LOAD_UID:
		return load_uid();
	case KPCTL_LOAD_CPU:
		return raw_smp_processor_id();
	case KPCTL_LOAD_IDLE:
		return load_idle(arg->num);
	case KPCTL_LOAD_CGROUP:
		if (arg->num)	/* no load of its own, which would make those of others dearer */
			return kpctl_cgroup_has_current((const struct kpctl_cgroup *)arg->num);
		return load_cgroup();
	case KPCTL_LOAD_CALLER:
		return load_caller(arg, site);
	case KPCTL_LOAD_HELPER:
		return kpctl_helper_load((const struct kpctl_helper_use *)arg->num, site);
	case KPCTL_LOAD_REG:
	case KPCTL_LOAD_KEPT:
	case KPCTL_LOAD_SITE:
	case KPCTL_LOAD_TASK:
	case KPCTL_LOAD_SPAN:
	case KPCTL_LOAD_SPAN_1:
	case KPCTL_LOAD_SPAN_2:
	case KPCTL_LOAD_SPAN_3:	/* those up to here and the next eight: words of a base */
	case KPCTL_LOAD_VALUE:
	case KPCTL_LOAD_OLD:
	case KPCTL_LOAD_ADDR_OF:
	case KPCTL_LOAD_ONCPU:
	case KPCTL_LOAD_BLOCKED:
	case KPCTL_LOAD_RUNQ:
	case KPCTL_LOAD_FUNC:
	case KPCTL_LOAD_STACKTRACE:
	case KPCTL_LOAD_USTACKTRACE:	/* no number */
		break;
	}
	return 0;
}
NOKPROBE_SYMBOL(kpctl_fetch_load);
