/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_SMP_H
#define KERNEL_LINUX_SMP_H

extern unsigned int host_processor_id;
#define raw_smp_processor_id()	(host_processor_id)

#endif /* KERNEL_LINUX_SMP_H */
