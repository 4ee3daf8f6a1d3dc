// SPDX-License-Identifier: GPL-2.0
/*
 * The values of a probe in a program. Registers are the program's, and so is all memory: each
 * deref reads the process's memory, as in tracefs, since a pointer comes from the program, and
 * the program could put a kernel address there. Nothing knows types or names in a program.
 */
#include "spec/parse.h"
#include "spec/regs.h"

static int is_kernels_var(struct kpctl_span s)
{
	return span_is(s, "$current") || span_is(s, "$func") || span_is(s, "$caller") ||
	       span_is(s, "$stacktrace") || kpctl_spec_is_of_task(s);
}

/* Refuses a source that only the kernel's own code has; s may be more than the source. */
int kpctl_spec_check_user_source(struct kpctl_parse *ps, struct kpctl_span s)
{
	if (!kpctl_kind_is_user(ps->spec->kind) || s.p == s.end)
		return 0;
	if (is_kernels_var(s) || *s.p == '&' || *s.p == '(' || kpctl_spec_is_this_cpu(s) ||
	    kpctl_spec_is_named(s) || (*s.p == '@' && s.p + 1 < s.end && !char_is_digit(s.p[1])))
		return spec_refuse(ps, USER_SOURCE, s.p, SPAN_QUOTE(s), KPCTL_USER_ARGS_MAX);
	return 0;
}

/* Refuses a type whose text is made of the kernel's own data. */
int kpctl_spec_check_user_type(struct kpctl_parse *ps, struct kpctl_span type)
{
	static const char * const kernels[] = { "symbol", "symstr", "path", "sock", "task" };
	size_t i;

	if (!kpctl_kind_is_user(ps->spec->kind) || type.p == type.end)
		return 0;
	for (i = 0; i < ARRAY_SIZE(kernels); i++)
		if (span_is(type, kernels[i]))
			break;
	if (i == ARRAY_SIZE(kernels) && *type.p != '%')
		return 0;
	return spec_refuse(ps, USER_TYPE, type.p, SPAN_QUOTE(type));
}

/* $stackN of a program is in the process's memory. */
int kpctl_spec_is_user_stack(const struct kpctl_parse *ps, const struct kpctl_arg_spec *arg)
{
	return kpctl_kind_is_user(ps->spec->kind) && arg->src == KPCTL_SRC_STACK;
}

/*
 * $stackN becomes a deref of the stack pointer. There is room for one deref more: the source
 * has been counted as two steps.
 */
void kpctl_spec_finish_user(const struct kpctl_parse *ps, struct kpctl_arg_spec *arg)
{
	unsigned int i;

	if (!kpctl_spec_is_user_stack(ps, arg))
		return;
	for (i = arg->nderef++; i; i--)
		arg->deref[i] = arg->deref[i - 1];
	arg->deref[0] = (struct kpctl_deref){ .off = 8 * arg->num, .how = KPCTL_DEREF_USER };
	arg->src = KPCTL_SRC_REG;
	arg->num = KPCTL_REG_AT_sp;
}
