/* SPDX-License-Identifier: GPL-2.0 */
/*
 * p with $after(...): a hit has two handlers, one before the probed instruction and one after it.
 *
 *	before	counts the hit, runs what of the condition is known already, and keeps the values
 *		of this moment: `hooked`
 *	after	does the rest of the condition, and everything else: `returned`
 *
 * What is kept lies in a slot of the event and CPU. Between the two handlers interrupts are off
 * (kprobes executes a copy of the instruction with interrupts off, or emulates it inside of the
 * breakpoint), and an NMI there reaches no handler of ours, as kprobes calls none inside of
 * another. So no other hit of the CPU comes between the two.
 *
 * The second handler need not come. An instruction that faults is given up by kprobes, and once
 * the fault is served it begins again, on whatever CPU, or execution goes on at a fixup. Another
 * probe at the place may change where execution goes on. Then the slot is left pending; such a
 * hit is counted as `never` by the next hit on the CPU, or by kpctl_after_settle().
 */
#ifndef KPCTL_PROBE_AFTER_H
#define KPCTL_PROBE_AFTER_H

#include <linux/types.h>

struct kpctl_event;
struct kprobe;
struct pt_regs;

/* The two handlers. */
int kpctl_after_keep(struct kprobe *kp, struct pt_regs *regs);
void kpctl_after_take(struct kprobe *kp, struct pt_regs *regs, unsigned long flags);

/*
 * Before planting: slots with room for what the event's program keeps, and for a filter's. 0 or
 * -ENOMEM. kpctl_after_free(): the probe is out.
 */
int kpctl_after_alloc(struct kpctl_event *ev);
void kpctl_after_free(struct kpctl_event *ev);
/* Bytes of the slots. */
u64 kpctl_after_memory(const struct kpctl_event *ev);

/*
 * Counts what is left pending. For callers that may sleep.
 *
 *	all	false: slots that seem to be pending are looked at, each on its CPU
 *		true: all CPUs are visited. A hit that found the event on, or an earlier program,
 *		is over afterwards
 */
void kpctl_after_settle(struct kpctl_event *ev, bool all);

#endif /* KPCTL_PROBE_AFTER_H */
