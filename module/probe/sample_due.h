/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How many samples of a CPU did not come: expected less got, by the clock. The code needs no
 * kernel: tests/unit/sample_due_test.c runs on the host.
 *
 * Each sample says when the next one is due. A clock's samples are never early, so a sample
 * before its time means that the time was wrong: the sample that gave it came late itself.
 * A sample that is late by whole periods has passed over as many samples.
 *
 * The kernel pauses a counter that had more samples since the CPU's last tick than
 * perf_event_max_sample_rate admits, and lets it go on at the next tick. A CPU that falls idle
 * meanwhile has no tick, and nobody takes samples of an idle CPU for missed: two ticks are the
 * longest pause that counts.
 *
 * The samples of counted cycles come when the cycles were counted, which stand still while the
 * CPU is halted: of these only pauses count.
 */
#ifndef KPCTL_PROBE_SAMPLE_DUE_H
#define KPCTL_PROBE_SAMPLE_DUE_H

#include <linux/compiler.h>
#include <linux/types.h>

struct kpctl_sample_due {
	u64 period;		/* ns between two samples */
	u64 pause;		/* ns, the longest pause that counts */
	u64 due;		/* when the next sample is; 0: the next one is the first */
	u64 missed;
	bool by_clock;
	bool paused;		/* the kernel has paused the counter after the last sample */
};

/*
 * A sample has come, now, behind which the kernel pauses the counter or not. The samples of a
 * CPU come one after the other; only they write *d.
 */
static __always_inline void kpctl_sample_came(struct kpctl_sample_due *d, u64 now, bool pauses)
{
	u64 late = d->due && now > d->due ? now - d->due : 0;
	bool in_phase = d->due && now >= d->due && d->by_clock;

	if (unlikely(d->paused) && late > d->pause) {
		late = d->pause;
		in_phase = false;
	}
	if (unlikely(late >= d->period) && (d->by_clock || d->paused)) {
		WRITE_ONCE(d->missed, d->missed + late / d->period);
		d->due += late / d->period * d->period;
	}
	d->due = (in_phase ? d->due : now) + d->period;
	d->paused = pauses;
}

#endif /* KPCTL_PROBE_SAMPLE_DUE_H */
