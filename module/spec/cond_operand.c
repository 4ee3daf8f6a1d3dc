// SPDX-License-Identifier: GPL-2.0
/* What stands on the sides of a comparison: OPERAND, NUMBER and STRING. */
#include "parse.h"

static const struct {
	const char *name;
	u64 factor;
} units[] = {
	{ "", 1 },
	{ "ns", 1 },
	{ "us", 1000 },
	{ "ms", 1000000 },
	{ "s", 1000000000 },
	{ "K", 1 << 10 },
	{ "M", 1 << 20 },
	{ "G", 1 << 30 },
};

/*
 * An operand or a number: up to white space, an operator or a ')' that closes
 * what is around it. The '>' of a "->" is no operator, it has an error of its own.
 */
struct kpctl_span kpctl_cond_word(const struct kpctl_cond_parse *c)
{
	struct kpctl_span word = span_until(c->rest, c->rest.p);
	unsigned int depth = 0;

	for (; word.end < c->rest.end; word.end++) {
		char now = *word.end;

		if (now == '(')
			depth++;
		if (now == ')' && !depth--)
			break;
		if (now == '>' && word.end > word.p && word.end[-1] == '-')
			continue;
		if (char_is_space(now) || strchr("=!<>&|~\"", now))
			break;
	}
	return word;
}

/* A number, not the offset of a -8(%sp). */
int kpctl_cond_is_number(struct kpctl_span word)
{
	if (span_find(word, '('))
		return 0;
	span_skip(&word, "-");
	return word.p < word.end && char_is_digit(*word.p);
}

int kpctl_cond_parse_number(struct kpctl_cond_parse *c, struct kpctl_span word,
			    u64 *num, int *minus)
{
	struct kpctl_span s = word;
	size_t i;
	int ret;

	*minus = span_skip(&s, "-");
	ret = kpctl_spec_scan_lead(&s, 0, num);
	for (i = 0; i < ARRAY_SIZE(units); i++)
		if (span_is(s, units[i].name))
			break;
	if (ret == -EINVAL || i == ARRAY_SIZE(units))
		return spec_refuse(c->ps, COND_BAD_NUMBER, word.p,
				   SPAN_QUOTE(word));
	if (ret || __builtin_mul_overflow(*num, units[i].factor, num) ||
	    (*minus && *num > 1ULL << 63))
		return spec_refuse(c->ps, COND_NUMBER_TOO_BIG, word.p,
				   SPAN_QUOTE(word));
	if (!*num)
		*minus = 0;
	kpctl_cond_skip(c, word.end);
	return 0;
}

/*
 * What is in the quotes goes to ->strings, which is as large as EXPR can be and
 * so has room for all that is quoted in it.
 */
int kpctl_cond_parse_string(struct kpctl_cond_parse *c, struct kpctl_test *test)
{
	struct kpctl_cond *cond = c->cond;
	const char *p = c->rest.p + 1;

	test->text = cond->nstrings;
	for (; p < c->rest.end && *p != '"' && *p != '\n'; p++) {
		if (*p == '\\') {
			p++;
			if (p < c->rest.end && *p != '"' && *p != '\\')
				return spec_refuse(c->ps, COND_BAD_ESCAPE, p - 1);
			if (p == c->rest.end)
				break;
		}
		cond->strings[cond->nstrings++] = *p;
	}
	if (p == c->rest.end || *p != '"')
		return spec_refuse(c->ps, COND_STRING_OPEN, p);
	test->text_len = cond->nstrings - test->text;
	kpctl_cond_skip(c, p + 1);
	return 0;
}

const struct kpctl_arg_spec *kpctl_cond_arg(const struct kpctl_cond_parse *c,
					    u8 index)
{
	return index < KPCTL_ARGS_MAX ? &c->ps->spec->arg[index] :
					&c->cond->operand[index - KPCTL_ARGS_MAX];
}

#define NAMES_MAX	100	/* what the sentence has room for */

