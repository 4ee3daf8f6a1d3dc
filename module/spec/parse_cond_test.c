// SPDX-License-Identifier: GPL-2.0
/* TEST: two sides and what is between them, with their types made to agree. */
#include "spec/parse.h"

/* Longer ones first. */
static const struct {
	const char *text;
	u8 num;		/* enum kpctl_cmp */
	u8 str;
} ops[] = {
#define NONE	0xff
	{ "==", KPCTL_CMP_EQ, KPCTL_CMP_SAME },
	{ "!=", KPCTL_CMP_NE, KPCTL_CMP_OTHER },
	{ "<=", KPCTL_CMP_LE, NONE },
	{ ">=", KPCTL_CMP_GE, NONE },
	{ "<", KPCTL_CMP_LT, NONE },
	{ ">", KPCTL_CMP_GT, NONE },
	{ "&&", NONE, NONE },
	{ "&", KPCTL_CMP_BITS, NONE },
	{ "~", NONE, KPCTL_CMP_GLOB },
};

/* The left side: where it stands and what it is. */
struct side {
	struct kpctl_span word;
	const struct kpctl_arg_spec *arg;
};

static int parse_op(struct kpctl_cond_parse *c, const struct side *left, u8 *cmp)
{
	int is_string = kpctl_type_is_string(left->arg->type);
	const char *at = c->rest.p;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ops); i++)
		if (span_skip(&c->rest, ops[i].text))
			break;
	if (i == ARRAY_SIZE(ops) || (ops[i].num == NONE && ops[i].str == NONE))
		return spec_refuse(c->ps, COND_NO_OP, at, SPAN_QUOTE(left->word));
	*cmp = is_string ? ops[i].str : ops[i].num;
	if (*cmp != NONE) {
		kpctl_cond_skip(c, c->rest.p);
		return 0;
	}
	if (is_string)
		return spec_refuse(c->ps, COND_STRING_OP, at,
				   SPAN_QUOTE(left->word));
	return spec_refuse(c->ps, COND_NUMBER_OP, at, SPAN_QUOTE(left->word));
}

static unsigned int width(const struct kpctl_arg_spec *arg)
{
	return arg->bits ? arg->bits : 8 * kpctl_type_size(arg->type);
}

/* An error number tells its errors by all 64 bits, as an address does. */
static int takes_all_bits(const struct kpctl_arg_spec *arg, u8 cmp)
{
	return arg->src == KPCTL_SRC_RETVAL && !arg->nderef &&
	       !arg->name[0] && !strchr(arg->text, ':') &&
	       (cmp == KPCTL_CMP_EQ || cmp == KPCTL_CMP_NE);
}

/* The largest value behind the sign. */
static u64 most(const struct kpctl_arg_spec *arg, u8 cmp, int minus)
{
	u64 all = ~0ULL >> (64 - width(arg));

	if (minus)
		return (all >> 1) + 1;
	if (!kpctl_type_is_signed(arg->type) || cmp == KPCTL_CMP_BITS ||
	    takes_all_bits(arg, cmp))
		return all;
	return all >> 1;
}

static int check_number(struct kpctl_cond_parse *c, const struct side *left,
			u8 cmp, struct kpctl_span word, u64 num, int minus)
{
	const struct kpctl_arg_spec *arg = left->arg;
	const char *type = kpctl_type_name(arg->type);

	if (!kpctl_type_is_signed(arg->type)) {
		if (minus)
			return spec_refuse(c->ps, COND_NEGATIVE, word.p,
					   SPAN_QUOTE(left->word), type,
					   SPAN_QUOTE(word));
		if (!num && (cmp == KPCTL_CMP_LT || cmp == KPCTL_CMP_GE))
			return spec_refuse(c->ps, COND_UNSIGNED, word.p,
					   SPAN_QUOTE(left->word), type);
	}
	if (num > most(arg, cmp, minus))
		return spec_refuse(c->ps, COND_NO_FIT, word.p, SPAN_QUOTE(word),
				   SPAN_QUOTE(left->word), type, width(arg));
	return 0;
}

static int parse_const(struct kpctl_cond_parse *c, const struct side *left,
		       struct kpctl_span word, struct kpctl_test *test)
{
	int ret, minus;
	u64 num;

