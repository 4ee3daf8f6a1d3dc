// SPDX-License-Identifier: GPL-2.0
/*
 *	NAMED := (PARAM | '$arg' N | '$retval') {STEP}, with a STEP at least behind a $
 *	STEP  := '->' MEMBER | '.' MEMBER | '[' N ']'
 *
 * A NAMED comes to what the line could have said by offsets: the parameter's register or place
 * on the stack, and a deref for each pointer that the path follows. Nothing of names is left
 * behind the parser but the text.
 *
 *	file->f_path.dentry->d_name.name:string		+0(+40(+72($arg1))):string
 *
 * A type in the line holds as it stands. Else the types give one: btf_path.c. A string follows
 * a pointer once more, and begins where an array lies.
 */
#include "spec/parse.h"
#include "spec/regs.h"

/* A path on its way: a deref for each pointer that it has followed. */
struct path {
	struct kpctl_btf_cursor cursor;	/* its off is that of the last deref, not yet kept */
	struct kpctl_deref deref[KPCTL_DEREF_MAX];
	unsigned int n;
};

/* A step begins at a ->, a . or a [. */
static const char *find_step(struct kpctl_span s)
{
	for (; s.p < s.end; s.p++)
		if (*s.p == '.' || *s.p == '[' || (*s.p == '-' && s.p + 1 < s.end && s.p[1] == '>'))
			return s.p;
	return s.end;
}

int kpctl_spec_is_named(struct kpctl_span s)
{
	if (s.p == s.end)
		return 0;
	return char_is_alpha(*s.p) || (*s.p == '$' && find_step(s) < s.end);
}

static int find_types(struct kpctl_parse *ps, struct kpctl_span name)
{
	struct kpctl_names *names = ps->names;

	if (!names)
		return spec_refuse(ps, NO_TYPES, name.p, SPAN_QUOTE(name));
	if (ps->names_found)
		return 0;
	ps->names_found = 1;
	ps->err->column = kpctl_spec_column(ps, name.p);
	return names->find(names, ps->spec, ps->err);
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

	for (i = 0; !kpctl_btf_param_place(names->btf, names->proto, i, &place); i++)
		if (place.name && out.len < sizeof(text))
			kpctl_spec_put(&out, "%s%.40s", i ? " " : "",
				       kpctl_btf_name(names->btf, place.name));
	return spec_refuse(ps, NO_PARAM, name.p, SPAN_QUOTE(name), text);
}

/* N of $argN for a place; of a struct by value, of its first 8 bytes. 0: no probe sees it. */
static u32 number_of(const struct kpctl_btf_place *place)
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

/* Names are known where the function is entered; calls keep what they name from there. */
static int check_param_place(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			     struct kpctl_span name)
{
	const struct kpctl_spec *spec = ps->spec;

	if (kpctl_kind_is_call(spec->kind))
		arg->at_entry = 1;
	else if (spec->is_addr || !kpctl_kind_has_entry(spec->kind))
		return spec_refuse(ps, NAME_AT_ADDR, name.p, SPAN_QUOTE(name));
	else if (spec->off && !ps->entry_column)
		ps->entry_column = kpctl_spec_column(ps, name.p);
	return 0;
}

static int start_at_param(struct kpctl_parse *ps, struct kpctl_arg_spec *arg, struct path *path,
			  struct kpctl_span name)
{
	const struct kpctl_names *names = ps->names;
	struct kpctl_btf_place place;
	int i = kpctl_btf_param_find(names->btf, names->proto, name.p, span_len(name));

	if (i < 0)
		return refuse_param(ps, name);
	kpctl_btf_param_place(names->btf, names->proto, i, &place);
	kpctl_btf_start(&path->cursor, names->btf, place.type);
	arg->src = KPCTL_SRC_ARG;
	arg->num = number_of(&place);
	if (!arg->num)
		return spec_refuse(ps, PARAM_NOT_SEEN, name.p, SPAN_QUOTE(name));
	return 0;
}