static int refuse_name(struct kpctl_cond_parse *c, struct kpctl_span word)
{
	const struct kpctl_spec *spec = c->ps->spec;
	char names[NAMES_MAX + 1] = "none";
	struct kpctl_out out = { names, sizeof(names), 0 };
	u32 i;

	if (span_is(word, "do"))
		return spec_refuse(c->ps, DO_CLAUSE, word.p);
	for (i = 0; i < spec->nargs && out.len < sizeof(names); i++)
		kpctl_spec_put(&out, "%s%s", i ? " " : "", spec->arg[i].name);
	return spec_refuse(c->ps, COND_NO_NAME, word.p, SPAN_QUOTE(word), names);
}

static int find_name(struct kpctl_cond_parse *c, struct kpctl_span word, u8 *index)
{
	const struct kpctl_spec *spec = c->ps->spec;
	u32 i;

	if (kpctl_spec_scan_name(word, ""))
		return spec_refuse(c->ps, COND_BAD_OPERAND, word.p,
				   SPAN_QUOTE(word));
	for (i = 0; i < spec->nargs; i++) {
		if (span_is(word, spec->arg[i].name)) {
			*index = i;
			return 0;
		}
	}
	return refuse_name(c, word);
}

/* The operand of the same text among the first n; n: none. */
static unsigned int find_operand(const struct kpctl_cond *cond,
				 struct kpctl_span text, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		if (span_is(text, cond->operand[i].text))
			break;
	return i;
}

/*
 * Who calls is asked when the call begins, so that a return probe with a filter
 * by task takes no instance for the calls of others.
 */
static void ask_at_entry(const struct kpctl_spec *spec, struct kpctl_arg_spec *arg)
{
	switch (arg->src) {
	case KPCTL_SRC_COMM:
	case KPCTL_SRC_PID:
	case KPCTL_SRC_TID:
	case KPCTL_SRC_UID:
	case KPCTL_SRC_CGROUP:
		arg->at_entry = spec->kind == KPCTL_KIND_R && !arg->nderef;
	}
}

static int add_operand(struct kpctl_cond_parse *c, struct kpctl_span word,
		       u8 *index)
{
	struct kpctl_cond *cond = c->cond;
	unsigned int n = cond->noperands;
	unsigned int i = find_operand(cond, word, n);
	struct kpctl_arg_spec *arg;
	struct kpctl_span text;
	int ret;

	*index = KPCTL_ARGS_MAX + i;
	if (i < n)
		return 0;
	if (n == KPCTL_OPERANDS_MAX)
		return spec_refuse(c->ps, COND_TOO_MANY_OPERANDS, word.p,
				   KPCTL_OPERANDS_MAX);
	arg = &cond->operand[n];
	memset(arg, 0, sizeof(*arg));
	arg->column = word.p - c->ps->line;
	ret = kpctl_spec_parse_value(c->ps, arg, word, 1);
	if (ret)
		return ret;
	/* an error number, as functions return them */
	if (span_is(word, "$retval"))
		arg->type = KPCTL_TYPE_S64;
	ask_at_entry(c->ps->spec, arg);
	text = (struct kpctl_span){ arg->text, arg->text + strlen(arg->text) };
	i = find_operand(cond, text, n);	/* %pd, written out */
	*index = KPCTL_ARGS_MAX + i;
	if (i == n)
		cond->noperands++;
	return 0;
}

static int parse_operand(struct kpctl_cond_parse *c, struct kpctl_span word,
			 u8 *index)
{
	if (word.p == word.end)
		return spec_refuse(c->ps, COND_NO_OPERAND, word.p);
	if (char_is_alpha(*word.p))
		return find_name(c, word, index);
	if (strchr("$%+-@", *word.p))
		return add_operand(c, word, index);
	return spec_refuse(c->ps, COND_BAD_OPERAND, word.p, SPAN_QUOTE(word));
}

int kpctl_cond_parse_operand(struct kpctl_cond_parse *c, struct kpctl_span word,
			     u8 *index)
{
	const struct kpctl_arg_spec *arg;
	int ret;

	ret = parse_operand(c, word, index);
	if (ret)
		return ret;
	arg = kpctl_cond_arg(c, *index);
	if (arg->type == KPCTL_TYPE_STACK)
		return spec_refuse(c->ps, COND_STACK, word.p, SPAN_QUOTE(word));
	if (arg->count)
		return spec_refuse(c->ps, COND_ARRAY, word.p, SPAN_QUOTE(word));
	kpctl_cond_skip(c, word.end);
	return 0;
}
