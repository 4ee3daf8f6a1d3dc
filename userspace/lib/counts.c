// SPDX-License-Identifier: LGPL-2.1-only
/* What became of a session's hits, from the text of KPCTL_VIEW_STATS. */
#include <stdlib.h>
#include <string.h>
#include "kpr.h"

uint64_t kpr_missing(const struct kpr_totals *t, const struct kpr_counts *c, bool *least)
{
	*least = c->nested || t->corrupt || !c->known;
	return t->lost + t->missed + c->nested + c->norcu + c->throttled;
}

/* What has come since this reader attached; a view without a reader's line counts all. */
static bool since_attach(const char *text, const char *key, uint64_t *v)
{
	uint64_t then = 0;

	if (kpr_text_value(text, "total", key, v))
		return false;
	kpr_text_value(text, "attach", key, &then);
	*v -= then;
	return true;
}

/* Modules that knew no spans had no hits of this fate: their recordings need not say so. */
static bool is_newer(const char *name)
{
	return !strcmp(name, "unmatched");
}

static void add_spans(struct kpr_counts *c, const char *text)
{
	uint64_t v;

#define ADD(name) v = 0; since_attach(text, #name, &v); c->name += v;
	KPCTL_SPAN_COUNTS(ADD)
	ADD(dropped)
#undef ADD
	v = 0;
	kpr_text_value(text, "total", "open", &v);
	c->open += v;
}

void kpr_counts_add(struct kpr_counts *c, const char *text)
{
	uint64_t v = 0;

	c->known &= !kpr_text_value(text, "total", "inflight", &v);
	c->inflight += v;
#define ADD(name) v = 0; \
	c->known &= since_attach(text, #name, &v) || is_newer(#name); c->name += v;
	KPCTL_LEDGER(ADD)
#undef ADD
	add_spans(c, text);
}

void kpr_counts_read(struct kpr_counts *c, struct kpr_session *s)
{
	char *text;
	size_t len;

	*c = (struct kpr_counts){ 0 };
	if (kpr_view_read(s, KPCTL_VIEW_STATS, &text, &len))
		return;
	c->known = true;
	kpr_counts_add(c, text);
	free(text);
}

/* Reads a machine's counts at the beginning or at the end of its recording. */
static bool read_counts(struct kpr_counts *c, struct kpr_replay *rp, unsigned int i, bool end)
{
	char *text;
	size_t len;

	*c = (struct kpr_counts){ .known = true };
	if (kpr_replay_view(rp, i, end, KPCTL_VIEW_STATS, &text, &len))
		return false;
	kpr_counts_add(c, text);
	free(text);
	return c->known;
}

/* The counts of a machine: what was counted before its first part is left out. */
static void add_machine(struct kpr_counts *sum, struct kpr_replay *rp, unsigned int i,
			const struct kpr_machine *m)
{
	struct kpr_counts before = { .known = true }, c;

	if (m->is_dump)
		return;
	if (!read_counts(&c, rp, i, true) || (m->part && !read_counts(&before, rp, i, false)))
		sum->known = false;
#define ADD(name) sum->name += c.name - before.name;
	KPCTL_LEDGER(ADD)
	KPCTL_SPAN_COUNTS(ADD)
	ADD(dropped)
#undef ADD
	sum->inflight += c.inflight;
	sum->open += c.open;
}

void kpr_counts_replay(struct kpr_counts *sum, struct kpr_replay *rp)
{
	struct kpr_machine m;
	unsigned int i;

	*sum = (struct kpr_counts){ .known = true };
	for (i = 0; kpr_replay_machine(rp, i, &m); i++)
		add_machine(sum, rp, i, &m);
}
