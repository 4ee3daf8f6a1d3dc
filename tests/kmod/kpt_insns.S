/* SPDX-License-Identifier: GPL-2.0 */
/*
 * u64 kpt_insns(u64 a, u64 b): (a + 5) * b, with every offset known.
 * No __fentry__ and no ENDBR in front: a probe at +0 is no ftrace probe.
 */
#include <linux/linkage.h>
#include <linux/objtool.h>
#include <asm/asm.h>

SYM_START(kpt_insns, SYM_L_GLOBAL, SYM_A_ALIGN)
	movq	%rdi, %rax		/* +0   48 89 f8 */
	addq	$5, %rax		/* +3   48 83 c0 05 */
	movl	$0x1234, %ecx		/* +7   b9 34 12 00 00 */
	imulq	%rsi, %rax		/* +12  48 0f af c6 */
	movl	$0x5678, %edx		/* +16  ba 78 56 00 00 */
	nop				/* +21  90 */
	nop				/* +22  90 */
	RET				/* +23 */
SYM_FUNC_END(kpt_insns)

/*
 * u64 kpt_locked(u64 a): a. A kernel for one CPU alone takes the lock prefixes out of modules,
 * of which it keeps a list.
 */
SYM_START(kpt_locked, SYM_L_GLOBAL, SYM_A_ALIGN)
	movq	%rdi, %rax		/* +0   48 89 f8 */
1:	lock addq $0, (%rsp)		/* +3   f0 48 83 04 24 00 */
	RET				/* +9 */
	.pushsection .smp_locks, "a"
	.balign	4
	.long	1b - .
	.popsection
SYM_FUNC_END(kpt_locked)

/*
 * u64 kpt_after(const u64 *p, const u64 *q, u64 n): *p + n + 5, or n + 5 if n is 0; so goes to
 * kpt_after_out as well. Where p cannot be read, the instruction at +14 begins again with q; where
 * there is no q either, -1 is the result and kpt_after_out stays.
 */
SYM_START(kpt_after, SYM_L_GLOBAL, SYM_A_ALIGN)
	movq	%rdx, %rax		/* +0   48 89 d0 */
	addq	$5, %rax		/* +3   48 83 c0 05 */
	pushq	%rax			/* +7   50 */
	call	kpt_after_leaf		/* +8   e8, 4 bytes */
	popq	%rax			/* +13  58 */
1:	movq	(%rdi), %rcx		/* +14  48 8b 0f */
	testq	%rdx, %rdx		/* +17  48 85 d2 */
	jz	2f			/* +20  74 03 */
	addq	%rcx, %rax		/* +22  48 01 c8 */
2:	movq	%rax, kpt_after_out(%rip)	/* +25  48 89 05, 4 bytes */
	RET				/* +32 */
3:	testq	%rsi, %rsi
	jz	4f
	movq	%rsi, %rdi
	jmp	1b
4:	movq	$-1, %rax
	RET
	_ASM_EXTABLE(1b, 3b)
SYM_FUNC_END(kpt_after)

SYM_START(kpt_after_leaf, SYM_L_GLOBAL, SYM_A_ALIGN)
	movl	$0x77, %ecx		/* +0   b9 77 00 00 00 */
	RET				/* +5 */
SYM_FUNC_END(kpt_after_leaf)

	.pushsection .data, "aw"
	.balign	8
SYM_START(kpt_after_out, SYM_L_GLOBAL, SYM_A_NONE)
	.quad	0
SYM_END(kpt_after_out, SYM_T_OBJECT)
	.popsection

/* Never called: what a probe becomes when the kernel makes it quick stands there. */
SYM_START(kpt_jump, SYM_L_GLOBAL, SYM_A_ALIGN)
	.byte	0xe9, 0, 0, 0, 0	/* +0   jmp 1f */
1:	RET				/* +5 */
SYM_FUNC_END(kpt_jump)

/* Never called: a far jump is one that kprobes cannot step over. */
SYM_START(kpt_far, SYM_L_GLOBAL, SYM_A_ALIGN)
	ljmp	*(%rdi)			/* +0   ff 2f */
	RET
SYM_FUNC_END(kpt_far)
STACK_FRAME_NON_STANDARD kpt_far
