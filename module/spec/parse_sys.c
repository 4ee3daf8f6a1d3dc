// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments at sys:NAME. A system call's entry has one argument of its own, the registers of
 * the program, so $argN and a parameter's name come to a word of those registers:
 *
 *	p sys:openat a=$arg2			p __x64_sys_openat a=+104($arg1)
 *	p sys:openat filename:ustring		p __x64_sys_openat filename=+u0(+104($arg1)):string
 *	r sys:bind umyaddr->sa_family		r __x64_sys_bind ...=+u0($entry(+104($arg1))):u16
 *
 * The deref of the registers is put in last: until then a value is a word without derefs, as
 * an argument of a function is, and all rules about types hold as they do there.
 *
 * What a program hands over points into its own memory, and so do the pointers in there: each
 * deref behind the word reads user memory.
 */
#include "spec/parse.h"
#include "spec/regs.h"

const char *kpctl_sys_name(const char *sym)
{
	const size_t len = strlen(KPCTL_SYSCALL_PREFIX);

	return strncmp(sym, KPCTL_SYSCALL_PREFIX, len) ? NULL : sym + len;
}

/* The patterns of a set are kept as the line has them. */
static int is_entry_of_call(const struct kpctl_spec *spec)
{
	return spec->is_sys && kpctl_kind_is_place(spec->kind);
}

const char *kpctl_spec_target_mod(const struct kpctl_spec *spec)
{
	if (kpctl_kind_is_data(spec->kind))
		return "";	/* sym has the whole text */
	return is_entry_of_call(spec) ? "sys" : spec->mod;
}

const char *kpctl_spec_target_sym(const struct kpctl_spec *spec)
{
	return is_entry_of_call(spec) ? spec->sym + strlen(KPCTL_SYSCALL_PREFIX) : spec->sym;
}

/* What the system call is called with */

/* The call is looked for once for each line; -ENOENT without a refusal: a set of several. */
static int find_call(struct kpctl_parse *ps)
{
	if (!ps->sys_found)
		ps->sys_wrong = kpctl_names_find_syscall(ps->names, ps->spec, ps->err);
	ps->sys_found = 1;
	return ps->sys_wrong;
}

static int check_count(struct kpctl_parse *ps, struct kpctl_span s, u64 n)
{
	const struct kpctl_sys_call *call;
	int ret = ps->names ? find_call(ps) : -ENOENT;

	if (ret)
		return ret == -ENOENT ? 0 : ret;
	call = &ps->names->call;
	if (call->n == KPCTL_SYS_UNKNOWN || n <= (u64)call->n)
		return 0;
	return spec_refuse(ps, SYS_FEW_ARGS, s.p, call->call, (u32)call->n, (u32)n);
}

#define PARAMS_MAX	100	/* bytes of names that the sentence has room for */

static int refuse_sys_param(struct kpctl_parse *ps, struct kpctl_span name)
{
	const struct kpctl_sys_call *call = &ps->names->call;
	char text[PARAMS_MAX + 1] = "none";
	struct kpctl_out out = { text, sizeof(text), 0 };
	int i;

	for (i = 0; i < call->n; i++)
		kpctl_spec_put(&out, "%s%.40s", i ? " " : "", call->name[i]);
	return spec_refuse(ps, SYS_NO_PARAM, name.p, call->call, SPAN_QUOTE(name), text);
}

/*
 * The name is refused, unless the parameters of the line's system call are known. -ENOENT
 * without a refusal: a set of several.
 */
static int know_params(struct kpctl_parse *ps, struct kpctl_span name)
{
	int ret;

	if (!ps->names)
		return spec_refuse(ps, NO_TYPES, name.p, SPAN_QUOTE(name));
	ret = find_call(ps);
	if (!ret && ps->names->call.n == KPCTL_SYS_UNKNOWN)
		return spec_refuse(ps, SYS_NO_NAMES, name.p, SPAN_QUOTE(name),
				   ps->names->call.call);
	return ret;
}

/* The calls of the set must have the parameter where most have it. */
static int find_in_calls(struct kpctl_parse *ps, struct kpctl_span name, u64 *n)
{
	struct kpctl_set_place place;
	int ret = kpctl_spec_check_set_param(ps, name);

	if (!ret)
		ret = kpctl_names_find_in_calls(ps->names, ps->spec, name.p, span_len(name), &place,
						ps->err);
	if (ret)
		return ret;
	*n = place.num;
	return kpctl_spec_keep_set_param(ps, name, &place);
}

/* The number of the parameter in *n, from 1. */
static int find_sys_param(struct kpctl_parse *ps, struct kpctl_span name, u64 *n)
{
	const struct kpctl_sys_call *call;
	int ret;

	if (ps->names && find_call(ps) == -ENOENT)
		return find_in_calls(ps, name, n);
	ret = know_params(ps, name);
	if (ret)
		return ret;
	call = &ps->names->call;
	for (*n = 1; *n <= (u64)call->n; ++*n)
		if (span_is(name, call->name[*n - 1]))
			return 0;
	return refuse_sys_param(ps, name);
}

