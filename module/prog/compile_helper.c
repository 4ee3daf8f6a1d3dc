// SPDX-License-Identifier: GPL-2.0
/* Calls of other modules' functions: call:NAME(X...) in values, call(NAME, X...) of `do`. */
#include "prog/compile.h"
#include "prog/helper.h"

static u8 way_of(const struct kpctl_spec *spec)
{
	if (spec->kind == KPCTL_KIND_P)
		return KPCTL_WAY_BREAKPOINT;
	return spec->kind == KPCTL_KIND_W ? KPCTL_WAY_WATCHPOINT : KPCTL_WAY_AS_IS;
}

/* The use belongs to the program from here on. */
static int add_use(struct kpctl_compiler *c, const char *name, u32 nvalues, u16 column,
		   struct kpctl_helper_use **use)
{
	u32 takes = 0;
	int ret = kpctl_helper_get(name, nvalues, use, &takes);

	if (ret == -ENOMEM)
		return kpctl_err_no_memory(c->err);
	if (ret == -EINVAL)
		kpctl_err_fill(c->err, CALL_VALUES, column, name, takes, nvalues);
	else if (ret)
		kpctl_err_fill(c->err, NO_CALL, column, name);
	if (ret)
		return ret;
	(*use)->way = way_of(c->spec);
	(*use)->next = c->prog->helpers;
	c->prog->helpers = *use;
	return 0;
}

int kpctl_prog_helper(struct kpctl_compiler *c, const struct kpctl_arg_spec *as,
		      enum kpctl_moment when, struct kpctl_helper_use **use)
{
	u32 i;
	int ret = add_use(c, as->call, as->call_values, as->column, use);

	if (ret || !as->call_values)
		return ret;
	c->inside = *as;
	c->inside.call[0] = '\0';
	c->inside.type = as->call_type;
	ret = kpctl_prog_value(c, &(*use)->value[0], &c->inside, when);
	for (i = 1; !ret && i < as->call_values; i++)
		ret = kpctl_prog_value(c, &(*use)->value[i],
				       &c->spec->arg[as->call_more[i - 1]], when);
	return ret;
}

static int compile_do_call(struct kpctl_compiler *c, const struct kpctl_do_call *call,
			   struct kpctl_helper_use **use)
{
	const struct kpctl_arg_spec *as;
	const struct kpctl_arg *value;
	u32 i;
	int ret = add_use(c, call->name, call->nvalues, call->column, use);

	for (i = 0; !ret && i < call->nvalues; i++) {
		as = kpctl_do_operand(c->spec, c->act, call->value[i]);
		c->prog->aggr_wants_lat |= kpctl_src_is_span(as->src);
		ret = kpctl_prog_operand(c, as, kpctl_prog_moment(c->spec), &value);
		if (!ret)
			(*use)->value[i] = *value;
	}
	return ret;
}

int kpctl_prog_do_calls(struct kpctl_compiler *c)
{
	struct kpctl_prog *prog = c->prog;
	int ret = 0;

	while (!ret && c->act && prog->ncalls < c->act->ncalls) {
		ret = compile_do_call(c, &c->act->call[prog->ncalls], &prog->call[prog->ncalls]);
		prog->ncalls++;
	}
	return ret;
}

/* Has the line a call:NAME(...) anywhere? Its values need more room than a value like any other. */
bool kpctl_prog_has_helper(const struct kpctl_compiler *c)
{
	u32 i;

	for (i = 0; i < c->spec->nargs; i++)
		if (c->spec->arg[i].call[0])
			return true;
	for (i = 0; c->cond && i < c->cond->noperands; i++)
		if (c->cond->operand[i].call[0])
			return true;
	for (i = 0; c->act && i < c->act->noperands; i++)
		if (c->act->operand[i].call[0])
			return true;
	return false;
}
