/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory of a process that a hit is going to read, and that is not there yet.
 *
 * A handler of a probe in a program may sleep before the hit, and let the process's pages be
 * brought in; the hit itself, with preemption off, could only say (fault). The caller asks for
 * the next missing place with preemption off, so that the program stays, brings the place in
 * with preemption on, and asks again, until nothing is missing.
 */
#ifndef KPCTL_PROG_TOUCH_USER_H
#define KPCTL_PROG_TOUCH_USER_H

#include "prog/prog.h"

/*
 * The user address of the next missing place, or 0; *i: the argument to begin with, 0 at
 * first, left at the argument that the place is for. Preemption is off.
 */
u64 kpctl_touch_next(const struct kpctl_prog *prog, struct pt_regs *regs, u32 *i);

#endif /* KPCTL_PROG_TOUCH_USER_H */
