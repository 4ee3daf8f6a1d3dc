/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Atomic builtins and not plain operations, which is more than local_t promises towards
 * other CPUs and just what it promises towards interrupters. HOST_MOVED(local), if a
 * program has it, is called when a cmpxchg has succeeded, still in the same step.
 */
#ifndef KERNEL_ASM_LOCAL_H
#define KERNEL_ASM_LOCAL_H

#include <linux/compiler.h>

#ifndef HOST_MOVED
#define HOST_MOVED(local)	do { } while (0)
#endif

typedef struct {
	long v;
} local_t;

static inline long local_read(const local_t *l)
{
	HOST_STEP();
	return __atomic_load_n(&l->v, __ATOMIC_RELAXED);
}

static inline void local_set(local_t *l, long v)
{
	HOST_STEP();
	__atomic_store_n(&l->v, v, __ATOMIC_RELAXED);
}

static inline long local_add_return(long n, local_t *l)
{
	HOST_STEP();
	return __atomic_add_fetch(&l->v, n, __ATOMIC_RELAXED);
}

static inline void local_add(long n, local_t *l) { local_add_return(n, l); }
static inline void local_inc(local_t *l) { local_add_return(1, l); }
static inline void local_dec(local_t *l) { local_add_return(-1, l); }
static inline long local_inc_return(local_t *l) { return local_add_return(1, l); }

static inline long local_cmpxchg(local_t *l, long old, long new)
{
	HOST_STEP();
	if (__atomic_compare_exchange_n(&l->v, &old, new, false, __ATOMIC_RELAXED,
					__ATOMIC_RELAXED))
		HOST_MOVED(l);
	return old;
}

#endif /* KERNEL_ASM_LOCAL_H */
