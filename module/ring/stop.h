/* SPDX-License-Identifier: GPL-2.0 */
/*
 * `do stop`: a hit stops the recording of its session, at once or after N more events, so that
 * what led to the hit is kept.
 *
 *	         kpctl_stop_now()
 *	  NOT ------> FILLING ------> LAST -- N events --> DONE
 *	   ^             |                                  |
 *	   |             +---- N is 0 --------------------->+
 *	   +----------- tracing_on is written --------------+
 *
 * The first hit to move the state away from NOT is the hit that stops. From then on the fast
 * path is closed on all CPUs (kpctl_cpu.told), and each record is asked for: exactly N are
 * admitted, but for hits on other CPUs that had passed the fast path's test by then. Hits that
 * are refused count as `off`.
 *
 * A handler cannot take the locks under which tracing_on is written: the owner's callback, from
 * an irq_work, makes the stop official.
 */
#ifndef KPCTL_RING_STOP_H
#define KPCTL_RING_STOP_H

#include <linux/atomic.h>
#include <linux/irq_work.h>
#include <linux/types.h>

struct kpctl_stream;

enum kpctl_stop_state {
	KPCTL_STOP_NOT,
	KPCTL_STOP_FILLING,		/* the fields below are being written */
	KPCTL_STOP_LAST,
	KPCTL_STOP_DONE,
};

struct kpctl_stop {
	u32 state;			/* enum kpctl_stop_state */
	u16 id;				/* of the event whose hit stops */
	u32 after;			/* so many more events */
	u32 tid;			/* of the task that was hit, and its name */
	u64 comm[2];
	u64 time;			/* ns of CLOCK_MONOTONIC */
	atomic_t left;			/* LAST: events that are still admitted */
	struct irq_work work;
	void (*stopped)(struct kpctl_stream *stream);	/* from the irq_work */
};

void kpctl_stop_init(struct kpctl_stream *stream);

/* In handlers, with preemption off. */
/* True: it is this hit that stops. */
bool kpctl_stop_now(struct kpctl_stream *stream, u16 id, u32 after);
/* May another event be recorded? Asked for each while the state is not NOT. */
bool kpctl_stop_admits(struct kpctl_stream *stream);

/* Under the owner's lock: recording goes on. */
void kpctl_stop_end(struct kpctl_stream *stream);
/* Nobody calls kpctl_stop_now() any more: waits for the irq_work. */
void kpctl_stop_sync(struct kpctl_stream *stream);

#endif /* KPCTL_RING_STOP_H */
