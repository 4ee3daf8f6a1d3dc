/* SPDX-License-Identifier: GPL-2.0 */
/* CPUs are threads, if a program has several; each knows which one it is. */
#ifndef KERNEL_LINUX_PERCPU_H
#define KERNEL_LINUX_PERCPU_H

#include <linux/compiler.h>
#include <linux/slab.h>

#define HOST_CPUS		2
extern _Thread_local int host_cpu;

#define alloc_percpu(type)	((type *)host_alloc(HOST_CPUS, sizeof(type)))
#define alloc_percpu_gfp(type, gfp) alloc_percpu(type)
#define free_percpu(p)		host_free(p)
#define this_cpu_ptr(p)		(&(p)[host_cpu])
#define per_cpu_ptr(p, cpu)	(&(p)[cpu])

/* For addresses that are numbers */
#define HOST_CPU_OFFSET		24
#define raw_cpu_ptr(p)		((typeof(p))((unsigned long)(p) + HOST_CPU_OFFSET))

#endif /* KERNEL_LINUX_PERCPU_H */
