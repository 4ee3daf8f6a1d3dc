/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A stream: the rings that handlers write to now, and the readers who wait for them.
 *
 * The owner of a stream, a session, replaces rings and turns tracing on and off under a
 * lock of the owner's. Handlers take no lock: with preemption off they read tracing_on,
 * then rings.
 *
 * wake.c is the third party of ring.c's proofs 9 and 10, beside writer and reader.
 */
#ifndef KPCTL_RING_STREAM_H
#define KPCTL_RING_STREAM_H

#include <linux/build_bug.h>
#include <linux/percpu.h>
#include <linux/timer.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <asm/local.h>

#include "ring/ring_mem.h"
#include "ring/stop.h"

#define KPCTL_STREAM_MAIN	1	/* kpctl_stream.number of the main session */

struct kpctl_stream {
	struct kpctl_rings *rings;	/* NULL until the first event or mapping */
	bool tracing_on;		/* read by handlers */
	u32 number;			/* the session's; 0: of `do print` */
	struct kpctl_stop stop;
	wait_queue_head_t wait;		/* readers in poll */
	struct timer_list timer;	/* wakes them when there is little to read */
};

/* Without rings; tracing is on. */
void kpctl_stream_init(struct kpctl_stream *stream);
/* No probe, no writer, no reader is left. Frees the rings. */
void kpctl_stream_free(struct kpctl_stream *stream);

/*
 * Anything to read? If not, stream->wait is woken as soon as there is. If so,
 * stream->wait is woken once more after a while, if there is something to read then.
 */
bool kpctl_stream_poll(struct kpctl_stream *stream);
/* Readers are woken if there is something to read. */
void kpctl_stream_look(struct kpctl_stream *stream);
/* What a ring's irq_work does. */
void kpctl_stream_wake(struct irq_work *work);

/* From a handler: a call whose return nobody will see. */
static __always_inline void kpctl_stream_count_missed(struct kpctl_stream *stream)
{
	struct kpctl_cpu *c = this_cpu_ptr(READ_ONCE(stream->rings)->cpu);

	BUILD_BUG_ON(sizeof(local_t) != sizeof(c->ring.meta->missed));
	local_inc((local_t *)&c->ring.meta->missed);
}

#endif /* KPCTL_RING_STREAM_H */
