/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Aggregates: what the actions of `do` make of hits, in the kernel, with nobody
 * reading. What all actions share is here; aggr/action.h is what one of them is.
 *
 *	keys of a hit --> slot --> entry's number --+--> this CPU's counters
 *	                  (shared, only ever added)  |
 *	value --------------------------------------+
 *
 * Who has which key is one table for all CPUs, which is written only when a key
 * is new. Everything that counts is per CPU and changed by one instruction that
 * is whole against interrupts and NMIs there. So there is no lock, and whatever
 * interrupts an update finds nothing half done:
 *
 *   slot   claimed by cmpxchg, filled in, then published with a tag that says it
 *          is whole. Who meets one that is not goes on to the next slot; a key
 *          that got two in this way is put together when it is read.
 *
 * Without keys there is one entry.
 *
 * Each hit ends in exactly one place: an entry, `other` (no room for its key or,
 * in a histogram, its bucket) or `unread` (its value could not be read). What it would
 * take to make a table larger is not done here: memory is got with the event.
 */
#ifndef KPCTL_AGGR_AGGR_H
#define KPCTL_AGGR_AGGR_H

#include <linux/atomic.h>
#include <linux/types.h>
#include <asm/local.h>

#include "prog/aggr_operands.h"

struct kpctl_action;

/* Every key of the aggregate: which entry it is. */
struct kpctl_aggr_slot {
	u64 tag;		/* 0: free; else hash, KPCTL_SLOT_* */
	u32 entry;
	u32 unused;
};

#define KPCTL_SLOT_TAKEN	1ull	/* somebody fills it in, or there was no entry left */
#define KPCTL_SLOT_WHOLE	2ull
#define KPCTL_SLOT_FLAGS	3ull

/* Per CPU; written by that CPU alone. */
struct kpctl_aggr_cpu {
	local_t other;
	local_t unread;
	local_t *word;		/* action->words of each entry */
	/* hist: */
	local_t *bucket;	/* with keys: by cell */
	u32 *name;		/* of a cell, with keys: 0 or 1 + (entry << 12 | bucket), hashed */
};

struct kpctl_aggr {
	const struct kpctl_action *action;
	bool is_signed;		/* its value */
	u8 nkeys;
	u16 key_size;
	u32 max_entries;
	atomic_t nr_entries;	/* may run over max_entries by those who found it full */
	u32 slot_mask;
	u8 cell_shift;		/* hist: 32 less the bits of a cell's index */
	u64 seed;		/* of the hash */
	struct kpctl_aggr_slot *slot;
	u8 *keys;		/* key_size bytes for each entry */
	struct kpctl_aggr_cpu __percpu *cpu;
	unsigned long pages;	/* taken from the budget */
};

/* All of an event's; replaced as a whole when it is cleared. */
struct kpctl_aggrs {
	u32 n;
	struct kpctl_aggr aggr[KPCTL_AGGRS_MAX];
};

static inline u32 kpctl_aggr_entries(const struct kpctl_aggr *a)
{
	return min_t(u32, atomic_read(&a->nr_entries), a->max_entries);
}

/* aggr/mem.c. NULL: no memory, or more than the budget for it. */
struct kpctl_aggrs *kpctl_aggrs_alloc(const struct kpctl_spec *spec, const struct kpctl_do *act);
void kpctl_aggrs_free(struct kpctl_aggrs *aggrs);	/* NULL is fine */
/* Bytes that these tables would take, and those that they do. */
u64 kpctl_aggrs_planned(const struct kpctl_spec *spec, const struct kpctl_do *act);
u64 kpctl_aggrs_memory(const struct kpctl_aggrs *aggrs);

/* Zeroed memory of a table; NULL: there is not so much. */
void *kpctl_aggr_alloc(size_t n, size_t size, int node);

/* A hit goes into an aggregate, by action. In a handler; preemption is off. */
#define X(id, name, value, columns, order)						\
void kpctl_do_##name(const struct kpctl_aggr_operands *take, struct kpctl_aggr *a,	\
		     const struct kpctl_site *site);
KPCTL_ACTIONS(X)
#undef X

static __always_inline void kpctl_aggr_hit(const struct kpctl_aggr_operands *take,
					   struct kpctl_aggr *a, const struct kpctl_site *site)
{
	switch (take->action) {
#define X(id, name, value, columns, order)			\
	case KPCTL_ACTION_##id:					\
		kpctl_do_##name(take, a, site);			\
		break;
	KPCTL_ACTIONS(X)
#undef X
	}
}

#endif /* KPCTL_AGGR_AGGR_H */
