// SPDX-License-Identifier: GPL-2.0-only
/*
 * Heat maps of kpread hist: cells against a plain count of the same keys, texts letter by
 * letter, and no line that is longer than there is room.
 */
#include <pty.h>
#include <stdarg.h>
#include <unistd.h>
#include "kpread_heat.h"
#include "ktap.h"

static uint64_t dice(uint64_t n)
{
	static uint64_t x = 0x2545f4914f6cdd1dull;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return x % n;
}

/* The text of one aggregate, whose keys are put one after the other */

static char view[1 << 20];
static size_t view_len;

__attribute__((format(printf, 1, 2)))
static void add(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	view_len += vsnprintf(view + view_len, sizeof(view) - view_len, fmt, ap);
	va_end(ap);
	if (view_len >= sizeof(view))
		abort();
}

static void begin(const char *kind, const char *text)
{
	view_len = 0;
	add("aggr 16 g/e 0 %s 0 0 0 0 0 0 %s\n", kind, text);
}

/* A key with hits in one bucket, of one value. */
static void key(const char *text, uint64_t value, uint64_t hits)
{
	add("key %llu 0 0 1 %llu:%llu:%llu\t%s\n", (unsigned long long)hits,
	    (unsigned long long)value, (unsigned long long)value, (unsigned long long)hits, text);
}

static void second(uint64_t s, uint64_t value, uint64_t hits)
{
	char text[64];

	snprintf(text, sizeof(text), "time(1s): %llu.000000", (unsigned long long)s);
	key(text, value, hits);
}

static struct kpr_hists parsed(void)
{
	struct kpr_hists h;

	if (kpr_hists_parse(&h, strdup(view), view_len) || h.nr != 1 || h.garbage)
		abort();
	return h;
}

/* Text */

struct catch {
	struct kpctl_show_out out;
	size_t len;
	char text[65536];
};

static void catch_put(struct kpctl_show_out *out, const char *fmt, ...)
{
	struct catch *c = (struct catch *)out;	/* its first member */
	va_list ap;

	va_start(ap, fmt);
	c->len += vsnprintf(c->text + c->len, sizeof(c->text) - c->len, fmt, ap);
	va_end(ap);
	if (c->len >= sizeof(c->text))
		abort();
}

static struct catch c = { .out.put = catch_put };

/* The maps as text; "": there is none. */
static const char *drawn(unsigned int width, uint64_t now, int fd)
{
	struct heat_view v = { .out = &c.out, .width = width, .now = now, .fd = fd };
	struct kpr_hists h = parsed();
	int ret;

	c.len = 0;
	c.text[0] = '\0';
	ret = heat_put(&v, &h.aggrs[0]);
	if (ret != (c.len > 0))
		ktap_wrong("returns %d, and has put %zu characters", ret, c.len);
	kpr_hists_free(&h);
	return c.text;
}

#define CHECK_MAP(width, now, want) do {					\
	if (strcmp(drawn(width, now, -1), want))				\
		ktap_wrong("%s:%d:\n--- got:\n%s--- want:\n%s---", __FILE__, __LINE__, c.text, want); \
} while (0)

#include "heat_texts.h"

/* Cells, against a count of the same keys */

#define RANDOM_KEYS	40

struct known {
	uint64_t column, value, hits;
	unsigned int keys;
};

static struct known known[RANDOM_KEYS];

static uint64_t period;

static void random_keys(bool is_signed)
{
	struct known *k;
	char text[96];

	period = 1000 * (1 + dice(3000000));
	snprintf(text, sizeof(text), "hist(x) by time(%lluns), cpu", (unsigned long long)period);
	begin(is_signed ? "hist-signed" : "hist", text);
	for (k = known; k < known + RANDOM_KEYS; k++) {
		*k = (struct known){ .column = dice(30) + dice(2) * dice(10000), .keys = dice(10),
				     .value = dice(UINT64_MAX) >> dice(64), .hits = dice(9) };
		snprintf(text, sizeof(text), "time(%lluns): %llu.%06llu, cpu: %u",
			 (unsigned long long)period,
			 (unsigned long long)(k->column * period / NSEC_PER_SEC),
			 (unsigned long long)(k->column * period % NSEC_PER_SEC / 1000), k->keys);
		if (is_signed) {
			k->value >>= 1;
			k->value = dice(2) ? -k->value : k->value;
			add("key %llu 0 0 1 %lld:%lld:%llu\t%s\n", (unsigned long long)k->hits,
			    (long long)k->value, (long long)k->value, (unsigned long long)k->hits, text);
		} else {
			key(text, k->value, k->hits);
		}
	}
}

static bool is_in(const struct heat *h, const struct heat_map *m, const struct known *k)
{
	return k->keys == strtoul(m->keys + strlen("cpu: "), NULL, 10) &&
	       k->column + h->columns > h->last;
}

/* Is the value in the line's range? Ranges are [2^(p-1), 2^p), and mirrored below zero. */
static bool is_within(uint64_t value, int power, bool is_signed)
{
	uint64_t size = value;

	if (!power)
		return !value;
	if ((is_signed && value >> 63) != (power < 0))
		return false;
	if (power < 0) {
		size = -value;
		power = -power;
	}
	return size >> (power - 1) == 1;
}

static uint64_t count_known(const struct heat *h, const struct heat_map *m, int power,
			    unsigned int column)
{
	const struct known *k;
	uint64_t n = 0;

	for (k = known; k < known + RANDOM_KEYS; k++)
		if (is_in(h, m, k) && k->column + h->columns - 1 == h->last + column &&
		    is_within(k->value, power, h->kind.is_signed))
			n += k->hits;
	return n;
}

