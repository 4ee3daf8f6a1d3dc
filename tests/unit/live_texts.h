/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of live_test.c: views, and what kpread makes of them. */

#define PROFILE	"event hits emitted aggregated filtered lost missed nested inflight maxactive mode\n"

static const struct moment two[] = {
	{
		"aggr 16 kprobes/rd 0 hist-ns 103 2 1 2 2048 7 hist($lat) by $comm\n"
		"key 90 9000 131 2 96:97:60 128:131:30\tcomm: cat\n"
		"key 10 50 5 1 5:5:10\tcomm: dd\n"
		"aggr 17 kprobes/op 0 count 5 0 0 1 1 0 count\n"
		"key 5 0 0 0\t\n",
		PROFILE "kprobes/rd 110 0 103 3 1 2 0 1 4 ftrace\n"
		"kprobes/op 5 4 5 0 0 0 0 0 0 optimized\n",
	}, {
		"aggr 16 kprobes/rd 0 hist-ns 153 2 1 3 2048 7 hist($lat) by $comm\n"
		"key 90 9000 131 2 96:97:60 128:131:30\tcomm: cat\n"
		"key 50 250 5 1 5:5:50\tcomm: dd\n"
		"key 10 10240 1024 1 1024:1055:10\tcomm: sh\n"
		"aggr 17 kprobes/op 0 count 5 0 0 1 1 0 count\n"
		"key 5 0 0 0\t\n",
		PROFILE "kprobes/rd 164 1 153 3 5 2 0 0 4 ftrace\n"
		"kprobes/op 5 4 5 0 0 0 0 0 0 optimized\n",
	},
};

static const char hist_1[] =
"# kprobes/rd: hist($lat) by $comm\n"
"\n"
"count      sum    avg   p50    p90    p99  p99.9    max  key\n"
"   90  9.000us  100ns  96ns  129ns  129ns  129ns  131ns  comm: cat\n"
"   10     50ns    5ns   5ns    5ns    5ns    5ns    5ns  comm: dd\n"
"\n"
"comm: cat\n"
"[64ns, 128ns)                60 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"[128ns, 256ns)               30 |@@@@@@@@@@@@@@@@@@@@@@@@@@                          |\n"
"\n"
"comm: dd\n"
"[4ns, 8ns)                   10 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"total: 103 hits = 100 in 2 entries + 2 other + 1 unreadable\n"
"other: hits whose key found no room in the table of 2048\n"
"\n"
"# kprobes/op: count\n"
"\n"
"count\n"
"    5\n"
"\n"
"total: 5 hits = 5 in 1 entry + 0 other + 0 unreadable\n";

static void test_hist(void)
{
	START(two);
	CHECK("hist", 0, hist_1, "");
}

/*
 * top=2: four keys are kept. Then c has become the second, d has gone and its hits are `other`, b
 * had gone, too, and has come back with fewer.
 */
static const struct moment top_two[] = {
	{
		"aggr 16 g/e 0 count 103 3 0 4 2 7 count by $comm top=2\n"
		"key 50 0 0 0\tcomm: a\n" "key 30 0 0 0\tcomm: b\n"
		"key 15 0 0 0\tcomm: c\n" "key 5 0 0 0\tcomm: d\n",
		PROFILE "g/e 103 0 103 0 0 0 0 0 0 ftrace\n",
	}, {
		"aggr 16 g/e 0 count 158 39 0 4 2 7 count by $comm top=2\n"
		"key 60 0 0 0\tcomm: a\n" "key 45 0 0 0\tcomm: c\n"
		"key 10 0 0 0\tcomm: b\n" "key 4 0 0 0\tcomm: e\n",
		PROFILE "g/e 158 0 158 0 0 0 0 0 0 ftrace\n",
	},
};

static const char hist_top[] =
"# g/e: count by $comm top=2\n"
"\n"
"count  share                                   key\n"
"   50  48.5% |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|  comm: a\n"
"   30  29.1% |@@@@@@@@@@@@@@@@@@            |  comm: b\n"
"\n"
"total: 103 hits = 80 in 2 entries + 23 other + 0 unreadable\n"
"other: hits of all keys but the 2 that are kept\n";

static const char hist_top_1[] =
"--- 01:46:40, 1.000s ---\n"
"# g/e: count by $comm top=2\n"
"in 1.000s, 55.0 hits/s: 55 hits = 40 in 2 entries + 15 other + 0 unreadable\n"
"so far: 158 hits = 119 in 4 entries + 39 other + 0 unreadable\n"
"\n"
"count  hits/s  share                                   key\n"
"   30    30.0  54.5% |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|  comm: c\n"
"   10    10.0  18.1% |@@@@@@@@@@                    |  comm: a\n"
"\n";

static void test_top_n(void)
{
	START(top_two);
	CHECK("hist", 0, hist_top, "");
	START(top_two);
	CHECK("hist -i 1 -n 1", 0, hist_top_1, "");
}

static const char hist_none_1[] =
"--- 01:46:40, 1.000s ---\n"
"no aggregates\n"
"\n";

static const char hist_none_2[] =
"event  hits  emitted  filtered  lost  missed  inflight  p50  p99  mode\n"
"total     0        0         0     0       0         0    -    -\n";

