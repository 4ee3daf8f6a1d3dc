// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "base/compat.h"
#include "session/event.h"
#include "session/event_aggr.h"
#include "session/event_list.h"
#include "session/event_spans.h"
#include "hit/fast.h"
#include "hit/print.h"
#include "session/session.h"

struct kpctl_session *kpctl_main;
LIST_HEAD(kpctl_sessions);
DEFINE_MUTEX(kpctl_sessions_lock);	/* kpctl_sessions */

static unsigned int buffer_size_kb = 1024;
module_param(buffer_size_kb, uint, 0444);
MODULE_PARM_DESC(buffer_size_kb, "KiB of ring per CPU and session, made a power of two (1024)");

static bool overwrite;
module_param(overwrite, bool, 0444);
MODULE_PARM_DESC(overwrite, "1: the rings of the main session keep the newest events, and not the oldest (0)");

/* Under rings_lock. */
static void note_tracing(struct kpctl_session *s, bool on)
{
	WRITE_ONCE(s->want_tracing, on);
	WRITE_ONCE(s->stream.tracing_on, on);
	if (s->stream.rings)
		kpctl_rings_tracing(s->stream.rings, on);
}

/* Life */

void kpctl_sessions_look(void)
{
	struct kpctl_session *s;

	mutex_lock(&kpctl_sessions_lock);
	list_for_each_entry(s, &kpctl_sessions, node)
		kpctl_stream_look(&s->stream);
	mutex_unlock(&kpctl_sessions_lock);
}

/* `do stop`: the handler has stopped recording, and this says so. */
static void note_stop(struct work_struct *work)
{
	struct kpctl_session *s = container_of(work, struct kpctl_session, stopped);

	mutex_lock(&s->rings_lock);
	if (READ_ONCE(s->stream.stop.state) == KPCTL_STOP_DONE)
		note_tracing(s, false);
	mutex_unlock(&s->rings_lock);
	wake_up_interruptible_all(&s->stream.wait);
}

static void stream_stopped(struct kpctl_stream *stream)
{
	schedule_work(&container_of(stream, struct kpctl_session, stream)->stopped);
}

static atomic_t numbers;	/* the main session is the first, KPCTL_STREAM_MAIN */

struct kpctl_session *kpctl_session_alloc(void)
{
	struct kpctl_session *s = kzalloc(sizeof(*s), GFP_KERNEL_ACCOUNT);

	if (!s)
		return NULL;
	mutex_init(&s->dirs);
	mutex_init(&s->lock);
	mutex_init(&s->rings_lock);
	INIT_LIST_HEAD(&s->events);
	INIT_LIST_HEAD(&s->gone);
	kpctl_keeping_init(s);
	kpctl_stream_init(&s->stream);
	s->stream.number = atomic_inc_return(&numbers);
	s->stream.stop.stopped = stream_stopped;
	INIT_WORK(&s->stopped, note_stop);
	s->want_tracing = true;
	s->ring_size = kpctl_rings_fit((u64)buffer_size_kb << 10);
	mutex_lock(&kpctl_sessions_lock);
	list_add_tail(&s->node, &kpctl_sessions);
	mutex_unlock(&kpctl_sessions_lock);
	return s;
}

static void forget_gone(struct kpctl_session *s)
{
	struct kpctl_gone *gone, *next;

	list_for_each_entry_safe(gone, next, &s->gone, node)
		kpctl_gone_free(gone);
}

void kpctl_session_free(struct kpctl_session *s)
{
	WARN_ON_ONCE(!list_empty(&s->events));
	kpctl_keeping_end(s);
	/* from here on neither the module notifier nor any other walk finds the session */
	mutex_lock(&kpctl_sessions_lock);
	list_del(&s->node);
	mutex_unlock(&kpctl_sessions_lock);
	kpctl_stop_sync(&s->stream);
	cancel_work_sync(&s->stopped);
	kpctl_stream_free(&s->stream);	/* without probes there is no writer */
	forget_gone(s);
	kpctl_errlog_clear(&s->errlog);
	kpctl_text_free(&s->verdict);
	kfree(s);
}

void kpctl_session_sum(struct kpctl_session *s, struct kpctl_sum *sum)
{
	struct kpctl_event *ev;
	struct kpctl_sum one;

	lockdep_assert_held(&s->lock);
	*sum = s->removed;
	list_for_each_entry(ev, &s->events, node) {
		kpctl_event_sum(ev, &one);
		kpctl_sum_add(sum, &one);
	}
}

/* Rings */

