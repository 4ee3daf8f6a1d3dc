// SPDX-License-Identifier: GPL-2.0
#include "spec/parse.h"

#define refuse_name(err, code, column, ...)					\
	(kpctl_err_fill(err, code, column, ##__VA_ARGS__), kpctl_err_errno(KPCTL_E_##code))

/* Functions */

/* All functions of the name must agree, as nothing says which of them is at the place. */
static u32 find_proto(const struct kpctl_btf *b, const char *sym, u32 *nr)
{
	const size_t len = strlen(sym);
	u32 id = kpctl_btf_find(b, sym, len, KPCTL_BTF_KIND(FUNC), nr), proto, n;

	if (!id)
		return 0;
	proto = kpctl_btf_type(b, id)->ref;
	for (n = 1; n < *nr; n++) {
		id = kpctl_btf_find_from(b, id + 1, sym, len, KPCTL_BTF_KIND(FUNC));
		if (!id || !kpctl_btf_same_proto(b, proto, kpctl_btf_type(b, id)->ref))
			return 0;
	}
	return proto;
}

/* The module of a line's function: as written, or where the symbol is. */
static int find_home(struct kpctl_names *names, const struct kpctl_spec *spec, const char *sym,
		     char *mod, struct kpctl_err *err)
{
	int ret;

	if (mod[0])
		return 0;
	ret = names->home(names, sym, mod, err);
	if (ret && err->code == KPCTL_E_NO_SYMBOL)
		err->column = spec->target_column;
	return ret;
}

/*
 * The one function that a line is about; NULL: a set of several. mod: the module that the
 * line names, or "". A set of one pattern without wildcards is about one function.
 */
static const char *the_function(const struct kpctl_spec *spec, char *mod)
{
	struct kpctl_glob g;
	u32 pos = 0;

	if (!kpctl_kind_is_set(spec->kind)) {
		strcpy(mod, spec->mod);
		return spec->sym;
	}
	if (!kpctl_set_next(spec->sym, &pos, &g) || pos != KPCTL_SET_END || g.out ||
	    g.mod_len >= KPCTL_MOD_MAX || strcspn(g.text, "*?[") < g.len)
		return NULL;
	memcpy(mod, g.mod, g.mod_len);
	mod[g.mod_len] = '\0';
	return g.text;		/* the last pattern ends with the list's NUL */
}

/* The function that calls a tracepoint's handlers: it has the tracepoint's parameters. */
#define CALLER_MAX	(KPCTL_GLOB_MAX + 16)

static const char *caller_of(const char *point, const char *end, char *sym)
{
	struct kpctl_out out = { sym, CALLER_MAX, 0 };

	kpctl_spec_put(&out, "__traceiter_%s%s", point, end);
	return sym;
}

/* The types of a function by its symbol: 0, and no proto, if they do not have it. */
static int find_types_of(struct kpctl_names *names, const struct kpctl_spec *spec, char *mod,
			 const char *sym, u32 *nr, struct kpctl_err *err)
{
	int ret = find_home(names, spec, sym, mod, err);

	*nr = 0;
	names->proto = 0;
	if (!ret)
		ret = names->types(names, mod, &names->btf, err);
	if (!ret)
		names->proto = find_proto(names->btf, sym, nr);
	return ret;
}

/* A tracepoint's name may end with a _tp that the line does not write. */
static int find_types_of_point(struct kpctl_names *names, const struct kpctl_spec *spec, char *mod,
			       const char *point, char *caller, u32 *nr, struct kpctl_err *err)
{
	const struct kpctl_err none = { .column = err->column };
	int ret = find_types_of(names, spec, mod, caller_of(point, "", caller), nr, err);

	if (names->proto || (ret && err->code != KPCTL_E_NO_SYMBOL))
		return ret;
	*err = none;
	return find_types_of(names, spec, mod, caller_of(point, "_tp", caller), nr, err);
}

/* The function, or the tracepoint, `sym` of the module, or a refusal. */
static int find_types_named(struct kpctl_names *names, const struct kpctl_spec *spec, char *mod,
		      const char *sym, struct kpctl_err *err)
{
	const u16 column = err->column;
	char caller[CALLER_MAX];
	u32 nr;
	int ret;

	if (strchr(sym, '.'))
		return refuse_name(err, NAME_CLONE, column, sym);
	names->hidden = kpctl_kind_is_point(spec->kind);
	ret = names->hidden ? find_types_of_point(names, spec, mod, sym, caller, &nr, err) :
			      find_types_of(names, spec, mod, sym, &nr, err);
	if (ret)
		return ret;
	names->in_module |= mod[0] != '\0';
	if (names->proto)
		return 0;
	if (nr > 1)
		return refuse_name(err, NAME_MANY, column, nr, sym);
	return refuse_name(err, NAME_NO_FUNCTION, column, sym);
}

/* A name of a list, which is one tracepoint. 0: it is a pattern. */
static int copy_point(const struct kpctl_glob *g, char *mod, char *point)
{
	if (g->out || g->mod_len >= KPCTL_MOD_MAX || g->len > KPCTL_GLOB_MAX ||
	    strcspn(g->text, "*?[") < g->len)
		return 0;
	memcpy(mod, g->mod, g->mod_len);
	mod[g->mod_len] = '\0';
	memcpy(point, g->text, g->len);
	point[g->len] = '\0';
	return 1;
}

/* Several tracepoints have names as one has, if their prototypes are the same. */
static int find_listed_points(struct kpctl_names *names, const struct kpctl_spec *spec,
			      const char *text, size_t len, struct kpctl_err *err)
{
	char mod[KPCTL_MOD_MAX], point[KPCTL_GLOB_MAX + 1];
	const struct kpctl_btf *b = NULL;
	const u16 column = err->column;
	u32 pos = 0, proto = 0;
	struct kpctl_glob g;
	int ret;

	while (kpctl_set_next(spec->sym, &pos, &g)) {
		if (!copy_point(&g, mod, point))
			return refuse_name(err, NAME_IN_SET, column, KPCTL_QUOTE(text, len));
		ret = find_types_named(names, spec, mod, point, err);
		if (ret)
			return ret;
		if (b && (names->btf != b || !kpctl_btf_same_proto(b, proto, names->proto)))
			return refuse_name(err, NAME_IN_SET, column, KPCTL_QUOTE(text, len));
		b = names->btf;
		proto = names->proto;
	}
	return 0;
}

int kpctl_names_find_function(struct kpctl_names *names, const struct kpctl_spec *spec,
			      const char *text, size_t len, struct kpctl_err *err)
{
	char mod[KPCTL_MOD_MAX];
	const char *sym = the_function(spec, mod);

	if (sym)
		return find_types_named(names, spec, mod, sym, err);
	if (kpctl_kind_is_point(spec->kind))
		return find_listed_points(names, spec, text, len, err);
	return refuse_name(err, NAME_IN_SET, err->column, KPCTL_QUOTE(text, len));
}

/* Structs and enums */

/* Sets of kinds, in the order in which they are looked for, up to an empty one. */
static const u32 structs[] = {
	/* as in C, a struct, a union and a typedef may share a name */
	KPCTL_BTF_KIND(STRUCT), KPCTL_BTF_KIND(UNION), KPCTL_BTF_KIND(TYPEDEF), 0,
};
static const u32 enums[] = {
	KPCTL_BTF_KIND(ENUM) | KPCTL_BTF_KIND(ENUM64), KPCTL_BTF_KIND(TYPEDEF), 0,
};

/*
 * A module's types can have a struct of the kernel more than once, as one of its members is
 * another type there: one layout is one struct.
 */
static u32 count_layouts(const struct kpctl_btf *b, u32 first, const char *text, size_t len,
			 u32 kinds)
{
	u32 nr = 1, id;

	for (id = first; (id = kpctl_btf_find_from(b, id + 1, text, len, kinds));)
		nr += !kpctl_btf_same_layout(b, first, id);
	return nr;
}

static u32 find_in(const struct kpctl_btf *b, const u32 *kinds, const char *text, size_t len,
		   u32 *nr)
{
	u32 id = 0;

	*nr = 0;
	for (; *kinds && !id; kinds++) {
		id = kpctl_btf_find_from(b, 0, text, len, *kinds);
		if (id)
			*nr = count_layouts(b, id, text, len, *kinds);
	}
	if (id)
		kpctl_btf_bare(b, &id);
	return id;
}

/* The line's own module, which may have none, or no types: then only the kernel is left. */
static int own_types(struct kpctl_names *names, const struct kpctl_spec *spec,
		     const struct kpctl_btf **b, struct kpctl_err *err)
{
	char mod[KPCTL_MOD_MAX];

	*b = NULL;
	strcpy(mod, spec->mod);
	if (kpctl_kind_is_data(spec->kind))
		return mod[0] && names->types(names, mod, b, err) == -ENOMEM ? -ENOMEM : 0;
	if (!kpctl_kind_is_place(spec->kind) || spec->is_addr)
		return 0;
	if (find_home(names, spec, spec->sym, mod, err) || !mod[0])
		return 0;
	return names->types(names, mod, b, err) == -ENOMEM ? -ENOMEM : 0;
}

/* *nr: so many are called so in the first types that have one; 0: none is. */
static int find_type_called(struct kpctl_names *names, const struct kpctl_spec *spec, const u32 *kinds,
		     const char *mod, size_t mod_len, const char *text, size_t len,
		     const struct kpctl_btf **b, u32 *type, u32 *nr, struct kpctl_err *err)
{
	const struct kpctl_btf *of_mod;
	const u16 column = err->column;
	char name[KPCTL_MOD_MAX];
	int ret;

	*nr = 0;
	if (mod_len >= sizeof(name))
		return 0;
	memcpy(name, mod, mod_len);
	name[mod_len] = '\0';
	ret = mod_len ? names->types(names, name, &of_mod, err) :
			own_types(names, spec, &of_mod, err);
	if (!ret && of_mod) {
		*b = of_mod;
		*type = find_in(*b, kinds, text, len, nr);
		names->in_module |= *nr != 0;
	}
	if (ret)
		return ret;
	memset(err, 0, sizeof(*err));	/* own_types() may have looked in vain */
	err->column = column;
	if (!*nr)
		ret = names->types(names, "", b, err);
	if (!ret && !*nr)
		*type = find_in(*b, kinds, text, len, nr);
	return ret;
}

int kpctl_names_find_struct(struct kpctl_names *names, const struct kpctl_spec *spec,
			    const char *mod, size_t mod_len, const char *text, size_t len,
			    const struct kpctl_btf **b, u32 *type, struct kpctl_err *err)
{
	const u16 column = err->column;
	u32 nr;
	int ret = find_type_called(names, spec, structs, mod, mod_len, text, len, b, type, &nr, err);

	if (ret)
		return ret;
	if (!nr)
		return refuse_name(err, NO_STRUCT, column, KPCTL_QUOTE(text, len));
	if (nr > 1)
		return refuse_name(err, MANY_STRUCTS, column, nr, KPCTL_QUOTE(text, len));
	return 0;
}

int kpctl_names_find_enum(struct kpctl_names *names, const struct kpctl_spec *spec,
			  const char *mod, size_t mod_len, const char *text, size_t len,
			  const struct kpctl_btf **b, u32 *type, struct kpctl_err *err)
{
	const u16 column = err->column;
	u32 nr;
	int ret = find_type_called(names, spec, enums, mod, mod_len, text, len, b, type, &nr, err);

	if (ret)
		return ret;
	if (!nr || !kpctl_btf_is(kpctl_btf_type(*b, *type), enums[0]))
		return refuse_name(err, NO_ENUM, column, KPCTL_QUOTE(text, len));
	if (nr > 1)
		return refuse_name(err, MANY_ENUMS, column, nr, KPCTL_QUOTE(text, len));
	return 0;
}
