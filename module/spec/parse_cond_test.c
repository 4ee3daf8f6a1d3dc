// SPDX-License-Identifier: GPL-2.0
/* TEST: two sides with an operator, and the check that their types agree. */
#include "spec/enum.h"
#include "spec/parse.h"
#include "spec/symbolic.h"

/* The operators, longer ones first. */
static const struct {
	const char *text;
	u8 cmp[3];	/* enum kpctl_cmp, by enum operand_class */
	u8 is_word;	/* white space must follow */
} ops[] = {
#define NONE	0xff
	{ "==", { KPCTL_CMP_EQ, KPCTL_CMP_SAME, KPCTL_CMP_NET }, 0 },
	{ "!=", { KPCTL_CMP_NE, KPCTL_CMP_OTHER, KPCTL_CMP_NONET }, 0 },
	{ "<=", { KPCTL_CMP_LE, NONE, NONE }, 0 },
	{ ">=", { KPCTL_CMP_GE, NONE, NONE }, 0 },
	{ "<", { KPCTL_CMP_LT, NONE, NONE }, 0 },
	{ ">", { KPCTL_CMP_GT, NONE, NONE }, 0 },
	{ "&&", { NONE, NONE, NONE }, 0 },
	{ "&", { KPCTL_CMP_BITS, NONE, NONE }, 0 },
	{ "~", { NONE, KPCTL_CMP_GLOB, NONE }, 0 },
	{ "in", { NONE, NONE, KPCTL_CMP_NET }, 1 },
};

enum operand_class { NUMBER, STRING, ADDRESS };

/* The left side of a comparison. */
struct side {
	struct kpctl_span word;
	const struct kpctl_arg_spec *arg;
	enum operand_class is;
	u8 in_net;		/* the operator is `in` */
	u8 in_cgroup;		/* ... behind $cgroup */
};

static enum operand_class class_of(const struct kpctl_arg_spec *arg)
{
	if (kpctl_type_is_string(arg->type))
		return STRING;
	return kpctl_type_is_address(arg->type) ? ADDRESS : NUMBER;
}

static int skip_cmp(struct kpctl_span *rest, size_t i)
{
	struct kpctl_span behind = *rest;

	if (!span_skip(&behind, ops[i].text) ||
	    (ops[i].is_word && behind.p < behind.end && !char_is_space(*behind.p)))
		return 0;
	*rest = behind;
	return 1;
}

static int is_any_cmp(size_t i)
{
	return ops[i].cmp[NUMBER] != NONE || ops[i].cmp[STRING] != NONE ||
	       ops[i].cmp[ADDRESS] != NONE;
}

static int parse_op(struct kpctl_cond_parse *c, struct side *left, u8 *cmp)
{
	const char *at = c->rest.p;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ops); i++)
		if (skip_cmp(&c->rest, i))
			break;
	if (i == ARRAY_SIZE(ops) || !is_any_cmp(i))
		return spec_refuse(c->ps, COND_NO_OP, at, SPAN_QUOTE(left->word));
	left->in_net = ops[i].is_word;
	*cmp = ops[i].cmp[left->is];
	if (left->in_net && left->arg->src == KPCTL_SRC_CGROUP && !left->arg->nderef) {
		left->in_cgroup = 1;
		*cmp = KPCTL_CMP_EQ;
	}
	if (*cmp != NONE) {
		kpctl_cond_skip(c, c->rest.p);
		return 0;
	}
	if (left->is == STRING)
		return spec_refuse(c->ps, COND_STRING_OP, at,
				   SPAN_QUOTE(left->word));
	if (left->is == ADDRESS)
		return spec_refuse(c->ps, COND_ADDRESS_OP, at, SPAN_QUOTE(left->word));
	return spec_refuse(c->ps, COND_NUMBER_OP, at, SPAN_QUOTE(left->word));
}

static unsigned int width(const struct kpctl_arg_spec *arg)
{
	return arg->bits ? arg->bits : 8 * kpctl_type_size(arg->type);
}

/*
 * $retval is s64 in a comparison, yet == and != take any 64 bits too, so that error numbers
 * and addresses both can be compared.
 */
static int takes_all_bits(const struct kpctl_arg_spec *arg, u8 cmp)
{
	return arg->src == KPCTL_SRC_RETVAL && !arg->nderef &&
	       !arg->name[0] && !strchr(arg->text, ':') &&
	       (cmp == KPCTL_CMP_EQ || cmp == KPCTL_CMP_NE);
}

