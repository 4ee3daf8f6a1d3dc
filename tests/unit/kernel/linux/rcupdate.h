/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_RCUPDATE_H
#define KERNEL_LINUX_RCUPDATE_H

#define rcu_dereference_sched(p) (p)

#endif /* KERNEL_LINUX_RCUPDATE_H */
