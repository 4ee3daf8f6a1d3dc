/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_CPUMASK_H
#define KERNEL_LINUX_CPUMASK_H

#include <linux/percpu.h>

#define for_each_possible_cpu(cpu) for ((cpu) = 0; (cpu) < HOST_CPUS; (cpu)++)
#define num_possible_cpus()	HOST_CPUS
#define cpu_possible_mask	NULL
#define cpumask_first(mask)	((void)(mask), 0)

#endif /* KERNEL_LINUX_CPUMASK_H */
