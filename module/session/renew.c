// SPDX-License-Identifier: GPL-2.0
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "place/kernel_btf.h"
#include "probe/engine.h"
#include "session/event.h"
#include "session/event_spans.h"
#include "session/renew.h"
#include "session/session.h"
#include "spec/enum.h"
#include "spec/errors.h"

/* What a renewal needs; too large for the stack. */
struct renewal {
	struct kpctl_line_names names;
	struct kpctl_spec spec;
	char line[KPCTL_LINE_MAX + 1];
};

/* Does a value look the same to readers and to tables, and can it be unreadable as before? */
static bool same_form(const struct kpctl_arg_spec *old, const struct kpctl_arg_spec *new)
{
	return old->type == new->type && kpctl_arg_same_array(old, new) &&
	       !old->nderef == !new->nderef && kpctl_enum_same(old->names, new->names);
}

static const struct kpctl_arg_spec *find_changed(const struct kpctl_arg_spec *old,
						 const struct kpctl_arg_spec *new, u32 n)
{
	for (; n; n--, old++, new++)
		if (!same_form(old, new))
			return old;
	return NULL;
}

/* The counts of the event's own line are the event's: take_over() copies so many. */
static bool same_counts(const struct kpctl_event *ev, const struct kpctl_spec *new)
{
	return ev->spec->nargs == new->nargs && ev->spec->nparams == new->nparams &&
	       (!ev->cond || ev->cond->noperands == new->cond.noperands) &&
	       (!ev->act || ev->act->noperands == new->act.noperands) &&
	       ev->spec->nsinces == new->nsinces;
}

static const struct kpctl_arg_spec *any_changed(const struct kpctl_event *ev,
						const struct kpctl_spec *new)
{
	const struct kpctl_arg_spec *as = find_changed(ev->spec->arg, new->arg, new->nargs);

	if (!as && ev->cond)
		as = find_changed(ev->cond->operand, new->cond.operand, new->cond.noperands);
	if (!as && ev->act)
		as = find_changed(ev->act->operand, new->act.operand, new->act.noperands);
	return as;
}

/*
 * The tables of enums' names are the same in both, and the event has references for its own. A
 * parser that looks at this start meanwhile, under `dirs` alone, takes references of them: it must
 * never see the other ones.
 */
static void take_args(struct kpctl_arg_spec *old, const struct kpctl_arg_spec *new, u32 n)
{
	const size_t behind = offsetofend(struct kpctl_arg_spec, names);

	for (; n; n--, old++, new++) {
		memcpy(old, new, offsetof(struct kpctl_arg_spec, names));
		memcpy((u8 *)old + behind, (const u8 *)new + behind, sizeof(*old) - behind);
	}
}

static void take_over(struct kpctl_event *ev, const struct kpctl_spec *new)
{
	if (new->nparams)
		memcpy(ev->spec->extra->param, new->extra->param, sizeof(new->extra->param));
	take_args(ev->spec->arg, new->arg, new->nargs);
	if (ev->cond)
		take_args(ev->cond->operand, new->cond.operand, new->cond.noperands);
	if (ev->act)
		take_args(ev->act->operand, new->act.operand, new->act.noperands);
}

static bool same_derefs(const struct kpctl_arg_spec *old, const struct kpctl_arg_spec *new)
{
	u32 i;

	for (i = 0; i < new->nderef; i++)
		if (old->deref[i].off != new->deref[i].off ||
		    old->deref[i].how != new->deref[i].how)
			return false;
	return old->nderef == new->nderef;
}

/* Are all values where they were? */
static bool same_places(const struct kpctl_arg_spec *old, const struct kpctl_arg_spec *new, u32 n)
{
	for (; n; n--, old++, new++)
		if (old->num != new->num || old->bits != new->bits || old->bit != new->bit ||
		    !same_derefs(old, new))
			return false;
	return true;
}

static bool same_params(const struct kpctl_spec *old, const struct kpctl_spec *new)
{
	const struct kpctl_set_place *was, *is;
	u32 i;

	for (i = 0; i < new->nparams; i++) {
		was = &old->extra->param[i].place;
		is = &new->extra->param[i].place;
		if (was->num != is->num || was->type != is->type ||
		    was->is_pointer != is->is_pointer)
			return false;
	}
	return true;
}

