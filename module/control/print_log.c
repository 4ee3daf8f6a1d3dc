// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/wait.h>
#include <linux/kprobectl.h>

#include "base/text.h"
#include "control/print_log.h"
#include "control/view_trace.h"
#include "control/views.h"
#include "hit/print.h"
#include "line/line_int.h"
#include "session/session.h"

static struct kpr_stream *stream;	/* belongs to the thread, until that has ended */

/* The events of sessions that have ended, until the thread knows them: a line may be still to print. */
static struct kpctl_text ended;
static DEFINE_MUTEX(ended_lock);	/* outside of a session's lock */

void kpctl_print_log_ending(struct kpctl_session *s)
{
	if (!READ_ONCE(kpctl_print_task))
		return;
	mutex_lock(&ended_lock);
	kpctl_views_show(s, KPCTL_VIEW_EVENTS, &ended);
	mutex_unlock(&ended_lock);
	wake_up_interruptible_all(&kpctl_print_stream.wait);
}

/* In the thread. Without memory, the lines say that their event is not described. */
static void learn_ended(void)
{
	struct kpctl_text text;

	mutex_lock(&ended_lock);
	text = ended;
	ended = (struct kpctl_text){};
	mutex_unlock(&ended_lock);
	if (text.len && !text.err)
		kpr_events_parse(&stream->events, text.buf, text.len);
	kpctl_text_free(&text);
}

/* The events of all sessions: ids are of the module. In the thread. */
static int describe_all(void *arg, char **buf, size_t *len)
{
	struct kpctl_text text = {};
	struct kpctl_session *s;

	mutex_lock(&kpctl_sessions_lock);
	list_for_each_entry(s, &kpctl_sessions, node)
		kpctl_views_show(s, KPCTL_VIEW_EVENTS, &text);
	mutex_unlock(&kpctl_sessions_lock);
	learn_ended();	/* behind the walk: a session that has left the list is here */
	if (text.err) {
		kpctl_text_free(&text);
		return -ENOMEM;
	}
	*buf = text.buf;
	*len = text.len;
	return 0;
}

/* Each line of the text by itself, as the kernel log has a time for each. */
static void print_lines(const char *text, size_t len)
{
	const char *end = text + len, *nl;

	for (; text < end; text = nl + 1) {
		nl = memchr(text, '\n', end - text) ?: end;
		while (text < nl && *text == ' ')
			text++;
		printk(KERN_NOTICE "kprobectl: %.*s\n", (int)(nl - text), text);
	}
}

static void print_left_out(const struct kpr_item *item)
{
	const char *group = item->event ? item->event->group : "?";
	const char *name = item->event ? item->event->name : "?";
	int len = item->event ? item->event->name_len : 1;

	if (item->one_in == KPCTL_PRINT_FULL)
		printk(KERN_NOTICE "kprobectl: %s/%.*s: no more lines in this second\n", group, len,
		       name);
	else
		printk(KERN_NOTICE "kprobectl: %s/%.*s: %llu lines were left out\n", group, len,
		       name, (unsigned long long)item->count);
}

static void print_item(const struct kpr_item *item, struct kpr_buf *buf)
{
	buf->len = 0;
	if (item->kind == KPR_THROTTLED)
		print_left_out(item);
	else if (!kpr_stream_format(stream, item, buf))
		print_lines(buf->data, buf->len);
	else
		printk(KERN_NOTICE "kprobectl: no memory for a line\n");
}

static void print_all(struct kpr_buf *buf)
{
	struct kpr_item item;

	learn_ended();
	kpr_stream_pass(stream, ktime_get_ns());
	while (kpr_stream_next(stream, &item) > 0) {
		print_item(&item, buf);
		cond_resched();
	}
}

static bool is_due(void)
{
	return kthread_should_stop() || READ_ONCE(ended.len) ||
	       kpctl_stream_poll(&kpctl_print_stream);
}

static int print_on(void *unused)
{
	struct kpr_buf buf = {};
	u64 wait_ns;

	while (!kthread_should_stop()) {
		print_all(&buf);
		wait_ns = kpr_stream_wait(stream, ktime_get_ns());
		if (wait_ns == KPR_WAIT_POLL)
			wait_event_interruptible(kpctl_print_stream.wait, is_due());
		else
			schedule_timeout_interruptible(nsecs_to_jiffies(wait_ns) + 1);
	}
	kpr_stream_finish(stream);
	print_all(&buf);
	kpr_buf_free(&buf);
	return 0;
}

/* Under the lock of an event's session, so nothing here may ask for descriptions. */
static int start_print_thread(void)
{
	struct task_struct *task;
	int ret;

	if (!stream) {
		ret = kpctl_trace_stream(kpctl_print_stream.rings, describe_all, NULL, &stream);
		if (ret)
			return ret;
	}
	task = kthread_create(print_on, NULL, "kprobectl_print");
	if (IS_ERR(task))
		return PTR_ERR(task);
	WRITE_ONCE(kpctl_print_task, task);
	wake_up_process(task);
	return 0;
}

void kpctl_print_log_init(void)
{
	kpctl_print_init(start_print_thread);
}

void kpctl_print_log_exit(void)
{
	if (kpctl_print_task)
		kthread_stop(kpctl_print_task);
	kpr_stream_close(stream);
	kpctl_text_free(&ended);
	kpctl_print_exit();
}