/* The word */

static int refuse_memory(struct kpctl_parse *ps, struct kpctl_span s)
{
	return spec_refuse(ps, SYS_MEMORY, s.p, SPAN_QUOTE(s), SPAN_QUOTE(s));
}

static int is_string_of_user(const struct kpctl_arg_spec *arg)
{
	return arg->type == KPCTL_TYPE_USTRING && !arg->count;
}

/* parse_fetch.c has the derefs from the outside in: ustring says where the first one reads. */
static int check_derefs(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
			struct kpctl_span s)
{
	u32 i;

	for (i = is_string_of_user(arg); i < arg->nderef; i++)
		if (arg->deref[i].how != KPCTL_DEREF_USER)
			return refuse_memory(ps, s);
	return 0;
}

/* The N-th argument, alone or at the start of a path. */
int kpctl_spec_parse_sys_argn(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			      struct kpctl_value *v, struct kpctl_span s, u64 n)
{
	const struct kpctl_spec *spec = ps->spec;
	int ret = check_derefs(ps, arg, s);

	arg->src = KPCTL_SRC_ARG;
	arg->num = n;
	v->of_sys = 1;
	if (kpctl_kind_is_call(spec->kind))
		arg->at_entry = 1;
	else if (spec->off && !ps->entry_column)
		ps->entry_column = kpctl_spec_column(ps, s.p);
	return ret ? ret : check_count(ps, s, n);
}

/* A string, or an array of pointers to strings, lies where the word points. */
int kpctl_spec_follow_sys(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_value *v)
{
	if (!v->of_sys || arg->nderef)
		return 0;
	if (arg->type == KPCTL_TYPE_STRING)
		return refuse_memory(ps, v->fetch);
	if (arg->type != KPCTL_TYPE_USTRING)
		return 0;
	arg->deref[arg->nderef++] = (struct kpctl_deref){ .how = KPCTL_DEREF_USER };
	arg->nentry = v->in_entry;
	v->steps++;
	return 0;
}

int kpctl_spec_finish_sys(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  const struct kpctl_value *v)
{
#define X(reg) KPCTL_REG_AT_##reg,
	static const u8 at[] = { KPCTL_REGS_SYSCALL(X) };
#undef X

	if (!v->of_sys)
		return 0;
	if (arg->nderef == KPCTL_DEREF_MAX)
		return spec_refuse(ps, TOO_MANY_DEREFS, v->all.p, arg->nderef + 2, KPCTL_OPS_MAX);
	memmove(arg->deref + 1, arg->deref, arg->nderef * sizeof(arg->deref[0]));
	arg->deref[0] = (struct kpctl_deref){ .off = at[arg->num - 1] };
	arg->num = 1;
	arg->nderef++;
	arg->nentry += arg->at_entry;
	return 0;
}

/* Types */

static const struct {
	const char *text;
	u8 type;
} c_types[] = {
	{ "int", KPCTL_TYPE_S32 },
	{ "unsigned int", KPCTL_TYPE_U32 },
	{ "unsigned", KPCTL_TYPE_U32 },
	{ "long", KPCTL_TYPE_S64 },
	{ "unsigned long", KPCTL_TYPE_U64 },
	{ "size_t", KPCTL_TYPE_U64 },
};

/* The type of a text without `const` and without pointers in the kernel's types; 0: none. */
static u32 find_type_of(const struct kpctl_btf *b, const char *text)
{
	u32 kinds = KPCTL_BTF_KIND(TYPEDEF) | KPCTL_BTF_KIND(INT), nr;

	if (!strncmp(text, "enum ", 5)) {
		text += 5;
		kinds = KPCTL_BTF_KIND(ENUM) | KPCTL_BTF_KIND(ENUM64);
	}
	return kpctl_btf_find(b, text, strlen(text), kinds, &nr);
}

static int type_by_btf(struct kpctl_parse *ps, const char *text, u32 id, enum kpctl_type *type)
{
	struct kpctl_names *names = ps->names;
	struct kpctl_err none = {};
	struct kpctl_btf_cursor c;
	const struct kpctl_btf *b;
	u32 count;
	int ret = names->types(names, "", &b, &none);

	if (ret)
		return ret == -ENOMEM ? kpctl_err_no_memory(ps->err) : 0;
	if (text)
		id = find_type_of(b, text);
	if (!id)
		return 0;
	kpctl_btf_start(&c, b, id);
	if (kpctl_btf_default_type(&c, type, &count) || count || kpctl_type_is_string(*type))
		*type = KPCTL_TYPE_X64;
	return 0;
}

/* The type of a parameter, x64 for pointers and where it is not known. */
static int type_of_param(struct kpctl_parse *ps, u64 n, enum kpctl_type *type)
{
	const char *text = ps->names->call.type[n - 1];
	u32 id = ps->names->call.id[n - 1];
	size_t i;

	*type = KPCTL_TYPE_X64;
	if (!text)
		return id ? type_by_btf(ps, NULL, id, type) : 0;
	if (!strncmp(text, "const ", 6))
		text += 6;
	if (strpbrk(text, "*["))
		return 0;
	for (i = 0; i < ARRAY_SIZE(c_types); i++) {
		if (!strcmp(text, c_types[i].text)) {
			*type = c_types[i].type;
			return 0;
		}
	}
	return type_by_btf(ps, text, 0, type);
}

