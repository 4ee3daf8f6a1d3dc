// SPDX-License-Identifier: GPL-2.0
/*
 * Return addresses of the kernel's stack: the callers of the probed place.
 *
 * The unwinder starts from the probe's registers and not from here, so that neither the
 * handler's frames nor the frames of ftrace and kprobes are in the result. The copy of the
 * registers is corrected first: its ip lies inside or behind the probed instruction (or,
 * at a return, on the trampoline), and the unwinder's data for that ip do not describe the
 * stack as it is at the instruction itself. The unwinder by itself sees through return
 * addresses that other return probes have replaced.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/kprobectl.h>

#include "base/arch.h"
#include "prog/fetch.h"
#include "prog/fetch_mem.h"
#include "place/kernel_text.h"

/*
 * The return address that the function graph tracer has replaced by its trampoline, where one
 * of our hooks (or another kretprobe's) came after the tracer's. The unwinder sees through one
 * hook of a return; the place on the stack, `slot`, holds the trampoline of the later hook.
 * So the tracer's trampoline is put there for as long as the unwinder looks: an interrupt
 * that unwinds this stack meanwhile finds the caller too. The trampoline itself is returned
 * if the unwinder cannot tell.
 */
static notrace noinline unsigned long behind_graph(const struct pt_regs *regs, unsigned long *slot)
{
	struct pt_regs entry = *regs;
	struct unwind_state state;
	unsigned long later, addr;

	if (!IS_ENABLED(CONFIG_UNWINDER_ORC) || !slot)
		return kpctl_return_hooks.graph;
	later = READ_ONCE_NOCHECK(*slot);
	/* as at the first instruction of a function that was called from there; any will do */
	instruction_pointer_set(&entry, (unsigned long)kpctl_fetch_caller);
	kpctl_arch_set_stack(&entry, (unsigned long)slot);
	WRITE_ONCE(*slot, kpctl_return_hooks.graph);
	unwind_start(&state, current, &entry, NULL);
	addr = unwind_get_return_address(&state);
	WRITE_ONCE(*slot, later);
	return addr ?: kpctl_return_hooks.graph;
}
NOKPROBE_SYMBOL(behind_graph);

static notrace noinline u32 unwind(const struct kpctl_site *site, u64 *to, u32 max, u32 *flags)
{
	struct unwind_state state;
	struct pt_regs regs = *site->regs;
	unsigned long addr;
	u32 n = 0;

	instruction_pointer_set(&regs, site->caller ?: site->func);
	/* the unwinder does not report the frame it starts from */
	to[n++] = instruction_pointer(&regs);
	unwind_start(&state, current, &regs, NULL);
	for (; !unwind_done(&state); unwind_next_frame(&state)) {
		addr = unwind_get_return_address(&state);
		if (!addr)
			break;
		if (unlikely(addr == kpctl_return_hooks.graph))
			addr = behind_graph(&regs, kpctl_arch_unwound_slot(&state));
		if (n == max) {
			*flags |= KPCTL_STR_CUT;
			break;
		}
		to[n++] = addr;
	}
	return n;
}
NOKPROBE_SYMBOL(unwind);

notrace u32 kpctl_fetch_stack(const struct kpctl_site *site, u64 *to, u32 max, u32 *flags)
{
	return user_mode(site->regs) ? 0 : unwind(site, to, max, flags);
}
NOKPROBE_SYMBOL(kpctl_fetch_stack);

/* The caller of the function, from any instruction of the function: the second frame. */
notrace u64 kpctl_fetch_caller(const struct kpctl_site *site)
{
	u64 frames[2];
	u32 flags = 0;

	if (kpctl_fetch_stack(site, frames, 2, &flags) < 2)
		return 0;
	return frames[1];
}
NOKPROBE_SYMBOL(kpctl_fetch_caller);

/* At a return: where the call returns to, if the return address is the tracer's trampoline. */
notrace u64 kpctl_fetch_true_caller(const struct pt_regs *regs)
{
	return behind_graph(regs, kpctl_arch_return_slot(regs));
}
NOKPROBE_SYMBOL(kpctl_fetch_true_caller);

/*
 * At a function's first instruction the return address is on top of the stack, unless
 * another hook of returns has replaced it by its trampoline.
 */
notrace u64 kpctl_fetch_return_address(const struct kpctl_site *site)
{
	unsigned long addr = kpctl_arch_return_address(site->regs);

	if (unlikely(kpctl_is_return_hook(addr)))
		return kpctl_fetch_caller(site);
	return addr;
}
NOKPROBE_SYMBOL(kpctl_fetch_return_address);
