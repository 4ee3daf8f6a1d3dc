// SPDX-License-Identifier: GPL-2.0
/*
 *	OPERAND := an argument's NAME | FETCHARG [':' TYPE] | CALL
 *
 * An OPERAND of a condition or an action is an argument of the event, or a value of its
 * own. Such values go to a table, in which each text stands once.
 */
#include "spec/parse.h"

/* Is the & behind the word that of a symbol's address? It is at a value's start. */
static int is_address(struct kpctl_span word, const char *end, const char *cast)
{
	if (word.end + 1 == end || !char_is_alpha(word.end[1]))
		return 0;
	return word.end == word.p || word.end[-1] == '(' || (cast && word.end == cast + 1);
}

/*
 * The word up to white space, an operator, a character of `stop`, or a ')' whose '(' is
 * outside of the word. The '>' of a "->" is no operator: "->" has an error of its own.
 */
struct kpctl_span kpctl_operand_word(struct kpctl_span rest, const char *stop)
{
	const char *cast = kpctl_spec_is_cast(rest) ? span_find(rest, ')') : NULL;
	struct kpctl_span word = span_until(rest, rest.p), inside = word;
	int is_call = kpctl_spec_is_call(rest);
	unsigned int depth = 0;

	for (; word.end < rest.end; word.end++) {
		char now = *word.end;

		if (now == '(') {
			depth++;
			inside = span_from(rest, word.end);
		}
		if (now == ')' && !depth--)
			break;
		if (now == '>' && word.end > word.p && word.end[-1] == '-')
			continue;
		if (now == '&' && is_address(word, rest.end, cast))
			continue;
		if (now == ',' && depth && (kpctl_spec_is_cast(inside) || is_call))
			continue;
		if (char_is_space(now) || strchr("=!<>&|~\"", now) || strchr(stop, now))
			break;
	}
	return word;
}

const struct kpctl_arg_spec *kpctl_operand_arg(const struct kpctl_operands *ops,
					       u8 index)
{
	return index < KPCTL_ARGS_MAX ? &ops->ps->spec->arg[index] :
					&ops->arg[index - KPCTL_ARGS_MAX];
}

/* The number of the argument of that name; nargs: no such argument. */
u32 kpctl_operand_find_arg(const struct kpctl_spec *spec, struct kpctl_span name)
{
	u32 i;

	for (i = 0; i < spec->nargs; i++)
		if (span_is(name, spec->arg[i].name))
			break;
	return i;
}

#define NAMES_MAX	100	/* bytes of names that the sentence has room for */

static int refuse_name(struct kpctl_parse *ps, struct kpctl_span word)
{
	const struct kpctl_spec *spec = ps->spec;
	char names[NAMES_MAX + 1] = "none";
	struct kpctl_out out = { names, sizeof(names), 0 };
	u32 i;

	for (i = 0; i < spec->nargs && out.len < sizeof(names); i++)
		kpctl_spec_put(&out, "%s%s", i ? " " : "", spec->arg[i].name);
	return spec_refuse(ps, OPERAND_NO_NAME, word.p, SPAN_QUOTE(word), names);
}

/* The number of the operand of the same text; *ops->n: no such operand. */
static unsigned int find_operand(const struct kpctl_operands *ops,
				 struct kpctl_span text)
{
	unsigned int i;

	for (i = 0; i < *ops->n; i++)
		if (span_is(text, ops->arg[i].text))
			break;
	return i;
}