/* The largest magnitude that a number on the right side may have. */
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

/* Is the word meant as the name of a number, which the type of the left side has? */
static int is_symbol(const struct side *left, struct kpctl_span word)
{
	const struct kpctl_symbolic *type = kpctl_symbolic_of(kpctl_type_form(left->arg->type));
	long long v;

	if (!type)
		return 0;
	return !type->parse(word.p, span_len(word), &v) ||
	       (type->prefix && span_skip(&word, type->prefix));
}

static int parse_symbolic(struct kpctl_cond_parse *c, const struct side *left,
			  struct kpctl_span word, struct kpctl_test *test)
{
	const struct kpctl_symbolic *type = kpctl_symbolic_of(kpctl_type_form(left->arg->type));
	long long v;

	if (type->parse(word.p, span_len(word), &v))
		return spec_refuse(c->ps, COND_NO_SYMBOL, word.p, SPAN_QUOTE(word),
				   kpctl_type_name(left->arg->type), type->example);
	test->num = v;
	kpctl_cond_skip(c, word.end);
	return 0;
}

/* Is the word a value of the enum that the left side is? */
static int is_enum_value(const struct side *left, struct kpctl_span word)
{
	const struct kpctl_enum *e = left->arg->names;
	s64 v;

	return e && !kpctl_enum_find(e, word.p, span_len(word), &v);
}

static int parse_enum_value(struct kpctl_cond_parse *c, const struct side *left,
			    struct kpctl_span word, struct kpctl_test *test)
{
	int ret, minus;
	s64 v;

	kpctl_enum_find(left->arg->names, word.p, span_len(word), &v);
	minus = kpctl_type_is_signed(left->arg->type) && v < 0;
	ret = check_number(c, left, test->cmp, word, minus ? 0 - (u64)v : (u64)v, minus);
	test->num = v;
	kpctl_cond_skip(c, word.end);
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
	if (class_of(right) != NUMBER)
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

/* The same beside an enum: a word that is nothing may have been meant for one of its values. */
static int parse_other_or_value(struct kpctl_cond_parse *c, const struct side *left,
				struct kpctl_span word, struct kpctl_test *test)
{
	const struct kpctl_enum *e = left->arg->names;
	int ret = parse_other(c, left, word, test);

	if (!ret || !e || c->ps->err->code != KPCTL_E_OPERAND_NO_NAME)
		return ret;
	return spec_refuse(c->ps, COND_NO_VALUE, word.p, SPAN_QUOTE(word), kpctl_enum_own(e),
			   kpctl_enum_near(e, word.p, span_len(word)));
}

/*
 * A pattern's length is limited: matching costs up to the product of both lengths, at each
 * hit.
 */
static int parse_cond_text(struct kpctl_cond_parse *c, struct kpctl_test *test)
{
	const char *at = c->rest.p;
	int ret = kpctl_cond_parse_string(c, test);

	if (!ret && test->cmp == KPCTL_CMP_GLOB && test->text_len > KPCTL_GLOB_MAX)
		return spec_refuse(c->ps, COND_GLOB_TOO_LONG, at, test->text_len,
				   KPCTL_GLOB_MAX);
	return ret;
}

/* BITS of ADDRESS/BITS */
static int parse_net_bits(struct kpctl_cond_parse *c, const struct side *left,
			  struct kpctl_span word, const char *slash, struct kpctl_test *test)
{
	u32 most = 8 * kpctl_type_size(left->arg->type);

	if (!slash || kpctl_spec_scan_u64(span_from(word, slash + 1), 10, &test->num) ||
	    slash[1] == '+' || test->num > most)
		return spec_refuse(c->ps, COND_BAD_NET, slash ? slash + 1 : word.p, SPAN_QUOTE(word),
				   kpctl_address_of(kpctl_type_form(left->arg->type))->example,
				   most);
	return 0;
}

/* ADDRESS, or behind `in` ADDRESS/BITS */
static int parse_address(struct kpctl_cond_parse *c, const struct side *left,
			 struct kpctl_span word, struct kpctl_test *test)
{
	const struct kpctl_address *type = kpctl_address_of(kpctl_type_form(left->arg->type));
	const char *slash = left->in_net ? span_find(word, '/') : NULL;
	struct kpctl_span address = slash ? span_until(word, slash) : word;
	struct kpctl_cond *cond = c->cond;
	u8 *bytes = (u8 *)cond->strings + cond->nstrings;

