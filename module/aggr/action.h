/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An action of `do` that adds hits up: a line in spec/actions.h and a file, NAME.c, with
 *
 *	kpctl_do_NAME()		what a hit adds; in a handler, see find.h
 *	kpctl_action_NAME	the rest: what an entry takes, how it is read
 *
 * An entry has a few words on each CPU. They are zero until its first hit, and each is
 * changed by one instruction that is whole against interrupts and NMIs on that CPU. A
 * reader merges those of all CPUs into one row.
 */
#ifndef KPCTL_AGGR_ACTION_H
#define KPCTL_AGGR_ACTION_H

#include "aggr/aggr.h"
#include "aggr/rows.h"

struct kpctl_action {
	u8 words;		/* of an entry, on each CPU */

	/*
	 * What else a table has on each CPU, the same for all of them: c->bucket and
	 * c->name, which are freed with the words. NULL: nothing.
	 */
	void (*plan)(struct kpctl_aggr *a);
	u64 (*bytes)(const struct kpctl_aggr *a);
	bool (*alloc)(const struct kpctl_aggr *a, struct kpctl_aggr_cpu *c, int node);

	/* Adds what one CPU has of an entry to its row. */
	void (*merge)(struct kpctl_aggr_row *row, const local_t *word);
	/*
	 * Makes of rows what is shown, once all CPUs are merged; their buckets, if they
	 * have any, go into rows->bucket, to be allocated here. row_of says which row an
	 * entry is, KPCTL_NO_ROW: none. 0 or -ENOMEM. NULL: nothing is left to do.
	 */
	int (*collect)(const struct kpctl_aggr *a, const u32 *row_of,
		       struct kpctl_aggr_rows *rows);
};

#define X(id, name, value, columns, order) extern const struct kpctl_action kpctl_action_##name;
KPCTL_ACTIONS(X)
#undef X

#endif /* KPCTL_AGGR_ACTION_H */