/* $argN has the type of the parameter that is in that place. */
static int start_at_argn(struct kpctl_parse *ps, struct kpctl_arg_spec *arg, struct path *path,
			 struct kpctl_span name)
{
	const struct kpctl_names *names = ps->names;
	struct kpctl_btf_place place;
	u32 i;

	for (i = 0; !kpctl_btf_param_place(names->btf, names->proto, i, &place); i++) {
		if (number_of(&place) != arg->num)
			continue;
		kpctl_btf_start(&path->cursor, names->btf, place.type);
		return 0;
	}
	return spec_refuse(ps, NO_PARAM_TYPE, name.p, SPAN_QUOTE(name));
}

static int start_at_retval(struct kpctl_parse *ps, struct path *path, struct kpctl_span name)
{
	const struct kpctl_names *names = ps->names;
	struct kpctl_btf_place place;

	kpctl_btf_return_place(names->btf, names->proto, &place);
	if (place.where == KPCTL_BTF_NOWHERE)
		return spec_refuse(ps, RETURNS_NOTHING, name.p, SPAN_QUOTE(name));
	kpctl_btf_start(&path->cursor, names->btf, place.type);
	return 0;
}

static int start(struct kpctl_parse *ps, struct kpctl_arg_spec *arg, struct kpctl_value *v,
		 struct path *path, struct kpctl_span name)
{
	int is_param = *name.p != '$', ret;

	ret = is_param ? check_param_place(ps, arg, name) :
			 kpctl_spec_parse_source(ps, arg, v, name);
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

/* Steps */

static int refuse_step(struct kpctl_parse *ps, const struct path *path,
		       enum kpctl_btf_wrong wrong, struct kpctl_span step)
{
	const struct kpctl_btf *b = ps->names->btf;
	const struct kpctl_btf_type *t = kpctl_btf_type(b, path->cursor.type);

