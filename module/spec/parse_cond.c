// SPDX-License-Identifier: GPL-2.0
/*
 *	EXPR    := AND ['||' AND]...
 *	AND     := TERM ['&&' TERM]...
 *	TERM    := '!' TERM | '(' EXPR ')' | TEST
 *	TEST    := OPERAND NUMOP (NUMBER | OPERAND) | OPERAND STROP STRING |
 *	           OPERAND ADDROP ADDRESS | OPERAND 'in' ADDRESS '/' BITS |
 *	           '$cgroup' 'in' STRING
 *	NUMOP   := '==' | '!=' | '<' | '<=' | '>' | '>=' | '&'
 *	STROP   := '==' | '!=' | '~'
 *	ADDROP  := '==' | '!='
 *	OPERAND := an argument's NAME | FETCHARG [':' TYPE]
 *	NUMBER  := ['-'] a C number ['ns' | 'us' | 'ms' | 's' | 'K' | 'M' | 'G']
 *	ADDRESS := as the left side's type is written, see address.h
 *	STRING  := '"' characters, \" and \\ '"'
 *
 * White space is free between the parts. The tests are stored in the order of the text,
 * so every jump goes forward. A '!' is carried inwards (not(a and b) is not-a or not-b)
 * until the '!' changes a comparison: a test of an unreadable value must fail, with or
 * without a '!'.
 */
#include "spec/parse.h"

#define DEPTH_MAX	16

/* Tests whose exits have no target yet: a bit for each test. */
struct exits {
	u32 on_true;
	u32 on_false;
	u8 first;	/* the first test of the expression that the exits belong to */
};

/* Moves on to *to, and behind the white space there. */
void kpctl_cond_skip(struct kpctl_cond_parse *c, const char *to)
{
	c->rest.p = to;
	span_skip_space(&c->rest);
}

static int skip_op(struct kpctl_cond_parse *c, const char *op)
{
	if (!span_skip(&c->rest, op))
		return 0;
	kpctl_cond_skip(c, c->rest.p);
	return 1;
}

static void close_exits(struct kpctl_cond *cond, u32 on_true, u32 on_false, u8 to)
{
	unsigned int i;

	for (i = 0; i < cond->ntests; i++) {
		if (on_true & (1u << i))
			cond->test[i].on_true = to;
		if (on_false & (1u << i))
			cond->test[i].on_false = to;
	}
}

/* Joins the exits of `a and b` (both) or `a or b`; b's tests follow a's tests. */
static void join_exits(struct kpctl_cond *cond, struct exits *a,
		       const struct exits *b, int both)
{
	if (both) {
		close_exits(cond, a->on_true, 0, b->first);
		a->on_true = b->on_true;
		a->on_false |= b->on_false;
	} else {
		close_exits(cond, 0, a->on_false, b->first);
		a->on_true |= b->on_true;
		a->on_false = b->on_false;
	}
}

static int refuse_cond_rest(struct kpctl_cond_parse *c)
{
	struct kpctl_span rest = c->rest, word;

	if (c->depth && c->rest.p == c->rest.end)
		return spec_refuse(c->ps, COND_NOT_CLOSED, c->rest.p);
	kpctl_spec_scan_word(&rest, &word);
	return spec_refuse(c->ps, COND_EXTRA, word.p, SPAN_QUOTE(word));
}

static int parse_expr(struct kpctl_cond_parse *c, int negated, struct exits *out);

static int parse_braces(struct kpctl_cond_parse *c, int negated, struct exits *out)
{
	int ret;

	if (c->depth == DEPTH_MAX)
		return spec_refuse(c->ps, COND_TOO_DEEP, c->rest.p, DEPTH_MAX);
	c->depth++;
	skip_op(c, "(");
	ret = parse_expr(c, negated, out);
	if (!ret && !skip_op(c, ")"))
		ret = refuse_cond_rest(c);
	c->depth--;
	return ret;
}

