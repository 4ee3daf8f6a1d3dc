// SPDX-License-Identifier: GPL-2.0
/*
 * Who called: return addresses of the kernel's stack.
 *
 * Unwound from the probe's registers and not from here, so that nothing of ours
 * and nothing of what leads to us is in it. The registers are corrected first:
 * their ip lies inside or behind the probed instruction (or, at a return, on
 * the trampoline), and what the unwinder knows about the stack there is not
 * what holds at the instruction itself. Return addresses that are hooked by
 * other return probes the unwinder finds by itself.
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

static notrace noinline u32 unwind(const struct kpctl_site *site, u64 *to, u32 max, u32 *flags)
{
	struct unwind_state state;
	struct pt_regs regs = *site->regs;
	unsigned long addr;
	u32 n = 0;

	instruction_pointer_set(&regs, site->caller ?: site->func);
	/* the frame one starts from is not among those one gets */
	to[n++] = instruction_pointer(&regs);
	unwind_start(&state, current, &regs, NULL);
	for (; !unwind_done(&state); unwind_next_frame(&state)) {
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
NOKPROBE_SYMBOL(unwind);

notrace u32 kpctl_fetch_stack(const struct kpctl_site *site, u64 *to, u32 max, u32 *flags)
{
	return user_mode(site->regs) ? 0 : unwind(site, to, max, flags);
}
NOKPROBE_SYMBOL(kpctl_fetch_stack);

/* From the middle of a function: what stands behind it on the stack. */
notrace u64 kpctl_fetch_caller(const struct kpctl_site *site)
{
	u64 frames[2];
	u32 flags = 0;

	if (kpctl_fetch_stack(site, frames, 2, &flags) < 2)
		return 0;
	return frames[1];
}
NOKPROBE_SYMBOL(kpctl_fetch_caller);

/* At its first instruction it is on top, unless another probe has hooked it. */
notrace u64 kpctl_fetch_return_address(const struct kpctl_site *site)
{
	unsigned long addr = kpctl_arch_return_address(site->regs);

	if (unlikely(addr == kpctl_kernel_text_trampoline()))
		return kpctl_fetch_caller(site);
	return addr;
}
NOKPROBE_SYMBOL(kpctl_fetch_return_address);
