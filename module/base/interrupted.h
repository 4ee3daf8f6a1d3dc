/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a handler that is an interrupt of its own has interrupted: preempt_count() without the
 * levels that the way into the handler has added. The way into a hard interrupt adds one of
 * those, and the way into an NMI an NMI and a hard interrupt.
 */
#ifndef KPCTL_BASE_INTERRUPTED_H
#define KPCTL_BASE_INTERRUPTED_H

#include <linux/preempt.h>
#include <linux/types.h>

/*
 * preempt: preempt_count() as the handler found it. Where that has no interrupt, nothing is
 * interrupted.
 */
static __always_inline unsigned int kpctl_interrupted_count(unsigned int preempt)
{
	if (unlikely(preempt & NMI_MASK))
		return preempt - NMI_OFFSET - HARDIRQ_OFFSET;
	return preempt & HARDIRQ_MASK ? preempt - HARDIRQ_OFFSET : preempt;
}

/* Was it an interrupt, or an NMI, that was interrupted? */
static __always_inline bool kpctl_interrupted_in_irq(unsigned int preempt)
{
	return kpctl_interrupted_count(preempt) & (NMI_MASK | HARDIRQ_MASK);
}

#endif /* KPCTL_BASE_INTERRUPTED_H */
