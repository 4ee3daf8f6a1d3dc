// SPDX-License-Identifier: GPL-2.0
/*
 * TYPE := ELEMENT ['[' N | ARGUMENT | '' ']'], ELEMENT := NAME | 'b' WIDTH '@' BIT '/' SIZE | ENUM
 *
 * kpctl_spec_parse_type() parses the type; kpctl_spec_finish_type() checks, once FETCHARG is
 * parsed, whether type and FETCHARG go together.
 */
#include "spec/parse.h"

/* The NAME of TYPE[NAME]. */
static int parse_count_arg(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_span name)
{
	u32 i = kpctl_operand_find_arg(ps->spec, name);

	if (span_is(name, arg->name))
		return spec_refuse(ps, COUNT_BY_ITSELF, name.p, SPAN_QUOTE(name));
	if (i == ps->spec->nargs)
		return spec_refuse(ps, COUNT_NO_NAME, name.p, SPAN_QUOTE(name));
	if (!kpctl_arg_is_number(&ps->spec->arg[i]))
		return spec_refuse(ps, COUNT_NO_NUMBER, name.p, SPAN_QUOTE(name));
	arg->counted = KPCTL_COUNTED_ARG;
	arg->count_arg = i;
	arg->count = 1;
	return 0;
}

/* What stands in the brackets if that is no number; arg->counted stays 0 for a number. */
static int parse_counted(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			 struct kpctl_span type, struct kpctl_span num)
{
	int is_string = span_is(type, "string") || span_is(type, "ustring");

	if (num.p == num.end && is_string) {
		arg->counted = KPCTL_COUNTED_NULL;
		arg->count = 1;
		return 0;
	}
	if (num.p == num.end || !char_is_alpha(*num.p))
		return 0;
	if (is_string)
		return spec_refuse(ps, STRINGS_BY_NAME, num.p, SPAN_QUOTE(type));
	return parse_count_arg(ps, arg, num);
}

/* The count of TYPE[N]; takes the brackets off v->type. */
static int parse_array(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		       struct kpctl_value *v)
{
	const char *open = span_find(v->type, '[');
	struct kpctl_span num, tail;
	const char *close;
	u64 count;
	int ret;

	if (!open)
		return 0;
	num = span_from(v->type, open + 1);
	v->type.end = open;
	close = span_find(num, ']');
	if (!close)
		return spec_refuse(ps, ARRAY_NOT_CLOSED, num.end,
				   KPCTL_ARRAY_MAX);
	tail = span_from(num, close + 1);
	if (tail.p < tail.end)
		return spec_refuse(ps, BAD_ARRAY_SUFFIX, tail.p,
				   SPAN_QUOTE(tail));
	num.end = close;
	ret = parse_counted(ps, arg, v->type, num);
	if (ret || arg->counted)
		return ret;
	ret = kpctl_spec_scan_u64(num, 0, &count);
	if (ret == -EINVAL || !count)
		return spec_refuse(ps, BAD_ARRAY_NUM, num.p, SPAN_QUOTE(num),
				   KPCTL_ARRAY_MAX);
	if (ret || count > KPCTL_ARRAY_MAX)
		return spec_refuse(ps, ARRAY_TOO_BIG, num.p, SPAN_QUOTE(num),
				   KPCTL_ARRAY_MAX);
	arg->count = count;
	return 0;
}

/* The container of a bit field; finish_bits() parses the rest. */
static int find_container(struct kpctl_span type, u8 *found)
{
	const char *slash = span_find(type, '/');
	u64 size;

	if (!slash || kpctl_spec_scan_u64(span_from(type, slash + 1), 0, &size))
		return 0;
	switch (size) {
	case 8:
		*found = KPCTL_TYPE_U8;
		return 1;
	case 16:
		*found = KPCTL_TYPE_U16;
		return 1;
	case 32:
		*found = KPCTL_TYPE_U32;
		return 1;
	case 64:
		*found = KPCTL_TYPE_U64;
		return 1;
	}
	return 0;
}

