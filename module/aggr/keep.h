/* SPDX-License-Identifier: GPL-2.0 */
/*
 * top=N, time(TIME): tables that find room for new keys, and keep those with most, or the newest.
 *
 *	hits --> table --(three quarters full)--> at rest --+--> kept table --> rows
 *	            ^                                       |         |
 *	            +-- an empty one in its place           +---------+ merged by key
 *
 * A handler knows nothing of it, and costs nothing more: session/event_aggr.c puts an empty
 * table in the place of one that fills, and waits for a grace period. Then the old table is
 * at rest, and is merged with the kept table that belonged to it into a new kept table, which
 * belongs to the new one. Where that has no room for all keys, those with least weight go to
 * `other`, to the unit; keep.c says which these are. A reader merges both tables of the moment.
 *
 * All tables of an event are replaced together; those without top=N keep what they have, and
 * count as `other` what had found no room without this, too.
 */
#ifndef KPCTL_AGGR_KEEP_H
#define KPCTL_AGGR_KEEP_H

#include <linux/percpu.h>

#include "aggr/aggr.h"

struct kpctl_keeps;

/* Does a table of the event fill, so that its keys have to go where they are kept? */
bool kpctl_aggrs_fill(const struct kpctl_aggrs *aggrs);

/*
 * All memory that it takes to merge the tables of `from`, while they are used, for those of
 * `to`. NULL: not enough memory.
 */
struct kpctl_keeps *kpctl_keeps_alloc(const struct kpctl_aggrs *from, struct kpctl_aggrs *to);
/* `from` is at rest, nobody reads `to` yet. */
void kpctl_keeps_merge(struct kpctl_keeps *keeps);
void kpctl_keeps_free(struct kpctl_keeps *keeps);	/* NULL is fine */

/* The counters of a kept table. */
struct kpctl_aggr_cpu *kpctl_aggr_kept_cpu(const struct kpctl_aggr *kept);

/* aggr/mem.c: an empty kept table for a table; NULL: not enough memory. */
struct kpctl_aggr *kpctl_aggr_kept_alloc(const struct kpctl_aggr *a);
void kpctl_aggr_kept_free(struct kpctl_aggr *kept);	/* NULL is fine */

#endif /* KPCTL_AGGR_KEEP_H */
