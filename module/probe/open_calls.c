// SPDX-License-Identifier: GPL-2.0
/*
 * The calls in flight of an event with pools of instances: looked up in the lists of all tasks.
 *
 * The lists belong to the kernel, and a task that runs changes its list under the look. Two
 * things make that harmless:
 *
 *   1  The memory stays. A node that was in a list at any moment of an RCU read-side section is
 *      freed after that section, if at all. A look begins at the head of a list, and the
 *      `next` of a node that was in a list leads to a node that was in one then, or later. The
 *      instances of the event itself stay as long as session->lock is held.
 *
 *   2  A copy that is handed out is of one call, made whole. `since` is read first, then the rest
 *      of the call is copied; a grace period later mark and `since` must still be the same.
 *      Had an entry written the instance before the copy was complete, and after `since`
 *      was read, then that entry would have ended within the grace period, as entries have
 *      preemption off; an entry's last word is a `since` of its own, and no earlier one comes
 *      back.
 *
 * The task is that of the call: where the return address lies, which is copied with the call, is
 * on the task's stack. A look that has strayed into another task's list finds addresses on
 * another stack. A call in an interrupt lies on the stack of the CPU's interrupts, as a rule, and
 * is left out: the task on which the interrupt came has not made that call.
 *
 * So each call that is handed out was in flight when it was copied. A call that begins or ends
 * between the beginning of the look and the end of the grace period may be missing.
 */
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/rethook.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>

#include "base/budget.h"
#include "probe/event.h"
#include "probe/open_calls.h"

/* Room for calls that begin while the lists are walked. */
#define CALLS_SPARE	64

/* A list that is changed all the time could be followed for ever. */
#define STEPS_MAX	(1u << 16)

int kpctl_open_calls_alloc(struct kpctl_open_calls *calls, const struct kpctl_event *ev, u32 room)
{
	calls->n = 0;
	calls->room = room;
	calls->size = struct_size((struct kpctl_open_call *)0, call.kept, ev->kept_room);
	calls->copies = kvmalloc_array(room, calls->size, KPCTL_COPY_GFP);
	return calls->copies ? 0 : -ENOMEM;
}

void kpctl_open_calls_free(struct kpctl_open_calls *calls)
{
	kvfree(calls->copies);
	memset(calls, 0, sizeof(*calls));
}

/* The look */

static bool is_of_event(const struct kpctl_pools *pools, unsigned int nr,
			const struct rethook *rh)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (pools->pool[i]->rp.rh == rh)
			return true;
	return false;
}

/* Of an instance that somebody may write meanwhile. */
static void copy_call_words(u64 *to, const void *from, u32 bytes)
{
	const u64 *word = from;
	u32 i;

	for (i = 0; i < bytes / 8; i++)
		to[i] = data_race(READ_ONCE(word[i]));
}

static void copy_instance(const struct kpctl_event *ev, const struct kretprobe_instance *ri,
			  const struct task_struct *task, struct kpctl_open_calls *calls)
{
	struct kpctl_open_call *to = kpctl_open_call(calls, calls->n);
	unsigned long stack = (unsigned long)READ_ONCE(task->stack), frame;
	const struct kpctl_call *call = (const void *)ri->data;
	u64 since;

	if (data_race(READ_ONCE(call->mark)) != ev->serial)
		return;
	since = data_race(READ_ONCE(call->since));
	smp_rmb();	/* `since`, then the rest: claim 2 */
	copy_call_words((u64 *)&to->call, call, struct_size(call, kept, ev->kept_room));
	frame = data_race(READ_ONCE(ri->node.frame));
	if (!stack || frame - stack >= THREAD_SIZE)
		return;
	to->call.since = since;
	to->at = call;
	to->tid = task->pid;
	copy_call_words(to->comm, task->comm, sizeof(to->comm));
	calls->n++;
}

static void look_at_task(const struct kpctl_event *ev, unsigned int nr,
			 const struct task_struct *task, struct kpctl_open_calls *calls)
{
	const struct llist_node *node = READ_ONCE(task->rethooks.first);
	const struct kretprobe_instance *ri;
	u32 steps;

	for (steps = 0; node && steps < STEPS_MAX && calls->n < calls->room; steps++) {
		ri = container_of(node, struct kretprobe_instance, node.llist);
		if (is_of_event(&ev->pools, nr, data_race(READ_ONCE(ri->node.rethook))))
			copy_instance(ev, ri, task, calls);
		node = data_race(READ_ONCE(node->next));
	}
}

static void look_at_all(const struct kpctl_event *ev, struct kpctl_open_calls *calls)
{
	/* Pairs with the store-release in add_pool(). */
	unsigned int nr = smp_load_acquire(&ev->pools.nr);
	struct task_struct *process, *task;

	rcu_read_lock();
	for_each_process_thread(process, task)
		look_at_task(ev, nr, task, calls);
	rcu_read_unlock();
}

/* The grace period's other side */

static bool is_still(const struct kpctl_event *ev, const struct kpctl_open_call *copy)
{
	return data_race(READ_ONCE(copy->at->mark)) == ev->serial &&
	       data_race(READ_ONCE(copy->at->since)) == copy->call.since;
}

static void keep_whole(const struct kpctl_event *ev, struct kpctl_open_calls *calls)
{
	const struct kpctl_open_call *copy;
	u32 i, n = 0;

	for (i = 0; i < calls->n; i++) {
		copy = kpctl_open_call(calls, i);
		if (!is_still(ev, copy))
			continue;
		if (n != i)
			memcpy(kpctl_open_call(calls, n), copy, calls->size);
		n++;
	}
	calls->n = n;
}

static u32 calls_expected(const struct kpctl_event *ev)
{
	struct kpctl_sum sum;

	kpctl_count_sum(ev->target.count, &sum);
	return min_t(u64, sum.inflight, READ_ONCE(ev->pools.capacity)) + CALLS_SPARE;
}

int kpctl_open_calls_of_pools(const struct kpctl_event *ev, struct kpctl_open_calls *calls)
{
	u32 room = calls_expected(ev);
	int ret;

	if (ev->state == KPCTL_PARKED)
		return 0;
	while (true) {
		ret = kpctl_open_calls_alloc(calls, ev, room);
		if (ret)
			return ret;
		look_at_all(ev, calls);
		if (calls->n < room || room > READ_ONCE(ev->pools.capacity))
			break;
		kpctl_open_calls_free(calls);
		room *= 2;
	}
	if (!calls->n)
		return 0;
	synchronize_rcu();
	keep_whole(ev, calls);
	return 0;
}
