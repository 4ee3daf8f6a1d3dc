// SPDX-License-Identifier: GPL-2.0
/*
 * w: accesses to memory of the kernel, seen by the debug registers of the CPUs.
 *
 * Each online CPU has a perf event of its own, which is made when the event is armed or when the
 * CPU comes, and released when the event is disarmed or when the CPU goes. So an event that is off
 * has no debug register. The kernel shares these registers among w, debuggers and perf.
 *
 * The handler runs in the debug exception, behind the instruction that made the access: memory
 * has the new value. The exception enters the kernel like an NMI, and everywhere: in a handler of
 * another probe, over a record that is being written, under any lock. So the handler does what one
 * in an NMI may. Debug registers are off while it runs and in NMIs and machine checks: what those
 * access is not seen, and the handler cannot run inside of itself.
 *
 *	who			may meet				is kept apart by
 *	handlers of other CPUs	each other, on `last`			xchg
 *	commands, modules	handlers				arm: all is filled in before the first
 *								perf event is made; disarm: releasing
 *								an event waits for its CPU
 *	CPUs that come or go	commands				watch_lock; commands hold off CPU
 *								hotplug before they take the lock
 *
 * The callbacks of CPU hotplug take watch_lock alone: whoever holds a session's lock may wait for
 * CPU hotplug to end.
 *
 * $old is what the hit before found. A hit looks at the memory after the access, and another CPU
 * may have written meanwhile: then the hit finds that CPU's value. Each $old is the $value of
 * another hit, or what arming found, and each $value is one hit's $old.
 */
#include <linux/atomic.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/hw_breakpoint.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "base/arch.h"
#include "base/text.h"
#include "hit/general.h"
#include "place/kernel_btf.h"
#include "place/kernel_text.h"
#include "place/module_list.h"
#include "place/trial.h"
#include "place/where.h"
#include "probe/engine.h"
#include "probe/event.h"
#include "probe/single.h"
#include "probe/watch.h"
#include "prog/fetch_mem.h"
#include "spec/errors.h"

struct watch_event {
	struct kpctl_event ev;		/* first: the event is freed as a struct kpctl_event */
	unsigned long at;		/* since it was found */
	bool in_init;			/* of a module, whose init data are freed after its init */
	bool reads;			/* hits look at the memory: the program has a use for that */
	u64 last;			/* what the hit before found, or arming */
	struct list_head armed;		/* in armed_watches; watch_lock */
	struct perf_event * __percpu *of_cpu;	/* watch_lock; NULL there: none */
	unsigned int missing;		/* CPUs that came and could not be had; watch_lock */
};
static_assert(!offsetof(struct watch_event, ev));

static DEFINE_MUTEX(watch_lock);
static LIST_HEAD(armed_watches);
static int cpu_state;

static struct watch_event *watch_of(const struct kpctl_event *ev)
{
	return container_of((struct kpctl_event *)ev, struct watch_event, ev);
}

/* Hits */

static __always_inline void watch_look(struct watch_event *w, struct kpctl_watched *seen)
{
	seen->fault = 0;
	seen->addr = w->at;
	if (!w->reads)
		return;
	if (unlikely(!kpctl_mem_kernel_word(w->at, w->ev.spec->watch.len, &seen->value))) {
		seen->fault = 1;
		seen->value = 0;
		seen->old = READ_ONCE(w->last);
		return;
	}
	seen->old = xchg(&w->last, seen->value);
}

/* kpctl_general_place(), with hit->kept as watch_hit() has it. */
static __always_inline void watch_place(struct kpctl_hit *hit, unsigned long at)
{
	hit->fixed[0] = at;
	hit->timed = false;
	hit->prog = READ_ONCE(hit->target->prog);
	if (kpctl_hit_allowed(hit) && kpctl_hit_is_on(hit) && kpctl_hit_passes(hit))
		kpctl_hit_take(hit);
}

/*
 * preempt_count() of what made the access, with the level that kpctl_hit_context() takes off
 * for other kinds. The kernel's rcu_read_lock() on the way is one where preemption is off in it.
 */
static __always_inline unsigned int watched_count(unsigned int preempt)
{
	return kpctl_arch_watched_count(preempt) + IS_ENABLED(CONFIG_PREEMPT_RCU);
}