/* Returns the hits of the map. */
static uint64_t check_cells(const struct heat *h, const struct heat_map *m)
{
	uint64_t hits = 0, want, got;
	unsigned int column;
	int power;

	for (power = m->lowest; power <= m->highest; power++) {
		for (column = 0; column < h->columns; column++) {
			want = count_known(h, m, power, column);
			got = m->cell[(power - m->lowest) * h->columns + column];
			hits += got;
			ktap_check(got == want && got <= m->most, "%s, power %d, column %u: %llu, not %llu",
				   m->keys, power, column, (unsigned long long)got,
				   (unsigned long long)want);
		}
	}
	KTAP_CHECK(hits == m->hits);
	return hits;
}

static void test_random(void)
{
	uint64_t all, hits, now;
	unsigned int i, round;
	struct kpr_hists h;
	struct heat heat;

	for (round = 0; round < 2000; round++) {
		random_keys(round % 2);
		h = parsed();
		now = dice(2) ? period * dice(12000) : 0;
		KTAP_CHECK(!heat_make(&heat, &h.aggrs[0], 1 + dice(40), now));
		for (all = i = 0; i < RANDOM_KEYS; i++)
			all += known[i].hits;
		hits = heat.older.hits + heat.others.hits;
		for (i = 0; i < heat.nr_maps; i++) {
			hits += check_cells(&heat, &heat.map[i]);
			KTAP_CHECK(!i || heat.map[i - 1].hits >= heat.map[i].hits);
		}
		KTAP_CHECK(hits == all && !heat.odd.nr);
		heat_free(&heat);
		kpr_hists_free(&h);
	}
}

/* Widths */

static unsigned int longest_line(const char *text)
{
	unsigned int most = 0, n = 0;

	for (; *text; text++) {
		if (*text == '\n')
			n = 0;
		else if ((*text & 0xc0) != 0x80)
			most = ++n > most ? n : most;
	}
	return most;
}

static void test_widths(void)
{
	unsigned int width, i, most;

	for (width = 4; width < 1200; width += 1 + width / 100) {
		begin("hist-ns", "hist($lat) by time(1s), $comm, $stacktrace");
		for (i = 0; i < 1200; i++) {
			char text[256];

			snprintf(text, sizeof(text), "time(1s): %u.000000, comm: gr\xc3\xbc\xc3\x9f"
				 "e%u, stacktrace:;%0*d+0x0/0x10;f", i, i % 12, 1 + i % 90, i);
			key(text, 1ull << i % 64, UINT64_MAX >> i % 64);
			key("no time at all", 5, UINT64_MAX);
		}
		most = longest_line(drawn(width, 1200 * NSEC_PER_SEC, -1));
		ktap_check(most <= width && most <= HEAT_WIDTH_MAX, "%u columns: %u", width, most);
	}
	/* narrower than a line of one cell */
	KTAP_CHECK(longest_line(drawn(1, 0, -1)) == 4);
}

/* Colours */

static void test_colours(void)
{
	static const char want[] =
		"\033[36m. 1\033[m  \033[36m: 2\033[m  \033[36m- 4\033[m  \033[32m= 8\033[m  "
		"\033[32m+ 16\033[m  \033[33m* 32\033[m  \033[33m# 64\033[m  \033[31m% 128\033[m  "
		"\033[31m@ 256\033[m  to 300\n";
	int fd, slave;

	if (openpty(&fd, &slave, NULL, NULL, NULL))
		abort();
	begin("hist", "hist(x) by time(1s)");
	second(1, 5, 1);
	second(2, 5, 300);
	unsetenv("NO_COLOR");
	setenv("TERM", "xterm", 1);
	drawn(80, 0, slave);
	if (!strstr(c.text, "    4 |\033[36m.\033[m\033[31m@\033[m|\n") || !strstr(c.text, want))
		ktap_wrong("%s", c.text);
	setenv("NO_COLOR", "1", 1);
	KTAP_CHECK(!strchr(drawn(80, 0, slave), '\033'));
	close(slave);
	close(fd);
}

static void test_visible(void)
{
	static const char text[] = "a\033[31mgr\xc3\xbc\033[mz";

	KTAP_CHECK(colour_visible(text, sizeof(text) - 1, 0) == 0);
	KTAP_CHECK(colour_visible(text, sizeof(text) - 1, 1) == 6);
	KTAP_CHECK(colour_visible(text, sizeof(text) - 1, 4) == 13);
	KTAP_CHECK(colour_visible(text, sizeof(text) - 1, 5) == 14);
	KTAP_CHECK(colour_visible("a\033[31", 5, 9) == 5);
}

int main(void)
{
	static const struct ktap_test tests[] = {
		{ "one second, in each distance from now", test_one },
		{ "more seconds than columns", test_seconds },
		{ "a gap of a billion seconds", test_gap },
		{ "signed values", test_signed },
		{ "a map for each combination of keys", test_keys },
		{ "names that look like keys", test_comm },
		{ "hits at the end of 64 bits", test_numbers },
		{ "values and times there", test_ends },
		{ "ages that have room", test_ages },
		{ "no map", test_none },
		{ "what has maps", test_wanted },
		{ "cells are what a plain count has", test_random },
		{ "no line is too long", test_widths },
		{ "colours", test_colours },
		{ "what is seen of a line with colours", test_visible },
	};

	return ktap_run(tests, sizeof(tests) / sizeof(tests[0]));
}
