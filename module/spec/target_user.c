// SPDX-License-Identifier: GPL-2.0
/*
 * TARGET := PATH ':' OFFSET ['%return'] ['(' REF ')']
 *
 * A place in a program or library, as in the kernel's uprobe_events: PATH begins with a '/',
 * OFFSET counts bytes from the start of the file. REF is the place in the file of a counter
 * that the program looks at to see whether somebody watches; the kernel counts it up in each
 * process while the probe is there.
 */
#include "spec/parse.h"

#define USER_FORM	"/PATH:0xOFFSET or /PATH:0xOFFSET(0xREF)"

/* The last ':' ends the path, which may have others, as in tracefs. */
static const char *find_offset(struct kpctl_span word)
{
	const char *p = word.end;

	while (p > word.p && p[-1] != ':')
		p--;
	return p;
}

static int parse_ref(struct kpctl_parse *ps, struct kpctl_span *off)
{
	const char *open = span_find(*off, '(');
	struct kpctl_span ref;

	if (!open)
		return 0;
	ref = span_from(*off, open + 1);
	if (ref.p == ref.end || *--ref.end != ')' ||
	    kpctl_spec_scan_u64(ref, 0, &ps->out->user_ref) || !ps->out->user_ref)
		return spec_refuse(ps, USER_REF, open, SPAN_QUOTE(span_from(*off, open)));
	off->end = open;
	return 0;
}

static int parse_user_return(struct kpctl_parse *ps, struct kpctl_span *off)
{
	const char *percent = span_find(*off, '%');

	if (!percent)
		return 0;
	if (!span_is(span_from(*off, percent), "%return"))
		return spec_refuse(ps, BAD_TARGET_SUFFIX, percent,
				   SPAN_QUOTE(span_from(*off, percent)));
	ps->out->kind = KPCTL_KIND_UR;
	off->end = percent;
	return 0;
}

/* An offset in a file is a loff_t. */
static int parse_file_offset(struct kpctl_parse *ps, struct kpctl_span off)
{
	int ret = -EINVAL;

	if (off.p < off.end && char_is_digit(*off.p))
		ret = kpctl_spec_scan_u64(off, 0, &ps->out->num);
	if (ret || ps->out->num >> 63)
		return spec_refuse(ps, USER_OFFSET, off.p, SPAN_QUOTE(off));
	return 0;
}

/* The target as it is listed: the kind says that it is a return. off: the offset alone. */
static void copy_target(struct kpctl_spec *spec, struct kpctl_span word, struct kpctl_span off)
{
	const char *ref = span_find(span_from(word, off.end), '(');

	kpctl_spec_scan_copy(spec->sym, span_until(word, off.end));
	if (ref)
		kpctl_spec_scan_copy(spec->sym + (off.end - word.p), span_from(word, ref));
}

int kpctl_spec_target_user(struct kpctl_parse *ps, struct kpctl_span word)
{
	struct kpctl_spec *spec = ps->out;
	struct kpctl_span off = span_from(word, find_offset(word));
	int ret;

	spec->target_column = word.p - ps->line;
	if (off.p == word.p || off.p == off.end)
		return spec_refuse(ps, BAD_TARGET, word.p, SPAN_QUOTE(word), "place in a program",
				   USER_FORM);
	if (span_len(word) >= KPCTL_SYM_MAX)
		return spec_refuse(ps, USER_TOO_LONG, word.p, (unsigned int)span_len(word),
				   KPCTL_SYM_MAX - 1);
	spec->kind = kpctl_kind_is_call(spec->kind) ? KPCTL_KIND_UR : KPCTL_KIND_U;
	ret = parse_ref(ps, &off);
	if (!ret)
		ret = parse_user_return(ps, &off);
	if (!ret)
		ret = parse_file_offset(ps, off);
	if (!ret)
		copy_target(spec, word, off);
	return ret;
}
