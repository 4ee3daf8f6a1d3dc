// SPDX-License-Identifier: GPL-2.0
/*
 * FETCHARG := ('+' | '-') ['u'] OFFS '(' FETCHARG ')'
 *           | 'this_cpu_ptr(' FETCHARG ')' | 'this_cpu_read(' FETCHARG ')'
 *           | '$entry(' FETCHARG ')' | '$after(' FETCHARG ')' | OF_TASK | CAST | SOURCE
 *
 * Nesting is peeled off from the outside in a loop, the first '(' with the last ')' of the
 * remaining text: depth costs no stack. Text behind the ')' of an offset is ignored, as in
 * tracefs.
 *
 * tracefs fetches an argument in at most KPCTL_OPS_MAX steps: a source, its derefs, and the
 * steps that parse_type.c adds. The steps are counted as in tracefs, from the inside, so
 * that both accept the same lines.
 */
#include "spec/parse.h"

/* The innermost levels that are remembered: the first level too many is among them. */
#define LEVELS_MAX	(KPCTL_OPS_MAX + 1)

struct levels {
	const char *inside[LEVELS_MAX];	/* the text behind the "(" of level i, at i % LEVELS_MAX */
	unsigned int n;
};

static void remember_level(struct levels *levels, const char *inside)
{
	levels->inside[levels->n++ % LEVELS_MAX] = inside;
}

static int parse_offset(struct kpctl_parse *ps, struct kpctl_deref *deref,
			struct kpctl_span head)
{
	struct kpctl_span off = span_from(head, head.p + 1);
	int ret;

	deref->how = span_skip(&off, "u") || kpctl_kind_is_user(ps->spec->kind) ?
		     KPCTL_DEREF_USER : KPCTL_DEREF_KERNEL;
	if (*head.p == '-')
		ret = kpctl_spec_scan_minus(off, &deref->off);
	else
		ret = kpctl_spec_scan_s64(off, &deref->off);
	if (ret)
		return spec_refuse(ps, BAD_DEREF_OFFSET, head.p,
				   SPAN_QUOTE(head));
	return 0;
}

/* The position behind the last ')', or NULL. */
static const char *find_close(struct kpctl_span s)
{
	while (s.p < s.end)
		if (*--s.end == ')')
			return s.end + 1;
	return NULL;
}

/* Peels one +OFFS(...) off the outside of *s. */
static int parse_deref(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		       struct levels *levels, struct kpctl_span *s)
{
	const char *open = span_find(*s, '(');
	struct kpctl_deref deref;
	const char *close;
	int ret;

	if (!open)
		return spec_refuse(ps, DEREF_NO_BRACE, s->p);
	ret = parse_offset(ps, &deref, span_until(*s, open));
	if (ret)
		return ret;
	close = find_close(span_from(*s, open + 1));
	if (!close)
		return spec_refuse(ps, DEREF_NOT_CLOSED, s->end);
	s->p = open + 1;
	s->end = close - 1;
	remember_level(levels, s->p);
	/* count_levels() refuses too many, once all levels are known */
	if (arg->nderef < KPCTL_DEREF_MAX)
		arg->deref[arg->nderef++] = deref;
	return 0;
}

/* Peels NAME(...) off the outside of *s, which begins with NAME: $entry or $after. */
static int peel_moment(struct kpctl_parse *ps, const char *name, struct levels *levels,
		       struct kpctl_span *s)
{
	struct kpctl_span inside = *s;
	const char *close;

	span_skip(&inside, name);
	if (!span_skip(&inside, "("))
		return spec_refuse(ps, ENTRY_NO_BRACE, inside.p, name, name);
	close = find_close(inside);
	if (!close)
		return spec_refuse(ps, ENTRY_NOT_CLOSED, s->end, name);
	if (close < s->end)
		return spec_refuse(ps, ENTRY_EXTRA, close,
				   SPAN_QUOTE(span_from(*s, close)), name);
	s->p = inside.p;
	s->end = close - 1;
	remember_level(levels, s->p);
	return 0;
}

/* Peels $entry(...) off the outside of *s; entry does the derefs inside. */
static int parse_entry(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		       struct kpctl_value *v, struct levels *levels,
		       struct kpctl_span *s)
{
	int ret;

	if (v->in_entry)
		return spec_refuse(ps, IN_ENTRY, s->p, 6, "$entry");
	if (!kpctl_kind_is_call(ps->spec->kind))
		return spec_refuse(ps, ENTRY_ON_P, s->p, KIND_QUOTE(ps));
	ret = peel_moment(ps, "$entry", levels, s);
	if (ret)
		return ret;
	v->in_entry = 1;
	arg->at_entry = 1;
	arg->nentry = kpctl_walk_outside(arg);	/* for now: the derefs outside of $entry(...) */
	return 0;
}

/* Peels $after(...) off the outside of *s. */
static int parse_after(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		       struct kpctl_value *v, struct levels *levels, struct kpctl_span *s)
{
	const char *at = s->p;
	int ret;

	if (v->in_after)
		return spec_refuse(ps, IN_AFTER, at, 6, "$after");
	if (ps->spec->kind != KPCTL_KIND_P)
		return spec_refuse(ps, AFTER_NOT_P, at, KIND_QUOTE(ps));
	ret = peel_moment(ps, "$after", levels, s);
	if (ret)
		return ret;
	if (!ps->out && !ps->spec->after_column)
		return spec_refuse(ps, AFTER_LATE, at);
	if (!ps->after_column)
		ps->after_column = kpctl_spec_column(ps, at);
	v->in_after = 1;
	arg->after = 1;
	return 0;
}

