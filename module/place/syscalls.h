/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel's tracepoints of system calls have noted of each (CONFIG_FTRACE_SYSCALLS):
 * the names and the types of its parameters, as its definition has them.
 */
#ifndef KPCTL_PLACE_SYSCALLS_H
#define KPCTL_PLACE_SYSCALLS_H

struct kpctl_names;
struct kpctl_sys_call;

/* The callback `syscall` of struct kpctl_names. */
int kpctl_syscall_read(struct kpctl_names *names, struct kpctl_sys_call *call);

#endif /* KPCTL_PLACE_SYSCALLS_H */
