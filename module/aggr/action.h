/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An action of `do` that adds hits up: a line in spec/actions.h and a file, NAME.c, with
 *
 *	kpctl_do_NAME()		adds a hit; in a handler, see find.h
 *	kpctl_action_NAME	the rest: memory of an entry, and how an entry is read
 *
 * An entry has a few words on each CPU. The words are zero until the entry's first hit. A
 * hit changes each word by one instruction that is atomic against interrupts and NMIs on
 * that CPU. A reader merges the words of all CPUs into one row.
 */
#ifndef KPCTL_AGGR_ACTION_H
#define KPCTL_AGGR_ACTION_H

#include "aggr/aggr.h"
#include "aggr/rows.h"

struct kpctl_action {
	u8 id;			/* enum kpctl_action_id */
	u8 words;		/* of an entry, on each CPU */

	/*
	 * Further memory of a table on each CPU, as much on one as on another: c->bucket and
	 * c->name, which are freed with the words. `plan` sets the sizes, `bytes` tells them,
	 * `alloc` allocates. NULL: the action has no further memory.
	 */
	void (*plan)(struct kpctl_aggr *a);
	u64 (*bytes)(const struct kpctl_aggr *a);
	bool (*alloc)(const struct kpctl_aggr *a, struct kpctl_aggr_cpu *c, int node);

	/* Adds one CPU's words of an entry to the entry's row. */
	void (*merge)(struct kpctl_aggr_row *row, const local_t *word);
	/*
	 * Finishes the rows for showing, once all CPUs are merged; allocates rows->bucket if
	 * rows have buckets. 0 or -ENOMEM. A NULL pointer: merged rows are finished.
	 */
	int (*collect)(const struct kpctl_aggr_parts *parts, struct kpctl_aggr_rows *rows);

	/*
	 * For aggr/keep.h, while nobody else uses either table: adds one CPU's words of an
	 * entry to those of an entry of the kept table; adds a CPU's further memory, where
	 * entry_of says which entry of the kept table a row has become, KPCTL_NO_ENTRY: none.
	 */
	void (*fold)(const struct kpctl_aggr *a, local_t *to, const local_t *from);
	void (*fold_more)(struct kpctl_aggr *kept, const struct kpctl_aggr_part *part,
			  const struct kpctl_aggr_cpu *from, const u32 *entry_of);
};

#define X(id, name, value, columns, order) extern const struct kpctl_action kpctl_action_##name;
KPCTL_ACTIONS(X)
#undef X

#endif /* KPCTL_AGGR_ACTION_H */
