/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_PREEMPT_H
#define KERNEL_LINUX_PREEMPT_H

#define SOFTIRQ_OFFSET		0x00000100
#define SOFTIRQ_MASK		0x0000ff00
#define HARDIRQ_OFFSET		0x00010000
#define HARDIRQ_MASK		0x000f0000
#define NMI_OFFSET		0x00100000
#define NMI_MASK		0x00f00000

extern unsigned int host_preempt_count;

#define preempt_count()		(host_preempt_count)
#define softirq_count()		(host_preempt_count & SOFTIRQ_MASK)

#endif /* KERNEL_LINUX_PREEMPT_H */
