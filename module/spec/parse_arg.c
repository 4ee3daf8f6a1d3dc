// SPDX-License-Identifier: GPL-2.0
/*
 * ARG := [NAME '='] VALUE
 *
 * A VALUE is parsed in tracefs's order, so that of several mistakes tracefs and this parser
 * name the same mistake: length, array, type, FETCHARG, size of all arguments, and whether
 * the type allows the FETCHARG.
 */
#include "spec/parse.h"
#include "spec/dentry.h"

/* Names of the fields that every event has; tracefs reserves these names. */
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

static int name_is_used(const struct kpctl_spec *spec, const char *name)
{
	u32 i;

	for (i = 0; i < spec->nargs; i++)
		if (!strcmp(spec->arg[i].name, name))
			return 1;
	return 0;
}

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
	if (name_is_used(spec, arg->name))
		return spec_refuse(ps, USED_ARG_NAME, at, SPAN_QUOTE(name));
	return 0;
}

/*
 * An own variable gives its name to the argument, and so do a parameter and a function of
 * call:NAME(...); other arguments are counted, as in tracefs.
 */
static void make_arg_name(const struct kpctl_spec *spec,
			  struct kpctl_arg_spec *arg, struct kpctl_span body)
{
	struct kpctl_out out = { arg->name, sizeof(arg->name), 0 };
	const char *colon = kpctl_spec_find_type(body);
	const char *own;

	if (colon)
		body.end = colon;
	if (kpctl_spec_is_call(body))
		body = kpctl_spec_call_name(body);
	own = kpctl_spec_own_var(body);
	if (own && !name_is_used(spec, own))
		kpctl_spec_put(&out, "%s", own);
	else if (body.p < body.end && !kpctl_spec_scan_name(body, "") &&
		 span_len(body) < KPCTL_ARG_NAME_MAX)
		kpctl_spec_scan_copy(arg->name, body);
	else
		kpctl_spec_put(&out, "arg%u", spec->nargs + 1);
}

