/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_CGROUP_H
#define KERNEL_LINUX_CGROUP_H

#define CONFIG_CGROUPS
#define task_dfl_cgroup(task)	(&(task)->cgroup)
#define cgroup_id(cgroup)	(*(cgroup))

#endif /* KERNEL_LINUX_CGROUP_H */
