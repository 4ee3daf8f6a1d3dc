// SPDX-License-Identifier: GPL-2.0
/*
 * A parameter in the line of a set of system calls: as with functions (names_set.c), the line
 * means what most of them have. Calls vote with a form, a sum over what they must share:
 *
 *	PARAM	the parameter's place and its type, as definitions write the type; where that
 *		is not known, by the kernel's types
 *	$argN->	the struct that the argument points at; calls without one do not vote
 *	$arg*	all names and types, in their order; calls without parameters do not vote
 */
#include "spec/errors.h"
#include "spec/names.h"
#include "spec/parse.h"
#include "spec/regs.h"

#define FORMS_MAX	128	/* different forms that are counted; more are never most */

struct sys_shares;
struct sys_votes;

/* The form with which a call votes, or 0. */
typedef u32 sys_form_t(const struct sys_votes *v, const struct kpctl_sys_call *call);

struct sys_votes {
	struct kpctl_names *names;
	const struct kpctl_spec *spec;
	const char *text;	/* the name, or $argN */
	size_t len;
	sys_form_t *form_of;
	struct sys_shares *shares;
	u32 wanted;		/* 0: all are counted; else the first call of this form is sought */
	u32 known, unknown;	/* calls of the set whose parameters are, or are not, known */
	u32 n;
	u32 form[FORMS_MAX], count[FORMS_MAX];
};

/* Forms */

#define SUM_START	2166136261u

/* FNV-1a: two texts that share a sum are taken for one, and shown as the first is. */
static u32 sum_of(u32 sum, const char *p, size_t len)
{
	for (; len; len--, p++)
		sum = (sum ^ (u8)*p) * 16777619u;
	return sum;
}

static u32 sum_of_type(const struct kpctl_sys_call *call, int i)
{
	const char *p = call->type[i];

	return p ? sum_of(SUM_START, p, strlen(p)) : call->id[i];
}

/* The struct behind a parameter, by its name; 0: the parameter leads to none. */
static u32 sum_of_struct(const struct kpctl_sys_call *call, int i)
{
	struct kpctl_span name = { NULL, NULL };
	const struct kpctl_btf_type *t;
	const char *text;
	u32 id = call->id[i];

	if (call->type[i])
		name = kpctl_sys_struct_of(call->type[i]);
	if (name.p != name.end)
		return sum_of(SUM_START, name.p, span_len(name));
	t = call->type[i] || !id ? NULL : kpctl_btf_bare(call->b, &id);
	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(PTR)))
		return 0;
	id = t->ref;
	t = kpctl_btf_bare(call->b, &id);
	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(STRUCT) | KPCTL_BTF_KIND(UNION)) || !t->name)
		return 0;
	text = kpctl_btf_name(call->b, t->name);
	return sum_of(SUM_START, text, strlen(text));
}

/* $argN: the number, with its digit behind the word. */
static int number_of(const char *text, size_t len)
{
	return len && *text == '$' && text[len - 1] != '*' ? text[len - 1] - '0' : 0;
}

/* 0: the call has no such parameter. */
static int sys_param_of(const struct kpctl_sys_call *call, const char *text, size_t len,
			struct kpctl_set_place *place)
{
	int i = number_of(text, len);

	if (i) {
		*place = (struct kpctl_set_place){ .num = i, .is_pointer = 1 };
		if (i <= call->n)
			place->type = sum_of_struct(call, i - 1);
		return place->type != 0;
	}
	for (i = 0; i < call->n; i++) {
		if (strncmp(call->name[i], text, len) || call->name[i][len])
			continue;
		*place = (struct kpctl_set_place){ .num = i + 1, .type = sum_of_type(call, i) };
		return 1;
	}
	return 0;
}

int kpctl_names_call_has_param(const struct kpctl_sys_call *call,
			       const struct kpctl_set_param *param)
{
	struct kpctl_set_place place;

	return sys_param_of(call, param->name, strlen(param->name), &place) &&
	       place.num == param->place.num && place.type == param->place.type;
}

#define NAMED	1	/* the form of a call that has what the line has named already */

/* What the line has named already stays where the line found it. */
static const struct kpctl_set_param *find_named(const struct sys_votes *v)
{
	u32 i;

	for (i = 0; i < v->spec->nparams; i++)
		if (!strncmp(v->spec->extra->param[i].name, v->text, v->len) &&
		    !v->spec->extra->param[i].name[v->len])
			return &v->spec->extra->param[i];
	return NULL;
}

