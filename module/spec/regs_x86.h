/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The registers of x86-64 under the kernel's names, in the order of struct pt_regs, with
 * their offsets in struct pt_regs. Offsets are numbers and not offsetof(), so that the
 * parser means the same on every build machine; parse_source.c compares the numbers with
 * the real struct when built as part of the module.
 */
#ifndef KPCTL_SPEC_REGS_X86_H
#define KPCTL_SPEC_REGS_X86_H

#define KPCTL_REGS(X)		\
	X(r15,		0)	\
	X(r14,		8)	\
	X(r13,		16)	\
	X(r12,		24)	\
	X(bp,		32)	\
	X(bx,		40)	\
	X(r11,		48)	\
	X(r10,		56)	\
	X(r9,		64)	\
	X(r8,		72)	\
	X(ax,		80)	\
	X(cx,		88)	\
	X(dx,		96)	\
	X(si,		104)	\
	X(di,		112)	\
	X(orig_ax,	120)	\
	X(ip,		128)	\
	X(cs,		136)	\
	X(flags,	144)	\
	X(sp,		152)	\
	X(ss,		160)

/* The registers in which a function's arguments arrive: the first, the second, ... */
#define KPCTL_REGS_ARGS(X)	X(di) X(si) X(dx) X(cx) X(r8) X(r9)

/*
 * A system call's entry has one argument: the registers of the program, in which the program's
 * arguments are. A call without arguments is defined under another name, of which that of the
 * entry is an alias.
 */
#define KPCTL_SYSCALL_PREFIX	"__x64_sys_"
#define KPCTL_SYSCALL_DEFINED	"__do_sys_"
#define KPCTL_REGS_SYSCALL(X)	X(di) X(si) X(dx) X(r10) X(r8) X(r9)

/* The registers that ftrace saves for every ftrace_ops. */
#define KPCTL_REGS_FTRACE(X)	KPCTL_REGS_ARGS(X) X(ax) X(bp) X(ip) X(sp)

#define KPCTL_REG_STACK		sp
#define KPCTL_REG_RETVAL	ax

#endif /* KPCTL_SPEC_REGS_X86_H */