/* Is the type a bit field? No type's name has a '/'. */
static int is_bitfield(struct kpctl_span type)
{
	return type.p < type.end && *type.p == 'b' && span_find(type, '/');
}

static int find_type(struct kpctl_span type, u8 *found)
{
	unsigned int i;

	if (is_bitfield(type))
		return find_container(type, found);
	for (i = 0; i < KPCTL_TYPE_NR; i++) {
		if (span_is(type, kpctl_type_name(i))) {
			*found = i;
			return 1;
		}
	}
	return 0;
}

/* $comm and TEXT are texts by themselves, also inside of $entry(...). */
static int is_text_source(struct kpctl_span fetch)
{
	if (span_skip(&fetch, "$entry(") && fetch.p < fetch.end)
		fetch.end--;
	return span_is(fetch, "$comm") || span_is(fetch, "$COMM") ||
	       span_skip(&fetch, "$comm(") || span_skip(&fetch, "\\\"");
}

/* Is the ':' between the module and the struct of a cast, as in (MOD:STRUCT)? */
static int is_in_cast(struct kpctl_span value, const char *colon)
{
	const char *open = colon;

	while (open > value.p && (char_is_alpha(open[-1]) || char_is_digit(open[-1])))
		open--;
	if (open == value.p || *--open != '(')
		return 0;
	return kpctl_spec_is_cast(span_from(value, open));
}

/* The ':' before the type, or NULL. */
const char *kpctl_spec_find_type(struct kpctl_span value)
{
	const char *colon;

	if (kpctl_spec_is_call(value))
		return kpctl_spec_find_call_type(value);
	colon = span_find(value, ':');
	while (colon && is_in_cast(value, colon))
		colon = span_find(span_from(value, colon + 1), ':');
	return colon;
}

int kpctl_spec_parse_type(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_value *v)
{
	const char *colon = kpctl_spec_find_type(v->all);
	int ret;

	v->fetch = v->all;
	v->type = span_from(v->all, v->all.end);
	arg->type = KPCTL_TYPE_X64;
	if (colon) {
		v->typed = 1;
		v->fetch.end = colon;
		v->type.p = colon + 1;
	}
	ret = kpctl_spec_check_user_type(ps, v->type) ?: parse_array(ps, arg, v);
	if (ret)
		return ret;
	if (is_text_source(v->fetch)) {
		arg->type = KPCTL_TYPE_STRING;
		if (v->typed && (arg->count || !span_is(v->type, "string")))
			return spec_refuse(ps, NEED_STRING_TYPE, v->type.p);
		return 0;
	}
	if (v->typed && kpctl_spec_is_enum(v->type))
		return kpctl_spec_parse_enum(ps, arg, v->type);
	if (v->typed && !find_type(v->type, &arg->type) && !kpctl_walk_find_type(v->type, arg))
		return spec_refuse(ps, BAD_TYPE, v->type.p, SPAN_QUOTE(v->type));
	return 0;
}

/* The last step of fetching a value. */
enum last_step {
	LAST_VALUE,	/* no step: the value is at hand */
	LAST_ADDRESS,	/* no step: the value at hand may be a kernel address */
	LAST_CONST,
	LAST_TEXT,
	LAST_MEM,	/* reads kernel memory */
	LAST_UMEM,	/* reads user memory */
};

