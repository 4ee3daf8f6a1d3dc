// SPDX-License-Identifier: GPL-2.0
/* The sides of a comparison: OPERAND, NUMBER and STRING. */
#include "spec/parse.h"

u64 kpctl_cond_unit(const char *text, size_t len)
{
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
	struct kpctl_span word = { text, text + len };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(units); i++)
		if (span_is(word, units[i].name))
			return units[i].factor;
	return 0;
}

/* Is the word a number, and not the offset of a -8(%sp)? */
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
	u64 unit;
	int ret;

	*minus = span_skip(&s, "-");
	ret = kpctl_spec_scan_lead(&s, 0, num);
	unit = kpctl_cond_unit(s.p, span_len(s));
	if (ret == -EINVAL || !unit)
		return spec_refuse(c->ps, COND_BAD_NUMBER, word.p,
				   SPAN_QUOTE(word));
	if (ret || __builtin_mul_overflow(*num, unit, num) ||
	    (*minus && *num > 1ULL << 63))
		return spec_refuse(c->ps, COND_NUMBER_TOO_BIG, word.p,
				   SPAN_QUOTE(word));
	if (!*num)
		*minus = 0;
	kpctl_cond_skip(c, word.end);
	return 0;
}

/*
 * The quoted text goes to cond->strings, which has room for the whole EXPR, hence for all
 * quoted texts, and for an address of each test.
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

/*
 * The identity of the caller is read at the call's entry, so that a return probe with a
 * filter by task takes no instance for the calls of other tasks.
 */
static void ask_at_entry(const struct kpctl_spec *spec, struct kpctl_arg_spec *arg)
{
	enum kpctl_src_moment moment = kpctl_src_moment(arg->src);

	if (arg->src == KPCTL_SRC_COMM || moment == KPCTL_SRC_WHO ||
	    moment == KPCTL_SRC_TASK)
		arg->at_entry = kpctl_kind_is_call(spec->kind) && !arg->nderef;
}

/* Stores the operand's number in *index, and the operand itself in *arg. */
static int parse_cond_operand(struct kpctl_cond_parse *c, struct kpctl_span word,
			      u8 *index, const struct kpctl_arg_spec **arg)
{
	struct kpctl_cond *cond = c->cond;
	struct kpctl_operands ops = {
		c->ps, cond->operand, &cond->noperands, KPCTL_OPERANDS_MAX, 0
	};
	unsigned int n = cond->noperands;
	int ret;

	ret = kpctl_operand_parse(&ops, word, index);
	if (ret)
		return ret;
	if (n < cond->noperands)
		ask_at_entry(c->ps->spec, &cond->operand[n]);
	*arg = kpctl_operand_arg(&ops, *index);
	return 0;
}

int kpctl_cond_parse_operand(struct kpctl_cond_parse *c, struct kpctl_span word,
			     u8 *index, const struct kpctl_arg_spec **arg)
{
	int ret;

	if (word.p == word.end)
		return spec_refuse(c->ps, COND_NO_OPERAND, word.p);
	ret = parse_cond_operand(c, word, index, arg);
	if (ret)
		return ret;
	if (kpctl_type_is_stack((*arg)->type))
		return spec_refuse(c->ps, COND_STACK, word.p, SPAN_QUOTE(word));
	if ((*arg)->count)
		return spec_refuse(c->ps, COND_ARRAY, word.p, SPAN_QUOTE(word));
	kpctl_cond_skip(c, word.end);
	return 0;
}
