/* SPDX-License-Identifier: GPL-2.0 */
/* One task, which a program fills in: fetch_host.h. */
#ifndef KERNEL_LINUX_SCHED_H
#define KERNEL_LINUX_SCHED_H

#include <linux/cred.h>
#include <linux/kernel.h>
#include <linux/pid.h>

#define TASK_COMM_LEN		16

struct signal_struct {
	struct pid *pids[PIDTYPE_MAX];
};

struct task_struct {
	u32 pid, tgid;
	u64 cgroup;
	struct task_struct *real_parent;
	struct signal_struct *signal;
	bool reaped;
	bool idle;
	char comm[TASK_COMM_LEN] __attribute__((aligned(8)));
	struct cred cred;
};

extern struct task_struct host_task;

#define current			(&host_task)
#define is_idle_task(task)	((task)->idle)
#define pid_alive(task)		(!(task)->reaped)

#endif /* KERNEL_LINUX_SCHED_H */
