/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Buffers for data that are too large for a handler's stack: a string that is compared,
 * the key of an aggregate.
 *
 * Handlers on one CPU nest like a stack: an interrupting handler, or a handler on a function
 * that the first handler calls, ends before the first goes on. So each depth has a buffer
 * of its own, and taking a buffer needs no lock.
 */
#ifndef KPCTL_PROG_SCRATCH_H
#define KPCTL_PROG_SCRATCH_H

#include <linux/percpu.h>
#include <linux/types.h>
#include <asm/local.h>

#define KPCTL_SCRATCH_SIZE	3080
/*
 * A set's handler at each of the four levels, and a kprobe's handler; each may look at spans, and
 * meanwhile at a string or a long key.
 */
#define KPCTL_SCRATCH_DEPTH	10

struct kpctl_scratch {
	u64 room[KPCTL_SCRATCH_SIZE / 8];
};

extern local_t __percpu *kpctl_scratch_depth;	/* buffers of the CPU that are in use */
extern struct kpctl_scratch __percpu *kpctl_scratch[KPCTL_SCRATCH_DEPTH];

/* Allocates the buffers, once; called before a program or table that uses them is published. */
int kpctl_scratch_need(void);
void kpctl_scratch_exit(void);

/*
 * KPCTL_SCRATCH_SIZE bytes until kpctl_scratch_leave(), or NULL: deeper than handlers can
 * nest. kpctl_scratch_leave() must follow in either case.
 */
static __always_inline u64 *kpctl_scratch_enter(void)
{
	unsigned long depth = local_inc_return(this_cpu_ptr(kpctl_scratch_depth)) - 1;

	return likely(depth < KPCTL_SCRATCH_DEPTH) ? this_cpu_ptr(kpctl_scratch[depth])->room :
						     NULL;
}

static __always_inline void kpctl_scratch_leave(void)
{
	local_dec(this_cpu_ptr(kpctl_scratch_depth));
}

#endif /* KPCTL_PROG_SCRATCH_H */
