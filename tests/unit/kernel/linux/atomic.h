/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_LINUX_ATOMIC_H
#define KERNEL_LINUX_ATOMIC_H

#include <linux/compiler.h>
#include <asm/barrier.h>
#include <asm/cmpxchg.h>

#define atomic_set(a, i)	__atomic_store_n(&(a)->counter, (i), __ATOMIC_RELAXED)
#define atomic_read(a)		({ HOST_STEP(); __atomic_load_n(&(a)->counter, __ATOMIC_RELAXED); })
#define atomic_inc_return(a)	({ HOST_STEP(); \
				   __atomic_add_fetch(&(a)->counter, 1, __ATOMIC_SEQ_CST); })
#define atomic_dec(a)		({ HOST_STEP(); \
				   __atomic_fetch_sub(&(a)->counter, 1, __ATOMIC_RELAXED); })

#endif /* KERNEL_LINUX_ATOMIC_H */