static void push_deref(struct kpctl_arg_spec *arg, struct levels *levels,
		       enum kpctl_deref_how how, const char *at)
{
	remember_level(levels, at);
	if (arg->nderef < KPCTL_DEREF_MAX)
		arg->deref[arg->nderef++] = (struct kpctl_deref){ .how = how };
}

/* Peels this_cpu_read(...) or this_cpu_ptr(...) off the outside of *s. */
static int parse_this_cpu(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_value *v, struct levels *levels, struct kpctl_span *s)
{
	int is_read = !span_skip(s, "this_cpu_ptr(") && span_skip(s, "this_cpu_read(");
	const char *close = find_close(*s);

	if (!close)
		return spec_refuse(ps, THIS_CPU_NOT_CLOSED, s->end);
	if (close < s->end)
		return spec_refuse(ps, THIS_CPU_EXTRA, close, SPAN_QUOTE(span_from(*s, close)));
	s->end = close - 1;
	if (is_read)
		push_deref(arg, levels, KPCTL_DEREF_KERNEL, s->p);
	push_deref(arg, levels, KPCTL_DEREF_CPU, s->p);
	v->of_cpu = s->p < s->end && *s->p == '@';
	return 0;
}

static int parse_cast(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		      struct kpctl_value *v, struct levels *levels, struct kpctl_span *s)
{
	unsigned int n = 0;
	int ret = kpctl_spec_parse_cast(ps, arg, v, s, &n);

	for (; n; n--)
		remember_level(levels, s->p);
	return ret;
}

static int may_be_cast(struct kpctl_span s)
{
	return *s.p == '(' && s.p + 1 < s.end && char_is_alpha(s.p[1]);
}

static int parse_of_task(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			 struct kpctl_value *v, struct levels *levels, struct kpctl_span *s)
{
	int ret = kpctl_spec_check_user_source(ps, *s) ?: kpctl_spec_parse_of_task(ps, arg, v, s);

	remember_level(levels, s->p);
	return ret;
}

static int is_moment(struct kpctl_span s, const char *name)
{
	return span_skip(&s, name) && (s.p == s.end || *s.p == '(');
}

static int parse_levels(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			struct kpctl_value *v, struct levels *levels,
			struct kpctl_span *s)
{
	int ret = 0;

	while (!ret && s->p < s->end) {
		if (*s->p == '+' || *s->p == '-')
			ret = parse_deref(ps, arg, levels, s);
		else if (may_be_cast(*s))
			ret = kpctl_spec_check_user_source(ps, *s) ?:
			      parse_cast(ps, arg, v, levels, s);
		else if (kpctl_spec_is_this_cpu(*s))
			ret = kpctl_spec_check_user_source(ps, *s) ?:
			      parse_this_cpu(ps, arg, v, levels, s);
		else if (is_moment(*s, "$entry"))
			ret = parse_entry(ps, arg, v, levels, s);
		else if (is_moment(*s, "$after"))
			ret = parse_after(ps, arg, v, levels, s);
		else if (kpctl_spec_is_of_task(*s))
			ret = parse_of_task(ps, arg, v, levels, s);
		else
			break;
	}
	return ret;
}

/* Counts the steps from the inside; the refusal names the first level too many. */
static int count_levels(struct kpctl_parse *ps, struct kpctl_value *v,
			const struct levels *levels)
{
	unsigned int steps = v->steps;
	unsigned int i;

	v->steps += levels->n;
	for (i = levels->n; i; i--)
		if (++steps > KPCTL_OPS_MAX)
			return spec_refuse(ps, TOO_MANY_DEREFS,
					   levels->inside[(i - 1) % LEVELS_MAX], v->steps,
					   KPCTL_OPS_MAX);
	return 0;
}

/* Derefs are parsed from the outside, but done from the inside. */
static void turn_derefs(struct kpctl_arg_spec *arg)
{
	unsigned int i, j;

	for (i = 0, j = arg->nderef; i + 1 < j; i++) {
		struct kpctl_deref swap = arg->deref[i];

		arg->deref[i] = arg->deref[--j];
		arg->deref[j] = swap;
	}
}

int kpctl_spec_parse_fetch(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_value *v)
{
	struct kpctl_span s = v->fetch;
	struct levels levels;
	unsigned int n;
	int ret;

	levels.n = 0;
	for (n = kpctl_walk_put_derefs(arg, v); n; n--)
		remember_level(&levels, s.p);
	ret = parse_levels(ps, arg, v, &levels, &s);
	if (!ret)
		ret = kpctl_spec_parse_source(ps, arg, v, s);
	if (!ret)
		ret = count_levels(ps, v, &levels);
	if (ret)
		return ret;
	if (v->in_entry)
		arg->nentry = arg->nderef - arg->nentry;
	turn_derefs(arg);
	kpctl_spec_finish_user(ps, arg);
	return 0;
}
