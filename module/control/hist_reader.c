// SPDX-License-Identifier: GPL-2.0
#include <linux/err.h>
#include <linux/lockdep.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "aggr/aggr.h"
#include "control/hist_reader.h"
#include "control/view_hist.h"
#include "session/event.h"
#include "session/session.h"

/* Bytes of text that are made at once, about: a step more or less. */
#define MADE_AT_ONCE	(64u << 10)

void kpctl_hist_reader_init(struct kpctl_hist_reader *r, const struct kpctl_hist_form *form)
{
	memset(r, 0, sizeof(*r));
	r->form = form;
	INIT_LIST_HEAD(&r->sources);
}

/* Sources */

static struct kpctl_hist_source *first_source(struct kpctl_hist_reader *r)
{
	return list_first_entry_or_null(&r->sources, struct kpctl_hist_source, node);
}

static void drop_source(struct kpctl_hist_source *source)
{
	list_del(&source->node);
	kpctl_aggrs_put(source->aggrs);
	kpctl_event_put(source->ev);
	kfree(source);
}

int kpctl_hist_reader_add(struct kpctl_hist_reader *r, struct kpctl_event *ev)
{
	struct kpctl_hist_source *source;

	lockdep_assert_held(&ev->session->lock);
	if (!ev->target.aggrs)
		return 0;
	source = kmalloc(sizeof(*source), GFP_KERNEL_ACCOUNT);
	if (!source)
		return -ENOMEM;
	kpctl_event_get(ev);
	source->ev = ev;
	source->aggrs = kpctl_aggrs_get(ev->target.aggrs);
	source->cleared = ev->aggrs_cleared;
	list_add_tail(&source->node, &r->sources);
	return 0;
}

/* Text */

static void close_hist(struct kpctl_hist_reader *r)
{
	kpctl_hist_free(r->hist);
	r->hist = NULL;
}

/* False: there is no further aggregate, or no memory. */
static bool open_hist(struct kpctl_hist_reader *r)
{
	struct kpctl_hist_source *source = first_source(r);
	struct kpctl_hist *h;

	if (source && r->index == source->aggrs->n) {
		drop_source(source);
		source = first_source(r);
		r->index = 0;
	}
	if (!source)
		return false;
	h = kpctl_hist_make(source, r->index, r->form);
	if (IS_ERR(h)) {
		r->text.err = PTR_ERR(h);
		return false;
	}
	r->hist = h;
	r->index++;
	if (r->any)
		kpctl_text_printf(&r->text, "%s", r->form->between);
	r->any = true;
	return true;
}

/* Replaces the text by what follows. */
static void make_text(struct kpctl_hist_reader *r)
{
	r->start += r->text.len;
	kpctl_text_reset(&r->text);
	while (r->text.len < MADE_AT_ONCE && !r->text.err && (r->hist || open_hist(r))) {
		if (!kpctl_hist_next(r->hist, &r->text))
			close_hist(r);
		cond_resched();
	}
}

void kpctl_hist_reader_reset(struct kpctl_hist_reader *r)
{
	struct kpctl_hist_source *source;

	close_hist(r);
	while ((source = first_source(r)))
		drop_source(source);
	kpctl_text_free(&r->text);
	r->index = 0;
	r->begun = false;
	r->any = false;
	r->start = 0;
}

void kpctl_hist_reader_begin(struct kpctl_hist_reader *r)
{
	kpctl_hist_reader_reset(r);
	r->begun = true;
}

ssize_t kpctl_hist_reader_piece(struct kpctl_hist_reader *r, loff_t pos, size_t count,
				char **piece)
{
	*piece = NULL;
	if (pos < r->start)
		return pos < 0 ? -EINVAL : -ESPIPE;
	while (!r->text.err && pos >= r->start + r->text.len) {
		make_text(r);
		if (!r->text.len)
			break;
	}
	return r->text.err ?: kpctl_text_piece(&r->text, pos - r->start, count, piece);
}
