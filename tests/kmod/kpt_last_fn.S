/* SPDX-License-Identifier: GPL-2.0 */
/* The last symbol of the module's text, and no ftrace location. */
#include <linux/linkage.h>

SYM_START(kpt_last_fn, SYM_L_GLOBAL, SYM_A_ALIGN)
	movq	%rdi, %rax
	addq	$1, %rax
	nop
	nop
	RET
SYM_FUNC_END(kpt_last_fn)
