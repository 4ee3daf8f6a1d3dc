/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel's tracepoints of system calls have noted of each (CONFIG_FTRACE_SYSCALLS):
 * the names and the types of its parameters, as its definition has them.
 */
#ifndef KPCTL_PLACE_SYSCALLS_H
#define KPCTL_PLACE_SYSCALLS_H

#include <linux/types.h>

struct kpctl_names;
struct kpctl_sys_call;

/* The callback `syscall` of struct kpctl_names. */
int kpctl_syscall_read(struct kpctl_names *names, struct kpctl_sys_call *call);

/* The callback `each_syscall`. */
int kpctl_syscall_each(struct kpctl_names *names, int (*vote)(void *arg, const char *call),
		       void *arg);

/* A system call with a name like the wrong one: KPCTL_SYS_NAME_MAX bytes. False: none. */
bool kpctl_syscall_find_near(const char *wrong, char *near);

#endif /* KPCTL_PLACE_SYSCALLS_H */
