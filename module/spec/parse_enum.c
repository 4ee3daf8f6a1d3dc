// SPDX-License-Identifier: GPL-2.0
/*
 *	ENUM := 'enum(' [MOD ':'] NAME ')'
 *
 * A value that is an enum by its name, or by ENUM as its type, is an integer of the enum's size
 * and sign, and has a table of the enum's names beside that.
 */
#include "spec/enum.h"
#include "spec/parse.h"

int kpctl_spec_is_enum(struct kpctl_span type)
{
	return span_skip(&type, "enum(");
}

/* Gives the value the table; *e NULL: the enum, or all of the line's, are too large. */
static int give_table(struct kpctl_parse *ps, struct kpctl_arg_spec *arg, const struct kpctl_btf *b,
		      u32 id, const struct kpctl_enum **e)
{
	int ret;

	*e = NULL;
	if (!ps->names->values)
		return 0;
	ret = ps->names->values(ps->names, b, id, e, ps->err);
	if (ret || !*e)
		return ret;
	if (ps->enums_size + (*e)->size > KPCTL_ENUMS_SIZE_MAX) {
		*e = NULL;
		return 0;
	}
	ps->enums_size += (*e)->size;
	arg->names = *e;
	return 0;
}

int kpctl_spec_name_values(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   const struct kpctl_btf_cursor *c)
{
	u32 id = kpctl_btf_enum_at(c);
	const struct kpctl_enum *e;

	return id ? give_table(ps, arg, c->b, id, &e) : 0;
}

/* NAME and MOD of ENUM; mod is empty without one. */
static int split(struct kpctl_parse *ps, struct kpctl_span type, struct kpctl_span *mod,
		 struct kpctl_span *name)
{
	const char *colon;

	*name = type;
	span_skip(name, "enum(");
	*mod = span_until(*name, name->p);
	if (name->p == name->end || name->end[-1] != ')')
		return spec_refuse(ps, ENUM_BAD, type.p, SPAN_QUOTE(type));
	name->end--;
	colon = span_find(*name, ':');
	if (colon) {
		*mod = span_until(*name, colon);
		name->p = colon + 1;
	}
	if (kpctl_spec_scan_name(*name, "") || (colon && kpctl_spec_scan_name(*mod, "")))
		return spec_refuse(ps, ENUM_BAD, type.p, SPAN_QUOTE(type));
	return 0;
}

static int find_enum(struct kpctl_parse *ps, struct kpctl_span mod, struct kpctl_span name,
		     struct kpctl_btf_cursor *c)
{
	const struct kpctl_btf *b;
	u32 id;
	int ret;

	ps->err->column = kpctl_spec_column(ps, name.p);
	ret = kpctl_names_find_enum(ps->names, ps->spec, mod.p, span_len(mod), name.p,
				    span_len(name), &b, &id, ps->err);
	if (!ret)
		kpctl_btf_start(c, b, id);
	return ret;
}

int kpctl_spec_parse_enum(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_span type)
{
	const struct kpctl_enum *e = NULL;
	struct kpctl_span mod, name;
	struct kpctl_btf_cursor c;
	enum kpctl_type number;
	u32 count;
	int ret;

	ret = split(ps, type, &mod, &name);
	if (!ret && !ps->names)
		return spec_refuse(ps, ENUM_NO_TYPES, type.p, SPAN_QUOTE(type));
	if (!ret)
		ret = find_enum(ps, mod, name, &c);
	if (ret)
		return ret;
	if (kpctl_btf_default_type(&c, &number, &count))
		return spec_refuse(ps, ENUM_TOO_LARGE, name.p, SPAN_QUOTE(name));
	arg->type = number;
	arg->of_types = 1;
	ret = give_table(ps, arg, c.b, c.type, &e);
	if (!ret && !e)
		return spec_refuse(ps, ENUM_TOO_LARGE, name.p, SPAN_QUOTE(name));
	return ret;
}
