// SPDX-License-Identifier: GPL-2.0
/*
 *	MARK := '#' 'for' ID {MOD '=' ID}
 *
 * A line's comment can say for which kernel the line is, and for which builds of modules, by
 * their build-ids: an ID has 16 to 40 hex digits. `kplint --resolve` writes such marks behind
 * its offsets. Any other text is a comment, and so is what follows a mark.
 */
#include "spec/parse.h"

static char lower(char c)
{
	return c >= 'A' && c <= 'F' ? c + ('a' - 'A') : c;
}

static int is_id(struct kpctl_span s)
{
	size_t len = span_len(s);

	if (len < KPCTL_BUILD_ID_MIN || len >= KPCTL_BUILD_ID_MAX || len % 2)
		return 0;
	for (; s.p < s.end; s.p++)
		if (!char_is_digit(*s.p) && (lower(*s.p) < 'a' || lower(*s.p) > 'f'))
			return 0;
	return 1;
}

/* Is the word MOD=ID? Leaves the two in *mod and *id. */
static int split_module(struct kpctl_span word, struct kpctl_span *mod, struct kpctl_span *id)
{
	const char *equals = span_find(word, '=');

	if (!equals || equals == word.p || equals - word.p >= KPCTL_MOD_MAX)
		return 0;
	*mod = span_until(word, equals);
	*id = span_from(word, equals + 1);
	return is_id(*id);
}

int kpctl_spec_parse_mark(struct kpctl_parse *ps, struct kpctl_span comment)
{
	struct kpctl_spec *spec = ps->out;
	struct kpctl_span word, mod, id, mark;

	span_skip(&comment, "#");
	if (!kpctl_spec_scan_word(&comment, &word) || !span_is(word, "for") ||
	    !kpctl_spec_scan_word(&comment, &mark) || !is_id(mark))
		return 0;
	while (kpctl_spec_scan_word(&comment, &word) && split_module(word, &mod, &id)) {
		mark.end = word.end;
		spec->of_module = 1;
	}
	if (span_len(mark) >= KPCTL_MARK_MAX)
		return spec_refuse(ps, MARK_TOO_LONG, mark.p, (unsigned int)span_len(mark),
				   KPCTL_MARK_MAX - 1);
	spec->mark_column = mark.p - ps->line;
	kpctl_spec_scan_copy(spec->extra->mark, mark);
	return 0;
}

static int is_same_id(struct kpctl_span id, const char *here)
{
	for (; id.p < id.end; id.p++, here++)
		if (lower(*id.p) != lower(*here))
			return 0;
	return !*here;
}

#define refuse(err, name, column, ...)				\
	(kpctl_err_fill(err, name, column, ##__VA_ARGS__),	\
	 kpctl_err_errno(KPCTL_E_##name))

/* mod: "" for the kernel. A module that is not there may be built anew until it is. */
static int check_id(struct kpctl_names *names, const char *mod, struct kpctl_span id,
		    u32 column, struct kpctl_err *err)
{
	char here[KPCTL_BUILD_ID_MAX];
	int ret = names->build_id(names, mod, here);

	if (ret == -ENOENT || (!ret && is_same_id(id, here)))
		return 0;
	if (ret)
		return kpctl_err_no_memory(err);
	if (*mod)
		return refuse(err, OTHER_MODULE, column, mod, SPAN_QUOTE(id), here);
	return refuse(err, OTHER_KERNEL, column, SPAN_QUOTE(id), here);
}

int kpctl_names_check_mark(struct kpctl_names *names, const struct kpctl_spec *spec,
			   struct kpctl_err *err)
{
	struct kpctl_span rest, word, name, id;
	const char *mark;
	char mod[KPCTL_MOD_MAX] = "";
	int ret = 0;

	if (!spec->mark_column || !names || !names->build_id)
		return 0;
	mark = spec->extra->mark;
	rest = (struct kpctl_span){ mark, mark + strlen(mark) };
	while (!ret && kpctl_spec_scan_word(&rest, &word)) {
		id = word;
		if (split_module(word, &name, &id))
			kpctl_spec_scan_copy(mod, name);
		ret = check_id(names, mod, id, spec->mark_column + (id.p - mark), err);
	}
	return ret;
}
