/* SPDX-License-Identifier: GPL-2.0 */
/* Part of show_test.c: what people get to see. */

static struct samples first, second;

static void start(struct samples *s, bool is_signed)
{
	s->n = 0;
	s->is_signed = is_signed;
}

static const char text_none_1[] =
"# hist($lat) by $comm\n"
"\n"
"no hits\n"
"\n"
"total: 0 hits = 0 in 0 entries + 0 other + 0 unreadable\n";

static const char text_none_2[] =
"# count\n"
"\n"
"no hits\n"
"\n"
"total: 0 hits = 0 in 0 entries + 0 other + 0 unreadable\n";

static const char text_none_3[] =
"# count\n"
"\n"
"no entries\n"
"\n"
"total: 3 hits = 0 in 0 entries + 0 other + 3 unreadable\n";

static void test_text_none(void)
{
	struct kpctl_show_aggr a = { .text = "hist($lat) by $comm", .action = KPCTL_ACTION_HIST,
				     .is_ns = true, .max_entries = 2048 };

	check_text(&a, text_none_1);
	a.action = KPCTL_ACTION_COUNT;
	a.text = "count";
	check_text(&a, text_none_2);
	a.hits = a.unread = 3;
	check_text(&a, text_none_3);
}

static const char text_one_1[] =
"# hist(n)\n"
"\n"
"count  sum  avg  p50  p90  p99  p99.9  max\n"
"    1    0    0    0    0    0      0    0\n"
"\n"
"[0]                     1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"total: 1 hit = 1 in 1 entry + 0 other + 0 unreadable\n";

static const char text_one_2[] =
"# hist(n)\n"
"\n"
"count   sum   avg   p50   p90   p99  p99.9   max\n"
"    1  4095  4095  4063  4063  4063   4063  4095\n"
"\n"
"[2K, 4K)                1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"total: 1 hit = 1 in 1 entry + 0 other + 0 unreadable\n";

static void test_text_one(void)
{
	struct kpctl_show_aggr a = { .text = "hist(n)", .action = KPCTL_ACTION_HIST, .hits = 1,
				     .entries = 1, .max_entries = 1, .nrows = 1,
				     .row = &first.row };

	start(&first, false);
	add_run(&first, 1, 0, 0);
	make_row(&first, "");
	check_text(&a, text_one_1);
	start(&first, false);
	add_run(&first, 1, 4095, 0);
	make_row(&first, NULL);
	check_text(&a, text_one_2);
}

static const char text_ns[] =
"# hist($lat)\n"
"\n"
"count      sum      avg    p50      p90      p99     p99.9      max\n"
" 1211  4.324ms  3.570us  999ns  1.487us  1.583us  19.199us  3.000ms\n"
"\n"
"[256ns, 512ns)              200 |@@@@@@@@@@@@@@@@@@                                  |\n"
"[512ns, 1.024us)            424 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@              |\n"
"[1.024us, 2.048us)          576 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"[2.048us, 4.096us)            0 |                                                    |\n"
"[4.096us, 8.192us)            0 |                                                    |\n"
"[8.192us, 16.384us)           7 |                                                    |\n"
"[16.384us, 32.768us)          3 |                                                    |\n"
"[32.768us, 65.536us)          0 |                                                    |\n"
"[65.536us, 131.072us)         0 |                                                    |\n"
"[131.072us, 262.144us)        0 |                                                    |\n"
"[262.144us, 524.288us)        0 |                                                    |\n"
"[524.288us, 1.048ms)          0 |                                                    |\n"
"[1.048ms, 2.097ms)            0 |                                                    |\n"
"[2.097ms, 4.194ms)            1 |                                                    |\n"
"\n"
"total: 1211 hits = 1211 in 1 entry + 0 other + 0 unreadable\n";

static void test_text_ns(void)
{
	struct kpctl_show_aggr a = { .text = "hist($lat)", .action = KPCTL_ACTION_HIST, .is_ns = true,
				     .hits = 1211, .entries = 1, .max_entries = 1, .nrows = 1,
				     .row = &first.row };

	start(&first, false);
	add_run(&first, 200, 300, 1);
	add_run(&first, 1000, 600, 1);
	add_run(&first, 10, 10000, 1000);
	add_run(&first, 1, 3000000, 0);
	make_row(&first, "");
	check_text(&a, text_ns);
}

