/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_RETHOOK_H
#define KERNEL_LINUX_RETHOOK_H

typedef void *rethook_handler_t;

#endif /* KERNEL_LINUX_RETHOOK_H */
