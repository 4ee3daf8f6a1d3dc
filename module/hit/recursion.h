/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The guard of handlers that no one stands in front of: kprobes does not call a
 * handler inside of another, ftrace does.
 *
 * A handler runs into a function that is watched when memory it reads is not there,
 * and when something interrupts it before saying that it is an interrupt. On the
 * same CPU and at the same level (task, softirq, interrupt, NMI) the second one is
 * to be refused and counted. All of it with preemption off.
 */
#ifndef KPCTL_HIT_RECURSION_H
#define KPCTL_HIT_RECURSION_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/types.h>

#include "base/word.h"

/* Is a handler at work here? By level, and of whichever kind. */
#define KPCTL_LEVELS	4
DECLARE_PER_CPU(u8[KPCTL_LEVELS], kpctl_busy);

/* preempt: preempt_count(), as the handler found it. */
static __always_inline unsigned int kpctl_recursion_level(unsigned int preempt)
{
	if (likely(!(preempt & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET))))
		return 0;
	return preempt & NMI_MASK ? 3 : preempt & HARDIRQ_MASK ? 2 : 1;
}

static __always_inline u8 *kpctl_recursion_of(unsigned int preempt)
{
	return this_cpu_ptr(&kpctl_busy[kpctl_recursion_level(preempt)]);
}

/* A task's level, as one instruction. */
static __always_inline bool kpctl_recursion_is_busy(void)
{
	return kpctl_word_cpu_is_set8(kpctl_busy[0]);
}

/*
 * take: the task level of this CPU is busy from here; drop: it is free again. Only for
 * callers who found it free: busy is 0 before take and after drop.
 */
static __always_inline void kpctl_recursion_take(void)
{
	this_cpu_write(kpctl_busy[0], 1);
	barrier();	/* what interrupts us looks at it */
}

static __always_inline void kpctl_recursion_drop(void)
{
	barrier();
	this_cpu_write(kpctl_busy[0], 0);
}

/* An interrupter restores the byte before we resume, so one plain read is enough. */
static __always_inline bool kpctl_recursion_is_held(const u8 *busy)
{
	return data_race(*busy);
}

/* May it run? If so, leave follows. */
static __always_inline bool kpctl_recursion_enter(u8 *busy)
{
	if (unlikely(kpctl_recursion_is_held(busy)))
		return false;
	WRITE_ONCE(*busy, 1);
	barrier();	/* what interrupts us looks at it */
	return true;
}

static __always_inline void kpctl_recursion_leave(u8 *busy)
{
	barrier();
	WRITE_ONCE(*busy, 0);
}

/*
 * What cannot be refused, the return of a call that entered, only keeps others out.
 * It finds a handler at work where the call entered at another level.
 */
static __always_inline u8 kpctl_recursion_hold(u8 *busy)
{
	u8 was = READ_ONCE(*busy);

	WRITE_ONCE(*busy, 1);
	barrier();	/* what interrupts us, and what we call, looks at it */
	return was;
}

static __always_inline void kpctl_recursion_release(u8 *busy, u8 was)
{
	barrier();
	WRITE_ONCE(*busy, was);
}

#endif /* KPCTL_HIT_RECURSION_H */