static const char text_keys[] =
"# hist(size) by $comm, $pid\n"
"\n"
"count      sum     avg     p50     p90     p99   p99.9      max  key\n"
" 3000  12.870M    4498    4543    8127    8831    8978     8997  comm: postgres, pid: 123456\n"
"    2   2.861M  1.430M  1.417M  1.417M  1.417M  1.417M  1501000  comm: cat, pid: 7\n"
"\n"
"comm: postgres, pid: 123456\n"
"[0]                     1 |                                                    |\n"
"[1]                     0 |                                                    |\n"
"[2, 4)                  1 |                                                    |\n"
"[4, 8)                  1 |                                                    |\n"
"[8, 16)                 3 |                                                    |\n"
"[16, 32)                5 |                                                    |\n"
"[32, 64)               11 |                                                    |\n"
"[64, 128)              21 |                                                    |\n"
"[128, 256)             43 |@                                                   |\n"
"[256, 512)             85 |@@@                                                 |\n"
"[512, 1K)             171 |@@@@@@                                              |\n"
"[1K, 2K)              341 |@@@@@@@@@@@@                                        |\n"
"[2K, 4K)              683 |@@@@@@@@@@@@@@@@@@@@@@@@@@                          |\n"
"[4K, 8K)             1365 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"[8K, 16K)             269 |@@@@@@@@@@                                          |\n"
"\n"
"comm: cat, pid: 7\n"
"[1M, 2M)                2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"total: 3020 hits = 3002 in 2 entries + 17 other + 1 unreadable\n"
"other: hits whose key found no room in the table of 2\n";

static void test_text_keys(void)
{
	struct kpctl_show_row rows[2];
	struct kpctl_show_aggr a = { .text = "hist(size) by $comm, $pid", .action = KPCTL_ACTION_HIST,
				     .hits = 3020, .other = 17, .unread = 1, .entries = 2,
				     .max_entries = 2, .nrows = 2, .row = rows };

	start(&first, false);
	add_run(&first, 3000, 0, 3);
	make_row(&first, "comm: postgres, pid: 123456");
	start(&second, false);
	add_run(&second, 2, 1500000, 1000);
	make_row(&second, "comm: cat, pid: 7");
	rows[0] = first.row;
	rows[1] = second.row;
	check_text(&a, text_keys);
}

static const char text_signed_1[] =
"# hist($retval)\n"
"\n"
"count    sum  avg  p50   p90   p99  p99.9   max\n"
"   31  20599  664    9  4096  4096   4096  4096\n"
"\n"
"(-16, -8]               5 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@                    |\n"
"(-8, -4]                0 |                                                    |\n"
"(-4, -2]                0 |                                                    |\n"
"[-1]                    1 |@@@@@@                                              |\n"
"[0]                     1 |@@@@@@                                              |\n"
"[1]                     1 |@@@@@@                                              |\n"
"[2, 4)                  2 |@@@@@@@@@@@@@                                       |\n"
"[4, 8)                  4 |@@@@@@@@@@@@@@@@@@@@@@@@@@                          |\n"
"[8, 16)                 8 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"[16, 32)                4 |@@@@@@@@@@@@@@@@@@@@@@@@@@                          |\n"
"[32, 64)                0 |                                                    |\n"
"[64, 128)               0 |                                                    |\n"
"[128, 256)              0 |                                                    |\n"
"[256, 512)              0 |                                                    |\n"
"[512, 1K)               0 |                                                    |\n"
"[1K, 2K)                0 |                                                    |\n"
"[2K, 4K)                0 |                                                    |\n"
"[4K, 8K)                5 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@                    |\n"
"\n"
"total: 31 hits = 31 in 1 entry + 0 other + 0 unreadable\n";

static const char text_signed_2[] =
"# hist($retval)\n"
"\n"
"count     sum    avg    p50    p90    p99  p99.9    max\n"
"   31  -93000  -3000  -3004  -3004  -3004  -3004  -3000\n"
"\n"
"(-4K, -2K]             31 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"total: 31 hits = 31 in 1 entry + 0 other + 0 unreadable\n";

