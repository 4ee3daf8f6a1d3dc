// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/wait.h>
#include <linux/kprobectl.h>

#include "base/text.h"
#include "control/view_trace.h"
#include "control/views.h"
#include "line/copy.h"
#include "ring/ring_mem.h"
#include "session/session.h"

/* Bytes of text that are made at once, about: a line more or less. */
#define MADE_AT_ONCE	(64u << 10)

struct kpctl_trace {
	struct kpctl_session *s;
	bool holds;			/* kpctl_session_hold(): records are taken out */
	struct kpr_copy *copies;	/* of one that does not */
	unsigned int nr;		/* of rings */
	struct kpr_stream *stream;
	struct kpr_buf text;		/* what was made last */
	loff_t start;			/* the position of its first byte */
	u64 written, overwritten;	/* events, when it was copied */
	bool begun;			/* the head's text was made */
};

/* What the stream asks for: how to decode the records. */
static int describe_events(void *arg, char **buf, size_t *len)
{
	struct kpctl_text text = {};

	kpctl_views_show(arg, KPCTL_VIEW_EVENTS, &text);
	if (text.err) {
		kpctl_text_free(&text);
		return text.err ?: -ENOMEM;
	}
	*buf = text.buf;
	*len = text.len;
	return 0;
}

/* Appends lines until there are about `most` bytes, or no more records. 0 or -ENOMEM. */
static int make_lines(struct kpctl_trace *t, size_t most)
{
	struct kpr_item item;
	int ret = 0;

	while (!ret && t->text.len < most && kpr_stream_next(t->stream, &item) > 0) {
		ret = kpr_stream_format(t->stream, &item, &t->text);
		cond_resched();
	}
	return ret;
}

/* As kpctl_text_piece(), of the bytes from `from` on. */
static ssize_t trace_text_piece(const struct kpctl_trace *t, loff_t from, size_t count, char **piece)
{
	const struct kpctl_text text = { .buf = t->text.data, .len = t->text.len };

	return kpctl_text_piece(&text, from, count, piece);
}

/* Copies */

/*
 * Where the unread records begin, as far as the reader can be believed. A ring that overwrites has
 * no reader.
 */
static u64 unread_from(const struct kpctl_ring *ring)
{
	u64 tail = READ_ONCE(ring->consumer->tail);

	return ring->overwrites || tail % 8 || tail > READ_ONCE(ring->meta->head) ? 0 : tail;
}

static int copy_cpu(struct kpctl_trace *t, struct kpr_copy *copy, const struct kpctl_ring *ring)
{
	int ret = kpr_copy_make(copy, ring->meta, ring->data, ring->size, unread_from(ring));

	t->written += local_read(&ring->written);
	t->overwritten += copy->meta.overwritten;
	return ret;
}

static int copy_rings(struct kpctl_trace *t)
{
	struct kpctl_rings *rings;
	int cpu, ret = 0;

	mutex_lock(&t->s->rings_lock);
	rings = t->s->stream.rings;	/* NULL before the first event */
	for_each_possible_cpu(cpu) {
		if (!rings || ret)
			break;
		ret = copy_cpu(t, &t->copies[t->nr++], &per_cpu_ptr(rings->cpu, cpu)->ring);
	}
	mutex_unlock(&t->s->rings_lock);
	return ret;
}

static int stream_copies(struct kpctl_trace *t)
{
	struct kpr_ring *rings = kvcalloc(t->nr ?: 1, sizeof(*rings), GFP_KERNEL_ACCOUNT);
	unsigned int i;
	int ret;

	if (!rings)
		return -ENOMEM;
	for (i = 0; i < t->nr; i++)
		kpr_copy_ring(&t->copies[i], &rings[i]);
	ret = kpr_stream_new(rings, t->nr, describe_events, t->s, &t->stream);
	for (i = 0; !ret && i < t->nr; i++)
		kpr_copy_names(&t->copies[i], &t->stream->comm);
	if (!ret)
		kpr_stream_finish(t->stream);
	return ret;
}

struct kpctl_trace *kpctl_trace_copy(struct kpctl_session *s)
{
	struct kpctl_trace *t = kzalloc(sizeof(*t), GFP_KERNEL_ACCOUNT);
	int ret = -ENOMEM;

	if (!t)
		return ERR_PTR(-ENOMEM);
	t->s = s;
	t->copies = kvcalloc(num_possible_cpus(), sizeof(*t->copies), GFP_KERNEL_ACCOUNT);
	if (t->copies)
		ret = copy_rings(t);
	if (!ret)
		ret = stream_copies(t);
	if (ret) {
		kpctl_trace_close(t);
		return ERR_PTR(ret);
	}
	return t;
}

