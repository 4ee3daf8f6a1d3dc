// SPDX-License-Identifier: GPL-2.0
/*
 * Calls in flight are stamped when their task is switched and woken up.
 *
 * There is no table of tasks: the kernel keeps each task's return instances in a list, and
 * a call's times lie in the call's instance. The handlers run with preemption and interrupts
 * off, mostly under a run-queue lock, and so take no lock and wake nobody.
 *
 * A task's list changes only on the CPU that the task runs on, with preemption off. Neither
 * task of a switch runs on another CPU: the previous task is still current, the next task is
 * on no CPU yet. A task that is woken up may still run on another CPU, if it had only been
 * about to sleep; then there is nothing to stamp, and its list is not touched.
 *
 * Each instance in a list is a call in flight, of any kretprobe or fprobe, not only of ours.
 * Unregistering a probe first sets the handler of its rethook to NULL; a grace period
 * follows, and only then is anything of the event freed. So a hook may look at everything of
 * the event after reading a handler other than NULL, with preemption off.
 */
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/rethook.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <trace/events/sched.h>

#include "hit/call.h"
#include "ring/clock.h"
#include "probe/event.h"
#include "hit/offcpu.h"
#include "hit/task_times.h"

/* Handlers by which a node is recognised as ours; NULL before our first probe of that sort. */
static rethook_handler_t kretprobes __read_mostly;
static kretprobe_handler_t ours __read_mostly;
static rethook_handler_t sets __read_mostly;

static __always_inline rethook_handler_t handler_of(const struct rethook *rh)
{
	return (rethook_handler_t)rcu_access_pointer(rh->handler);
}

void kpctl_offcpu_know(const struct kretprobe *rp)
{
	WRITE_ONCE(ours, rp->handler);
	WRITE_ONCE(kretprobes, handler_of(rp->rh));
}

void kpctl_offcpu_know_sets(rethook_handler_t handler)
{
	WRITE_ONCE(sets, handler);
}

/* The times of a node's call; NULL if the call is not ours, or does not want times. */
static __always_inline struct kpctl_offcpu *split_of(struct llist_node *node)
{
	struct kretprobe_instance *ri = container_of(node, struct kretprobe_instance, node.llist);
	rethook_handler_t handler = handler_of(ri->node.rethook);
	struct kpctl_call *call = (void *)ri->data;
	struct kretprobe *rp;

	if (!handler || (handler != READ_ONCE(kretprobes) && handler != READ_ONCE(sets)))
		return NULL;
	rp = get_kretprobe(ri);
	if ((rp->handler != READ_ONCE(ours) && handler != READ_ONCE(sets)) ||
	    call->mark != kpctl_pool_of(rp)->ev->serial)
		return NULL;
	return call->prog->wants_split ? &call->split : NULL;
}

#define for_each_split(split, node, task)					\
	for ((node) = (task)->rethooks.first; (node); (node) = (node)->next)	\
		if (((split) = split_of(node)))

static notrace noinline void switched(struct task_struct *prev, struct task_struct *next,
				      bool ready)
{
	u64 now = kpctl_clock_ns();
	struct kpctl_offcpu *split;
	struct llist_node *node;

	for_each_split(split, node, prev)
		kpctl_offcpu_out(split, now, ready);
	for_each_split(split, node, next)
		kpctl_offcpu_in(split, now);
	kpctl_task_times_switch(prev, next, now, ready);
}
NOKPROBE_SYMBOL(switched);

/*
 * A task is switched out ready if preempted, or if prev->__state is TASK_RUNNING. prev_state
 * may be the state in which the task was about to sleep, before a pending signal kept the
 * task running: prev->__state is right then. The state of a preempted task says nothing: a
 * task can be preempted just before sleeping.
 */
static notrace void on_switch(void *unused, bool preempt, struct task_struct *prev,
			      struct task_struct *next, unsigned int prev_state)
{
	if (likely(!prev->rethooks.first && !next->rethooks.first) && !kpctl_task_times_on())
		return;
	switched(prev, next, preempt || !READ_ONCE(prev->__state));
}
NOKPROBE_SYMBOL(on_switch);

static __always_inline bool is_on_cpu(const struct task_struct *task)
{
#ifdef CONFIG_SMP
	return READ_ONCE(task->on_cpu);
#else
	return task == current;
#endif
}

static notrace noinline void woken(struct task_struct *task)
{
	u64 now = kpctl_clock_ns();
	struct kpctl_offcpu *split;
	struct llist_node *node;

	for_each_split(split, node, task)
		kpctl_offcpu_woken(split, now);
	kpctl_task_times_woken(task, now);
}
NOKPROBE_SYMBOL(woken);

static notrace void on_wakeup(void *unused, struct task_struct *task)
{
	if ((unlikely(READ_ONCE(task->rethooks.first)) || kpctl_task_times_on()) &&
	    !is_on_cpu(task))
		woken(task);
}
NOKPROBE_SYMBOL(on_wakeup);

static notrace void on_free(void *unused, struct task_struct *task)
{
	kpctl_task_times_freed(task);
}
NOKPROBE_SYMBOL(on_free);

/* Hooking the tracepoints */

static struct hook {
	const char *name;
	void *probe;
	struct tracepoint *tp;
} hooks[] = {
	{ "sched_switch", on_switch },
	{ "sched_wakeup", on_wakeup },
	{ "sched_process_free", on_free },
};

static DEFINE_MUTEX(lock);		/* `users`; hooks are registered while users is not 0 */
static unsigned int users;

/* Tracepoints are found by name, as the kernel does not export these. */
static void find_tracepoint(struct tracepoint *tp, void *unused)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(hooks); i++)
		if (!strcmp(tp->name, hooks[i].name))
			hooks[i].tp = tp;
}

static void unhook(int n)
{
	while (n--)
		tracepoint_probe_unregister(hooks[n].tp, hooks[n].probe, NULL);
	tracepoint_synchronize_unregister();
}

static int hook_in(void)
{
	int i, ret = 0;

	check_trace_callback_type_sched_switch(on_switch);
	check_trace_callback_type_sched_wakeup(on_wakeup);
	check_trace_callback_type_sched_process_free(on_free);
	for_each_kernel_tracepoint(find_tracepoint, NULL);
	for (i = 0; i < ARRAY_SIZE(hooks) && !ret; i++)
		ret = hooks[i].tp ? tracepoint_probe_register(hooks[i].tp, hooks[i].probe, NULL) :
				    -ENOENT;
	if (ret)
		unhook(i - 1);
	return ret;
}

/* The table of tasks stays until the last user goes: a hook may be looking at it. */
int kpctl_offcpu_get(bool of_tasks)
{
	int ret = 0;

	mutex_lock(&lock);
	if (of_tasks)
		ret = kpctl_task_times_alloc();
	if (!ret && !users)
		ret = hook_in();
	if (!ret)
		users++;
	else if (!users)
		kpctl_task_times_free();
	mutex_unlock(&lock);
	return ret;
}

void kpctl_offcpu_put(void)
{
	mutex_lock(&lock);
	if (!--users) {
		unhook(ARRAY_SIZE(hooks));
		kpctl_task_times_free();
	}
	mutex_unlock(&lock);
}