	if (type->parse(address.p, span_len(address), bytes))
		return spec_refuse(c->ps, COND_NEED_ADDRESS, word.p, SPAN_QUOTE(left->word),
				   kpctl_type_name(left->arg->type), type->example);
	test->text = cond->nstrings;
	test->text_len = kpctl_type_size(left->arg->type);
	test->num = 8 * test->text_len;
	cond->nstrings += test->text_len;
	kpctl_cond_skip(c, word.end);
	return left->in_net ? parse_net_bits(c, left, word, slash, test) : 0;
}

/*
 * "PATH" behind `$cgroup in`: the test becomes that of a value which is 1 in the cgroup and
 * below it. A call is asked at its entry, as $cgroup is.
 */
static int parse_cgroup(struct kpctl_cond_parse *c, const char *at, struct kpctl_test *test)
{
	struct kpctl_cond *cond = c->cond;
	struct kpctl_arg_spec *arg = &cond->operand[cond->noperands];
	int ret = kpctl_cond_parse_string(c, test);

	if (ret)
		return ret;
	if (!test->text_len || cond->strings[test->text] != '/')
		return spec_refuse(c->ps, COND_CGROUP_PATH, at);
	if (cond->noperands == KPCTL_OPERANDS_MAX)
		return spec_refuse(c->ps, TOO_MANY_OPERANDS, at, KPCTL_OPERANDS_MAX);
	cond->strings[cond->nstrings++] = 0;	/* in the place of a quotation mark */
	memset(arg, 0, sizeof(*arg));
	arg->src = KPCTL_SRC_IN_CGROUP;
	arg->type = KPCTL_TYPE_U8;
	arg->num = kpctl_cond_path(test);
	arg->at_entry = kpctl_kind_is_call(c->ps->spec->kind);
	arg->column = at - c->ps->line;
	strcpy(arg->text, "$cgroup in");	/* no word of a line has a space */
	test->left = KPCTL_ARGS_MAX + cond->noperands++;
	test->num = 1;
	return 0;
}

static int parse_right(struct kpctl_cond_parse *c, const struct side *left,
		       struct kpctl_test *test)
{
	int quoted = c->rest.p < c->rest.end && *c->rest.p == '"';
	struct kpctl_span word = kpctl_operand_word(c->rest, "");

	if (!quoted && word.p == word.end)
		return spec_refuse(c->ps, COND_NO_OPERAND, word.p);
	if (left->in_cgroup)
		return quoted ? parse_cgroup(c, word.p, test) :
				spec_refuse(c->ps, COND_CGROUP_PATH, word.p);
	if (left->is == STRING) {
		if (quoted)
			return parse_cond_text(c, test);
		return spec_refuse(c->ps, COND_NEED_STRING, word.p,
				   SPAN_QUOTE(left->word));
	}
	if (left->is == ADDRESS)
		return parse_address(c, left, word, test);
	if (quoted)
		return spec_refuse(c->ps, COND_NEED_NUMBER, word.p,
				   SPAN_QUOTE(left->word));
	if (is_symbol(left, word))
		return parse_symbolic(c, left, word, test);
	if (is_enum_value(left, word))
		return parse_enum_value(c, left, word, test);
	if (kpctl_cond_is_number(word))
		return parse_const(c, left, word, test);
	return parse_other_or_value(c, left, word, test);
}

static int parse_left(struct kpctl_cond_parse *c, struct side *left, u8 *index)
{
	int ret;

	left->word = kpctl_operand_word(c->rest, "");
	if (kpctl_cond_is_number(left->word))
		return spec_refuse(c->ps, COND_CONST_LEFT, left->word.p,
				   SPAN_QUOTE(left->word));
	if (c->rest.p < c->rest.end && *c->rest.p == '"')
		return spec_refuse(c->ps, COND_CONST_LEFT, c->rest.p,
				   8, "\"STRING\"");
	ret = kpctl_cond_parse_operand(c, left->word, index, &left->arg);
	if (!ret)
		left->is = class_of(left->arg);
	return ret;
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
	test->cmp ^= negated;	/* enum kpctl_cmp has pairs of a comparison and its negation */
	cond->ntests++;
	return 0;
}
