// SPDX-License-Identifier: GPL-2.0
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "control/check.h"
#include "control/check_parts.h"
#include "place/module_list.h"
#include "place/place.h"
#include "place/same_name.h"
#include "place/where.h"
#include "probe/function_set.h"
#include "probe/tracepoint_set.h"
#include "session/session.h"
#include "spec/errors.h"
#include "spec/regs.h"

/* One place */

static void say_found(const struct kpctl_found *found, struct kpctl_text *verdict)
{
	char sym[KSYM_SYMBOL_LEN];

	sprint_symbol(sym, found->addr);
	kpctl_text_printf(verdict, "ok: %s: %s%s\n", sym, found->how,
			  found->returns ? ", returns too" : "");
}

void kpctl_check_say_refused(const struct kpctl_err *err, struct kpctl_text *verdict)
{
	kpctl_text_printf(verdict, "refused: %s\n", err->text);
}

/* List each function that has the name, written so that `check` takes the line as a place. */
static void list_same(const struct kpctl_spec *spec, struct kpctl_text *verdict)
{
	struct kpctl_same_name same, in_mod;
	struct kpctl_where *w = kmalloc(sizeof(*w), GFP_KERNEL);
	u32 i;

	if (!w || kpctl_same_name_find(&same, spec->mod, spec->sym)) {
		verdict->err = -ENOMEM;
		kfree(w);
		return;
	}
	for (i = 0; i < same.nr; i++) {
		kpctl_text_printf(verdict, "\t0x%lx", same.addr[i]);
		if (kpctl_where_is(same.addr[i], w) && w->mod[0]) {
			if (kpctl_same_name_find(&in_mod, w->mod, spec->sym))
				verdict->err = -ENOMEM;
			if (in_mod.nr == 1)
				kpctl_text_printf(verdict, " %s:%s", w->mod, spec->sym);
			else
				kpctl_text_printf(verdict, " [%s]", w->mod);
			kpctl_same_name_free(&in_mod);
		}
		kpctl_text_printf(verdict, "\n");
	}
	kpctl_same_name_free(&same);
	kfree(w);
}

static void say_parked(const struct kpctl_spec *spec, enum kpctl_modstate state,
		       struct kpctl_text *verdict)
{
	static const char *const is[] = {
		[KPCTL_MOD_ABSENT] = "not loaded",
		[KPCTL_MOD_COMING] = "being loaded",
		[KPCTL_MOD_GOING] = "being unloaded",
	};
	struct kpctl_err err;

	kpctl_err_fill(&err, PARKED, spec->target_column, spec->mod, is[state]);
	kpctl_text_printf(verdict, "parked: %s\n", err.text);
}

static void check_place(struct kpctl_check *c)
{
	const struct kpctl_spec *spec = &c->spec;
	struct kpctl_text *verdict = &c->verdict;
	enum kpctl_modstate state = spec->mod[0] ? kpctl_module_list_state(spec->mod) :
						    KPCTL_MOD_LIVE;
	struct kpctl_found found;
	struct kpctl_err err = {};

	if (state != KPCTL_MOD_LIVE) {
		if (kpctl_place_guard_name(spec, &err))
			kpctl_check_say_refused(&err, verdict);
		else
			say_parked(spec, state, verdict);
	} else if (kpctl_place_try(spec, &found, &err)) {
		kpctl_check_say_refused(&err, verdict);
		if (err.code == KPCTL_E_SAME_NAME)
			list_same(spec, verdict);
	} else {
		say_found(&found, verdict);
		if (spec->is_sys && !spec->off)
			kpctl_check_syscall(c, kpctl_spec_target_sym(spec));
		else if (!spec->is_sys)
			kpctl_check_proto(c);
	}
}

/* A set */

static void say_set(const struct kpctl_spec *spec, const struct kpctl_function_set *set,
		    struct kpctl_text *verdict)
{
	kpctl_text_printf(verdict, "ok: %u function%s%s: ftrace", set->nr,
			  set->nr == 1 ? "" : "s",
			  kpctl_kind_is_call(spec->kind) ? " and their returns" : "");
	kpctl_excluded_list_sum_up(&set->left_out, verdict);
	kpctl_text_printf(verdict, "\n");
}

/* The name that lines take for a function of a set of system calls; NULL: its symbol is another. */
static const char *name_of_call(const char *sym)
{
	const size_t len = strlen(KPCTL_SYSCALL_DEFINED);

	if (!strncmp(sym, KPCTL_SYSCALL_DEFINED, len))
		return sym + len;
	return kpctl_sys_name(sym);
}

/* Each system call of a set by its prototype. */
static void list_syscalls(struct kpctl_check *c, const struct kpctl_function_set *set)
{
	struct kpctl_where *w = kmalloc(sizeof(*w), GFP_KERNEL);
	const char *name;
	u32 i;

	if (!w)
		c->verdict.err = -ENOMEM;
	for (i = 0; w && i < set->nr; i++) {
		name = kpctl_where_is(set->ip[i], w) ? name_of_call(w->sym) : NULL;
		if (name)
			kpctl_check_syscall(c, name);
		cond_resched();
	}
	kfree(w);
}

