/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When the stream is told of missed calls, and of how many. No kernel in it: the
 * host tries all ways in which one can come in between of another
 * (tests/unit/missed_test.c).
 *
 * Per CPU, and those who miss on it nest. Only one of them tells: who finds somebody
 * at it leaves its miss to the next, so that what has been told, and when, are never
 * read by one and changed by another in between. Totals in the stream only rise, and
 * each says how many that are since the one before.
 */
#ifndef KPCTL_HIT_MISSED_NOTE_H
#define KPCTL_HIT_MISSED_NOTE_H

#include <linux/compiler.h>
#include <linux/time64.h>
#include <linux/types.h>
#include <asm/local.h>

struct kpctl_missed {
	local_t telling;	/* somebody is at it; the two below are theirs */
	u64 told;		/* total that was told last */
	u64 time;		/* when, ns */
};

/*
 * Is it time to tell of a miss that has been counted in missed? Then the caller says
 * with kpctl_missed_told() whether it could. Not of each in a flood.
 */
static __always_inline bool kpctl_missed_tell(struct kpctl_missed *m, const local_t *missed,
					      u64 now, u64 *total, u32 *count)
{
	if (local_cmpxchg(&m->telling, 0, 1))
		return false;
	*total = local_read(missed);
	*count = *total - READ_ONCE(m->told);
	if (*count && (s64)(now - READ_ONCE(m->time)) >= NSEC_PER_MSEC)
		return true;
	local_set(&m->telling, 0);
	return false;
}

static __always_inline void kpctl_missed_told(struct kpctl_missed *m, u64 now, u64 total,
					      bool told)
{
	if (told) {
		WRITE_ONCE(m->time, now);
		WRITE_ONCE(m->told, total);
	}
	barrier();		/* with interrupters: both, then somebody else's turn */
	local_set(&m->telling, 0);
}

#endif /* KPCTL_HIT_MISSED_NOTE_H */
