/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What module/aggr*.c need of a kernel beyond fetch_host.h: several CPUs, each a
 * thread, and a step() between every two accesses to memory that another CPU or
 * an interrupter shares, from which a test lets interrupts come.
 */
#ifndef AGGR_HOST_H
#define AGGR_HOST_H

#include <stdio.h>
#include "fetch_host.h"

void step(void);
extern _Thread_local int host_cpu;

#define HOST_CPUS		2
#define NUMA_NO_NODE		(-1)
#define __GFP_NOWARN		0
#define __GFP_RETRY_MAYFAIL	0
#define PAGE_SHIFT		12

#undef WRITE_ONCE
#undef alloc_percpu
#undef this_cpu_ptr
#undef READ_ONCE
#define READ_ONCE(x)		({ step(); __atomic_load_n(&(x), __ATOMIC_RELAXED); })
#define WRITE_ONCE(x, v)	({ step(); __atomic_store_n(&(x), (v), __ATOMIC_RELAXED); })
#define smp_load_acquire(p)	({ step(); __atomic_load_n((p), __ATOMIC_ACQUIRE); })
#define smp_store_release(p, v)	({ step(); __atomic_store_n((p), (v), __ATOMIC_RELEASE); })
#define host_cmpxchg(p, old, new, order) ({				\
	__typeof__(*(p)) old_ = (old);					\
	step();								\
	__atomic_compare_exchange_n((p), &old_, (new), false, order, __ATOMIC_RELAXED); \
	old_; })
#define cmpxchg(p, old, new)	host_cmpxchg(p, old, new, __ATOMIC_SEQ_CST)
#define cmpxchg_local(p, old, new) host_cmpxchg(p, old, new, __ATOMIC_RELAXED)

typedef struct {
	int v;
} atomic_t;

#define atomic_set(a, i)	__atomic_store_n(&(a)->v, (i), __ATOMIC_RELAXED)
#define atomic_read(a)		({ step(); __atomic_load_n(&(a)->v, __ATOMIC_RELAXED); })
#define atomic_inc_return(a)	({ step(); __atomic_add_fetch(&(a)->v, 1, __ATOMIC_SEQ_CST); })
#define atomic_dec(a)		({ step(); __atomic_fetch_sub(&(a)->v, 1, __ATOMIC_RELAXED); })

#undef local_inc_return
#undef local_dec
#define local_read(l)		({ step(); __atomic_load_n(&(l)->v, __ATOMIC_RELAXED); })
#define local_add(i, l)		({ step(); __atomic_fetch_add(&(l)->v, (i), __ATOMIC_RELAXED); })
#define local_add_return(i, l)	({ step(); __atomic_add_fetch(&(l)->v, (i), __ATOMIC_RELAXED); })
/* as on x86; the thread sanitizer knows no fences */
#define smp_wmb()		__asm__ __volatile__("" ::: "memory")
#define smp_rmb()		smp_wmb()
#define local_cmpxchg(l, old, new) host_cmpxchg(&(l)->v, old, new, __ATOMIC_RELAXED)
#define local_inc(l)		local_add(1, l)
#define local_dec(l)		local_add(-1, l)
#define local_inc_return(l)	(local_add(1, l) + 1)

#define max(a, b)		((a) > (b) ? (a) : (b))
#define max_t(type, a, b)	max((type)(a), (type)(b))
#define DIV_ROUND_UP_ULL	DIV_ROUND_UP
#define roundup_pow_of_two(n)	(1ul << (64 - __builtin_clzll((u64)(n) - 1)))
#define ilog2(n)		(63 - __builtin_clzll(n))

#define alloc_percpu(type)	((type *)host_alloc(HOST_CPUS, sizeof(type)))
#define alloc_percpu_gfp(type, gfp) alloc_percpu(type)
#define this_cpu_ptr(p)		(&(p)[host_cpu])
#define per_cpu_ptr(p, cpu)	(&(p)[cpu])
#define for_each_possible_cpu(cpu) for ((cpu) = 0; (cpu) < HOST_CPUS; (cpu)++)
#define num_possible_cpus()	HOST_CPUS
#define cpu_to_node(cpu)	((void)(cpu), 0)
#define kvzalloc_node(size, gfp, node) ((void)(node), host_alloc(1, size))
#define kzalloc(size, gfp)	host_alloc(1, size)
#define kfree(p)		host_free(p)
#define get_random_bytes(p, n)	memset(p, 0x5a, n)

extern long host_pages;		/* of the budget */
#define kpctl_budget_take(n)	(host_pages >= (long)(n) ? (host_pages -= (n), true) : false)
#define kpctl_budget_give(n)	((void)(host_pages += (n)))

#endif /* AGGR_HOST_H */
