/* SPDX-License-Identifier: GPL-2.0 */
/* What a CPU wrote on its way out reaches readers that sleep. */
#ifndef KPCTL_OFFLINE_H
#define KPCTL_OFFLINE_H

int kpctl_offline_init(void);
void kpctl_offline_exit(void);

#endif /* KPCTL_OFFLINE_H */
