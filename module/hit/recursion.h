/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The guard against recursion for ftrace's handlers: kprobes does not call a handler inside
 * of another, ftrace does.
 *
 * A handler reaches a probed function when memory it reads faults, and when an interrupt
 * arrives whose entry code has not yet raised preempt_count(). On the same CPU and at the
 * same level (task, softirq, interrupt, NMI) the second handler is refused and counted. All
 * functions here are called with preemption off.
 */
#ifndef KPCTL_HIT_RECURSION_H
#define KPCTL_HIT_RECURSION_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/types.h>

#include "base/compat.h"
#include "base/word.h"

/* 1: a handler (of any kind) runs at the level, on the CPU. */
#define KPCTL_LEVELS	4
DECLARE_PER_CPU(u8[KPCTL_LEVELS], kpctl_busy);

/* preempt: preempt_count() as the handler found it. */
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

/* Does the handler run at the task level? One instruction. */
static __always_inline bool kpctl_recursion_is_task_level(void)
{
	return !kpctl_preempt_count_has(NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET);
}

/* Is the task level busy? One instruction. */
static __always_inline bool kpctl_recursion_is_busy(void)
{
	return kpctl_word_cpu_is_set8(kpctl_busy[0]);
}

/*
 * take: the task level of this CPU is busy from here; drop: the level is free again. Only for
 * callers that found the level free: kpctl_busy[0] is 0 before take and after drop.
 */
static __always_inline void kpctl_recursion_take(void)
{
	this_cpu_write(kpctl_busy[0], 1);
	barrier();	/* with interrupters, which read busy */
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

/* May the handler run? If so, kpctl_recursion_leave() follows. */
static __always_inline bool kpctl_recursion_enter(u8 *busy)
{
	if (unlikely(kpctl_recursion_is_held(busy)))
		return false;
	WRITE_ONCE(*busy, 1);
	barrier();	/* with interrupters, which read *busy */
	return true;
}

static __always_inline void kpctl_recursion_leave(u8 *busy)
{
	barrier();
	WRITE_ONCE(*busy, 0);
}

/*
 * The return of a call that entered cannot be refused, and only keeps others out. A return
 * can find a handler at work: its call may have entered at another level. release restores
 * the byte that hold found.
 */
static __always_inline u8 kpctl_recursion_hold(u8 *busy)
{
	u8 was = READ_ONCE(*busy);

	WRITE_ONCE(*busy, 1);
	barrier();	/* with interrupters, and handlers of functions called from here */
	return was;
}

static __always_inline void kpctl_recursion_release(u8 *busy, u8 was)
{
	barrier();
	WRITE_ONCE(*busy, was);
}

#endif /* KPCTL_HIT_RECURSION_H */
