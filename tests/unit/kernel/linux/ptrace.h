/* SPDX-License-Identifier: GPL-2.0 */
/* The registers, in the order and at the offsets that the parser knows. */
#ifndef KERNEL_LINUX_PTRACE_H
#define KERNEL_LINUX_PTRACE_H

#include <linux/types.h>

#include "spec/regs.h"

struct pt_regs {
#define X(name, off) u64 name;
	KPCTL_REGS(X)
#undef X
};
#define X(name, off) _Static_assert(offsetof(struct pt_regs, name) == (off), #name);
KPCTL_REGS(X)
#undef X

u64 regs_get_kernel_stack_nth(const struct pt_regs *regs, unsigned int n);

#endif /* KERNEL_LINUX_PTRACE_H */
