/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only */
/*
 * The way of a memory dump's reader, without symbols and types: from one page, by physical
 * addresses alone, to all rings and all descriptions of events.
 *
 *	anchor ──> note ──> note ──> note ──> ...
 *	           event    pages    ring
 *
 * The anchor stands at the start of a page, never moves, and knows its own physical address, so a
 * scan over the pages of a dump finds it. Each note lies in one piece of physical memory, has a
 * checksum, and says where the next note is. A note does not change but for `next`: one store puts
 * a note into the row, and one store takes a note out. So the row is whole at every instant, and
 * no sign of a change under way is needed. A reader of a machine that runs meanwhile begins again
 * where a note has gone.
 *
 * All numbers are in the byte order of the machine. Fields are only appended.
 */
#ifndef KPCTL_CRASH_LAYOUT_H
#define KPCTL_CRASH_LAYOUT_H

#include <linux/types.h>

#define KPCTL_ANCHOR_MAGIC	"kprobectl anchor"	/* 16 bytes, without the NUL */
#define KPCTL_ANCHOR_VERSION	1u
#define KPCTL_NOTE_MAGIC	0x45544f4e4c54434bull	/* "KCTLNOTE" in memory */

/* Of a note's payload: a note and what surrounds it are a page at most. */
#define KPCTL_NOTE_BYTES	3840u

/* X(NAME, number, payload, what it is) */
#define KPCTL_NOTES(X)							\
	X(EVENT, 1, text, a line of KPCTL_VIEW_EVENTS)			\
	X(RING, 2, kpctl_note_ring, a CPU and its ring of a session)	\
	X(PAGES, 3, __u64, physical addresses of the pages of its data)	\
	X(LINE, 4, text, a line of KPCTL_VIEW_CONTROL)			\
	X(PLACE, 5, text, "0xADDR" and its symbol as the kernel prints it)

enum kpctl_note_type {
#define X(name, number, payload, what) KPCTL_NOTE_##name = number,
	KPCTL_NOTES(X)
#undef X
};

/* Notes of one owner are the pieces of one payload: `index` of `count`, in a row. */
struct kpctl_note {
	__u64 magic;
	__u64 self;		/* physical addresses; next: 0 at the end */
	__u64 next;
	__u64 sum;		/* kpctl_note_sum() */
	__u32 type;
	__u32 size;		/* bytes of payload */
	__u64 owner;		/* a number that no other payload has */
	__u32 index;
	__u32 count;
	/* the payload follows, padded with zeros to 8 bytes */
};

struct kpctl_note_ring {
	__u64 meta;		/* physical address of its struct kpctl_meta */
	__u64 pages;		/* the owner of its PAGES */
	__u64 size;		/* of its data */
	__u32 session;		/* 0: of `do print`; 1: the main session; others: descriptors */
	__u32 cpu;
	/* in the kernel that runs */
	__u64 meta_at;
	__u64 data_at;
	__u64 stop_at;		/* of the struct kpctl_cpu */
};

struct kpctl_anchor {
	char magic[16];
	__u32 version;
	__u32 size;		/* of this struct */
	__u64 self;		/* physical address */
	__u64 sum;		/* of what follows, but for `first` and `unnoted` */
	__u32 page_size;
	__u32 nr_cpus;
	__u64 known;		/* the address of vprintk: how far the kernel's text was moved */
	/* one moment, of the module's loading: the clocks by these names, in ns */
	__u64 monotonic, realtime, boottime;
	char release[64];	/* NULs behind each text */
	char host[64];
	char build_id[48];	/* of the kernel, in hex; empty: it has none */
	/* these change */
	__u64 first;		/* physical address of a note; 0: none */
	__u64 unnoted;		/* notes that there was no memory for, ever */
};

/* Words in a row, a multiple of 8 bytes. Any change of one word changes the sum. */
static inline __u64 kpctl_sum_words(__u64 sum, const void *p, __u32 size)
{
	const __u64 *word = p;
	__u32 i;

	for (i = 0; i < size / 8; i++)
		sum = (sum ^ word[i]) * 0x100000001b3ull + (sum >> 47);
	return sum;
}

#define KPCTL_SUM_START		0xcbf29ce484222325ull

static inline __u64 kpctl_note_sum(const struct kpctl_note *n)
{
	__u64 sum = kpctl_sum_words(KPCTL_SUM_START, &n->self, sizeof(n->self));

	return kpctl_sum_words(sum, &n->type, sizeof(*n) - __builtin_offsetof(struct kpctl_note, type) +
					      ((n->size + 7u) & ~7u));
}

static inline __u64 kpctl_anchor_sum(const struct kpctl_anchor *a)
{
	__u64 sum = kpctl_sum_words(KPCTL_SUM_START, &a->self, sizeof(a->self));

	return kpctl_sum_words(sum, &a->page_size,
			       __builtin_offsetof(struct kpctl_anchor, first) -
			       __builtin_offsetof(struct kpctl_anchor, page_size));
}

#endif /* KPCTL_CRASH_LAYOUT_H */
