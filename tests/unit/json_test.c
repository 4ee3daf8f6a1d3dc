// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpread -f json: what each record becomes, byte for byte; and a real parser, JSON::PP, reads
 * all these lines, and random ones, as what they were made of.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "kpread.h"
#include "reader_fake.h"

#define LATER	(1ull << 60)	/* a pass that holds nothing back */
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static const char kallsyms[] =
	"ffffffff81000100 t vfs_read\n"
	"ffffffff81000200 T ksys_read\n"
	"ffffffff810002f0 d some_\"data\n"
	"ffffffffc0001000 t mod_fn\t[testmod]\n"
	"ffffffffc0001080 t mod_last\t[testmod]\n";

#define VFS	0xffffffff81000112ull	/* vfs_read+0x12/0x100 */
#define KSYS	0xffffffff81000200ull
#define DATA	0xffffffff810002f8ull
#define MOD	0xffffffffc0001004ull
#define NOBODY	0xffffffffa0000000ull

static char ks_path[] = "/tmp/json_test_XXXXXX";
static char parsed_path[] = "/tmp/json_test_lines_XXXXXX";
static FILE *parsed;		/* all lines, for json_check.pl */
static unsigned int nr_parsed;

int __wrap_clock_gettime(clockid_t clock, struct timespec *ts)
{
	*ts = (struct timespec){ clock == CLOCK_REALTIME ? 1000000000 : 5, 7 };
	return 0;
}

/* Output */

static struct output out;

static const char *text(void)
{
	KTAP_CHECK(!kpr_buf_room(&out.buf, 1));
	out.buf.data[out.buf.len] = '\0';
	return out.buf.data;
}

/* The lines of out.buf go to the parser, too. */
static void parse_later(const char *want)
{
	char *line, *save = NULL, *copy = strdup(text());

	for (line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		fprintf(parsed, "%s\t%s\n", want, line);
		nr_parsed++;
	}
	free(copy);
}

static const char *put_all(struct kpr_stream *st)
{
	struct kpr_item item;

	out.stream = st;
	out.buf.len = 0;
	kpr_stream_pass(st, LATER);
	while (kpr_stream_next(st, &item) > 0) {
		if (item.kind == KPR_EVENT)
			KTAP_CHECK(!format_json.event(&out, &item));
		else
			KTAP_CHECK(!format_json.mark(&out, &item));
	}
	return text();
}

static struct kpr_stream *start(struct fake *f, const char *events)
{
	return fake_start(f, 3, events, ks_path);
}

/* Events: what stands behind the name, of one record */

#define TASK	"\"time\":1,\"cpu\":3,\"tid\":7,\"comm\":\"<...>\",\"flags\":[],\"preempt\":0"
#define EVENT	"{\"type\":\"event\"," TASK ",\"event\":\"g/e\""

struct shown {
	const char *fields;
	uint64_t slots[12];
	unsigned int nr;	/* slots */
	const char *want;
};

static void check_shown(const struct shown *t, unsigned int nr)
{
	char events[512], want[4096];
	struct kpr_stream *st;
	struct fake f;

	for (; nr--; t++) {
		snprintf(events, sizeof(events), "16 armed p g/e sym %s\n", t->fields);
		snprintf(want, sizeof(want), EVENT "%s}\n", t->want);
		st = start(&f, events);
		fake_event(&f, 16, 1, 7, t->slots, t->nr);
		CHECK_STR(put_all(st), want);
		parse_later("-");
		fake_stop(&f, st);
	}
}

#define CHECK_SHOWN(t)	check_shown(t, ARRAY_SIZE(t))

#define STR(len, off)	((uint64_t)(len) << 16 | (off))
#define CUT		((uint64_t)KPCTL_STR_CUT << 32)

#include "json_texts.h"

/* A parser reads it */

static void put_random(struct fake *f, struct kpr_stream *st)
{
	unsigned int len = fake_random() % 32, i, n;
	uint64_t u = fake_random(), v = fake_random();
	unsigned char s[40] = { 0 };
	char want[128];
	uint64_t slots[8] = { STR(len + 1, 40), u, v };

	/* every second byte begins a character, or could */
	for (i = 0; i < len; i++) {
		s[i] = fake_random() % 255 + 1;
		if (i & 1)
			s[i] = 0x80 | s[i] % 0x40;
	}
	memcpy(&slots[3], s, sizeof(s));
	for (i = n = 0; i < len; i++)
		n += sprintf(want + n, "%02x", s[i]);
	sprintf(want + n, " %" PRIu64 " %" PRId64, u, (int64_t)v);
	fake_event(f, 16, 1, 7, slots, 8);
	put_all(st);
	parse_later(want);
}

static void test_random(void)
{
	struct kpr_stream *st;
	struct fake f;
	unsigned int i;

	st = start(&f, "16 armed p g/e sym s:string@16 u:u64@24 i:s64@32\n");
	for (i = 0; i < 2000; i++)
		put_random(&f, st);
	fake_stop(&f, st);
}

/* Prints what json_check.pl finds; its last line says that it has read all. */
static void test_parsed(void)
{
	char command[256], line[512], last[512] = "", want[64];
	FILE *pipe;

	fflush(parsed);
	snprintf(command, sizeof(command), "perl " JSON_CHECK " <%s 2>&1", parsed_path);
	snprintf(want, sizeof(want), "read %u\n", nr_parsed);
	pipe = popen(command, "r");
	while (fgets(line, sizeof(line), pipe)) {
		if (*last)
			ktap_wrong("%s", last);
		strcpy(last, line);
	}
	KTAP_CHECK(!pclose(pipe));
	CHECK_STR(last, want);
}

int main(void)
{
	static const struct ktap_test tests[] = {
		{ "numbers, the smallest and the largest", test_numbers },
		{ "symbols and addresses", test_symbols },
		{ "strings: any byte", test_strings },
		{ "chars", test_chars },
		{ "arrays", test_arrays },
		{ "stacks", test_stacks },
		{ "values that could not be read", test_faults },
		{ "values outside of their record, or of no known type", test_corrupt },
		{ "arguments of one name", test_names },
		{ "what the kind of probe has", test_own },
		{ "tasks", test_tasks },
		{ "marks", test_marks },
		{ "begin and end", test_run },
		{ "random strings and numbers", test_random },
	};
	unsigned int i;
	int fd = mkstemp(ks_path);

	parsed = fdopen(mkstemp(parsed_path), "w");
	if (!parsed || fd < 0 || write(fd, kallsyms, strlen(kallsyms)) < 0 || close(fd))
		return 1;
	ktap_plan(ARRAY_SIZE(tests) + 1);
	for (i = 0; i < ARRAY_SIZE(tests); i++) {
		tests[i].fn();
		ktap_end("%s", tests[i].name);
	}
	if (system("perl -MJSON::PP -e1 2>/dev/null")) {
		ktap_skip("perl has no JSON::PP", "a parser reads all these lines");
	} else {
		test_parsed();
		ktap_end("a parser reads all these lines");
	}
	remove(ks_path);
	remove(parsed_path);
	fclose(parsed);
	kpr_buf_free(&out.buf);
	return ktap_done();
}
