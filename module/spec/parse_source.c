// SPDX-License-Identifier: GPL-2.0
/* SOURCE: a register, a variable, memory by address or symbol, a constant. */
#include "spec/parse.h"
#ifdef __KERNEL__
#include <linux/build_bug.h>
#include <linux/ptrace.h>
#include <linux/thread_info.h>

#define X(name, off) \
	static_assert(offsetof(struct pt_regs, name) == (off));
KPCTL_REGS(X)
#undef X
#endif

/* The limit of tracefs: the words of a kernel stack, which is larger with KASAN. */
#ifdef __KERNEL__
#define STACK_NUM_MAX	((u32)(THREAD_SIZE / sizeof(unsigned long)))
#else
#define STACK_NUM_MAX	2048u
#endif
#define ARG_NUM_MAX	STACK_NUM_MAX

static const struct {
	const char *name;
	u32 offset;
} regs[] = {
#define X(reg, off) { .name = #reg, .offset = off },
	KPCTL_REGS(X)
#undef X
};

static const struct {
	const char *name;
	u8 src;
	u8 type;
	u8 moment;
} own_vars[] = {
#define X(id, str, type_id, when) {					\
	.name = str, .src = KPCTL_SRC_##id, .type = KPCTL_TYPE_##type_id, \
	.moment = KPCTL_SRC_##when,					\
},
	KPCTL_VARS(X)
#undef X
};

enum kpctl_src_moment kpctl_src_moment(u8 src)
{
	return src < KPCTL_SRC_VARS ? KPCTL_SRC_ANY :
				      own_vars[src - KPCTL_SRC_VARS].moment;
}

static const char *find_own_var(struct kpctl_span name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(own_vars); i++)
		if (span_is(name, own_vars[i].name))
			return own_vars[i].name;
	return NULL;
}

/* The name of the own variable, if `fetch` is "$NAME" of an own variable; else NULL. */
const char *kpctl_spec_own_var(struct kpctl_span fetch)
{
	return span_skip(&fetch, "$") ? find_own_var(fetch) : NULL;
}

/* Is the name one of a variable that actions also take without the $? */
int kpctl_spec_is_bare(struct kpctl_span name)
{
	return span_is(name, "comm") || find_own_var(name);
}

/* The type of a source without derefs and without a TYPE. */
enum kpctl_type kpctl_spec_src_type(u8 src)
{
	if (src == KPCTL_SRC_COMM || src == KPCTL_SRC_TEXT)
		return KPCTL_TYPE_STRING;
	return src < KPCTL_SRC_VARS ? KPCTL_TYPE_X64 :
				      own_vars[src - KPCTL_SRC_VARS].type;
}

/* At a tracepoint there are arguments, and nothing else of the CPU's. */
static int check_registers(struct kpctl_parse *ps, struct kpctl_span s)
{
	if (!kpctl_kind_is_point(ps->spec->kind))
		return 0;
	return spec_refuse(ps, POINT_ARGS_ONLY, s.p, SPAN_QUOTE(s), KPCTL_POINT_ARGS_MAX);
}

static int parse_reg(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		     struct kpctl_span s)
{
	struct kpctl_span name = span_from(s, s.p + 1);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(regs); i++) {
		if (span_is(name, regs[i].name)) {
			arg->src = KPCTL_SRC_REG;
			arg->num = regs[i].offset;
			return check_registers(ps, s);
		}
	}
	return spec_refuse(ps, BAD_REG, s.p, SPAN_QUOTE(name));
}

static int refuse_var(struct kpctl_parse *ps, struct kpctl_span s)
{
	return spec_refuse(ps, BAD_VAR, s.p, SPAN_QUOTE(s));
}

