/* SPDX-License-Identifier: GPL-2.0 */
/* The register table of the machine; another architecture is another header. */
#ifndef KPCTL_SPEC_REGS_H
#define KPCTL_SPEC_REGS_H

#include "spec/regs_x86.h"

/* " r15 r14 ..." */
#define KPCTL_REG_STR(name, offset)	" " #name
#define KPCTL_REG_NAMES			KPCTL_REGS(KPCTL_REG_STR)

#endif /* KPCTL_SPEC_REGS_H */
