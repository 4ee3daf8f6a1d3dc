// SPDX-License-Identifier: GPL-2.0
/* The parser against its tables, its limits and a lot of nonsense; KTAP. */
#include "ktap.h"
#include "spec_check.h"
#include "spec_lines.h"

#define RANDOM_LINES	100000
#define WORK_MAX	16384

static unsigned char seen[KPCTL_E_NR];	/* codes that a line brought about */

static const char * const code_names[] = {
	"NONE",
#define X(name, no, text) #name,
	KPCTL_ERRORS(X)
#undef X
};

__printf(1, 2)
static const char *say(const char *fmt, ...)
{
	static char text[2048];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	return text;
}

/* Parsed into memory of two different fills: what is read must be written. */
static const char *check_legal(const char *line, size_t len, const char *want)
{
	static struct kpctl_spec spec;
	static struct spec_dump dump;
	struct kpctl_err err;
	int fill;

	for (fill = 0; fill <= 0xff; fill += 0xff) {
		memset(&spec, fill, sizeof(spec));
		memset(&err, fill, sizeof(err));
		if (parse_exact(line, len, &spec, &err))
			return say("refused at %u: %s", err.column, err.text);
		dump_spec(&dump, &spec, 1);
		if (strcmp(dump.text, want))
			return say("got  %s\nwant %s", dump.text, want);
	}
	return check_listing(&spec);
}

static const char *check_code(int ret, size_t len, const struct kpctl_err *err,
			      unsigned int code, unsigned int column)
{
	const char *wrong;

	if (!ret || ret == -ENOENT)
		return say("taken (%d), want %s", ret, code_names[code]);
	wrong = check_refusal(ret, len, err);
	if (wrong)
		return wrong;
	seen[err->code] = 1;
	if (err->code != code || err->column != column)
		return say("got %s at %u (%s), want %s at %u",
			   code_names[err->code], err->column, err->text,
			   code_names[code], column);
	return NULL;
}

static const char *check_illegal(const char *line, size_t len,
				 unsigned int code, unsigned int column)
{
	static struct kpctl_spec spec;
	struct kpctl_err err;
	int ret = parse_exact(line, len, &spec, &err);

	return check_code(ret, len, &err, code, column);
}

static void test_tables(void)
{
	static struct kpctl_spec spec;
	struct kpctl_err err;
	size_t i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(legal); i++)
		ktap_unless(check_legal(legal[i].line, legal[i].len, legal[i].dump),
			    "legal: %s", legal[i].line);
	for (i = 0; i < ARRAY_SIZE(blank); i++) {
		ret = parse_exact(blank[i].line, blank[i].len, &spec, &err);
		ktap_unless(ret == -ENOENT && !err.code ? NULL : say("got %d", ret),
			    "blank: '%s'", blank[i].line);
	}
	for (i = 0; i < ARRAY_SIZE(illegal); i++)
		ktap_unless(check_illegal(illegal[i].line, illegal[i].len,
			    illegal[i].code, illegal[i].column),
	      "%s: %s", code_names[illegal[i].code], illegal[i].line);
}

static void test_places(void)
{
	static struct kpctl_spec spec;
	static struct spec_dump dump;
	struct kpctl_err err;
	const char *wrong;
	size_t i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		memset(&spec, 0xff, sizeof(spec));
		ret = kpctl_spec_parse_place(places[i].line, places[i].len,
					     &spec, &err);
		if (places[i].code) {
			wrong = check_code(ret, places[i].len, &err,
					   places[i].code, places[i].column);
		} else if (ret) {
			wrong = say("refused: %s", err.text);
		} else {
			dump_spec(&dump, &spec, 1);
			wrong = strcmp(dump.text, places[i].dump) ?
				say("got %s", dump.text) : NULL;
		}
		ktap_unless(wrong, "place: %s", places[i].line);
	}
	ret = kpctl_spec_parse_place("  ", 2, &spec, &err);
	ktap_unless(ret == -ENOENT ? NULL : say("got %d", ret), "place: blank");
}