/* The handler runs again, timed, if the governor says so. */
static notrace noinline void watch_hit(struct kpctl_target *target, struct pt_regs *regs,
				       const struct kpctl_watched *seen)
{
	unsigned long at = instruction_pointer(regs);
	struct kpctl_throttle_watch watch;
	enum kpctl_governor_says says;
	struct kpctl_hit hit;
	u8 *busy;

	kpctl_hit_enter(&hit, target, regs);
	busy = kpctl_recursion_of(hit.preempt);
	hit.preempt = watched_count(hit.preempt);
	hit.kept = (const u8 *)seen;
	says = kpctl_general_hit_guarded(&hit, &at, false, busy, watch_place);
	kpctl_hit_leave();
	if (likely(says != KPCTL_GOVERNOR_TIME))
		return;
	kpctl_throttle_start(&watch, target, hit.count);
	watch_hit(target, regs, seen);
	kpctl_throttle_end(&watch);
}
NOKPROBE_SYMBOL(watch_hit);

static notrace void watch_fires(struct perf_event *bp, struct perf_sample_data *data,
				struct pt_regs *regs)
{
	struct watch_event *w = bp->overflow_handler_context;
	struct kpctl_watched seen;

	watch_look(w, &seen);
	watch_hit(&w->ev.target, regs, &seen);
}
NOKPROBE_SYMBOL(watch_fires);

/* A trial: does this machine report accesses at all? */

static u64 trial_word;			/* watch_lock */
static unsigned int trial_hits;

static notrace void trial_fires(struct perf_event *bp, struct perf_sample_data *data,
				struct pt_regs *regs)
{
	WRITE_ONCE(trial_hits, trial_hits + 1);
}
NOKPROBE_SYMBOL(trial_fires);

static void trial_write(void *unused)
{
	WRITE_ONCE(trial_word, trial_word + 1);
}

static struct perf_event *watch_make(unsigned long at, u8 len, bool reads, unsigned int cpu,
				     perf_overflow_handler_t handler, void *context)
{
	struct perf_event_attr attr;

	hw_breakpoint_init(&attr);
	attr.bp_addr = at;
	attr.bp_len = len;
	attr.bp_type = reads ? HW_BREAKPOINT_RW : HW_BREAKPOINT_W;
	return perf_event_create_kernel_counter(&attr, cpu, NULL, handler, context);
}

/*
 * A hypervisor may let debug registers be written and report nothing. The trial is made until
 * it has once been successful. -ENXIO: nothing was reported.
 */
static int watch_try(void)
{
	unsigned int cpu = raw_smp_processor_id();	/* the task may leave it, and it stays online */
	static bool reports;
	struct perf_event *bp;

	lockdep_assert_held(&watch_lock);
	if (reports)
		return 0;
	bp = watch_make((unsigned long)&trial_word, sizeof(trial_word), false, cpu, trial_fires,
			NULL);
	if (IS_ERR(bp))
		return PTR_ERR(bp);
	WRITE_ONCE(trial_hits, 0);
	smp_call_function_single(cpu, trial_write, NULL, true);
	perf_event_release_kernel(bp);
	reports = READ_ONCE(trial_hits);
	return reports ? 0 : -ENXIO;
}

/* CPUs */

static int watch_begin_cpu(struct watch_event *w, unsigned int cpu)
{
	const struct kpctl_watch_spec *as = &w->ev.spec->watch;
	struct perf_event *bp = watch_make(w->at, as->len, as->reads, cpu, watch_fires, w);

	lockdep_assert_held(&watch_lock);
	if (IS_ERR(bp))
		return PTR_ERR(bp);
	*per_cpu_ptr(w->of_cpu, cpu) = bp;
	return 0;
}

/* The handler has ended on that CPU, and does not begin there again. False: there was none. */
static bool watch_end_cpu(struct watch_event *w, unsigned int cpu)
{
	struct perf_event **bp = per_cpu_ptr(w->of_cpu, cpu);

	lockdep_assert_held(&watch_lock);
	if (!*bp)
		return false;
	perf_event_release_kernel(*bp);
	*bp = NULL;
	return true;
}

static void watch_end(struct watch_event *w)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		watch_end_cpu(w, cpu);
	w->missing = 0;
}

static int watch_begin(struct watch_event *w)
{
	unsigned int cpu;
	int ret = watch_try();

	for_each_online_cpu(cpu) {
		if (ret)
			break;
		ret = watch_begin_cpu(w, cpu);
	}
	if (ret)
		watch_end(w);
	else
		list_add(&w->armed, &armed_watches);
	return ret;
}

/* A CPU that cannot be had is no reason for it to stay offline: `mode` says so. */
static int watch_cpu_comes(unsigned int cpu)
{
	struct watch_event *w;

	mutex_lock(&watch_lock);
	list_for_each_entry(w, &armed_watches, armed)
		if (watch_begin_cpu(w, cpu))
			WRITE_ONCE(w->missing, w->missing + 1);
	mutex_unlock(&watch_lock);
	return 0;
}

