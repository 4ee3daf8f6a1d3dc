// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/kprobes.h>
#include <linux/sched.h>

#include "ring/clock.h"
#include "ring/comm.h"
#include "ring/stream.h"

/* Each hit takes the general path from now on, and asks for its record. */
static notrace void close_fast_path(struct kpctl_stream *stream)
{
	struct kpctl_rings *rings = READ_ONCE(stream->rings);
	int cpu;

	for_each_possible_cpu(cpu)
		WRITE_ONCE(per_cpu_ptr(rings->cpu, cpu)->told, KPCTL_COMM_NONE);
}
NOKPROBE_SYMBOL(close_fast_path);

/* As for readers (hit/hit.c), no irq_work is queued on a CPU that goes offline. */
static notrace void stop_tracing(struct kpctl_stream *stream)
{
	WRITE_ONCE(stream->tracing_on, false);
	if (likely(cpu_active(raw_smp_processor_id())))
		irq_work_queue(&stream->stop.work);
}
NOKPROBE_SYMBOL(stop_tracing);

notrace noinline bool kpctl_stop_now(struct kpctl_stream *stream, u16 id, u32 after)
{
	struct kpctl_stop *stop = &stream->stop;

	if (cmpxchg(&stop->state, KPCTL_STOP_NOT, KPCTL_STOP_FILLING) != KPCTL_STOP_NOT)
		return false;
	stop->id = id;
	stop->after = after;
	stop->tid = current->pid;
	kpctl_comm_read(stop->comm);
	stop->time = kpctl_clock_ns();
	atomic_set(&stop->left, after);
	close_fast_path(stream);
	/* Pairs with the load-acquires of kpctl_stop_admits() and of views: the fields. */
	smp_store_release(&stop->state, after ? KPCTL_STOP_LAST : KPCTL_STOP_DONE);
	if (!after)
		stop_tracing(stream);
	return true;
}
NOKPROBE_SYMBOL(kpctl_stop_now);

notrace noinline bool kpctl_stop_admits(struct kpctl_stream *stream)
{
	struct kpctl_stop *stop = &stream->stop;
	int left;

	switch (smp_load_acquire(&stop->state)) {
	case KPCTL_STOP_NOT:
		return true;
	case KPCTL_STOP_FILLING:	/* the hit that stops counts from its end on */
		return true;
	case KPCTL_STOP_DONE:
		return false;
	}
	left = atomic_dec_return(&stop->left);
	if (!left) {
		smp_store_release(&stop->state, KPCTL_STOP_DONE);
		stop_tracing(stream);
	}
	return left >= 0;
}
NOKPROBE_SYMBOL(kpctl_stop_admits);

static void tell_owner(struct irq_work *work)
{
	struct kpctl_stream *stream = container_of(work, struct kpctl_stream, stop.work);

	if (stream->stop.stopped)
		stream->stop.stopped(stream);
}

void kpctl_stop_init(struct kpctl_stream *stream)
{
	init_irq_work(&stream->stop.work, tell_owner);
}

void kpctl_stop_end(struct kpctl_stream *stream)
{
	smp_store_release(&stream->stop.state, KPCTL_STOP_NOT);
}

void kpctl_stop_sync(struct kpctl_stream *stream)
{
	irq_work_sync(&stream->stop.work);
}
