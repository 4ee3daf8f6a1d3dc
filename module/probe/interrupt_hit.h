/* SPDX-License-Identifier: GPL-2.0 */
/* The general path of kinds whose handler is an interrupt of its own: timers and samples. */
#ifndef KPCTL_PROBE_INTERRUPT_HIT_H
#define KPCTL_PROBE_INTERRUPT_HIT_H

struct kpctl_target;
struct pt_regs;

/*
 * A hit, in a hard interrupt or an NMI, at what `regs` say was interrupted. The record has the
 * context of what was interrupted, not that of the handler.
 */
void kpctl_interrupt_hit(struct kpctl_target *target, struct pt_regs *regs);

#endif /* KPCTL_PROBE_INTERRUPT_HIT_H */