static int parse_term(struct kpctl_cond_parse *c, int negated, struct exits *out)
{
	int ret;

	while (skip_op(c, "!"))
		negated = !negated;
	if (c->rest.p < c->rest.end && *c->rest.p == '(' && !kpctl_spec_is_cast(c->rest))
		return parse_braces(c, negated, out);
	out->first = c->cond->ntests;
	ret = kpctl_cond_parse_test(c, negated);
	if (ret)
		return ret;
	out->on_true = 1u << out->first;
	out->on_false = out->on_true;
	return 0;
}

static int parse_and(struct kpctl_cond_parse *c, int negated, struct exits *out)
{
	struct exits next;
	int ret = parse_term(c, negated, out);

	while (!ret && skip_op(c, "&&")) {
		ret = parse_term(c, negated, &next);
		if (!ret)
			join_exits(c->cond, out, &next, !negated);
	}
	return ret;
}

static int parse_expr(struct kpctl_cond_parse *c, int negated, struct exits *out)
{
	struct exits next;
	int ret = parse_and(c, negated, out);

	while (!ret && skip_op(c, "||")) {
		ret = parse_and(c, negated, &next);
		if (!ret)
			join_exits(c->cond, out, &next, negated);
	}
	return ret;
}

static int keep_cond_text(struct kpctl_parse *ps, struct kpctl_span expr,
			  struct kpctl_cond *cond)
{
	unsigned int len = kpctl_spec_scan_fold(expr, cond->text,
						KPCTL_COND_MAX - 1);

	if (len >= KPCTL_COND_MAX)
		return spec_refuse(ps, COND_TOO_LONG, expr.p, len,
				   KPCTL_COND_MAX - 1);
	cond->text[len] = '\0';
	cond->column = expr.p - ps->line;
	return 0;
}

/* Moves s behind the string at its start. */
static void skip_string(struct kpctl_span *s)
{
	while (++s->p < s->end && *s->p != '"')
		if (*s->p == '\\' && s->p + 1 < s->end)
			s->p++;
	if (s->p < s->end)
		s->p++;
}

static int is_do(struct kpctl_span rest, struct kpctl_span expr)
{
	if (rest.p > expr.p && !char_is_space(rest.p[-1]))
		return 0;
	return span_skip(&rest, "do") && (rest.p == rest.end || char_is_space(*rest.p));
}

/*
 * The word `do` that ends EXPR, or NULL. An argument may be called `do`: then the word is
 * the argument where EXPR expects an operand, at the start and behind an operator.
 */
const char *kpctl_cond_find_do(const struct kpctl_spec *spec,
			       struct kpctl_span expr)
{
	static const char word[] = "do";
	struct kpctl_span rest = expr, name = { word, word + 2 };
	int is_arg = kpctl_operand_find_arg(spec, name) < spec->nargs;
	char last = '(';	/* the last character before, white space left out */

	while (rest.p < rest.end) {
		if (is_do(rest, expr) && !(is_arg && strchr("=!<>&|~(", last)))
			return rest.p;
		if (!char_is_space(*rest.p))
			last = *rest.p;
		if (*rest.p == '"')
			skip_string(&rest);
		else
			rest.p++;
	}
	return NULL;
}

int kpctl_cond_compile(struct kpctl_parse *ps, struct kpctl_span expr,
		       struct kpctl_cond *cond)
{
	struct kpctl_cond_parse c = { .ps = ps, .cond = cond, .rest = expr };
	struct exits exits;
	int ret;

	kpctl_cond_skip(&c, expr.p);
	if (c.rest.p == c.rest.end)
		return spec_refuse(ps, COND_EMPTY, expr.p);
	while (char_is_space(c.rest.end[-1]))
		c.rest.end--;
	ret = keep_cond_text(ps, c.rest, cond);
	if (!ret)
		ret = parse_expr(&c, 0, &exits);
	if (!ret && c.rest.p < c.rest.end)
		ret = refuse_cond_rest(&c);
	if (ret)
		return ret;
	close_exits(cond, exits.on_true, 0, KPCTL_COND_YES);
	close_exits(cond, 0, exits.on_false, KPCTL_COND_NO);
	return 0;
}
