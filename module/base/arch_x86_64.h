/* SPDX-License-Identifier: GPL-2.0 */
/* The parts that x86-64 alone has; base/arch.h says what each of them is for. */
#ifndef KPCTL_BASE_ARCH_X86_64_H
#define KPCTL_BASE_ARCH_X86_64_H

#ifndef CONFIG_X86_64
#error "kprobectl knows x86-64 only (module/base/arch.h, module/spec/regs.h)"
#endif

#include "base/kernel_has.h"

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/pgtable.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include <linux/types.h>
#include <linux/uaccess.h>
#include <asm/cpufeature.h>
#include <asm/local.h>
#include <asm/msr.h>
#include <asm/processor-flags.h>
#include <asm/segment.h>
#include <asm/switch_to.h>
#include <asm/text-patching.h>
#include <asm/tsc.h>
#include <asm/unwind.h>

/* Interrupts */

static __always_inline unsigned long kpctl_arch_flags(const struct pt_regs *regs)
{
	return regs->flags;
}

static __always_inline bool kpctl_arch_irqs_on(unsigned long flags)
{
	return flags & X86_EFLAGS_IF;
}

static __always_inline u64 kpctl_arch_irqs_off(unsigned long flags, unsigned int bit)
{
	u64 off = ~flags & X86_EFLAGS_IF;

	/* The compiler would shift first, and then take a constant of 64 bits for the mask. */
	OPTIMIZER_HIDE_VAR(off);
	return off << (bit - X86_EFLAGS_IF_BIT);
}

/* Code */

#define KPCTL_ARCH_INSN_MAX	16

static __always_inline bool kpctl_arch_is_breakpoint(u8 insn)
{
	return insn == INT3_INSN_OPCODE;
}

static __always_inline bool kpctl_arch_is_call(u8 insn)
{
	return insn == CALL_INSN_OPCODE;
}

static __always_inline bool kpctl_arch_is_jump(u8 insn)
{
	return insn == JMP32_INSN_OPCODE;
}

#define KPCTL_ARCH_CALL_BYTES	CALL_INSN_SIZE

static inline unsigned long kpctl_arch_call_target(unsigned long addr,
						   const u8 insn[KPCTL_ARCH_CALL_BYTES])
{
	s32 distance;

	if (!kpctl_arch_is_call(insn[0]))
		return 0;
	memcpy(&distance, insn + 1, sizeof(distance));
	return addr + CALL_INSN_SIZE + distance;
}

/* int3, nop, or 0f 1f, a nop of many bytes; 66 and 2e in front make these longer. */
static inline bool kpctl_arch_is_padding(const u8 *insn, size_t len)
{
	size_t i = 0;

	while (i + 2 < len && (insn[i] == 0x66 || insn[i] == 0x2e))
		i++;
	return insn[i] == INT3_INSN_OPCODE || insn[i] == 0x90 ||
	       (insn[i] == 0x0f && insn[i + 1] == 0x1f);
}

/* An endbr64, of 4 bytes, may stand in front of ftrace's call. */
static inline bool kpctl_arch_is_entry(unsigned long base, unsigned long addr)
{
	return addr == base || addr == base + 4;
}

/*
 * An int3 enters the kernel like an NMI, so the handler of an int3 finds one NMI and one
 * hard interrupt too many in the count. A true NMI that runs into an optimized probe has
 * an NMI in the count as well, rightly; the byte at the probe tells the two cases apart.
 */
static __always_inline unsigned int kpctl_arch_probed_count(unsigned int pc, u64 at)
{
	u8 insn;

	if (!(pc & NMI_MASK) || !at)	/* returns have no int3 */
		return pc;
	if (copy_from_kernel_nofault(&insn, (void *)at, 1) || !kpctl_arch_is_breakpoint(insn))
		return pc;
	return pc - NMI_OFFSET - HARDIRQ_OFFSET;
}

/* A watchpoint's exception enters the kernel like an NMI, and none comes in an NMI. */
static __always_inline unsigned int kpctl_arch_watched_count(unsigned int pc)
{
	return pc & NMI_MASK ? pc - NMI_OFFSET - HARDIRQ_OFFSET : pc;
}

/* Addresses */

static __always_inline bool kpctl_arch_is_module(unsigned long addr)
{
	return addr >= MODULES_VADDR && addr < MODULES_END;
}

