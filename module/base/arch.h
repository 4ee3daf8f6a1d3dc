/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The machine. All that only one architecture has lies in the header of that
 * architecture; another architecture is another header, and spec/regs.h with its
 * registers (spec/ is below base/ and compiles in userspace, so its seam is its own).
 *
 * Each header has:
 *
 *	kpctl_arch_flags(regs)		the processor's flags among saved registers
 *	kpctl_arch_irqs_on(flags)	do these flags let interrupts come?
 *	kpctl_arch_probed_count(pc, at)	preempt_count() of what was probed
 *	kpctl_arch_is_breakpoint(insn)	what kprobes writes for a probe,
 *	kpctl_arch_is_call(insn)	what stands where ftrace calls,
 *	kpctl_arch_is_jump(insn)	what an optimized probe is
 *	KPCTL_ARCH_INSN_MAX		bytes of the longest instruction
 *	kpctl_arch_is_entry(base, addr)	is addr where ftrace hooks the function at base?
 *	kpctl_arch_is_module(addr)	is it among modules?
 *	kpctl_arch_is_trampoline(addr)	is it a trampoline, if it is code that calls a handler?
 *	kpctl_arch_kernel_start()	the kernel's half of addresses: its first,
 *	KPCTL_ARCH_KERNEL_END		and where plain loads end
 *	kpctl_arch_return_address(regs)	at a function's first instruction
 *	KPCTL_ARCH_STACK_ARGS		the word of the stack where arguments begin there
 *	kpctl_arch_counter()		the raw counter; without a fence, for stamps,
 *	kpctl_arch_counter_fenced()	with one,
 *	kpctl_arch_counter_is_bad()	the kernel has found it wanting
 *	kpctl_arch_switches_stacks(sym)	it is entered by one task and left by another
 *	KPCTL_ARCH_FORGOTTEN(X)		functions where a probe ends the machine, although
 *					the kernel lets it be: X(name, why)
 *	KPCTL_ARCH_EXCLUDED(X)		functions that stay out of sets: X(name, why)
 *
 * and the unwinder of asm/unwind.h. What is only speed is optional: word.h has plain C for
 * it. KPCTL_ARCH_PLAIN has the plain C compiled, as the tests on the host do.
 */
#ifndef KPCTL_BASE_ARCH_H
#define KPCTL_BASE_ARCH_H

#include "base/arch_x86_64.h"

#endif /* KPCTL_BASE_ARCH_H */