static int watch_cpu_goes(unsigned int cpu)
{
	struct watch_event *w;

	mutex_lock(&watch_lock);
	list_for_each_entry(w, &armed_watches, armed)
		if (!watch_end_cpu(w, cpu))
			WRITE_ONCE(w->missing, w->missing - 1);
	mutex_unlock(&watch_lock);
	return 0;
}

/* Where */

static int watch_refuse(const struct kpctl_event *ev, unsigned int code, struct kpctl_err *err)
{
	const struct kpctl_spec *spec = ev->spec;

	kpctl_err_set(err, code, spec->watch.column, spec->sym, spec->watch.len);
	return kpctl_err_errno(code);
}

/* Data of the boot, which are other memory now. */
static bool is_of_boot(unsigned long at)
{
	unsigned long start, end;

	return !kpctl_trial_find("", "__init_begin", &start) &&
	       !kpctl_trial_find("", "__init_end", &end) && at >= start && at < end;
}

/*
 * Up to Linux 6.14 the symbol of a variable that each CPU has is no address; later it is that of
 * what the boot copied to each CPU.
 */
static bool is_of_each_cpu(const struct watch_event *w, const char *sym, bool found)
{
	unsigned long of_cpu;

	return !w->ev.spec->mod[0] && (!found || is_of_boot(w->at)) &&
	       !kpctl_kernel_btf_of_cpu(sym, &of_cpu);
}

static int watch_find_symbol(struct watch_event *w, const char *sym, struct kpctl_err *err)
{
	const struct kpctl_spec *spec = w->ev.spec;
	int ret = kpctl_trial_find(spec->mod, sym, &w->at);

	if (ret == -ENOMEM)
		return kpctl_err_no_memory(err);
	if (is_of_each_cpu(w, sym, !ret))
		return watch_refuse(&w->ev, KPCTL_E_WATCH_PER_CPU, err);
	if (ret) {
		kpctl_err_fill(err, NO_DATA_SYMBOL, spec->watch.column, sym);
		return -ENOENT;
	}
	w->at += spec->watch.off;
	return 0;
}

/* Writing to a module that goes would not be seen: its events are parked already. */
static int watch_check_module(struct watch_event *w, struct kpctl_where *where,
			      struct kpctl_err *err)
{
	if (!kpctl_where_is(w->at, where) || !where->mod[0])
		return 0;
	if (kpctl_module_list_state(where->mod) == KPCTL_MOD_GOING) {
		kpctl_err_fill(err, MODULE_GOING, w->ev.spec->watch.column, where->mod);
		return -ENOENT;
	}
	w->in_init = kpctl_module_list_in_init(w->at);
	return 0;
}

static int watch_check(struct watch_event *w, struct kpctl_err *err)
{
	u8 len = w->ev.spec->watch.len;
	struct kpctl_where *where;
	int ret;

	if (w->at % len)
		return watch_refuse(&w->ev, KPCTL_E_WATCH_OFF, err);
	if (!kpctl_mem_is_kernel(w->at))
		return watch_refuse(&w->ev, KPCTL_E_WATCH_NOT_KERNEL, err);
	if (kpctl_kernel_text_has(w->at) || kpctl_module_list_text(w->at))
		return watch_refuse(&w->ev, KPCTL_E_WATCH_CODE, err);
	if (is_of_boot(w->at))
		return watch_refuse(&w->ev, KPCTL_E_WATCH_INIT, err);
	where = kmalloc(sizeof(*where), GFP_KERNEL);
	if (!where)
		return kpctl_err_no_memory(err);
	ret = watch_check_module(w, where, err);
	kfree(where);
	return ret;
}

static int watch_find(struct kpctl_event *ev, struct kpctl_err *err)
{
	struct watch_event *w = watch_of(ev);
	const struct kpctl_spec *spec = ev->spec;
	int ret = kpctl_engine_may(ev, err);
	char *sym;

	if (ret)
		return ret;
	w->in_init = false;
	w->at = spec->addr;
	if (!spec->is_addr) {
		sym = kstrndup(spec->sym + spec->watch.sym, spec->watch.sym_len, GFP_KERNEL);
		if (!sym)
			return kpctl_err_no_memory(err);
		ret = watch_find_symbol(w, sym, err);
		kfree(sym);
	}
	return ret ?: watch_check(w, err);
}

/* Planting */

static int watch_arm(struct kpctl_event *ev)
{
	struct watch_event *w = watch_of(ev);
	u64 now = 0;
	int ret;

	w->reads = ev->target.prog->wants_watched;
	if (w->reads && !kpctl_mem_kernel_word(w->at, ev->spec->watch.len, &now))
		return -EFAULT;
	WRITE_ONCE(w->last, now);
	cpus_read_lock();
	mutex_lock(&watch_lock);
	ret = watch_begin(w);
	mutex_unlock(&watch_lock);
	cpus_read_unlock();
	return ret;
}

