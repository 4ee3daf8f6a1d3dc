// SPDX-License-Identifier: GPL-2.0
/*
 * A parameter's name in the line of a set of system calls: as with functions (names_set.c), the
 * line means the place and the type that most of them have. Types are compared as definitions
 * write them; where these are not known, by the kernel's types.
 */
#include "spec/errors.h"
#include "spec/names.h"
#include "spec/parse.h"
#include "spec/regs.h"

#define FORMS_MAX	12	/* different forms that are counted; more are never most */

struct sys_votes {
	struct kpctl_names *names;
	const char *set;
	const char *text;	/* the parameter's name */
	size_t len;
	u32 n;
	u32 count[FORMS_MAX];
	struct kpctl_set_place place[FORMS_MAX];
	char call[FORMS_MAX][KPCTL_SYS_NAME_MAX];	/* the first that has it so */
};

/* FNV-1a: two types that share a sum are taken for one, and shown as the first is. */
static u32 sum_of_type(const struct kpctl_sys_call *call, int i)
{
	const char *p = call->type[i];
	u32 sum = 2166136261u;

	if (!p)
		return call->id[i];
	for (; *p; p++)
		sum = (sum ^ (u8)*p) * 16777619u;
	return sum;
}

/* 0: the call has no such parameter. */
static int sys_param_of(const struct kpctl_sys_call *call, const char *text, size_t len,
			struct kpctl_set_place *place)
{
	int i;

	for (i = 0; i < call->n; i++) {
		if (strncmp(call->name[i], text, len) || call->name[i][len])
			continue;
		*place = (struct kpctl_set_place){ .num = i + 1, .type = sum_of_type(call, i) };
		return 1;
	}
	return 0;
}

static int is_same_form(const struct kpctl_set_place *a, const struct kpctl_set_place *b)
{
	return a->num == b->num && a->type == b->type;
}

int kpctl_names_call_has_param(const struct kpctl_sys_call *call,
			       const struct kpctl_set_param *param)
{
	struct kpctl_set_place place;

	return sys_param_of(call, param->name, strlen(param->name), &place) &&
	       is_same_form(&place, &param->place);
}

static void count_form(struct sys_votes *v, const struct kpctl_set_place *place, const char *call)
{
	struct kpctl_out out;
	u32 i;

	for (i = 0; i < v->n && !is_same_form(&v->place[i], place); i++)
		;
	if (i == FORMS_MAX)
		return;
	if (i == v->n) {
		v->n++;
		v->count[i] = 0;
		v->place[i] = *place;
		out = (struct kpctl_out){ v->call[i], sizeof(v->call[i]), 0 };
		kpctl_spec_put(&out, "%s", call);
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

static int vote_of_call(void *arg, const char *call)
{
	struct sys_votes *v = arg;
	struct kpctl_set_place place;
	int ret;

	if (!is_in_set(v->set, call))
		return 0;
	ret = kpctl_names_read_syscall(v->names, call);
	if (!ret && sys_param_of(&v->names->call, v->text, v->len, &place))
		count_form(v, &place, call);
	return ret;
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

int kpctl_names_find_in_calls(struct kpctl_names *names, const struct kpctl_spec *spec,
			      const char *text, size_t len, struct kpctl_set_place *found,
			      struct kpctl_err *err)
{
	struct sys_votes v = { .names = names, .set = spec->sym, .text = text, .len = len };
	const u16 column = err->column;
	u32 i, best = 0;
	int ret = names->each_syscall ? names->each_syscall(names, vote_of_call, &v) :
					each_entry(names, &v);

	if (ret)
		return kpctl_err_no_memory(err);
	if (!v.n) {
		kpctl_err_fill(err, SYS_NO_PARAM_IN_SET, column, KPCTL_QUOTE(text, len));
		return kpctl_err_errno(KPCTL_E_SYS_NO_PARAM_IN_SET);
	}
	for (i = 1; i < v.n; i++)
		if (v.count[i] > v.count[best])
			best = i;
	*found = v.place[best];
	return kpctl_names_read_syscall(names, v.call[best]) ? kpctl_err_no_memory(err) : 0;
}
