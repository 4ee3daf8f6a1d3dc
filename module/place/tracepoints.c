// SPDX-License-Identifier: GPL-2.0
#include <linux/bsearch.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/trace_events.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>

#include "base/text.h"
#include "place/module_list.h"
#include "place/place.h"
#include "place/tracepoints.h"
#include "spec/spec.h"

/* More than any kernel has; 770 are usual with distributions. */
#define ENTRIES_MAX	65536

/* A walk over the kernel's own tracepoints. */
struct walk {
	kpctl_tracepoint_fn *fn;
	void *arg;
	struct bpf_raw_event_map *map;	/* a copy of the kernel's table, ascending by tp */
	u32 nr;
	int ret;
};

static int by_tracepoint(const void *a, const void *b)
{
	const struct bpf_raw_event_map *x = a, *y = b;

	return x->tp < y->tp ? -1 : x->tp > y->tp;
}

/* Without the table, or if it is not what is expected, no number is known: that is no error. */
static int copy_map(struct walk *w)
{
	unsigned long start, stop;
	int ret;

	ret = kpctl_place_data("__start__bpf_raw_tp", &start) ?:
	      kpctl_place_data("__stop__bpf_raw_tp", &stop);
	if (ret)
		return ret == -ENOMEM ? ret : 0;
	if (start >= stop || (stop - start) % sizeof(*w->map) ||
	    (stop - start) / sizeof(*w->map) > ENTRIES_MAX)
		return 0;
	w->map = kvmalloc(stop - start, GFP_KERNEL_ACCOUNT);
	if (!w->map)
		return -ENOMEM;
	if (copy_from_kernel_nofault(w->map, (void *)start, stop - start))
		return 0;
	w->nr = (stop - start) / sizeof(*w->map);
	sort(w->map, w->nr, sizeof(*w->map), by_tracepoint, NULL);
	return 0;
}

static int nargs_of(const struct bpf_raw_event_map *entry)
{
	return entry && entry->num_args <= KPCTL_POINT_ARGS_MAX ? (int)entry->num_args :
								  KPCTL_TRACEPOINT_UNKNOWN;
}

static void take_kernels(struct tracepoint *tp, void *arg)
{
	struct walk *w = arg;
	struct bpf_raw_event_map wanted = { .tp = tp };
	struct kpctl_tracepoint t = { .tp = tp };

	if (w->ret)
		return;
	t.nargs = nargs_of(bsearch(&wanted, w->map, w->nr, sizeof(wanted), by_tracepoint));
	w->ret = w->fn(&t, w->arg);
}

/* The taints with which the kernel tells of a module's tracepoints, see kernel/tracepoint.c. */
#define FINE_TAINTS	(1ul << TAINT_OOT_MODULE | 1ul << TAINT_CRAP | 1ul << TAINT_UNSIGNED_MODULE)

static int nargs_in(const struct module *mod, const struct tracepoint *tp)
{
#ifdef CONFIG_BPF_EVENTS
	unsigned int i;

	for (i = 0; i < mod->num_bpf_raw_events; i++)
		if (mod->bpf_raw_events[i].tp == tp)
			return nargs_of(&mod->bpf_raw_events[i]);
#endif
	return KPCTL_TRACEPOINT_UNKNOWN;
}

int kpctl_tracepoints_in(const struct module *mod, kpctl_tracepoint_fn *fn, void *arg)
{
	struct kpctl_tracepoint t = { .mod = mod };
	unsigned int i;
	int ret = 0;

	if (mod->taints & ~FINE_TAINTS)
		return 0;
	for (i = 0; i < mod->num_tracepoints && !ret; i++) {
		t.tp = tracepoint_ptr_deref(&mod->tracepoints_ptrs[i]);
		t.nargs = nargs_in(mod, t.tp);
		ret = fn(&t, arg);
	}
	return ret;
}

static int in_modules(kpctl_tracepoint_fn *fn, void *arg)
{
	struct module *mod = NULL;
	int ret = 0;

	while (!ret && (mod = kpctl_module_list_next(mod))) {
		ret = kpctl_tracepoints_in(mod, fn, arg);
		if (ret)
			module_put(mod);
		cond_resched();
	}
	return ret;
}

int kpctl_tracepoints_each(kpctl_tracepoint_fn *fn, void *arg)
{
	struct walk w = { .fn = fn, .arg = arg };

	w.ret = copy_map(&w);
	if (!w.ret)
		for_each_kernel_tracepoint(take_kernels, &w);
	kvfree(w.map);
	return w.ret ?: in_modules(fn, arg);
}

void kpctl_tracepoint_name(const struct kpctl_tracepoint *t, struct kpctl_text *text)
{
	kpctl_text_printf(text, t->mod ? "%s [%s]" : "%s", t->tp->name,
			  t->mod ? t->mod->name : "");
}
