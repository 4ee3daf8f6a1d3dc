// SPDX-License-Identifier: GPL-2.0
/*
 *	NAMED := (PARAM | '$arg' N | '$retval' | '$current') PATH, with a STEP at least behind a $
 *
 * A NAMED comes to what the line could have said by offsets: the parameter's register or place
 * on the stack, and a deref for each pointer that the path follows. Nothing of names is left
 * behind the parser but the text.
 *
 *	file->f_path.dentry->d_name.name:string		+0(+40(+72($arg1))):string
 */
#include "spec/parse.h"
#include "spec/regs.h"

int kpctl_spec_is_named(struct kpctl_span s)
{
	if (s.p == s.end)
		return 0;
	return char_is_alpha(*s.p) || (*s.p == '$' && kpctl_path_find_step(s) < s.end);
}

/* The types of the function at the line's place, looked for once for each line. */
static int find_types(struct kpctl_parse *ps, struct kpctl_span name)
{
	if (!ps->names)
		return spec_refuse(ps, NO_TYPES, name.p, SPAN_QUOTE(name));
	if (!ps->names_found || ps->names_wrong) {
		ps->err->column = kpctl_spec_column(ps, name.p);
		ps->names_wrong = kpctl_names_find_function(ps->names, ps->spec, name.p,
							    span_len(name), ps->err);
	}
	ps->names_found = 1;
	return ps->names_wrong;
}

/* The base: a parameter, or what the function returns */

#define PARAMS_MAX	100	/* bytes of names that the sentence has room for */

static int refuse_param(struct kpctl_parse *ps, struct kpctl_span name)
{
	const struct kpctl_names *names = ps->names;
	char text[PARAMS_MAX + 1] = "none";
	struct kpctl_out out = { text, sizeof(text), 0 };
	struct kpctl_btf_place place;
	u32 i;

	for (i = names->hidden; !kpctl_btf_param_place(names->btf, names->proto, i, &place); i++)
		if (place.name && out.len < sizeof(text))
			kpctl_spec_put(&out, "%s%.40s", i > names->hidden ? " " : "",
				       kpctl_btf_name(names->btf, place.name));
	return spec_refuse(ps, NO_PARAM, name.p, SPAN_QUOTE(name), text);
}

/* Names are known where the function is entered; calls keep what they name from there. */
static int check_param_place(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			     struct kpctl_span name)
{
	const struct kpctl_spec *spec = ps->spec;

	if (kpctl_kind_is_call(spec->kind))
		arg->at_entry = 1;
	else if (kpctl_kind_is_point(spec->kind))
		return 0;
	else if (spec->is_addr || !kpctl_kind_has_entry(spec->kind))
		return spec_refuse(ps, NAME_AT_ADDR, name.p, SPAN_QUOTE(name));
	else if (spec->off && !ps->entry_column)
		ps->entry_column = kpctl_spec_column(ps, name.p);
	return 0;
}

static int start_at_param(struct kpctl_parse *ps, struct kpctl_arg_spec *arg, struct kpctl_path *path,
			  struct kpctl_span name)
{
	const struct kpctl_names *names = ps->names;
	struct kpctl_btf_place place;
	int i = kpctl_btf_param_find(names->btf, names->proto, name.p, span_len(name));

	if (i < names->hidden)
		return refuse_param(ps, name);
	kpctl_btf_param_place(names->btf, names->proto, i, &place);
	kpctl_btf_start(&path->cursor, names->btf, place.type);
	arg->src = KPCTL_SRC_ARG;
	arg->num = kpctl_names_number(&place);
	if (!arg->num)
		return spec_refuse(ps, PARAM_NOT_SEEN, name.p, SPAN_QUOTE(name));
	arg->num -= names->hidden;
	return 0;
}

/* A name that fits; refusals that others fill in are about it from now on. */
int kpctl_spec_check_set_param(struct kpctl_parse *ps, struct kpctl_span name)
{
	if (span_len(name) >= KPCTL_ARG_NAME_MAX)
		return spec_refuse(ps, ARG_NAME_TOO_LONG, name.p, (unsigned int)span_len(name),
				   KPCTL_ARG_NAME_MAX - 1);
	ps->err->column = kpctl_spec_column(ps, name.p);
	return 0;
}

