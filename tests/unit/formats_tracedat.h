/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of formats_test.c: -f trace.dat. */

/* What trace-cmd prints. */
static const char *tracedat_report(const char *options)
{
	return shell("trace-cmd report -i trace.dat %s 2>&1", options);
}

static void test_tracedat_read(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = whole_stream(&f);
	CHECK_STR(run_to("trace.dat", "trace.dat", st, &incomplete), "");
	check_golden("tracedat", tracedat_report("-l -t"));
	fake_stop(&f, st);
}

/* The same text as kpread's own, behind the name: each line is compared. */
static void test_tracedat_same(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = whole_stream(&f);
	CHECK_STR(run_to("trace.dat", "trace.dat", st, &incomplete), "");
	fake_stop(&f, st);
	st = whole_stream(&f);
	CHECK_STR(run_to("text", "text", st, &incomplete), "");
	fake_stop(&f, st);
	CHECK_STR(shell("trace-cmd report -i trace.dat 2>&1 | grep -v '^cpus=\\|DROPPED\\|incomplete$' |"
			" sed 's/^.* mark: *//; s/^.*[0-9]: \\([a-z]*: \\) *(/\\1(/' >theirs;"
			" sed 's/^.*[0-9]: \\([a-z]*: \\)/\\1/; s/^.*[0-9]: \\(event\\)/\\1/' text >ours;"
			" wc -l <ours; diff ours theirs"), "48\n");
}

/* Arrays and stacks are in the text alone, and a value that could not be read is 0 or empty. */
static const char tracedat_fields[] =
	"a=65535 b=4294967295 c=18446744073709551615 d=-128 e=-32768 f=-2147483648 g=255 h=65535 "
	"i=4294967295 j=443 k=3221225985 l=72623859790382856\n"
	"a=0 b=0 c=0 d=0 e=0 f=0 g=0 h=0 i=0 j=0 k=0 l=0\n"
	"i=2001:db8::1 m=00:11:22:33:44:55 s=9 c=12 d=8388609 o=524865 n=vfs_read\n"
	"i=:: m=00:00:00:00:00:00 s=200 c=99 d=4294967295 o=2147483651 n=\n"
	"i= m= s=0 c=0 d=0 o=0 n=\n";

/* Arguments are fields, by which trace-cmd filters; those of one name have a number. */
static void test_tracedat_fields(void)
{
	const uint64_t slots[] = { 1, 2, -3ull }, more[] = { 5, 2, -3ull };
	struct kpr_stream *st;
	struct fake f;

	st = fake_start(&f, 3, "16 armed p g/int sym a:u8@16 a:u8@24 s:s8@32\n", "/nowhere");
	fake_event(&f, 16, 1, 7, slots, 3);
	fake_event(&f, 16, 2, 7, more, 3);
	CHECK_STR(run_to("trace.dat", "trace.dat", st, &incomplete), "");
	CHECK_STR(shell("trace-cmd report -R trace.dat 2>&1 | sed -n 's/.*int: *//p'"),
		  "a=1 a__2=2 s=-3 __text=a=1 a=2 s=-3\n"
		  "a=5 a__2=2 s=-3 __text=a=5 a=2 s=-3\n");
	CHECK_STR(shell("trace-cmd report -F 'g/int: a == 5' trace.dat 2>&1 | sed -n 's/.*int: *//p'"),
		  "a=5 a=2 s=-3\n");
	CHECK_STR(shell("trace-cmd report -F 'g/int: a == 5 && a__2 == 3' trace.dat 2>&1 | grep -c int:"),
		  "0\n");
	fake_stop(&f, st);
	st = whole_stream(&f);
	CHECK_STR(run_to("trace.dat", "trace.dat", st, &incomplete), "");
	CHECK_STR(shell("trace-cmd report -F 'g/rd: lat > 5000' trace.dat 2>&1 | sed -n 's/.*lat=//p'"),
		  "10.000us\n");
	CHECK_STR(shell("trace-cmd report -F 'g/all: s =~ \"b,c\"' trace.dat 2>&1 | grep -c all:"),
		  "1\n");
	CHECK_STR(shell("trace-cmd report -R trace.dat 2>&1 | sed -n 's/ __text=.*//; s/.*\\(num\\|named\\): *__probe_ip=18446744071578845440 //p'"),
		  tracedat_fields);
	fake_stop(&f, st);
}

