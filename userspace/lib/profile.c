// SPDX-License-Identifier: LGPL-2.1-only
/*
 * The ledger of each event: KPCTL_VIEW_PROFILE parsed. Columns are found by their names in
 * the heading; the module may have more or fewer columns than this library knows.
 */
#include <errno.h>
#include <stdlib.h>
#include <stddef.h>
#include <string.h>
#include "kpr_int.h"

#define COLUMNS_MAX	64

static const struct {
	const char *name;
	size_t offset;
	bool is_state;		/* an interval has the value of its end */
} columns[] = {
#define COUNT(name) { #name, offsetof(struct kpr_ledger, name), false },
#define STATE(name) { #name, offsetof(struct kpr_ledger, name), true },
	KPCTL_LEDGER(COUNT)
	STATE(inflight) STATE(maxactive) STATE(memory) STATE(functions)
	KPCTL_SPAN_COUNTS(COUNT) COUNT(dropped) STATE(open)
	KPCTL_ACT_COUNTS(COUNT)
#undef STATE
#undef COUNT
};

#define NR_COLUMNS	(sizeof(columns) / sizeof(columns[0]))

/* The content of a column of the view: an index of columns[], or */
enum {
	EVENT	= NR_COLUMNS,
	MODE,
	ID,
	UNKNOWN,
};

struct heading {
	unsigned int nr;
	unsigned char what[COLUMNS_MAX];
};

void kpr_profile_free(struct kpr_profile *p)
{
	free(p->ledgers);
	free(p->text);
	*p = (struct kpr_profile){ 0 };
}

static unsigned char what_is(const char *name)
{
	static const char * const others[] = { "event", "mode", "id" };
	unsigned int i;

	for (i = 0; i < NR_COLUMNS; i++)
		if (!strcmp(name, columns[i].name))
			return i;
	for (i = 0; EVENT + i < UNKNOWN; i++)
		if (!strcmp(name, others[i]))
			return EVENT + i;
	return UNKNOWN;
}

bool kpr_ledger_value(const struct kpr_ledger *l, const char *column, uint64_t *v)
{
	unsigned char what = what_is(column);

	if (what >= NR_COLUMNS)
		return false;
	*v = *(const uint64_t *)((const char *)l + columns[what].offset);
	return true;
}

const char *kpr_ledger_column(unsigned int i)
{
	return i < NR_COLUMNS ? columns[i].name : NULL;
}

int64_t kpr_ledger_open(const struct kpr_ledger *l)
{
	uint64_t all = 0;

#define ADD(name) all += l->name;
	KPCTL_LEDGER(ADD)
#undef ADD
	/* what has come inside of a handler is no hit */
	return 2 * l->hits - all + l->nested - l->inflight;
}

static void parse_heading(struct heading *h, char *line)
{
	const char *word;

	h->nr = 0;
	while (h->nr < COLUMNS_MAX && (word = kpr_take_word(&line)))
		h->what[h->nr++] = what_is(word);
}

static uint64_t *number_of(struct kpr_ledger *l, unsigned int column)
{
	return (uint64_t *)((char *)l + columns[column].offset);
}

static bool parse_cell(struct kpr_ledger *l, unsigned char what, char *word)
{
	uint64_t id;

	if (what < NR_COLUMNS)
		return kpr_take_u64(&word, number_of(l, what)) && !*word;
	if (what == EVENT)
		l->event = word;
	if (what == MODE)
		l->mode = word;
	if (what != ID)
		return true;
	if (!kpr_take_u64(&word, &id) || *word || id > UINT16_MAX)
		return false;
	l->id = id;
	return true;
}

static bool parse_ledger(const struct heading *h, struct kpr_ledger *l, char *line)
{
	unsigned int i;
	char *word;

	*l = (struct kpr_ledger){ .mode = "" };
	for (i = 0; i < h->nr; i++) {
		word = kpr_take_word(&line);
		if (!word || !parse_cell(l, h->what[i], word))
			return false;
	}
	return l->event && strchr(l->event, '/');
}

static int add_ledger(struct kpr_profile *p, const struct heading *h, char *line)
{
	struct kpr_ledger *l = kpr_grow(p->ledgers, p->nr, sizeof(*l));

	if (!l)
		return -ENOMEM;
	p->ledgers = l;
	if (!parse_ledger(h, &l[p->nr], line))
		return -EINVAL;
	p->nr++;
	return 0;
}

int kpr_profile_parse(struct kpr_profile *p, char *text, size_t len)
{
	char *at = text, *line;
	struct heading h;
	bool whole;
	int ret;

	*p = (struct kpr_profile){ .text = text };
	line = kpr_take_line(&at, text + len, &whole);
	if (!line || !whole)
		return 0;
	parse_heading(&h, line);
	while ((line = kpr_take_line(&at, text + len, &whole))) {
		ret = whole ? add_ledger(p, &h, line) : -EINVAL;
		if (ret == -ENOMEM) {
			kpr_profile_free(p);
			return ret;
		}
		p->garbage += !!ret;
	}
	return 0;
}

/* An interval */

static void subtract(struct kpr_ledger *l, const struct kpr_ledger *old)
{
	uint64_t *v, was;
	unsigned int i;

	/* the old ledger is another event's, of the same name */
	if (old->hits > l->hits)
		return;
	for (i = 0; i < NR_COLUMNS; i++) {
		if (columns[i].is_state)
			continue;
		v = number_of(l, i);
		was = *number_of((struct kpr_ledger *)old, i);
		*v = *v > was ? *v - was : 0;
	}
}

/* The search begins behind the ledger found last, and leaves out the ledgers taken. */
static const struct kpr_ledger *find(const struct kpr_profile *p, const struct kpr_ledger *l,
				     bool *taken, unsigned int *hint)
{
	unsigned int i, n;

	for (n = 0; n < p->nr; n++) {
		i = (*hint + n) % p->nr;
		if (taken[i] || p->ledgers[i].id != l->id || strcmp(p->ledgers[i].event, l->event))
			continue;
		taken[i] = true;
		*hint = i + 1;
		return &p->ledgers[i];
	}
	return NULL;
}

int kpr_profile_delta(const struct kpr_profile *from, const struct kpr_profile *to,
		      struct kpr_profile *out)
{
	bool *taken = calloc(from->nr + 1, sizeof(*taken));
	const struct kpr_ledger *old;
	unsigned int i, hint = 0;

	*out = (struct kpr_profile){ .nr = to->nr, .garbage = to->garbage };
	out->ledgers = calloc(to->nr + 1, sizeof(*to->ledgers));
	if (!taken || !out->ledgers) {
		free(taken);
		kpr_profile_free(out);
		return -ENOMEM;
	}
	for (i = 0; i < to->nr; i++) {
		out->ledgers[i] = to->ledgers[i];
		old = find(from, &to->ledgers[i], taken, &hint);
		if (old)
			subtract(&out->ledgers[i], old);
	}
	free(taken);
	return 0;
}
