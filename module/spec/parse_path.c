// SPDX-License-Identifier: GPL-2.0
/*
 *	PATH := {STEP}, STEP := '->' MEMBER | '.' MEMBER | '[' N ']'
 *
 * A path comes to what the line could have said by offsets: a deref for each pointer that the
 * path follows. The type of what is at its end is the value's, unless the line gives one. A
 * string follows a pointer once more, and begins where an array lies.
 */
#include "spec/parse.h"
#include "spec/regs.h"

/* A step begins at a ->, a . or a [. */
const char *kpctl_path_find_step(struct kpctl_span s)
{
	for (; s.p < s.end; s.p++)
		if (*s.p == '.' || *s.p == '[' || (*s.p == '-' && s.p + 1 < s.end && s.p[1] == '>'))
			return s.p;
	return s.end;
}

/* Steps */

#define NEAR_MAX	80	/* bytes of a member's path that the sentence has room for */

static int refuse_member(struct kpctl_parse *ps, const struct kpctl_path *path,
			 const struct kpctl_btf_type *t, struct kpctl_span step)
{
	const struct kpctl_btf *b = path->cursor.b;
	static const char but[] = ", but ";
	char near[NEAR_MAX + sizeof(but)] = "";

	if (kpctl_btf_near(&path->cursor, step.p, span_len(step), near + strlen(but), NEAR_MAX))
		memcpy(near, but, strlen(but));
	return spec_refuse(ps, NO_MEMBER, step.p,
			   t && t->name ? kpctl_btf_name(b, t->name) : "without a name",
			   SPAN_QUOTE(step), near);
}

int kpctl_path_refuse(struct kpctl_parse *ps, const struct kpctl_path *path,
		      enum kpctl_btf_wrong wrong, struct kpctl_span step)
{
	const struct kpctl_btf *b = path->cursor.b;
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
		return refuse_member(ps, path, t, step);
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

int kpctl_path_follow(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span step)
{
	enum kpctl_btf_wrong wrong;

	if (path->n == KPCTL_DEREF_MAX)
		return spec_refuse(ps, TOO_MANY_DEREFS, step.p, path->n + 1, KPCTL_OPS_MAX);
	if (path->n)
		path->deref[path->n - 1].off = path->cursor.off;
	wrong = kpctl_btf_follow(&path->cursor);
	if (wrong)
		return kpctl_path_refuse(ps, path, wrong, step);
	path->deref[path->n++] = (struct kpctl_deref){ .how = path->how };
	return 0;
}

static int step_member(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span name)
{
	enum kpctl_btf_wrong wrong;

	if (kpctl_spec_scan_name(name, ""))
		return spec_refuse(ps, BAD_STEP, name.p, SPAN_QUOTE(name));
	wrong = kpctl_btf_to_member(&path->cursor, name.p, span_len(name));
	return wrong ? kpctl_path_refuse(ps, path, wrong, name) : 0;
}

/* Follows the pointer, unless the cursor is at what a cast says that it points at. */
static int arrive(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span step)
{
	if (!path->is_cast)
		return kpctl_path_follow(ps, path, step);
	path->is_cast = 0;
	return 0;
}

/* As in C, an array before -> stands for its first element, and [N] follows a pointer. */
static int step_arrow(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span name)
{
	struct kpctl_btf_cursor *c = &path->cursor;
	int ret;

	if (kpctl_btf_is(kpctl_btf_type(c->b, c->type), KPCTL_BTF_KIND(ARRAY))) {
		if (kpctl_btf_to_element(c, 0))
			return kpctl_path_refuse(ps, path, KPCTL_BTF_NO_ARRAY, name);
		return step_member(ps, path, name);
	}
	ret = arrive(ps, path, name);
	return ret ? ret : step_member(ps, path, name);
}

static int step_index(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span num)
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
	if (!path->is_cast && !kpctl_btf_is(kpctl_btf_type(c->b, c->type), KPCTL_BTF_KIND(PTR))) {
		wrong = kpctl_btf_to_element(c, n);
		return wrong ? kpctl_path_refuse(ps, path, wrong, num) : 0;
	}
	ret = arrive(ps, path, num);
	if (ret)
		return ret;
	size = kpctl_btf_size(c->b, c->type);
	if (size <= 0)
		return kpctl_path_refuse(ps, path, KPCTL_BTF_NO_ARRAY, num);
	if (n > (u64)KPCTL_BTF_SIZE_MAX / size)
		return kpctl_path_refuse(ps, path, KPCTL_BTF_BAD_INDEX, num);
	c->off += n * size;
	return 0;
}

