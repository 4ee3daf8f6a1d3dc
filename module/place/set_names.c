// SPDX-License-Identifier: GPL-2.0
/*
 * A set has up to 50,000 functions, and a function's types are found by going through all
 * types. So one pass notes the functions that the set's patterns match, by the hash of their
 * names: a table for the kernel, and one for each module that is met.
 */
#include <linux/jhash.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "place/kernel_btf.h"
#include "place/same_name.h"
#include "place/set_names.h"
#include "place/where.h"
#include "spec/names.h"

struct typed {
	u32 hash;
	u32 id;			/* of a FUNC */
};

struct table {
	struct table *next;
	const struct kpctl_btf *b;	/* NULL: the module has no types */
	struct typed *typed;		/* ascending */
	u32 n;
	char mod[KPCTL_MOD_MAX];
};

struct kpctl_set_names {
	const struct kpctl_spec *spec;
	struct kpctl_kernel_btf types;
	struct table *tables;
	char voters[KPCTL_MOD_MAX];	/* the module of the functions that voted */
};

/* Tables */

static u32 hash_of_function(const char *name)
{
	return jhash(name, strlen(name), 0);
}

static int by_function_hash(const void *a, const void *b)
{
	const struct typed *x = a, *y = b;

	return x->hash < y->hash ? -1 : x->hash > y->hash;
}

/* Notes the functions that match, as many as there is room for; returns how many match. */
static u32 note_functions(const struct kpctl_set_names *sn, struct table *t, u32 room)
{
	const struct kpctl_btf *b = t->b;
	const char *name;
	u32 id, n = 0;

	for (id = kpctl_btf_next(b, 0, KPCTL_BTF_KIND(FUNC)); id;
	     id = kpctl_btf_next(b, id + 1, KPCTL_BTF_KIND(FUNC))) {
		name = kpctl_btf_name(b, kpctl_btf_type(b, id)->name);
		if (!kpctl_set_has(sn->spec->sym, t->mod, name))
			continue;
		if (n < room)
			t->typed[n] = (struct typed){ hash_of_function(name), id };
		n++;
	}
	return n;
}

static int fill_table(struct kpctl_set_names *sn, struct table *t)
{
	struct kpctl_err err = {};
	int ret = sn->types.names.types(&sn->types.names, t->mod, &t->b, &err);

	if (ret) {
		t->b = NULL;
		return ret == -ENOMEM ? ret : 0;
	}
	t->n = note_functions(sn, t, 0);
	t->typed = kvmalloc_array(t->n ?: 1, sizeof(*t->typed), GFP_KERNEL_ACCOUNT);
	if (!t->typed)
		return -ENOMEM;
	note_functions(sn, t, t->n);
	sort(t->typed, t->n, sizeof(*t->typed), by_function_hash, NULL);
	return 0;
}

static void free_functions(struct table *t)
{
	kvfree(t->typed);
	kfree(t);
}

static int find_table(struct kpctl_set_names *sn, const char *mod, struct table **found)
{
	struct table *t;
	int ret;

	for (t = sn->tables; t && strcmp(t->mod, mod); t = t->next)
		;
	if (!t) {
		t = kzalloc(sizeof(*t), GFP_KERNEL_ACCOUNT);
		if (!t)
			return -ENOMEM;
		strscpy(t->mod, mod, sizeof(t->mod));
		ret = fill_table(sn, t);
		if (ret) {
			free_functions(t);
			return ret;
		}
		t->next = sn->tables;
		sn->tables = t;
	}
	*found = t;
	return 0;
}

/* The search */

struct kpctl_set_names *kpctl_set_names_get(const struct kpctl_spec *spec, const char *coming,
					    int *ret)
{
	struct kpctl_set_names *sn;

	*ret = 0;
	if (!spec->nparams)
		return NULL;
	sn = kvzalloc(sizeof(*sn), GFP_KERNEL_ACCOUNT);
	*ret = -ENOMEM;
	if (!sn)
		return NULL;
	kpctl_kernel_btf_init(&sn->types);
	sn->types.coming = coming;
	sn->spec = spec;
	kpctl_names_find_voters(spec, sn->voters);
	*ret = 0;
	return sn;
}

void kpctl_set_names_put(struct kpctl_set_names *sn)
{
	struct table *t;

	if (!sn)
		return;
	while ((t = sn->tables)) {
		sn->tables = t->next;
		free_functions(t);
	}
	kpctl_kernel_btf_free(&sn->types);
	kvfree(sn);
}

/* What the line named was found when it was written, or when its module came back (renew.c). */
static const char *why_not(const struct kpctl_set_names *sn, const struct table *t, u32 id)
{
	const struct kpctl_set_param *param = sn->spec->extra->param;
	u32 proto = kpctl_btf_type(t->b, id)->ref, i;

	for (i = 0; i < sn->spec->nparams; i++, param++) {
		if (param->place.is_own && strcmp(t->mod, sn->voters))
			return param->why;
		if (!kpctl_names_has_param(t->b, proto, param))
			return param->why;
	}
	return NULL;
}

static const char *typed_name(const struct table *t, u32 i)
{
	return kpctl_btf_name(t->b, kpctl_btf_type(t->b, t->typed[i].id)->name);
}

/* The first of the functions with this hash, or of those behind them. */
static u32 find_hash(const struct table *t, u32 hash)
{
	u32 from = 0, to = t->n, at;

	while (from < to) {
		at = from + (to - from) / 2;
		if (t->typed[at].hash < hash)
			from = at + 1;
		else
			to = at;
	}
	return from;
}

/*
 * The types have functions by name alone: of several of a name they may describe another one,
 * and have the name once or several times.
 */
static int look_at_name(const struct kpctl_where *w, const char **why)
{
	int ret;

	if (strchr(w->sym, '.')) {
		*why = "is a copy that the compiler changed";
		return 0;
	}
	ret = kpctl_same_name_is_shared(w->mod, w->sym);
	if (ret > 0)
		*why = "shares its name, and the types may be those of another";
	return ret < 0 ? ret : 0;
}

/* A function that is no entry by its name enters a call without parameters. */
static int why_not_call(struct kpctl_set_names *sn, const struct kpctl_where *w, const char **why)
{
	struct kpctl_names *names = &sn->types.names;
	const char *call = kpctl_sys_name(w->sym);
	u32 i;

	if (call && kpctl_names_read_syscall(names, call))
		return -ENOMEM;
	for (i = 0; i < sn->spec->nparams && !*why; i++)
		if (!call || !kpctl_names_call_has_param(&names->call, &sn->spec->extra->param[i]))
			*why = sn->spec->extra->param[i].why;
	return 0;
}

int kpctl_set_names_why(struct kpctl_set_names *sn, const struct kpctl_where *w,
			const char **why)
{
	u32 hash = hash_of_function(w->sym), i, n = 0;
	struct table *t;
	int ret;

	*why = NULL;
	if (sn->spec->is_sys)
		return why_not_call(sn, w, why);
	ret = find_table(sn, w->mod, &t) ?: look_at_name(w, why);
	if (ret || *why)
		return ret;
	for (i = t->b ? find_hash(t, hash) : t->n; i < t->n && t->typed[i].hash == hash; i++) {
		if (strcmp(typed_name(t, i), w->sym))
			continue;
		n++;
		*why = *why ?: why_not(sn, t, t->typed[i].id);
	}
	if (!n)
		*why = "has no types";
	return 0;
}
