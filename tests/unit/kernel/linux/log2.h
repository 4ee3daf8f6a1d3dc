/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_LOG2_H
#define KERNEL_LINUX_LOG2_H

#define roundup_pow_of_two(n)	((n) < 2 ? 1ul : 1ul << (64 - __builtin_clzll((u64)(n) - 1)))
#define ilog2(n)		(63 - __builtin_clzll(n))

#endif /* KERNEL_LINUX_LOG2_H */