int kpctl_path_walk(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span rest)
{
	struct kpctl_span step;
	int ret = 0;

	while (!ret && rest.p < rest.end) {
		step = rest;
		if (span_skip(&step, "->")) {
			step.end = kpctl_path_find_step(step);
			ret = step_arrow(ps, path, step);
		} else if (path->is_cast && *step.p == '.') {
			return spec_refuse(ps, STEP_ARROW, step.p + 1, SPAN_QUOTE(step));
		} else if (span_skip(&step, ".")) {
			step.end = kpctl_path_find_step(step);
			ret = step_member(ps, path, step);
		} else if (span_skip(&step, "[")) {
			step.end = kpctl_path_find_step(step);
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
			   const struct kpctl_path *path, struct kpctl_span s)
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
			struct kpctl_value *v, const struct kpctl_path *path, struct kpctl_span s)
{
	const struct kpctl_btf_cursor *c = &path->cursor;
	enum kpctl_type type;
	u32 count;

	if (kpctl_btf_default_type(c, &type, &count))
		return spec_refuse(ps, NAME_NO_VALUE, s.p, SPAN_QUOTE(s));
	arg->type = c->bits ? container_type(c->container, kpctl_type_is_signed(type)) : type;
	arg->count = count;
	v->named = 1;
	return kpctl_spec_name_values(ps, arg, c);
}

/* A bit field is cut out of what is read. Its type in the line, if any, is as wide as that. */
static int end_in_bits(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		       const struct kpctl_path *path, struct kpctl_span s)
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
static int end_as_string(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span s)
{
	const struct kpctl_btf_type *t = kpctl_btf_type(path->cursor.b, path->cursor.type);

	if (kpctl_btf_is(t, KPCTL_BTF_KIND(ARRAY)) && path->n)
		return 0;
	if (!kpctl_btf_is(t, KPCTL_BTF_KIND(PTR)))
		return spec_refuse(ps, NAME_NO_STRING, s.p, SPAN_QUOTE(s));
	return kpctl_path_follow(ps, path, s);
}

/* parse_fetch.c has the derefs from the outside in, and turns them round. */
static int keep_derefs(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
		       const struct kpctl_path *path, struct kpctl_span s)
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

int kpctl_path_parse(struct kpctl_parse *ps, struct kpctl_arg_spec *arg, struct kpctl_value *v,
		     struct kpctl_path *path, struct kpctl_span steps, struct kpctl_span all)
{
	int ret = kpctl_path_walk(ps, path, steps);

	if (!ret && !v->typed && !arg->nderef)
		ret = default_type(ps, arg, v, path, all);
	if (!ret && arg->walk == KPCTL_WALK_SOCK && arg->nderef == 1)
		ret = kpctl_walk_end_sock(ps, path, all);
	if (!ret && kpctl_walk_is_task(arg) && arg->nderef == 1)
		ret = kpctl_task_end(ps, path, all);
	if (!ret)
		ret = path->n ? end_in_bits(ps, arg, path, all) :
				end_in_register(ps, arg, path, all);
	if (!ret && is_plain_string(arg))
		ret = arg->walk ? kpctl_walk_end_path(ps, path, all) :
				  end_as_string(ps, path, all);
	if (ret)
		return ret;
	if (path->n)
		path->deref[path->n - 1].off = path->cursor.off;
	arg->of_types = 1;
	return keep_derefs(ps, arg, path, all);
}