static const char tracedat_cpu_5[] =
	"100.000000005: int: a=1\n"
	"CPU:5 [10 EVENTS DROPPED]\n"
	"100.000000006: mark: CPU:5 [LOST 10 EVENTS]\n"
	"100.134217728: int: a=1\n"
	"3700.000000000: int: a=1\n"
	"CPU:5 [5 EVENTS DROPPED]\n"
	"3700.000000001: mark: CPU:5 [LOST 5 EVENTS]\n";

/* CPUs have pages of their own; losses with and without a number, and times far apart. */
static void test_tracedat_pages(void)
{
	const uint64_t slots[] = { 1 };
	struct kpr_stream *st;
	struct fake f[2];
	unsigned int i;

	fake_events = "16 armed p g/int sym a:u8@16\n";
	fake_init(&f[0], 0, 1 << 20, 0);
	fake_init(&f[1], 5, 1 << 17, 0);
	st = fake_stream(f, 2);
	for (i = 0; i < 10000; i++)
		fake_event(&f[0], 16, T0 + i, 7, slots, 1);
	fake_event(&f[1], 16, T0 + 5, 7, slots, 1);
	fake_lost(&f[1], T0 + 6, 10);
	fake_event(&f[1], 16, T0 + (1ull << 27), 7, slots, 1);
	fake_event(&f[1], 16, T0 + 3600000000000ull, 7, slots, 1);
	fake_lost(&f[1], T0 + 3600000000001ull, 15);
	CHECK_STR(run_to("trace.dat", "trace.dat", st, &(struct summary){ .counters.known = true }), "");
	CHECK_STR(shell("trace-cmd report -i trace.dat 2>&1 | grep -c '\\[000\\].*a=1$'"), "10000\n");
	/* later trace-cmds show the context's letters, too */
	CHECK_STR(shell("trace-cmd report -i trace.dat -t --cpu 5 2>&1 | grep -v '^cpus\\|^ *$' | sed 's/^.*\\[[0-9]*\\] *//; s/  */ /g; s/^[.a-zA-Z]\\{5\\} \\([0-9]\\)/\\1/'"),
		  tracedat_cpu_5);
	kpr_stream_close(st);
	fake_exit(&f[0]);
	fake_exit(&f[1]);
}

/* The verdict's time is the end of what is shown, and not that of whoever shows it. */
static void test_tracedat_end(void)
{
	uint64_t end = T0 + 2000000000;
	struct kpr_stream *st;
	struct fake f;

	st = begin_stream(&f);
	out.clock = &end;
	CHECK_STR(run_to("trace.dat", "trace.dat", st, &incomplete), "");
	CHECK_STR(shell("trace-cmd report -i trace.dat 2>&1 | sed -n 's/.* \\([0-9.]*\\): mark: *incomplete$/\\1/p'"),
		  "102.000000\n");
	fake_stop(&f, st);
}

/* An event of more fields than the module makes is refused, before it leaves its page. */
static void test_tracedat_wide(void)
{
	const uint64_t slots[] = { 1 };
	static char line[200000];
	struct kpr_stream *st;
	struct kpr_item item;
	struct fake f;
	int i, len = snprintf(line, sizeof(line), "16 armed p g/wide sym");

	for (i = 0; i < 10000; i++)
		len += snprintf(line + len, sizeof(line) - len, " a%d:u64@16", i);
	snprintf(line + len, sizeof(line) - len, "\n");
	st = fake_start(&f, 3, line, "/nowhere");
	fake_event(&f, 16, 1, 7, slots, 1);
	KTAP_CHECK(!format_choose(&out, "trace.dat"));
	out.path = strdup(path_of("trace.dat"));
	out.stream = st;
	KTAP_CHECK(!output_open(&out) && !output_begin(&out));
	kpr_stream_pass(st, UINT64_MAX);
	KTAP_CHECK(kpr_stream_next(st, &item) > 0 && item.event && item.event->nr_fields == 10000);
	KTAP_CHECK(output_item(&out, &item) == -E2BIG);
	KTAP_CHECK(!output_end(&out, &incomplete));
	close(out.fd);
	free((void *)out.path);
	end_run();
	fake_stop(&f, st);
}
