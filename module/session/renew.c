// SPDX-License-Identifier: GPL-2.0
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "place/kernel_btf.h"
#include "session/event.h"
#include "session/renew.h"
#include "session/session.h"
#include "spec/errors.h"

/* What a renewal needs; too large for the stack. */
struct renewal {
	struct kpctl_kernel_btf types;
	struct kpctl_spec spec;
	char line[KPCTL_LINE_MAX + 1];
};

/* Does a value look the same to readers and to tables, and can it be unreadable as before? */
static bool same_form(const struct kpctl_arg_spec *old, const struct kpctl_arg_spec *new)
{
	return old->type == new->type && kpctl_arg_same_array(old, new) &&
	       !old->nderef == !new->nderef;
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
	return ev->spec->nargs == new->nargs &&
	       (!ev->cond || ev->cond->noperands == new->cond.noperands) &&
	       (!ev->act || ev->act->noperands == new->act.noperands);
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

static void take_over(struct kpctl_event *ev, const struct kpctl_spec *new)
{
	memcpy(ev->spec->arg, new->arg, new->nargs * sizeof(new->arg[0]));
	if (ev->cond)
		memcpy(ev->cond->operand, new->cond.operand,
		       new->cond.noperands * sizeof(new->cond.operand[0]));
	if (ev->act)
		memcpy(ev->act->operand, new->act.operand,
		       new->act.noperands * sizeof(new->act.operand[0]));
}

static int refuse_change(const char *text, struct kpctl_err *err)
{
	kpctl_err_fill(err, TYPE_CHANGED, 0, text);
	return kpctl_err_errno(KPCTL_E_TYPE_CHANGED);
}

static int renew_by(struct renewal *r, struct kpctl_event *ev, struct kpctl_err *err)
{
	const struct kpctl_arg_spec *changed;
	int len = kpctl_event_print(ev, r->line), ret;

	if (len < 0)
		return kpctl_err_no_memory(err);
	ret = kpctl_spec_parse_named(r->line, len, &r->types.names, &r->spec, err);
	if (!ret)
		ret = kpctl_names_check_mark(&r->types.names, &r->spec, err);
	if (ret)
		return ret;
	if (!same_counts(ev, &r->spec))
		return refuse_change(r->line, err);
	changed = any_changed(ev, &r->spec);
	if (changed)
		return refuse_change(changed->text, err);
	take_over(ev, &r->spec);
	return 0;
}

bool kpctl_renew_waits(const struct kpctl_event *ev, const struct module *mod)
{
	return mod->state == MODULE_STATE_COMING && strchr(ev->spec->mark, '=');
}

int kpctl_renew(struct kpctl_event *ev, const struct module *mod, struct kpctl_err *err)
{
	struct renewal *r;
	int ret;

	lockdep_assert_held(&ev->session->lock);
	if (!ev->spec->of_module)
		return 0;
	r = kvmalloc(sizeof(*r), GFP_KERNEL);
	if (!r)
		return kpctl_err_no_memory(err);
	kpctl_kernel_btf_init(&r->types);
	r->types.coming = mod->name;
	ret = renew_by(r, ev, err);
	kpctl_kernel_btf_free(&r->types);
	kvfree(r);
	return ret;
}
