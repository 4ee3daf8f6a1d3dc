/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Aggregates: what `do count` and `do hist(X)` make of hits, in the kernel, with
 * nobody reading.
 *
 *	keys of a hit --> slot --> entry's number --+--> this CPU's counters
 *	                  (shared, only ever added)  |
 *	value --> bucket ----------------------------+
 *
 * Who has which key is one table for all CPUs, which is written only when a key
 * is new. Everything that counts is per CPU and changed by one instruction that
 * is whole against interrupts and NMIs there. So there is no lock, and whatever
 * interrupts an update finds nothing half done:
 *
 *   slot   claimed by cmpxchg, filled in, then published with a tag that says it
 *          is whole. Who meets one that is not goes on to the next slot; a key
 *          that got two in this way is put together when it is read.
 *   cell   (an entry's bucket) claimed by cmpxchg with its whole name: nothing is
 *          left to fill in.
 *
 * Without keys there is one entry, and its buckets are an array.
 *
 * Each hit ends in exactly one place: an entry, `other` (no room for its key or
 * its bucket) or `unread` (the value of hist(X) could not be read). What it would
 * take to make a table larger is not done here: memory is got with the event.
 */
#ifndef KPCTL_AGGR_AGGR_H
#define KPCTL_AGGR_AGGR_H

#ifdef __KERNEL__
#include <linux/atomic.h>
#include <linux/types.h>
#include <asm/local.h>
#else
#include "aggr_host.h"		/* tests/unit */
#endif

#include "prog/aggr_operands.h"
#include "aggr/bucket.h"

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
	local_t *count;		/* count: by entry */
	local_t *sum;		/* hist: by entry, as all below */
	u64 *max;		/* signed: with the top bit flipped, so that 0 is least */
	local_t *bucket;	/* without keys */
	u32 *cell;		/* with keys: 0 or 1 + (entry << 12 | bucket), hashed */
	local_t *cell_count;
};

struct kpctl_aggr {
	bool is_hist;
	bool is_signed;
	u8 nkeys;
	u16 key_size;
	u32 max_entries;
	atomic_t nr_entries;	/* may run over max_entries by those who found it full */
	u32 slot_mask;
	u8 cell_shift;		/* 32 less the bits of a cell's index */
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

#define KPCTL_CELL_BUCKET_BITS	12

static inline u32 kpctl_nr_buckets(const struct kpctl_aggr *a)
{
	return a->is_signed ? KPCTL_BUCKETS_SIGNED : KPCTL_BUCKETS;
}

static inline u32 kpctl_aggr_entries(const struct kpctl_aggr *a)
{
	return min_t(u32, atomic_read(&a->nr_entries), a->max_entries);
}

static inline u32 kpctl_aggr_cells(const struct kpctl_aggr *a)
{
	return 1u << (32 - a->cell_shift);
}

/* aggr/mem.c. NULL: no memory, or more than the budget for it. */
struct kpctl_aggrs *kpctl_aggrs_alloc(const struct kpctl_spec *spec, const struct kpctl_do *act);
void kpctl_aggrs_free(struct kpctl_aggrs *aggrs);	/* NULL is fine */
/* Bytes that these tables would take, and those that they do. */
u64 kpctl_aggrs_planned(const struct kpctl_spec *spec, const struct kpctl_do *act);
u64 kpctl_aggrs_memory(const struct kpctl_aggrs *aggrs);

/* aggr.c. A hit goes into an aggregate. In a handler; preemption is off. */
void kpctl_aggr_hit(const struct kpctl_aggr_operands *take, struct kpctl_aggr *a,
		    const struct kpctl_site *site);

#endif /* KPCTL_AGGR_AGGR_H */
