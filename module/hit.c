// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/uaccess.h>

#include "hit.h"

/*
 * An int3 is delivered like an NMI, so under one the count says NMI and hard
 * interrupt once each for that. A true NMI that runs into an optimized probe
 * says so too; the byte in place tells the two apart.
 */
static __always_inline unsigned int without_int3(unsigned int pc, u64 at)
{
	u8 insn;

	if (!(pc & NMI_MASK) || !at)	/* a return has no int3 */
		return pc;
	if (copy_from_kernel_nofault(&insn, (void *)at, 1) || insn != 0xcc)
		return pc;
	return pc - NMI_OFFSET - HARDIRQ_OFFSET;
}

notrace noinline u32 kpctl_hit_context_slow(unsigned int preempt, unsigned long flags,
					    u64 int3_at)
{
	unsigned int pc = without_int3(preempt, int3_at), depth = pc & PREEMPT_MASK;
	u32 ctx = 0;

	if (!(flags & X86_EFLAGS_IF))
		ctx |= KPCTL_CTX_IRQS_OFF;
	if (tif_need_resched())
		ctx |= KPCTL_CTX_NEED_RESCHED;
	if (pc & NMI_MASK)
		ctx |= KPCTL_CTX_NMI;
	if (pc & HARDIRQ_MASK)
		ctx |= KPCTL_CTX_HARDIRQ;
	if (softirq_count() & SOFTIRQ_OFFSET)
		ctx |= KPCTL_CTX_SOFTIRQ;
	if (softirq_count() & ~SOFTIRQ_OFFSET)
		ctx |= KPCTL_CTX_BH_OFF;
	depth = depth ? depth - 1 : 0;
	return ctx | min(depth, 15u) << KPCTL_CTX_PREEMPT_SHIFT;
}
NOKPROBE_SYMBOL(kpctl_hit_context_slow);

/*
 * A CPU on its way out runs its irq_works a last time while probes still hit on
 * it; one queued after that would never run, and whoever waits for it to end
 * neither. So none is queued from the moment the CPU is being taken out; the
 * next commit on it asks again. Its last events reach a sleeping reader when
 * that looks for itself.
 */
notrace noinline void kpctl_hit_wake(struct kpctl_cpu *c)
{
	if (likely(cpu_active(raw_smp_processor_id())))
		irq_work_queue(&c->wake);
	else
		WRITE_ONCE(c->ring.wake_at, 0);
}
NOKPROBE_SYMBOL(kpctl_hit_wake);

/* When a nested writer stands behind it already the rest stays, zeroed. */
notrace noinline u32 kpctl_hit_trim(struct kpctl_ring *ring, struct kpctl_reservation res,
				    u8 *rec, u32 len)
{
	u32 before = rec - res.rec;
	u32 kept = kpctl_ring_trim(ring, &res, before + len) - before;

	memset(rec + len, 0, kept - len);
	return kept;
}
NOKPROBE_SYMBOL(kpctl_hit_trim);
