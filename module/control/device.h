/* SPDX-License-Identifier: GPL-2.0 */
/* /dev/kprobectl: sessions, and the data path. uapi/linux/kprobectl.h has the contract. */
#ifndef KPCTL_CONTROL_DEVICE_H
#define KPCTL_CONTROL_DEVICE_H

int kpctl_device_init(void);
void kpctl_device_exit(void);

#endif /* KPCTL_CONTROL_DEVICE_H */
