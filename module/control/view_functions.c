// SPDX-License-Identifier: GPL-2.0
#include <linux/bitmap.h>
#include <linux/bsearch.h>
#include <linux/jhash.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "aggr/aggr.h"
#include "aggr/rows.h"
#include "probe/engine.h"
#include "session/event.h"
#include "session/session.h"
#include "session/event_aggr.h"
#include "control/view_functions.h"
#include "place/where.h"
#include "base/text.h"

/* A key of $func alone: flags, then the address as hits have it (prog/aggr_operands.h). */
struct func_key {
	u64 flags;
	u64 func;
};

static int by_func(const void *l, const void *r)
{
	const struct func_key *a = (const void *)((const struct kpctl_aggr_row *)l)->key;
	const struct func_key *b = (const void *)((const struct kpctl_aggr_row *)r)->key;

	cond_resched();
	return a->func < b->func ? -1 : a->func > b->func;
}

static bool is_func(const struct kpctl_arg_spec *as)
{
	return as->src == KPCTL_SRC_FUNC && as->type == KPCTL_TYPE_SYMBOL && !as->nderef;
}

/* The first aggregate of the event whose only key is the function; or NULL. */
static const struct kpctl_aggr *counted_by_func(const struct kpctl_event *ev)
{
	const struct kpctl_aggr_spec *as;
	u32 i;

	for (i = 0; ev->target.aggrs && i < ev->target.aggrs->n; i++) {
		as = &ev->act->aggr[i];
		if (as->nkeys == 1 && is_func(kpctl_do_operand(ev->spec, ev->act, as->key[0])))
			return &ev->target.aggrs->aggr[i];
	}
	return NULL;
}

static u64 hits_of(const struct kpctl_aggr_rows *rows, u64 func)
{
	struct func_key key = { .func = func };
	struct kpctl_aggr_row wanted = { .key = (const u8 *)&key }, *row;

	row = bsearch(&wanted, rows->row, rows->n, sizeof(*row), by_func);
	return row ? row->count : 0;
}

/* Functions that share a name, in one module or in none, are listed with their address. */
struct named {
	u64 hash;
	u32 i;				/* index of the function in the event */
};

static int by_name(const void *l, const void *r)
{
	const struct named *a = l, *b = r;

	cond_resched();
	return a->hash < b->hash ? -1 : a->hash > b->hash;
}

static u64 hash_of_name(const struct kpctl_where *w)
{
	size_t len = strlen(w->sym);
	u32 mod = jhash(w->mod, strlen(w->mod), 0);

	return (u64)jhash(w->sym, len, mod) << 32 | jhash(w->sym, len, ~mod);
}

static void note_shared(struct named *named, u32 n, unsigned long *shared)
{
	u32 i;

	sort(named, n, sizeof(*named), by_name, NULL);
	for (i = 1; i < n; i++) {
		if (named[i].hash != named[i - 1].hash)
			continue;
		__set_bit(named[i].i, shared);
		__set_bit(named[i - 1].i, shared);
	}
}

/* A bitmap: set for each function that shares its name with another. NULL: no memory. */
static unsigned long *shared_names(const struct kpctl_event *ev, u32 n, struct kpctl_where *w)
{
	struct named *named = kvmalloc_array(n, sizeof(*named), GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	unsigned long *shared = kvcalloc(BITS_TO_LONGS(n), sizeof(*shared), GFP_KERNEL_ACCOUNT);
	u32 i;

	for (i = 0; named && shared && i < n; i++) {
		named[i].i = i;
		/* a function without a name is printed as an address, and shares no name */
		named[i].hash = kpctl_where_is(ev->engine->function(ev, i), w) ?
				hash_of_name(w) : i;
		cond_resched();
	}
	if (named && shared) {
		note_shared(named, n, shared);
	} else {
		kvfree(shared);
		shared = NULL;
	}
	kvfree(named);
	return shared;
}

static void show_name(unsigned long addr, bool is_shared, struct kpctl_where *w,
		      struct kpctl_text *text)
{
	kpctl_where_name(addr, text);
	if (is_shared && kpctl_where_is(addr, w))
		kpctl_text_printf(text, " 0x%lx", w->base);
}

void kpctl_view_functions(const struct kpctl_event *ev, struct kpctl_text *text)
{
	const struct kpctl_aggr *a = counted_by_func(ev);
	u32 i, n = ev->engine->function ? kpctl_event_functions(ev) : 0;
	struct kpctl_where *w = kmalloc(sizeof(*w), GFP_KERNEL);
	unsigned long *shared = w && n ? shared_names(ev, n, w) : NULL;
	struct kpctl_aggr_rows rows = {};
	unsigned long addr;
	const char *more;

	lockdep_assert_held(&ev->session->lock);
	if (ev->engine->list)
		ev->engine->list(ev, text);
	if (n && !shared)
		text->err = -ENOMEM;
	if (a && !text->err) {
		text->err = kpctl_aggr_rows_make(a, false, &rows);
		sort(rows.row, rows.n, sizeof(*rows.row), by_func, NULL);
	}
	/* the table knows no function for hits without room in it or with unread values */
	more = rows.other || rows.unread ? "+" : "";
	for (i = 0; i < n && !text->err; i++) {
		addr = ev->engine->function(ev, i);
		show_name(addr, test_bit(i, shared), w, text);
		if (a)
			kpctl_text_printf(text, ": %llu%s", hits_of(&rows, addr), more);
		kpctl_text_printf(text, "\n");
		cond_resched();
	}
	kpctl_aggr_rows_free(&rows);
	kvfree(shared);
	kfree(w);
}
