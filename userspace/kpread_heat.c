// SPDX-License-Identifier: GPL-2.0-only
/*
 * Heat maps as text. No line is longer than the screen has room for: what is no picture goes on
 * in the next line.
 *
 *	1.048ms |. .:=#%-.  .|		a range, by its end that is nearest to zero
 *	        +-|---------|+		a mark for each tenth column,
 *	       -10s       now		and how long ago that column was the present
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kpread_heat.h"

#define TICK		10u
#define LABEL_MIN	5u
#define FRAME		3u	/* characters of a line that are neither range nor cell */

/* From few hits to most; a cell without hits is blank. */
static const char shades[] = " .:-=+*#%@";
#define SHADES		9u
#define SHADE_COLOURS	4u

struct picture {
	struct kpctl_show_out *out;
	struct heat heat;
	struct kpctl_show_aggr kind;	/* of the values */
	unsigned int width;	/* of a line */
	unsigned int label;	/* of a range; 0: the line is too short for both */
	unsigned int at;	/* columns that the line has so far */
	const char *colour[SHADE_COLOURS], *none;
};

/* Text */

/* Puts a piece behind a gap, or in the next line where this one has no room for both. */
static void put_piece(struct picture *p, unsigned int gap, const char *colour, const char *text,
		      unsigned int len)
{
	if (len > p->width)
		len = p->width;
	if (p->at && p->at + gap + len > p->width) {
		p->out->put(p->out, "\n");
		p->at = 0;
	}
	gap = p->at ? gap : 0;
	p->out->put(p->out, "%*s%s%.*s%s", (int)gap, "", colour, (int)len, text,
		    *colour ? p->none : "");
	p->at += gap + len;
}

static void end_line(struct picture *p)
{
	p->out->put(p->out, "\n");
	p->at = 0;
}

__attribute__((format(printf, 2, 3)))
static void put_sentence(struct picture *p, const char *fmt, ...)
{
	char words[256], *word;
	unsigned int n;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(words, sizeof(words), fmt, ap);
	va_end(ap);
	for (word = words; *word; word += n + strspn(word + n, " ")) {
		n = strcspn(word, " ");
		put_piece(p, 1, "", word, n);
	}
	end_line(p);
}

/* The rest of a line, cut at the end of the screen. */
static void put_cut(struct picture *p, const char *text, size_t len)
{
	unsigned int room = p->width - p->at;
	size_t fit = colour_visible(text, len, room);
	bool is_cut = fit < len && room > 3;

	if (is_cut)
		fit = colour_visible(text, len, room - 3);
	p->out->put(p->out, "%.*s%s", (int)fit, text, is_cut ? "..." : "");
	end_line(p);
}

/* 1s, 1.5ms: without zeros at the end */
static void duration_text(uint64_t ns, char text[KPCTL_SHOW_NUMBER])
{
	static const struct {
		uint64_t ns;
		int digits;
		const char *name;
	} units[] = { { NSEC_PER_SEC, 9, "s" }, { 1000000, 6, "ms" }, { 1000, 3, "us" },
		      { 1, 1, "ns" } };
	unsigned int i = 0, n;

	while (ns < units[i].ns && i + 1 < ARRAY_SIZE(units))
		i++;
	n = snprintf(text, KPCTL_SHOW_NUMBER, "%llu.%0*llu",
		     (unsigned long long)(ns / units[i].ns), units[i].digits,
		     (unsigned long long)(ns % units[i].ns));
	while (text[n - 1] == '0')
		n--;
	n -= text[n - 1] == '.';
	strcpy(text + n, units[i].name);
}

/* Shades: each stands for one power of two of hits, or where there are more for several. */

static unsigned int bits_of(uint64_t v)
{
	return v ? 64 - __builtin_clzll(v) : 0;
}

static unsigned int shade_of(uint64_t hits, uint64_t most)
{
	unsigned int levels = bits_of(most);

	return hits ? (bits_of(hits) * SHADES + levels - 1) / levels : 0;
}

static const char *colour_of(const struct picture *p, char shade)
{
	unsigned int i = strchr(shades, shade) - shades;

	return i ? p->colour[(i - 1) * SHADE_COLOURS / SHADES] : p->none;
}