static void watch_disarm(struct kpctl_event *ev)
{
	struct watch_event *w = watch_of(ev);

	cpus_read_lock();
	mutex_lock(&watch_lock);
	if (!list_empty(&w->armed)) {
		list_del_init(&w->armed);
		watch_end(w);
	}
	mutex_unlock(&watch_lock);
	cpus_read_unlock();
}

/* A condition that looks at the memory has come, or gone. */
static bool watch_is_elsewhere(const struct kpctl_event *ev)
{
	return watch_of(ev)->reads != ev->target.prog->wants_watched;
}

static int watch_plant(struct kpctl_event *ev)
{
	struct watch_event *w = watch_of(ev);

	if (!w->of_cpu) {
		INIT_LIST_HEAD(&w->armed);
		w->of_cpu = alloc_percpu(struct perf_event *);
	}
	if (!w->of_cpu)
		return -ENOMEM;
	return ev->target.on ? watch_arm(ev) : 0;
}

static void watch_unplant(struct kpctl_event **ev, int n)
{
	int i;

	for (i = 0; i < n; i++)
		watch_disarm(ev[i]);
}

static void watch_release(struct kpctl_event *ev)
{
	free_percpu(watch_of(ev)->of_cpu);
}

static int watch_explain(struct kpctl_event *ev, int ret, struct kpctl_err *err)
{
	const u16 column = ev->spec->watch.column;

	switch (ret) {
	case -ENOMEM:
		return kpctl_err_no_memory(err);
	case -EFAULT:
		return watch_refuse(ev, KPCTL_E_WATCH_UNREADABLE, err);
	case -EPERM:
		return watch_refuse(ev, KPCTL_E_WATCH_CAPABLE, err);
	case -ENXIO:
		return watch_refuse(ev, KPCTL_E_WATCH_SILENT, err);
	case -ENOSPC:
		kpctl_err_fill(err, WATCH_IN_USE, column, hw_breakpoint_slots(TYPE_DATA));
		return ret;
	}
	kpctl_err_fill(err, WATCH_KERNEL, column, ev->spec->sym, ret);
	return ret;
}

/* Listings */

/* SYM[+0xOFFS] [MODULE]:LEN; an address without a symbol as the line has it. */
static void watch_list(const struct kpctl_event *ev, struct kpctl_text *text)
{
	struct kpctl_where *where;

	if (ev->state == KPCTL_PARKED)
		return;
	where = kmalloc(sizeof(*where), GFP_KERNEL);
	if (!where) {
		text->err = -ENOMEM;
		return;
	}
	if (!kpctl_where_is(watch_of(ev)->at, where))
		kpctl_text_printf(text, "0x%lx", watch_of(ev)->at);
	else if (where->addr == where->base)
		kpctl_text_printf(text, "%s", where->sym);
	else
		kpctl_text_printf(text, "%s+0x%lx", where->sym, where->addr - where->base);
	if (where->mod[0])
		kpctl_text_printf(text, " [%s]", where->mod);
	kpctl_text_printf(text, ":%u\n", ev->spec->watch.len);
	kfree(where);
}

static unsigned long watch_addr(const struct kpctl_event *ev)
{
	return watch_of(ev)->at;
}

static bool watch_is_gone(const struct kpctl_event *ev)
{
	return watch_of(ev)->in_init;
}

static const char *watch_mode(const struct kpctl_event *ev)
{
	return READ_ONCE(watch_of(ev)->missing) ? "partial" : "watching";
}

const struct kpctl_engine kpctl_engine_watch = {
	.size = sizeof(struct watch_event),
	.fields = kpctl_fields_of_place,
	.find = watch_find,
	.may = kpctl_engine_may,
	.waits = kpctl_single_waits,
	.plant = watch_plant,
	.explain = watch_explain,
	.unplant = watch_unplant,
	.arm = watch_arm,
	.disarm = watch_disarm,
	.is_elsewhere = watch_is_elsewhere,
	.release = watch_release,
	.list = watch_list,
	.mode = watch_mode,
	.addr = watch_addr,
	.is_gone = watch_is_gone,
};

int kpctl_watch_init(void)
{
	int ret = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "kprobectl:watch",
					    watch_cpu_comes, watch_cpu_goes);

	if (ret < 0)
		return ret;
	cpu_state = ret;
	return 0;
}

void kpctl_watch_exit(void)
{
	cpuhp_remove_state_nocalls(cpu_state);
}
