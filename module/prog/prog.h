/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An event's program: which hits pass, which values go into a record and into
 * aggregates, and which values a call's entry keeps for the return.
 *
 * A program never changes. A new filter makes a new program, published at once for
 * all CPUs. A call returns under the program under which it entered: the instance
 * has a pointer to the program.
 */
#ifndef KPCTL_PROG_PROG_H
#define KPCTL_PROG_PROG_H

#include "prog/aggr_operands.h"
#include "prog/fetch.h"
#include "prog/filter.h"

/* Bytes an instance may keep: the kernel allows 4096, struct kpctl_call takes some. */
#define KPCTL_KEPT_MAX		(4096 - 64)

/* Values that a filter set later may keep at entry, besides the event's own values. */
#define KPCTL_KEPT_SPARE	8

struct kpctl_prog {
	struct list_head node;		/* event->old_progs */
	struct kpctl_fetch fetch;	/* a record */
	struct kpctl_fetch entry;	/* r: the record kept at entry; no header */
	u16 kept_size;			/* r: bytes of the kept record, strings included */
	struct kpctl_filter filter;
	bool emit;			/* each hit that passes makes a record */
	bool aggr_wants_lat;
	bool more;			/* a hit that passes does more than to make a record */
	bool stops;			/* it stops recording, after stop_after more events */
	bool prints;			/* it goes to the kernel log, print_most in a second */
	bool changes;			/* it acts on what was hit, see hit/act.h */
	bool skips;			/* it may leave out the function that was hit */
	bool acts;			/* it does one of all these, or calls functions: */
	u8 ncalls;
	struct kpctl_helper_use *call[KPCTL_CALLS_MAX];
	u32 stop_after;
	u32 print_most;
	u8 naggrs;
	struct kpctl_aggr_operands aggr[KPCTL_AGGRS_MAX];
	bool reads_memory;		/* of a process, or of the kernel */
	bool wants_watched;		/* a value is what is or was in watched memory */
	bool wants_split;		/* a value or test uses a part of $lat */
	bool wants_idle;		/* a value or test uses $idle */
	bool split_of_task;		/* of a span, of a program's call: see hit/task_times.h */
	bool entry_more;		/* r: entry does more than to keep whole registers */
	u8 point_args;			/* t: the last of the arguments that values name */
	bool spans;			/* hits start spans, end them or look at them */
	u8 nsinces;
	bool starts;
	struct kpctl_aggr_operands since[KPCTL_SINCES_MAX];	/* keys alone */
	bool takes[KPCTL_SINCES_MAX];	/* since, and not while */
	struct kpctl_aggr_operands start;
	struct kpctl_fetch aside;	/* what is kept of a start; no header */
	u32 regs;			/* registers that values name at a hit or an entry: bit N
					 * is word N of pt_regs */

	u32 nargs;
	struct kpctl_arg *args;		/* nargs of them for the hit, then those of the entry */
	struct kpctl_deref *derefs;
	char (*texts)[KPCTL_ARG_TEXT_MAX];
	char *strings;			/* of the condition */
	struct kpctl_cgroup *cgroups;	/* those that it names */
	struct kpctl_helper_use *helpers;	/* functions of other modules that it uses */
};

/*
 * Compiles a spec's arguments, a condition (NULL or without tests: all hits pass) and
 * the actions of `do` (NULL: a record of each hit); `fixed` is the end of the kind's
 * fixed slots. @SYM is looked up here, so each planting of an event compiles anew.
 * 0, or an errno with *err filled in.
 */
int kpctl_prog_make(const struct kpctl_spec *spec, const struct kpctl_cond *cond,
		    const struct kpctl_do *act, u16 fixed, struct kpctl_prog **out,
		    struct kpctl_err *err);
void kpctl_prog_free(struct kpctl_prog *prog);

#endif /* KPCTL_PROG_PROG_H */