static int add_operand(const struct kpctl_operands *ops, struct kpctl_span word,
		       u8 *index)
{
	unsigned int i = find_operand(ops, word);
	struct kpctl_arg_spec *arg = &ops->arg[i];
	struct kpctl_span text;
	int ret;

	*index = KPCTL_ARGS_MAX + i;
	if (i < *ops->n)
		return 0;
	if (i == ops->max)
		return spec_refuse(ops->ps, TOO_MANY_OPERANDS, word.p, ops->max);
	memset(arg, 0, sizeof(*arg));
	arg->column = word.p - ops->ps->line;
	if (ops->bare && kpctl_spec_is_bare(word))
		ret = kpctl_spec_parse_bare(ops->ps, arg, word);
	else
		ret = kpctl_spec_parse_value(ops->ps, arg, word, 1);
	if (ret)
		return ret;
	/* $retval is compared as an error number, unless the function says something shorter */
	if (span_is(word, "$retval") && kpctl_type_size(arg->type) == 8)
		arg->type = KPCTL_TYPE_S64;
	text = (struct kpctl_span){ arg->text, arg->text + strlen(arg->text) };
	i = find_operand(ops, text);	/* again, by the text as written out */
	*index = KPCTL_ARGS_MAX + i;
	if (i == *ops->n)
		++*ops->n;
	return 0;
}

/* Does the refusal say more than that nothing has the name? */
static int is_param_refused(const struct kpctl_err *err)
{
	switch (err->code) {
	case KPCTL_E_PARAM_NOT_SEEN:
	case KPCTL_E_NAME_NO_VALUE:
	case KPCTL_E_NAME_NOT_IN_LINE:
	case KPCTL_E_TOO_MANY_PARAMS:
	case KPCTL_E_SINCE_TWO:
	case KPCTL_E_SINCE_NOT_KEPT:
		return 1;
	}
	return 0;
}

/* A parameter of the function, where its parameters are known. */
static int find_param(const struct kpctl_operands *ops, struct kpctl_span word, u8 *index)
{
	int ret = -EINVAL;

	if (ops->ps->names || ops->ps->nstarts)
		ret = add_operand(ops, word, index);
	if (!ret || ret == -ENOMEM || is_param_refused(ops->ps->err))
		return ret;
	return refuse_name(ops->ps, word);
}

static int find_name(const struct kpctl_operands *ops, struct kpctl_span word,
		     u8 *index)
{
	const struct kpctl_spec *spec = ops->ps->spec;
	u32 i;

	if (kpctl_spec_scan_name(word, ""))
		return spec_refuse(ops->ps, OPERAND_BAD, word.p, SPAN_QUOTE(word));
	i = kpctl_operand_find_arg(spec, word);
	*index = i;
	if (i < spec->nargs)
		return 0;
	if (ops->bare && kpctl_spec_is_bare(word))
		return add_operand(ops, word, index);
	return find_param(ops, word, index);
}

/* A parameter with members behind it, or a type: not the bare name of anything. */
static int is_path(const struct kpctl_operands *ops, struct kpctl_span word)
{
	const char *at = kpctl_spec_scan_any(word, "-.[:");

	if (!at || kpctl_operand_find_arg(ops->ps->spec, span_until(word, at)) < ops->ps->spec->nargs)
		return 0;
	return *at == '-' || ((ops->ps->names || ops->ps->nstarts) && !kpctl_spec_is_bare(span_until(word, at)));
}

static int parse_operand(const struct kpctl_operands *ops, struct kpctl_span word, u8 *index)
{
	if (word.p < word.end && char_is_alpha(*word.p) && !is_path(ops, word) &&
	    !kpctl_spec_is_this_cpu(word) && !kpctl_spec_is_call(word))
		return find_name(ops, word, index);
	if (word.p < word.end && (strchr("$%+-@&", *word.p) || char_is_alpha(*word.p) ||
				  kpctl_spec_is_cast(word)))
		return add_operand(ops, word, index);
	return spec_refuse(ops->ps, OPERAND_BAD, word.p, SPAN_QUOTE(word));
}

int kpctl_operand_parse(const struct kpctl_operands *ops, struct kpctl_span word, u8 *index)
{
	int ret = parse_operand(ops, word, index);

	if (!ret && *index >= KPCTL_ARGS_MAX)
		kpctl_spec_tell(ops->ps, word, kpctl_operand_arg(ops, *index));
	return ret;
}
