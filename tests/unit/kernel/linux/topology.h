/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_TOPOLOGY_H
#define KERNEL_LINUX_TOPOLOGY_H

#define NUMA_NO_NODE		(-1)
#define cpu_to_node(cpu)	((void)(cpu), 0)

#endif /* KERNEL_LINUX_TOPOLOGY_H */