	switch (wrong) {
	case KPCTL_BTF_BEHIND_BITS:
		return spec_refuse(ps, STEP_BITS, step.p, SPAN_QUOTE(step));
	case KPCTL_BTF_IS_POINTER:
		return spec_refuse(ps, STEP_ARROW, step.p, SPAN_QUOTE(step));
	case KPCTL_BTF_NO_POINTER:
		if (kpctl_btf_is(t, KPCTL_BTF_KIND(STRUCT) | KPCTL_BTF_KIND(UNION)))
			return spec_refuse(ps, STEP_DOT, step.p, SPAN_QUOTE(step));
		return spec_refuse(ps, STEP_NO_STRUCT, step.p, SPAN_QUOTE(step));
	case KPCTL_BTF_IS_VOID:
		return spec_refuse(ps, STEP_VOID, step.p, SPAN_QUOTE(step));
	case KPCTL_BTF_DECLARED:
		return spec_refuse(ps, STEP_DECLARED, step.p, SPAN_QUOTE(step));
	case KPCTL_BTF_NO_MEMBER:
		return spec_refuse(ps, NO_MEMBER, step.p,
				   t && t->name ? kpctl_btf_name(b, t->name) : "without a name",
				   SPAN_QUOTE(step), "");
	case KPCTL_BTF_ODD_MEMBER:
		return spec_refuse(ps, ODD_MEMBER, step.p, SPAN_QUOTE(step));
	case KPCTL_BTF_NO_ARRAY:
		return spec_refuse(ps, NO_ELEMENTS, step.p, SPAN_QUOTE(step));
	case KPCTL_BTF_BAD_INDEX:
		return spec_refuse(ps, BAD_INDEX, step.p, SPAN_QUOTE(step));
	default:
		return spec_refuse(ps, STEP_NO_STRUCT, step.p, SPAN_QUOTE(step));
	}
}

/* Follows the pointer that the path has come to: one deref more. */
static int follow_pointer(struct kpctl_parse *ps, struct path *path, struct kpctl_span step)
{
	enum kpctl_btf_wrong wrong;

	if (path->n == KPCTL_DEREF_MAX)
		return spec_refuse(ps, TOO_MANY_DEREFS, step.p, path->n + 1, KPCTL_OPS_MAX);
	if (path->n)
		path->deref[path->n - 1].off = path->cursor.off;
	wrong = kpctl_btf_follow(&path->cursor);
	if (wrong)
		return refuse_step(ps, path, wrong, step);
	path->deref[path->n++] = (struct kpctl_deref){};
	return 0;
}

static int step_member(struct kpctl_parse *ps, struct path *path, struct kpctl_span name)
{
	enum kpctl_btf_wrong wrong;

	if (kpctl_spec_scan_name(name, ""))
		return spec_refuse(ps, BAD_STEP, name.p, SPAN_QUOTE(name));
	wrong = kpctl_btf_to_member(&path->cursor, name.p, span_len(name));
	return wrong ? refuse_step(ps, path, wrong, name) : 0;
}

/* As in C, an array before -> stands for its first element, and [N] follows a pointer. */
static int step_arrow(struct kpctl_parse *ps, struct path *path, struct kpctl_span name)
{
	struct kpctl_btf_cursor *c = &path->cursor;
	int ret;

	if (kpctl_btf_is(kpctl_btf_type(c->b, c->type), KPCTL_BTF_KIND(ARRAY)))
		return kpctl_btf_to_element(c, 0) ? refuse_step(ps, path, KPCTL_BTF_NO_ARRAY, name) :
						    step_member(ps, path, name);
	ret = follow_pointer(ps, path, name);
	return ret ? ret : step_member(ps, path, name);
}

static int step_index(struct kpctl_parse *ps, struct path *path, struct kpctl_span num)
{
	struct kpctl_btf_cursor *c = &path->cursor;
	enum kpctl_btf_wrong wrong;
	s64 size;
	u64 n;
	int ret;

	if (num.p == num.end || num.end[-1] != ']')
		return spec_refuse(ps, BAD_STEP, num.p, SPAN_QUOTE(num));
	num.end--;
	if (kpctl_spec_scan_u64(num, 0, &n))
		return spec_refuse(ps, BAD_INDEX, num.p, SPAN_QUOTE(num));
	if (!kpctl_btf_is(kpctl_btf_type(c->b, c->type), KPCTL_BTF_KIND(PTR))) {
		wrong = kpctl_btf_to_element(c, n);
		return wrong ? refuse_step(ps, path, wrong, num) : 0;
	}
	ret = follow_pointer(ps, path, num);
	if (ret)
		return ret;
	size = kpctl_btf_size(c->b, c->type);
	if (size <= 0)
		return refuse_step(ps, path, KPCTL_BTF_NO_ARRAY, num);
	if (n > (u64)KPCTL_BTF_SIZE_MAX / size)
		return refuse_step(ps, path, KPCTL_BTF_BAD_INDEX, num);
	c->off += n * size;
	return 0;
}

static int walk(struct kpctl_parse *ps, struct path *path, struct kpctl_span rest)
{
	struct kpctl_span step;
	int ret = 0;

	while (!ret && rest.p < rest.end) {
		step = rest;
		if (span_skip(&step, "->")) {
			step.end = find_step(step);
			ret = step_arrow(ps, path, step);
		} else if (span_skip(&step, ".")) {
			step.end = find_step(step);
			ret = step_member(ps, path, step);
		} else if (span_skip(&step, "[")) {
			step.end = find_step(step);
			ret = step_index(ps, path, step);
		} else {
			return spec_refuse(ps, BAD_STEP, rest.p, SPAN_QUOTE(rest));
		}
		rest.p = step.end;
	}
	return ret;
}

/* The end of the path */

/* A member of a struct that came in registers: the register that has it, cut out of it. */
static int end_in_register(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   const struct path *path, struct kpctl_span s)
{
	const struct kpctl_btf_cursor *c = &path->cursor;
	s64 size = kpctl_btf_size(c->b, c->type);

	if (!c->off && !c->bits)
		return 0;
	if (arg->src != KPCTL_SRC_ARG || size <= 0 || size > 8 || c->off % 8 + size > 8 ||
	    (c->bits && c->off % 8 + c->container > 8))
		return spec_refuse(ps, ODD_MEMBER, s.p, SPAN_QUOTE(s));
	arg->num += c->off / 8;
	if (c->bits || c->off % 8) {
		arg->bits = c->bits ? c->bits : 8 * size;
		arg->bit = c->off % 8 * 8 + c->bit;
	}
	return 0;
}

/* The number of so many bytes, signed or not, in which the bits are. */
static u8 container_type(u32 bytes, int is_signed)
{
	switch (bytes) {
	case 1:
		return is_signed ? KPCTL_TYPE_S8 : KPCTL_TYPE_U8;
	case 2:
		return is_signed ? KPCTL_TYPE_S16 : KPCTL_TYPE_U16;
	case 4:
		return is_signed ? KPCTL_TYPE_S32 : KPCTL_TYPE_U32;
	default:
		return is_signed ? KPCTL_TYPE_S64 : KPCTL_TYPE_U64;
	}
}

static int default_type(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			struct kpctl_value *v, const struct path *path, struct kpctl_span s)
{
	const struct kpctl_btf_cursor *c = &path->cursor;
	enum kpctl_type type;
	u32 count;

	if (kpctl_btf_default_type(c, &type, &count))
		return spec_refuse(ps, NAME_NO_VALUE, s.p, SPAN_QUOTE(s));
	arg->type = c->bits ? container_type(c->container, kpctl_type_is_signed(type)) : type;
	arg->count = count;
	v->named = 1;
	return 0;
}

/* A bit field is cut out of what is read. Its type in the line, if any, is as wide as that. */
static int end_in_bits(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		       const struct path *path, struct kpctl_span s)
{
	const struct kpctl_btf_cursor *c = &path->cursor;

	if (!c->bits || !path->n || arg->nderef)
		return 0;
	if (arg->bits || arg->count || kpctl_type_size(arg->type) != c->container)
		return spec_refuse(ps, BITS_TYPE, s.p, SPAN_QUOTE(s), c->container);
	arg->bits = c->bits;
	arg->bit = c->bit;
	return 0;
}

/* A string's bytes: one deref more behind a pointer, at an array where it lies. */
static int end_as_string(struct kpctl_parse *ps, struct path *path, struct kpctl_span s)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(path->cursor.b, path->cursor.type);

