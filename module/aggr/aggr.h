/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Aggregates: tables in the kernel in which the actions of `do` add up hits; no reader is
 * needed. This header has the parts shared by all actions, aggr/action.h describes a
 * single action.
 *
 *	keys of a hit --> slot --> entry's number --+--> this CPU's counters
 *	                  (shared, only ever added)  |
 *	value --------------------------------------+
 *
 * One table for all CPUs maps keys to entries; the table is written only when a key is
 * new. All counters are per CPU, and each is changed by one instruction that is atomic
 * against interrupts and NMIs on that CPU. So no lock is needed, and an interrupter never
 * finds an update half done:
 *
 *   slot   claimed by cmpxchg, filled in, then published with a tag that says the slot
 *          is whole. A writer that meets a slot not yet whole goes on to the next slot;
 *          a key that got two slots in this way becomes one row when it is read.
 *
 * Without keys a table has one entry.
 *
 * Each hit ends in exactly one place:
 *
 *   an entry
 *   other     no room for the hit's key or, in a histogram, for the bucket
 *   unread    the hit's value could not be read
 *
 * A table never grows: its memory is allocated with the event. With top=N or time(TIME) the
 * table is emptied now and then, see aggr/keep.h.
 */
#ifndef KPCTL_AGGR_AGGR_H
#define KPCTL_AGGR_AGGR_H

#include <linux/atomic.h>
#include <linux/refcount.h>
#include <linux/types.h>
#include <asm/local.h>

#include "prog/aggr_operands.h"

struct kpctl_action;

/* A slot maps a key to the number of its entry. */
struct kpctl_aggr_slot {
	u64 tag;		/* 0: free; else hash, KPCTL_SLOT_* */
	u32 entry;
	u32 unused;
};

#define KPCTL_SLOT_TAKEN	1ull	/* a writer fills the slot in, or no entry was left */
#define KPCTL_SLOT_WHOLE	2ull
#define KPCTL_SLOT_FLAGS	3ull

/* Counters of a CPU, written by the CPU alone. */
struct kpctl_aggr_cpu {
	local_t other;
	local_t unread;
	local_t *word;		/* action->words words for each entry */
	/* hist: */
	local_t *bucket;	/* counters, by bucket; with keys, by cell */
	u32 *name;		/* with keys: of a cell, 0 or 1 + (entry << 12 | bucket) */
};

struct kpctl_aggr {
	const struct kpctl_action *action;
	bool is_signed;		/* the value is a signed number */
	u8 nkeys;
	u16 key_size;
	u32 max_entries;
	atomic_t nr_entries;	/* above max_entries while a writer finds the table full */
	u32 slot_mask;
	u8 cell_shift;		/* hist: 32 less the bits of a cell's index */
	u64 seed;		/* of the hash */
	struct kpctl_aggr_slot *slot;
	u8 *keys;		/* key_size bytes for each entry */
	u32 top;		/* rows to be shown; 0: all */
	bool by_time;		/* the first key is a time: the newest are kept */
	struct kpctl_aggr *kept;	/* aggr/keep.h: what earlier tables had; NULL: nothing */
	bool is_kept;		/* no hits are added; one CPU alone has memory for counters */
	u64 *lost;		/* of a kept table, for each entry: see aggr/keep.c */
	struct kpctl_aggr_cpu __percpu *cpu;
	unsigned long pages;	/* taken from the budget */
};

/*
 * All aggregates of an event; clearing replaces the whole struct. The event has a reference,
 * and so has each reader of the tables.
 */
struct kpctl_aggrs {
	u32 n;
	refcount_t refs;
	struct kpctl_aggr aggr[KPCTL_AGGRS_MAX];
};

/* Does a table find room for keys that come later? */
static inline bool kpctl_aggr_is_emptied(const struct kpctl_aggr *a)
{
	return a->top || a->by_time;
}

static inline u32 kpctl_aggr_entries(const struct kpctl_aggr *a)
{
	return min_t(u32, atomic_read(&a->nr_entries), a->max_entries);
}

/* aggr/mem.c. NULL: no memory, or more memory than the budget has left. */
struct kpctl_aggrs *kpctl_aggrs_alloc(const struct kpctl_spec *spec, const struct kpctl_do *act);
struct kpctl_aggrs *kpctl_aggrs_get(struct kpctl_aggrs *aggrs);
void kpctl_aggrs_put(struct kpctl_aggrs *aggrs);	/* NULL is fine */
/* Bytes that the tables of a spec would take; bytes that allocated tables do take. */
u64 kpctl_aggrs_planned(const struct kpctl_spec *spec, const struct kpctl_do *act);
u64 kpctl_aggrs_memory(const struct kpctl_aggrs *aggrs);

/* Zeroed memory of a table; NULL: not enough memory. */
void *kpctl_aggr_alloc(size_t n, size_t size, int node);

/* A function for each action adds a hit to an aggregate. In a handler; preemption is off. */
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