/* Parses the name, or makes a name up; leaves the VALUE in *body. */
static int parse_arg_name(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_span word, struct kpctl_span *body)
{
	const char *equals = span_find(word, '=');
	struct kpctl_span name;

	*body = word;
	if (!equals) {
		make_arg_name(ps->spec, arg, word);
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

/*
 * %pd and %pD, a file's name by its dentry or its struct file, are written out
 * into arg->text as in tracefs. Leaves the text to be parsed in *body.
 */
static int write_out_dentry(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			    struct kpctl_span *body)
{
	struct kpctl_out out = { arg->text, sizeof(arg->text), 0 };
	struct kpctl_span tail = *body, value = *body;
	struct kpctl_written *w = &ps->written;

	w->text = NULL;
	if (span_len(*body) < 4 || kpctl_kind_is_user(ps->spec->kind))
		return 0;
	tail.p = value.end = body->end - 4;
	if (span_is(tail, ":%pd"))
		kpctl_spec_put(&out, "+0x0(+0x%zx(", KPCTL_DENTRY_NAME);
	else if (span_is(tail, ":%pD"))
		kpctl_spec_put(&out, "+0x0(+0x%zx(+0x%zx(", KPCTL_DENTRY_NAME,
			       KPCTL_FILE_DENTRY);
	else
		return 0;
	w->front = out.len;
	kpctl_spec_put(&out, "%.*s%s:string", (int)span_len(value), value.p,
		       tail.p[3] == 'd' ? "))" : ")))");
	if (out.len >= sizeof(arg->text))
		return spec_refuse(ps, ARG_TOO_LONG, body->p,
				   (unsigned int)out.len,
				   KPCTL_ARG_TEXT_MAX - 1);
	w->text = arg->text;
	w->len = out.len;
	w->from = value;
	*body = (struct kpctl_span){ arg->text, arg->text + out.len };
	return 0;
}

/* The variable `name` is written out as $name, into arg->text too. */
static void write_out_var(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_span *name)
{
	struct kpctl_out out = { arg->text, sizeof(arg->text), 0 };
	struct kpctl_written *w = &ps->written;

	kpctl_spec_put(&out, "$%.*s", (int)span_len(*name), name->p);
	w->text = arg->text;
	w->len = out.len;
	w->front = 1;
	w->from = *name;
	*name = (struct kpctl_span){ arg->text, arg->text + out.len };
}

static int check_arg_size(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
			  struct kpctl_span body)
{
	ps->size += kpctl_type_size(arg->type) * (arg->count ? arg->count : 1);
	if (ps->size > KPCTL_ARGS_SIZE_MAX)
		return spec_refuse(ps, ARGS_TOO_BIG, body.p, ps->size,
				   KPCTL_ARGS_SIZE_MAX);
	return 0;
}

static int parse_parts(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		       struct kpctl_span body, int is_operand)
{
	struct kpctl_value v = { .all = body };
	int ret;

	if (body.p == body.end)
		return spec_refuse(ps, NO_ARG_BODY, body.p);
	if (span_len(body) >= KPCTL_ARG_TEXT_MAX)
		return spec_refuse(ps, ARG_TOO_LONG, body.p,
				   (unsigned int)span_len(body),
				   KPCTL_ARG_TEXT_MAX - 1);
	if (kpctl_spec_is_call(body)) {
		ret = kpctl_spec_parse_call(ps, arg, body);
		return ret || is_operand ? ret : check_arg_size(ps, arg, body);
	}
	ret = kpctl_spec_parse_type(ps, arg, &v);
	if (!ret)
		ret = kpctl_spec_parse_fetch(ps, arg, &v);
	if (ret)
		return ret;
	if (!v.typed && !v.named && !arg->nderef)
		arg->type = kpctl_spec_src_type(arg->src);
	if (!is_operand)
		ret = check_arg_size(ps, arg, body);
	if (!ret)
		ret = kpctl_spec_follow_sys(ps, arg, &v);
	if (!ret)
		ret = kpctl_spec_finish_type(ps, arg, &v);
	if (!ret)
		ret = kpctl_spec_finish_sys(ps, arg, &v);
	return ret;
}

int kpctl_spec_parse_inside(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			    struct kpctl_span body)
{
	return parse_parts(ps, arg, body, 1);
}

int kpctl_spec_parse_value(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_span body, int is_operand)
{
	int ret = write_out_dentry(ps, arg, &body);

	if (!ret)
		ret = parse_parts(ps, arg, body, is_operand);
	if (!ret && !ps->written.text)
		kpctl_spec_scan_copy(arg->text, body);
	ps->written.text = NULL;
	return ret;
}

/* Tells who asks that a value has been parsed. */
void kpctl_spec_tell(struct kpctl_parse *ps, struct kpctl_span word,
		     const struct kpctl_arg_spec *arg)
{
	if (ps->names && ps->names->parsed)
		ps->names->parsed(ps->names, word.p - ps->line, span_len(word), arg);
}

/* Parses an argument whose VALUE is its name, of which the line has only the short form. */
int kpctl_spec_parse_written(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			     struct kpctl_span from)
{
	struct kpctl_written *w = &ps->written;
	int ret = check_arg_name(ps, from.p, arg);

	if (ret)
		return ret;
	strcpy(arg->text, arg->name);
	w->text = arg->text;
	w->len = strlen(arg->text);
	w->front = w->len;
	w->from = from;
	ret = parse_parts(ps, arg, (struct kpctl_span){ arg->text, arg->text + w->len }, 0);
	w->text = NULL;
	return ret;
}

/* Parses an operand whose name satisfies kpctl_spec_is_bare(). */
int kpctl_spec_parse_bare(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_span name)
{
	int ret;

	write_out_var(ps, arg, &name);
	ret = parse_parts(ps, arg, name, 1);
	ps->written.text = NULL;
	return ret;
}

int kpctl_spec_parse_arg(struct kpctl_parse *ps, struct kpctl_span word)
{
	struct kpctl_arg_spec *arg = &ps->out->arg[ps->spec->nargs];
	struct kpctl_span body;
	int ret;

	if (span_is(word, "$arg*"))
		return kpctl_spec_parse_all_params(ps, word);
	memset(arg, 0, sizeof(*arg));
	arg->column = word.p - ps->line;
	ret = parse_arg_name(ps, arg, word, &body);
	if (!ret)
		ret = kpctl_spec_parse_value(ps, arg, body, 0);
	if (ret)
		return ret;
	ps->out->nargs++;
	kpctl_spec_tell(ps, word, arg);
	return 0;
}
