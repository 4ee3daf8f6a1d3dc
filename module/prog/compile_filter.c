// SPDX-License-Identifier: GPL-2.0
/* The condition, compiled. */
#include "prog/compile.h"
#include "prog/scratch.h"

static const struct kpctl_arg_spec *operand_of(const struct kpctl_compiler *c, u8 nr)
{
	if (nr < KPCTL_ARGS_MAX)
		return &c->spec->arg[nr];
	return &c->cond->operand[nr - KPCTL_ARGS_MAX];
}

/*
 * Is the value known at the call's entry, and the same at the return? Or known before the probed
 * instruction: it is kept, or the same after it.
 */
static bool is_early(const struct kpctl_compiler *c, const struct kpctl_arg_spec *as)
{
	enum kpctl_src_moment moment;

	if (!kpctl_prog_has_entry(c->spec) || as->call[0])
		return false;
	if (c->spec->after_column)
		return !as->after && !kpctl_src_is_span(as->src) && as->src != KPCTL_SRC_STARTED;
	if (as->at_entry)
		return as->nentry == as->nderef;
	if (as->nderef)
		return false;
	moment = kpctl_src_moment(as->src);
	return moment == KPCTL_SRC_TASK || moment == KPCTL_SRC_PLACE ||
	       as->src == KPCTL_SRC_IMM || as->src == KPCTL_SRC_TEXT;
}

static bool is_early_test(const struct kpctl_compiler *c, const struct kpctl_test *t)
{
	return is_early(c, operand_of(c, t->left)) &&
	       (!t->right_is_operand || is_early(c, operand_of(c, t->right)));
}

static int compile_operands(struct kpctl_compiler *c, const struct kpctl_test *t,
			    enum kpctl_moment when,
			    const struct kpctl_arg **left, const struct kpctl_arg **right)
{
	const struct kpctl_arg_spec *as = operand_of(c, t->left);
	int ret = kpctl_prog_operand(c, as, when, left);

	c->prog->filter.wants_lat |= kpctl_src_is_span(as->src);
	if (ret || !t->right_is_operand)
		return ret;
	as = operand_of(c, t->right);
	c->prog->filter.wants_lat |= kpctl_src_is_span(as->src);
	return kpctl_prog_operand(c, as, when, right);
}

static int compile_test(struct kpctl_compiler *c, const struct kpctl_test *t,
			struct kpctl_filter_test *out)
{
	struct kpctl_filter *filter = &c->prog->filter;
	int ret = 0;

	out->cmp = t->cmp;
	out->is_signed = t->is_signed;
	out->on_true = t->on_true;
	out->on_false = t->on_false;
	out->num = t->num;
	out->text = c->prog->strings + t->text;
	out->text_len = t->text_len;
	if (is_early_test(c, t))
		ret = compile_operands(c, t, ON_ENTRY, &out->early_left, &out->early_right);
	if (!ret && filter->late)
		ret = compile_operands(c, t, kpctl_prog_moment(c->spec), &out->left, &out->right);
	if (!ret && t->cmp >= KPCTL_CMP_GLOB)
		ret = kpctl_scratch_need();
	return ret;
}

/*
 * A condition all of whose tests are early is decided at entry, and the return does not run
 * that condition again.
 */
int kpctl_prog_filter(struct kpctl_compiler *c)
{
	struct kpctl_filter *filter = &c->prog->filter;
	u32 i;
	int ret;

	filter->late = c->prog->spans;	/* such a hit is never through without more */
	if (!c->cond)
		return 0;
	for (i = 0; i < c->cond->ntests; i++) {
		if (is_early_test(c, &c->cond->test[i]))
			filter->early = true;
		else
			filter->late = true;
	}
	for (i = 0; i < c->cond->ntests; i++) {
		ret = compile_test(c, &c->cond->test[i], &filter->test[i]);
		if (ret)
			return ret;
	}
	filter->ntests = i;
	return 0;
}
