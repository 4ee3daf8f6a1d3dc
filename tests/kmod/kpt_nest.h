/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kpt_nest: the production ring core under writers that really nest, from task
 * context up to NMI, each between another's reserve and commit.
 *
 * kpt_nest_ring.c	module/ring/ring.c, compiled once more
 * kpt_nest_main.c	the writers and the debugfs file kpt_nest/run
 * kpt_nest_check.c	the reader: order, wholeness and sums
 */
#ifndef KPT_NEST_H
#define KPT_NEST_H

#include "ring/ring.h"

enum nest_level { NEST_TASK, NEST_SOFTIRQ, NEST_HARDIRQ, NEST_IPI, NEST_NMI, NEST_LEVELS };

/* What a writer of one level writes; 1 to NEST_WORDS words, all from its seq. */
#define NEST_WORDS 6
struct nest_rec {
	struct kpctl_rec hdr;
	u64 seq;		/* of this CPU and level, from 1, lost ones too */
	u64 word[];
};

#define NEST_ID(level) (KPCTL_REC_FIRST_EVENT + (level))

static inline u64 nest_word(u64 seq, int level, int i)
{
	return (seq * 1000003 + level) * 31 + i;
}

static inline u32 nest_words(u64 seq)
{
	return 1 + seq % NEST_WORDS;
}

/* Every third reservation is larger than its record, to be trimmed. */
static inline u32 nest_extra(u64 seq)
{
	return seq % 3 ? 0 : 8 * (1 + seq % 5);
}

/* One CPU's ring with its reader's findings. */
struct nest_cpu {
	struct kpctl_ring ring;
	struct kpctl_meta *meta;
	struct kpctl_consumer *consumer;
	void *data;
	struct page **pages;
	u64 size;
	u64 tried[NEST_LEVELS];		/* by this CPU's writers, each level its own */
	u64 reserved[NEST_LEVELS];

	/* the reader's */
	u64 tail;
	u64 last_time;
	u64 told;			/* by lost records */
	u64 gaps;			/* seen as missing seqs */
	int unexplained;		/* records read since gaps > told */
	u64 last_seq[NEST_LEVELS];
	u64 seen[NEST_LEVELS];
	u64 torn, disorder, time_back, late;
	u64 nmi_back;			/* time_back, just behind an NMI's record */
	u64 most_back;			/* ns */
	bool after_nmi;
};

/* Read what there is; true when there was anything. */
bool nest_read(struct nest_cpu *nest, u64 budget);

#endif /* KPT_NEST_H */