/* One before the limit and the limit itself are taken, the next is not. */
static const char *check_limit(const char *line, size_t len, int over,
			       unsigned int code, unsigned int column)
{
	const char *wrong;
	int ret;

	if (over)
		return check_illegal(line, len, code, column);
	wrong = check_line(line, len, &ret);
	return ret ? say("refused: %d", ret) : wrong;
}

static size_t put_repeated(char *buf, size_t len, const char *unit, size_t n)
{
	while (n--) {
		memcpy(buf + len, unit, strlen(unit));
		len += strlen(unit);
	}
	return len;
}

static void test_limits(void)
{
	static char line[WORK_MAX];
	size_t i, n, len, times;

	for (i = 0; i < ARRAY_SIZE(limits); i++) {
		for (n = limits[i].max - 1; n <= limits[i].max + 1; n++) {
			times = n - limits[i].less;
			len = put_repeated(line, 0, limits[i].pre, 1);
			len = put_repeated(line, len, limits[i].unit, times);
			len = put_repeated(line, len, limits[i].mid, 1);
			len = put_repeated(line, len, limits[i].back, times);
			len = put_repeated(line, len, limits[i].post, 1);
			ktap_unless(check_limit(line, len, n > limits[i].max,
				    limits[i].code, limits[i].column),
			"limit: %s, %zu", limits[i].what, n);
		}
	}
}

static void test_numbers(void)
{
	char line[128];
	size_t i;
	int d, len;

	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		for (d = -1; d <= 1; d++) {
			len = snprintf(line, sizeof(line), numbers[i].fmt,
				       numbers[i].max + d);
			ktap_unless(check_limit(line, len, d > 0, numbers[i].code,
				    numbers[i].column),
			"limit: %s, %s", numbers[i].what, line);
		}
	}
}

/* Short to write, long to list: names are made up for 54 arguments. */
static size_t make_list_line(char *line, size_t symbol)
{
	size_t len = put_repeated(line, 0, "p:g/e ", 1);
	int i;

	len = put_repeated(line, len, "s", symbol);
	for (i = 0; i < 54; i++) {
		len = put_repeated(line, len, " @", 1);
		len = put_repeated(line, len, "d", 62);
	}
	return len;
}

static void test_list_limit(void)
{
	static char line[WORK_MAX], list[LIST_MAX];
	static struct kpctl_spec spec;
	struct kpctl_err err;
	size_t len, n, symbol;
	int base;

	len = make_list_line(line, 1);
	if (parse_exact(line, len, &spec, &err))
		abort();
	base = kpctl_spec_print(&spec, NULL, NULL, list, sizeof(list)) - 1;
	for (n = KPCTL_LINE_MAX - 1; n <= KPCTL_LINE_MAX + 1; n++) {
		symbol = n - base;
		len = make_list_line(line, symbol);
		ktap_unless(check_limit(line, len, n > KPCTL_LINE_MAX,
			    KPCTL_E_LIST_TOO_LONG, 0),
		"limit: listing, %zu", n);
	}
}

/* A buffer of n bytes takes a listing of n - 1 and writes no byte more. */
static const char *check_print_size(void)
{
	static const char line[] = "r16:g/e m:f a=+0($arg1):string if a == \"x\""
				   " do emit,count by a";
	static struct kpctl_spec spec;
	struct kpctl_err err;
	size_t size;
	char *buf;
	int ret;

	if (parse_exact(line, strlen(line), &spec, &err))
		return "refused";
	for (size = 0; size <= sizeof(line); size++) {
		buf = malloc(size ? size : 1);
		if (!buf)
			abort();
		ret = kpctl_spec_print(&spec, spec.cond.text, spec.act.text, buf, size);
		if (ret != (size < sizeof(line) ? -E2BIG : (int)strlen(line)))
			return say("size %zu: %d", size, ret);
		if (ret > 0 && strcmp(buf, line))
			return say("got %s", buf);
		free(buf);
	}
	return NULL;
}

