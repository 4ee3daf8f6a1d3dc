// SPDX-License-Identifier: GPL-2.0
/*
 * A parameter's name in the line of a set: the functions have it in different places, and of
 * different types. The line means the place and the type that most of them have.
 */
#include "spec/errors.h"
#include "spec/names.h"
#include "spec/regs.h"

u32 kpctl_names_number(const struct kpctl_btf_place *place)
{
	switch (place->where) {
	case KPCTL_BTF_REG:
		return place->nr + 1;
	case KPCTL_BTF_STACK:
		return KPCTL_REG_ARGS_NR + place->nr / 8;
	default:
		return 0;
	}
}

/* 0: the function has no such parameter that a probe sees. */
static int param_of(const struct kpctl_btf *b, u32 proto, const char *text, size_t len,
		      struct kpctl_names_param *p)
{
	int i = kpctl_btf_param_find(b, proto, text, len);
	const struct kpctl_btf_type *t;
	struct kpctl_btf_place place;
	u32 id;

	if (i < 0 || kpctl_btf_param_place(b, proto, i, &place))
		return 0;
	id = place.type;
	t = kpctl_btf_bare(b, &id);
	p->b = b;
	p->type = place.type;
	p->place.num = kpctl_names_number(&place);
	p->place.is_pointer = kpctl_btf_is(t, KPCTL_BTF_KIND(PTR));
	if (p->place.is_pointer) {
		id = t->ref;
		kpctl_btf_bare(b, &id);
	}
	p->place.type = id;
	p->place.is_own = b->base && id >= b->first;
	return p->place.num != 0;
}

/* Pointers are the same if they point at the same. */
static int is_same(const struct kpctl_set_place *a, const struct kpctl_set_place *b)
{
	return a->num == b->num && a->type == b->type && a->is_pointer == b->is_pointer;
}

int kpctl_names_has_param(const struct kpctl_btf *b, u32 proto,
			  const struct kpctl_set_param *param)
{
	struct kpctl_names_param p;

	return param_of(b, proto, param->name, strlen(param->name), &p) &&
	       is_same(&p.place, &param->place);
}

/* Votes */

#define FORMS_MAX	12	/* different forms that are counted; more are never most */

struct votes {
	struct kpctl_names_param form[FORMS_MAX];
	u32 count[FORMS_MAX];
	u32 n;
};

static void vote(struct votes *v, const struct kpctl_names_param *p)
{
	u32 i;

	for (i = 0; i < v->n && !is_same(&v->form[i].place, &p->place); i++)
		;
	if (i == FORMS_MAX)
		return;
	if (i == v->n) {
		v->form[v->n++] = *p;
		v->count[i] = 0;
	}
	v->count[i]++;
}

/* Of equals the first that was met. */
static const struct kpctl_names_param *winner(const struct votes *v)
{
	u32 i, best = 0;

	for (i = 1; i < v->n; i++)
		if (v->count[i] > v->count[best])
			best = i;
	return v->n ? &v->form[best] : NULL;
}

/* The module whose functions vote: the first that a pattern names; "": the kernel. */
void kpctl_names_find_voters(const struct kpctl_spec *spec, char *mod)
{
	struct kpctl_glob g;
	u32 pos = 0;

	mod[0] = '\0';
	while (kpctl_set_next(spec->sym, &pos, &g)) {
		if (g.out)
			continue;
		if (!g.mod_len) {
			mod[0] = '\0';
			return;
		}
		if (mod[0] || g.mod_len >= KPCTL_MOD_MAX)
			continue;
		memcpy(mod, g.mod, g.mod_len);
		mod[g.mod_len] = '\0';
	}
}

int kpctl_names_find_in_set(struct kpctl_names *names, const struct kpctl_spec *spec,
			    const char *text, size_t len, struct kpctl_names_param *found,
			    struct kpctl_err *err)
{
	const u16 column = err->column;
	const struct kpctl_names_param *most;
	const struct kpctl_btf_type *t;
	struct kpctl_names_param p;
	const struct kpctl_btf *b;
	struct votes v = { .n = 0 };
	char mod[KPCTL_MOD_MAX];
	u32 id;
	int ret;

	kpctl_names_find_voters(spec, mod);
	ret = names->types(names, mod, &b, err);
	if (ret)
		return ret;
	for (id = kpctl_btf_next(b, 0, KPCTL_BTF_KIND(FUNC)); id;
	     id = kpctl_btf_next(b, id + 1, KPCTL_BTF_KIND(FUNC))) {
		t = kpctl_btf_type(b, id);
		if (kpctl_set_has(spec->sym, mod, kpctl_btf_name(b, t->name)) &&
		    param_of(b, t->ref, text, len, &p))
			vote(&v, &p);
	}
	most = winner(&v);
	if (!most) {
		kpctl_err_fill(err, NO_PARAM_IN_SET, column, KPCTL_QUOTE(text, len));
		return kpctl_err_errno(KPCTL_E_NO_PARAM_IN_SET);
	}
	names->in_module |= mod[0] != '\0';
	*found = *most;
	return 0;
}