/* The columns of the lines, as tracefs explains them. */
static int make_head(struct kpctl_trace *t)
{
	static const char legend[] =
		"#\n"
		"#                                _-----=> irqs-off/BH-disabled\n"
		"#                               / _----=> need-resched\n"
		"#                              | / _---=> hardirq/softirq\n"
		"#                              || / _--=> preempt-depth\n"
		"#                              ||| /\n"
		"#           TASK-PID     CPU#  ||||     TIMESTAMP  EVENT\n"
		"#              | |         |   ||||         |         |\n";

	if (kpr_buf_room(&t->text, sizeof(legend) + 128))
		return -ENOMEM;
	t->text.len += scnprintf(t->text.data + t->text.len, 128,
				 "# events written: %llu, overwritten: %llu   #P:%u\n", t->written,
				 t->overwritten, num_online_cpus());
	memcpy(t->text.data + t->text.len, legend, sizeof(legend) - 1);
	t->text.len += sizeof(legend) - 1;
	return 0;
}

/* Replaces the text by what follows. */
static int make_more(struct kpctl_trace *t)
{
	int ret = 0;

	t->start += t->text.len;
	t->text.len = 0;
	if (!t->begun)
		ret = make_head(t);
	t->begun = true;
	return ret ?: make_lines(t, MADE_AT_ONCE);
}

ssize_t kpctl_trace_piece(struct kpctl_trace *t, loff_t pos, size_t count, char **piece)
{
	int ret;

	*piece = NULL;
	if (pos < t->start)
		return pos < 0 ? -EINVAL : -ESPIPE;
	while (pos >= t->start + t->text.len) {
		ret = make_more(t);
		if (ret)
			return ret;
		if (!t->text.len)
			break;
	}
	return trace_text_piece(t, pos - t->start, count, piece);
}

/* Readers */

/* In place: the pages that a program would map. */
static int read_cpu(struct kpr_ring *to, const struct kpctl_ring *ring)
{
	int ret = kpr_ring_init(to, ring->meta, ring->meta->data_offset + 2 * ring->size,
				ring->consumer);

	to->data = ring->data;
	return ret;
}

int kpctl_trace_stream(struct kpctl_rings *from, kpr_events_text_fn fn, void *arg,
		       struct kpr_stream **out)
{
	struct kpr_ring *rings = kvcalloc(num_possible_cpus(), sizeof(*rings), GFP_KERNEL_ACCOUNT);
	unsigned int nr = 0;
	int cpu, ret = 0;

	if (!rings)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
		ret = ret ?: read_cpu(&rings[nr++], &per_cpu_ptr(from->cpu, cpu)->ring);
	if (ret) {
		kvfree(rings);
		return ret;
	}
	return kpr_stream_new(rings, nr, fn, arg, out);
}

struct kpctl_trace *kpctl_trace_attach(struct kpctl_session *s)
{
	struct kpctl_trace *t = kzalloc(sizeof(*t), GFP_KERNEL_ACCOUNT);
	int ret;

	if (!t)
		return ERR_PTR(-ENOMEM);
	ret = kpctl_session_hold(s);
	if (ret) {
		kfree(t);
		return ERR_PTR(ret);
	}
	t->s = s;
	t->holds = true;
	ret = kpctl_trace_stream(s->stream.rings, describe_events, s, &t->stream);
	if (ret) {
		kpctl_trace_close(t);
		return ERR_PTR(ret);
	}
	return t;
}

ssize_t kpctl_trace_take(struct kpctl_trace *t, size_t count, char **piece, u64 *wait_ns)
{
	u64 now = ktime_get_ns();
	ssize_t ret;

	if (t->start == t->text.len) {
		t->start = t->text.len = 0;
		kpr_stream_pass(t->stream, now);
		ret = make_lines(t, min_t(size_t, count, MADE_AT_ONCE));
		if (ret)
			return ret;
	}
	*wait_ns = kpr_stream_wait(t->stream, now);
	ret = trace_text_piece(t, t->start, count, piece);
	if (ret > 0)
		t->start += ret;
	return ret;
}

int kpctl_trace_wait(struct kpctl_session *s, u64 wait_ns)
{
	if (wait_ns == KPR_WAIT_POLL)
		return wait_event_interruptible(s->stream.wait, kpctl_stream_poll(&s->stream));
	schedule_timeout_interruptible(nsecs_to_jiffies(wait_ns) + 1);
	return signal_pending(current) ? -ERESTARTSYS : 0;
}

void kpctl_trace_close(struct kpctl_trace *t)
{
	unsigned int i;

	if (!t)
		return;
	if (t->holds && t->stream)
		kpr_stream_stop(t->stream);
	kpr_stream_close(t->stream);
	for (i = 0; t->copies && i < t->nr; i++)
		kpr_copy_free(&t->copies[i]);
	if (t->holds)
		kpctl_session_let_go(t->s);
	kvfree(t->copies);
	kpr_buf_free(&t->text);
	kfree(t);
}