static bool any_moved(const struct kpctl_event *ev, const struct kpctl_spec *new)
{
	return !same_params(ev->spec, new) ||
	       !same_places(ev->spec->arg, new->arg, new->nargs) ||
	       (ev->cond && !same_places(ev->cond->operand, new->cond.operand,
					 new->cond.noperands)) ||
	       (ev->act && !same_places(ev->act->operand, new->act.operand, new->act.noperands));
}

static int refuse_change(const char *text, struct kpctl_err *err)
{
	kpctl_err_fill(err, TYPE_CHANGED, 0, text);
	return kpctl_err_errno(KPCTL_E_TYPE_CHANGED);
}

/* Has the line a cast to a struct of the module? */
static bool casts_to(const char *line, const char *mod)
{
	size_t len = strlen(mod);
	const char *at;

	for (at = strstr(line, mod); at; at = strstr(at + 1, mod))
		if (at > line && at[-1] == '(' && at[len] == ':')
			return true;
	return false;
}

/* Does the module give the names of the line a meaning, as far as the line itself says? */
static bool is_about(const struct kpctl_event *ev, const struct module *mod, const char *line)
{
	char voters[KPCTL_MOD_MAX] = "";

	if (ev->spec->nparams)
		kpctl_names_find_voters(ev->spec, voters);
	return !strcmp(ev->mod, mod->name) || !strcmp(voters, mod->name) ||
	       casts_to(line, mod->name);
}

/* The names are another module's, which is not there to be asked. */
static bool is_of_other(const struct kpctl_err *err)
{
	return err->code == KPCTL_E_NO_SYMBOL || err->code == KPCTL_E_NO_BTF_OF_MODULE;
}

static int take_new(struct renewal *r, struct kpctl_event *ev, struct kpctl_err *err)
{
	const struct kpctl_arg_spec *changed;
	bool moved;

	if (!same_counts(ev, &r->spec))
		return refuse_change(r->line, err);
	changed = any_changed(ev, &r->spec);
	if (changed)
		return refuse_change(changed->text, err);
	moved = any_moved(ev, &r->spec);
	take_over(ev, &r->spec);
	return moved ? KPCTL_RENEW_MOVED : KPCTL_RENEW_SAME;
}

/* Of a function, or of a tracepoint, that a set's line names alone, only a search tells the module. */
static int renew_by(struct renewal *r, struct kpctl_event *ev, const struct module *mod,
		    struct kpctl_err *err)
{
	int len = kpctl_event_print(ev, r->line), ret;
	bool sure;

	if (len < 0)
		return kpctl_err_no_memory(err);
	sure = is_about(ev, mod, r->line);
	if (!sure && !ev->engine->join)
		return KPCTL_RENEW_OTHER;
	ret = kpctl_spec_parse_named(r->line, len, &r->names.types.names, &r->spec, err);
	if (ret && !sure && is_of_other(err))
		return KPCTL_RENEW_OTHER;
	if (!ret && !ev->engine->join)
		ret = kpctl_names_check_mark(&r->names.types.names, &r->spec, err);
	return ret ?: take_new(r, ev, err);
}

bool kpctl_renew_waits(const struct kpctl_event *ev, const struct module *mod)
{
	return mod->state == MODULE_STATE_COMING && ev->spec->mark_column &&
	       strchr(ev->spec->extra->mark, '=');
}

int kpctl_renew(struct kpctl_event *ev, const struct module *mod, struct kpctl_err *err)
{
	struct renewal *r;
	int ret;

	lockdep_assert_held(&ev->session->lock);
	if (!ev->spec->of_module)
		return KPCTL_RENEW_OTHER;
	r = kvmalloc(sizeof(*r), GFP_KERNEL);
	if (!r)
		return kpctl_err_no_memory(err);
	kpctl_line_names_init(&r->names, ev->session);
	r->names.types.coming = mod->name;
	ret = renew_by(r, ev, mod, err);
	kpctl_kernel_btf_free(&r->names.types);
	kvfree(r);
	return ret;
}
