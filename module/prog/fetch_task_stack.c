// SPDX-License-Identifier: GPL-2.0
/*
 * $stacktrace(VALUE): the kernel's stack of another task, by the task's address.
 *
 * The address is a word of a hit. It may lead to a task that runs, exits or is freed meanwhile,
 * to any other memory, or nowhere. The kernel's unwinder trusts the task that it is given: it
 * reads task->thread.sp and the words on task->stack by plain loads, walks task->rethooks and
 * task->ret_stack, and warns (6.1) of a return hook on the stack of a task that is runnable, as
 * each is that has just been woken. So the unwinder never gets the address:
 *
 *   1  What it would read of the task is read here, each word by a load that cannot fault, of
 *      the kernel's half alone. It is taken for a task if `stack` is a page's address with the
 *      kernel's magic number at its end, and if `thread.sp` lies on that stack, with room for
 *      the frame of a switch above. What is no task has no such words, unless somebody puts
 *      them there, and then the result is frames that mean nothing.
 *
 *   2  The part of the stack from thread.sp up is copied, again by loads that cannot fault.
 *      Words that lead into the stack are moved to lead into the copy: what is on the stack
 *      leads there by saved frame pointers and stack pointers. A return address that a return
 *      probe or the function graph tracer has replaced becomes the address behind it.
 *
 *   3  The unwinder gets a task_struct of our own whose stack is the copy. It reads nothing but
 *      our memory, whatever the copy holds. What it finds are addresses of the kernel's text, or
 *      it stops.
 *
 * The copy is whole, or there is no stack: a task that runs is refused, and after copying it must
 * still not run, nor have run meanwhile. A task counts each switch before it gives up `on_cpu`,
 * so the order of reads is on_cpu, switches | stack | on_cpu, switches, and on x86 loads are not
 * reordered. A task that exits frees its stack, of which the memory stays readable, is reused or
 * faults: a new owner's words could be read for once as the old one's, if `stack` was read before
 * it was cleared. In tracepoints the task is alive while the handler runs.
 *
 * The current task's stack is the hit's: `prev` of sched_switch is current still.
 *
 * Concurrency: a copy belongs to a CPU and a depth. Preemption is off in handlers, and those that
 * interrupt one another end in reverse order, as in scratch.h. At more than ROOMS at once there
 * is no stack. Memory is there before a program is published, and goes when the module does.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/magic.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <asm/local.h>

#include <linux/kprobectl.h>

#include "base/arch.h"
#include "base/compat.h"
#include "place/kernel_text.h"
#include "prog/fetch.h"
#include "prog/fetch_mem.h"
#include "prog/fetch_task_stack.h"

#define ROOMS		4	/* task, softirq, hardirq, NMI */
#define HOOKS_MAX	128	/* of a task's list that are looked at for a return address */
#define HOOKS_DEEP	4	/* hooks of one return address */

struct room {
	u64 stack[THREAD_SIZE / 8];
	struct task_struct task;	/* what the unwinder gets: no task that anybody else knows */
};

struct rooms {
	local_t depth;		/* rooms in use */
	struct room *room[ROOMS];
};

static struct rooms __percpu *rooms;
static DEFINE_MUTEX(rooms_lock);	/* its allocation */

/* Memory */

static void free_rooms(struct rooms __percpu *from)
{
	u32 cpu, i;

	if (!from)
		return;
	for_each_possible_cpu(cpu)
		for (i = 0; i < ROOMS; i++)
			kvfree(per_cpu_ptr(from, cpu)->room[i]);
	free_percpu(from);
}

static void init_room(struct room *room)
{
	struct task_struct *task = &room->task;

	task->stack = room->stack;
	/* neither running, nor with return hooks: the copy has none left that could be known */
	WRITE_ONCE(task->__state, TASK_UNINTERRUPTIBLE);
#ifdef CONFIG_FUNCTION_GRAPH_TRACER
	task->curr_ret_stack = -1;
#endif
}

