/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_SWAB_H
#define KERNEL_LINUX_SWAB_H

#include_next <linux/swab.h>

#define swab16(v)		__builtin_bswap16(v)
#define swab64(v)		__builtin_bswap64(v)

#endif /* KERNEL_LINUX_SWAB_H */
