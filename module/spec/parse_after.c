// SPDX-License-Identifier: GPL-2.0
/*
 * $after(FETCHARG): a value of the moment when the probed instruction has run. Of a line with
 * such a value all others are of the moment before, and kept until then: in a room of a fixed
 * size, which has no place for what is as long as the hit says, nor for a stack.
 */
#include "spec/parse.h"

int kpctl_spec_after_source(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
			    struct kpctl_span s)
{
	switch (arg->src) {
	case KPCTL_SRC_REG:
	case KPCTL_SRC_STACK:
	case KPCTL_SRC_STACK_ADDR:
	case KPCTL_SRC_ADDR:
	case KPCTL_SRC_SYM:
	case KPCTL_SRC_SYM_ADDR:
	case KPCTL_SRC_CURRENT:
	case KPCTL_SRC_IMM:
		return 0;
	}
	return spec_refuse(ps, IN_AFTER, s.p, SPAN_QUOTE(s));
}

static int check_before_after(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg)
{
	const char *at = ps->line + arg->column;

	if (arg->type == KPCTL_TYPE_STACK)
		return spec_refuse(ps, AFTER_STACK, at, KPCTL_QUOTE(arg->text, strlen(arg->text)));
	if (arg->counted && !arg->after)
		return spec_refuse(ps, AFTER_COUNTED, at,
				   KPCTL_QUOTE(arg->text, strlen(arg->text)));
	return 0;
}

int kpctl_spec_finish_after(struct kpctl_parse *ps)
{
	struct kpctl_spec *spec = ps->out;
	u32 i;
	int ret = 0;

	spec->after_column = ps->after_column;
	if (!spec->after_column)
		return 0;
	for (i = 0; !ret && i < spec->nargs; i++)
		ret = check_before_after(ps, &spec->arg[i]);
	for (i = 0; !ret && i < spec->act.noperands; i++)
		ret = check_before_after(ps, &spec->act.operand[i]);
	return ret;
}
