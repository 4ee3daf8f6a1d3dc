// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "base/text.h"
#include "control/view_hist.h"
#include "control/view_open.h"
#include "ring/clock.h"
#include "session/event.h"
#include "session/event_spans.h"
#include "session/session.h"
#include "show/show.h"
#include "span/span.h"

/* Which span, and how old it was when the list was begun. */
struct open_span {
	u64 age;
	u64 stamp;
	u32 way;
};

static u64 now_of_spans(void)
{
	u64 now;

	preempt_disable();
	now = kpctl_clock();
	preempt_enable();
	return now;
}

static u64 age_of(u64 stamp, u64 now)
{
	u64 age;

	preempt_disable();
	age = kpctl_clock_between(stamp, now);
	preempt_enable();
	return age;
}

/* All ages are those of one moment, so that they have the order of the starts. */
static u32 list_open_spans(const struct kpctl_spans *s, struct open_span *list, u32 room, u64 *entry)
{
	u64 now = now_of_spans();
	u32 i, n = 0;

	for (i = 0; i < kpctl_span_ways(s) && n < room; i++) {
		if (!kpctl_span_copy(s, i, entry))
			continue;
		list[n].stamp = ((const struct kpctl_span_entry *)entry)->stamp;
		list[n].age = age_of(list[n].stamp, now);
		list[n++].way = i;
	}
	return n;
}

static int older_first(const void *a, const void *b)
{
	const struct open_span *x = a, *y = b;

	return x->age > y->age ? -1 : x->age < y->age;
}

/* The arguments */

static void put_kept_string(struct kpctl_text *text, const u8 *kept, u32 at)
{
	const u32 *slot = (const u32 *)(kept + at);
	u32 len = slot[0] >> 16;

	if (!len)
		kpctl_text_printf(text, "(fault)");
	else
		kpctl_text_printf(text, "\"%*pE\"%s", (int)(len - 1),
				  (const char *)kept + (slot[0] & 0xffff),
				  slot[1] & KPCTL_STR_CUT ? "..." : "");
}

/* One element of the argument; those of an array stand in their width. */
static void put_kept_element(struct kpctl_text *text, const struct kpctl_arg_spec *as,
			     const u8 *kept, u32 at, u32 i)
{
	u32 size = kpctl_type_size(as->type), bits;
	u64 v = 0;

	if (kpctl_type_is_string(as->type)) {
		put_kept_string(text, kept, at + 8 * i);
		return;
	}
	if (kpctl_type_is_address(as->type) || !as->count) {
		kpctl_view_part(text, as, kept + at + size * i, ';');
		return;
	}
	memcpy(&v, kept + at + size * i, size);
	bits = 64 - 8 * size;
	if (kpctl_type_is_signed(as->type))
		v = (s64)(v << bits) >> bits;
	kpctl_view_part(text, as, (const u8 *)&v, ';');
}

static void put_kept(struct kpctl_text *text, const struct kpctl_spec *spec, u32 nr, const u8 *kept)
{
	const struct kpctl_arg_spec *as = &spec->arg[nr];
	const u64 *mask = (const u64 *)kept;
	u32 i, at = kpctl_aside_slot(spec, nr);

	kpctl_text_printf(text, " %s=", as->name);
	if (kpctl_arg_reads_memory(as) && !kpctl_type_is_string(as->type) &&
	    mask[nr / 64] >> nr % 64 & 1) {
		kpctl_text_printf(text, "(fault)");
		return;
	}
	if (as->count)
		kpctl_text_printf(text, "{");
	for (i = 0; i < (as->count ?: 1); i++) {
		if (i)
			kpctl_text_printf(text, ",");
		put_kept_element(text, as, kept, at, i);
	}
	if (as->count)
		kpctl_text_printf(text, "}");
}

/* The spans */

static void put_span(const struct kpctl_event *ev, const struct open_span *span,
		     const struct kpctl_span_entry *entry, struct kpctl_text *text)
{
	static const struct kpctl_show_aggr ns = { .is_ns = true };
	const struct kpctl_spans *s = ev->target.starts;
	char age[KPCTL_SHOW_NUMBER];
	u32 i;

	kpctl_show_exact(&ns, span->age, age);
	kpctl_text_printf(text, "%s %.16s-%llu ", age, (const char *)entry->comm, entry->tid);
	kpctl_view_key(text, ev, &ev->act->start, (const u8 *)entry->word, ';');
	for (i = 0; i < ev->spec->nargs; i++)
		if (kpctl_aside_has(&ev->spec->arg[i]))
			put_kept(text, ev->spec, i, kpctl_span_kept(s, entry));
	kpctl_text_printf(text, "\n");
}

static void put_spans(const struct kpctl_event *ev, struct open_span *list, u32 room, u64 *entry,
		      struct kpctl_text *text)
{
	const struct kpctl_spans *s = ev->target.starts;
	u32 i, n = list_open_spans(s, list, room, entry);

	sort(list, n, sizeof(*list), older_first, NULL);
	for (i = 0; i < n && !text->err; i++)	/* those that are still the same */
		if (kpctl_span_copy(s, list[i].way, entry) && entry[0] == list[i].stamp)
			put_span(ev, &list[i], (void *)entry, text);
}

void kpctl_view_open(const struct kpctl_event *ev, struct kpctl_text *text)
{
	struct open_span *list;
	u64 *entry;
	u32 room;

	lockdep_assert_held(&ev->session->lock);
	if (!ev->target.starts)
		kpctl_text_printf(text, "no spans: the event's line has no `do start`\n");
	if (!kpctl_event_has_spans(ev))	/* the name's first probe lists them */
		return;
	room = kpctl_span_ways(ev->target.starts);
	list = kvmalloc_array(room, sizeof(*list), GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	entry = kvmalloc(ev->target.starts->entry_size, GFP_KERNEL_ACCOUNT);
	if (list && entry)
		put_spans(ev, list, room, entry, text);
	else
		text->err = -ENOMEM;
	kvfree(entry);
	kvfree(list);
}
