/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The last symbol of the module's text, under two names, and no ftrace location.
 * It has an odd length: the zeros behind it are instructions of two bytes, and
 * so the last one of the page runs on into the hole. The one before it has no ftrace
 * location either: a probe there is a breakpoint.
 */
#include <linux/linkage.h>

SYM_FUNC_START(kpt_last_but_one)
	movq	%rdi, %rax
	nop
	RET
SYM_FUNC_END(kpt_last_but_one)

SYM_START(kpt_last_fn, SYM_L_GLOBAL, SYM_A_ALIGN)
	movq	%rdi, %rax
	addq	$1, %rax
	nop
	RET
SYM_FUNC_END(kpt_last_fn)
SYM_FUNC_ALIAS(kpt_last_twin, kpt_last_fn)