static u32 form_of_param(const struct sys_votes *v, const struct kpctl_sys_call *call)
{
	const struct kpctl_set_param *named = find_named(v);
	struct kpctl_set_place place;

	if (named)
		return kpctl_names_call_has_param(call, named) ? NAMED : 0;
	if (!sys_param_of(call, v->text, v->len, &place))
		return 0;
	return sum_of(place.type, (const char *)&place.num, sizeof(place.num)) ?: 1;
}

static u32 form_of_list(const struct sys_votes *v, const struct kpctl_sys_call *call)
{
	u32 sum = SUM_START, type, i;
	int n;

	for (i = 0; i < v->spec->nparams; i++)
		if (!kpctl_names_call_has_param(call, &v->spec->extra->param[i]))
			return 0;
	for (n = 0; n < call->n; n++) {
		type = sum_of_type(call, n);
		sum = sum_of(sum, call->name[n], strlen(call->name[n]) + 1);
		sum = sum_of(sum, (const char *)&type, sizeof(type));
	}
	return call->n > 0 ? sum ?: 1 : 0;
}

/* Votes */

static void count_form(struct sys_votes *v, u32 form)
{
	u32 i;

	for (i = 0; i < v->n && v->form[i] != form; i++)
		;
	if (i == FORMS_MAX)
		return;
	if (i == v->n) {
		v->form[v->n++] = form;
		v->count[i] = 0;
	}
	v->count[i]++;
}

static int is_in_set(const char *set, const char *call)
{
	char entry[KPCTL_SYS_NAME_MAX + sizeof(KPCTL_SYSCALL_PREFIX)];
	struct kpctl_out out = { entry, sizeof(entry), 0 };

	kpctl_spec_put(&out, "%s%s", KPCTL_SYSCALL_PREFIX, call);
	return kpctl_set_has(set, "", entry);
}

#define FOUND	1	/* names->call is a call of the form that was wanted */

static int vote_of_call(void *arg, const char *name)
{
	struct sys_votes *v = arg;
	const struct kpctl_sys_call *call = &v->names->call;
	u32 form;
	int ret;

	if (!is_in_set(v->spec->sym, name))
		return 0;
	ret = kpctl_names_read_syscall(v->names, name);
	if (ret)
		return ret;
	if (call->n == KPCTL_SYS_UNKNOWN) {
		v->unknown++;
		return 0;
	}
	v->known++;
	form = v->form_of(v, call);
	if (v->wanted)
		return form == v->wanted ? FOUND : 0;
	if (form)
		count_form(v, form);
	return 0;
}

/* Where nobody tells which system calls there are, the types do: each has an entry. */
static int each_entry(struct kpctl_names *names, struct sys_votes *v)
{
	const struct kpctl_btf *b;
	struct kpctl_err none = {};
	const char *call;
	int ret = names->types(names, "", &b, &none);
	u32 id;

	if (ret)
		return ret == -ENOMEM ? ret : 0;
	for (id = kpctl_btf_next(b, 0, KPCTL_BTF_KIND(FUNC)); id && !ret;
	     id = kpctl_btf_next(b, id + 1, KPCTL_BTF_KIND(FUNC))) {
		call = kpctl_sys_name(kpctl_btf_name(b, kpctl_btf_type(b, id)->name));
		if (call)
			ret = vote_of_call(v, call);
	}
	return ret;
}

static int each_call(struct sys_votes *v)
{
	return v->names->each_syscall ? v->names->each_syscall(v->names, vote_of_call, v) :
					each_entry(v->names, v);
}

/* names->call becomes the first with the form that most have. -ENOENT, without a refusal: none. */
static int find_most(struct sys_votes *v)
{
	u32 i, best = 0;
	int ret = v->wanted ? 0 : each_call(v);

	if (ret || (!v->n && !v->wanted))
		return ret ? ret : -ENOENT;
	for (i = 1; i < v->n; i++)
		if (v->count[i] > v->count[best])
			best = i;
	if (!v->wanted)
		v->wanted = v->form[best];
	ret = each_call(v);
	return ret == FOUND ? 0 : ret ? ret : -ENOENT;
}