static void test_hist_none(void)
{
	static const struct moment none[] = { { "", PROFILE } };

	START(none);
	CHECK("hist", 0, "", "kpread: no event that is asked for has an aggregate.\n");
	CHECK("hist -i 1 -n 1", 0, hist_none_1, "");
	CHECK("stat", 0, hist_none_2, "");
}

static const char hist_stacks_1[] =
"# g/e: count by $comm, $stacktrace\n"
"\n"
"count  share                                   key\n"
"    2  66.6% |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|  comm: a?[31m, stack:\n"
" => vfs_read+0x0/0x100\n"
" => ksys_read+0x6b/0xf0\n"
"    1  33.3% |@@@@@@@@@@@@@@@               |  comm: b?, stack:\n"
" => vfs_read+0x0/0x100\n"
"\n"
"total: 3 hits = 3 in 2 entries + 0 other + 0 unreadable\n"
"\n"
"# g/e: count by $comm\n"
"\n"
"count   share                                   key\n"
"    3  100.0% |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|  comm: a;b\n"
"\n"
"total: 3 hits = 3 in 1 entry + 0 other + 0 unreadable\n";

static void test_hist_stacks(void)
{
	static const struct moment m[] = { {
		"aggr 16 g/e 0 count 3 0 0 2 9 0 count by $comm, $stacktrace\n"
		"key 2 0 0 0\tcomm: a\x1b[31m, stack:;vfs_read+0x0/0x100;ksys_read+0x6b/0xf0\n"
		"key 1 0 0 0\tcomm: b\xff, stack:;vfs_read+0x0/0x100\n"
		"aggr 16 g/e 1 count 3 0 0 1 9 0 count by $comm\n"
		"key 3 0 0 0\tcomm: a;b\n",
		"",
	} };

	START(m);
	CHECK("hist", 0, hist_stacks_1, "");
}

static const char hist_shared_1[] =
"# g/e vfs_read+0x0: count\n"
"\n"
"count\n"
"    3\n"
"\n"
"total: 3 hits = 3 in 1 entry + 0 other + 0 unreadable\n"
"\n"
"# g/e vfs_write+0x0: count\n"
"\n"
"count\n"
"    4\n"
"\n"
"total: 4 hits = 4 in 1 entry + 0 other + 0 unreadable\n"
"\n"
"# g/f: count\n"
"\n"
"count\n"
"    5\n"
"\n"
"total: 5 hits = 5 in 1 entry + 0 other + 0 unreadable\n";

static const char hist_shared_2[] =
"# g/e: count\n"
"\n"
"count\n"
"    3\n"
"\n"
"total: 3 hits = 3 in 1 entry + 0 other + 0 unreadable\n"
"\n"
"# g/e: count\n"
"\n"
"count\n"
"    4\n"
"\n"
"total: 4 hits = 4 in 1 entry + 0 other + 0 unreadable\n";

static void test_hist_shared(void)
{
	static const struct moment m[] = { {
		"aggr 16 g/e 0 count 3 0 0 1 1 0 count\nkey 3 0 0 0\t\n"
		"aggr 17 g/e 0 count 4 0 0 1 1 0 count\nkey 4 0 0 0\t\n"
		"aggr 18 g/f 0 count 5 0 0 1 1 0 count\nkey 5 0 0 0\t\n",
		"",
	} };

	START(m);
	events = "116 armed p g/e no+0x0\n16 armed p g/e vfs_read+0x0 $ip@16\n"
		 "17 armed p g/e vfs_write+0x0\n18 armed p g/f other+0x0 $ip@16\n";
	CHECK("hist", 0, hist_shared_1, "");
	/* what is not as it should be is no harm */
	events = "17\n16 armed p g/e";
	CHECK("hist -e e", 0, hist_shared_2, "");
}

static const char hist_glob_1[] =
"# kprobes/op: count\n"
"\n"
"count\n"
"    5\n"
"\n"
"total: 5 hits = 5 in 1 entry + 0 other + 0 unreadable\n";

static const char hist_glob_2[] =
"# kprobes/op: count\n"
"\n"
"count\n"
"    5\n"
"\n"
"total: 5 hits = 5 in 1 entry + 0 other + 0 unreadable\n";

static void test_hist_glob(void)
{
	START(two);
	CHECK("hist -e o*", 0, hist_glob_1, "");
	CHECK("hist -e kprobes/o* -e nothing", 0, hist_glob_2, "");
	CHECK("hist -e nothing", 0, "", "kpread: no event that is asked for has an aggregate.\n");
}

