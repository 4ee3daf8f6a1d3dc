/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A program may define HOST_STEP() before it includes anything of the module: it is called
 * before each access to memory that interrupters, other CPUs or a reader share, that is
 * between every two steps. With HOST_STEPS it is host_step(), for programs of several files.
 */
#ifndef KERNEL_LINUX_COMPILER_H
#define KERNEL_LINUX_COMPILER_H

#include <linux/types.h>

#ifdef HOST_STEPS
void host_step(void);
#define HOST_STEP()		host_step()
#endif
#ifndef HOST_STEP
#define HOST_STEP()		do { } while (0)
#endif

#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)
#define noinline		__attribute__((noinline))
#undef __always_inline
#define __always_inline		inline __attribute__((always_inline))
#define notrace
#define __ro_after_init
#define __read_mostly
#define __user
#define __percpu
#define data_race(x)		(x)
#define OPTIMIZER_HIDE_VAR(x)	__asm__("" : "=r" (x) : "0" (x))

#define barrier()		__asm__ __volatile__("" : : : "memory")
#define READ_ONCE(x)		({ HOST_STEP(); __atomic_load_n(&(x), __ATOMIC_RELAXED); })
#define WRITE_ONCE(x, v)	do { HOST_STEP(); \
				__atomic_store_n(&(x), (v), __ATOMIC_RELAXED); } while (0)

#endif /* KERNEL_LINUX_COMPILER_H */
