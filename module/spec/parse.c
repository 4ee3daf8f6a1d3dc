// SPDX-License-Identifier: GPL-2.0
/*
 * A line of the control file, in the grammar of the kernel's kprobe_events:
 *
 *	LINE     := [SPEC] ['#' anything]
 *	SPEC     := 'p' [NAME] TARGET [ARG]...
 *	          | 'r' [MAXACTIVE] [NAME] TARGET [ARG]...
 *	          | '-:' [GRP SEP] EVENT | '-:' GRP SEP
 *	NAME     := ':' [GRP SEP] EVENT | ':' GRP SEP
 *	SEP      := '/' | '.'
 *	TARGET   := [MOD ':'] SYM ['+' OFFS] ['%return'] | ADDR
 *	ARG      := [NAME '='] FETCHARG [':' TYPE]
 *	FETCHARG := '%' REG | '$arg' N | '$retval' | '$stack' [N] | '$comm'
 *	          | '@' ADDR | '@' SYM [('+' | '-') OFFS]
 *	          | ('+' | '-') ['u'] OFFS '(' FETCHARG ')'
 *	          | '\' NUMBER
 *	TYPE     := the table in types.h
 *
 * SPEC and its words are parted by white space. Numbers are C's: 10, 0xa, 012.
 * What is left out is made up as tracefs does: the group "kprobes", the event
 * p_SYM_OFFS, r_SYM_0 or p_0xADDR, the arguments arg1, arg2, ..., the type x64
 * (for $comm: string). Where a line has several mistakes the one is named that
 * tracefs would name: the kind, the target, the names, then the arguments.
 */
#include "parse.h"

/* group and event of a new event or of one to remove */
static int parse_name(struct kpctl_parse *ps, struct kpctl_span name)
{
	struct kpctl_spec *spec = ps->spec;
	const char *sep = span_find(name, '/');
	struct kpctl_span group;

	if (!sep)
		sep = span_find(name, '.');
	if (sep) {
		group = span_until(name, sep);
		name.p = sep + 1;
		if (group.p == group.end)
			return spec_refuse(ps, NO_GROUP_NAME, sep, 1, sep);
		if (span_len(group) >= KPCTL_NAME_MAX)
			return spec_refuse(ps, GROUP_TOO_LONG, group.p,
					   (unsigned int)span_len(group),
					   KPCTL_NAME_MAX - 1);
		if (kpctl_spec_scan_name(group, "-"))
			return spec_refuse(ps, BAD_GROUP_NAME, group.p,
					   SPAN_QUOTE(group));
		kpctl_spec_scan_copy(spec->group, group);
		if (name.p == name.end)
			return 0;
	}
	if (name.p == name.end)
		return spec_refuse(ps, NO_EVENT_NAME, name.p);
	if (span_len(name) >= KPCTL_NAME_MAX)
		return spec_refuse(ps, EVENT_TOO_LONG, name.p,
				   (unsigned int)span_len(name),
				   KPCTL_NAME_MAX - 1);
	if (kpctl_spec_scan_name(name, ""))
		return spec_refuse(ps, BAD_EVENT_NAME, name.p, SPAN_QUOTE(name));
	kpctl_spec_scan_copy(spec->event, name);
	spec->event_column = name.p - ps->line;
	return 0;
}

/*
 * The name tracefs makes up: cut where the field ends, whatever C does not take
 * turned into '_'. It is no text of the user's that is lost by cutting.
 */
static void make_event_name(struct kpctl_spec *spec)
{
	struct kpctl_out out = { spec->event, sizeof(spec->event), 0 };
	char *p;

	kpctl_spec_put(&out, spec->kind == KPCTL_KIND_R ? "r_" : "p_");
	if (spec->is_addr)
		kpctl_spec_put(&out, "0x%llx", (unsigned long long)spec->addr);
	else
		kpctl_spec_put(&out, "%s%s%s_%llu", spec->mod,
			       spec->mod[0] ? ":" : "", spec->sym,
			       (unsigned long long)spec->off);
	for (p = spec->event; *p; p++)
		if (!char_is_alpha(*p) && !char_is_digit(*p))
			*p = '_';
}

