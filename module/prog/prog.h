/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What an event does at a hit, compiled: which hits pass, which values go into a
 * record and into aggregates, and what is kept at a call's entry for that.
 *
 * A program never changes. A new filter makes a new one, published at once for
 * all CPUs. A call that entered under one program returns under the same: its
 * instance remembers which.
 */
#ifndef KPCTL_PROG_PROG_H
#define KPCTL_PROG_PROG_H

#include "prog/aggr_operands.h"
#include "prog/fetch.h"
#include "prog/filter.h"

/* Bytes an instance may keep; the kernel gives 4096, some of them are ours. */
#define KPCTL_KEPT_MAX		(4096 - 64)

/* Values that a filter set later may keep at entry besides those of the event. */
#define KPCTL_KEPT_SPARE	8

struct kpctl_prog {
	struct list_head node;		/* event->old_progs */
	struct kpctl_fetch fetch;	/* a record */
	struct kpctl_fetch entry;	/* r: what is kept of the entry; no header */
	u16 kept_size;			/* r: bytes that takes, strings included */
	struct kpctl_filter filter;
	bool emit;			/* a record of each hit that passes */
	bool aggr_wants_lat;
	u8 naggrs;
	struct kpctl_aggr_operands aggr[KPCTL_AGGRS_MAX];
	bool wants_split;		/* r: something of it is a part of $lat */
	bool entry_more;		/* r: entry does more than to keep whole registers */
	u32 regs;			/* that it names at a hit or an entry: bit N is
					 * word N of pt_regs */

	struct kpctl_arg *args;		/* all of them, one array */
	struct kpctl_deref *derefs;
	char (*texts)[KPCTL_ARG_TEXT_MAX];
	char *strings;			/* of the condition */
};

/*
 * Compile a spec's arguments, a condition (NULL or without tests: all hits pass)
 * and what is done with hits (NULL: a record of each); fixed is where the kind's
 * fixed slots end. Looks up @SYM, so it runs anew whenever the event is planted.
 * 0, or an errno with *err filled in.
 */
int kpctl_prog_make(const struct kpctl_spec *spec, const struct kpctl_cond *cond,
		    const struct kpctl_do *act, u16 fixed, struct kpctl_prog **out,
		    struct kpctl_err *err);
void kpctl_prog_free(struct kpctl_prog *prog);

#endif /* KPCTL_PROG_PROG_H */
