/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of formats_test.c: -f folded. */

static void test_folded(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = whole_stream(&f);
	check_golden("folded", text_of("folded", st));
	fake_stop(&f, st);
	st = whole_stream(&f);
	check_golden("folded.lat", text_of("folded=lat", st));
	fake_stop(&f, st);
	check_refused("folded=n", "-f folded has one option, folded=lat: n");
}

/* An argument that is called lat, and is a duration; or a number, which is none. */
static void test_folded_named(void)
{
	const uint64_t slots[] = { 5, 7 };
	struct kpr_stream *st;
	struct fake f;

	st = fake_start(&f, 3, "16 armed p g/e sym lat:ns@16\n17 armed p g/n sym lat:u64@16\n"
			"18 armed p g/c sym lat:ns@32\n", "/nowhere");
	fake_event(&f, 16, 1, 7, slots, 2);
	fake_event(&f, 16, 2, 7, slots, 2);
	fake_event(&f, 17, 3, 7, slots, 2);
	fake_event(&f, 18, 4, 7, slots, 2);
	CHECK_STR(run_to("folded=lat", "out", st, &(struct summary){ .counters.known = true }), "");
	CHECK_STR(read_file("out"), "<...> 10\n[no duration] 2\n");
	fake_stop(&f, st);
}

/* A task may have no name, which would be an empty frame. */
static void test_folded_nameless(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = fake_start(&f, 3, "16 armed p g/e sym $ip@16\n", "/nowhere");
	fake_comm(&f, 1, 7, "");
	fake_event(&f, 16, 1, 7, (uint64_t []){ NOBODY }, 1);
	CHECK_STR(run_to("folded", "out", st, &(struct summary){ .counters.known = true }), "");
	CHECK_STR(read_file("out"), "[no name];0xffffffffa0000000 1\n");
	fake_stop(&f, st);
}

/* Stacks that never come again: those that found no room are in one, and none is missing. */
static void test_folded_full(void)
{
	uint64_t slots[65] = { STR(64 * 8, 24) };
	struct kpr_stream *st;
	unsigned int i, n = 40000;
	struct kpr_item item;
	struct fake f;

	st = fake_start(&f, 3, "16 armed p g/e sym stacktrace:stack@16\n", "/nowhere");
	KTAP_CHECK(!format_choose(&out, "folded"));
	out.fd = open(path_of("out"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
	out.stream = st;
	KTAP_CHECK(!output_open(&out) && !output_begin(&out));
	for (i = 0; i < n; i++) {
		slots[1 + i % 64] = NOBODY + i;
		fake_event(&f, 16, i + 1, 7, slots, 65);
		kpr_stream_pass(st, UINT64_MAX);
		while (kpr_stream_next(st, &item) > 0)
			KTAP_CHECK(!output_item(&out, &item));
	}
	KTAP_CHECK(!output_end(&out, &(struct summary){ .counters.known = true }));
	close(out.fd);
	end_run();
	CHECK_STR(shell("awk '{ n += $NF } END { print n, NR < n }' out; grep -c 'no room' out"),
		  "40000 1\n1\n");
	KTAP_CHECK(atoi(shell("wc -c <out")) < (int)STACKS_MEMORY);
	KTAP_CHECK(atoi(shell("wc -c <out")) > (int)STACKS_MEMORY / 2);
	fake_stop(&f, st);
}

static void test_folded_read(void)
{
	static const char * const formats[] = { "folded", "folded=lat" };
	static const char * const wants[] = {
		"19\n[corrupt bytes 24] 24\n[lost 1628] 1628\n[missed 3] 3\n[nested 2] 2\n"
		"[norcu 1] 1\n[throttled 99] 99\na:b \"c? 2\ncat 23\n",
		"16\n[corrupt bytes 24] 1\n[lost 1628] 1\n[missed 3] 1\n[nested 2] 1\n"
		"[no duration] 15\n[norcu 1] 1\n[throttled 99] 1\na:b \"c? 2501\ncat 20500\n",
	};
	struct kpr_stream *st;
	struct fake f;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		st = whole_stream(&f);
		text_of(formats[i], st);
		CHECK_STR(shell("perl %s/../folded_check.pl <out", GOLDEN), wants[i]);
		fake_stop(&f, st);
	}
}
