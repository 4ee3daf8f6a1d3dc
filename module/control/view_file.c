// SPDX-License-Identifier: GPL-2.0
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/kprobectl.h>

#include "control/access.h"
#include "control/check.h"
#include "control/command.h"
#include "session/redact.h"
#include "session/session.h"
#include "control/view_file.h"
#include "control/view_hist.h"
#include "control/view_trace.h"
#include "control/views.h"

/* A longer write takes the whole lines within this limit; the writer comes back with the rest. */
#define WRITE_MAX	(256u << 10)

void kpctl_view_file_init(struct kpctl_view_file *tf, u32 view, const struct file *file)
{
	mutex_init(&tf->lock);
	memset(&tf->text, 0, sizeof(tf->text));
	kpctl_hist_reader_init(&tf->hists, &kpctl_hist_listed);
	tf->trace = NULL;
	tf->view = view;
	tf->of_main = false;
	tf->hides = !kpctl_shows_addresses(file);
}

void kpctl_view_file_free(struct kpctl_view_file *tf)
{
	kpctl_text_free(&tf->text);
	kpctl_hist_reader_reset(&tf->hists);
	kpctl_trace_close(tf->trace);
}

int kpctl_view_file_set_view(struct kpctl_view_file *tf, u32 view)
{
	bool of_main = view & KPCTL_VIEW_MAIN;

	view &= ~KPCTL_VIEW_MAIN;
	if (view >= KPCTL_VIEWS)
		return -EINVAL;
	mutex_lock(&tf->lock);
	WRITE_ONCE(tf->view, view);
	tf->of_main = of_main;
	kpctl_text_reset(&tf->text);
	kpctl_hist_reader_reset(&tf->hists);
	kpctl_trace_close(tf->trace);
	tf->trace = NULL;
	mutex_unlock(&tf->lock);
	return 0;
}

static struct kpctl_session *session_of(const struct kpctl_view_file *tf, struct kpctl_session *s)
{
	return tf->of_main ? kpctl_main : s;
}

void kpctl_view_text(struct kpctl_session *s, u32 view, bool hides, struct kpctl_text *text)
{
	kpctl_text_reset(text);
	kpctl_views_show(s, view, text);
	if (hides)
		kpctl_redact_addresses(text->buf, text->len);
}

/*
 * Keys and values, of aggregates, of what is open, of records, can be addresses in any form: they
 * are refused, not redacted.
 */
static int may_read_values(const struct kpctl_view_file *tf)
{
	bool has_values = tf->view == KPCTL_VIEW_HISTS || tf->view == KPCTL_VIEW_OPEN ||
			  tf->view == KPCTL_VIEW_TRACE || tf->view == KPCTL_VIEW_TRACE_PIPE;

	return tf->hides && has_values ? -EPERM : 0;
}

static ssize_t read_hists(struct kpctl_view_file *tf, struct kpctl_session *s, size_t count,
			  loff_t pos, char **piece)
{
	int ret = 0;

	if (!pos || !tf->hists.begun) {
		kpctl_hist_reader_begin(&tf->hists);
		ret = kpctl_views_hists(s, &tf->hists);
	}
	return ret ?: kpctl_hist_reader_piece(&tf->hists, pos, count, piece);
}

static ssize_t read_text(struct kpctl_view_file *tf, struct kpctl_session *s, size_t count,
			 loff_t pos, char **piece)
{
	if (!pos)
		kpctl_view_text(s, tf->view, tf->hides, &tf->text);
	return tf->text.err ?: kpctl_text_piece(&tf->text, pos, count, piece);
}

static ssize_t read_trace(struct kpctl_view_file *tf, struct kpctl_session *s, size_t count,
			  loff_t pos, char **piece)
{
	struct kpctl_trace *t = tf->trace;

	if (!pos || !t) {
		kpctl_trace_close(t);
		t = kpctl_trace_copy(s);
		tf->trace = IS_ERR(t) ? NULL : t;
	}
	return IS_ERR(t) ? PTR_ERR(t) : kpctl_trace_piece(t, pos, count, piece);
}

/* 0, with tf->trace the session's reader, or -errno. */
static int begin_pipe(struct kpctl_view_file *tf, struct kpctl_session *s)
{
	struct kpctl_trace *t;

	lockdep_assert_held(&tf->lock);
	if (tf->trace)
		return 0;
	t = kpctl_trace_attach(s);
	if (IS_ERR(t))
		return PTR_ERR(t);
	tf->trace = t;
	return 0;
}

int kpctl_view_file_begin(struct kpctl_view_file *tf, struct kpctl_session *s)
{
	int ret;

	mutex_lock(&tf->lock);
	ret = may_read_values(tf) ?: begin_pipe(tf, session_of(tf, s));
	mutex_unlock(&tf->lock);
	return ret;
}