/* Parses N of $stackN, digits alone; any other text makes the name an unknown variable. */
static int parse_stack(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		       struct kpctl_span s, struct kpctl_span digits)
{
	u64 num = 0;
	int ret;

	if (digits.p == digits.end) {
		arg->src = KPCTL_SRC_STACK_ADDR;
		return check_registers(ps, s);
	}
	ret = kpctl_spec_scan_u64(digits, 10, &num);
	if (ret == -EINVAL || !char_is_digit(*digits.p))
		return refuse_var(ps, s);
	if (ret || num > STACK_NUM_MAX)
		return spec_refuse(ps, BAD_STACK_NUM, s.p, SPAN_QUOTE(digits),
				   STACK_NUM_MAX);
	arg->src = KPCTL_SRC_STACK;
	arg->num = num;
	return check_registers(ps, s);
}

static u32 max_args(const struct kpctl_spec *spec)
{
	return kpctl_kind_is_point(spec->kind) ? KPCTL_POINT_ARGS_MAX :
	       kpctl_kind_is_user(spec->kind) ? KPCTL_USER_ARGS_MAX :
	       spec->is_sys ? KPCTL_SYS_ARGS_MAX : ARG_NUM_MAX;
}

static int parse_argn(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		      struct kpctl_value *v, struct kpctl_span s, struct kpctl_span digits)
{
	const struct kpctl_spec *spec = ps->spec;
	u32 max = max_args(spec);
	u64 num = 0;
	int ret;

	if (span_is(digits, "*"))
		return spec_refuse(ps, ARG_STAR, s.p);
	ret = kpctl_spec_scan_u64(digits, 10, &num);
	if (ret == -EINVAL)
		return refuse_var(ps, s);
	if (ret || !num || num > max)
		return spec_refuse(ps, BAD_ARG_NUM, s.p, SPAN_QUOTE(digits), max);
	if (spec->is_sys)
		return kpctl_spec_parse_sys_argn(ps, arg, v, s, num);
	arg->src = KPCTL_SRC_ARG;
	arg->num = num;
	if (kpctl_kind_is_call(spec->kind))
		arg->at_entry = 1;
	else if (kpctl_kind_is_point(spec->kind) || kpctl_kind_is_user(spec->kind))
		return 0;
	else if (spec->is_addr || !kpctl_kind_has_entry(spec->kind))
		return spec_refuse(ps, ARG_AT_ADDR, s.p);
	else if (spec->off && !ps->entry_column)
		ps->entry_column = kpctl_spec_column(ps, s.p);
	return 0;
}

/* $lat and its parts: of a span, or of a call. */
static int check_span_var(struct kpctl_parse *ps, struct kpctl_arg_spec *arg, struct kpctl_span s)
{
	if (ps->nstarts && ps->in_keys)
		return spec_refuse(ps, SINCE_LAT_KEY, s.p, SPAN_QUOTE(s));
	if (!ps->nstarts && !kpctl_kind_is_call(ps->spec->kind))
		return spec_refuse(ps, LAT_ON_P, s.p, SPAN_QUOTE(s), KIND_QUOTE(ps));
	arg->of_task = arg->src != KPCTL_SRC_LAT &&
		       (ps->nstarts || kpctl_kind_is_user(ps->spec->kind));
	return 0;
}

static enum kpctl_type watched_type(const struct kpctl_spec *spec)
{
	switch (spec->watch.len) {
	case 1:
		return KPCTL_TYPE_X8;
	case 2:
		return KPCTL_TYPE_X16;
	case 4:
		return KPCTL_TYPE_X32;
	}
	return KPCTL_TYPE_X64;
}

/* $value, $old and $addr. The first two have the type that has as many bytes as are watched. */
static int check_data_var(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_value *v, struct kpctl_span s)
{
	if (!kpctl_kind_is_data(ps->spec->kind))
		return spec_refuse(ps, WATCH_VAR, s.p, SPAN_QUOTE(s), KIND_QUOTE(ps));
	if (arg->src == KPCTL_SRC_ADDR_OF || v->typed || arg->nderef)
		return 0;
	arg->type = watched_type(ps->spec);
	v->named = 1;
	return 0;
}

