// SPDX-License-Identifier: GPL-2.0
/*
 * Return addresses of the program that the task runs, by frame pointers: where a function
 * has put the caller's frame pointer on the stack and its own in place of it, as
 * compilers do with -fno-omit-frame-pointer, the two words at the frame pointer are the caller's
 * frame pointer and the return address. A function that has done nothing of the kind is missing
 * between the others; code that uses the register for something else ends the stack.
 *
 * The walk goes up the stack alone, so that it ends. It reads memory of the process, which no
 * handler may wait for: what is not there ends the stack as well.
 *
 * A return address that the kernel's return probes have put in place of the true one is looked up
 * among the calls that the kernel remembers of this task, by the place of the address. The task may
 * have been interrupted where it takes calls off that list, so each call is read as memory that
 * may be bad, and the look ends after as many calls as the kernel allows.
 */
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/uaccess.h>
#include <linux/kprobectl.h>

#include "base/arch.h"
#include "base/compat.h"
#include "prog/fetch.h"

struct user_frame {
	u64 next;	/* the caller's frame pointer */
	u64 ip;		/* where the call returns to */
};

/*
 * The words of a frame. With interrupts off, and in an NMI, the CPU may have another process's
 * memory in place than current's: the slower way tests that.
 */
static __always_inline bool read_frame(u64 at, struct user_frame *frame)
{
	const struct user_frame __user *from = (void __user *)(unsigned long)at;

	if (unlikely(irqs_disabled() || in_nmi()))
		return !copy_from_user_nofault(frame, from, sizeof(*frame));
	if (!user_access_begin(from, sizeof(*from)))
		return false;
	unsafe_get_user(frame->next, &from->next, fault);
	unsafe_get_user(frame->ip, &from->ip, fault);
	user_access_end();
	return true;
fault:
	user_access_end();
	return false;
}

static __always_inline bool read_stack_word(u64 at, u64 *word)
{
	return !copy_from_user_nofault(word, (void __user *)(unsigned long)at, sizeof(*word));
}

/* The address that stood at `slot` before a return probe came; `ip`, if none has. */
static notrace noinline u64 true_return(u64 slot, u64 ip)
{
	const struct return_instance *call = kpctl_uprobe_calls(current);
	struct kpctl_uprobe_call copy;
	u32 i;

	for (i = 0; call && i < KPCTL_UPROBE_CALLS_MAX; i++, call = copy.next) {
		if (!kpctl_uprobe_read_call(call, &copy))
			break;
		if (copy.stack == slot)
			return copy.ip;
	}
	return ip;
}
NOKPROBE_SYMBOL(true_return);

static __always_inline u64 return_at(u64 slot, u64 ip)
{
	return unlikely(kpctl_uprobe_calls(current)) ? true_return(slot, ip) : ip;
}

static __always_inline u32 walk(struct pt_regs *regs, bool at_entry, u64 *to, u32 max,
				u32 *flags)
{
	u64 at = kpctl_arch_frame_pointer(regs), ip;
	struct user_frame frame;
	u32 n = 0;

	/* a 0 ends the stack in a key, and the program chooses what stands on its stack */
	if (likely(instruction_pointer(regs)))
		to[n++] = instruction_pointer(regs);
	if (at_entry && n < max && read_stack_word(user_stack_pointer(regs), &ip) && ip)
		to[n++] = return_at(user_stack_pointer(regs), ip);
	for (; read_frame(at, &frame) && frame.ip; at = frame.next) {
		if (n == max) {
			*flags |= KPCTL_STR_CUT;
			break;
		}
		to[n++] = return_at(at + 8, frame.ip);
		if (frame.next <= at)
			break;
	}
	return n;
}

/* The registers with which the task left its program; NULL: it has none. */
static __always_inline struct pt_regs *program_regs(const struct kpctl_site *site)
{
	struct pt_regs *regs = site->regs;

	if (!current->mm || current->flags & PF_KTHREAD)
		return NULL;
	if (!regs || !user_mode(regs))
		regs = task_pt_regs(current);
	return user_64bit_mode(regs) ? regs : NULL;
}

notrace u32 kpctl_fetch_user_stack(const struct kpctl_site *site, bool at_entry, u64 *to, u32 max,
				   u32 *flags)
{
	struct pt_regs *regs = program_regs(site);
	u32 n;

	if (!regs || max < 2)
		return 0;
	to[0] = current->tgid;
	pagefault_disable();
	n = 1 + walk(regs, at_entry && regs == site->regs, to + 1, max - 1, flags);
	pagefault_enable();
	return n > 1 ? n : 0;
}
NOKPROBE_SYMBOL(kpctl_fetch_user_stack);
