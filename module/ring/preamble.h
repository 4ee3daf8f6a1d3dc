/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The preamble: what a ring's stream has to say before a record, namely the name of the
 * task and the meaning of raw stamps.
 *
 * Nothing is due while the cache has the task's name (comm.h). A new clock state makes
 * all names of the ring look unknown, so a hit notices the new state at no cost.
 *
 * The preamble stands in the reservation of the record, in front of the record, and is
 * written after the record was stamped: so what the preamble tells holds for the record.
 * An interrupter may tell the same in between.
 */
#ifndef KPCTL_RING_PREAMBLE_H
#define KPCTL_RING_PREAMBLE_H

#include "ring/ring_mem.h"

#define KPCTL_PREAMBLE_NAME		1u
#define KPCTL_PREAMBLE_CLOCK	2u
#define KPCTL_PREAMBLE_LEARN	4u	/* nothing is told, but the cache entry is renewed */
#define KPCTL_PREAMBLE_MAX	(sizeof(struct kpctl_rec_comm) + sizeof(struct kpctl_rec_clock))

static __always_inline u32 kpctl_preamble_size(u32 due)
{
	return (due & KPCTL_PREAMBLE_NAME ? sizeof(struct kpctl_rec_comm) : 0) +
	       (due & KPCTL_PREAMBLE_CLOCK ? sizeof(struct kpctl_rec_clock) : 0);
}

/* What is due before a record of this task, whose cache entry (slot) does not match. */
u32 kpctl_preamble_due(const struct kpctl_cpu *c, const struct kpctl_comm *slot, u32 tid,
		       const u64 comm[2]);

/* Write what is due; returns where the record goes. */
u8 *kpctl_preamble_write(struct kpctl_cpu *c, u8 *rec, u64 time, u32 due, u32 tid,
			 const u64 comm[2]);

#endif /* KPCTL_RING_PREAMBLE_H */
