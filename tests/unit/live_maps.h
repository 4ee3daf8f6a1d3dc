/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of live_test.c: kpread hist of histograms by time, which are maps (heat_test.c). */

static const struct moment timed[] = {
	{
		"aggr 16 g/e 0 hist-ns 9 2 0 2 600 7 hist($lat) by time(1s)\n"
		"key 3 15000 5000 1 4992:5119:3\ttime(1s): 100.000000\n"
		"key 4 8000 2000 1 1984:2047:4\ttime(1s): 102.000000\n",
		PROFILE "g/e 9 0 9 0 0 0 0 0 0 m\n",
	}, {
		"aggr 16 g/e 0 hist-ns 12 2 0 3 600 7 hist($lat) by time(1s)\n"
		"key 3 15000 5000 1 4992:5119:3\ttime(1s): 100.000000\n"
		"key 6 12000 2000 1 1984:2047:6\ttime(1s): 102.000000\n"
		"key 1 9000 9000 1 8960:9215:1\ttime(1s): 103.000000\n",
		PROFILE "g/e 12 0 12 0 0 0 0 0 0 m\n",
	},
};

static const char map_1[] =
"# g/e: hist($lat) by time(1s)\n"
"\n"
"4.096us |*    |\n"
"2.048us |     |\n"
"1.024us |  @  |\n"
"        +----|+\n"
"           now\n"
"hits from - 1  * 2  @ 4  to 4\n"
"\n"
"a column is 1s, the last from 104.000000 on\n"
"\n"
"total: 9 hits = 7 in 2 entries + 2 other + 0 unreadable\n"
"other: hits before those of the 600 keys that are kept\n";

static const char map_rows[] =
"# g/e: hist($lat) by time(1s)\n"
"\n"
"count       sum      avg      p50      p90      p99    p99.9      max  key\n"
"    3  15.000us  5.000us  4.996us  4.996us  4.996us  4.996us  5.000us  time(1s): 100.000000\n"
"    4   8.000us  2.000us  1.992us  1.992us  1.992us  1.992us  2.000us  time(1s): 102.000000\n"
"\n"
"time(1s): 100.000000\n"
"[4.096us, 8.192us)            3 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"time(1s): 102.000000\n"
"[1.024us, 2.048us)            4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
"\n"
"total: 9 hits = 7 in 2 entries + 2 other + 0 unreadable\n"
"other: hits before those of the 600 keys that are kept\n";

static const char map_interval[] =
"--- 01:46:40, 1.000s ---\n"
"# g/e: hist($lat) by time(1s)\n"
"in 1.000s, 3.0 hits/s: 3 hits = 3 in 2 entries + 0 other + 0 unreadable\n"
"so far: 12 hits = 10 in 3 entries + 2 other + 0 unreadable\n"
"\n"
"8.192us |   -  |\n"
"4.096us |*     |\n"
"2.048us |      |\n"
"1.024us |  @   |\n"
"        +-----|+\n"
"            now\n"
"hits from - 1  * 2  @ 4  to 6\n"
"\n"
"a column is 1s, the last from 105.000000 on\n"
"\n";

static const char map_terminal[] =
"\033[2J\033[H--- 01:46:40, 1.000s ---\033[K\r\n"
"# g/e: hist($lat) by time(1s)\033[K\r\n"
"in 1.000s, 3.0 hits/s: 3 hits \033[K\r\n"
"so far: 12 hits = 10 in 3 entr\033[K\r\n"
"\033[K\r\n"
"8.192us |   -  |\033[K\r\n"
"4.096us |*     |\033[K\r\n"
"2.048us |      |\033[K\r\n"
"1.024us |  @   |\033[K\r\n"
"        +-----|+\033[K\r\n"
"            now\033[K\r\n"
"hits from - 1  * 2  @ 4  to 6\033[K\r\n"
"... 4 more lines\033[K\r\n"
"\033[J";

static void test_hist_maps(void)
{
	START(timed);
	clock_ns = 104 * NSEC_PER_SEC;
	CHECK("hist", 0, map_1, "");
	CHECK("hist --rows", 0, map_rows, "");
	/* a map has all that is kept, also where the totals are those of an interval */
	CHECK("hist -i 1 -n 1", 0, map_interval, "");
	CHECK("stat --rows", 1, "", "kpread: --rows is for hist, which prints maps otherwise (see kpread -h)\n");
	on_terminal("hist -i 1 -n 1", 14, 30);
	CHECK_STR(out, map_terminal);
	unsetenv("NO_COLOR");
	on_terminal("hist", 24, 30);
	if (!strstr(out, "\r\n4.096us |\033[33m*\033[m    |\r\n"))
		ktap_wrong("%s", out);
	on_terminal("hist -i 1 -n 1", 14, 30);
	if (!strstr(out, "\r\n1.024us |  \033[31m@\033[m   |\033[m\033[K\r\n"))
		ktap_wrong("%s", out);
	setenv("NO_COLOR", "1", 1);
	on_terminal("hist", 24, 30);
	if (strchr(out, '\033'))
		ktap_wrong("%s", out);
	clock_ns = 1000;
}