/* hits from . 1  : 2  - 4  to 7 */
static void put_shades(struct picture *p, uint64_t most)
{
	static const struct kpctl_show_aggr numbers;
	char piece[KPCTL_SHOW_NUMBER + 4] = "", was;
	unsigned int bits;

	put_piece(p, 0, "", "hits from", strlen("hits from"));
	for (bits = 1; bits <= bits_of(most); bits++) {
		was = piece[0];
		piece[0] = shades[shade_of(1ull << (bits - 1), most)];
		if (piece[0] == was)
			continue;
		piece[1] = ' ';
		kpctl_show_power(&numbers, bits - 1, piece + 2);
		put_piece(p, was ? 2 : 1, colour_of(p, piece[0]), piece, strlen(piece));
	}
	snprintf(piece, sizeof(piece), "to %llu", (unsigned long long)most);
	put_piece(p, 2, "", piece, strlen(piece));
	end_line(p);
}

/* Ranges */

static void range_text(const struct picture *p, int power, char text[KPCTL_SHOW_NUMBER + 1])
{
	text[0] = '-';
	if (power)
		kpctl_show_power(&p->kind, abs(power) - 1, text + (power < 0));
	else
		kpctl_show_number(&p->kind, 0, text);
}

/* Room for all ranges that maps of the aggregate can have. */
static void measure_ranges(struct picture *p, const struct kpr_aggr *a)
{
	int power, lowest = 64, highest = -64;
	char text[KPCTL_SHOW_NUMBER + 1];
	const struct kpr_key *k;
	unsigned int i, n;

	for (k = a->keys; k < a->keys + a->nr_keys; k++) {
		for (i = 0; i < k->nr_buckets; i++) {
			power = kpctl_show_power_of(&p->kind, k->buckets[i].low);
			lowest = power < lowest ? power : lowest;
			highest = power > highest ? power : highest;
		}
	}
	p->label = LABEL_MIN;
	for (power = lowest; power <= highest; power++) {
		range_text(p, power, text);
		n = strlen(text);
		p->label = n > p->label ? n : p->label;
	}
}

/* Lines */

static void put_range(struct picture *p, const struct heat_map *m, int power)
{
	const uint64_t *cell = m->cell + (size_t)(power - m->lowest) * p->heat.columns;
	char text[KPCTL_SHOW_NUMBER + 1], line[HEAT_WIDTH_MAX];
	unsigned int i, n;

	for (i = 0; i < p->heat.columns; i++)
		line[i] = shades[shade_of(cell[i], m->most)];
	range_text(p, power, text);
	p->out->put(p->out, "%*s |", (int)p->label, p->label ? text : "");
	for (i = 0; i < p->heat.columns; i += n) {
		const char *colour = line[i] == ' ' ? "" : colour_of(p, line[i]);

		for (n = 1; i + n < p->heat.columns && line[i + n] == line[i]; n++)
			;
		p->out->put(p->out, "%s%.*s%s", colour, (int)n, line + i, *colour ? p->none : "");
	}
	p->out->put(p->out, "|\n");
}

/* So many periods, in ns. */
static uint64_t ns_of(const struct heat *h, uint64_t periods)
{
	uint64_t ns;

	return __builtin_mul_overflow(periods, h->period, &ns) ? UINT64_MAX : ns;
}

/* How long ago the column was the present that is `back` columns before the last one. */
static void age_text(const struct heat *h, unsigned int back, char text[KPCTL_SHOW_NUMBER + 1])
{
	if (back || h->ago) {
		text[0] = '-';
		duration_text(ns_of(h, h->ago + back), text + 1);
	} else {
		strcpy(text, h->is_live ? "now" : "last");
	}
}

/* The marks of the axis, and below each mark an age, for as many as have room. */
static void put_axis(struct picture *p)
{
	char axis[HEAT_WIDTH_MAX], ages[HEAT_WIDTH_MAX], text[KPCTL_SHOW_NUMBER + 1];
	unsigned int columns = p->heat.columns, at = p->label + 2 + columns, room = at, i, n;

	memset(axis, '-', columns);
	memset(ages, ' ', at);
	for (i = 0; i < columns; i += TICK) {
		age_text(&p->heat, i, text);
		n = strlen(text);
		if (n > at - i || at - i > room)
			continue;
		axis[columns - 1 - i] = '|';
		memcpy(ages + at - i - n, text, n);
		room = at - i - n > 1 ? at - i - n - 1 : 0;
	}
	p->out->put(p->out, "%*s+%.*s+\n", (int)p->label + 1, "", (int)columns, axis);
	p->out->put(p->out, "%.*s\n", (int)at, ages);
}

