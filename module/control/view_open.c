// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "base/budget.h"
#include "base/text.h"
#include "control/view_hist.h"
#include "control/view_open.h"
#include "place/where.h"
#include "probe/engine.h"
#include "probe/open_calls.h"
#include "ring/clock.h"
#include "session/event.h"
#include "session/event_spans.h"
#include "session/session.h"
#include "show/show.h"
#include "span/span.h"

/* Which span or call, and how old it was when the list was begun. */
struct open_line {
	u64 age;
	u64 stamp;
	u32 nr;
};

/* The list for people, the list for programs. */
struct open_form {
	bool listed;
	const char *before;		/* text before the keys, and before each argument */
	struct kpctl_key_marks key;
};

static const struct open_form shown = { false, " ", { ", ", ": ", ';' } };
static const struct open_form listed = { true, "\t", { "\t", "=", ';' } };

/* Ages: all are those of one moment, so that they have the order of the beginnings. */

static u64 now_of_list(void)
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
	return (s64)age < 0 ? 0 : age;		/* begun behind us */
}

static int older_first(const void *a, const void *b)
{
	const struct open_line *x = a, *y = b;

	return x->age > y->age ? -1 : x->age < y->age;
}

/* The head of a line. The name of a task is what its user likes: it is escaped. */
static void put_head(const struct open_form *form, u64 age, const void *comm, u64 tid,
		     struct kpctl_text *text)
{
	static const struct kpctl_show_aggr ns = { .is_ns = true };
	int len = strnlen(comm, TASK_COMM_LEN);
	char exact[KPCTL_SHOW_NUMBER];

	if (form->listed) {
		kpctl_text_printf(text, "%llu %llu\t%*pE\t", age, tid, len, comm);
		return;
	}
	kpctl_show_exact(&ns, age, exact);
	kpctl_text_printf(text, "%s %*pE-%llu", exact, len, comm, tid);
}

/* Arguments that were kept as a record has them, at the offset `at` of what is kept */

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

static void put_kept_stack(struct kpctl_text *text, const struct kpctl_arg_spec *as,
			   const u8 *kept, u32 at)
{
	const u32 *slot = (const u32 *)(kept + at);
	u32 n = (slot[0] >> 16) / 8;

	if (!n)
		kpctl_text_printf(text, "(fault)");
	else
		kpctl_view_stack(text, as, (const u64 *)(kept + (slot[0] & 0xffff)), n, ';');
}