static bool fill_rooms(struct rooms __percpu *to)
{
	struct room *room;
	u32 cpu, i;

	for_each_possible_cpu(cpu) {
		for (i = 0; i < ROOMS; i++) {
			room = kvzalloc_node(sizeof(*room), GFP_KERNEL, cpu_to_node(cpu));
			if (!room)
				return false;
			init_room(room);
			per_cpu_ptr(to, cpu)->room[i] = room;
		}
	}
	return true;
}

int kpctl_task_stack_need(void)
{
	struct rooms __percpu *made;
	int ret = 0;

	mutex_lock(&rooms_lock);
	if (!rooms) {
		made = alloc_percpu(struct rooms);
		if (made && fill_rooms(made)) {
			rooms = made;
		} else {
			free_rooms(made);
			ret = -ENOMEM;
		}
	}
	mutex_unlock(&rooms_lock);
	return ret;
}

void kpctl_task_stack_exit(void)
{
	free_rooms(rooms);
	rooms = NULL;
}

/* Reading the task */

/* What is copied, and what tells that it is of one moment. */
struct seen {
	u64 task, stack, sp;
	u64 switches;
};

#define READ_TASK(task, member, to)					\
	kpctl_mem_kernel_word((task) + offsetof(struct task_struct, member), \
			      sizeof_field(struct task_struct, member), to)

/* False: it runs, or is none. */
static __always_inline bool read_switches(u64 task, u64 *switches)
{
	u64 on_cpu, own, others;

	if (!READ_TASK(task, on_cpu, &on_cpu) || on_cpu)
		return false;
	smp_rmb();	/* on_cpu, then what is counted before on_cpu is given up */
	if (!READ_TASK(task, nvcsw, &own) || !READ_TASK(task, nivcsw, &others))
		return false;
	*switches = own + others;
	return true;
}

static __always_inline bool is_on_stack(u64 stack, u64 sp)
{
	const u64 room = KPCTL_ARCH_SWITCH_FRAME + sizeof(struct pt_regs);

	return sp % 8 == 0 && sp > stack && sp - stack <= THREAD_SIZE - room;
}

static __always_inline bool read_task(u64 task, struct seen *seen)
{
	u64 magic;

	seen->task = task;
	if (!read_switches(task, &seen->switches))
		return false;
	smp_rmb();	/* not running, then what it left */
	return READ_TASK(task, stack, &seen->stack) && seen->stack % PAGE_SIZE == 0 &&
	       kpctl_mem_kernel_word(seen->stack, 8, &magic) && magic == STACK_END_MAGIC &&
	       READ_TASK(task, KPCTL_ARCH_SWITCHED_SP, &seen->sp) && is_on_stack(seen->stack, seen->sp);
}

static __always_inline bool is_still_there(const struct seen *seen)
{
	u64 switches, stack;

	smp_rmb();	/* the copy, then whether it was one */
	return read_switches(seen->task, &switches) && switches == seen->switches &&
	       READ_TASK(seen->task, stack, &stack) && stack == seen->stack;
}

/* Return addresses that were replaced */

/* By the kernel's list of the task's hooked returns; 0: none is at `slot`. */
static notrace u64 behind_rethook(u64 task, u64 slot)
{
	u64 node, ret, frame;
	u32 i;

	if (!READ_TASK(task, rethooks.first, &node))
		return 0;
	for (i = 0; node && i < HOOKS_MAX; i++) {
		node -= offsetof(struct rethook_node, llist);
		if (!kpctl_mem_kernel_word(node + offsetof(struct rethook_node, frame), 8,
					   &frame) ||
		    !kpctl_mem_kernel_word(node + offsetof(struct rethook_node, ret_addr), 8, &ret))
			return 0;
		/* of several hooks at one place all but the first have the trampoline */
		if (frame == slot && ret != kpctl_return_hooks.rethook)
			return ret;
		if (!kpctl_mem_kernel_word(node + offsetof(struct rethook_node, llist.next), 8,
					   &node))
			return 0;
	}
	return 0;
}
NOKPROBE_SYMBOL(behind_rethook);

