// SPDX-License-Identifier: GPL-2.0
/*
 * The irq_work and the timer that wake sleeping readers. Why no reader is forgotten is
 * proved in ring.c (9 and 10).
 */
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/rcupdate.h>

#include "base/compat.h"
#include "ring/stream.h"

/* With little to read, readers are woken after this delay: a whole tick at least. */
#define WAKE_DELAY	max(HZ / 50, 2)

static bool any_unread(struct kpctl_rings *rings)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if (kpctl_ring_fill(&per_cpu_ptr(rings->cpu, cpu)->ring))
			return true;
	return false;
}

/* While there is something to read, no reader sleeps and no ring is armed. */
static bool await_rings(struct kpctl_rings *rings, bool *armed)
{
	bool ready = false;
	int cpu;

	if (any_unread(rings))
		return true;
	for_each_possible_cpu(cpu)
		if (kpctl_ring_await(&per_cpu_ptr(rings->cpu, cpu)->ring, armed))
			ready = true;
	return ready;
}

/* Anything to read? If not, kpctl_ring_await() asks the writers for a wake-up. */
static bool look_for_unread(struct kpctl_stream *stream)
{
	struct kpctl_rings *rings;
	bool ready, armed = false;

	rcu_read_lock();	/* against replace_rings() */
	rings = READ_ONCE(stream->rings);
	ready = rings && await_rings(rings, &armed);
	rcu_read_unlock();
	/*
	 * A writer may have checked wake_at just before this ring was armed. The record
	 * of that writer is visible long before the timer looks, which is a whole delay
	 * from now, even where the timer would have run sooner.
	 */
	if (armed)
		mod_timer(&stream->timer, jiffies + WAKE_DELAY);
	return ready;
}

void kpctl_stream_look(struct kpctl_stream *stream)
{
	if (look_for_unread(stream))
		wake_up_interruptible_all(&stream->wait);
}

static void wake_timer(struct timer_list *timer)
{
	struct kpctl_stream *stream = container_of(timer, struct kpctl_stream, timer);

	/* Pairs with the smp_mb() in wake_later(): no longer pending, then look. */
	smp_mb();
	kpctl_stream_look(stream);
}

/* From an irq_work, never from a handler. */
static void wake_later(struct kpctl_stream *stream)
{
	/*
	 * Pairs with the smp_mb() in wake_timer(): published and armed, then ask whether
	 * the timer is pending. A pending timer has yet to look.
	 */
	smp_mb();
	if (!timer_pending(&stream->timer))
		mod_timer(&stream->timer, jiffies + WAKE_DELAY);
}

/*
 * Runs soon after a handler asked for it, in hard interrupt context (on RT in a
 * thread). Much to read: wake now. Little to read: wake when there is much or when the
 * timer expires, whichever is first.
 */
void kpctl_stream_wake(struct irq_work *work)
{
	struct kpctl_cpu *c = container_of(work, struct kpctl_cpu, wake);

	if (kpctl_ring_more(&c->ring))
		wake_up_interruptible_all(&c->stream->wait);
	else
		wake_later(c->stream);
}

bool kpctl_stream_poll(struct kpctl_stream *stream)
{
	bool ready = look_for_unread(stream);

	/* An edge-triggered poller reads everything, and asks again only when it is woken. */
	if (ready)
		wake_later(stream);
	return ready;
}

void kpctl_stream_init(struct kpctl_stream *stream)
{
	init_waitqueue_head(&stream->wait);
	timer_setup(&stream->timer, wake_timer, 0);
	stream->tracing_on = true;
	kpctl_stop_init(stream);
}

void kpctl_stream_free(struct kpctl_stream *stream)
{
	/* First the wake-ups under way, as these may start the timer. */
	if (stream->rings)
		kpctl_rings_quiet(stream->rings);
	kpctl_timer_stop(&stream->timer);
	kpctl_rings_free(stream->rings);
}