static enum last_step last_step(const struct kpctl_arg_spec *arg,
				const struct kpctl_value *v)
{
	static const u8 last[] = {
		[KPCTL_DEREF_KERNEL] = LAST_MEM, [KPCTL_DEREF_USER] = LAST_UMEM,
		[KPCTL_DEREF_CPU] = LAST_ADDRESS,
	};

	if (arg->nderef)
		return last[arg->deref[arg->nderef - 1].how];
	switch (arg->src) {
	case KPCTL_SRC_ADDR:
	case KPCTL_SRC_SYM:
		return LAST_MEM;
	case KPCTL_SRC_IMM:
		return LAST_CONST;
	case KPCTL_SRC_COMM:
	case KPCTL_SRC_TEXT:
		return LAST_TEXT;
	case KPCTL_SRC_ARG:
		/* tracefs has no symstr of an argument kept at entry */
		if (arg->at_entry && !v->in_entry)
			return LAST_VALUE;
		return LAST_ADDRESS;
	case KPCTL_SRC_REG:
	case KPCTL_SRC_SYM_ADDR:
	case KPCTL_SRC_CURRENT:
	case KPCTL_SRC_STACK:
	case KPCTL_SRC_RETVAL:
	case KPCTL_SRC_FUNC:
	case KPCTL_SRC_CALLER:
	case KPCTL_SRC_VALUE:
	case KPCTL_SRC_OLD:
	case KPCTL_SRC_ADDR_OF:
		return LAST_ADDRESS;
	}
	return LAST_VALUE;
}

static int check_string(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
			const struct kpctl_value *v, enum last_step last)
{
	int is_user;

	if (arg->src == KPCTL_SRC_STACKTRACE || arg->src == KPCTL_SRC_USTACKTRACE) {
		is_user = arg->src == KPCTL_SRC_USTACKTRACE;
		if (arg->type != (is_user ? KPCTL_TYPE_USTACK : KPCTL_TYPE_STACK) || arg->count)
			return spec_refuse(ps, NEED_STACK_TYPE, v->type.p);
		return 0;
	}
	if (kpctl_type_is_stack(arg->type) && !arg->walk)
		return spec_refuse(ps, BAD_STACK_TYPE, v->type.p,
				   SPAN_QUOTE(v->fetch));
	if (arg->type == KPCTL_TYPE_SYMSTR) {
		if (last != LAST_ADDRESS && last != LAST_MEM)
			return spec_refuse(ps, BAD_SYMSTR, v->type.p,
					   SPAN_QUOTE(v->fetch));
		return 0;
	}
	if (kpctl_type_is_string(arg->type) && !arg->walk &&
	    (last == LAST_VALUE || last == LAST_ADDRESS))
		return spec_refuse(ps, BAD_STRING, v->type.p,
				   SPAN_QUOTE(v->fetch));
	return 0;
}

/* Does storing the value take a step of its own in tracefs? */
static int stores_apart(const struct kpctl_arg_spec *arg, enum last_step last)
{
	if (!kpctl_type_is_string(arg->type))
		return last != LAST_MEM && last != LAST_UMEM;
	return arg->type == KPCTL_TYPE_SYMSTR || last == LAST_CONST ||
	       last == LAST_TEXT || arg->count;
}

static int add_step(struct kpctl_parse *ps, struct kpctl_value *v, const char *at)
{
	if (++v->steps > KPCTL_OPS_MAX)
		return spec_refuse(ps, TOO_MANY_DEREFS, at, v->steps,
				   KPCTL_OPS_MAX);
	return 0;
}

/*
 * WIDTH@BIT of bWIDTH@BIT/SIZE. Numbers that do not fit are refused, where tracefs lets
 * the numbers wrap.
 */
static int parse_bits(struct kpctl_arg_spec *arg, struct kpctl_span type)
{
	u64 size = 8 * kpctl_type_size(arg->type);
	u64 width, bit;

	type.p++;
	if (kpctl_spec_scan_lead(&type, 0, &width) || !width || width > size ||
	    !span_skip(&type, "@"))
		return -EINVAL;
	if (kpctl_spec_scan_lead(&type, 0, &bit) || bit > size - width ||
	    !span_skip(&type, "/"))
		return -EINVAL;
	arg->bits = width;
	arg->bit = bit;
	return 0;
}

static int finish_bits(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		       struct kpctl_value *v)
{
	if (!is_bitfield(v->type))
		return 0;
	if (parse_bits(arg, v->type))
		return spec_refuse(ps, BAD_BITFIELD, v->type.p,
				   SPAN_QUOTE(v->type));
	return add_step(ps, v, v->type.p);
}

/*
 * A block must lie in memory: registers and variables have 8 bytes, too few for 16, and
 * nothing says which 6 bytes of 8 a shorter block would be.
 */
