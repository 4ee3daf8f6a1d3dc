/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When the stream is told of missed calls, and of how many. The code needs no kernel:
 * tests/unit/missed_test.c runs all interleavings of handlers on the host.
 *
 * Each CPU has a struct kpctl_missed, and handlers that miss calls on one CPU nest. Only one
 * of them at a time tells: a handler that finds `telling` set leaves its miss to the next
 * note. So no handler changes `told` and `time` between another's read and write. Totals
 * in the stream only rise, and each note says how many misses came since the note before.
 */
#ifndef KPCTL_HIT_MISSED_NOTE_H
#define KPCTL_HIT_MISSED_NOTE_H

#include <linux/compiler.h>
#include <linux/time64.h>
#include <linux/types.h>
#include <asm/local.h>

struct kpctl_missed {
	local_t telling;	/* a handler tells, and owns the two below */
	u64 told;		/* total in the last note */
	u64 time;		/* of the last note, ns */
};

/*
 * Is a note due, for a miss that *missed has counted already? At most one note a
 * millisecond. After true the caller must call kpctl_missed_told(), and say whether the
 * note was written.
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
	barrier();		/* with interrupters: both are stored before `telling` is 0 */
	local_set(&m->telling, 0);
}

#endif /* KPCTL_HIT_MISSED_NOTE_H */
