/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_PID_H
#define KERNEL_LINUX_PID_H

enum pid_type {
	PIDTYPE_TGID,
	PIDTYPE_MAX,
};

struct upid {
	int nr;
};

struct pid {
	unsigned int level;
	struct upid numbers[2];
};

#endif /* KERNEL_LINUX_PID_H */