/* May hits take the fast path? Not while a stop is counted down, see ring/stop.h. */
static bool may_be_fast(const struct kpctl_session *s)
{
	return READ_ONCE(s->stream.tracing_on) && !READ_ONCE(s->stream.stop.state);
}

int kpctl_session_need_rings(struct kpctl_session *s)
{
	struct kpctl_rings *rings;
	int ret = 0;

	mutex_lock(&s->rings_lock);
	if (!s->stream.rings) {
		rings = kpctl_rings_alloc(&s->stream, s->ring_size, s->overwrites);
		if (IS_ERR(rings))
			ret = PTR_ERR(rings);
		else {
			kpctl_rings_tracing(rings, may_be_fast(s));
			/* Pairs with the READ_ONCE() of readers without the lock: a whole set. */
			smp_store_release(&s->stream.rings, rings);
		}
	}
	mutex_unlock(&s->rings_lock);
	return ret;
}

/*
 * Replace the rings by a set of another size, or of another kind. A ring's counters belong to
 * the ring's CPU alone, so the old totals can be carried over only while no handler writes to
 * either set: tracing is off meanwhile, and the ledger counts the hits of that time as `off`.
 */
static int replace_rings(struct kpctl_session *s, u64 size, bool overwrites)
{
	struct kpctl_rings *rings, *old = s->stream.rings;
	struct kpctl_event *ev;

	lockdep_assert_held(&s->lock);
	lockdep_assert_held(&s->rings_lock);
	rings = kpctl_rings_alloc(&s->stream, size, overwrites);
	if (IS_ERR(rings))
		return PTR_ERR(rings);
	WRITE_ONCE(s->stream.tracing_on, false);
	kpctl_rings_tracing(old, false);
	synchronize_rcu();
	kpctl_rings_take_over(rings, old);
	smp_store_release(&s->stream.rings, rings);	/* as in kpctl_session_need_rings() */
	list_for_each_entry(ev, &s->events, node)
		if (ev->target.on)
			kpctl_fast_open(&ev->target);	/* no hit gets there before tracing is on */
	/* Pairs with the load-acquire of handlers: the set, then tracing_on. */
	smp_store_release(&s->stream.tracing_on, s->want_tracing &&
			  READ_ONCE(s->stream.stop.state) != KPCTL_STOP_DONE);
	kpctl_rings_tracing(rings, may_be_fast(s));
	synchronize_rcu();	/* kpctl_stream_poll() may still look at the old set */
	kpctl_rings_free(old);
	wake_up_interruptible_all(&s->stream.wait);	/* wake-ups armed in the old set are lost */
	return 0;
}

static bool all_fit(struct kpctl_session *s, u64 size)
{
	struct kpctl_event *ev;

	list_for_each_entry(ev, &s->events, node)
		if (kpctl_event_size(ev, size) > kpctl_rings_longest(size))
			return false;
	return true;
}

int kpctl_session_resize(struct kpctl_session *s, u64 size)
{
	int ret = kpctl_rings_check_size(size);

	if (ret)
		return ret;
	mutex_lock(&s->lock);
	mutex_lock(&s->rings_lock);
	if (!all_fit(s, size))
		ret = -E2BIG;
	else if (s->stream.rings && s->stream.rings->mapped)
		ret = -EBUSY;
	else if (s->stream.rings && s->stream.rings->size != size)
		ret = replace_rings(s, size, s->overwrites);
	if (!ret)
		WRITE_ONCE(s->ring_size, size);
	mutex_unlock(&s->rings_lock);
	mutex_unlock(&s->lock);
	return ret;
}

int kpctl_session_overwrite(struct kpctl_session *s, bool on)
{
	int ret = 0;

	mutex_lock(&s->lock);
	mutex_lock(&s->rings_lock);
	if (s->overwrites != on) {
		if (s->consumed || (s->stream.rings && s->stream.rings->mapped))
			ret = -EBUSY;
		else if (s->stream.rings)
			ret = replace_rings(s, s->ring_size, on);
	}
	if (!ret)
		WRITE_ONCE(s->overwrites, on);
	mutex_unlock(&s->rings_lock);
	mutex_unlock(&s->lock);
	return ret;
}

void kpctl_session_tracing(struct kpctl_session *s, bool on)
{
	mutex_lock(&s->rings_lock);
	if (on)
		kpctl_stop_end(&s->stream);
	note_tracing(s, on);
	mutex_unlock(&s->rings_lock);
}

void kpctl_session_tell(struct kpctl_session *s)
{
	mutex_lock(&s->rings_lock);
	if (s->stream.rings)
		kpctl_rings_tell(s->stream.rings);
	mutex_unlock(&s->rings_lock);
}