static void test_text_signed(void)
{
	struct kpctl_show_aggr a = { .text = "hist($retval)", .action = KPCTL_ACTION_HIST, .is_signed = true,
				     .hits = 31, .entries = 1, .max_entries = 1, .nrows = 1,
				     .row = &first.row };

	start(&first, true);
	add_run(&first, 5, -14ull, 0);
	add_run(&first, 1, -1ull, 0);
	add_run(&first, 20, 0, 1);
	add_run(&first, 5, 4096, 0);
	make_row(&first, "");
	check_text(&a, text_signed_1);
	start(&first, true);
	add_run(&first, 31, -3000ull, 0);
	make_row(&first, "");
	check_text(&a, text_signed_2);
}

static const char text_full_1[] =
"# hist(p)\n"
"\n"
"count       sum       avg      p50      p90      p99    p99.9                   max\n"
"    4  ~15.999E  ~12.159E  15.874E  15.874E  15.874E  15.874E  18446744073709551615\n"
"\n"
"[1E, 2E)                1 |@@@@@@@@@@@@@@@@@                                   |\n"
"[2E, 4E)                0 |                                                    |\n"
"[4E, 8E)                0 |                                                    |\n"
"[8E, 16E)               3 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"total: 4 hits = 4 in 1 entry + 0 other + 0 unreadable\n";

static const char text_full_2[] =
"# hist(p)\n"
"\n"
"count                sum                avg               p50               p90               p99             p99.9               max\n"
"    4  ~18446744073.709s  ~14019705640.004s  18302628885.633s  18302628885.633s  18302628885.633s  18302628885.633s  18446744073.709s\n"
"\n"
"[1152921504.606s, 2305843009.213s)         1 |@@@@@@@@@@@@@@@@@                                   |\n"
"[2305843009.213s, 4611686018.427s)         0 |                                                    |\n"
"[4611686018.427s, 9223372036.854s)         0 |                                                    |\n"
"[9223372036.854s, 18446744073.709s]        3 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"total: 4 hits = 4 in 1 entry + 0 other + 0 unreadable\n";

static void test_text_full(void)
{
	struct kpctl_show_aggr a = { .text = "hist(p)", .action = KPCTL_ACTION_HIST, .hits = 4,
				     .entries = 1, .max_entries = 1, .nrows = 1,
				     .row = &first.row };

	start(&first, false);
	add_run(&first, 1, 1ull << 60, 0);
	add_run(&first, 3, ~0ull, 0);
	make_row(&first, "");
	check_text(&a, text_full_1);
	a.is_ns = true;
	check_text(&a, text_full_2);
}

static const char text_full_signed_1[] =
"# hist(d)\n"
"\n"
"count       sum       avg      p50      p90      p99    p99.9                   max\n"
"    6  ~-8.000E  ~-7.353E  -8.000E  -6.062E  -6.062E  -6.062E  -6917529027641081856\n"
"\n"
"[-8E]                   4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"(-8E, -4E]              2 |@@@@@@@@@@@@@@@@@@@@@@@@@@                          |\n"
"\n"
"total: 6 hits = 6 in 1 entry + 0 other + 0 unreadable\n";

static const char text_full_signed_2[] =
"# hist(d)\n"
"\n"
"count      sum      avg     p50     p90     p99   p99.9                  max\n"
"    2  ~7.999E  ~7.936E  7.936E  7.936E  7.936E  7.936E  9223372036854775807\n"
"\n"
"[4E, 8E)                2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"total: 2 hits = 2 in 1 entry + 0 other + 0 unreadable\n";

static void test_text_full_signed(void)
{
	struct kpctl_show_aggr a = { .text = "hist(d)", .action = KPCTL_ACTION_HIST, .is_signed = true,
				     .hits = 6, .entries = 1, .max_entries = 1, .nrows = 1,
				     .row = &first.row };

	start(&first, true);
	add_run(&first, 4, 1ull << 63, 0);
	add_run(&first, 2, -3ull << 61, 0);
	make_row(&first, "");
	check_text(&a, text_full_signed_1);
	start(&first, true);
	a.hits = 2;	/* the sum is a number of 64 bits, but of no signed one */
	add_run(&first, 2, ~0ull >> 1, 0);
	make_row(&first, "");
	check_text(&a, text_full_signed_2);
}