/* Names */

/* The NAME of "struct NAME *", or of "union NAME *"; empty: the text is none. */
struct kpctl_span kpctl_sys_struct_of(const char *text)
{
	struct kpctl_span name = { text, text + strlen(text) };

	span_skip(&name, "const ");
	if (span_skip(&name, "struct ") || span_skip(&name, "union "))
		name.end = name.p + strcspn(name.p, " *");
	else
		name.end = name.p;
	/* of two stars the first leads to a pointer */
	if (strchr(name.end, '*') != strrchr(name.end, '*') || !strchr(name.end, '*'))
		name.end = name.p;
	return name;
}

/* A path starts at what lies in user memory where the word points. */
static int start_at_struct_of(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
			      struct kpctl_path *path, struct kpctl_span name)
{
	const struct kpctl_sys_call *call = &ps->names->call;
	const char *type = call->type[arg->num - 1];
	struct kpctl_span tag = { NULL, NULL };

	path->how = KPCTL_DEREF_USER;
	if (call->id[arg->num - 1]) {
		kpctl_btf_start(&path->cursor, call->b, call->id[arg->num - 1]);
		return 0;
	}
	if (type)
		tag = kpctl_sys_struct_of(type);
	if (tag.p == tag.end)
		return spec_refuse(ps, STEP_NO_STRUCT, name.end, SPAN_QUOTE(name));
	return kpctl_path_start_at_struct(ps, path, span_until(tag, tag.p), tag, name.p);
}

/* $argN->: the type of the parameter that is in that place. */
int kpctl_spec_start_sys_argn(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
			      struct kpctl_path *path, struct kpctl_span name)
{
	int ret = know_params(ps, name);
	u64 n;

	if (ret == -ENOENT)
		ret = find_in_calls(ps, name, &n);
	return ret ? ret : start_at_struct_of(ps, arg, path, name);
}

int kpctl_spec_start_sys_param(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			       struct kpctl_value *v, struct kpctl_path *path,
			       struct kpctl_span name)
{
	u64 n;
	int ret = find_sys_param(ps, name, &n);

	if (!ret)
		ret = kpctl_spec_parse_sys_argn(ps, arg, v, name, n);
	return ret ? ret : start_at_struct_of(ps, arg, path, name);
}

/* A parameter without a path behind it */
int kpctl_spec_parse_sys_param(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			       struct kpctl_value *v, struct kpctl_span name)
{
	enum kpctl_type type;
	u64 n;
	int ret = find_sys_param(ps, name, &n);

	if (!ret)
		ret = kpctl_spec_parse_sys_argn(ps, arg, v, name, n);
	v->steps = 2;
	if (ret || v->typed || arg->nderef)
		return ret;
	ret = type_of_param(ps, n, &type);
	arg->type = type;
	v->named = 1;
	return ret;
}

static int refuse_long_name(struct kpctl_parse *ps, struct kpctl_span word, size_t len)
{
	return spec_refuse(ps, ARG_NAME_TOO_LONG, word.p, (unsigned int)len, KPCTL_ARG_NAME_MAX - 1);
}

/* In a set: the parameters that most calls have. */
static int find_list_in_calls(struct kpctl_parse *ps, struct kpctl_span word,
			      struct kpctl_sys_list *list)
{
	struct kpctl_span name;
	int ret, i;

	ps->err->column = kpctl_spec_column(ps, word.p);
	ret = kpctl_names_find_list_in_calls(ps->names, ps->spec, word.p, span_len(word), list,
					     ps->err);
	if (!ret && ps->spec->nparams + list->n > KPCTL_PARAMS_MAX)
		ret = spec_refuse(ps, TOO_MANY_PARAMS, word.p, SPAN_QUOTE(word), KPCTL_PARAMS_MAX);
	for (i = 0; !ret && i < list->n; i++) {
		name = (struct kpctl_span){ list->name[i], list->name[i] + strlen(list->name[i]) };
		ret = kpctl_spec_keep_set_param(ps, name, &list->place[i]);
	}
	return ret;
}

/* $arg*: calls add() with each name. */
int kpctl_spec_each_sys_param(struct kpctl_parse *ps, struct kpctl_span word,
			      int (*add)(struct kpctl_parse *ps, struct kpctl_span word,
					 const char *name))
{
	int ret = know_params(ps, word), i;
	struct kpctl_sys_list list;
	size_t len = 0;

	if (ret == -ENOENT)
		ret = find_list_in_calls(ps, word, &list);
	else if (!ret)
		len = kpctl_names_copy_list(&ps->names->call, &list);
	if (len)
		return refuse_long_name(ps, word, len);
	for (i = 0; !ret && i < list.n; i++)
		ret = add(ps, word, list.name[i]);
	return ret;
}
