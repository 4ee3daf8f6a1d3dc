// SPDX-License-Identifier: GPL-2.0
/* The first word of a line: KIND [MAXACTIVE] [':' [GRP SEP] [EVENT]] */
#include "spec/parse.h"

/* Group and event, of an event to be added or removed. */
int kpctl_spec_parse_name(struct kpctl_parse *ps, struct kpctl_span name)
{
	struct kpctl_spec *spec = ps->out;
	const char *sep = span_find(name, '/');
	struct kpctl_span group;

	/* as in tracefs, which takes no '.' for a separator in a removal */
	if (!sep && ps->out->verb == KPCTL_VERB_ADD)
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

/* The file's name up to its first '.', '-' or '_', and the offset, as in tracefs. */
static void put_file_name(struct kpctl_out *out, const struct kpctl_spec *spec)
{
	const char *base = strrchr(spec->sym, '/') + 1;

	kpctl_spec_put(out, "%.*s_0x%llx", (int)strcspn(base, ".-_:"), base,
		       (unsigned long long)spec->num);
}

/* Where the watched memory is. */
static void put_memory_name(struct kpctl_out *out, const struct kpctl_spec *spec)
{
	const struct kpctl_watch_spec *watch = &spec->watch;

	if (spec->is_addr)
		kpctl_spec_put(out, "0x%llx", (unsigned long long)spec->addr);
	else
		kpctl_spec_put(out, "%s%s%.*s", spec->mod, spec->mod[0] ? "_" : "", watch->sym_len,
			       spec->sym + watch->sym);
	if (watch->off)
		kpctl_spec_put(out, "_%lld", (long long)watch->off);
}

/*
 * Makes up an event's name as tracefs does: cut off at the end of the field, with '_' for
 * characters that are not allowed in C names. Cutting loses no text of the user. An __exit
 * tells the returns of a set from its entries, as in tracefs's names of fprobes.
 */
void kpctl_spec_make_name(struct kpctl_spec *spec)
{
	struct kpctl_out out = { spec->event, sizeof(spec->event), 0 };
	char *p;

	kpctl_spec_put(&out, "%c_", kpctl_kind_letter(spec->kind));
	if (kpctl_kind_is_user(spec->kind))
		put_file_name(&out, spec);
	else if (kpctl_kind_is_data(spec->kind))
		put_memory_name(&out, spec);
	else if (!kpctl_kind_is_place(spec->kind))
		kpctl_spec_put(&out, "%s%s", spec->sym,
			       kpctl_kind_info(spec->kind)->end);
	else if (spec->is_addr)
		kpctl_spec_put(&out, "0x%llx", (unsigned long long)spec->addr);
	else if (spec->is_sys && !spec->off)
		kpctl_spec_put(&out, "sys_%s", kpctl_spec_target_sym(spec));
	else
		kpctl_spec_put(&out, "%s%s%s_%llu", kpctl_spec_target_mod(spec),
			       *kpctl_spec_target_mod(spec) ? ":" : "",
			       kpctl_spec_target_sym(spec), (unsigned long long)spec->off);
	for (p = spec->event; *p; p++)
		if (!char_is_alpha(*p) && !char_is_digit(*p))
			*p = '_';
}

static int parse_maxactive(struct kpctl_parse *ps, struct kpctl_span num)
{
	struct kpctl_spec *spec = ps->out;
	u64 val = 0;
	int ret;

	if (!kpctl_kind_is_call(spec->kind) &&
	    (!kpctl_kind_is_set(spec->kind) || kpctl_kind_is_point(spec->kind)))
		return spec_refuse(ps, MAXACTIVE_ON_P, num.p, SPAN_QUOTE(num));
	ret = kpctl_spec_scan_u64(num, 0, &val);
	if (span_len(num) >= KPCTL_NAME_MAX)	/* leading zeros beyond tracefs's buffer */
		ret = -EINVAL;
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

/*
 * Parses the kind's letter and MAXACTIVE; leaves the name with its ':' in *name. Any other
 * text between letter and name is ignored, as in tracefs: probe:ev is p:ev.
 */
int kpctl_spec_parse_kind(struct kpctl_parse *ps, struct kpctl_span head,
			  struct kpctl_span *name)
{
	struct kpctl_span num = span_from(head, head.p + 1);
	const char *colon = span_find(num, ':');

	ps->out->kind = kpctl_kind_find(*head.p);
	if (colon)
		num.end = colon;
	*name = span_from(head, num.end);
	if (num.p == num.end || !char_is_digit(*num.p))
		return 0;
	return parse_maxactive(ps, num);
}

/* Is the first word a single letter, alone or with a name or a number behind? */
static int is_letter(struct kpctl_span head)
{
	const char *next = head.p + 1;

	return next == head.end || *next == ':' || char_is_digit(*next);
}

/* Does a line with this first word add a probe? */
int kpctl_spec_is_kind(struct kpctl_span head)
{
	unsigned int kind = kpctl_kind_find(*head.p);

	return kind < KPCTL_KIND_NR &&
	       (kpctl_kind_info(kind)->flags & KPCTL_KIND_LONG || is_letter(head));
}

int kpctl_spec_refuse_kind(struct kpctl_parse *ps, struct kpctl_span head)
{
	if (is_letter(head)) {
		switch (*head.p) {
		case 'e':
			return spec_refuse(ps, KIND_E, head.p);
		case 'u':
			return spec_refuse(ps, KIND_U, head.p);
		}
	}
	return spec_refuse(ps, BAD_KIND, head.p, SPAN_QUOTE(head));
}
