/* SPDX-License-Identifier: GPL-2.0 */
/* Room for the stacks of other tasks. */
#ifndef KPCTL_PROG_FETCH_TASK_STACK_H
#define KPCTL_PROG_FETCH_TASK_STACK_H

/*
 * Allocates it, once, for each CPU some 100 KiB; called before a program that reads stacks of
 * tasks is published. 0 or -ENOMEM.
 */
int kpctl_task_stack_need(void);
void kpctl_task_stack_exit(void);

#endif /* KPCTL_PROG_FETCH_TASK_STACK_H */
