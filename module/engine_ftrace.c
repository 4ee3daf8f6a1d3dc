// SPDX-License-Identifier: GPL-2.0
/*
 * f: the entries of a set of functions, by one ftrace_ops.
 *
 * The cheapest way into a function there is: its own trampoline calls the handler,
 * which finds the registers that hold arguments saved, and no others. An event
 * that looks at others asks for all of them.
 *
 * Nothing stands between us and the function, so what kprobes does for its handlers
 * is done here: preemption goes off, and a hit inside of a handler's own work is
 * counted and refused (guard.h).
 */
#include <linux/ftrace.h>
#include <linux/security.h>

#include "compat.h"
#include "engine.h"
#include "fset.h"
#include "ftrace_hash.h"
#include "guard.h"
#include "hit.h"
#include "place.h"
#include "spec/errors.h"

#define REG(name)	(1u << offsetof(struct pt_regs, name) / 8)
/* What is there without asking. */
#define SAVED_REGS	(REG(di) | REG(si) | REG(dx) | REG(cx) | REG(r8) | REG(r9) | \
			 REG(ax) | REG(bp) | REG(ip) | REG(sp))

DEFINE_PER_CPU(u8[4], kpctl_busy);

/*
 * Where several have an interest in a function, ftrace's own code calls one after
 * the other, and has preemption off by then. Trampolines lie among modules.
 */
static __always_inline bool called_by_trampoline(unsigned long caller)
{
	return caller >= MODULES_VADDR;
}

static __always_inline void hit_function(struct kpctl_hit *hit, unsigned long ip)
{
	local_inc(&hit->count->hits);
	hit->fixed[0] = ip;
	hit->timed = false;
	hit->kept = NULL;
	hit->prog = READ_ONCE(hit->ev->prog);
	if (kpctl_hit_allowed(hit) && kpctl_hit_is_on(hit) && kpctl_hit_passes(hit))
		kpctl_hit_take(hit);
}

static notrace void handler(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
			    struct ftrace_regs *fregs)
{
	struct kpctl_event *ev = container_of(ops, struct kpctl_event, ops);
	struct kpctl_hit hit;
	u8 *busy;

	kpctl_hit_enter(&hit, ev, kpctl_ftrace_regs(fregs));
	hit.called = true;
	busy = kpctl_guard_of(hit.preempt);
	if (called_by_trampoline(_RET_IP_))
		hit.preempt++;	/* the level that other ways to a handler add */
	/* Pairs with the store-release in plant.c. */
	if (!smp_load_acquire(&ev->on))
		goto out;
	if (unlikely(!kpctl_guard_enter(busy))) {
		local_inc(&hit.count->busy);
		goto out;
	}
	hit_function(&hit, ip);
	kpctl_guard_leave(busy);
out:
	kpctl_hit_leave();
}
NOKPROBE_SYMBOL(handler);

/* Planting */

static int may(const struct kpctl_event *ev, struct kpctl_err *err)
{
	if (!security_locked_down(LOCKDOWN_KPROBES))
		return 0;
	kpctl_err_fill(err, LOCKDOWN, ev->spec->target_column);
	return -EPERM;
}

static int find(struct kpctl_event *ev, struct kpctl_err *err)
{
	return may(ev, err) ?: kpctl_fset_find(&ev->set, ev->spec, err);
}

static bool waits(const struct kpctl_event *ev)
{
	return kpctl_fset_waits(ev->spec);
}

static bool wants_all_regs(const struct kpctl_prog *prog)
{
	return prog->regs & ~SAVED_REGS;
}

/* A condition set later cannot ask for more. */
static bool takes(const struct kpctl_event *ev, const struct kpctl_prog *prog)
{
	return (ev->ops.flags & FTRACE_OPS_FL_SAVE_REGS) || !wants_all_regs(prog);
}

/*
 * The table into the filter. Never an empty one: it would mean every function. One
 * that holds other than what was put in would hit where nobody expects it.
 */
static int set_filter(struct kpctl_event *ev)
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

static void take_out(struct kpctl_event *ev)
{
	if (ev->ops.flags & FTRACE_OPS_FL_ENABLED)
		unregister_ftrace_function(&ev->ops);
	ftrace_free_filter(&ev->ops);
}

static int plant(struct kpctl_event *ev)
{
	int ret;

	memset(&ev->ops, 0, sizeof(ev->ops));
	ev->ops.func = handler;
	/* that kernel.ftrace_enabled is 0 is refused, both ways round */
	ev->ops.flags = FTRACE_OPS_FL_PERMANENT;
	if (wants_all_regs(ev->prog))
		ev->ops.flags |= FTRACE_OPS_FL_SAVE_REGS;
	ret = set_filter(ev);
	if (!ret && ev->on)
		ret = register_ftrace_function(&ev->ops);
	if (ret)
		take_out(ev);
	return ret;
}

static int explain(struct kpctl_event *ev, int ret, struct kpctl_err *err)
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

static void unplant(struct kpctl_event **ev, int n)
{
	int i;

	for (i = 0; i < n; i++)
		take_out(ev[i]);
}

static int arm(struct kpctl_event *ev)
{
	return register_ftrace_function(&ev->ops);
}

static void disarm(struct kpctl_event *ev)
{
	unregister_ftrace_function(&ev->ops);
}

/* Modules */

static int join(struct kpctl_event *ev, const struct module *mod)
{
	return kpctl_fset_join(&ev->set, ev->spec, mod);
}

static u32 leave(struct kpctl_event *ev, const struct module *mod, bool init_only)
{
	return kpctl_fset_leave(&ev->set, mod, init_only);
}

static void release(struct kpctl_event *ev)
{
	kpctl_fset_free(&ev->set);
}

/* What it says of itself */

static unsigned long addr(const struct kpctl_event *ev)
{
	return 0;
}

static u32 functions(const struct kpctl_event *ev)
{
	return ev->state == KPCTL_PARKED ? 0 : ev->set.nr;
}

static void list(const struct kpctl_event *ev, struct kpctl_text *text)
{
	if (ev->state != KPCTL_PARKED)
		kpctl_fset_show(&ev->set, text);
}

static const char *mode(const struct kpctl_event *ev)
{
	return "ftrace";
}

static bool is_gone(const struct kpctl_event *ev)
{
	return false;
}

/* Each is counted by ourselves, see kpctl_count.busy. */
static u64 nested(const struct kpctl_event *ev)
{
	return 0;
}

static u32 maxactive(const struct kpctl_event *ev)
{
	return 0;
}

static u64 memory(const struct kpctl_event *ev)
{
	return (u64)ev->set.room * sizeof(*ev->set.ip);
}

static const struct kpctl_field fields[] = {
	{ "ip", "__probe_ip" },
	{ }
};

const struct kpctl_engine kpctl_engine_ftrace = {
	.fields = fields,
	.find = find,
	.may = may,
	.waits = waits,
	.plant = plant,
	.explain = explain,
	.unplant = unplant,
	.arm = arm,
	.disarm = disarm,
	.takes = takes,
	.join = join,
	.leave = leave,
	.update = set_filter,
	.release = release,
	.addr = addr,
	.functions = functions,
	.list = list,
	.mode = mode,
	.is_gone = is_gone,
	.nested = nested,
	.maxactive = maxactive,
	.memory = memory,
};