/*
 * How long a sentence can become, and that its conversions are those that
 * kpctl_err_set()'s callers know of. 0: some other conversion.
 */
static size_t longest(const char *text)
{
	static const struct {
		const char *conv;
		size_t max;
	} known[] = {
		{ "%.*s", KPCTL_QUOTE_MAX }, { "%.40s", 40 }, { "%.60s", 60 }, { "%.64s", 64 },
		{ "%.80s", 80 }, { "%.100s", 100 }, { "%s", 7 }, { "%u", 10 }, { "%d", 11 }, { "%x", 8 },
		{ "%%", 1 },
	};
	size_t len = 0, i;

	while (*text) {
		if (*text != '%') {
			text++;
			len++;
			continue;
		}
		for (i = 0; i < ARRAY_SIZE(known); i++)
			if (!strncmp(text, known[i].conv, strlen(known[i].conv)))
				break;
		if (i == ARRAY_SIZE(known))
			return 0;
		text += strlen(known[i].conv);
		len += known[i].max;
		/* "%di" is a register whose % was not doubled */
		if (strlen(known[i].conv) == 2 && *text >= 'a' &&
		    *text <= 'z' && known[i].conv[1] != '%')
			return 0;
	}
	return len;
}

static void test_sentences(void)
{
	static const char * const texts[] = {
		"",
#define X(name, no, text) text,
		KPCTL_ERRORS(X)
#undef X
	};
	unsigned int i, j;

	for (i = 1; i < KPCTL_E_NR; i++) {
		const char *wrong = NULL;
		size_t len = longest(texts[i]);

		if (!len || len >= KPCTL_ERR_TEXT_MAX - 1)
			wrong = say("%zu bytes (0: a conversion that is not allowed)", len);
		for (j = 1; j < i; j++)
			if (!strcmp(texts[i], texts[j]))
				wrong = "same sentence as another code";
		if (i < KPCTL_E_NO_SYMBOL && !seen[i])
			wrong = "no line brings this error about";
		ktap_unless(wrong, "sentence: %s", code_names[i]);
	}
}

/* A code that is none does no harm. */
static const char *check_err_set(void)
{
	struct kpctl_err err;

	kpctl_err_set(&err, KPCTL_E_NR, 1 << 20);
	if (err.code || err.text[0] || err.column != 0xffff)
		return "code out of range";
	kpctl_err_set(&err, KPCTL_E_NO_SYMBOL, 3, "a\033[2J\xff");
	if (err.column != 3 || !strstr(err.text, ": a?[2J?;"))
		return say("control characters: %s", err.text);
	kpctl_err_fill(&err, TOO_MANY_EVENTS, 0, 5u, 4u);
	if (strncmp(err.text, "5 events are there, at most 4", 29))
		return say("values: %s", err.text);
	if (kpctl_err_errno(KPCTL_E_NO_SYMBOL) != -ENOENT ||
	    kpctl_err_errno(KPCTL_E_PARKED) != 0 ||
	    kpctl_err_errno(KPCTL_E_NR) != -EINVAL)
		return "error numbers";
	return NULL;
}

/* A refusal of arguments names how many there are, not only the first too many. */
static const char *check_counted(void)
{
	static struct kpctl_spec spec;
	static char line[WORK_MAX];
	struct kpctl_err err = {};
	size_t len = put_repeated(line, 0, "p f", 1);

	len = put_repeated(line, len, " %di", 131);
	parse_exact(line, len, &spec, &err);
	return strncmp(err.text, "131 arguments, at most 128", 26) ? say("%s", err.text) : NULL;
}

