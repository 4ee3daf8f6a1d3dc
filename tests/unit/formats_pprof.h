/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of formats_test.c: -f pprof. */

static const char *pprof_read(void)
{
	return shell("protoc --proto_path=%s/.. --decode=Profile formats_pprof.proto <out >decoded && "
		     "perl %s/../pprof_check.pl <decoded && sed -n '/^[a-z_]*: [0-9]/p' decoded",
		     GOLDEN, GOLDEN);
}

static void test_pprof_read(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = whole_stream(&f);
	CHECK_STR(run_to("pprof", "out", st, &incomplete), "");
	check_golden("pprof", pprof_read());
	fake_stop(&f, st);
	st = begin_stream(&f);
	CHECK_STR(run_to("pprof", "out", st, &(struct summary){ .counters.known = true }), "");
	CHECK_STR(pprof_read(), "time_nanos: 1577836806000000007\ncomment: 7\ndefault_sample_type: 1\n");
	fake_stop(&f, st);
}