static const char hist_interval_1[] =
"--- 01:46:40, 0.500s ---\n"
"# kprobes/rd: hist($lat) by $comm\n"
"in 0.500s, 100 hits/s: 50 hits = 50 in 2 entries + 0 other + 0 unreadable\n"
"so far: 153 hits = 150 in 3 entries + 2 other + 1 unreadable\n"
"\n"
"count  hits/s       sum      avg      p50      p90      p99    p99.9      max  key\n"
"   10    20.0  10.240us  1.024us  1.024us  1.024us  1.024us  1.024us  1.024us  comm: sh\n"
"   40    80.0     200ns      5ns      5ns      5ns      5ns      5ns      5ns  comm: dd\n"
"\n"
"comm: sh\n"
"[1.024us, 2.048us)           10 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"comm: dd\n"
"[4ns, 8ns)                   40 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"# kprobes/op: count\n"
"in 0.500s, 0.0 hits/s: 0 hits = 0 in 0 entries + 0 other + 0 unreadable\n"
"so far: 5 hits = 5 in 1 entry + 0 other + 0 unreadable\n"
"\n"
"no hits\n"
"\n"
"--- 01:46:40, 0.500s ---\n"
"# kprobes/rd: hist($lat) by $comm\n"
"in 0.500s, 0.0 hits/s: 0 hits = 0 in 0 entries + 0 other + 0 unreadable\n"
"so far: 153 hits = 150 in 3 entries + 2 other + 1 unreadable\n"
"\n"
"no hits\n"
"\n"
"# kprobes/op: count\n"
"in 0.500s, 0.0 hits/s: 0 hits = 0 in 0 entries + 0 other + 0 unreadable\n"
"so far: 5 hits = 5 in 1 entry + 0 other + 0 unreadable\n"
"\n"
"no hits\n"
"\n";

static void test_hist_interval(void)
{
	START(two);
	CHECK("hist -i 0.5 -n 2", 0, hist_interval_1, "");
}

static const char hist_anew_1[] =
"--- 01:46:40, 1.000s ---\n"
"# g/e: count by $cpu\n"
"in 1.000s, 31.0 hits/s: 31 hits = 31 in 1 entry + 0 other + 0 unreadable\n"
"so far: 31 hits = 31 in 1 entry + 0 other + 0 unreadable\n"
"\n"
"count  hits/s   share                                   key\n"
"   31    31.0  100.0% |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|  cpu: 0\n"
"\n"
"# g/g: count\n"
"in 1.000s, 2.0 hits/s: 2 hits = 2 in 1 entry + 0 other + 0 unreadable\n"
"so far: 2 hits = 2 in 1 entry + 0 other + 0 unreadable\n"
"\n"
"count  hits/s\n"
"    2     2.0\n"
"\n";

static void test_hist_anew(void)
{
	static const struct moment m[] = {
		{ "aggr 16 g/e 0 count 30 0 0 1 9 1 count by $cpu\nkey 30 0 0 0\tcpu: 0\n"
		  "aggr 17 g/f 0 count 9 0 0 1 1 1 count\nkey 9 0 0 0\t\n", "" },
		{ "aggr 16 g/e 0 count 31 0 0 1 9 2 count by $cpu\nkey 31 0 0 0\tcpu: 0\n"
		  "aggr 18 g/g 0 count 2 0 0 1 1 1 count\nkey 2 0 0 0\t\n", "" },
	};

	START(m);
	CHECK("hist -i 1 -n 1", 0, hist_anew_1, "");
}

static const char hist_signal_1[] =
"--- 01:46:40, 1.000s ---\n"
"# kprobes/op: count\n"
"in 1.000s, 0.0 hits/s: 0 hits = 0 in 0 entries + 0 other + 0 unreadable\n"
"so far: 5 hits = 5 in 1 entry + 0 other + 0 unreadable\n"
"\n"
"no hits\n"
"\n";

static void test_hist_signal(void)
{
	START(two);
	signal_after = 1;
	CHECK("hist -i 1", 0, "", "");
	START(two);
	signal_after = 2;
	CHECK("hist -i 1 -e op", 0, hist_signal_1, "");
}

static const char hist_slow[] =
"--- 01:46:40, 3.000s ---\n"
"# kprobes/op: count\n"
"in 3.000s, 0.0 hits/s: 0 hits = 0 in 0 entries + 0 other + 0 unreadable\n"
"so far: 5 hits = 5 in 1 entry + 0 other + 0 unreadable\n"
"\n"
"no hits\n"
"\n"
"--- 01:46:40, 3.000s ---\n"
"# kprobes/op: count\n"
"in 3.000s, 0.0 hits/s: 0 hits = 0 in 0 entries + 0 other + 0 unreadable\n"
"so far: 5 hits = 5 in 1 entry + 0 other + 0 unreadable\n"
"\n"
"no hits\n"
"\n"
"--- 01:46:40, 0.500s ---\n"
"# kprobes/op: count\n"
"in 0.500s, 0.0 hits/s: 0 hits = 0 in 0 entries + 0 other + 0 unreadable\n"
"so far: 5 hits = 5 in 1 entry + 0 other + 0 unreadable\n"
"\n"
"no hits\n"
"\n";

/* It does not make up for what it could not do in time. */
static void test_hist_slow(void)
{
	START(two);
	slow = 3000000000;
	slow_times = 2;
	CHECK("hist -i 0.5 -n 3 -e op", 0, hist_slow, "");
}

/* The words behind it */
static bool is_sane;	/* the terminal of on_keys(), behind kpread's end */

