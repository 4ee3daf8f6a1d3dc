// SPDX-License-Identifier: GPL-2.0
#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "probe/engine.h"
#include "probe/event.h"
#include "probe/function_set.h"
#include "probe/ftrace_hash.h"
#include "hit/recursion.h"
#include "prog/prog.h"
#include "probe/set.h"
#include "spec/errors.h"
#include "spec/regs.h"

/* Registers that ftrace saves without FTRACE_OPS_FL_SAVE_REGS. */
#define REG(name)	| 1u << offsetof(struct pt_regs, name) / 8
#define SAVED_REGS	(0 KPCTL_REGS_FTRACE(REG))

/* Planting */

int kpctl_set_find(struct kpctl_event *ev, struct kpctl_err *err)
{
	return kpctl_engine_may(ev, err) ?: kpctl_function_set_find(&ev->set, ev->spec, err);
}

bool kpctl_set_waits(const struct kpctl_event *ev)
{
	return kpctl_function_set_waits(ev->spec);
}

static bool wants_all_regs(const struct kpctl_prog *prog)
{
	return prog->regs & ~SAVED_REGS;
}

/* ftrace saves the registers chosen at planting: a later condition cannot ask for more. */
unsigned int kpctl_set_takes(const struct kpctl_event *ev, const struct kpctl_prog *prog)
{
	return (ev->ops.flags & FTRACE_OPS_FL_SAVE_REGS) || !wants_all_regs(prog) ?
	       KPCTL_E_NONE : KPCTL_E_COND_REGS;
}

/*
 * The filter is made from the table. An empty table must not get here: an empty filter means
 * every function. -EIO if the filter then holds another number of functions than the table:
 * the event would hit at unexpected functions.
 */
int kpctl_set_update(struct kpctl_event *ev)
{
	unsigned long count;
	int ret;

	if (WARN_ON_ONCE(!ev->set.nr))
		return -EINVAL;
	ret = ftrace_set_filter_ips(&ev->ops, ev->set.ip, ev->set.nr, 0, 1);
	if (!ret)
		ret = kpctl_ftrace_hash_count(&ev->ops, &count);
	if (!ret && count != ev->set.nr)
		ret = -EIO;
	return ret;
}

static bool any_stuck;

/*
 * Did ftrace let go of the event? After an internal error ftrace shuts down for good
 * (ftrace_disabled), unregisters nothing, and goes on calling the handler: the event is stuck
 * then, stays in memory and silent, and a reference keeps the module.
 */
static bool take_out_set(struct kpctl_event *ev)
{
	if ((ev->ops.flags & FTRACE_OPS_FL_ENABLED) && unregister_ftrace_function(&ev->ops)) {
		__module_get(THIS_MODULE);
		ev->stuck = true;
		WRITE_ONCE(any_stuck, true);
		return false;
	}
	ftrace_free_filter(&ev->ops);
	return true;
}

/*
 * An exit function cannot refuse, and the code that ftrace still calls must not be freed: so
 * with a stuck event the exit function never returns.
 */
void kpctl_set_engine_exit(void)
{
	if (!READ_ONCE(any_stuck))
		return;
	pr_err("kprobectl: ftrace has given up and still calls it: it stays in memory, and rmmod waits, until the machine is started again\n");
	for (;;)
		schedule_timeout_idle(MAX_SCHEDULE_TIMEOUT);
}

int kpctl_set_plant(struct kpctl_event *ev, ftrace_func_t handler)
{
	int ret;

	memset(&ev->ops, 0, sizeof(ev->ops));
	ev->ops.func = handler;
	/*
	 * With kernel.ftrace_enabled 0 the event is refused; while the event is on, the kernel
	 * refuses 0 there.
	 */
	ev->ops.flags = FTRACE_OPS_FL_PERMANENT;
	if (wants_all_regs(ev->target.prog))
		ev->ops.flags |= FTRACE_OPS_FL_SAVE_REGS;
	ret = kpctl_set_update(ev);
	if (!ret && ev->target.on)
		ret = register_ftrace_function(&ev->ops);
	if (ret)
		take_out_set(ev);
	return ret;
}

int kpctl_set_explain(struct kpctl_event *ev, int ret, struct kpctl_err *err)
{
	if (ret == -ENOMEM)
		kpctl_err_fill(err, NO_MEMORY, 0);
	else if (ret == -EBUSY)
		kpctl_err_fill(err, SET_FTRACE_OFF, 0);
	else if (ret == -EIO)
		kpctl_err_fill(err, SET_UNKNOWN, ev->spec->target_column);
	else
		kpctl_err_fill(err, SET_KERNEL, ev->spec->target_column, ret);
	return ret;
}

void kpctl_set_unplant(struct kpctl_event **ev, int n)
{
	bool all = true;
	int i;

	for (i = 0; i < n; i++)
		all &= take_out_set(ev[i]);
	if (!all)
		synchronize_rcu();	/* running handlers of stuck events end */
}

int kpctl_set_arm(struct kpctl_event *ev)
{
	return register_ftrace_function(&ev->ops);
}

void kpctl_set_disarm(struct kpctl_event *ev)
{
	unregister_ftrace_function(&ev->ops);
}

/* Modules */

int kpctl_set_join(struct kpctl_event *ev, const struct module *mod)
{
	int n;

	if (ev->stuck)
		return 0;
	n = kpctl_function_set_join(&ev->set, ev->spec, mod);
	/* a set that was unplanted after a failed update is to be planted again as a whole */
	return n || ev->state != KPCTL_PARKED ? n : ev->set.nr;
}

u32 kpctl_set_leave(struct kpctl_event *ev, const struct module *mod, bool init_only)
{
	return kpctl_function_set_leave(&ev->set, mod, init_only);
}

void kpctl_set_release(struct kpctl_event *ev)
{
	kpctl_function_set_free(&ev->set);
}

/* Figures for the listings */

u32 kpctl_set_functions(const struct kpctl_event *ev)
{
	return ev->state == KPCTL_PARKED ? 0 : ev->set.nr;
}

unsigned long kpctl_set_function(const struct kpctl_event *ev, u32 i)
{
	return ev->set.ip[i];
}

const char *kpctl_set_mode(const struct kpctl_event *ev)
{
	return "ftrace";
}

u64 kpctl_set_memory(const struct kpctl_event *ev)
{
	return (u64)ev->set.room * sizeof(*ev->set.ip);
}

void kpctl_set_left_out(const struct kpctl_event *ev, struct kpctl_text *text)
{
	if (ev->state != KPCTL_PARKED)
		kpctl_excluded_list_show(&ev->set.left_out, text);
}
