/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a ring's stream has to say before a record: who the task is, and what raw
 * stamps mean. Nothing of it is due where the task's name is known (comm.h); a new
 * clock state makes all names of the ring look unknown, so it costs a hit nothing
 * to see that there is one.
 *
 * Into the same reservation, in front of the record, and after the stamp of that: so
 * what is told holds for it. An interrupter may tell the same in between.
 */
#ifndef KPCTL_RING_PREAMBLE_H
#define KPCTL_RING_PREAMBLE_H

#include "ring/ring_mem.h"

#define KPCTL_PREAMBLE_NAME		1u
#define KPCTL_PREAMBLE_CLOCK	2u
#define KPCTL_PREAMBLE_LEARN	4u	/* nothing: but the slot is to be brought up to date */
#define KPCTL_PREAMBLE_MAX	(sizeof(struct kpctl_rec_comm) + sizeof(struct kpctl_rec_clock))

static __always_inline u32 kpctl_preamble_size(u32 due)
{
	return (due & KPCTL_PREAMBLE_NAME ? sizeof(struct kpctl_rec_comm) : 0) +
	       (due & KPCTL_PREAMBLE_CLOCK ? sizeof(struct kpctl_rec_clock) : 0);
}

/* What is due, when the slot of the task does not know it. */
u32 kpctl_preamble_due(const struct kpctl_cpu *c, const struct kpctl_comm *slot, u32 tid,
		   const u64 comm[2]);

/* Write it; returns where the record goes. */
u8 *kpctl_preamble_write(struct kpctl_cpu *c, u8 *rec, u64 time, u32 due, u32 tid,
			 const u64 comm[2]);

#endif /* KPCTL_RING_PREAMBLE_H */