/* What has come. 0, and *of is the session to wait for: nothing; NULL: another view is shown now. */
static ssize_t take_lines(struct kpctl_view_file *tf, struct kpctl_session *s, size_t count,
			  char **piece, struct kpctl_session **of, u64 *wait_ns)
{
	ssize_t ret;

	*of = NULL;
	mutex_lock(&tf->lock);
	ret = may_read_values(tf);
	if (!ret && tf->view == KPCTL_VIEW_TRACE_PIPE) {
		s = session_of(tf, s);
		ret = begin_pipe(tf, s);
		if (!ret) {
			*of = s;
			ret = kpctl_trace_take(tf->trace, count, piece, wait_ns);
		}
	}
	mutex_unlock(&tf->lock);
	return ret;
}

static ssize_t read_pipe(struct kpctl_view_file *tf, struct kpctl_session *s, size_t count,
			 char **piece, bool waits)
{
	struct kpctl_session *of;
	u64 wait_ns;
	ssize_t ret;

	for (;;) {
		ret = take_lines(tf, s, count, piece, &of, &wait_ns);
		if (ret || !of)
			return ret;
		if (!waits)
			return -EAGAIN;
		ret = kpctl_trace_wait(of, wait_ns) ?: kpctl_may_look();
		if (ret)
			return ret;
	}
}

ssize_t kpctl_view_file_read(struct kpctl_view_file *tf, struct kpctl_session *s,
			     char __user *buf, size_t count, loff_t *ppos, bool waits)
{
	ssize_t ret = kpctl_may_look();
	char *piece = NULL;

	if (ret || !count)
		return ret;
	if (READ_ONCE(tf->view) == KPCTL_VIEW_TRACE_PIPE) {
		ret = read_pipe(tf, s, count, &piece, waits);
		return kpctl_text_hand_out(piece, ret, buf, ppos);
	}
	mutex_lock(&tf->lock);
	s = session_of(tf, s);
	ret = may_read_values(tf);
	if (!ret && tf->view == KPCTL_VIEW_HISTS)
		ret = read_hists(tf, s, count, *ppos, &piece);
	else if (!ret && tf->view == KPCTL_VIEW_TRACE)
		ret = read_trace(tf, s, count, *ppos, &piece);
	else if (!ret)
		ret = read_text(tf, s, count, *ppos, &piece);
	mutex_unlock(&tf->lock);
	return kpctl_text_hand_out(piece, ret, buf, ppos);
}

__poll_t kpctl_view_file_poll(struct kpctl_view_file *tf, struct kpctl_session *s,
			      struct file *file, struct poll_table_struct *wait)
{
	mutex_lock(&tf->lock);
	if (tf->view == KPCTL_VIEW_TRACE_PIPE)
		s = session_of(tf, s);
	mutex_unlock(&tf->lock);
	poll_wait(file, &s->stream.wait, wait);
	/* A record whose text has not been taken to its end is in the ring. */
	return kpctl_stream_poll(&s->stream) ? EPOLLIN | EPOLLRDNORM : 0;
}

size_t kpctl_view_whole_lines(const char *text, size_t len)
{
	while (len && text[len - 1] != '\n')
		len--;
	return len;
}

int kpctl_view_write(struct kpctl_session *s, u32 view, const char *text, size_t len)
{
	switch (view) {
	case KPCTL_VIEW_CONTROL:
		return kpctl_command_run(s, text, len);
	case KPCTL_VIEW_CHECK:
		return kpctl_check_run(s, text, len);
	case KPCTL_VIEW_FILTERS:
		return kpctl_command_filters(s, text, len);
	case KPCTL_VIEW_HISTS:
		return kpctl_command_clear_hists(s, text, len);
	case KPCTL_VIEW_ERRORS:
		kpctl_command_clear_errors(s);
		return 0;
	default:
		return -EINVAL;
	}
}

ssize_t kpctl_view_file_write(struct kpctl_view_file *tf, struct kpctl_session *s,
			      const struct file *file, const char __user *buf, size_t count)
{
	size_t len = min_t(size_t, count, WRITE_MAX);
	char *text;
	ssize_t ret;
	u32 view;

	ret = kpctl_may_control(file);
	if (ret || !count)
		return ret;
	text = vmemdup_user(buf, len);
	if (IS_ERR(text))
		return PTR_ERR(text);
	if (len < count)
		len = kpctl_view_whole_lines(text, len);
	mutex_lock(&tf->lock);	/* released before the command, which can take long */
	s = session_of(tf, s);
	view = tf->view;
	mutex_unlock(&tf->lock);
	ret = len ? kpctl_view_write(s, view, text, len) : -E2BIG;
	kvfree(text);
	return ret ?: len;
}