/* Trampolines lie in the range of modules; other code that calls a handler lies below. */
static __always_inline bool kpctl_arch_is_trampoline(unsigned long addr)
{
	return addr >= MODULES_VADDR;
}

/* The first canonical address of the kernel's half depends on the levels of page tables. */
#define kpctl_arch_kernel_start() \
	(cpu_feature_enabled(X86_FEATURE_LA57) ? ~0ull << 56 : ~0ull << 47)
#define KPCTL_ARCH_KERNEL_END	0xffffffffff600000ull	/* the vsyscall page */

/* Of a task that does not run: where its stack pointer is, and what lies there. */
#define KPCTL_ARCH_SWITCHED_SP	thread.sp
#define KPCTL_ARCH_SWITCH_FRAME	sizeof(struct inactive_task_frame)

#define KPCTL_ARCH_ELF		EM_X86_64

#define kpctl_arch_frame_pointer(regs)	((regs)->bp)

/* An endbr64 stands before or at the place, or a push of the frame pointer. */
#define KPCTL_ARCH_ENTRY_BYTES	4

static __always_inline bool kpctl_arch_is_user_entry(const u8 *code)
{
	static const u8 endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };

	return !memcmp(code, endbr64, 4) || !memcmp(code + 4, endbr64, 4) || code[4] == 0x55;
}

/* Calls push the return address; the arguments from the seventh on stand above that address. */

#define KPCTL_ARCH_STACK_ARGS	1

static __always_inline unsigned long kpctl_arch_return_address(struct pt_regs *regs)
{
	return regs_get_kernel_stack_nth(regs, 0);
}

/*
 * Where on the stack a hooked return address stands: at a return, for a hook's handler, and
 * of the return address that the unwinder has found last (NULL: it stands nowhere).
 */
static __always_inline unsigned long *kpctl_arch_return_slot(const struct pt_regs *regs)
{
	return (unsigned long *)regs->sp - 1;
}

#ifdef CONFIG_UNWINDER_ORC
#define kpctl_arch_unwound_slot(state)						\
	((state)->signal ? NULL : (unsigned long *)(state)->sp - 1)
#else
#define kpctl_arch_unwound_slot(state)	NULL
#endif

static __always_inline void kpctl_arch_set_stack(struct pt_regs *regs, unsigned long sp)
{
	regs->sp = sp;
}

/* At a frame stand the caller's frame pointer and the return address. */
static __always_inline void kpctl_arch_caller_regs(struct pt_regs *regs,
						   const unsigned long *frame)
{
	regs->bp = frame[0];
	regs->ip = frame[1];
	regs->sp = (unsigned long)(frame + 2);
	regs->cs = __KERNEL_CS;
}

/* The counter */

static __always_inline u64 kpctl_arch_counter(void)
{
	return rdtsc();
}

static __always_inline u64 kpctl_arch_counter_fenced(void)
{
	return rdtsc_ordered();
}

static inline bool kpctl_arch_counter_is_bad(void)
{
	return check_tsc_unstable();
}

#define KPCTL_ARCH_OF_CPU	"this_cpu_off"
#define kpctl_arch_of_cpu()	((__force unsigned long)&this_cpu_off)

/* Functions */

/*
 * The kernel's own list of such functions fails: 6.12 compares the list with the address
 * behind the endbr64, and so lets return probes in. The next switch to another task is a
 * BUG then.
 */
static inline bool kpctl_arch_switches_stacks(const char *sym)
{
	return !strcmp(sym, "__switch_to") || !strcmp(sym, "__switch_to_asm");
}

#define KPCTL_ARCH_FORGOTTEN(X)							\
	X("read_hpet", "it holds a lock that a record's own time would wait for")

#define KPCTL_ARCH_EXCLUDED(X)							\
	X("read_hpet", "the clock of all records; it holds a lock")		\
	X("hpet_readl", "the clock of all records calls it under a lock")	\
	X("read_tsc", "the clock of all records")				\
	X("kvm_clock_get_cycles", "the clock of all records")			\
	X("acpi_pm_read", "the clock of all records")

/* For speed alone, see word.h */

#ifndef KPCTL_ARCH_PLAIN

#include <asm/asm.h>

#define kpctl_arch_keeps_registers	__attribute__((no_caller_saved_registers))