/* The set's functions must have the parameter where most have it: the spec says so. */
int kpctl_spec_keep_set_param(struct kpctl_parse *ps, struct kpctl_span name,
			      const struct kpctl_set_place *place)
{
	struct kpctl_spec *spec = ps->out;
	struct kpctl_set_param *param;
	struct kpctl_out out;
	u32 i;

	for (i = 0; i < ps->spec->nparams; i++)
		if (span_is(name, ps->spec->extra->param[i].name))
			return 0;
	if (!spec)
		return spec_refuse(ps, NAME_NOT_IN_LINE, name.p, SPAN_QUOTE(name));
	if (i == KPCTL_PARAMS_MAX)
		return spec_refuse(ps, TOO_MANY_PARAMS, name.p, SPAN_QUOTE(name),
				   KPCTL_PARAMS_MAX);
	param = &spec->extra->param[spec->nparams++];
	kpctl_spec_scan_copy(param->name, name);
	param->place = *place;
	out = (struct kpctl_out){ param->why, sizeof(param->why), 0 };
	kpctl_spec_put(&out, *name.p == '$' ? "has not the struct where %s points that most have" :
					      "has no parameter %s where most have it", param->name);
	return 0;
}

static int start_at_set_param(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			      struct kpctl_path *path, struct kpctl_span name)
{
	struct kpctl_names_param found;
	int ret;

	if (!ps->names)
		return spec_refuse(ps, NO_TYPES, name.p, SPAN_QUOTE(name));
	ret = kpctl_spec_check_set_param(ps, name);
	if (ret)
		return ret;
	ret = kpctl_names_find_in_set(ps->names, ps->spec, name.p, span_len(name), &found, ps->err);
	if (!ret)
		ret = kpctl_spec_keep_set_param(ps, name, &found.place);
	if (ret)
		return ret;
	kpctl_btf_start(&path->cursor, found.b, found.type);
	arg->src = KPCTL_SRC_ARG;
	arg->num = found.place.num;
	return 0;
}

/* $argN has the type of the parameter that is in that place. */
static int start_at_argn(struct kpctl_parse *ps, struct kpctl_arg_spec *arg, struct kpctl_path *path,
			 struct kpctl_span name)
{
	const struct kpctl_names *names = ps->names;
	struct kpctl_btf_place place;
	u32 i;

	for (i = 0; !kpctl_btf_param_place(names->btf, names->proto, i, &place); i++) {
		if (kpctl_names_number(&place) != arg->num + names->hidden)
			continue;
		kpctl_btf_start(&path->cursor, names->btf, place.type);
		return 0;
	}
	return spec_refuse(ps, NO_PARAM_TYPE, name.p, SPAN_QUOTE(name));
}

static int start_at_retval(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span name)
{
	const struct kpctl_names *names = ps->names;
	struct kpctl_btf_place place;

	kpctl_btf_return_place(names->btf, names->proto, &place);
	if (place.where == KPCTL_BTF_NOWHERE)
		return spec_refuse(ps, RETURNS_NOTHING, name.p, SPAN_QUOTE(name));
	kpctl_btf_start(&path->cursor, names->btf, place.type);
	return 0;
}

/* The one variable whose type no function gives */
static int start_at_current(struct kpctl_parse *ps, struct kpctl_path *path,
			    struct kpctl_span name)
{
	static const char text[] = "task_struct";
	struct kpctl_span type = { text, text + strlen(text) };

	if (!ps->names)
		return spec_refuse(ps, NO_TYPES, name.p, SPAN_QUOTE(name));
	return kpctl_path_start_at_struct(ps, path, (struct kpctl_span){ text, text }, type, name.p);
}

static int start(struct kpctl_parse *ps, struct kpctl_arg_spec *arg, struct kpctl_value *v,
		 struct kpctl_path *path, struct kpctl_span name)
{
	int is_param = *name.p != '$', ret;

	if (is_param && ps->spec->is_sys)
		return kpctl_spec_start_sys_param(ps, arg, v, path, name);
	ret = is_param ? check_param_place(ps, arg, name) :
			 kpctl_spec_parse_source(ps, arg, v, name);
	if (!ret && arg->src == KPCTL_SRC_CURRENT)
		return start_at_current(ps, path, name);
	if (!ret && v->of_sys)
		return kpctl_spec_start_sys_argn(ps, arg, path, name);
	if (!ret && is_param && kpctl_kind_is_set(ps->spec->kind) &&
	    !kpctl_kind_is_point(ps->spec->kind))
		return start_at_set_param(ps, arg, path, name);
	if (!ret)
		ret = find_types(ps, name);
	if (ret)
		return ret;
	if (is_param)
		return start_at_param(ps, arg, path, name);
	if (arg->src == KPCTL_SRC_RETVAL)
		return start_at_retval(ps, path, name);
	if (arg->src == KPCTL_SRC_ARG)
		return start_at_argn(ps, arg, path, name);
	return spec_refuse(ps, STEP_NO_STRUCT, name.end, SPAN_QUOTE(name));
}

int kpctl_spec_parse_named_source(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
				  struct kpctl_value *v, struct kpctl_span s)
{
	const char *at = kpctl_path_find_step(s);
	struct kpctl_path path = { 0 };
	int ret;