static const char *check_types(void)
{
	static const char * const names[] = {
		"u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64",
		"x8", "x16", "x32", "x64", "be16", "be32", "be64", "char", "symbol", "ns",
		"cgroup",
#define X(id, name, ...) name,
		KPCTL_SYMBOLICS(X)
		KPCTL_ADDRESSES(X)
#undef X
		"string", "ustring", "symstr", "stack", "ustack",
	};
#define X(id, name, ...) name " "
	static const char signed_names[] = " s8 s16 s32 s64 " KPCTL_SYMBOLICS_SIGNED(X);
#undef X
	static const u32 sizes[] = {
		1, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 1, 8, 8, 8,
#define X(id, name, bytes, ...) bytes,
		KPCTL_SYMBOLICS(X)
		KPCTL_ADDRESSES(X)
#undef X
		4, 4, 4, 4, 4,
	};
	unsigned int i;

	for (i = 0; i < KPCTL_TYPE_NR; i++)
		if (strcmp(kpctl_type_name(i), names[i]) ||
		    kpctl_type_size(i) != sizes[i] ||
		    kpctl_type_is_string(i) != (i >= KPCTL_TYPE_STRING) ||
		    kpctl_type_is_swapped(i) != (names[i][0] == 'b') ||
		    kpctl_type_is_signed(i) != !!strstr(signed_names, say(" %s ", names[i])))
			return say("type %u: %s %u", i, kpctl_type_name(i),
				   kpctl_type_size(i));
	if (kpctl_type_size(KPCTL_TYPE_NR) || !kpctl_type_name(KPCTL_TYPE_NR))
		return "type out of range";
	return NULL;
}

static const char *check_prefixes(void)
{
	const char *wrong;
	size_t i, len;
	int ret;

	for (i = 0; i < ARRAY_SIZE(legal); i++) {
		for (len = 0; len <= legal[i].len; len++) {
			wrong = check_line(legal[i].line, len, &ret);
			if (wrong)
				return say("%.*s: %s", (int)len, legal[i].line,
					   wrong);
		}
	}
	return NULL;
}

/* Every byte of every legal line, as every other byte. */
static const char *check_mutations(void)
{
	static char line[WORK_MAX];
	const char *wrong;
	size_t i, at;
	int byte, ret;

	for (i = 0; i < ARRAY_SIZE(legal); i++) {
		for (at = 0; at < legal[i].len; at++) {
			for (byte = 0; byte < 256; byte++) {
				memcpy(line, legal[i].line, legal[i].len);
				line[at] = byte;
				wrong = check_line(line, legal[i].len, &ret);
				if (wrong)
					return say("%s, byte %zu is %d: %s",
						   legal[i].line, at, byte,
						   wrong);
			}
		}
	}
	return NULL;
}

/* Numbers that are the same on every machine and in every run. */
static unsigned int rnd(unsigned int below)
{
	static unsigned long long state = 20240607;

	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (state >> 33) % below;
}

/* Change a line a little: a byte, a byte less, a piece of another line in it. */
static size_t mutate(char *line, size_t len)
{
	static const char bytes[] = "+-()$%@\\:=/.#u0x9 \t*[]>\"r_A<!&|~";
	size_t at = rnd(len + 1), n, from;
	unsigned int other;

	switch (rnd(4)) {
	case 0:
		if (at < len)
			line[at] = rnd(4) ? bytes[rnd(sizeof(bytes))] :
					    (char)rnd(256);
		break;
	case 1:
		if (at < len) {
			memmove(line + at, line + at + 1, len - at - 1);
			len--;
		}
		break;
	case 2:
		memmove(line + at + 1, line + at, len - at);
		line[at] = bytes[rnd(sizeof(bytes))];
		len++;
		break;
	case 3:
		other = rnd(ARRAY_SIZE(legal));
		from = rnd(legal[other].len);
		n = 1 + rnd(legal[other].len - from);
		memmove(line + at + n, line + at, len - at);
		memcpy(line + at, legal[other].line + from, n);
		len += n;
		break;
	}
	return len;
}

