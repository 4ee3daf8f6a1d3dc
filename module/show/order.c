// SPDX-License-Identifier: GPL-2.0
/*
 * The order of rows: largest weight first. Rows of equal weight and count are in the order
 * of their keys as people read keys, 9 before 10, so module and kpread print the same order.
 *
 * A table can have a million rows, and sort() never reschedules: comparisons do.
 */
#ifdef __KERNEL__
#include <linux/sched.h>
#include <linux/sort.h>
#include <linux/string.h>
#else
#include <stdlib.h>
#include <string.h>
#endif

#include "show/show.h"

static bool is_digit(char c, bool hex)
{
	return (c >= '0' && c <= '9') || (hex && c >= 'a' && c <= 'f');
}

/* The start of the number that text[at] belongs to or follows; `at`, if there is no number. */
static u32 number_start(const char *text, u32 at, bool hex)
{
	while (at && is_digit(text[at - 1], hex))
		at--;
	return at;
}

static u32 count_digits(const char *text, bool hex)
{
	u32 n = 0;

	while (is_digit(text[n], hex))
		n++;
	return n;
}

static bool is_hex(const char *text, u32 start)
{
	return start >= 2 && text[start - 1] == 'x' && text[start - 2] == '0';
}

/* "a: -5", and not "worker-5" */
static bool has_minus(const char *text, u32 start)
{
	return start && text[start - 1] == '-' && (start == 1 || text[start - 2] == ' ');
}

static int by_number(const char *a, const char *b)
{
	u32 at = 0, start, na, nb;
	bool hex, up, in_number;

	while (a[at] && a[at] == b[at])
		at++;
	if (a[at] == b[at])
		return 0;
	start = number_start(a, at, true);
	hex = is_hex(a, start);
	if (!hex)
		start = number_start(a, at, false);
	na = count_digits(a + start, hex);
	nb = count_digits(b + start, hex);
	if (!na != !nb)		/* a number against a character: all digits sort as one place */
		return (na ? (unsigned char)b[at] > '9' : (unsigned char)a[at] < '0') ? -1 : 1;
	up = na == nb ? (unsigned char)a[at] < (unsigned char)b[at] : na < nb;
	in_number = na != nb || at < start + na;
	return up != (in_number && has_minus(a, start)) ? -1 : 1;
}

static int by_rank(const void *l, const void *r)
{
	const struct kpctl_show_row *a = l, *b = r;

	cond_resched();
	if (a->rank != b->rank)
		return a->rank > b->rank ? -1 : 1;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return by_number(a->key, b->key);
}

/* Numbers in keys, the first of which is a time. */
static int by_time(const void *l, const void *r)
{
	const struct kpctl_show_row *a = l, *b = r;

	cond_resched();
	return by_number(a->key, b->key);
}

bool kpctl_show_has(const struct kpctl_show_aggr *a, u32 column)
{
	static const u32 columns[] = {
#define X(id, name, value, columns, order) columns,
		KPCTL_ACTIONS(X)
#undef X
	};

	/* signed values have no shares: a part can exceed a sum with negative parts */
	return columns[a->action] & (a->is_signed ? ~KPCTL_SHOW_SHARE : ~0u) & column;
}

u64 kpctl_show_weight(const struct kpctl_show_aggr *a, const struct kpctl_show_row *r)
{
	enum { COUNT, SUM };
	static const u8 order[] = {
#define X(id, name, value, columns, order) order,
		KPCTL_ACTIONS(X)
#undef X
	};
	bool about;

	return order[a->action] == SUM ? kpctl_show_sum(a, r, &about) : r->count;
}

bool kpctl_show_is_timed(const struct kpctl_show_aggr *a)
{
	return a->text && strstr(a->text, "by time(");
}

void kpctl_show_sort(const struct kpctl_show_aggr *a, struct kpctl_show_row *row)
{
	u32 i;

	if (kpctl_show_is_timed(a)) {
		sort(row, a->nrows, sizeof(*row), by_time, NULL);
		return;
	}
	for (i = 0; i < a->nrows; i++) {
		row[i].rank = kpctl_show_weight(a, &row[i]);
		if (a->is_signed)
			row[i].rank ^= 1ull << 63;
	}
	sort(row, a->nrows, sizeof(*row), by_rank, NULL);
}
