/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The machine. The header of an architecture has everything that only the architecture
 * has. Another architecture takes two headers: one like arch_x86_64.h, and one with the
 * names of registers, included by spec/regs.h (spec/ is below base/ and compiles in
 * userspace, so the registers cannot stand here).
 *
 * An architecture's header defines:
 *
 *	kpctl_arch_flags(regs)		the processor's flags among saved registers
 *	kpctl_arch_irqs_on(flags)	do these flags let interrupts come?
 *	kpctl_arch_irqs_off(flags, bit)	the opposite: a word with this one bit set, or 0
 *	kpctl_arch_probed_count(pc, at)	preempt_count() of the probed code, from the
 *					handler's `pc`; `at`: the probe, 0 at a return
 *	kpctl_arch_watched_count(pc)	the same of code that accessed watched memory
 *	kpctl_arch_is_breakpoint(insn)	insn is the breakpoint of a kprobe
 *	kpctl_arch_is_call(insn)	insn is a call, as ftrace has it at an entry
 *	kpctl_arch_call_target(addr, insn)	the function that the KPCTL_ARCH_CALL_BYTES
 *					at addr call, or 0
 *	kpctl_arch_is_padding(insn, len)	such an instruction fills up what is behind a
 *					function; len: bytes to look at
 *	kpctl_arch_is_jump(insn)	insn is the jump of an optimized kprobe
 *	KPCTL_ARCH_INSN_MAX		bytes of the longest instruction
 *	kpctl_arch_is_entry(base, addr)	is addr where ftrace hooks the function at base?
 *	kpctl_arch_is_module(addr)	is addr in the range of modules?
 *	kpctl_arch_is_trampoline(addr)	addr is in code that calls a handler: is the code
 *					a trampoline?
 *	kpctl_arch_kernel_start()	the first address of the kernel's half,
 *	KPCTL_ARCH_KERNEL_END		and the end of the addresses for plain loads
 *	kpctl_arch_return_address(regs)	at a function's first instruction
 *	kpctl_arch_return_slot(regs)	at a return, for a hook's handler: where on the
 *					stack the hooked return address stands
 *	kpctl_arch_unwound_slot(state)	the same, of what the unwinder has found last
 *	kpctl_arch_set_stack(regs, sp)	the stack pointer
 *	kpctl_arch_caller_regs(regs, frame)	the registers for the unwinder of the caller
 *					of a function, at the return; `frame`: of that
 *					function, __builtin_frame_address(0)
 *	KPCTL_ARCH_STACK_ARGS		at a function's first instruction: the word of the
 *					stack where the arguments on the stack begin
 *	kpctl_arch_counter()		the raw counter, without a fence, for stamps
 *	kpctl_arch_counter_fenced()	the raw counter, with a fence
 *	kpctl_arch_counter_is_bad()	the kernel no longer trusts the raw counter
 *	KPCTL_ARCH_SWITCHED_SP		the member of struct task_struct that has the stack
 *					pointer of a task that does not run, and
 *	KPCTL_ARCH_SWITCH_FRAME		the bytes there for which the unwinder needs room
 *	kpctl_arch_switches_stacks(sym)	one task enters the function, another leaves it
 *	KPCTL_ARCH_OF_CPU		the name of an exported variable of each CPU, and
 *	kpctl_arch_of_cpu()		its address, to which the CPU's offset is added
 *	kpctl_arch_frame_pointer(regs)	as compilers use it
 *	kpctl_arch_is_user_entry(code)	is a program's function entered behind the first
 *					KPCTL_ARCH_ENTRY_BYTES of code? Of what is there up
 *					to twice as many bytes may tell
 *	KPCTL_ARCH_ELF			the machine of programs that run as this one's own
 *	KPCTL_ARCH_FORGOTTEN(X)		functions that the kernel lets be probed although
 *					a probe there ends the machine: X(name, why)
 *	KPCTL_ARCH_EXCLUDED(X)		functions that stay out of sets: X(name, why)
 *
 * and includes the unwinder's asm/unwind.h. Instructions that are there for speed alone
 * are optional: word.h has plain C instead. KPCTL_ARCH_PLAIN selects the plain C, as the
 * tests on the host do.
 */
#ifndef KPCTL_BASE_ARCH_H
#define KPCTL_BASE_ARCH_H

#include "base/arch_x86_64.h"

#endif /* KPCTL_BASE_ARCH_H */