static const char text_stacks[] =
"# hist($lat) by $comm, $stacktrace\n"
"\n"
"comm: cat, stack:\n"
" => vfs_read+0x0/0x100\n"
" => ksys_read+0x6b/0xf0\n"
"count      sum    avg    p50    p90    p99  p99.9    max\n"
"   10  1.450us  145ns  141ns  181ns  189ns  189ns  190ns\n"
"\n"
"[64ns, 128ns)                 3 |@@@@@@@@@@@@@@@@@@@@@@                              |\n"
"[128ns, 256ns)                7 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"comm: a process of 9, stack:\n"
" => vfs_read+0x0/0x100\n"
"count       sum      avg      p50      p90      p99    p99.9      max\n"
"    2  10.000us  5.000us  4.996us  4.996us  4.996us  4.996us  5.000us\n"
"\n"
"[4.096us, 8.192us)            2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"total: 12 hits = 12 in 2 entries + 0 other + 0 unreadable\n";

static void test_text_stacks(void)
{
	struct kpctl_show_row rows[2];
	struct kpctl_show_aggr a = { .text = "hist($lat) by $comm, $stacktrace", .action = KPCTL_ACTION_HIST,
				     .is_ns = true, .hits = 12, .entries = 2, .max_entries = 256,
				     .nrows = 2, .row = rows };

	start(&first, false);
	add_run(&first, 10, 100, 10);
	make_row(&first, "comm: cat, stack:\nvfs_read+0x0/0x100\n ksys_read+0x6b/0xf0\n\n");
	start(&second, false);
	add_run(&second, 2, 5000, 0);
	make_row(&second, "comm: a process of 9, stack:\nvfs_read+0x0/0x100");
	rows[0] = first.row;
	rows[1] = second.row;
	check_text(&a, text_stacks);
}

static const char text_counts_1[] =
"# count by $comm\n"
"\n"
"  count  share                                   key\n"
"1000000  74.9% |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|  comm: postgres\n"
" 333333  24.9% |@@@@@@@@@                     |  comm: cat\n"
"      1   0.0% |                              |  comm: sh\n"
"\n"
"total: 1333339 hits = 1333334 in 3 entries + 5 other + 0 unreadable\n"
"other: hits whose key found no room in the table of 3\n";

static const char text_counts_2[] =
"# count\n"
"\n"
"count\n"
"    7\n"
"\n"
"total: 7 hits = 7 in 1 entry + 0 other + 0 unreadable\n";

static const char text_counts_3[] =
"# count by $cpu\n"
"\n"
"               count   share                                   key\n"
"18446744073709551615  100.0% |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|  cpu: 3\n"
"\n"
"total: 18446744073709551615 hits = 18446744073709551615 in 1 entry + 0 other + 0 unreadable\n";

static const char text_counts_times[] =
"# count by time(1s)\n"
"\n"
"count  share                                   key\n"
"  100   8.3% |@@@                           |  time(1s): 7.000000\n"
" 1000  83.3% |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|  time(1s): 8.000000\n"
"    0   0.0% |                              |  time(1s): 9.000000\n"
"  100   8.3% |@@@                           |  time(1s): 10.000000\n"
"\n"
"total: 1200 hits = 1200 in 4 entries + 0 other + 0 unreadable\n";

static void test_text_counts(void)
{
	static const struct kpctl_show_row rows[] = {
		{ .count = 1000000, .key = "comm: postgres" },
		{ .count = 333333, .key = "comm: cat" },
		{ .count = 1, .key = "comm: sh" },
	};
	struct kpctl_show_aggr a = { .text = "count by $comm", .hits = 1333339, .other = 5,
				     .entries = 3, .max_entries = 3, .nrows = 3, .row = rows };

	check_text(&a, text_counts_1);
	check_text(&(struct kpctl_show_aggr){ .text = "count", .hits = 7, .entries = 1,
		.max_entries = 1, .nrows = 1,
		.row = &(struct kpctl_show_row){ .count = 7, .key = "" } }, text_counts_2);
	check_text(&(struct kpctl_show_aggr){ .text = "count by $cpu", .hits = ~0ull, .entries = 1,
		.max_entries = 8, .nrows = 1,
		.row = &(struct kpctl_show_row){ .count = ~0ull, .key = "cpu: 3" } }, text_counts_3);
	/* the largest is not the first */
	check_text(&(struct kpctl_show_aggr){ .text = "count by time(1s)", .hits = 1200,
		.entries = 4, .max_entries = 8, .nrows = 4,
		.row = (struct kpctl_show_row[]){ { .count = 100, .key = "time(1s): 7.000000" },
						  { .count = 1000, .key = "time(1s): 8.000000" },
						  { .key = "time(1s): 9.000000" },
						  { .count = 100, .key = "time(1s): 10.000000" } } },
		   text_counts_times);
}

