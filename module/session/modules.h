/* SPDX-License-Identifier: GPL-2.0 */
/* Events are planted when their module comes, and parked when their module goes. */
#ifndef KPCTL_SESSION_MODULES_H
#define KPCTL_SESSION_MODULES_H

int kpctl_modules_init(void);
void kpctl_modules_exit(void);

#endif /* KPCTL_SESSION_MODULES_H */
