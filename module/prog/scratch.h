/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a handler puts together what is too large for its stack: a string that is
 * compared, the key of an aggregate.
 *
 * What comes in between on a CPU ends before that goes on, be it an interrupt or a
 * handler on a function that the first one calls; so a buffer for each depth is one's
 * own, and taking it needs no lock.
 */
#ifndef KPCTL_PROG_SCRATCH_H
#define KPCTL_PROG_SCRATCH_H

#include <linux/percpu.h>
#include <linux/types.h>
#include <asm/local.h>

#define KPCTL_SCRATCH_SIZE	3080
/* A set's handler in each of task, softirq, interrupt and NMI, and a kprobe's; one more. */
#define KPCTL_SCRATCH_DEPTH	6

struct kpctl_scratch {
	local_t depth;
	u64 room[KPCTL_SCRATCH_DEPTH][KPCTL_SCRATCH_SIZE / 8];
};

extern struct kpctl_scratch __percpu *kpctl_scratch;

/* Memory for it; once, before the first that uses it. */
int kpctl_scratch_need(void);
void kpctl_scratch_exit(void);

/* KPCTL_SCRATCH_SIZE bytes until leave, or NULL: deeper than there can be. Leave follows. */
static __always_inline u64 *kpctl_scratch_enter(void)
{
	struct kpctl_scratch *s = this_cpu_ptr(kpctl_scratch);
	unsigned long depth = local_inc_return(&s->depth) - 1;

	return likely(depth < KPCTL_SCRATCH_DEPTH) ? s->room[depth] : NULL;
}

static __always_inline void kpctl_scratch_leave(void)
{
	local_dec(&this_cpu_ptr(kpctl_scratch)->depth);
}

#endif /* KPCTL_PROG_SCRATCH_H */
