/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of formats_test.c: -f tree. */

static void test_tree(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = whole_stream(&f);
	check_golden("tree", text_of("tree", st));
	fake_stop(&f, st);
}

static const char tree_events[] = "16 armed r g/rd sym $func@16 $lat@24 n:u8@32\n"
				  "17 armed p g/e sym s:string@16\n";

static struct kpr_stream *tree_stream(struct fake *f)
{
	struct kpr_stream *st = fake_start(f, 0, tree_events, "");
	static char path[256];

	strcpy(path, path_of("kallsyms"));
	kpr_stream_paths(st, "/nowhere", path, "/nowhere");
	return st;
}

/* A call from start to end, with a number. */
static void put_tree(struct fake *f, uint32_t tid, uint64_t func, uint64_t start, uint64_t end,
		     unsigned int n)
{
	const uint64_t slots[] = { func, end - start, n };

	fake_event(f, 16, end, tid, slots, 3);
}

static void test_tree_tasks(void)
{
	const uint64_t string[] = { STR(4, 24), 0x2f2a41 };	/* A * / */
	struct kpr_stream *st;
	struct fake f;

	st = tree_stream(&f);
	/* in turn: 7 and 8, idle on this CPU; equal times; siblings */
	put_tree(&f, 7, KSYS, 1000, 2000, 1);
	put_tree(&f, 8, DO_IT, 1500, 2500, 2);
	put_tree(&f, 7, DO_IT, 2000, 3000, 3);
	put_tree(&f, 7, VFS, 1000, 3000, 5);
	fake_event(&f, 17, 3100, 8, string, 2);
	put_tree(&f, 0, MOD, 3000, 3200, 4);
	put_tree(&f, 8, VFS, 500, 4000, 6);
	put_tree(&f, 7, VFS, 3500, 4500, 7);
	put_tree(&f, 7, KSYS, 600, 4500, 8);
	put_tree(&f, 7, MOD, 4500, 4500, 9);
	/* overlaps with what there is: no nesting, but none is lost */
	put_tree(&f, 8, KSYS, 3900, 4600, 10);
	check_golden("tree.tasks", text_of("tree", st));
	fake_stop(&f, st);
}

#define DEEP	3000u

static void test_tree_deep(void)
{
	struct kpr_stream *st;
	struct fake f;
	unsigned int i;

	st = tree_stream(&f);
	for (i = 0; i < DEEP; i++)
		put_tree(&f, 7, VFS, 10 * DEEP - i, 10 * DEEP + i, i);
	text_of("tree", st);
	CHECK_STR(shell("grep -c '{$' out; grep -c '}' out; grep -c '();' out; awk '{ print (length($0) > 300) }' out | sort -u"),
		  "2999\n2999\n1\n0\n");
	fake_stop(&f, st);
}

static void test_tree_durations(void)
{
	static const uint64_t lat[] = {
		0, 7, 999, 1000, 9999, 10000, 10001, 123456, 1234567, 12345678, 123456789,
		1234567890, 12345678901,
	};
	struct kpr_stream *st;
	struct fake f;
	unsigned int i;
	uint64_t now = T0;

	st = tree_stream(&f);
	for (i = 0; i < ARRAY_SIZE(lat); i++) {
		now += lat[i];
		put_tree(&f, 7, VFS, now - lat[i], now, i);
		now++;
	}
	text_of("tree", st);
	check_golden("tree.durations", shell("sed -n 's/.*-7      \\(|.*;\\).*/\\1/p' out"));
	fake_stop(&f, st);
}

/* The call began before what has been given already. */
static void test_tree_late(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = tree_stream(&f);
	put_tree(&f, 7, KSYS, T0 + 1000, T0 + 2000, 1);
	put_tree(&f, 7, DO_IT, T0 + 3000, T0 + 4000, 2);
	put_tree(&f, 8, MOD, T0 + CALLS_HOLD_NS + 3000, T0 + CALLS_HOLD_NS + 3500, 3);
	put_tree(&f, 7, VFS, T0 + 500, T0 + CALLS_HOLD_NS + 3600, 4);
	put_tree(&f, 9, VFS, T0 + 400, T0 + 2 * CALLS_HOLD_NS + 9000, 5);
	put_tree(&f, 7, VFS, T0 + 300, T0 + 2 * CALLS_HOLD_NS + 9001, 6);
	check_golden("tree.late", text_of("tree", st));
	fake_stop(&f, st);
}

/* Calls of one task that all might lie in one that is not over. */
static void test_tree_full(void)
{
	unsigned int i, n = 150000;
	struct kpr_stream *st;
	struct kpr_item item;
	struct fake f;

	st = tree_stream(&f);
	KTAP_CHECK(!format_choose(&out, "tree"));
	out.fd = open(path_of("out"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
	out.stream = st;
	KTAP_CHECK(!output_open(&out) && !output_begin(&out));
	for (i = 0; i < n; i++) {
		put_tree(&f, 7, VFS, T0 + 2 * i + 1, T0 + 2 * i + 2, i);
		kpr_stream_pass(st, UINT64_MAX);
		while (kpr_stream_next(st, &item) > 0)
			KTAP_CHECK(!output_item(&out, &item));
	}
	put_tree(&f, 7, KSYS, T0, T0 + 2 * n + 1, 0);
	kpr_stream_pass(st, UINT64_MAX);
	while (kpr_stream_next(st, &item) > 0)
		KTAP_CHECK(!output_item(&out, &item));
	KTAP_CHECK(!output_end(&out, &incomplete));
	close(out.fd);
	end_run();
	/* all are there; some before the call they belong into, which says so */
	CHECK_STR(shell("grep -c 'vfs_read();' out; grep -c 'ksys_read() { /\\* calls in it, up to 100.000[0-9]*, may stand above \\*/' out; grep -c '|    vfs_read();' out | awk '{ print ($1 > 1000 && $1 < 140000) }'"),
		  "150000\n1\n1\n");
	fake_stop(&f, st);
}
