/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_ASM_BARRIER_H
#define KERNEL_ASM_BARRIER_H

#include <linux/compiler.h>

#define smp_load_acquire(p)	({ HOST_STEP(); __atomic_load_n((p), __ATOMIC_ACQUIRE); })
#define smp_store_release(p, v)	do { HOST_STEP(); \
				__atomic_store_n((p), (v), __ATOMIC_RELEASE); } while (0)

/* As on x86. The thread sanitizer knows no fences. */
#define smp_wmb()		__asm__ __volatile__("" ::: "memory")
#define smp_rmb()		smp_wmb()

#endif /* KERNEL_ASM_BARRIER_H */
