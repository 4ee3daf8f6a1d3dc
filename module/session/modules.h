/* SPDX-License-Identifier: GPL-2.0 */
/* Modules that come and go: their events are planted and parked. */
#ifndef KPCTL_SESSION_MODULES_H
#define KPCTL_SESSION_MODULES_H

int kpctl_modules_init(void);
void kpctl_modules_exit(void);

#endif /* KPCTL_SESSION_MODULES_H */