static const char text_count_stacks[] =
"# count by $stacktrace\n"
"\n"
"count  share                                   key\n"
"   20  66.6% |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|  stack:\n"
" => vfs_read+0x0/0x100\n"
" => ksys_read+0x6b/0xf0\n"
"   10  33.3% |@@@@@@@@@@@@@@@               |  stack:\n"
" => (fault)\n"
"\n"
"total: 30 hits = 30 in 2 entries + 0 other + 0 unreadable\n";

static void test_text_count_stacks(void)
{
	static const struct kpctl_show_row rows[] = {
		{ .count = 20, .key = "stack:\nvfs_read+0x0/0x100\nksys_read+0x6b/0xf0" },
		{ .count = 10, .key = "stack:\n(fault)" },
	};
	struct kpctl_show_aggr a = { .text = "count by $stacktrace", .hits = 30, .entries = 2,
				     .max_entries = 256, .nrows = 2, .row = rows };

	check_text(&a, text_count_stacks);
}

static const char text_interval_1[] =
"# hist($lat)\n"
"\n"
"count  hits/s       sum    avg    p50    p90    p99  p99.9     max\n"
"  100    50.0  14.950us  149ns  149ns  189ns  197ns  197ns  ~199ns\n"
"\n"
"[64ns, 128ns)                28 |@@@@@@@@@@@@@@@@@@@@                                |\n"
"[128ns, 256ns)               72 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"total: 100 hits = 100 in 1 entry + 0 other + 0 unreadable\n";

static const char text_interval_2[] =
"# count by $cpu\n"
"\n"
"count  hits/s   share                                   key\n"
"    7     3.5  100.0% |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|  cpu: 3\n"
"\n"
"total: 7 hits = 7 in 1 entry + 0 other + 0 unreadable\n";

static void test_text_interval(void)
{
	struct kpctl_show_aggr a = { .text = "hist($lat)", .action = KPCTL_ACTION_HIST, .is_ns = true,
				     .interval = 2000000000, .hits = 100, .entries = 1,
				     .max_entries = 1, .nrows = 1, .row = &first.row };

	start(&first, false);
	add_run(&first, 100, 100, 1);
	make_row(&first, "");
	first.row.max_about = true;
	check_text(&a, text_interval_1);
	check_text(&(struct kpctl_show_aggr){ .text = "count by $cpu", .hits = 7, .entries = 1,
		.max_entries = 8, .nrows = 1, .interval = 2000000000,
		.row = &(struct kpctl_show_row){ .count = 7, .key = "cpu: 3" } }, text_interval_2);
}

static void check_total(const struct kpctl_show_aggr *a, const char *want)
{
	static struct catch c = { .out.put = catch_put };

	c.len = 0;
	kpctl_show_total(&c.out, "since the start", a);
	if (strcmp(c.text, want))
		ktap_wrong("\n--- got:\n%s--- want:\n%s---", c.text, want);
}

static const char text_totals_1[] =
"since the start: 13 hits = 10 in 1 entry + 2 other + 1 unreadable\n";

static const char text_totals_2[] =
"since the start: 15 hits = 10 in 1 entry + 2 other + 1 unreadable + 2 under way\n";

static const char text_totals_3[] =
"since the start: 12 hits != 10 in 1 entry + 2 other + 1 unreadable\n";

static const char text_totals_4[] =
"since the start: 1 hit = 1 in 1 entry + 0 other + 0 unreadable\n";

static void test_text_totals(void)
{
	struct kpctl_show_row r = { .count = 10 };
	struct kpctl_show_aggr a = { .hits = 13, .other = 2, .unread = 1, .entries = 1,
				     .max_entries = 1, .nrows = 1, .row = &r };

	check_total(&a, text_totals_1);
	a.hits = 15;
	check_total(&a, text_totals_2);
	a.hits = 12;
	check_total(&a, text_totals_3);
	a.other = a.unread = 0;
	a.hits = r.count = 1;
	check_total(&a, text_totals_4);
}