/* "90 hits of comm: cat"; a stack's frames stand below. */
static void put_keys(struct picture *p, const struct heat_map *m, bool has_stacks)
{
	const char *ends = has_stacks ? ";" : "", *key = m->keys;
	char before[KPCTL_SHOW_NUMBER + 16];
	size_t n = strcspn(key, ends);

	snprintf(before, sizeof(before), "%llu hit%s of ", (unsigned long long)m->hits,
		 m->hits == 1 ? "" : "s");
	put_piece(p, 0, "", before, strlen(before));
	put_cut(p, key, n);
	while (key[n]) {
		key += n + 1;
		n = strcspn(key, ends);
		put_piece(p, 0, "", " => ", 4);
		put_cut(p, key, n);
	}
}

static void put_map(struct picture *p, const struct heat_map *m)
{
	int power;

	for (power = m->highest; power >= m->lowest; power--)
		put_range(p, m, power);
	put_axis(p);
	put_shades(p, m->most);
}

static void put_rest(struct picture *p, const struct heat_rest *rest, const char *one,
		     const char *many)
{
	if (rest->nr)
		put_sentence(p, "not shown: %llu %s with %llu hit%s",
			     (unsigned long long)rest->nr, rest->nr == 1 ? one : many,
			     (unsigned long long)rest->hits, rest->hits == 1 ? "" : "s");
}

static void put_notes(struct picture *p)
{
	const struct heat *h = &p->heat;
	uint64_t us = ns_of(h, h->last) / 1000;
	char period[KPCTL_SHOW_NUMBER];

	duration_text(h->period, period);
	put_sentence(p, "a column is %s, the last from %llu.%06llu on", period,
		     (unsigned long long)(us / 1000000), (unsigned long long)(us % 1000000));
	put_rest(p, &h->older, "older column", "older columns");
	put_rest(p, &h->others, "more combination of keys", "more combinations of keys");
	put_rest(p, &h->odd, "key without a time", "keys without a time");
}

static void begin_picture(struct picture *p, const struct heat_view *view,
			  const struct kpr_aggr *a)
{
	static const enum colour colours[SHADE_COLOURS] = {
		COLOUR_FEW, COLOUR_SOME, COLOUR_MANY, COLOUR_MOST,
	};
	unsigned int i;

	*p = (struct picture){
		.out = view->out, .kind = heat_kind(a), .none = colour(view->fd, COLOUR_NONE),
		.width = view->width ? view->width : HEAT_WIDTH,
	};
	for (i = 0; i < SHADE_COLOURS; i++)
		p->colour[i] = colour(view->fd, colours[i]);
	if (p->width > HEAT_WIDTH_MAX)
		p->width = HEAT_WIDTH_MAX;
	measure_ranges(p, a);
	if (p->width < p->label + FRAME + TICK)
		p->label = 0;
	if (p->width <= FRAME)
		p->width = FRAME + 1;
}

int heat_put(const struct heat_view *view, const struct kpr_aggr *a)
{
	bool has_keys = strchr(rows_key_names(a->text), ',');
	struct picture p;
	unsigned int i;
	int ret;

	if (!heat_is_wanted(a))
		return 0;
	begin_picture(&p, view, a);
	ret = heat_make(&p.heat, a, p.width - p.label - FRAME, view->now);
	if (!ret && p.heat.nr_maps) {
		for (i = 0; i < p.heat.nr_maps; i++) {
			if (has_keys)
				put_keys(&p, &p.heat.map[i], rows_have_stacks(a));
			put_map(&p, &p.heat.map[i]);
			p.out->put(p.out, "\n");
		}
		put_notes(&p);
		ret = 1;
	}
	heat_free(&p.heat);
	return ret;
}
