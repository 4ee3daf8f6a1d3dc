// SPDX-License-Identifier: GPL-2.0
/*
 *	OF_TASK := ('$comm' | '$stacktrace') '(' FETCHARG ')'
 *
 * Values of a task by its address, as a tracepoint hands one over: its name, and the stack on
 * which it sleeps. Either is the value itself, no address: outside of it stands $entry(...) at
 * the most, which keeps the name that the task has at the entry. A stack is not kept.
 *
 * By the types a pointer to another struct is refused. Where nobody knows types, any word may be
 * the task's address: fetching trusts none (prog/fetch_task.c, prog/fetch_task_stack.c).
 */
#include "spec/parse.h"

static const struct of_task {
	const char *open;
	u8 walk;
	u8 type;
} of_tasks[] = {
	{ "$comm(", KPCTL_WALK_COMM, KPCTL_TYPE_STRING },
	{ "$stacktrace(", KPCTL_WALK_STACK, KPCTL_TYPE_STACK },
};

static const struct of_task *find_of_task(struct kpctl_span s)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(of_tasks); i++)
		if (span_skip(&s, of_tasks[i].open))
			return &of_tasks[i];
	return NULL;
}

int kpctl_spec_is_of_task(struct kpctl_span s)
{
	return !!find_of_task(s);
}

/* What stands around it and behind it */
static int check_around(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
			const struct kpctl_value *v, const struct of_task *of, struct kpctl_span s)
{
	const int is_stack = of->walk == KPCTL_WALK_STACK;

	if (is_stack && v->typed && (arg->count || !span_is(v->type, "stack")))
		return spec_refuse(ps, NEED_STACK_TYPE, v->type.p);
	if (is_stack && v->in_entry)
		return spec_refuse(ps, IN_ENTRY, s.p, SPAN_QUOTE(s));
	if (arg->nderef && is_stack)
		return spec_refuse(ps, VAR_DEREF, s.p, SPAN_QUOTE(s));
	if (arg->nderef)
		return spec_refuse(ps, TEXT_DEREF, s.p, SPAN_QUOTE(s));
	return 0;
}

int kpctl_spec_parse_of_task(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			     struct kpctl_value *v, struct kpctl_span *s)
{
	const struct of_task *of = find_of_task(*s);
	int ret = check_around(ps, arg, v, of, *s);

	if (ret)
		return ret;
	if (s->end[-1] != ')')
		return spec_refuse(ps, OF_TASK_NOT_CLOSED, s->end, SPAN_QUOTE(*s));
	s->end--;
	s->p += strlen(of->open);
	arg->walk = of->walk;
	arg->type = of->type;
	arg->deref[arg->nderef++] = (struct kpctl_deref){ .how = KPCTL_DEREF_KERNEL };
	return 0;
}

/* By the types */

static int points_at(struct kpctl_btf_cursor c, const char *name)
{
	const struct kpctl_btf_type *t;
	enum kpctl_btf_wrong wrong = kpctl_btf_follow(&c);

	if (wrong && wrong != KPCTL_BTF_DECLARED)
		return 0;
	t = kpctl_btf_type(c.b, c.type);
	return kpctl_btf_is(t, KPCTL_BTF_KIND(STRUCT) | KPCTL_BTF_KIND(FWD)) && t->name &&
	       !strcmp(kpctl_btf_name(c.b, t->name), name);
}

/* A number as wide as an address, or a pointer to nothing that is known: it may be any address. */
static int may_be_any(struct kpctl_btf_cursor c)
{
	if (!kpctl_btf_is(kpctl_btf_type(c.b, c.type), KPCTL_BTF_KIND(PTR)))
		return kpctl_btf_size(c.b, c.type) == 8;
	return kpctl_btf_follow(&c) == KPCTL_BTF_IS_VOID;
}

static int refuse_task(struct kpctl_parse *ps, struct kpctl_span s)
{
	return spec_refuse(ps, NAME_NO_TASK, s.p, SPAN_QUOTE(s));
}

int kpctl_task_end(struct kpctl_parse *ps, const struct kpctl_path *path, struct kpctl_span s)
{
	return points_at(path->cursor, "task_struct") ? 0 : refuse_task(ps, s);
}

int kpctl_task_check(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
		     const struct kpctl_value *v)
{
	struct kpctl_btf_cursor c;
	int ret;

	if (!kpctl_walk_is_task(arg) || arg->nderef != 1)
		return 0;
	if (arg->of_types || (arg->src != KPCTL_SRC_ARG && arg->src != KPCTL_SRC_RETVAL))
		return 0;
	ret = kpctl_spec_whole_type(ps, arg, &c);
	if (ret)
		return ret == -ENOENT ? 0 : ret;
	if (points_at(c, "task_struct") || may_be_any(c))
		return 0;
	return refuse_task(ps, v->fetch);
}