/* A key that has just come: its row is there, and nothing in it yet. */
static const char text_new_1[] =
"# hist(n) by $pid\n"
"\n"
"count  sum  avg  p50  p90  p99  p99.9  max  key\n"
"    1    7    7    7    7    7      7    7  pid: 1\n"
"    0    0    -    -    -    -      -    0  pid: 2\n"
"\n"
"pid: 1\n"
"[4, 8)                  1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"pid: 2\n"
"\n"
"total: 1 hit = 1 in 2 entries + 0 other + 0 unreadable\n";

static void test_text_new(void)
{
	struct kpctl_show_bucket b = { 7, 7, 1 };
	const struct kpctl_show_row row[] = {
		{ .count = 1, .sum = 7, .max = 7, .key = "pid: 1", .bucket = &b, .nbuckets = 1 },
		{ .key = "pid: 2" },
	};
	struct kpctl_show_aggr a = { .text = "hist(n) by $pid", .action = KPCTL_ACTION_HIST, .hits = 1,
				     .entries = 2, .max_entries = 2, .nrows = 2, .row = row };

	check_text(&a, text_new_1);
}

/* The widest ranges and counts that can be; the table is as wide as its numbers. */
static void test_text_width(void)
{
	struct kpctl_show_bucket b[] = { { 0, 0, ~0ull }, { 1ull << 63, ~0ull, ~0ull >> 1 } };
	struct kpctl_show_row r = { .count = ~0ull, .max = ~0ull, .bucket = b, .nbuckets = 2 };
	struct kpctl_show_aggr a = { .action = KPCTL_ACTION_HIST, .is_ns = true };
	static struct catch c = { .out.put = catch_put };
	char *line, *save = NULL;
	u32 n = 0;

	kpctl_show_bars(&c.out, &a, &r);
	for (line = strtok_r(c.text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		KTAP_CHECK(strlen(line) <= 100);
		n++;
	}
	KTAP_CHECK(n == 65);
}

/* The lines of a text: how many are longer than `room`, and how many end with `end`. */
static void measure_lines(char *text, u32 room, const char *end, u32 *longer, u32 *ends)
{
	char *line, *save = NULL;

	*longer = *ends = 0;
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		*longer += strlen(line) > room;
		*ends += strlen(line) >= strlen(end) &&
			 !strcmp(line + strlen(line) - strlen(end), end);
	}
}

#define LONG_KEY	"comm: a-key-of-24-letter"

/* Whatever the room is, keys and counts are there, and no more is left out than has to be. */
static void check_room(struct kpctl_show_aggr a, u32 least)
{
	static struct catch c = { .out.put = catch_put };
	u32 room, longer, ends, was = 0;

	for (room = 1; room <= 120; room++) {
		a.room = room;
		c.len = 0;
		kpctl_show_rows(&c.out, &a);
		if (room > 20 && c.len < was)
			ktap_wrong("less is there in %u columns:\n%s", room, c.text);
		was = c.len;
		measure_lines(c.text, room < least ? least : room, LONG_KEY, &longer, &ends);
		if (longer || !ends)
			ktap_wrong("%u columns: %u lines are longer, %u have the key",
				   room, longer, ends);
	}
	a.room = 0;
	c.len = 0;
	kpctl_show_rows(&c.out, &a);
	if (c.len != was)
		ktap_wrong("in 120 columns there is not all");
}

static const char text_room_80[] =
"# hist($lat) by $comm\n"
"\n"
"count       sum    avg    p50    p90    p99     max  key\n"
"  100  14.950us  149ns  149ns  189ns  197ns  ~199ns  " LONG_KEY "\n"
"  100  14.950us  149ns  149ns  189ns  197ns  ~199ns  comm: dd\n"
"\n"
LONG_KEY "\n"
"[64ns, 128ns)                28 |@@@@@@@@@@@@@@@@@                             |\n"
"[128ns, 256ns)               72 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"comm: dd\n"
"[64ns, 128ns)                28 |@@@@@@@@@@@@@@@@@                             |\n"
"[128ns, 256ns)               72 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"total: 200 hits = 200 in 2 entries + 0 other + 0 unreadable\n";

