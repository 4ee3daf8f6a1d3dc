/* SPDX-License-Identifier: GPL-2.0 */
/* In place of module/base/compat.h, which is about versions of kernels. */
#ifndef KERNEL_BASE_COMPAT_H
#define KERNEL_BASE_COMPAT_H

#define get_unaligned(p)	(((const struct { __typeof__(*(p)) x; } \
				   __attribute__((packed)) *)(p))->x)
#define put_unaligned(v, p)	(((struct { __typeof__(*(p)) x; } \
				   __attribute__((packed)) *)(p))->x = (v))

#endif /* KERNEL_BASE_COMPAT_H */
