/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A stream's rings: memory and mappings, one ring per possible CPU.
 *
 * A set of rings never changes its size; resizing makes a new set, and only while
 * no process maps the old set. Pages are single pages (order 0), allocated with the
 * set and freed with it.
 *
 *   consumer page   written by the reader: hostile
 *   meta page       written by the module, read by the reader
 *   data pages      written by this CPU's handlers; mapped twice in a row
 */
#ifndef KPCTL_RING_RING_MEM_H
#define KPCTL_RING_RING_MEM_H

#include <linux/irq_work.h>
#include <linux/types.h>

#include "ring/comm.h"
#include "ring/ring.h"

#define KPCTL_RING_MIN		4096ull
#define KPCTL_RING_MAX		(64ull << 20)

struct kpctl_notes;
struct kpctl_stream;
struct vm_area_struct;

struct kpctl_cpu {
	struct kpctl_ring ring;
	u32 generation;			/* of what has been told, see comm.h; never 0 */
	u32 names_since;		/* names told in this generation or later are valid */
	/*
	 * The tag of `generation` for the fast path (hit/fast.h), or KPCTL_COMM_NONE while
	 * tracing is off. The tag changes under hits: a hit that still sees the old tag
	 * counts as a hit of a moment before the change.
	 */
	u64 told;
	u32 clock_told;			/* id of the clock state told last, see ring/preamble.h */
	struct kpctl_comm comm[KPCTL_COMM_SLOTS];
	struct irq_work wake;
	struct kpctl_stream *stream;	/* whose readers to wake */
	u64 bytes_before;		/* written to the sets that were before this one */
	struct page **pages;		/* consumer, meta, data... */
	struct kpctl_notes *notes;	/* of the ring, for who reads a dump */
};

struct kpctl_rings {
	struct kpctl_cpu __percpu *cpu;
	u64 size;			/* data bytes per CPU */
	bool overwrites;		/* the newest records are kept */
	u32 str_max;			/* bytes of strings an event may take */
	unsigned int nr_pages;		/* per CPU */
	unsigned long charged;		/* pages, see budget.h */
	int mapped;			/* mappings; its owner's lock */
};

/* Bytes per ring that are asked for: a power of two within the limits? */
int kpctl_rings_check_size(u64 size);
/* The largest allowed size that is not above the one wished for. */
u64 kpctl_rings_fit(u64 wish);

/* With rings of this size: bytes of strings in an event, of a reservation. */
u32 kpctl_rings_strings(u64 size);
u32 kpctl_rings_longest(u64 size);

struct kpctl_rings *kpctl_rings_alloc(struct kpctl_stream *stream, u64 size, bool overwrites);
/* Open the fast path to hits, or close it: then each hit takes the general path. */
void kpctl_rings_tracing(struct kpctl_rings *rings, bool on);
/* In a panic: nothing more is recorded into the ring's stream. Any context, no lock. */
void kpctl_cpu_freeze(struct kpctl_cpu *c);
/* No handler uses the set any more: wait for the wake-ups it asked for. */
void kpctl_rings_quiet(struct kpctl_rings *rings);
void kpctl_rings_free(struct kpctl_rings *rings);
/*
 * Totals go on where the old set's stopped; its unread events become lost, or overwritten if
 * that is what the old set does. No handler may use either set meanwhile.
 */
void kpctl_rings_take_over(struct kpctl_rings *to, struct kpctl_rings *from);

/*
 * Each ring tells the new clock state in front of its next record. The owner's lock is
 * held, for the two functions below as well.
 */
void kpctl_rings_tell(struct kpctl_rings *rings);

/* A consumer comes or goes: the meta pages note the totals, and names are told again. */
void kpctl_rings_attach(struct kpctl_rings *rings);
void kpctl_rings_detach(struct kpctl_rings *rings);

u64 kpctl_rings_stride(u64 size);
/* Under the owner's lock. The caller sets vm_ops and counts the mapping. */
/* looks: without the consumer's page, so that nothing can be given back. */
int kpctl_rings_mmap(struct kpctl_rings *rings, struct vm_area_struct *vma, bool looks);

#endif /* KPCTL_RING_RING_MEM_H */