#define kpctl_arch_call_keeping(fn, arg1, arg2, arg3, ...)			\
({										\
	u64 result;								\
										\
	asm volatile("call " #fn						\
		     : "=a" (result), ASM_CALL_CONSTRAINT			\
		     : "D" ((u64)(arg1)), "S" ((u64)(arg2)), "d" ((u64)(arg3))	\
		     : "memory", "cc");						\
	result;									\
})

/* `current`, read from the kernel's variable, not from a register that still has the value. */
#define kpctl_arch_current_again()	this_cpu_read(KPCTL_CURRENT_TASK)

/*
 * One instruction on a variable of this CPU; %gs is the base of such variables with SMP alone.
 * Where the variable has an address space of the compiler's, the compiler writes the segment.
 */
#ifdef CONFIG_SMP
#if KPCTL_HAS_PERCPU_PLAIN
#define KPCTL_ARCH_SEGMENT	"%%gs:"
#else
#define KPCTL_ARCH_SEGMENT	""
#endif

#define kpctl_arch_cpu_is_set8(var)						\
({										\
	bool yes;								\
										\
	asm volatile("cmpb $0, " KPCTL_ARCH_SEGMENT "%[byte]"			\
		     : "=@ccne" (yes) : [byte] "m" (var));			\
	yes;									\
})

#define kpctl_arch_cpu_has8(var, bits)						\
({										\
	bool yes;								\
										\
	asm volatile("testb %[watching], " KPCTL_ARCH_SEGMENT "%[state]"		\
		     : "=@ccnz" (yes) : [state] "m" (var), [watching] "i" (bits)); \
	yes;									\
})

#define kpctl_arch_cpu_has32(var, bits)						\
({										\
	bool yes;								\
										\
	asm volatile("testl %[watching], " KPCTL_ARCH_SEGMENT "%[state]"	\
		     : "=@ccnz" (yes) : [state] "m" (var), [watching] "i" ((int)(bits))); \
	yes;									\
})
#endif

#define KPCTL_ARCH_WORDS

static __always_inline bool kpctl_arch_word_is(const local_t *word, long is)
{
	bool yes;

	asm volatile("cmpq %[is], %[word]"
		     : "=@cce" (yes) : [word] "m" (*word), [is] "er" (is));
	return yes;
}

static __always_inline bool kpctl_arch_word_is32(const u32 *word, u32 is)
{
	bool yes;

	asm volatile("cmpl %[is], %[word]"
		     : "=@cce" (yes) : [word] "m" (*word), [is] "ir" (is));
	return yes;
}

static __always_inline bool kpctl_arch_word_is8(const u8 *word, u8 is)
{
	bool yes;

	asm volatile("cmpb %[is], %[word]"
		     : "=@cce" (yes) : [word] "m" (*word), [is] "iq" (is) : "memory");
	return yes;
}

static __always_inline bool kpctl_arch_word_is_below(const local_t *word, long other)
{
	bool yes;

	asm volatile("cmpq %[other], %[word]"
		     : "=@ccl" (yes) : [word] "m" (*word), [other] "er" (other));
	return yes;
}

static __always_inline bool kpctl_arch_word_is64(const u64 *word, u64 is)
{
	bool yes;

	asm volatile("cmpq %[is], %[word]"
		     : "=@cce" (yes) : [word] "m" (*word), [is] "er" (is));
	return yes;
}

static __always_inline bool kpctl_arch_word_is_above64(const u64 *word, u64 other)
{
	bool yes;

	asm volatile("cmpq %[other], %[word]"
		     : "=@cca" (yes) : [word] "m" (*word), [other] "er" (other));
	return yes;
}

static __always_inline bool kpctl_arch_word_move(local_t *word, long from, long to)
{
	bool yes;

	asm volatile("cmpxchgq %[to], %[word]"
		     : "=@ccz" (yes), [word] "+m" (*word), "+a" (from)
		     : [to] "r" (to) : "memory");
	return yes;
}

/* mul_u64_u64_shr() computes with an __int128, for which the compiler aligns the stack. */
static __always_inline u64 kpctl_arch_mul_shr(u64 a, u64 b, unsigned int shift)
{
	u64 high;

	asm("mulq %[b]\n\tshrdq %[shift], %[high], %[a]"
	    : [a] "+a" (a), [high] "=&d" (high) : [b] "r" (b), [shift] "i" (shift) : "cc");
	return a;
}

#endif /* KPCTL_ARCH_PLAIN */

#endif /* KPCTL_BASE_ARCH_X86_64_H */