static int parse_maxactive(struct kpctl_parse *ps, struct kpctl_span num)
{
	struct kpctl_spec *spec = ps->spec;
	u64 val = 0;
	int ret;

	if (spec->kind != KPCTL_KIND_R)
		return spec_refuse(ps, MAXACTIVE_ON_P, num.p, SPAN_QUOTE(num));
	ret = kpctl_spec_scan_u64(num, 0, &val);
	if (ret == -EINVAL || (!ret && !val))
		return spec_refuse(ps, BAD_MAXACTIVE, num.p, SPAN_QUOTE(num));
	if (ret || val > KPCTL_MAXACTIVE_MAX)
		return spec_refuse(ps, MAXACTIVE_TOO_BIG, num.p, SPAN_QUOTE(num),
				   KPCTL_MAXACTIVE_MAX);
	spec->has_maxactive = 1;
	spec->maxactive = val;
	spec->maxactive_column = num.p - ps->line;
	return 0;
}

/* The first word: the kind's letter, MAXACTIVE, and leaves the name in *name. */
static int parse_head(struct kpctl_parse *ps, struct kpctl_span head,
		      struct kpctl_span *name)
{
	struct kpctl_span num = span_from(head, head.p + 1);
	const char *colon = span_find(num, ':');

	ps->spec->kind = *head.p == 'r' ? KPCTL_KIND_R : KPCTL_KIND_P;
	*name = span_from(head, head.end);
	if (colon) {
		num.end = colon;
		name->p = colon;
	}
	if (num.p == num.end)
		return 0;
	if (!char_is_digit(*num.p))
		return spec_refuse(ps, KIND_SUFFIX, num.p, SPAN_QUOTE(num));
	return parse_maxactive(ps, num);
}

static unsigned int count_words(struct kpctl_span rest)
{
	struct kpctl_span word;
	unsigned int n = 0;

	while (kpctl_spec_scan_word(&rest, &word))
		n++;
	return n;
}

static int parse_args(struct kpctl_parse *ps, struct kpctl_span rest)
{
	struct kpctl_span word;
	int ret;

	while (kpctl_spec_scan_word(&rest, &word)) {
		if (span_is(word, "if"))
			return spec_refuse(ps, IF_CLAUSE, word.p);
		if (span_is(word, "do"))
			return spec_refuse(ps, DO_CLAUSE, word.p);
		if (ps->spec->nargs == KPCTL_ARGS_MAX)
			return spec_refuse(ps, TOO_MANY_ARGS, word.p,
					   KPCTL_ARGS_MAX + 1 + count_words(rest),
					   KPCTL_ARGS_MAX);
		ret = kpctl_spec_parse_arg(ps, word);
		if (ret)
			return ret;
	}
	return 0;
}

static int parse_add(struct kpctl_parse *ps, struct kpctl_span head,
		     struct kpctl_span rest)
{
	struct kpctl_spec *spec = ps->spec;
	struct kpctl_span name, target;
	size_t len;
	int ret;

	spec->verb = KPCTL_VERB_ADD;
	ret = parse_head(ps, head, &name);
	if (ret)
		return ret;
	if (!kpctl_spec_scan_word(&rest, &target))
		return spec_refuse(ps, NO_TARGET, head.end);
	ret = kpctl_spec_parse_target(ps, target);
	if (ret)
		return ret;

	memcpy(spec->group, "kprobes", sizeof("kprobes"));
	if (name.p < name.end) {
		name.p++;
		ret = parse_name(ps, name);
		if (ret)
			return ret;
	}
	if (!spec->event[0]) {
		spec->event_column = spec->target_column;
		make_event_name(spec);
	}
	ret = parse_args(ps, rest);
	if (ret)
		return ret;

