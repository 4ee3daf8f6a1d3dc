// SPDX-License-Identifier: GPL-2.0
/*
 * FETCHARG := ('+' | '-') ['u'] OFFS '(' FETCHARG ')' | SOURCE
 *
 * Nesting is peeled off from the outside, '(' by '(' with the last ')' of what
 * is left, in a loop: the depth of a line costs no stack.
 */
#include "parse.h"
#if defined(__KERNEL__) && defined(__x86_64__)
#include <linux/build_bug.h>
#include <linux/ptrace.h>

#define X(name, off) \
	static_assert(offsetof(struct pt_regs, name) == (off));
KPCTL_REGS(X)
#undef X
#endif

/* What tracefs takes on x86-64: the words of a kernel stack. */
#define STACK_NUM_MAX	2048
#define ARG_NUM_MAX	2048

static const struct {
	const char *name;
	u32 offset;
} regs[] = {
#define X(reg, off) { .name = #reg, .offset = off },
	KPCTL_REGS(X)
#undef X
};

/* Variables that are no arguments, each with what to use instead. */
static const struct {
	const char *name;
	unsigned int code;
} foreign_vars[] = {
	{ "lat", KPCTL_E_VAR_LAT },
	{ "entry", KPCTL_E_VAR_ENTRY },
	{ "pid", KPCTL_E_VAR_PID },
	{ "tid", KPCTL_E_VAR_TID },
	{ "uid", KPCTL_E_VAR_UID },
	{ "cpu", KPCTL_E_VAR_CPU },
	{ "cgroup", KPCTL_E_VAR_CGROUP },
	{ "func", KPCTL_E_VAR_FUNC },
	{ "caller", KPCTL_E_VAR_CALLER },
	{ "stacktrace", KPCTL_E_VAR_STACKTRACE },
};

static int parse_reg(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		     struct kpctl_span s)
{
	struct kpctl_span name = span_from(s, s.p + 1);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(regs); i++) {
		if (span_is(name, regs[i].name)) {
			arg->src = KPCTL_SRC_REG;
			arg->num = regs[i].offset;
			return 0;
		}
	}
	return spec_refuse(ps, BAD_REG, s.p, SPAN_QUOTE(name));
}

static int refuse_var(struct kpctl_parse *ps, struct kpctl_span s)
{
	struct kpctl_span name = span_from(s, s.p + 1);
	const char *brace = span_find(name, '(');
	size_t i;

	if (brace)
		name.end = brace;
	for (i = 0; i < ARRAY_SIZE(foreign_vars); i++)
		if (span_is(name, foreign_vars[i].name))
			return spec_refuse_code(ps, foreign_vars[i].code, s.p);
	return spec_refuse(ps, BAD_VAR, s.p, SPAN_QUOTE(s));
}

static int parse_stack(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		       struct kpctl_span s, struct kpctl_span digits)
{
	u64 num = 0;
	int ret;

	if (digits.p == digits.end) {
		arg->src = KPCTL_SRC_STACK_ADDR;
		return 0;
	}
	ret = kpctl_spec_scan_u64(digits, 10, &num);
	if (ret == -EINVAL)
		return refuse_var(ps, s);
	if (ret || num > STACK_NUM_MAX)
		return spec_refuse(ps, BAD_STACK_NUM, s.p, SPAN_QUOTE(digits),
				   STACK_NUM_MAX);
	arg->src = KPCTL_SRC_STACK;
	arg->num = num;
	return 0;
}

static int parse_argn(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		      struct kpctl_span s, struct kpctl_span digits)
{
	const struct kpctl_spec *spec = ps->spec;
	u64 num = 0;
	int ret;

	if (span_is(digits, "*"))
		return spec_refuse(ps, ARG_STAR, s.p);
	ret = kpctl_spec_scan_u64(digits, 10, &num);
	if (ret == -EINVAL)
		return refuse_var(ps, s);
	if (spec->kind == KPCTL_KIND_P && (spec->is_addr || spec->off))
		return spec_refuse(ps, ARG_NOT_ENTRY, s.p);
	if (ret || !num || num > ARG_NUM_MAX)
		return spec_refuse(ps, BAD_ARG_NUM, s.p, SPAN_QUOTE(digits),
				   ARG_NUM_MAX);
	arg->src = KPCTL_SRC_ARG;
	arg->num = num;
	return 0;
}

static int parse_var(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		     struct kpctl_span s)
{
	struct kpctl_span name = span_from(s, s.p + 1);
	struct kpctl_span digits = name;

	if (span_is(name, "retval")) {
		if (ps->spec->kind != KPCTL_KIND_R)
			return spec_refuse(ps, RETVAL_ON_P, s.p);
		arg->src = KPCTL_SRC_RETVAL;
		return 0;
	}
	if (span_is(name, "comm") || span_is(name, "COMM")) {
		if (arg->nderef)
			return spec_refuse(ps, COMM_DEREF, s.p);
		arg->src = KPCTL_SRC_COMM;
		return 0;
	}
	if (span_skip(&digits, "stack"))
		return parse_stack(ps, arg, s, digits);
	if (span_skip(&digits, "arg"))
		return parse_argn(ps, arg, s, digits);
	return refuse_var(ps, s);
}