	if (ps->nstarts && *s.p != '$') {
		ret = kpctl_since_parse_arg(ps, arg, v, s);
		if (ret != -ENOENT)
			return ret;
	}
	if (ps->spec->is_sys && *s.p != '$' && at == s.end)
		return kpctl_spec_parse_sys_param(ps, arg, v, s);
	ret = start(ps, arg, v, &path, span_until(s, at));
	if (!ret)
		ret = kpctl_path_parse(ps, arg, v, &path, span_from(s, at), s);
	v->steps = 1 + v->of_sys + path.n;
	return ret;
}

/* The types of the line's function, of which there may be none: -ENOENT, without a refusal. */
static int find_types_quietly(struct kpctl_parse *ps)
{
	if (!ps->names || ps->spec->is_sys)
		return -ENOENT;
	if (!ps->names_found)
		ps->names_wrong = kpctl_names_find_function(ps->names, ps->spec, "", 0, ps->err);
	ps->names_found = 1;
	if (ps->names_wrong == -ENOMEM)
		return -ENOMEM;
	memset(ps->err, 0, sizeof(*ps->err));
	return ps->names_wrong ? -ENOENT : 0;
}

int kpctl_spec_whole_type(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
			  struct kpctl_btf_cursor *c)
{
	const struct kpctl_names *names = ps->names;
	struct kpctl_btf_place place;
	int ret = find_types_quietly(ps);
	u32 i;

	if (ret)
		return ret;
	if (arg->src == KPCTL_SRC_RETVAL) {
		kpctl_btf_return_place(names->btf, names->proto, &place);
		kpctl_btf_start(c, names->btf, place.type);
		return place.where == KPCTL_BTF_REG ? 0 : -ENOENT;
	}
	for (i = 0; !kpctl_btf_param_place(names->btf, names->proto, i, &place); i++) {
		if (kpctl_names_number(&place) != arg->num + names->hidden)
			continue;
		kpctl_btf_start(c, names->btf, place.type);
		return 0;
	}
	return -ENOENT;
}

int kpctl_spec_retval_type(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_value *v)
{
	struct kpctl_btf_cursor c;
	struct kpctl_btf_place place;
	enum kpctl_type type;
	u32 count;
	int ret;

	if (ps->spec->is_sys) {
		arg->type = KPCTL_TYPE_S64;
		v->named = 1;
	}
	ret = find_types_quietly(ps);
	if (ret)
		return ret == -ENOENT ? 0 : ret;
	kpctl_btf_return_place(ps->names->btf, ps->names->proto, &place);
	kpctl_btf_start(&c, ps->names->btf, place.type);
	if (place.where != KPCTL_BTF_REG || kpctl_btf_default_type(&c, &type, &count) || count ||
	    kpctl_type_is_string(type))
		return 0;
	arg->type = type;
	arg->of_types = 1;
	v->named = 1;
	return kpctl_spec_name_values(ps, arg, &c);
}

/* $arg* */

/* A parameter as an argument of its name; the refusal of one without a value is no refusal. */
static int add_param(struct kpctl_parse *ps, struct kpctl_span word, const char *name)
{
	struct kpctl_arg_spec *arg = &ps->out->arg[ps->spec->nargs];
	int ret;

	if (ps->spec->nargs == KPCTL_ARGS_MAX)
		return spec_refuse(ps, TOO_MANY_ARGS, word.p, KPCTL_ARGS_MAX + 1, KPCTL_ARGS_MAX);
	if (strlen(name) >= KPCTL_ARG_NAME_MAX)
		return spec_refuse(ps, ARG_NAME_TOO_LONG, word.p, (unsigned int)strlen(name),
				   KPCTL_ARG_NAME_MAX - 1);
	memset(arg, 0, sizeof(*arg));
	arg->column = word.p - ps->line;
	strcpy(arg->name, name);
	ret = kpctl_spec_parse_written(ps, arg, word);
	if (!ret) {
		ps->out->nargs++;
		kpctl_spec_tell(ps, word, arg);
	} else if (ps->err->code == KPCTL_E_NAME_NO_VALUE || ps->err->code == KPCTL_E_PARAM_NOT_SEEN) {
		ret = 0;
	}
	return ret;
}

int kpctl_spec_parse_all_params(struct kpctl_parse *ps, struct kpctl_span word)
{
	const struct kpctl_names *names = ps->names;
	struct kpctl_btf_place place;
	int ret;
	u32 i;

	if (ps->all_params)
		return spec_refuse(ps, ARG_STAR, word.p);
	ps->all_params = 1;
	if (ps->spec->is_sys)
		return kpctl_spec_each_sys_param(ps, word, add_param);
	ret = find_types(ps, word);
	if (ret)
		return ret;
	for (i = names->hidden;
	     !ret && !kpctl_btf_param_place(names->btf, names->proto, i, &place); i++)
		if (place.name)
			ret = add_param(ps, word, kpctl_btf_name(names->btf, place.name));
	if (!ret)
		memset(ps->err, 0, sizeof(*ps->err));
	return ret;
}