/* Keys are typed before kpread begins; no typing is seen before kpread takes the terminal. */
static void on_keys(const char *words, unsigned short rows, unsigned short columns,
		    const char *keys, int status)
{
	struct winsize size = { .ws_row = rows, .ws_col = columns };
	struct termios was, is;
	int fd, slave, typed[2];
	size_t n = 0;
	char copy[256];
	ssize_t got;
	pid_t pid;

	fflush(stdout);
	strcpy(copy, words);
	if (openpty(&fd, &slave, NULL, NULL, &size) || pipe(typed) || tcgetattr(slave, &was))
		abort();
	was.c_lflag &= ~ECHO;
	tcsetattr(slave, TCSANOW, &was);
	pid = fork();
	if (!pid) {
		close(fd);
		close(typed[1]);
		login_tty(dup(slave));
		if (read(typed[0], copy, 1) < 0)	/* until all is typed */
			abort();
		strcpy(copy, words);
		child(STDOUT_FILENO, STDERR_FILENO, copy);
	}
	if (write(fd, keys, strlen(keys)) < 0)
		abort();
	close(typed[0]);
	close(typed[1]);
	got = wait_for(pid);
	if (got != status)
		ktap_wrong("kpread %s on a terminal: status %d, not %d", words, (int)got, status);
	tcgetattr(slave, &is);
	is_sane = is.c_lflag == was.c_lflag && is.c_cc[VMIN] == was.c_cc[VMIN];
	close(slave);
	while ((got = read(fd, out + n, sizeof(out) - 1 - n)) > 0)
		n += got;
	out[n] = '\0';
	close(fd);
}

static void on_terminal(const char *words, unsigned short rows, unsigned short columns)
{
	on_keys(words, rows, columns, "", 0);
}

static const char hist_terminal_1[] =
"\033[2J\033[H--- 01:46:40, 1.000s ---\033[K\r\n"
"# kprobes/rd: hist($lat) by $c\033[K\r\n"
"in 1.000s, 50.0 hits/s: 50 hit\033[K\r\n"
"so far: 153 hits = 150 in 3 en\033[K\r\n"
"\033[K\r\n"
"count       sum  key\033[K\r\n"
"... 15 more lines\033[K\r\n"
"\033[J";

static const char hist_terminal_2[] =
"\033[2J\033[H--- 01:46:40, 1.000s ---\033[K\r\n"
"# kprobes/op: count\033[K\r\n"
"in 1.000s, 0.0 hits/s: 0 hits = 0 in 0 entries + 0 other + 0 unreadable\033[K\r\n"
"so far: 5 hits = 5 in 1 entry + 0 other + 0 unreadable\033[K\r\n"
"\033[K\r\n"
"no hits\033[K\r\n"
"\033[K\r\n"
"\033[J";

static const char hist_terminal_3[] =
"# kprobes/op: count\r\n"
"\r\n"
"count\r\n"
"    5\r\n"
"\r\n"
"total: 5 hits = 5 in 1 entry + 0 other + 0 unreadable\r\n";

static void test_hist_terminal(void)
{
	START(two);
	on_terminal("hist -i 1 -n 1", 8, 30);
	CHECK_STR(out, hist_terminal_1);
	on_terminal("hist -i 1 -n 1 -e op", 24, 80);
	CHECK_STR(out, hist_terminal_2);
	/* once is once */
	on_terminal("hist -e op", 5, 20);
	CHECK_STR(out, hist_terminal_3);
}

static const char stat_1[] =
"event       hits  emitted  filtered  lost  missed  inflight   p50    p99  mode\n"
"kprobes/rd   110        0         3     1       2         1  96ns  129ns  ftrace\n"
"kprobes/op     5        4         0     0       0         0     -      -  optimized\n"
"total        115        4         3     1       2         1     -      -\n";

static const char stat_2[] =
"event       hits  emitted  filtered  lost  missed  inflight  p50  p99  mode\n"
"kprobes/op     5        4         0     0       0         0    -    -  optimized\n"
"total          5        4         0     0       0         0    -    -\n";

static const char stat_82[] =
"event       hits  emitted  filtered  lost  missed  inflight   p50    p99\r\n"
"kprobes/rd   110        0         3     1       2         1  96ns  129ns\r\n"
"kprobes/op     5        4         0     0       0         0     -      -\r\n"
"total        115        4         3     1       2         1     -      -\r\n";

static const char stat_60[] =
"event       hits  emitted  filtered  lost  missed  mode\r\n"
"kprobes/op     5        4         0     0       0  optimized\r\n"
"total          5        4         0     0       0\r\n";

static void test_stat(void)
{
	START(two);
	CHECK("stat", 0, stat_1, "");
	CHECK("stat -e op", 0, stat_2, "");
	/* what says nothing is left out first, then what says least; all takes 83 columns */
	on_terminal("stat", 24, 83);
	if (!strstr(out, "p99  mode\r\n"))
		ktap_wrong("83 columns:\n%s", out);
	on_terminal("stat", 24, 82);
	CHECK_STR(out, stat_82);
	on_terminal("stat -e op", 24, 60);
	CHECK_STR(out, stat_60);
}

static const char stat_shared_1[] =
"event  hits  emitted  filtered  lost  missed  inflight  p50  p99  mode\n"
"g/e       3        0         0     0       0         0    4    9  m\n"
"g/e       4        0         0     0       0         0    7    7  m\n"
"g/e       5        0         0     0       0         0    -    -  m\n"
"g/x       6        0         0     0       0         0    -    -  m\n"
"total    18        0         0     0       0         0    -    -\n";

