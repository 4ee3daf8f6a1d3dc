// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpread's formats: what a made-up stream becomes in each, byte for byte, and what a
 * program that the format is for reads of it. formats_stream.h has the stream, formats_NAME.h
 * the tests of a format, the folder formats/ what must come out. With GOLDEN_OUT=FOLDER, what
 * came out goes there, to be read and taken over.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "kpread_calls.h"
#include "kpread_stacks.h"
#include "reader_fake.h"
#include "spec/types.h"
#undef main

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static char dir[] = "/tmp/formats_test_XXXXXX";	/* all files of the test */

/* CLOCK_REALTIME is a second after 2020-01-01 ahead. */
#define AHEAD	1577836801ull

int __wrap_clock_gettime(clockid_t clock, struct timespec *ts)
{
	*ts = (struct timespec){ 5 + (clock == CLOCK_REALTIME ? AHEAD : 0), 7 };
	if (clock == CLOCK_BOOTTIME)
		ts->tv_sec += 1000;
	return 0;
}

uint32_t __real_task_process(uint32_t tid, uint64_t now);

static uint32_t process_of_7 = 5;

/* Thread 8 has ended. */
uint32_t __wrap_task_process(uint32_t tid, uint64_t now)
{
	(void)now;
	return tid == 7 ? process_of_7 : 0;
}

/* Files */

static const char *path_of(const char *name)
{
	static char path[2][256];
	static unsigned int n;

	n = !n;
	snprintf(path[n], sizeof(path[n]), "%s/%s", dir, name);
	return path[n];
}

/* The file's text; good until the next call. */
static const char *read_file(const char *name)
{
	static char *text;
	size_t len;

	free(text);
	if (kpr_read_file(path_of(name), &text, &len)) {
		ktap_wrong("%s is not there", name);
		text = strdup("");
	}
	return text;
}

static void write_file(const char *folder, const char *name, const char *text)
{
	char path[512];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "w");
	if (!file || fputs(text, file) < 0 || fclose(file))
		abort();
}

/* Is the text that of formats/NAME? */
static void check_golden(const char *name, const char *got)
{
	const char *folder = getenv("GOLDEN_OUT");
	char path[512], *want = NULL;
	size_t len;

	if (folder)
		write_file(folder, name, got);
	snprintf(path, sizeof(path), GOLDEN "/%s", name);
	if (kpr_read_file(path, &want, &len))
		ktap_wrong("%s is not there", path);
	else if (strcmp(got, want))
		ktap_wrong("%s:\n  got:  %s\n  want: %s", name, got, want);
	free(want);
}

/* What the command prints, on both outputs; it runs where the files are. */
__attribute__((format(printf, 1, 2)))
static const char *shell(const char *fmt, ...)
{
	char command[8192];
	int n = snprintf(command, sizeof(command), "cd %s && { ", dir);
	va_list ap;

	va_start(ap, fmt);
	n += vsnprintf(command + n, sizeof(command) - n, fmt, ap);
	va_end(ap);
	snprintf(command + n, sizeof(command) - n, "; } >shell.out 2>&1");
	fflush(stdout);
	if (system(command) < 0)
		abort();
	return read_file("shell.out");
}

static bool there(const char *program)
{
	char command[128];

	snprintf(command, sizeof(command), "command -v %s >/dev/null", program);
	return !system(command);
}

/* Standard error of what is tested goes to the file stderr.out. */
static int stderr_was;

static void stderr_away(void)
{
	int fd = open(path_of("stderr.out"), O_WRONLY | O_CREAT | O_TRUNC, 0600);

	fflush(stderr);
	stderr_was = dup(2);
	dup2(fd, 2);
	close(fd);
}

static const char *stderr_back(void)
{
	fflush(stderr);
	dup2(stderr_was, 2);
	close(stderr_was);
	return read_file("stderr.out");
}

/* A run of kpread on a stream */

static struct filter filter;
static struct output out;
static int open_ret;	/* of output_open() */

static const struct summary incomplete = {
	.events = 12, .totals = { .lost = 1628, .missed = 3, .corrupt = 24 },
	.counters = { .known = true, .nested = 2, .norcu = 1, .throttled = 99 },
};

static void put_items(struct kpr_stream *st)
{
	struct kpr_item item;

	kpr_stream_pass(st, UINT64_MAX);
	while (kpr_stream_next(st, &item) > 0)
		if (filter_match(&filter, &item))
			KTAP_CHECK(!output_item(&out, &item));
}

/* Options that a test sets in `out` are for one run. */
static void end_run(void)
{
	kpr_buf_free(&out.buf);
	free(filter.globs);
	memset(&filter, 0, sizeof(filter));
	memset(&out, 0, sizeof(out));
	out.fd = -1;
}

/* Puts all of the stream into a file, or a folder; what stands on standard error. */
static const char *run_to(const char *format, const char *name, struct kpr_stream *st,
			  const struct summary *s)
{
	static char path[256];

	strcpy(path, path_of(name));
	stderr_away();
	KTAP_CHECK(!format_choose(&out, format));
	if (!out.path)
		out.path = path;
	out.stream = st;
	out.filter = &filter;
	open_ret = output_open(&out);
	if (!open_ret) {
		KTAP_CHECK(!output_begin(&out));
		put_items(st);
		KTAP_CHECK(!output_end(&out, s));
	}
	if (out.fd > 2)
		close(out.fd);
	end_run();
	return stderr_back();
}

