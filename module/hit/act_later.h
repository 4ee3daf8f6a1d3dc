/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Signals and dumps that handlers ask for: a few places each, taken by compare-and-exchange in
 * any context, emptied by an irq_work.
 *
 *	signal	sent by the irq_work, which cannot run while the task's siglock is held on this
 *		CPU. On PREEMPT_RT, where siglock sleeps, such an irq_work runs in a thread.
 *	dump	the handler copies the stack; the irq_work starts a work item, which prints, as a
 *		slow console must not hold up an interrupt
 */
#ifndef KPCTL_HIT_ACT_LATER_H
#define KPCTL_HIT_ACT_LATER_H

#include <linux/types.h>

struct kpctl_site;

/* In handlers. False: no place is free, or the CPU goes offline. */
bool kpctl_act_signal(int sig);		/* to the current task */
bool kpctl_act_dump(const struct kpctl_site *site, const char *name);

void kpctl_act_later_init(void);
/* No probe is left: waits for what was asked for. */
void kpctl_act_later_exit(void);

#endif /* KPCTL_HIT_ACT_LATER_H */