static const char stat_shared_2[] =
"event  hits  emitted  filtered  lost  missed  inflight  p50  p99  mode\n"
"g/e       4        0         0     0       0         0    7    7\n"
"g/e       5        0         0     0       0         0    -    -\n"
"g/e       3        0         0     0       0         0    4    9\n"
"total    12        0         0     0       0         0    -    -\n";

static void test_stat_shared(void)
{
	static const char hists[] =
		"aggr 18 g/e 0 count 3 0 0 1 1 0 count\nkey 3 0 0 0\t\n"
		"aggr 18 g/e 1 hist 3 0 0 2 2 0 hist(a) by $cpu\n"
		"key 2 8 4 1 4:4:2\tcpu: 1\nkey 1 9 9 1 9:9:1\tcpu: 0\n"
		"aggr 17 g/e 0 hist 4 0 0 1 1 0 hist(b)\nkey 4 28 7 1 7:7:4\t\n";
	const struct moment order[] = { { hists, PROFILE "g/e 3 0 0 0 0 0 0 0 0 m\n"
							 "g/e 4 0 0 0 0 0 0 0 0 m\n"
							 "g/e 5 0 0 0 0 0 0 0 0 m\n"
							 "g/x 6 0 0 0 0 0 0 0 0 m\n" } };
	const struct moment id[] = { { hists, "event hits id\ng/e 4 17\ng/e 5 19\ng/e 3 18\n" } };

	START(order);
	CHECK("stat", 0, stat_shared_1, "");
	START(id);
	CHECK("stat", 0, stat_shared_2, "");
}

static const char stat_interval_1[] =
"--- 01:46:40, 2.000s ---\n"
"event       hits/s  emitted/s  filtered  lost  missed  inflight  p50      p99  mode\n"
"kprobes/rd    27.0        0.5         0     4       0         0  5ns  1.024us  ftrace\n"
"kprobes/op     0.0        0.0         0     0       0         0    -        -  optimized\n"
"total         27.0        0.5         0     4       0         0    -        -\n"
"\n"
"--- 01:46:40, 2.000s ---\n"
"event       hits/s  emitted/s  filtered  lost  missed  inflight  p50  p99  mode\n"
"kprobes/rd     0.0        0.0         0     0       0         0    -    -  ftrace\n"
"kprobes/op     0.0        0.0         0     0       0         0    -    -  optimized\n"
"total          0.0        0.0         0     0       0         0    -    -\n"
"\n";

static void test_stat_interval(void)
{
	START(two);
	CHECK("stat -i 2 -n 2", 0, stat_interval_1, "");
}

static void test_refusals(void)
{
	START(two);
	open_error = -ENOENT;
	CHECK("hist", 2, "", "kpread: there is no /dev/kprobectl: load the module (modprobe kprobectl, or insmod kprobectl.ko; refused? man 7 kprobectl-secureboot).\n");
	open_error = 0;
	view_error = -EINVAL;
	CHECK("hist", 2, "", "kpread: the loaded module has no aggregates: use the one that was built with this kpread.\n");
	CHECK("stat -i 1", 2, "", "kpread: the loaded module has no aggregates: use the one that was built with this kpread.\n");
	view_error = -ENOMEM;
	CHECK("stat -i 1", 2, "", "kpread: cannot use /dev/kprobectl: Cannot allocate memory.\n");
}

/* The words have no spaces: what a line is, the fake device does not ask. */
static void test_lines(void)
{
	START(two);
	CHECK("hist -i 0.5 -n 2 -x one -x two", 0, hist_interval_1, "wrote one\nwrote two\n");
	CHECK("hist -x one", 1, "",
	      "kpread: -x wants an interval, -i: nothing has come yet (see kpread -h)\n");
	write_error = -EINVAL;
	errors = "[    1.0] kprobectl: error: so\033\n  Command: bad\n           ^\n";
	CHECK("hist -i 1 -x one -x bad -x two", 2, "", "wrote one\nwrote bad\n"
	      "[    1.0] kprobectl: error: so?\n  Command: bad\n           ^\n");
	write_error = -EBUSY;
	errors = "";
	CHECK("stat -i 1 -x bad", 2, "",
	      "wrote bad\nkpread: cannot use /dev/kprobectl: Device or resource busy.\n");
}

static const char usage_1[] =
"kpread hist: option requires an argument -- 'i'\n"
"Try kpread -h.\n";

static const char usage_2[] =
"kpread stat: invalid option -- 'p'\n"
"Try kpread -h.\n";

static void check_columns(char *text, size_t most)
{
	char *line, *save = NULL;

	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		if (strlen(line) > most)
			ktap_wrong("more than %zu columns: %s", most, line);
}

