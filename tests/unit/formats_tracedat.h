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
			" wc -l <ours; diff ours theirs"), "27\n");
}

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
	CHECK_STR(shell("trace-cmd report -i trace.dat -t --cpu 5 2>&1 | grep -v '^cpus\\|^ *$' | sed 's/^.*\\[[0-9]*\\] *//; s/  */ /g'"),
		  tracedat_cpu_5);
	kpr_stream_close(st);
	fake_exit(&f[0]);
	fake_exit(&f[1]);
}