static void test_text_room(void)
{
	struct kpctl_show_row rows[2];
	struct kpctl_show_aggr a = { .text = "hist($lat) by $comm", .action = KPCTL_ACTION_HIST,
				     .is_ns = true, .interval = 2000000000, .hits = 200,
				     .entries = 2, .max_entries = 2, .nrows = 2, .row = rows };

	start(&first, false);
	add_run(&first, 100, 100, 1);
	make_row(&first, "");
	first.row.max_about = true;
	rows[0] = rows[1] = first.row;
	rows[0].key = LONG_KEY;
	rows[1].key = "comm: dd";
	check_room(a, 44);
	a.action = KPCTL_ACTION_COUNT;
	check_room(a, 33);
	a.action = KPCTL_ACTION_STATS;
	check_room(a, 44);
	a.action = KPCTL_ACTION_HIST;
	a.room = 80;
	a.interval = 0;
	check_text(&a, text_room_80);
}

static const char text_stats_1[] =
"# stats($lat) by $comm\n"
"\n"
"count      sum      avg    min      max  key\n"
"    4  9.000us  2.250us  500ns  5.000us  comm: cat\n"
"    1     20ns     20ns   20ns     20ns  comm: dd\n"
"\n"
"total: 5 hits = 5 in 2 entries + 0 other + 0 unreadable\n";

static const char text_stats_2[] =
"# stats(d)\n"
"\n"
"count       sum       avg  min  max\n"
"    3  ~-8.000E  ~-2.666E  ~-9   -1\n"
"\n"
"total: 3 hits = 3 in 1 entry + 0 other + 0 unreadable\n";

static void test_text_stats(void)
{
	struct kpctl_show_bucket b[2] = { { 500, 5000, 4 }, { 20, 20, 1 } };
	struct kpctl_show_bucket below = { -9ull, -1ull, 3 };
	struct kpctl_show_row rows[2] = {
		{ .count = 4, .sum = 9000, .max = 5000, .key = "comm: cat", .bucket = &b[0], .nbuckets = 1 },
		{ .count = 1, .sum = 20, .max = 20, .key = "comm: dd", .bucket = &b[1], .nbuckets = 1 },
	};
	struct kpctl_show_row one = { .count = 3, .sum = 1ull << 63, .max = -1ull, .min_about = true,
				      .key = "", .bucket = &below, .nbuckets = 1 };
	struct kpctl_show_aggr a = { .text = "stats($lat) by $comm", .action = KPCTL_ACTION_STATS,
				     .is_ns = true, .hits = 5, .entries = 2, .max_entries = 16,
				     .nrows = 2, .row = rows };

	check_text(&a, text_stats_1);
	a = (struct kpctl_show_aggr){ .text = "stats(d)", .action = KPCTL_ACTION_STATS,
				      .is_signed = true, .hits = 3, .entries = 1, .nrows = 1,
				      .row = &one };
	check_text(&a, text_stats_2);
}

static const char text_sum_1[] =
"# sum(n) by $comm\n"
"\n"
"count   sum  share                                   key\n"
"    4  9000  75.0% |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|  comm: cat\n"
"    7  3000  25.0% |@@@@@@@@@@                    |  comm: dd\n"
"\n"
"total: 11 hits = 11 in 2 entries + 0 other + 0 unreadable\n";

/* Where a sum is below zero there are no shares. */
static const char text_sum_2[] =
"# sum(n) by $comm\n"
"\n"
"count   sum  key\n"
"    7  3000  comm: dd\n"
"    4    -9  comm: cat\n"
"\n"
"total: 11 hits = 11 in 2 entries + 0 other + 0 unreadable\n";

static void test_text_sum(void)
{
	struct kpctl_show_row rows[2] = {
		{ .count = 7, .sum = 3000, .key = "comm: dd" },
		{ .count = 4, .sum = 9000, .key = "comm: cat" },
	};
	struct kpctl_show_aggr a = { .text = "sum(n) by $comm", .action = KPCTL_ACTION_SUM,
				     .hits = 11, .entries = 2, .max_entries = 16, .nrows = 2,
				     .row = rows };

	kpctl_show_sort(&a, rows);
	check_text(&a, text_sum_1);
	rows[0].sum = -9ull;
	a.is_signed = true;
	kpctl_show_sort(&a, rows);
	check_text(&a, text_sum_2);
}
