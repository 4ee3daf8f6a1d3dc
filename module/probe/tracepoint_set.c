// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "base/growing.h"
#include "base/text.h"
#include "probe/function_set.h"
#include "probe/tracepoint_set.h"
#include "spec/errors.h"

/* A search for the tracepoints of a set. */
struct point_search {
	struct kpctl_point_set *set;
	const struct kpctl_spec *spec;
	u32 matched;		/* bit I: pattern I has matched something */
};
static_assert(KPCTL_GLOBS_MAX <= 32);

/* Matching */

/* The name, or the name without or with the _tp at its end. */
static bool point_glob_is(const struct kpctl_glob *g, const char *name)
{
	size_t len = strlen(name);
	char with_tp[KPCTL_GLOB_MAX + 1];

	if (kpctl_glob_match(g->text, g->len, name, len))
		return true;
	if (len > 3 && !strcmp(name + len - 3, "_tp"))
		return kpctl_glob_match(g->text, g->len, name, len - 3);
	if (len + 3 >= sizeof(with_tp))
		return false;
	len = scnprintf(with_tp, sizeof(with_tp), "%s_tp", name);
	return kpctl_glob_match(g->text, g->len, with_tp, len);
}

/* Is the tracepoint in the set, as far as the patterns say? */
static bool takes_point(struct point_search *s, const struct kpctl_tracepoint *t)
{
	const char *mod = t->mod ? t->mod->name : "";
	bool is_in = false, is_barred = false;
	struct kpctl_glob g;
	u32 pos = 0, i;

	for (i = 0; kpctl_set_next(s->spec->sym, &pos, &g); i++) {
		if (!kpctl_set_in_mod(&g, mod) || !point_glob_is(&g, t->tp->name))
			continue;
		s->matched |= 1u << i;
		is_barred |= g.out;
		is_in |= !g.out;
	}
	return is_in && !is_barred;
}

/* The table */

static int by_point(const void *a, const void *b)
{
	const struct kpctl_point *x = a, *y = b;
	int diff = strcmp(x->at.tp->name, y->at.tp->name);

	if (x->is_out != y->is_out)
		return x->is_out ? 1 : -1;
	return diff ?: (x->at.tp < y->at.tp ? -1 : x->at.tp > y->at.tp);
}

void kpctl_point_set_settle(struct kpctl_point_set *set, u32 need)
{
	u32 i;

	set->members = 0;
	for (i = 0; i < set->nr; i++) {
		set->point[i].is_out = set->point[i].at.nargs < (int)need && need;
		set->members += !set->point[i].is_out;
	}
	sort(set->point, set->nr, sizeof(*set->point), by_point, NULL);
}

static bool has_point(const struct kpctl_point_set *set, const struct tracepoint *tp)
{
	u32 i;

	for (i = 0; i < set->nr; i++)
		if (set->point[i].at.tp == tp)
			return true;
	return false;
}

static int take_point(const struct kpctl_tracepoint *t, void *arg)
{
	struct point_search *s = arg;
	struct kpctl_point_set *set = s->set;
	int ret;

	if (!takes_point(s, t) || has_point(set, t->tp))
		return 0;
	ret = kpctl_growing_room(&set->point, set->nr, &set->room, GFP_KERNEL_ACCOUNT);
	if (!ret)
		set->point[set->nr++] = (struct kpctl_point){ .at = *t };
	return ret;
}

void kpctl_point_set_free(struct kpctl_point_set *set)
{
	kvfree(set->point);
	memset(set, 0, sizeof(*set));
}

/* Modules */

int kpctl_point_set_join(struct kpctl_point_set *set, const struct kpctl_spec *spec, u32 need,
			 const struct module *mod)
{
	struct point_search s = { .set = set, .spec = spec };
	u32 before = set->nr, members = set->members;
	int ret = kpctl_tracepoints_in(mod, take_point, &s);

	if (ret)
		set->nr = before;
	else if (set->nr > before)
		kpctl_point_set_settle(set, need);
	return ret ?: set->members - members;
}