	/* what control lists must be short enough to be written to it again */
	len = kpctl_spec_list_len(spec);
	if (len > KPCTL_LINE_MAX)
		return spec_refuse(ps, LIST_TOO_LONG, head.p, (unsigned int)len,
				   KPCTL_LINE_MAX);
	return 0;
}

static int parse_del(struct kpctl_parse *ps, struct kpctl_span head,
		     struct kpctl_span rest)
{
	struct kpctl_span name = span_from(head, head.p + 1);
	struct kpctl_span extra;
	int ret;

	ps->spec->verb = KPCTL_VERB_DEL;
	if (name.p == name.end || *name.p != ':')
		return spec_refuse(ps, BAD_DEL, name.p);
	name.p++;
	if (name.p == name.end)
		return spec_refuse(ps, BAD_DEL, name.p);
	ps->spec->event_column = name.p - ps->line;
	ret = parse_name(ps, name);
	if (ret)
		return ret;
	if (kpctl_spec_scan_word(&rest, &extra))
		return spec_refuse(ps, DEL_EXTRA, extra.p, SPAN_QUOTE(extra));
	return 0;
}

static int refuse_kind(struct kpctl_parse *ps, struct kpctl_span head)
{
	const char *next = head.p + 1;

	/* one letter, as p and r take it: a longer word is no kind of probe */
	if (next == head.end || *next == ':' || char_is_digit(*next)) {
		switch (*head.p) {
		case 'f':
			return spec_refuse(ps, KIND_F, head.p);
		case 'e':
			return spec_refuse(ps, KIND_E, head.p);
		case 't':
			return spec_refuse(ps, KIND_T, head.p);
		case 'u':
			return spec_refuse(ps, KIND_U, head.p);
		}
	}
	return spec_refuse(ps, BAD_KIND, head.p, SPAN_QUOTE(head));
}

/*
 * Clears what is there once per line, but not the arguments, which are cleared
 * as they are parsed. Leaves the first word in *word, the rest in *rest.
 */
static int parse_start(struct kpctl_parse *ps, size_t len,
		       struct kpctl_span *word, struct kpctl_span *rest)
{
	const char *hash;

	memset(ps->spec, 0, offsetof(struct kpctl_spec, arg));
	memset(ps->err, 0, sizeof(*ps->err));
	if (len > KPCTL_LINE_MAX)
		return spec_refuse(ps, LINE_TOO_LONG, ps->line + KPCTL_LINE_MAX,
				   (unsigned int)len, KPCTL_LINE_MAX);
	rest->p = ps->line;
	rest->end = ps->line + len;
	hash = span_find(*rest, '#');
	if (hash)
		rest->end = hash;
	return kpctl_spec_scan_word(rest, word) ? 0 : -ENOENT;
}

int kpctl_spec_parse(const char *line, size_t len, struct kpctl_spec *spec,
		     struct kpctl_err *err)
{
	struct kpctl_parse ps = { line, spec, err };
	struct kpctl_span head, rest;
	int ret;

	ret = parse_start(&ps, len, &head, &rest);
	if (ret)
		return ret;
	switch (*head.p) {
	case 'p':
	case 'r':
		return parse_add(&ps, head, rest);
	case '-':
		return parse_del(&ps, head, rest);
	}
	return refuse_kind(&ps, head);
}

int kpctl_spec_parse_place(const char *line, size_t len,
			   struct kpctl_spec *spec, struct kpctl_err *err)
{
	struct kpctl_parse ps = { line, spec, err };
	struct kpctl_span target, rest, extra;
	int ret;

	ret = parse_start(&ps, len, &target, &rest);
	if (ret)
		return ret;
	ret = kpctl_spec_parse_target(&ps, target);
	if (ret)
		return ret;
	if (kpctl_spec_scan_word(&rest, &extra))
		return spec_refuse(&ps, PLACE_EXTRA, extra.p, SPAN_QUOTE(extra));
	return 0;
}