/* One element of the argument; those of an array stand in their width. */
static void put_kept_element(struct kpctl_text *text, const struct kpctl_arg_spec *as,
			     const u8 *kept, u32 at, u32 i)
{
	u32 size = kpctl_type_size(as->type), bits;
	u64 v = 0;

	if (kpctl_type_is_stack(as->type)) {
		put_kept_stack(text, as, kept, at);
		return;
	}
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

static void put_kept(struct kpctl_text *text, const struct kpctl_arg_spec *as, const u8 *kept,
		     u32 at)
{
	u32 i;

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

/* Spans */

static u32 list_spans(const struct kpctl_spans *s, struct open_line *list, u64 *entry)
{
	u64 now = now_of_list();
	u32 i, n = 0;

	for (i = 0; i < kpctl_span_ways(s); i++) {
		if (!kpctl_span_copy(s, i, entry))
			continue;
		list[n].stamp = ((const struct kpctl_span_entry *)entry)->stamp;
		list[n].age = age_of(list[n].stamp, now);
		list[n++].nr = i;
	}
	return n;
}

static void put_span_argument(const struct kpctl_spec *spec, u32 nr, const u8 *kept,
			      const struct open_form *form, struct kpctl_text *text)
{
	const struct kpctl_arg_spec *as = &spec->arg[nr];
	const u64 *mask = (const u64 *)kept;

	kpctl_text_printf(text, "%s%s=", form->before, as->name);
	if (kpctl_arg_reads_memory(as) && !kpctl_type_is_string(as->type) &&
	    mask[nr / 64] >> nr % 64 & 1)
		kpctl_text_printf(text, "(fault)");
	else
		put_kept(text, as, kept, kpctl_aside_slot(spec, nr));
}

static void put_span(const struct kpctl_event *ev, const struct open_form *form, u64 age,
		     const struct kpctl_span_entry *entry, struct kpctl_text *text)
{
	const struct kpctl_spans *s = ev->target.starts;
	u32 i;

	put_head(form, age, entry->comm, entry->tid, text);
	kpctl_text_printf(text, "%s", form->before);
	kpctl_view_key(text, ev, &ev->act->start, (const u8 *)entry->word, &form->key);
	for (i = 0; i < ev->spec->nargs; i++)
		if (kpctl_aside_has(&ev->spec->arg[i]))
			put_span_argument(ev->spec, i, kpctl_span_kept(s, entry), form, text);
	kpctl_text_printf(text, "\n");
}

static void put_spans(const struct kpctl_event *ev, const struct open_form *form,
		      struct open_line *list, u64 *entry, struct kpctl_text *text)
{
	const struct kpctl_spans *s = ev->target.starts;
	u32 i, n = list_spans(s, list, entry);

	sort(list, n, sizeof(*list), older_first, NULL);
	for (i = 0; i < n && !text->err; i++)	/* those that are still the same */
		if (kpctl_span_copy(s, list[i].nr, entry) && entry[0] == list[i].stamp)
			put_span(ev, form, list[i].age, (void *)entry, text);
}

static void view_spans(const struct kpctl_event *ev, const struct open_form *form,
		       struct kpctl_text *text)
{
	u32 ways = kpctl_span_ways(ev->target.starts);
	struct open_line *list = kvmalloc_array(ways, sizeof(*list), KPCTL_COPY_GFP);
	u64 *entry = kvmalloc(ev->target.starts->entry_size, GFP_KERNEL_ACCOUNT);

	if (list && entry)
		put_spans(ev, form, list, entry, text);
	else
		text->err = -ENOMEM;
	kvfree(entry);
	kvfree(list);
}

/* Calls in flight */

/*
 * The arguments that the entry has made: a word that the return would take as it is, or a whole
 * array or string. The return has yet to make all others.
 */
static bool is_made(const struct kpctl_arg *arg, const struct kpctl_arg_spec *as)
{
	return arg->load == KPCTL_LOAD_KEPT && kpctl_aside_has(as) &&
	       (arg->make == KPCTL_MAKE_KEPT || (arg->make == KPCTL_MAKE_WORD && !arg->nderef));
}

static bool was_unreadable(const struct kpctl_arg *arg, const u8 *kept)
{
	return arg->may_fault && ((const u64 *)kept)[arg->fault_bit / 64] >> arg->fault_bit % 64 & 1;
}

static void put_call_argument(const struct kpctl_arg *arg, const struct kpctl_arg_spec *as,
			      const u8 *kept, const struct open_form *form,
			      struct kpctl_text *text)
{
	struct kpctl_site site = { .kept = kept };
	u64 v;

	kpctl_text_printf(text, "%s%s=", form->before, as->name);
	if (was_unreadable(arg, kept))
		kpctl_text_printf(text, "(fault)");
	else if (arg->make == KPCTL_MAKE_KEPT)
		put_kept(text, as, kept, arg->num);
	else if (kpctl_fetch_number(arg, &site, &v))
		kpctl_view_part(text, as, (const u8 *)&v, ';');
}

static void put_call(const struct kpctl_event *ev, const struct open_form *form, u64 age,
		     const struct kpctl_open_call *call, struct kpctl_text *text)
{
	const struct kpctl_prog *prog = call->call.prog;
	u32 i;

	put_head(form, age, call->comm, call->tid, text);
	if (kpctl_kind_is_set(ev->spec->kind)) {
		kpctl_text_printf(text, form->listed ? "" : " ");
		kpctl_where_name(call->call.func, text);
	}
	for (i = 0; i < ev->spec->nargs; i++)
		if (is_made(&prog->args[i], &ev->spec->arg[i]))
			put_call_argument(&prog->args[i], &ev->spec->arg[i], call->call.kept, form,
					  text);
	kpctl_text_printf(text, "\n");
}

static void put_calls(const struct kpctl_event *ev, const struct open_form *form,
		      const struct kpctl_open_calls *calls, struct open_line *list,
		      struct kpctl_text *text)
{
	u64 now = now_of_list();
	u32 i;

	for (i = 0; i < calls->n; i++)
		list[i] = (struct open_line){
			.age = age_of(kpctl_open_call(calls, i)->call.since, now), .nr = i,
		};
	sort(list, calls->n, sizeof(*list), older_first, NULL);
	for (i = 0; i < calls->n && !text->err; i++)
		put_call(ev, form, list[i].age, kpctl_open_call(calls, list[i].nr), text);
}

static void view_calls(const struct kpctl_event *ev, const struct open_form *form,
		       struct kpctl_text *text)
{
	struct kpctl_open_calls calls = {};
	struct open_line *list = NULL;
	int ret = ev->engine->open_calls(ev, &calls);

	if (!ret && calls.n)
		list = kvmalloc_array(calls.n, sizeof(*list), KPCTL_COPY_GFP);
	if (list)
		put_calls(ev, form, &calls, list, text);
	else if (ret || calls.n)
		text->err = -ENOMEM;
	kvfree(list);
	kpctl_open_calls_free(&calls);
}

static void view_open(const struct kpctl_event *ev, const struct open_form *form,
		      struct kpctl_text *text)
{
	lockdep_assert_held(&ev->session->lock);
	if (kpctl_event_has_spans(ev))		/* the name's first probe lists them */
		view_spans(ev, form, text);
	if (ev->engine->open_calls)
		view_calls(ev, form, text);
}

void kpctl_view_open(const struct kpctl_event *ev, struct kpctl_text *text)
{
	if (!ev->target.starts && !ev->engine->open_calls)
		kpctl_text_printf(text, "nothing: the event's line has no `do start`, and watches no calls\n");
	view_open(ev, &shown, text);
}

void kpctl_view_open_list(const struct kpctl_event *ev, struct kpctl_text *text)
{
	view_open(ev, &listed, text);
}