void kpctl_sessions_tell(void)
{
	struct kpctl_session *s;

	mutex_lock(&kpctl_sessions_lock);
	list_for_each_entry(s, &kpctl_sessions, node)
		kpctl_session_tell(s);
	mutex_unlock(&kpctl_sessions_lock);
	kpctl_print_tell();
}

int kpctl_session_leave(struct kpctl_session *s)
{
	int ret = 0;

	mutex_lock(&s->lock);
	mutex_lock(&s->rings_lock);
	if (s->left || s->nr_events || (s->stream.rings && s->stream.rings->mapped))
		ret = -EBUSY;
	else
		s->left = true;
	mutex_unlock(&s->rings_lock);
	mutex_unlock(&s->lock);
	return ret;
}

void kpctl_session_come_back(struct kpctl_session *s)
{
	mutex_lock(&s->lock);
	mutex_lock(&s->rings_lock);
	s->left = false;
	mutex_unlock(&s->rings_lock);
	mutex_unlock(&s->lock);
}

int kpctl_session_attach(struct kpctl_session *s)
{
	int ret = kpctl_session_need_rings(s);

	if (ret)
		return ret;
	mutex_lock(&s->lock);
	mutex_lock(&s->rings_lock);
	if (s->consumed) {
		ret = -EBUSY;
	} else if (s->overwrites) {
		ret = -EOPNOTSUPP;
	} else {
		s->consumed = true;
		kpctl_session_sum(s, &s->at_attach);
		kpctl_session_spans(s, &s->spans_at_attach);
		kpctl_rings_attach(s->stream.rings);
	}
	mutex_unlock(&s->rings_lock);
	mutex_unlock(&s->lock);
	return ret;
}

int kpctl_main_init(void)
{
	kpctl_main = kpctl_session_alloc();
	if (!kpctl_main)
		return -ENOMEM;
	kpctl_main->is_shared = true;
	kpctl_main->overwrites = overwrite;
	return 0;
}

void kpctl_session_detach(struct kpctl_session *s)
{
	mutex_lock(&s->rings_lock);
	s->consumed = false;
	kpctl_rings_detach(s->stream.rings);
	mutex_unlock(&s->rings_lock);
}

/* The set of rings stays, as under a mapping. */
int kpctl_session_hold(struct kpctl_session *s)
{
	int ret = kpctl_session_attach(s);

	if (ret)
		return ret;
	mutex_lock(&s->rings_lock);
	if (!s->is_shared && s->stream.rings->mapped)
		ret = -EBUSY;
	else
		s->stream.rings->mapped++;
	mutex_unlock(&s->rings_lock);
	if (ret)
		kpctl_session_detach(s);
	return ret;
}

void kpctl_session_let_go(struct kpctl_session *s)
{
	mutex_lock(&s->rings_lock);
	s->stream.rings->mapped--;
	mutex_unlock(&s->rings_lock);
	kpctl_session_detach(s);
}

/* Mappings. A mapping holds the file, and the file holds the session and the module. */

static void vm_open(struct vm_area_struct *vma)
{
	struct kpctl_session *s = vma->vm_private_data;

	mutex_lock(&s->rings_lock);
	s->stream.rings->mapped++;
	mutex_unlock(&s->rings_lock);
}

static void vm_close(struct vm_area_struct *vma)
{
	struct kpctl_session *s = vma->vm_private_data;

	mutex_lock(&s->rings_lock);
	s->stream.rings->mapped--;
	mutex_unlock(&s->rings_lock);
}

/* A mapping cannot be split: each piece would be a mapping that mmap() refuses. */
static int vm_may_split(struct vm_area_struct *vma, unsigned long addr)
{
	return -EINVAL;
}

static const struct vm_operations_struct vm_ops = {
	.open = vm_open,
	.close = vm_close,
	.may_split = vm_may_split,
};

int kpctl_session_mmap(struct kpctl_session *s, struct vm_area_struct *vma, bool looks)
{
	int ret = kpctl_session_need_rings(s);

	if (ret)
		return ret;
	mutex_lock(&s->rings_lock);
	/* of trace_pipe nobody may write over what the kernel itself reads */
	if (s->left || (!s->is_shared && s->consumed))
		ret = -EBUSY;
	else
		ret = kpctl_rings_mmap(s->stream.rings, vma, looks);
	if (!ret) {
		vma->vm_private_data = s;
		vma->vm_ops = &vm_ops;
		s->stream.rings->mapped++;
	}
	mutex_unlock(&s->rings_lock);
	return ret;
}
