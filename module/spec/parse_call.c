// SPDX-License-Identifier: GPL-2.0
/*
 *	CALL  := 'call:' NAME '(' [VALUE [',' ARGUMENT]...] ')' [':' TYPE]
 *	VALUE := FETCHARG [':' TYPE]
 *
 * The value that a function of another module makes at the hit. VALUE is any number;
 * ARGUMENT is the name of an argument in front of this one, as the struct of an argument has
 * room for one value. TYPE is a number's, and x64 without it. White space in it ends an argument.
 *
 * In the struct, src, the derefs and call_type are those of VALUE; type is that of the result.
 * A CALL has nothing outside of it: neither +OFFS(...) nor $entry(...), nor another CALL.
 */
#include "spec/parse.h"

#define OPEN	"call:"

/* Takes call:NAME( off the front; 0: s begins otherwise. A type enum(...) is no function. */
static int skip_open(struct kpctl_span *s, struct kpctl_span *name)
{
	const char *open;

	if (!span_skip(s, OPEN))
		return 0;
	open = span_find(*s, '(');
	if (!open)
		return 0;
	*name = span_until(*s, open);
	s->p = open + 1;
	return !span_is(*name, "enum");
}

int kpctl_spec_is_call(struct kpctl_span s)
{
	struct kpctl_span name;

	return skip_open(&s, &name);
}

/* The first comma or ')' outside of parentheses that the span opens itself, or NULL. */
static const char *find_part_end(struct kpctl_span s)
{
	unsigned int depth = 0;

	for (; s.p < s.end; s.p++) {
		if (!depth && (*s.p == ',' || *s.p == ')'))
			return s.p;
		depth += (*s.p == '(') - (*s.p == ')');
	}
	return NULL;
}

/* The ':' before the type of a value that satisfies kpctl_spec_is_call(), or NULL. */
const char *kpctl_spec_find_call_type(struct kpctl_span s)
{
	struct kpctl_span name;
	const char *end;

	skip_open(&s, &name);
	while ((end = find_part_end(s)) && *end == ',')
		s.p = end + 1;
	return end && end + 1 < s.end && end[1] == ':' ? end + 1 : NULL;
}

/* The name that a function has when one asks for it. */
struct kpctl_span kpctl_spec_call_name(struct kpctl_span s)
{
	struct kpctl_span name;

	skip_open(&s, &name);
	return name;
}

int kpctl_spec_check_call_name(struct kpctl_parse *ps, struct kpctl_span name)
{
	if (name.p < name.end && span_len(name) < KPCTL_CALL_NAME_MAX &&
	    !kpctl_spec_scan_name(name, ""))
		return 0;
	return spec_refuse(ps, CALL_BAD_NAME, name.p, SPAN_QUOTE(name), KPCTL_CALL_NAME_MAX - 1);
}

static int parse_first_value(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			     struct kpctl_span word)
{
	int ret;

	if (kpctl_spec_is_call(word))
		return spec_refuse(ps, CALL_NESTED, word.p);
	ret = kpctl_spec_parse_inside(ps, arg, word);
	if (!ret && (!kpctl_arg_is_number(arg) || arg->bits))
		ret = spec_refuse(ps, CALL_NOT_NUMBER, word.p, SPAN_QUOTE(word));
	return ret;
}

static int parse_more_value(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			    struct kpctl_span word)
{
	u32 i = kpctl_operand_find_arg(ps->spec, word);

	if (arg->call_values == KPCTL_CALL_VALUES)
		return spec_refuse(ps, CALL_TOO_MANY, word.p, KPCTL_CALL_VALUES);
	if (i == ps->spec->nargs)
		return spec_refuse(ps, CALL_NO_ARG, word.p, SPAN_QUOTE(word));
	if (!kpctl_arg_is_number(&ps->spec->arg[i]) || ps->spec->arg[i].call[0])
		return spec_refuse(ps, CALL_NOT_NUMBER, word.p, SPAN_QUOTE(word));
	arg->call_more[arg->call_values - 1] = i;
	return 0;
}

/* The values; *s begins behind the '(', and afterwards behind the ')'. */
static int parse_call_values(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			     struct kpctl_span *s)
{
	const char *end = find_part_end(*s);
	struct kpctl_span word;
	int ret = 0;

	if (end && end == s->p && *end == ')') {
		arg->src = KPCTL_SRC_IMM;
		s->p = end + 1;
		return 0;
	}
	for (; end && !ret; end = find_part_end(*s)) {
		word = span_until(*s, end);
		ret = arg->call_values ? parse_more_value(ps, arg, word) :
					 parse_first_value(ps, arg, word);
		arg->call_values++;
		s->p = end + 1;
		if (*end == ')')
			return ret;
	}
	return ret ?: spec_refuse(ps, CALL_NOT_CLOSED, s->end);
}

/* What stands behind the ')'. Its columns are those of a value that is a TYPE alone. */
static int parse_call_type(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_span s)
{
	struct kpctl_value v = { .all = s };
	int ret;

	if (s.p < s.end && *s.p != ':')
		return spec_refuse(ps, CALL_EXTRA, s.p, SPAN_QUOTE(s));
	ret = kpctl_spec_parse_type(ps, arg, &v);
	if (ret)
		return ret;
	if (arg->walk || arg->counted || !kpctl_arg_is_number(arg) || span_find(v.type, '/'))
		return spec_refuse(ps, CALL_TYPE, v.type.p, SPAN_QUOTE(v.type));
	return 0;
}

/* The type is parsed first: it is put aside while the same struct takes the value. */
int kpctl_spec_parse_call(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_span s)
{
	const char *colon = kpctl_spec_find_call_type(s);
	const struct kpctl_enum *names;
	struct kpctl_span name;
	u8 type;
	int ret;

	skip_open(&s, &name);
	ret = kpctl_spec_check_call_name(ps, name) ?:
	      parse_call_type(ps, arg, span_from(s, colon ?: s.end));
	if (ret)
		return ret;
	type = arg->type;
	names = arg->names;
	arg->names = NULL;
	ret = parse_call_values(ps, arg, &s);
	if (!ret && s.p < (colon ?: s.end))
		ret = spec_refuse(ps, CALL_EXTRA, s.p, SPAN_QUOTE(s));
	if (ret)
		return ret;
	arg->call_type = arg->call_values ? arg->type : KPCTL_TYPE_X64;
	arg->type = type;
	arg->names = names;
	kpctl_spec_scan_copy(arg->call, name);
	return 0;
}
