// SPDX-License-Identifier: GPL-2.0
/*
 *	TYPE := ('struct' | 'union') [MOD ':'] NAME PATH | '(' [MOD ':'] NAME ')' PATH
 *
 * PATH is as in arguments (parse_path.c), from an object of the type, or with -> from a
 * pointer to one.
 */
#include "spec/parse.h"

static const char *const struct_words[] = { "struct", "union" };

/* Leaves the text of the type in *word if the line is a TYPE. */
static int take_struct(struct kpctl_span all, struct kpctl_span *word)
{
	struct kpctl_span rest = all, first;
	u32 i;

	if (!kpctl_spec_scan_word(&rest, &first))
		return 0;
	*word = first;
	if (*first.p == '(')
		return 1;
	for (i = 0; i < ARRAY_SIZE(struct_words); i++)
		if (span_is(first, struct_words[i]))
			return kpctl_spec_scan_word(&rest, word);
	return 0;
}

int kpctl_spec_is_struct(const char *line, size_t len)
{
	struct kpctl_span word;

	return take_struct((struct kpctl_span){ line, line + len }, &word);
}

/* MOD:NAME from the parentheses, or what is in front of the path. Leaves the path in *word. */
static int split_name(struct kpctl_parse *ps, struct kpctl_span *word, struct kpctl_span *name)
{
	const char *close;

	if (*word->p != '(') {
		*name = span_until(*word, kpctl_path_find_step(*word));
		word->p = name->end;
		return 0;
	}
	close = span_find(*word, ')');
	if (!close)
		return spec_refuse(ps, STRUCT_OPEN, word->p);
	*name = (struct kpctl_span){ word->p + 1, close };
	word->p = close + 1;
	return 0;
}

static int parse_struct(struct kpctl_parse *ps, struct kpctl_span word, struct kpctl_path *path)
{
	struct kpctl_span name, mod;
	const char *colon;
	int ret = split_name(ps, &word, &name);

	if (ret)
		return ret;
	mod = (struct kpctl_span){ name.p, name.p };
	colon = span_find(name, ':');
	if (colon) {
		mod.end = colon;
		name.p = colon + 1;
	}
	if (kpctl_spec_scan_name(name, "") || (colon && kpctl_spec_scan_name(mod, "")) ||
	    span_len(mod) >= KPCTL_MOD_MAX)
		return spec_refuse(ps, BAD_STRUCT, mod.p, SPAN_QUOTE(name));
	ret = kpctl_path_start_at_struct(ps, path, mod, name, name.p);
	path->is_cast = word.p + 1 < word.end && *word.p == '-';
	return ret ? ret : kpctl_path_walk(ps, path, word);
}

/* To the struct that the object points at or is an array of. Other objects are left alone. */
static void go_on_to_struct(struct kpctl_btf_cursor *c)
{
	struct kpctl_btf_cursor next = *c;

	kpctl_btf_to_element(&next, 0);
	kpctl_btf_follow(&next);
	if (kpctl_btf_is(kpctl_btf_type(next.b, next.type),
			 KPCTL_BTF_KIND(STRUCT) | KPCTL_BTF_KIND(UNION)))
		*c = next;
}

int kpctl_spec_parse_struct(const char *line, size_t len, struct kpctl_names *names,
			    struct kpctl_spec *spec, struct kpctl_btf_cursor *c,
			    struct kpctl_err *err)
{
	struct kpctl_parse ps = { .line = line, .spec = spec, .out = spec,
				  .err = err, .names = names };
	struct kpctl_span all = { line, line + len }, word, more;
	struct kpctl_path path = { 0 };
	int ret;

	kpctl_spec_clear(spec);
	memset(err, 0, sizeof(*err));
	spec->kind = KPCTL_KIND_I;	/* at no place, whose module could have such a type */
	if (len > KPCTL_LINE_MAX || !take_struct(all, &word))
		return spec_refuse(&ps, BAD_STRUCT, line, SPAN_QUOTE(all));
	ret = parse_struct(&ps, word, &path);
	if (ret)
		return ret;
	all.p = word.end;
	if (kpctl_spec_scan_word(&all, &more))
		return spec_refuse(&ps, PLACE_EXTRA, more.p, SPAN_QUOTE(more));
	go_on_to_struct(&path.cursor);
	*c = path.cursor;
	return 0;
}