	ret = kpctl_cond_parse_number(c, word, &num, &minus);
	if (!ret)
		ret = check_number(c, left, test->cmp, word, num, minus);
	if (!ret)
		test->num = minus ? 0 - num : num;
	return ret;
}

static int parse_other(struct kpctl_cond_parse *c, const struct side *left,
		       struct kpctl_span word, struct kpctl_test *test)
{
	const struct kpctl_arg_spec *right;
	int ret;

	ret = kpctl_cond_parse_operand(c, word, &test->right, &right);
	if (ret)
		return ret;
	if (kpctl_type_is_string(right->type))
		return spec_refuse(c->ps, COND_NEED_NUMBER, word.p,
				   SPAN_QUOTE(left->word));
	if (test->is_signed != kpctl_type_is_signed(right->type))
		return spec_refuse(c->ps, COND_SIGNS, word.p,
				   SPAN_QUOTE(left->word),
				   kpctl_type_name(left->arg->type),
				   SPAN_QUOTE(word),
				   kpctl_type_name(right->type));
	test->right_is_operand = 1;
	return 0;
}

/* Text against a pattern takes the product of both: at a hit there is no time. */
static int parse_cond_text(struct kpctl_cond_parse *c, struct kpctl_test *test)
{
	const char *at = c->rest.p;
	int ret = kpctl_cond_parse_string(c, test);

	if (!ret && test->cmp == KPCTL_CMP_GLOB && test->text_len > KPCTL_GLOB_MAX)
		return spec_refuse(c->ps, COND_GLOB_TOO_LONG, at, test->text_len,
				   KPCTL_GLOB_MAX);
	return ret;
}

static int parse_right(struct kpctl_cond_parse *c, const struct side *left,
		       struct kpctl_test *test)
{
	int quoted = c->rest.p < c->rest.end && *c->rest.p == '"';
	struct kpctl_span word = kpctl_operand_word(c->rest, "");

	if (!quoted && word.p == word.end)
		return spec_refuse(c->ps, COND_NO_OPERAND, word.p);
	if (kpctl_type_is_string(left->arg->type)) {
		if (quoted)
			return parse_cond_text(c, test);
		return spec_refuse(c->ps, COND_NEED_STRING, word.p,
				   SPAN_QUOTE(left->word));
	}
	if (quoted)
		return spec_refuse(c->ps, COND_NEED_NUMBER, word.p,
				   SPAN_QUOTE(left->word));
	if (kpctl_cond_is_number(word))
		return parse_const(c, left, word, test);
	return parse_other(c, left, word, test);
}

static int parse_left(struct kpctl_cond_parse *c, struct side *left, u8 *index)
{
	left->word = kpctl_operand_word(c->rest, "");
	if (kpctl_cond_is_number(left->word))
		return spec_refuse(c->ps, COND_CONST_LEFT, left->word.p,
				   SPAN_QUOTE(left->word));
	if (c->rest.p < c->rest.end && *c->rest.p == '"')
		return spec_refuse(c->ps, COND_CONST_LEFT, c->rest.p,
				   8, "\"STRING\"");
	return kpctl_cond_parse_operand(c, left->word, index, &left->arg);
}

int kpctl_cond_parse_test(struct kpctl_cond_parse *c, int negated)
{
	struct kpctl_cond *cond = c->cond;
	struct kpctl_test *test;
	struct side left = { .arg = NULL };
	int ret;

	if (cond->ntests == KPCTL_TESTS_MAX)
		return spec_refuse(c->ps, COND_TOO_MANY_TESTS, c->rest.p,
				   KPCTL_TESTS_MAX);
	test = &cond->test[cond->ntests];
	memset(test, 0, sizeof(*test));
	ret = parse_left(c, &left, &test->left);
	if (!ret)
		ret = parse_op(c, &left, &test->cmp);
	if (ret)
		return ret;
	test->is_signed = kpctl_type_is_signed(left.arg->type);
	ret = parse_right(c, &left, test);
	if (ret)
		return ret;
	test->cmp ^= negated;	/* each has its negation next to it */
	cond->ntests++;
	return 0;
}