static const char *check_random(void)
{
	static char line[WORK_MAX];
	unsigned int i, taken = 0, changes;
	const char *wrong;
	size_t from, len;
	int ret;

	for (i = 0; i < RANDOM_LINES; i++) {
		from = rnd(ARRAY_SIZE(legal));
		len = legal[from].len;
		memcpy(line, legal[from].line, len);
		for (changes = 1 + rnd(4); changes; changes--)
			len = mutate(line, len);
		wrong = check_line(line, len, &ret);
		if (wrong)
			return say("line %u, %.*s: %s", i, (int)len, line, wrong);
		taken += !ret;
	}
	ktap_diag("%u of %u random lines were legal", taken, RANDOM_LINES);
	return taken && taken < RANDOM_LINES ? NULL : "all or none were legal";
}

#include "spec_cond.h"
#include "spec_do.h"
#include "spec_more.h"
#include "spec_address.h"
#include "spec_symbolic.h"
#include "spec_names.h"
#include "spec_act.h"
#include "spec_enum.h"
#include "spec_struct.h"
#include "spec_mark.h"
#include "spec_since.h"
#include "spec_sys.h"

int main(void)
{
	size_t plan = ACT_TESTS + SYS_TESTS + SINCE_TESTS + ARRAY_SIZE(named) + ARRAY_SIZE(named_wrong) + 5 +
		      ARRAY_SIZE(enum_args) + ARRAY_SIZE(enum_tests) + 4 +
		      ARRAY_SIZE(struct_lines) + 2 + ARRAY_SIZE(marked) + 1 + ARRAY_SIZE(legal) + ARRAY_SIZE(blank) +
		      ARRAY_SIZE(illegal) + ARRAY_SIZE(places) + 1 +
		      3 * (ARRAY_SIZE(limits) + ARRAY_SIZE(numbers) + 4) +
		      KPCTL_E_NR - 1 + ARRAY_SIZE(globs) + ARRAY_SIZE(pairs) +
		      ARRAY_SIZE(selections) + ARRAY_SIZE(filters) +
		      ARRAY_SIZE(sets) + ARRAY_SIZE(actions) + 18 +
		      ARRAY_SIZE(symbols) + ARRAY_SIZE(unnamed) + 3 +
		      (KPCTL_FORM_BEFORE_ADDRESSES - KPCTL_FORM_BEFORE_SYMBOLICS - 2) +
		      ARRAY_SIZE(addresses) + 2 * (KPCTL_FORM_TEXT - KPCTL_FORM_BEFORE_ADDRESSES - 1);

	ktap_plan(plan);
	test_tables();
	test_places();
	test_limits();
	test_numbers();
	test_list_limit();
	test_more_limits();
	test_filters();
	test_actions();
	test_addresses();
	test_symbolics();
	test_named();
	test_acts();
	test_enum_types();
	test_structs();
	test_marks();
	test_since();
	test_syscalls();
	test_do_list_limit();
	ktap_unless(check_after_filter(), "a filter with $after(...)");
	test_sentences();	/* after the lines: it wants to have seen all */
	test_globs();
	test_sets();
	ktap_unless(check_set_walk(), "the patterns of a set, one by one");
	test_pairs();
	test_selections();
	ktap_unless(check_slots(), "slots of arguments");
	ktap_unless(check_untouched(), "a filter's parser leaves the event alone");
	ktap_unless(check_conditions(), "filters of every shape, evaluated");
	ktap_unless(check_filter_changes(), "random changes to filters");
	ktap_unless(check_do_untouched(), "the actions' parser leaves the event alone");
	ktap_unless(check_names(), "names of the actions' operands");
	ktap_unless(check_all_operands(), "as many operands as there can be");
	ktap_unless(check_clauses(), "actions of every shape");
	ktap_unless(check_do_changes(), "random changes to actions");
	ktap_unless(check_print_size(), "print: buffers of every size");
	ktap_unless(check_err_set(), "sentence: odd values");
	ktap_unless(check_counted(), "arguments are counted");
	ktap_unless(check_types(), "types");
	ktap_unless(check_prefixes(), "every prefix of the legal lines");
	ktap_unless(check_mutations(), "every byte of the legal lines changed");
	ktap_unless(check_random(), "random changes to the legal lines");
	return ktap_done();
}
