/* SPDX-License-Identifier: GPL-2.0 */
/* The last events of a CPU that goes offline wake the readers that sleep. */
#ifndef KPCTL_SESSION_CPU_OFFLINE_H
#define KPCTL_SESSION_CPU_OFFLINE_H

int kpctl_cpu_offline_init(void);
void kpctl_cpu_offline_exit(void);

#endif /* KPCTL_SESSION_CPU_OFFLINE_H */