static int is_address_var(size_t var)
{
	return own_vars[var].type == KPCTL_TYPE_SYMBOL || kpctl_src_is_data(own_vars[var].src);
}

static int parse_own_var(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			 struct kpctl_value *v, struct kpctl_span s)
{
	const char *name = kpctl_spec_own_var(s);
	size_t i = 0;
	int ret;

	while (name != own_vars[i].name)
		i++;
	arg->src = own_vars[i].src;
	if (kpctl_src_is_span(arg->src)) {
		ret = check_span_var(ps, arg, s);
		if (ret)
			return ret;
	}
	if (v->in_entry && (kpctl_src_is_span(arg->src) ||
			    kpctl_type_is_stack(own_vars[i].type)))
		return spec_refuse(ps, IN_ENTRY, s.p, SPAN_QUOTE(s));
	if (kpctl_src_is_data(arg->src)) {
		ret = check_data_var(ps, arg, v, s);
		if (ret)
			return ret;
	}
	if (arg->nderef && !is_address_var(i))
		return spec_refuse(ps, VAR_DEREF, s.p, SPAN_QUOTE(s));
	return 0;
}

static int parse_retval(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			const struct kpctl_value *v, struct kpctl_span s)
{
	if (kpctl_kind_is_point(ps->spec->kind))
		return check_registers(ps, s);
	if (!kpctl_kind_is_call(ps->spec->kind))
		return spec_refuse(ps, RETVAL_ON_P, s.p, KIND_QUOTE(ps));
	if (v->in_entry)
		return spec_refuse(ps, IN_ENTRY, s.p, SPAN_QUOTE(s));
	arg->src = KPCTL_SRC_RETVAL;
	return 0;
}

/* Texts are no addresses, and have no derefs. */
static int check_text(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
		      struct kpctl_span s)
{
	if (arg->nderef)
		return spec_refuse(ps, TEXT_DEREF, s.p, SPAN_QUOTE(s));
	return 0;
}

static int parse_var(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		     struct kpctl_value *v, struct kpctl_span s)
{
	struct kpctl_span name = span_from(s, s.p + 1);
	struct kpctl_span digits = name;

	if (span_is(name, "retval"))
		return parse_retval(ps, arg, v, s);
	if (span_is(name, "current")) {
		arg->src = KPCTL_SRC_CURRENT;
		return 0;
	}
	if (span_is(name, "comm") || span_is(name, "COMM")) {
		arg->src = KPCTL_SRC_COMM;
		return check_text(ps, arg, s);
	}
	if (kpctl_spec_own_var(s))
		return parse_own_var(ps, arg, v, s);
	if (span_skip(&digits, "stack"))
		return parse_stack(ps, arg, s, digits);
	if (span_skip(&digits, "arg"))
		return parse_argn(ps, arg, v, s, digits);
	return refuse_var(ps, s);
}

/* The SYM[+OFFS] behind an @ or a &, which *s begins with. */
static int parse_data_symbol(struct kpctl_parse *ps, struct kpctl_arg_spec *arg, struct kpctl_span s)
{
	struct kpctl_span sym = span_from(s, s.p + 1);
	const char *sign = kpctl_spec_scan_any(sym, "+-");

	if (sign) {
		if (kpctl_spec_scan_s64(span_from(sym, sign), &arg->num))
			return spec_refuse(ps, BAD_DATA_OFFSET, sign,
					   SPAN_QUOTE(span_from(sym, sign)));
		sym.end = sign;
	}
	if (kpctl_spec_scan_name(sym, SYMBOL_CHARS))
		return spec_refuse(ps, BAD_MEM_ADDR, s.p, SPAN_QUOTE(s), KPCTL_QUOTE(s.p, 1));
	kpctl_spec_scan_copy(arg->sym, sym);
	return 0;
}