static int check_block(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
		       const struct kpctl_value *v, enum last_step last)
{
	const char *type = kpctl_type_name(arg->type);

	if (!kpctl_type_is_block(arg->type) || last == LAST_MEM || last == LAST_UMEM)
		return 0;
	return spec_refuse(ps, NOT_IN_MEMORY, v->type.p, SPAN_QUOTE(v->fetch), type,
			   kpctl_type_size(arg->type), type);
}

/* Entry has no room for as many elements as the hit may say. */
static int finish_counted(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_value *v, enum last_step last)
{
	if (last != LAST_MEM && last != LAST_UMEM)
		return spec_refuse(ps, COUNTED_NOT_MEM, v->type.p, SPAN_QUOTE(v->fetch),
				   SPAN_QUOTE(v->fetch));
	if (arg->type == KPCTL_TYPE_SYMSTR)
		return spec_refuse(ps, ARRAY_NOT_MEM, v->type.p, SPAN_QUOTE(v->fetch));
	if (v->in_entry && arg->nentry == arg->nderef)
		return spec_refuse(ps, COUNTED_AT_ENTRY, v->type.p);
	if (kpctl_kind_is_user(ps->spec->kind) && arg->type == KPCTL_TYPE_STRING)
		arg->type = KPCTL_TYPE_USTRING;
	return add_step(ps, v, v->all.p);
}

static int finish_array(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			struct kpctl_value *v, enum last_step last)
{
	int is_user = kpctl_kind_is_user(ps->spec->kind);
	int is_mem = kpctl_type_is_string(arg->type) ? arg->type != KPCTL_TYPE_SYMSTR :
		     last == LAST_MEM || (is_user && last == LAST_UMEM);

	if (!arg->count)
		return 0;
	if (arg->counted)
		return finish_counted(ps, arg, v, last);
	if (!is_mem)
		return spec_refuse(ps, ARRAY_NOT_MEM, v->type.p,
				   SPAN_QUOTE(v->fetch));
	if (is_user && arg->type == KPCTL_TYPE_STRING)
		arg->type = KPCTL_TYPE_USTRING;	/* where the pointers lead */
	return add_step(ps, v, v->all.p);
}

/*
 * A constant is the address of the string, as in tracefs. Either the type or the last step
 * says that a string is in user memory: here type and step are made to agree. Not so in an
 * array, where the step reads the pointers and the type says where the pointers lead.
 */
static void finish_string(struct kpctl_arg_spec *arg)
{
	struct kpctl_deref *last;

	if (arg->count || (arg->type != KPCTL_TYPE_STRING &&
			   arg->type != KPCTL_TYPE_USTRING))
		return;
	if (arg->nderef) {
		last = &arg->deref[arg->nderef - 1];
		if (last->how == KPCTL_DEREF_USER)
			arg->type = KPCTL_TYPE_USTRING;
		else if (arg->type == KPCTL_TYPE_USTRING)
			last->how = KPCTL_DEREF_USER;
	} else if (arg->src == KPCTL_SRC_IMM) {
		arg->src = KPCTL_SRC_ADDR;
	}
}

int kpctl_spec_finish_type(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_value *v)
{
	enum last_step last = last_step(arg, v);
	int ret;

	if (arg->src == KPCTL_SRC_STARTED && !kpctl_arg_is_number(arg) && !arg->nderef)
		return 0;	/* as the start has it */
	ret = check_string(ps, arg, v, last);
	if (!ret)
		ret = kpctl_task_check(ps, arg, v);
	if (!ret)
		ret = kpctl_walk_check(ps, arg, v, last == LAST_MEM);
	if (!ret)
		ret = check_block(ps, arg, v, last);
	if (!ret && stores_apart(arg, last))
		ret = add_step(ps, v, v->all.p);
	if (!ret)
		ret = finish_bits(ps, arg, v);
	if (!ret)
		ret = finish_array(ps, arg, v, last);
	if (!ret)
		finish_string(arg);
	return ret;
}