static void test_usage(void)
{
	START(two);
	CHECK("hist -n 1", 1, "", "kpread: -n wants an interval, -i (see kpread -h)\n");
	CHECK("hist -i", 1, "", usage_1);
	CHECK("hist -i 0", 1, "", "kpread: -i wants a number of seconds from 0.01: 0 (see kpread -h)\n");
	CHECK("hist -i 0.001", 1, "", "kpread: -i wants a number of seconds from 0.01: 0.001 (see kpread -h)\n");
	CHECK("hist -i 1 -n 0", 1, "", "kpread: -n wants a number from 1: 0 (see kpread -h)\n");
	CHECK("stat what", 1, "", "kpread: what is this for: what (see kpread -h)\n");
	CHECK("stat -p 1", 1, "", usage_2);
	run("-h");
	check_columns(out, 80);
	CHECK("hist -V", 0, "kpread 1.2.3 (ABI 1)\n", "");
	CHECK("-f help", 0, "text       a line for each event, as in tracefs's trace\n"
	      "json       an object for each event, one a line\n"
	      "csv        a table for each event, in a folder (-o)\n"
	      "folded     stacks and counts, for flame graphs; folded=lat: durations\n"
	      "chrome     trace events of JSON, for Perfetto and chrome://tracing\n"
	      "tree       calls in each other, as function_graph prints them\n"
	      "perfetto   a trace for ui.perfetto.dev and trace_processor\n"
	      "pprof      a profile of stacks for pprof: how often, and for how long\n"
	      "ctf        a trace in the Common Trace Format, in a folder (-o)\n"
	      "trace.dat  a trace for trace-cmd report and KernelShark\n", "");
	CHECK("-f xml", 1, "", "kpread: -f wants one of text json csv folded chrome tree perfetto pprof ctf trace.dat help: xml (see kpread -h)\n");
	CHECK("hist -f json", 1, "", "kpread hist: invalid option -- 'f'\nTry kpread -h.\n");
	run("-h");
	CHECK("hist --help", 0, strdupa(out), "");
	CHECK("stat -h", 0, strdupa(out), "");
}

static void test_unwritten(void)
{
	int fd = open("/dev/full", O_WRONLY), fd_err = memfd_create("err", 0), status;
	char words[] = "hist -i 1";
	pid_t pid;

	START(two);
	fflush(stdout);
	pid = fork();
	if (!pid)
		child(fd, fd_err, words);
	status = wait_for(pid);
	read_back(fd_err, err, sizeof(err));
	close(fd);
	if (status != 2)
		ktap_wrong("status %d, not 2", status);
	CHECK_STR(err, "kpread: cannot write: No space left on device.\n");
}

static const struct moment three[] = {
	{
		"aggr 16 io/read 0 hist-ns 0 0 0 0 2048 7 hist($lat) by comm, pid\n"
		"aggr 17 io/write 0 sum 0 0 0 0 2048 7 sum(n) by comm, pid\n"
		"aggr 18 net/in 0 count 0 0 0 0 2048 7 count by cpu size=16\n",
		PROFILE "io/read 0 0 0 0 0 0 0 0 4 ftrace\n"
		"io/write 0 0 0 0 0 0 0 0 0 ftrace\n"
		"net/in 0 0 0 0 0 0 0 0 0 ftrace\n",
	}, {
		"aggr 16 io/read 0 hist-ns 100 0 0 2 2048 7 hist($lat) by comm, pid\n"
		"key 60 6720 131 2 96:97:30 128:131:30\tcomm: cat, pid: 12\n"
		"key 40 90000 2250 1 2240:2255:40\tcomm: dd, pid: 13\n"
		"aggr 17 io/write 0 sum 50 0 0 2 2048 7 sum(n) by comm, pid\n"
		"key 20 8192 0 0\tcomm: dd, pid: 13\n"
		"key 30 70 0 0\tcomm: a-program-of-a-long-name, pid: 123456\n"
		"aggr 18 net/in 0 count 7 0 0 2 2048 7 count by cpu size=16\n"
		"key 4 0 0 0\tcpu: 1\n"
		"key 3 0 0 0\tcpu: 0\n",
		PROFILE "io/read 100 0 100 0 3 2 0 0 4 ftrace\n"
		"io/write 50 0 50 0 0 0 0 0 0 ftrace\n"
		"net/in 7 0 7 0 0 0 0 0 0 ftrace\n",
	},
};

#define TOP_TITLE	"--- 01:46:40, 1.000s ---\n157 hits/s, 3 lost, 2 missed; "

static const char top_keys[] =
TOP_TITLE "most read.count/s\n"
"read.count/s  read.sum  read.p50  read.p99  read.avg  read.max  write.count/s  write.sum  comm, pid\n"
"        60.0   6.720us      96ns     129ns     112ns     131ns              -          -  comm: cat, pid: 12\n"
"        40.0  90.000us   2.245us   2.245us   2.250us   2.250us           20.0       8192  comm: dd, pid: 13\n"
"           -         -         -         -         -         -           30.0         70  comm: a-program-of-a-long-name, pid: 123456\n"
"\n";

static const char top_one[] =
"--- 01:46:40, 1.000s ---\n"
"7.0 hits/s, 0 lost, 0 missed; most count/s\n"
"count/s  cpu\n"
"    4.0  cpu: 1\n"
"    3.0  cpu: 0\n"
"\n";

static const char top_none[] =
"--- 01:46:40, 1.000s ---\n"
"0.0 hits/s, 0 lost, 0 missed; most hits/s\n"
"hits/s  emitted/s  lost  missed  p50  p99  event\n"
"\n";

