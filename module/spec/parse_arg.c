// SPDX-License-Identifier: GPL-2.0
/* ARG := [NAME '='] FETCHARG [':' TYPE] */
#include "parse.h"

/* Fields that every event has, under the names tracefs keeps for them. */
static const char * const reserved_names[] = {
	"common_type",
	"common_flags",
	"common_preempt_count",
	"common_pid",
	"common_tgid",
	"__probe_ip",
	"__probe_ret_ip",
	"__probe_func",
};

/* Types of the kernel's grammar that are not in the table. */
static const struct {
	const char *name;
	unsigned int code;
} foreign_types[] = {
	{ "char", KPCTL_E_TYPE_CHAR },
	{ "symbol", KPCTL_E_TYPE_SYMBOL },
	{ "symstr", KPCTL_E_TYPE_SYMSTR },
};

static int check_arg_name(struct kpctl_parse *ps, const char *at,
			  const struct kpctl_arg_spec *arg)
{
	struct kpctl_span name = { arg->name, arg->name + strlen(arg->name) };
	const struct kpctl_spec *spec = ps->spec;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(reserved_names); i++)
		if (span_is(name, reserved_names[i]))
			return spec_refuse(ps, RESERVED_ARG_NAME, at,
					   SPAN_QUOTE(name));
	if (spec->kind == KPCTL_KIND_R && span_is(name, "lat"))
		return spec_refuse(ps, LAT_ARG_NAME, at);
	for (i = 0; i < spec->nargs; i++)
		if (span_is(name, spec->arg[i].name))
			return spec_refuse(ps, USED_ARG_NAME, at,
					   SPAN_QUOTE(name));
	return 0;
}

/* The name, given or made up; leaves what follows it in *body. */
static int parse_arg_name(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_span word, struct kpctl_span *body)
{
	const char *equals = span_find(word, '=');
	struct kpctl_out out = { arg->name, sizeof(arg->name), 0 };
	struct kpctl_span name;

	*body = word;
	if (!equals) {
		kpctl_spec_put(&out, "arg%u", ps->spec->nargs + 1);
		return check_arg_name(ps, word.p, arg);
	}
	name = span_until(word, equals);
	body->p = equals + 1;
	if (name.p == name.end)
		return spec_refuse(ps, NO_ARG_NAME, name.p);
	if (span_len(name) >= KPCTL_ARG_NAME_MAX)
		return spec_refuse(ps, ARG_NAME_TOO_LONG, name.p,
				   (unsigned int)span_len(name),
				   KPCTL_ARG_NAME_MAX - 1);
	if (kpctl_spec_scan_name(name, ""))
		return spec_refuse(ps, BAD_ARG_NAME, name.p, SPAN_QUOTE(name));
	kpctl_spec_scan_copy(arg->name, name);
	return check_arg_name(ps, word.p, arg);
}

static int refuse_type(struct kpctl_parse *ps, struct kpctl_span type)
{
	const char *bracket = span_find(type, '[');
	size_t i;

	if (span_is(type, "%pd") || span_is(type, "%pD"))
		return spec_refuse(ps, TYPE_DENTRY, type.p, 2, type.p + 1);
	if (bracket)
		return spec_refuse(ps, TYPE_ARRAY, bracket);
	for (i = 0; i < ARRAY_SIZE(foreign_types); i++)
		if (span_is(type, foreign_types[i].name))
			return spec_refuse_code(ps, foreign_types[i].code,
						type.p);
	if (span_len(type) > 1 && type.p[0] == 'b' && char_is_digit(type.p[1]))
		return spec_refuse(ps, TYPE_BITFIELD, type.p);
	return spec_refuse(ps, BAD_TYPE, type.p, SPAN_QUOTE(type));
}

/* *type is empty, with p at the argument's end, where none is given. */
static int parse_type(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		      struct kpctl_span value, struct kpctl_span type)
{
	int given = value.end < type.p;
	unsigned int i;

	if (span_is(value, "$comm") || span_is(value, "$COMM")) {
		arg->type = KPCTL_TYPE_STRING;
		if (given && !span_is(type, "string"))
			return spec_refuse(ps, NEED_STRING_TYPE, type.p);
		return 0;
	}
	arg->type = KPCTL_TYPE_X64;
	if (!given)
		return 0;
	for (i = 0; i < KPCTL_TYPE_NR; i++) {
		if (span_is(type, kpctl_type_name(i))) {
			arg->type = i;
			return 0;
		}
	}
	return refuse_type(ps, type);
}

/*
 * A string is the memory its last step would have read a number from, so there
 * must be one. A constant is taken as the address of the string, as in tracefs.
 * User memory is named by the type or by the step: here they are made to agree.
 */
static int finish_string(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			 struct kpctl_span value, struct kpctl_span type)
{
	struct kpctl_deref *last;

	if (arg->nderef) {
		last = &arg->deref[arg->nderef - 1];
		if (last->user)
			arg->type = KPCTL_TYPE_USTRING;
		last->user = arg->type == KPCTL_TYPE_USTRING;
		return 0;
	}
	switch (arg->src) {
	case KPCTL_SRC_IMM:
		arg->src = KPCTL_SRC_ADDR;
		return 0;
	case KPCTL_SRC_ADDR:
	case KPCTL_SRC_SYM:
	case KPCTL_SRC_COMM:
		return 0;
	}
	return spec_refuse(ps, BAD_STRING, type.p, SPAN_QUOTE(value));
}

static int parse_body(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		      struct kpctl_span body)
{
	struct kpctl_span value = body, type = span_from(body, body.end);
	struct kpctl_span text = body;
	const char *colon = span_find(body, ':');
	int ret;

	if (body.p == body.end)
		return spec_refuse(ps, NO_ARG_BODY, body.p);
	if (span_len(body) >= KPCTL_ARG_TEXT_MAX)
		return spec_refuse(ps, ARG_TOO_LONG, body.p,
				   (unsigned int)span_len(body),
				   KPCTL_ARG_TEXT_MAX - 1);
	if (span_skip(&text, "\\\""))	/* may hold a ':' */
		return spec_refuse(ps, IMM_STRING, body.p);
	if (colon) {
		value.end = colon;
		type.p = colon + 1;
	}
	ret = parse_type(ps, arg, value, type);
	if (!ret)
		ret = kpctl_spec_parse_fetch(ps, arg, value);
	if (!ret && kpctl_type_is_string(arg->type))
		ret = finish_string(ps, arg, value, type);
	if (!ret)
		kpctl_spec_scan_copy(arg->text, body);
	return ret;
}

int kpctl_spec_parse_arg(struct kpctl_parse *ps, struct kpctl_span word)
{
	struct kpctl_spec *spec = ps->spec;
	struct kpctl_arg_spec *arg = &spec->arg[spec->nargs];
	struct kpctl_span body;
	int ret;

	memset(arg, 0, sizeof(*arg));
	arg->column = word.p - ps->line;
	ret = parse_arg_name(ps, arg, word, &body);
	if (!ret)
		ret = parse_body(ps, arg, body);
	if (!ret)
		spec->nargs++;
	return ret;
}