static int parse_mem(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		     struct kpctl_span s)
{
	struct kpctl_span sym = span_from(s, s.p + 1);
	const char *sign;
	u64 addr;

	if (sym.p < sym.end && *sym.p == '+')
		return spec_refuse(ps, FILE_OFFSET, s.p);
	if (sym.p < sym.end && char_is_digit(*sym.p)) {
		if (kpctl_spec_scan_u64(sym, 0, &addr))
			return spec_refuse(ps, BAD_MEM_ADDR, s.p, SPAN_QUOTE(s));
		arg->src = KPCTL_SRC_ADDR;
		arg->num = (s64)addr;
		return 0;
	}
	sign = kpctl_spec_scan_any(sym, "+-");
	if (sign) {
		if (kpctl_spec_scan_s64(span_from(sym, sign), &arg->num))
			return spec_refuse(ps, BAD_DATA_OFFSET, sign,
					   SPAN_QUOTE(span_from(sym, sign)));
		sym.end = sign;
	}
	if (kpctl_spec_scan_name(sym, SYMBOL_CHARS))
		return spec_refuse(ps, BAD_MEM_ADDR, s.p, SPAN_QUOTE(s));
	arg->src = KPCTL_SRC_SYM;
	kpctl_spec_scan_copy(arg->sym, sym);
	return 0;
}

/* Without a sign all 64 bits, with one what fits an s64, as in tracefs. */
static int parse_imm(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		     struct kpctl_span s)
{
	struct kpctl_span num = span_from(s, s.p + 1);
	u64 val = 0;
	int ret;

	if (num.p < num.end && *num.p == '"')
		return spec_refuse(ps, IMM_STRING, s.p);
	arg->src = KPCTL_SRC_IMM;
	if (num.p < num.end && char_is_digit(*num.p)) {
		ret = kpctl_spec_scan_u64(num, 0, &val);
		arg->num = (s64)val;
	} else {
		span_skip(&num, "+");
		ret = kpctl_spec_scan_s64(num, &arg->num);
	}
	if (ret)
		return spec_refuse(ps, BAD_IMM, s.p + 1,
				   SPAN_QUOTE(span_from(s, s.p + 1)));
	return 0;
}

static int parse_source(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			struct kpctl_span s)
{
	const char *gt = span_find(s, '>');

	if (s.p == s.end)
		return spec_refuse(ps, BAD_FETCH, s.p, SPAN_QUOTE(s));
	if (gt && gt > s.p && gt[-1] == '-')
		return spec_refuse(ps, BTF_FIELD, gt - 1);
	switch (*s.p) {
	case '$':
		return parse_var(ps, arg, s);
	case '%':
		return parse_reg(ps, arg, s);
	case '@':
		return parse_mem(ps, arg, s);
	case '\\':
		return parse_imm(ps, arg, s);
	}
	if (char_is_alpha(*s.p))
		return spec_refuse(ps, BTF_VAR, s.p, SPAN_QUOTE(s));
	return spec_refuse(ps, BAD_FETCH, s.p, SPAN_QUOTE(s));
}

static unsigned int count_braces(struct kpctl_span s)
{
	unsigned int n = 0;

	for (; s.p < s.end; s.p++)
		n += *s.p == '(';
	return n;
}

/* One level off the outside of *s, into the next deref[]. */
static int parse_deref(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		       struct kpctl_span *s)
{
	struct kpctl_span off = span_from(*s, s->p + 1);
	const char *open = span_find(*s, '(');
	struct kpctl_deref *deref;
	const char *close;
	int ret;

	if (!open)
		return spec_refuse(ps, DEREF_NO_BRACE, s->p);
	if (arg->nderef == KPCTL_DEREF_MAX)
		return spec_refuse(ps, TOO_MANY_DEREFS, s->p,
				   KPCTL_DEREF_MAX + count_braces(*s),
				   KPCTL_DEREF_MAX);
	deref = &arg->deref[arg->nderef++];
	off.end = open;
	deref->user = span_skip(&off, "u");
	if (*s->p == '-')
		ret = kpctl_spec_scan_signed(off, 1, &deref->off);
	else
		ret = kpctl_spec_scan_s64(off, &deref->off);
	if (ret)
		return spec_refuse(ps, BAD_DEREF_OFFSET, s->p,
				   SPAN_QUOTE(span_until(*s, open)));

	for (close = s->end; close > open && close[-1] != ')'; close--)
		;
	if (close == open)
		return spec_refuse(ps, DEREF_NOT_CLOSED, s->end);
	if (close < s->end)
		return spec_refuse(ps, DEREF_EXTRA, close,
				   SPAN_QUOTE(span_from(*s, close)));
	s->p = open + 1;
	s->end = close - 1;
	return 0;
}

int kpctl_spec_parse_fetch(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_span s)
{
	unsigned int i, j;
	int ret;

	while (s.p < s.end && (*s.p == '+' || *s.p == '-')) {
		ret = parse_deref(ps, arg, &s);
		if (ret)
			return ret;
	}
	ret = parse_source(ps, arg, s);
	if (ret)
		return ret;

	/* read from the outside, but carried out from the inside */
	for (i = 0, j = arg->nderef; i + 1 < j; i++) {
		struct kpctl_deref swap = arg->deref[i];

		arg->deref[i] = arg->deref[--j];
		arg->deref[j] = swap;
	}
	return 0;
}
