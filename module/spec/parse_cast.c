// SPDX-License-Identifier: GPL-2.0
/*
 *	CAST  := '(' [MOD ':'] STRUCT [',' FIELD {'.' FIELD}] ')' INNER PATH
 *	INNER := '(' FETCHARG ')' | ('+' | '-') ['u'] OFFS '(' FETCHARG ')'
 *	       | 'this_cpu_ptr(' FETCHARG ')' | 'this_cpu_read(' FETCHARG ')' | SOURCE
 *
 * INNER's value is taken for the address of a STRUCT, or of the FIELD of one, as in
 * container_of(). A cast needs no function's types, so it may stand anywhere.
 *
 *	(tick_sched,sched_timer)$arg1->next_tick	+88($arg1):s64
 */
#include "spec/parse.h"

/* The ')' of the first '(' in s, or NULL. */
static const char *find_matching(struct kpctl_span s)
{
	unsigned int depth = 0;

	for (; s.p < s.end; s.p++) {
		if (*s.p == '(')
			depth++;
		else if (*s.p == ')' && !--depth)
			return s.p;
	}
	return NULL;
}

/* The text between the parentheses of a cast: names, with one ':' and one ',' at most. */
static int is_cast_text(struct kpctl_span s)
{
	const char *comma = span_find(s, ','), *colon;
	struct kpctl_span name = comma ? span_until(s, comma) : s;

	colon = span_find(name, ':');
	if (colon && kpctl_spec_scan_name(span_until(name, colon), ""))
		return 0;
	if (colon)
		name.p = colon + 1;
	if (kpctl_spec_scan_name(name, ""))
		return 0;
	return !comma || !kpctl_spec_scan_name(span_from(s, comma + 1), ".");
}

int kpctl_spec_is_cast(struct kpctl_span s)
{
	const char *close;

	if (s.p == s.end || *s.p != '(')
		return 0;
	close = span_find(s, ')');
	if (!close || close + 1 == s.end || !is_cast_text((struct kpctl_span){ s.p + 1, close }))
		return 0;
	if (close[1] == '&')
		return close + 2 < s.end && char_is_alpha(close[2]);
	return char_is_alpha(close[1]) || strchr("$%@+-(", close[1]);
}

int kpctl_spec_is_this_cpu(struct kpctl_span s)
{
	return span_skip(&s, "this_cpu_ptr(") || span_skip(&s, "this_cpu_read(");
}

/* Where INNER ends and the path begins; NULL: a parenthesis is not closed. */
static const char *find_path(struct kpctl_span s)
{
	const char *close;

	if (s.p < s.end && (strchr("(+-", *s.p) || kpctl_spec_is_this_cpu(s))) {
		close = find_matching(s);
		return close ? close + 1 : NULL;
	}
	for (; s.p < s.end; s.p++)
		if (*s.p == '[' || (*s.p == '-' && s.p + 1 < s.end && s.p[1] == '>'))
			break;
	return s.p;
}

int kpctl_path_start_at_struct(struct kpctl_parse *ps, struct kpctl_path *path,
			       struct kpctl_span mod, struct kpctl_span name, const char *at)
{
	const struct kpctl_btf *b;
	u32 type;
	int ret;

	ps->err->column = kpctl_spec_column(ps, at);
	ret = kpctl_names_find_struct(ps->names, ps->spec, mod.p, span_len(mod), name.p,
				      span_len(name), &b, &type, ps->err);
	if (ret)
		return ret;
	kpctl_btf_start(&path->cursor, b, type);
	path->is_cast = 1;
	path->n = 1;
	path->deref[0] = (struct kpctl_deref){ .how = path->how };
	return 0;
}

/* The address is that of a field: the struct begins before. */
static int move_to_start(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span fields)
{
	const struct kpctl_btf_cursor start = path->cursor;
	struct kpctl_btf_cursor *c = &path->cursor;
	enum kpctl_btf_wrong wrong;
	struct kpctl_span field;
	s64 off;

	while (fields.p < fields.end) {
		field = span_until(fields, span_find(fields, '.') ?: fields.end);
		wrong = kpctl_btf_to_member(c, field.p, span_len(field));
		if (wrong)
			return kpctl_path_refuse(ps, path, wrong, field);
		fields.p = field.end < fields.end ? field.end + 1 : field.end;
	}
	if (c->bits)
		return spec_refuse(ps, CAST_BITS, field.p, SPAN_QUOTE(field));
	off = c->off;
	*c = start;
	c->off = -off;
	return 0;
}

static int start_at_cast(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span text)
{
	const char *comma = span_find(text, ',');
	struct kpctl_span name = comma ? span_until(text, comma) : text;
	const char *colon = span_find(name, ':');
	struct kpctl_span mod = span_until(name, colon ?: name.p);
	int ret;

	if (!is_cast_text(text))
		return spec_refuse(ps, CAST_BAD, text.p, SPAN_QUOTE(text));
	if (!ps->names)
		return spec_refuse(ps, NO_TYPES, text.p, SPAN_QUOTE(text));
	if (colon)
		name.p = colon + 1;
	ret = kpctl_path_start_at_struct(ps, path, mod, name, name.p);
	if (!ret && comma)
		ret = move_to_start(ps, path, span_from(text, comma + 1));
	return ret;
}

int kpctl_spec_parse_cast(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_value *v, struct kpctl_span *s, unsigned int *nderef)
{
	const char *close = span_find(*s, ')'), *at;
	struct kpctl_path path = { 0 };
	struct kpctl_span inner;
	int ret;

	if (!close)
		return spec_refuse(ps, CAST_NOT_CLOSED, s->end);
	inner = span_from(*s, close + 1);
	at = find_path(inner);
	if (!at)
		return spec_refuse(ps, CAST_NOT_CLOSED, s->end);
	if (at == s->end)
		return spec_refuse(ps, CAST_NO_STEP, s->end);
	ret = start_at_cast(ps, &path, (struct kpctl_span){ s->p + 1, close });
	if (!ret)
		ret = kpctl_path_parse(ps, arg, v, &path, span_from(*s, at), *s);
	if (ret)
		return ret;
	*nderef = path.n;
	inner.end = at;
	if (inner.p < inner.end && *inner.p == '(')
		inner = (struct kpctl_span){ inner.p + 1, inner.end - 1 };
	*s = inner;
	return 0;
}
