/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_BITOPS_H
#define KERNEL_LINUX_BITOPS_H

#define __ffs(word)		((unsigned long)__builtin_ctzll(word))

#endif /* KERNEL_LINUX_BITOPS_H */