static int parse_mem(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		     struct kpctl_span s)
{
	struct kpctl_span sym = span_from(s, s.p + 1);
	u64 addr;

	if (sym.p < sym.end && *sym.p == '+')
		return spec_refuse(ps, FILE_OFFSET, s.p);
	if (sym.p < sym.end && char_is_digit(*sym.p)) {
		if (kpctl_spec_scan_u64(sym, 0, &addr))
			return spec_refuse(ps, BAD_MEM_ADDR, s.p, SPAN_QUOTE(s), KPCTL_QUOTE(s.p, 1));
		arg->src = KPCTL_SRC_ADDR;
		arg->num = (s64)addr;
		return 0;
	}
	arg->src = KPCTL_SRC_SYM;
	return parse_data_symbol(ps, arg, s);
}

/* Behind this_cpu_...( an @ is not read: it is the address of a variable of each CPU. */
static int parse_mem_of_cpu(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			    struct kpctl_span s)
{
	int ret = parse_mem(ps, arg, s);

	arg->src = arg->src == KPCTL_SRC_SYM ? KPCTL_SRC_SYM_ADDR : KPCTL_SRC_IMM;
	return ret;
}

/* The text up to the last '"', which must be the last character. */
static int parse_text(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		      const struct kpctl_value *v, struct kpctl_span s)
{
	struct kpctl_span text = span_from(s, s.p + 2);

	if (text.p == text.end || text.end[-1] != '"')
		return spec_refuse(ps, TEXT_NOT_CLOSED, text.end);
	if (v->in_entry)
		return spec_refuse(ps, IN_ENTRY, s.p, SPAN_QUOTE(s));
	text.end--;
	arg->src = KPCTL_SRC_TEXT;
	kpctl_spec_scan_copy(arg->sym, text);
	return check_text(ps, arg, s);
}

/* A constant may have 64 bits without a sign; with a sign it must fit an s64, as in tracefs. */
static int parse_imm(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		     struct kpctl_span s)
{
	struct kpctl_span num = span_from(s, s.p + 1);
	u64 val = 0;
	int ret;

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

static int parse_any(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		     struct kpctl_value *v, struct kpctl_span s)
{
	switch (*s.p) {
	case '$':
		return parse_var(ps, arg, v, s);
	case '%':
		return parse_reg(ps, arg, s);
	case '@':
		return v->of_cpu ? parse_mem_of_cpu(ps, arg, s) : parse_mem(ps, arg, s);
	case '&':
		arg->src = KPCTL_SRC_SYM_ADDR;
		return parse_data_symbol(ps, arg, s);
	case '\\':
		if (span_len(s) > 1 && s.p[1] == '"')
			return parse_text(ps, arg, v, s);
		return parse_imm(ps, arg, s);
	}
	return spec_refuse(ps, BAD_FETCH, s.p, SPAN_QUOTE(s));
}

int kpctl_spec_parse_source(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			    struct kpctl_value *v, struct kpctl_span s)
{
	int ret;

	if (s.p == s.end)
		return spec_refuse(ps, BAD_FETCH, s.p, SPAN_QUOTE(s));
	ret = kpctl_spec_check_user_source(ps, s);
	if (ret)
		return ret;
	if (kpctl_spec_is_named(s)) {
		if (v->in_after)
			return spec_refuse(ps, IN_AFTER, s.p, SPAN_QUOTE(s));
		return kpctl_spec_parse_named_source(ps, arg, v, s);
	}
	ret = parse_any(ps, arg, v, s);
	if (!ret && v->in_after)
		ret = kpctl_spec_after_source(ps, arg, s);
	if (!ret && arg->src == KPCTL_SRC_RETVAL && !v->typed && !arg->nderef)
		ret = kpctl_spec_retval_type(ps, arg, v);
	if (ret)
		return ret;
	v->steps = 1;
	if (arg->src == KPCTL_SRC_ADDR || arg->src == KPCTL_SRC_SYM_ADDR || v->of_sys ||
	    kpctl_spec_is_user_stack(ps, arg))
		v->steps = 2;
	else if (arg->src == KPCTL_SRC_SYM)
		v->steps = 3;
	return 0;
}