static int refuse_in_calls(const struct sys_votes *v, u16 column, int ret, struct kpctl_err *err)
{
	if (ret != -ENOENT)
		return kpctl_err_no_memory(err);
	if (v->unknown && !v->known) {
		kpctl_err_fill(err, SYS_NO_NAMES_IN_SET, column, KPCTL_QUOTE(v->text, v->len));
		return kpctl_err_errno(KPCTL_E_SYS_NO_NAMES_IN_SET);
	}
	if (number_of(v->text, v->len)) {
		kpctl_err_fill(err, SYS_NO_STRUCT_IN_SET, column, KPCTL_QUOTE(v->text, v->len));
		return kpctl_err_errno(KPCTL_E_SYS_NO_STRUCT_IN_SET);
	}
	kpctl_err_fill(err, SYS_NO_PARAM_IN_SET, column, KPCTL_QUOTE(v->text, v->len));
	return kpctl_err_errno(KPCTL_E_SYS_NO_PARAM_IN_SET);
}

int kpctl_names_find_in_calls(struct kpctl_names *names, const struct kpctl_spec *spec,
			      const char *text, size_t len, struct kpctl_set_place *found,
			      struct kpctl_err *err)
{
	struct sys_votes v = {
		.names = names, .spec = spec, .text = text, .len = len, .form_of = form_of_param,
	};
	const u16 column = err->column;
	int ret;

	if (find_named(&v))
		v.wanted = NAMED;
	ret = find_most(&v);
	if (ret)
		return refuse_in_calls(&v, column, ret, err);
	sys_param_of(&names->call, text, len, found);
	return 0;
}

/* A list's names, where the line has them one by one */

size_t kpctl_names_copy_list(const struct kpctl_sys_call *call, struct kpctl_sys_list *list)
{
	size_t len;
	int i;

	for (i = 0; i < call->n; i++) {
		len = strlen(call->name[i]);
		if (len >= KPCTL_ARG_NAME_MAX)
			return len;
		memcpy(list->name[i], call->name[i], len + 1);
		sys_param_of(call, call->name[i], len, &list->place[i]);
	}
	list->n = call->n;
	return 0;
}

/* How many calls have a parameter of the name, and how many of them have it as the list does. */
struct sys_shares {
	const struct kpctl_sys_list *list;
	u32 all[KPCTL_SYS_ARGS_MAX], same[KPCTL_SYS_ARGS_MAX];
};

static u32 add_shares(const struct sys_votes *v, const struct kpctl_sys_call *call)
{
	struct sys_shares *s = v->shares;
	struct kpctl_set_place place;
	const char *name;
	int i;

	for (i = 0; i < s->list->n; i++) {
		name = s->list->name[i];
		if (!sys_param_of(call, name, strlen(name), &place))
			continue;
		s->all[i]++;
		s->same[i] += place.num == s->list->place[i].num &&
			      place.type == s->list->place[i].type;
	}
	return 0;
}

/* A name that more than half of the calls have so means that, wherever the line has it. */
static int find_ambiguous(struct sys_votes *v, const struct kpctl_sys_list *list)
{
	struct sys_shares s = { .list = list };
	int i, ret;

	v->form_of = add_shares;
	v->shares = &s;
	v->wanted = 0;
	ret = each_call(v);
	for (i = 0; !ret && i < list->n; i++)
		if (s.same[i] * 2 <= s.all[i])
			return -EINVAL;
	return ret;
}

int kpctl_names_find_list_in_calls(struct kpctl_names *names, const struct kpctl_spec *spec,
				   const char *text, size_t len, struct kpctl_sys_list *list,
				   struct kpctl_err *err)
{
	struct sys_votes v = {
		.names = names, .spec = spec, .text = text, .len = len, .form_of = form_of_list,
	};
	const u16 column = err->column;
	int ret = find_most(&v);

	if (ret)
		return refuse_in_calls(&v, column, ret, err);
	if (!kpctl_names_copy_list(&names->call, list))
		ret = find_ambiguous(&v, list);
	else
		ret = -EINVAL;
	if (ret != -EINVAL)
		return ret ? kpctl_err_no_memory(err) : 0;
	kpctl_err_fill(err, SYS_NO_LIST, column, KPCTL_QUOTE(text, len));
	return kpctl_err_errno(KPCTL_E_SYS_NO_LIST);
}