/* By the stack of the function graph tracer, from the newest entry on. */
static notrace u64 behind_graph_hook(u64 task, u64 slot)
{
#ifdef CONFIG_FUNCTION_GRAPH_TRACER
	u64 at, curr, retp, ret;
	u32 n;

	if (!READ_TASK(task, ret_stack, &at) || !READ_TASK(task, curr_ret_stack, &curr))
		return 0;
	n = kpctl_graph_entries(curr);
	for (at += n * KPCTL_GRAPH_STEP; n; n--) {
		at -= KPCTL_GRAPH_STEP;
		if (!kpctl_mem_kernel_word(at + KPCTL_GRAPH_RETP, 8, &retp))
			return 0;
		if (retp == slot && kpctl_mem_kernel_word(at + KPCTL_GRAPH_RET, 8, &ret) &&
		    ret != kpctl_return_hooks.graph)	/* as of all but the first at one place */
			return ret;
	}
#endif
	return 0;
}
NOKPROBE_SYMBOL(behind_graph_hook);

/* Where the function returns to whose return address at `slot` is that of a hook. */
static notrace noinline u64 behind_hooks(u64 task, u64 slot, u64 hook)
{
	u64 ret = hook;
	u32 i;

	for (i = 0; ret && kpctl_is_return_hook(ret) && i < HOOKS_DEEP; i++)
		ret = ret == kpctl_return_hooks.rethook ? behind_rethook(task, slot) :
							  behind_graph_hook(task, slot);
	return ret ?: hook;
}
NOKPROBE_SYMBOL(behind_hooks);

/* The copy */

static notrace bool copy_stack(struct room *room, const struct seen *seen)
{
	u64 offset = seen->sp - seen->stack, word;
	u64 *to = &room->stack[offset / 8];

	for (; offset < THREAD_SIZE; offset += 8) {
		word = KPCTL_LOAD(u64, seen->stack + offset, fault);
		if (word - seen->stack < THREAD_SIZE)
			word += (u64)room->stack - seen->stack;
		else if (unlikely(word && kpctl_is_return_hook(word)))
			word = behind_hooks(seen->task, seen->stack + offset, word);
		*to++ = word;
	}
	return true;
fault:
	return false;
}
NOKPROBE_SYMBOL(copy_stack);

/* The copy's frames; the words below the copied part are those of former copies. */
static notrace u32 unwind_copy(struct room *room, u64 offset, u64 *to, u32 max, u32 *flags)
{
	struct unwind_state state;
	unsigned long addr;
	u32 n = 0;

	room->task.KPCTL_ARCH_SWITCHED_SP = (unsigned long)room->stack + offset;
	for (unwind_start(&state, &room->task, NULL, NULL); !unwind_done(&state);
	     unwind_next_frame(&state)) {
		addr = unwind_get_return_address(&state);
		if (!addr)
			break;
		if (n == max) {
			*flags |= KPCTL_STR_CUT;
			break;
		}
		to[n++] = addr;
	}
	return n;
}
NOKPROBE_SYMBOL(unwind_copy);

static notrace u32 stack_of(u64 task, struct room *room, u64 *to, u32 max, u32 *flags)
{
	struct seen seen;

	if (!read_task(task, &seen) || !copy_stack(room, &seen) || !is_still_there(&seen))
		return 0;
	return unwind_copy(room, seen.sp - seen.stack, to, max, flags);
}
NOKPROBE_SYMBOL(stack_of);

notrace noinline u32 kpctl_fetch_task_stack(const struct kpctl_arg *arg,
					    const struct kpctl_site *site, u64 *to, u32 max,
					    u32 *flags)
{
	struct rooms *here = this_cpu_ptr(rooms);
	unsigned long depth;
	u32 n = 0;
	u64 task;

	if (!kpctl_fetch_address(arg, site, arg->nderef - 1, &task))
		return 0;
	if (task == (u64)current)
		return kpctl_fetch_stack(site, to, max, flags);
	depth = local_inc_return(&here->depth) - 1;
	if (likely(depth < ROOMS))
		n = stack_of(task, here->room[depth], to, max, flags);
	local_dec(&here->depth);
	return n;
}
NOKPROBE_SYMBOL(kpctl_fetch_task_stack);