static void say_parked_set(struct kpctl_text *verdict)
{
	kpctl_text_printf(verdict, "parked: no module is there that the patterns name\n");
}

static void check_set(struct kpctl_check *c)
{
	const struct kpctl_spec *spec = &c->spec;
	struct kpctl_text *verdict = &c->verdict;
	struct kpctl_function_set set = {};
	struct kpctl_err err = {};
	int ret = kpctl_function_set_find(&set, spec, &err);

	if (!ret) {
		say_set(spec, &set, verdict);
		if (spec->is_sys)
			list_syscalls(c, &set);
	} else if (ret == -ENOMEM) {
		verdict->err = ret;
	} else if (kpctl_function_set_waits(spec)) {
		say_parked_set(verdict);
	} else {
		kpctl_check_say_refused(&err, verdict);
	}
	kpctl_function_set_free(&set);
}

/* Tracepoints */

/* NAME [MODULE]: tracepoint, N arguments */
static void say_point(const struct kpctl_tracepoint *t, struct kpctl_text *verdict)
{
	kpctl_tracepoint_name(t, verdict);
	if (t->nargs == KPCTL_TRACEPOINT_UNKNOWN)
		kpctl_text_printf(verdict, ": tracepoint, number of arguments unknown\n");
	else
		kpctl_text_printf(verdict, ": tracepoint, %d argument%s\n", t->nargs,
				  t->nargs == 1 ? "" : "s");
}

static void say_points(const struct kpctl_point_set *set, struct kpctl_text *verdict)
{
	u32 i;

	kpctl_text_printf(verdict, "ok: ");
	if (set->members > 1)
		kpctl_text_printf(verdict, "%u tracepoints\n", set->members);
	for (i = 0; i < set->members; i++) {
		if (set->members > 1)
			kpctl_text_printf(verdict, "\t");
		say_point(&set->point[i].at, verdict);
	}
}

/*
 * A module's tracepoints are gone with it. A module that goes waits for the session's lock, as
 * it does for the session's events.
 */
static void check_points(struct kpctl_session *s, struct kpctl_check *c)
{
	const struct kpctl_spec *spec = &c->spec;
	struct kpctl_text *verdict = &c->verdict;
	struct kpctl_point_set set = {};
	struct kpctl_err err = {};
	int ret;

	mutex_lock(&s->lock);
	ret = kpctl_point_set_find(&set, spec, 0, spec->target_column, &err);
	if (!ret)
		say_points(&set, verdict);
	mutex_unlock(&s->lock);
	if (!ret && set.members == 1)
		kpctl_check_proto(c);
	if (ret == -ENOMEM)
		verdict->err = ret;
	else if (ret && kpctl_function_set_waits(spec))
		say_parked_set(verdict);
	else if (ret)
		kpctl_check_say_refused(&err, verdict);
	kpctl_point_set_free(&set);
}

/* The file */

static void check_line(struct kpctl_session *s, const char *line, size_t len,
		       struct kpctl_check *c)
{
	const bool inside = kpctl_check_is_inside(line, &len);
	struct kpctl_err err = {};
	int ret;

	if (kpctl_spec_is_struct(line, len)) {
		kpctl_check_struct(c, line, len);
		return;
	}
	ret = kpctl_spec_parse_place(line, len, &c->spec, &err);
	if (ret == -ENOENT && !err.code)
		return;
	if (ret)
		kpctl_check_say_refused(&err, &c->verdict);
	else if (inside)
		kpctl_check_inside(c);
	else if (kpctl_kind_is_point(c->spec.kind))
		check_points(s, c);
	else if (kpctl_kind_is_set(c->spec.kind))
		check_set(c);
	else
		check_place(c);
}

int kpctl_check_run(struct kpctl_session *s, const char *text, size_t len)
{
	struct kpctl_check *c = kvmalloc(sizeof(*c), GFP_KERNEL_ACCOUNT);
	const char *end = text + len, *line, *eol;
	int ret;

	if (!c)
		return -ENOMEM;
	c->verdict = (struct kpctl_text){};
	kpctl_kernel_btf_init(&c->types);
	for (line = text; line < end; line = eol + 1) {
		eol = memchr(line, '\n', end - line) ?: end;
		check_line(s, line, eol - line, c);
		if (fatal_signal_pending(current))
			break;
	}
	kpctl_kernel_btf_free(&c->types);
	ret = c->verdict.err;
	mutex_lock(&s->lock);
	kpctl_text_free(&s->verdict);
	s->verdict = c->verdict;
	mutex_unlock(&s->lock);
	kvfree(c);
	return ret;
}
