// SPDX-License-Identifier: GPL-2.0
/*
 * TRACEPOINTS := ITEM [',' ITEM]..., ITEM as in target_set.c
 *
 * A name or a pattern also stands for what has or lacks a _tp at the end: newer kernels add
 * those three characters to tracepoints without an event.
 */
#include "spec/parse.h"

#define TRACEPOINT_FORM	"[MOD:]NAME, or patterns such as sched_*"

static int refuse_group(struct kpctl_parse *ps, struct kpctl_span word, const char *slash)
{
	struct kpctl_span name = span_from(word, slash + 1);

	return spec_refuse(ps, POINT_GROUP, word.p, SPAN_QUOTE(word), SPAN_QUOTE(name));
}

int kpctl_spec_target_tracepoint(struct kpctl_parse *ps, struct kpctl_span word)
{
	const char *at;
	u64 addr;

	if (word.p == word.end)
		return spec_refuse(ps, NO_TARGET, word.p, "tracepoint", TRACEPOINT_FORM);
	ps->out->target_column = word.p - ps->line;
	if (kpctl_spec_scan_u64(word, 0, &addr) != -EINVAL)
		return spec_refuse(ps, BAD_TARGET, word.p, SPAN_QUOTE(word), "tracepoint",
				   TRACEPOINT_FORM);
	at = span_find(word, '/');
	if (at)
		return refuse_group(ps, word, at);
	at = kpctl_spec_scan_any(word, "+%");
	if (at)
		return spec_refuse(ps, POINT_SUFFIX, at, SPAN_QUOTE(span_from(word, at)));
	return kpctl_spec_target_items(ps, word);
}