static const char *error_of(const char *format, struct kpr_stream *st)
{
	return run_to(format, "out", st, &incomplete);
}

static const char *text_of(const char *format, struct kpr_stream *st)
{
	CHECK_STR(run_to(format, "out", st, &incomplete), "");
	return read_file("out");
}

#include "formats_stream.h"
#include "formats_text.h"
#include "formats_json.h"
#include "formats_csv.h"
#include "formats_folded.h"
#include "formats_chrome.h"
#include "formats_tree.h"
#include "formats_perfetto.h"
#include "formats_pprof.h"
#include "formats_ctf.h"
#include "formats_tracedat.h"

/* A test that needs a program of others */
struct consumer_test {
	const char *name, *program;
	void (*fn)(void);
};

static void run_consumers(const struct consumer_test *t, unsigned int nr)
{
	char reason[64];

	for (; nr--; t++) {
		snprintf(reason, sizeof(reason), "%s is not there", t->program);
		if (!there(t->program)) {
			ktap_skip(reason, "%s", t->name);
			continue;
		}
		t->fn();
		ktap_end("%s", t->name);
	}
}

int main(void)
{
	static const struct ktap_test tests[] = {
		{ "the stream has all types", test_types },
		{ "threads and their processes", test_processes },
		{ "options that do not go together", test_options },
		{ "-o that cannot be", test_unwritable },
		{ "text: as before", test_text },
		{ "text: times", test_times },
		{ "text: columns", test_columns },
		{ "text: columns, characters of several bytes", test_columns_wide },
		{ "text: layouts that are none", test_layouts },
		{ "json: an object for each event", test_json },
		{ "csv: a folder", test_csv },
		{ "csv: standard output is for one event", test_csv_alone },
		{ "csv: standard output, and another event of the name", test_csv_alone_later },
		{ "csv: names", test_csv_names },
		{ "csv: events that come later", test_csv_later },
		{ "folded: the stacks of events", test_folded },
		{ "folded: arguments that are durations", test_folded_named },
		{ "folded: a task without a name", test_folded_nameless },
		{ "folded: no room for more stacks", test_folded_full },
		{ "chrome: slices, instants, names", test_chrome },
		{ "chrome: tasks", test_chrome_tasks },
		{ "chrome: processes", test_chrome_processes },
		{ "tree: calls in each other, and marks", test_tree },
		{ "tree: calls of several tasks, in turn", test_tree_tasks },
		{ "tree: deep calls", test_tree_deep },
		{ "tree: durations as the kernel prints them", test_tree_durations },
		{ "tree: a call that ends too late", test_tree_late },
		{ "tree: no room to hold more", test_tree_full },
		{ "messages of protocol buffers", test_pb },
		{ "trace.dat: an event of too many fields", test_tracedat_wide },
		{ "a terminal is for text", test_terminal },
	};
	static const struct consumer_test consumers[] = {
		{ "text: columns, as awk sees them", "awk", test_awk },
		{ "json: what jq reads", "jq", test_json_read },
		{ "csv: what sqlite3 imports", "sqlite3", test_sqlite },
		{ "folded: as programs that draw flame graphs read it", "perl", test_folded_read },
		{ "chrome: jq finds what the format asks for", "jq", test_chrome_read },
		{ "perfetto: what protoc decodes", "protoc", test_perfetto_read },
		{ "perfetto: calls that begin or end at one time", "protoc", test_perfetto_order },
		{ "pprof: what protoc decodes", "protoc", test_pprof_read },
		{ "ctf: what babeltrace2 reads", "babeltrace2", test_ctf_read },
		{ "ctf: names", "babeltrace2", test_ctf_names },
		{ "ctf: packets of several CPUs", "babeltrace2", test_ctf_packets },
		{ "trace.dat: what trace-cmd reports", "trace-cmd", test_tracedat_read },
		{ "trace.dat: the text is kpread's", "trace-cmd", test_tracedat_same },
		{ "trace.dat: fields", "trace-cmd", test_tracedat_fields },
		{ "trace.dat: pages of several CPUs", "trace-cmd", test_tracedat_pages },
		{ "trace.dat: the time of the end", "trace-cmd", test_tracedat_end },
	};
	unsigned int i;

	setenv("TZ", "UTC-2", 1);
	if (!mkdtemp(dir))
		return 1;
	end_run();
	write_file(dir, "kallsyms", kallsyms);
	write_maps();
	ktap_plan(ARRAY_SIZE(tests) + ARRAY_SIZE(consumers));
	for (i = 0; i < ARRAY_SIZE(tests); i++) {
		tests[i].fn();
		ktap_end("%s", tests[i].name);
	}
	run_consumers(consumers, ARRAY_SIZE(consumers));
	shell("rm -rf %s", dir);
	return ktap_done();
}
