// SPDX-License-Identifier: GPL-2.0
#ifdef __KERNEL__
#include <linux/string.h>
#endif

#include "show/show.h"

#define COLUMNS		100
#define BAR_MAX		52
#define BAR_MIN		8
/* Widths that most rows need, so that the bars of several keys stand in line */
#define RANGE_MIN	16
#define RANGE_MIN_NS	22
#define COUNT_MIN	8

int kpctl_show_power_of(const struct kpctl_show_aggr *a, u64 v)
{
	if (!v)
		return 0;
	if (a->is_signed && v >> 63)
		return __builtin_clzll(-v) - 64;
	return 64 - __builtin_clzll(v);
}

struct walk {
	u32 next;	/* the next bucket */
	int power;
	u64 count;	/* hits in the buckets of this power */
};

static bool walk_on(struct walk *w, const struct kpctl_show_aggr *a,
		    const struct kpctl_show_row *r)
{
	if (w->next >= r->nbuckets)
		return false;
	w->power = kpctl_show_power_of(a, r->bucket[w->next].low);
	w->count = 0;
	do {
		w->count += r->bucket[w->next++].count;
	} while (w->next < r->nbuckets &&
		 kpctl_show_power_of(a, r->bucket[w->next].low) == w->power);
	return true;
}

/* [0]  [1]  [2, 4)  [512, 1K)  and below zero  [-1]  (-4, -2] */
static void range_text(const struct kpctl_show_aggr *a, int power, char *text)
{
	char low[KPCTL_SHOW_NUMBER], high[KPCTL_SHOW_NUMBER];
	u32 k = power < 0 ? -power : power;

	if (k < 2) {
		kpctl_show_number(a, power, low);
		snprintf(text, KPCTL_SHOW_RANGE, "[%s]", low);
		return;
	}
	kpctl_show_power(a, k - 1, low);
	kpctl_show_power(a, k, high);
	if (power > 0)
		/* 2^64 ns has no text of its own: the range ends at 2^64 - 1, inclusive */
		snprintf(text, KPCTL_SHOW_RANGE, "[%s, %s%c", low, high,
			 a->is_ns && k == 64 ? ']' : ')');
	else if (k == 64)
		snprintf(text, KPCTL_SHOW_RANGE, "[-%s]", low);
	else
		snprintf(text, KPCTL_SHOW_RANGE, "(-%s, -%s]", high, low);
}

static u32 digits_of(u64 v)
{
	char text[KPCTL_SHOW_NUMBER];

	return snprintf(text, sizeof(text), "%llu", v);
}

struct bars {
	u64 most;
	u32 range, count, bar;	/* columns */
};

static void measure_bars(struct bars *bars, const struct kpctl_show_aggr *a,
			 const struct kpctl_show_row *r)
{
	char text[KPCTL_SHOW_RANGE];
	struct walk w = { .next = 0 };
	u32 room = a->room ?: COLUMNS, text_columns;

	bars->most = 0;
	bars->range = a->is_ns ? RANGE_MIN_NS : RANGE_MIN;
	while (walk_on(&w, a, r)) {
		if (w.count > bars->most)
			bars->most = w.count;
		range_text(a, w.power, text);
		if (strlen(text) > bars->range)
			bars->range = strlen(text);
	}
	bars->count = digits_of(bars->most);
	if (bars->count < COUNT_MIN)
		bars->count = COUNT_MIN;
	text_columns = bars->range + bars->count + 4;
	room = room > text_columns + BAR_MIN ? room - text_columns : BAR_MIN;
	bars->bar = room < BAR_MAX ? room : BAR_MAX;
}

void kpctl_show_bar(struct kpctl_show_out *out, u64 count, u64 most, u32 width)
{
	static const char full[] = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@";
	u32 n;

	if (count > most)
		count = most;
	while (most >> 56) {
		most >>= 1;
		count >>= 1;
	}
	n = most ? count * width / most : 0;
	out->put(out, "|%-*.*s|", (int)width, (int)n, full);
}

static void put_bar(struct kpctl_show_out *out, const struct kpctl_show_aggr *a,
		    const struct bars *bars, int power, u64 count)
{
	char text[KPCTL_SHOW_RANGE];

	range_text(a, power, text);
	out->put(out, "%-*s %*llu ", (int)bars->range, text, (int)bars->count, count);
	kpctl_show_bar(out, count, bars->most, bars->bar);
	out->put(out, "\n");
}

void kpctl_show_bars(struct kpctl_show_out *out, const struct kpctl_show_aggr *a,
		     const struct kpctl_show_row *r)
{
	struct walk w = { .next = 0 };
	struct bars bars;
	bool any = false;
	int power = 0;

	measure_bars(&bars, a, r);
	while (walk_on(&w, a, r)) {
		while (any && ++power < w.power)
			put_bar(out, a, &bars, power, 0);
		power = w.power;
		any = true;
		put_bar(out, a, &bars, power, w.count);
	}
}