static void test_top(void)
{
	START(three);
	CHECK("top -n 1", 0, top_keys, "");
	CHECK("top -n 1 -e net/*", 0, top_one, "");
	CHECK("top -n 1 -e nothing", 0, top_none, "");
}

/* A `by` that stands right behind a value, and a value that is called `by`. */
static const struct moment tight[] = {
	{
		"aggr 16 g/e 0 hist 0 0 0 0 9 1 hist(+0($arg1):u32)by comm, $stacktrace\n"
		"aggr 17 g/f 0 sum 0 0 0 0 9 1 sum( by )by cpu\n",
		PROFILE "g/e 0 0 0 0 0 0 0 0 0 m\ng/f 0 0 0 0 0 0 0 0 0 m\n",
	}, {
		"aggr 16 g/e 0 hist 3 0 0 1 9 1 hist(+0($arg1):u32)by comm, $stacktrace\n"
		"key 3 15 5 1 5:5:3\tcomm: a, stacktrace:;f+0x1/0x2;g+0x3/0x4\n"
		"aggr 17 g/f 0 sum 2 0 0 1 9 1 sum( by )by cpu\n"
		"key 2 70 0 0\tcpu: 1\n",
		PROFILE "g/e 3 0 3 0 0 0 0 0 0 m\ng/f 2 0 2 0 0 0 0 0 0 m\n",
	},
};

static const char top_tight[] =
"--- 01:46:40, 1.000s ---\n"
"2.0 hits/s, 0 lost, 0 missed; most count/s\n"
"count/s  sum  cpu\n"
"    2.0   70  cpu: 1\n"
"\n";

static void test_top_tight(void)
{
	START(tight);
	CHECK("top -n 1 -e g/f", 0, top_tight, "");
	START(tight);
	run("top -n 1 -e g/e");
	if (!strstr(out, "  comm, $stacktrace\n") || !strstr(out, "  comm: a, stacktrace:;f"))
		ktap_wrong("%s", out);
	START(tight);
	run("hist -i 1 -n 1 -e g/e");
	if (!strstr(out, "comm: a, stacktrace:\n => f+0x1/0x2\n => g+0x3/0x4\n"))
		ktap_wrong("%s", out);
	start(tight + 1, 1);
	events = "16 armed p g/e f+0x0\n";
	run("prom -e g/e");
	if (!strstr(out, ",comm=\"a\",stacktrace=\"f+0x1/0x2\\ng+0x3/0x4\"} 3\n"))
		ktap_wrong("%s", out);
}

static const char top_by_sum[] =
"--- 01:46:40, 1.000s ---\n"
"50.0 hits/s, 0 lost, 0 missed; most sum\n"
"count/s   sum  comm, pid\n"
"   20.0  8192  comm: dd, pid: 13\n"
"   30.0    70  comm: a-program-of-a-long-name, pid: 123456\n"
"\n";

static const char top_by_p99[] =
TOP_TITLE "most read.p99\n"
"read.count/s  read.sum  read.p50  read.p99  read.avg  read.max  write.count/s  write.sum  comm, pid\n"
"        40.0  90.000us   2.245us   2.245us   2.250us   2.250us           20.0       8192  comm: dd, pid: 13\n"
"        60.0   6.720us      96ns     129ns     112ns     131ns              -          -  comm: cat, pid: 12\n"
"           -         -         -         -         -         -           30.0         70  comm: a-program-of-a-long-name, pid: 123456\n"
"\n";

static void test_top_by(void)
{
	START(three);
	CHECK("top -n 1 by sum -e io/write", 0, top_by_sum, "");
	CHECK("top -n 1 by read.p99", 0, top_by_p99, "");
	CHECK("top by p99 -n 1", 0, top_by_p99, "");
	CHECK("top -n 1 by nosuch -e net/in", 2, "",
	      "kpread: no column is called nosuch; there are count/s\n");
	CHECK("top -n 1 by", 1, "", "kpread: by which column: by (see kpread -h)\n");
	CHECK("top -n 1 to p99", 1, "", "kpread: what is this for: to (see kpread -h)\n");
	CHECK("stat by p99", 1, "", "kpread: what is this for: by (see kpread -h)\n");
}

#define SCREEN(title, keys)	"\033[H--- 01:46:40, 1.000s ---\033[K\r\n"		\
	"157 hits" title "\033[K\r\n" keys "\033[K\r\n"
#define CLEAR		"\033[2J"
#define KEYS		"< > column  r reverse  t so far  Tab table  p pause  q quit"

static const char top_80[] =
CLEAR SCREEN("/s, 3 lost, 2 missed; most read.count/s", KEYS)
"read.count/s  read.sum  read.p50  read.p99  read.avg  comm, pid\033[K\r\n"
"        60.0   6.720us      96ns     129ns     112ns  comm: cat, pid: 12\033[K\r\n"
"        40.0  90.000us   2.245us   2.245us   2.250us  comm: dd, pid: 13\033[K\r\n"
"           -         -         -         -         -  comm: a-program-of-a-long-\033[K\r\n"
"\033[J";