	if (kpctl_btf_is(t, KPCTL_BTF_KIND(ARRAY)) && path->n)
		return 0;
	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(PTR)))
		return spec_refuse(ps, NAME_NO_STRING, s.p, SPAN_QUOTE(s));
	return follow_pointer(ps, path, s);
}

/* parse_fetch.c has the derefs from the outside in, and turns them round. */
static int keep_derefs(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		       const struct path *path, struct kpctl_span s)
{
	unsigned int i;

	if (arg->nderef + path->n > KPCTL_DEREF_MAX)
		return spec_refuse(ps, TOO_MANY_DEREFS, s.p, arg->nderef + path->n + 1,
				   KPCTL_OPS_MAX);
	for (i = path->n; i; i--)
		arg->deref[arg->nderef++] = path->deref[i - 1];
	return 0;
}

/* Is the string's pointer what the path came to, with nothing round it in the line? */
static int is_plain_string(const struct kpctl_arg_spec *arg)
{
	return !arg->nderef && !arg->count &&
	       (arg->type == KPCTL_TYPE_STRING || arg->type == KPCTL_TYPE_USTRING);
}

int kpctl_spec_parse_named_source(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
				  struct kpctl_value *v, struct kpctl_span s)
{
	const char *at = find_step(s);
	struct path path = { 0 };
	int ret;

	ret = start(ps, arg, v, &path, span_until(s, at));
	if (!ret)
		ret = walk(ps, &path, span_from(s, at));
	if (!ret && !v->typed && !arg->nderef)
		ret = default_type(ps, arg, v, &path, s);
	if (!ret)
		ret = path.n ? end_in_bits(ps, arg, &path, s) :
			       end_in_register(ps, arg, &path, s);
	if (!ret && is_plain_string(arg))
		ret = end_as_string(ps, &path, s);
	if (ret)
		return ret;
	if (path.n)
		path.deref[path.n - 1].off = path.cursor.off;
	v->steps = 1 + path.n;
	return keep_derefs(ps, arg, &path, s);
}