u32 kpctl_point_set_leave(struct kpctl_point_set *set, const struct module *mod)
{
	u32 i, n = 0, members = set->members;

	set->members = 0;
	for (i = 0; i < set->nr; i++) {
		if (set->point[i].at.mod == mod)
			continue;
		set->members += !set->point[i].is_out;
		set->point[n++] = set->point[i];
	}
	set->nr = n;
	return members - set->members;
}

/* Finding */

int kpctl_point_set_refuse(const struct kpctl_point_set *set, u32 need, u16 need_column,
			   struct kpctl_err *err)
{
	const struct kpctl_tracepoint *t = &set->point->at;

	if (t->nargs == KPCTL_TRACEPOINT_UNKNOWN)
		kpctl_err_fill(err, POINT_UNKNOWN, need_column, t->tp->name);
	else
		kpctl_err_fill(err, POINT_FEW_ARGS, need_column, t->tp->name, t->nargs, need);
	return -EINVAL;
}

static int refuse_pattern(const struct kpctl_spec *spec, const struct kpctl_glob *g,
			  struct kpctl_err *err)
{
	char glob[KPCTL_GLOB_MAX + 1];

	scnprintf(glob, sizeof(glob), "%.*s", (int)g->len, g->text);
	kpctl_err_fill(err, POINT_NO_MATCH, spec->target_column + g->at, glob);
	return -ENOENT;
}

/* A pattern that matched nothing and waits for no module; false: there is none. */
static bool find_unmatched(const struct point_search *s, struct kpctl_glob *g)
{
	u32 pos = 0, i;

	for (i = 0; kpctl_set_next(s->spec->sym, &pos, g); i++)
		if (!g->out && !(s->matched >> i & 1) && !kpctl_function_set_awaits(g))
			return true;
	return false;
}

/* A module can become live behind the search and before it is asked for: search once more. */
static int find_points(struct point_search *s, struct kpctl_err *err)
{
	struct kpctl_glob g;
	int tries, ret;

	for (tries = 0; tries < 2; tries++) {
		ret = kpctl_tracepoints_each(take_point, s);
		if (ret)
			return kpctl_err_no_memory(err);
		if (!find_unmatched(s, &g))
			return 0;
		if (!g.mod_len)
			break;
	}
	return refuse_pattern(s->spec, &g, err);
}

int kpctl_point_set_find(struct kpctl_point_set *set, const struct kpctl_spec *spec, u32 need,
			 u16 need_column, struct kpctl_err *err)
{
	struct point_search s = { .set = set, .spec = spec };
	int ret;

	set->nr = set->members = 0;
	ret = find_points(&s, err);
	if (ret) {
		set->nr = 0;
		return ret;
	}
	kpctl_point_set_settle(set, need);
	if (set->members)
		return 0;
	if (set->nr) {
		ret = kpctl_point_set_refuse(set, need, need_column, err);
	} else if (kpctl_function_set_waits(spec)) {
		ret = -ENOENT;
	} else {
		kpctl_err_fill(err, SET_ALL_OUT, spec->target_column);
		ret = -EINVAL;
	}
	return ret;
}

/* Listings */

void kpctl_point_set_list(const struct kpctl_point_set *set, struct kpctl_text *text)
{
	u32 i;

	for (i = 0; i < set->members; i++) {
		kpctl_tracepoint_name(&set->point[i].at, text);
		kpctl_text_printf(text, "\n");
	}
}

void kpctl_point_set_left_out(const struct kpctl_point_set *set, struct kpctl_text *text)
{
	u32 i;

	for (i = set->members; i < set->nr; i++) {
		kpctl_tracepoint_name(&set->point[i].at, text);
		if (set->point[i].at.nargs == KPCTL_TRACEPOINT_UNKNOWN)
			kpctl_text_printf(text, ": how many arguments it has is not known\n");
		else
			kpctl_text_printf(text, ": it has %d argument%s\n", set->point[i].at.nargs,
					  set->point[i].at.nargs == 1 ? "" : "s");
	}
}