static const char top_50[] =
CLEAR SCREEN("/s, 3 lost, 2 missed; most write.sum", "< > column  r reverse  t so far  Tab table  p paus")
"read.count/s  write.sum  comm, pid\033[K\r\n"
"        40.0       8192  comm: dd, pid: 13\033[K\r\n"
"           -         70  comm: a-program-of-a-long\033[K\r\n"
"\033[J";

static void test_top_narrow(void)
{
	START(three);
	on_terminal("top -n 1", 24, 80);
	CHECK_STR(out, top_80);
	/* 24 columns of the key and five others take 78 */
	on_terminal("top -n 1", 24, 78);
	if (!strstr(out, "read.avg  comm, pid"))
		ktap_wrong("78 columns:\n%s", out);
	on_terminal("top -n 1", 24, 77);
	if (!strstr(out, "read.p99  comm, pid"))
		ktap_wrong("77 columns:\n%s", out);
	/* the column that is asked for is there, and as many rows as the screen has */
	on_terminal("top -n 1 by write.sum", 7, 50);
	CHECK_STR(out, top_50);
}

/* A key is seen once there is something to show: the second moment is the last one. */
static const char top_typed[] =
"\033[J" SCREEN("/s, 3 lost, 2 missed; most count/s", KEYS)
"count/s  cpu\033[K\r\n"
"    4.0  cpu: 1\033[K\r\n"
"    3.0  cpu: 0\033[K\r\n"
"\033[J" SCREEN("/s, 3 lost, 2 missed; least count/s", KEYS)
"count/s  cpu\033[K\r\n"
"    3.0  cpu: 0\033[K\r\n"
"    4.0  cpu: 1\033[K\r\n"
"\033[J" SCREEN(", 3 lost, 2 missed; least count, so far", KEYS)
"count  cpu\033[K\r\n"
"    3  cpu: 0\033[K\r\n"
"    4  cpu: 1\033[K\r\n"
"\033[J\033[H--- 01:46:40, 1.000s ---\033[K\r\n"
"157 hits, 3 lost, 2 missed; least hits, so far\033[K\r\n" KEYS "\033[K\r\n"
"hits  emitted  lost  missed    p50      p99  event\033[K\r\n"
"   7        0     0       0      -        -  net/in\033[K\r\n"
"  50        0     0       0      -        -  io/write\033[K\r\n"
" 100        0     3       2  129ns  2.245us  io/read\033[K\r\n"
"\033[J";

static const char top_arrows[] =
"least p50, paused\033[K\r\n" KEYS "\033[K\r\n"
"hits/s  emitted/s  lost  missed    p50      p99  event\033[K\r\n"
"   100        0.0     3       2  129ns  2.245us  io/read\033[K\r\n"
"  50.0        0.0     0       0      -        -  io/write\033[K\r\n"
"   7.0        0.0     0       0      -        -  net/in\033[K\r\n"
"\033[J";

static void test_top_keys(void)
{
	char *at;

	START(three);
	typed = "\trt\t";
	on_keys("top", 24, 80, typed, 0);
	at = strstr(out, "\033[J");
	CHECK_STR(at ? at : out, top_typed);
	/* arrows, both ways to go on, and keys that are none */
	typed = "\trt\tt\033[C>>\033[C<\033[Dx\033[A>>p";
	on_keys("top", 24, 80, typed, 0);
	at = strstr(out, "least p50, paused");
	CHECK_STR(at ? at : out, top_arrows);
}

/* However it ends, but for SIGKILL. */
static void test_top_end(void)
{
	static const int by[] = { SIGHUP, SIGQUIT, SIGSEGV, SIGPIPE, SIGABRT };
	unsigned int i;

	START(three);
	on_keys("top", 24, 80, "q", 0);
	if (!is_sane)
		ktap_wrong("not after q");
	signal_after = 2;
	on_keys("top", 24, 80, "", 0);
	if (!is_sane)
		ktap_wrong("not after Ctrl-C");
	for (i = 0; i < sizeof(by) / sizeof(by[0]); i++) {
		killed_by = by[i];
		on_keys("top", 24, 80, "", -by[i]);
		if (!is_sane)
			ktap_wrong("not after signal %d", by[i]);
	}
	killed_by = 0;
}

/* The title, and the caret of a refusal */
static void test_colours(void)
{
	static const char title[] = CLEAR "\033[H\033[1m--- 01:46:40, 1.000s ---\033[m\033[K\r\n";

	START(three);
	unsetenv("NO_COLOR");
	on_terminal("top -n 1", 24, 80);
	if (strncmp(out, title, sizeof(title) - 1) || strstr(out + sizeof(title), "m\033"))
		ktap_wrong("%s", out);
	CHECK_STR(strstr(out, "157 hits"), strstr(top_80, "157 hits"));
	write_error = -EINVAL;
	errors = "[    1.0] kprobectl: error: so\n  Command: bad\n           ^\n";
	on_keys("hist -i 1 -x bad", 24, 80, "", 2);
	if (!strstr(out, "  Command: bad\r\n\033[31m           ^\033[m\r\n"))
		ktap_wrong("%s", out);
	setenv("NO_COLOR", "1", 1);
	on_keys("hist -i 1 -x bad", 24, 80, "", 2);
	if (strchr(out, '\033'))
		ktap_wrong("%s", out);
	write_error = 0;
	errors = "";
}
