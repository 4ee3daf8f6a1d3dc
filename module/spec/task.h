/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The members by which a task is told, for the type `task` and for $comm(VALUE). Outside of the
 * kernel the offsets of one common build are used, as in dentry.h.
 */
#ifndef KPCTL_SPEC_TASK_H
#define KPCTL_SPEC_TASK_H

#define KPCTL_TASK_COMM_LEN	16	/* bytes of the name, with its NUL */
#define KPCTL_TASK_TEXT		32	/* room for comm/pid, with the NUL */

#ifdef __KERNEL__
#include <linux/sched.h>

#define KPCTL_TASK_COMM		offsetof(struct task_struct, comm)
#define KPCTL_TASK_PID		offsetof(struct task_struct, pid)
#else
#define KPCTL_TASK_COMM		((size_t)16)
#define KPCTL_TASK_PID		((size_t)8)
#endif

#endif /* KPCTL_SPEC_TASK_H */
