/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The registers of the machine; another architecture has another header. spec/ is below
 * base/ and also built without a kernel, so base/arch.h is not used here.
 */
#ifndef KPCTL_SPEC_REGS_H
#define KPCTL_SPEC_REGS_H

#include "spec/regs_x86.h"

/* " r15 r14 ..." */
#define KPCTL_REG_STR(name, offset)	" " #name
#define KPCTL_REG_NAMES			KPCTL_REGS(KPCTL_REG_STR)

/* " di si ..." */
#define KPCTL_REG_ARG_STR(name)		" " #name
#define KPCTL_REG_ARG_ONE(reg)		+ 1
#define KPCTL_REG_ARGS_NR		(0 KPCTL_REGS_ARGS(KPCTL_REG_ARG_ONE))
#define KPCTL_REG_ARG_NAMES		KPCTL_REGS_ARGS(KPCTL_REG_ARG_STR)

/* KPCTL_REG_AT_di, ...: the offset of each register in struct pt_regs */
#define KPCTL_REG_AT(name, offset)	KPCTL_REG_AT_##name = (offset),
enum kpctl_reg_at {
	KPCTL_REGS(KPCTL_REG_AT)
};

#endif /* KPCTL_SPEC_REGS_H */
