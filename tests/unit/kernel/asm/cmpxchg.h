/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_ASM_CMPXCHG_H
#define KERNEL_ASM_CMPXCHG_H

#include <linux/compiler.h>

#define host_cmpxchg(p, old, new, order) ({				\
	__typeof__(*(p)) old_ = (old);					\
	HOST_STEP();							\
	__atomic_compare_exchange_n((p), &old_, (new), false, order, __ATOMIC_RELAXED); \
	old_; })
#define cmpxchg(p, old, new)	host_cmpxchg(p, old, new, __ATOMIC_SEQ_CST)
#define cmpxchg_local(p, old, new) host_cmpxchg(p, old, new, __ATOMIC_RELAXED)

#endif /* KERNEL_ASM_CMPXCHG_H */
