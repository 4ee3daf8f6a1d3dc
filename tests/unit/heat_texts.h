/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of heat_test.c: maps as text. */

static const char one_recorded[] =
"4.096us |@|\n"
"        +|+\n"
"      last\n"
"hits from + 1  @ 2  to 3\n"
"\n"
"a column is 1s, the last from 100.000000 on\n";

static const char one_now[] =
"4.096us |@|\n"
"        +|+\n"
"       now\n"
"hits from + 1  @ 2  to 3\n"
"\n"
"a column is 1s, the last from 100.000000 on\n";

static const char one_before[] =
"4.096us |@  |\n"
"        +--|+\n"
"         now\n"
"hits from + 1  @ 2  to 3\n"
"\n"
"a column is 1s, the last from 102.000000 on\n";

static const char one_long_ago[] =
"4.096us |@|\n"
"        +|+\n"
"    -4000s\n"
"hits from + 1  @ 2  to 3\n"
"\n"
"a column is 1s, the last from 100.000000 on\n";

static void test_one(void)
{
	begin("hist-ns", "hist($lat) by time(1s)");
	second(100, 5000, 3);
	CHECK_MAP(80, 0, one_recorded);
	CHECK_MAP(80, 100 * NSEC_PER_SEC + 5, one_now);
	CHECK_MAP(80, 102 * NSEC_PER_SEC, one_before);
	CHECK_MAP(80, 4100 * NSEC_PER_SEC, one_long_ago);
	CHECK_MAP(80, 7, one_now);
}

static const char seconds_80[] =
"32.768us |:::::: :::::: :::::: :::::: :::::: :::::: :::::: ------ ------ ----- |\n"
"16.384us |...... ...... ...... ...... ...... ...... ...... ...... ...... ..... |\n"
" 8.192us |                                                                     |\n"
" 4.096us |                                                                @@@@ |\n"
" 2.048us |%%%%%% %%%%%% %%%%%% %%%%%% %%%%@@ @@@@@@ @@@@@@ @@@@@@ @@@@@@ @     |\n"
"         +--------|---------|---------|---------|---------|---------|---------|+\n"
"               -60s      -50s      -40s      -30s      -20s      -10s       now\n"
"hits from . 1  : 2  - 8  = 16  + 64  * 128  # 512  % 1K  @ 4K  to 9802\n"
"\n"
"a column is 1s, the last from 667254.000000 on\n"
"not shown: 27 older columns with 243 hits\n";

static const char seconds_40[] =
"32.768us |:: :::::: ------ ------ -----|\n"
"16.384us |.. ...... ...... ...... .....|\n"
" 8.192us |                             |\n"
" 4.096us |                         @@@@|\n"
" 2.048us |@@ @@@@@@ @@@@@@ @@@@@@ @    |\n"
"         +--------|---------|---------|+\n"
"               -20s      -10s      last\n"
"hits from . 1  : 2  - 8  = 16  + 64\n"
"* 128  # 512  % 1K  @ 4K  to 9802\n"
"\n"
"a column is 1s, the last from\n"
"667253.000000 on\n"
"not shown: 61 older columns with 549\n"
"hits\n";

static const char seconds_20[] =
" |---- ------ -----|\n"
" |.... ...... .....|\n"
" |                 |\n"
" |             @@@@|\n"
" |@@@@ @@@@@@ @    |\n"
" +------|---------|+\n"
"     -10s      last\n"
"hits from . 1  : 2\n"
"- 8  = 16  + 64\n"
"* 128  # 512  % 1K\n"
"@ 4K  to 9802\n"
"\n"
"a column is 1s, the\n"
"last from\n"
"667253.000000 on\n"
"not shown: 71 older\n"
"columns with 639\n"
"hits\n";

static void test_seconds(void)
{
	unsigned int i;

	begin("hist-ns", "hist($lat) by time(1s)");
	for (i = 0; i < 100; i++)
		if (i % 7 != 3)
			add("key 9 0 0 3 %u:%u:%u 16384:16384:1 40000:40000:%u\ttime(1s): %u.000000\n",
			    4000 + i, 4000 + i, i * i + 1, i / 10, 667154 + i);
	CHECK_MAP(0, 667254 * NSEC_PER_SEC, seconds_80);
	CHECK_MAP(40, 0, seconds_40);
	CHECK_MAP(20, 0, seconds_20);
}

static const char gap[] =
"    1 |@|\n"
"      +|+\n"
"    last\n"
"hits from - 1  * 2  @ 4  to 7\n"
"\n"
"a column is 1s, the last from 1000000005.000000 on\n"
"not shown: 2 older columns with 5 hits\n";

/* A billion seconds between two hits */
static void test_gap(void)
{
	begin("hist", "hist(x) by time(1s)");
	second(5, 1, 1);
	second(1000000005, 1, 7);
	second(6, 1, 2);
	second(6, 9, 2);
	CHECK_MAP(80, 0, gap);
}

static const char signed_map[] =
"   32 |                             *|\n"
"   16 |             **************** |\n"
"    8 |     ********                 |\n"
"    4 | ****                         |\n"
"    2 |*                             |\n"
"    1 |                              |\n"
"    0 |:==****%%%%%%%%@@@@@@@@@@@@@@@|\n"
"   -1 |=                             |\n"
"   -2 |                              |\n"
"   -4 |                              |\n"
"   -8 |                              |\n"
"  -16 | =                            |\n"
"  -32 |  ==                          |\n"
"  -64 |    ===                       |\n"
" -128 |       ======                 |\n"
" -256 |             =============    |\n"
" -512 |                          ====|\n"
"      +---------|---------|---------|+\n"
"            -30us     -15us      last\n"
"hits from : 1  = 2  * 4  % 8  @ 16  to 30\n"
"\n"
"a column is 1.5us, the last from 7.000044 on\n";

/* Times that are no whole microseconds */
static void test_signed(void)
{
	char text[64];
	unsigned int i;

	begin("hist-signed", "hist(x) by time(1500ns)");
	for (i = 0; i < 30; i++) {
		snprintf(text, sizeof(text), "time(1500ns): 7.%06u", i * 1500 / 1000);
		add("key 3 0 0 3 -%u:-%u:3 0:0:%u %u:%u:7\t%s\n", 1 + i * 20, 1 + i * 20, i + 1,
		    i + 3, i + 3, text);
	}
	CHECK_MAP(80, 0, signed_map);
}

static const char keys_50[] =
"50 hits of comm: old, stack:\n"
" => f\n"
"    1 |@        |\n"
"      +--------|+\n"
"            last\n"
"hits from : 1  - 2  + 4  * 8  % 16  @ 32  to 50\n"
"\n"
"12 hits of comm: a-name-10, stack:\n"
" => vfs_read+0x0/0x100\n"
" => ksys_read+0x6b/0xf0\n"
"  256 |    -    |\n"
"  128 |         |\n"
"   64 |    @    |\n"
"      +--------|+\n"
"            last\n"
"hits from - 1  + 2  # 4  @ 8  to 11\n"
"\n"
"11 hits of comm: a-name-9, stack:\n"
" => vfs_read+0x0/0x100\n"
" => ksys_read+0x6b/0xf0\n"
"  256 |        -|\n"
"  128 |         |\n"
"   64 |        @|\n"
"      +--------|+\n"
"            last\n"
"hits from - 1  + 2  # 4  @ 8  to 10\n"
"\n"
"9 hits of comm: a-name-8, stack:\n"
" => vfs_read+0x0/0x100\n"
" => ksys_read+0x6b/0xf0\n"
"   64 |       @ |\n"
"      +--------|+\n"
"            last\n"
"hits from - 1  + 2  # 4  @ 8  to 9\n"
"\n"
"8 hits of comm: a-name-7, stack:\n"
" => vfs_read+0x0/0x100\n"
" => ksys_read+0x6b/0xf0\n"
"   64 |      @  |\n"
"      +--------|+\n"
"            last\n"
"hits from - 1  + 2  # 4  @ 8  to 8\n"
"\n"
"7 hits of comm: a-name-6, stack:\n"
" => vfs_read+0x0/0x100\n"
" => ksys_read+0x6b/0xf0\n"
"   64 |     @   |\n"
"      +--------|+\n"
"            last\n"
"hits from - 1  * 2  @ 4  to 7\n"
"\n"
"6 hits of comm: a-name-5, stack:\n"
" => vfs_read+0x0/0x100\n"
" => ksys_read+0x6b/0xf0\n"
"   64 |    @    |\n"
"      +--------|+\n"
"            last\n"
"hits from - 1  * 2  @ 4  to 6\n"
"\n"
"5 hits of comm: a-name-4, stack:\n"
" => vfs_read+0x0/0x100\n"
" => ksys_read+0x6b/0xf0\n"
"   64 |        @|\n"
"      +--------|+\n"
"            last\n"
"hits from - 1  * 2  @ 4  to 5\n"
"\n"
"a column is 100ms, the last from 99.400000 on\n"
"not shown: 4 more combinations of keys with 10\n"
"hits\n"
"not shown: 3 keys without a time with 6 hits\n";

/* Maps by further keys: those with most hits, and what is in none. */
static void test_keys(void)
{
	char text[128];
	unsigned int i;

	begin("hist", "hist(x)by time(100ms), comm, $stacktrace");
	for (i = 0; i < 11; i++) {
		snprintf(text, sizeof(text), "time(100ms): 99.%u00000, comm: a-name-%u, stack:"
			 ";vfs_read+0x0/0x100;ksys_read+0x6b/0xf0", i % 5, i);
		key(text, 100 + i, i + 1);
		key(text, 300, i > 8);
	}
	key("time(100ms): 98.600000, comm: old, stack:;f", 1, 50);
	key("time(100ms): 1.5, comm: x", 1, 1);
	key("cpu: 1", 1, 4);
	key("", 1, 1);
	CHECK_MAP(50, 0, keys_50);
}

static const char comm_map[] =
"1 hit of comm: \n"
"    4 | @|\n"
"      +-|+\n"
"     last\n"
"hits from @ 1  to 1\n"
"\n"
"1 hit of comm: a;b, time(1s): 2.000000\n"
"    4 |@ |\n"
"      +-|+\n"
"     last\n"
"hits from @ 1  to 1\n"
"\n"
"a column is 1s, the last from 2.000000 on\n";

/* What looks like frames and like keys, where it is a task's name */
static void test_comm(void)
{
	begin("hist", "hist(x) by time(1s), $comm");
	key("time(1s): 1.000000, comm: a;b, time(1s): 2.000000", 5, 1);
	key("time(1s): 2.000000, comm: ", 5, 1);
	CHECK_MAP(80, 0, comm_map);
}

static const char numbers[] =
"   64 |  . |\n"
"   32 |   :|\n"
"   16 |    |\n"
"    8 |    |\n"
"    4 |@   |\n"
"    2 |    |\n"
"    1 | @  |\n"
"      +---|+\n"
"       last\n"
"hits from . 1  : 128  - 16K  = 2M  + 256M  * 32G  # 4T  % 512T  @ 64P\n"
"to 18446744073709551615\n"
"\n"
"a column is 1s, the last from 4.000000 on\n"
"not shown: 2 keys without a time with 18446744073709551615 hits\n";

/* Hits and values at their ends */
static void test_numbers(void)
{
	begin("hist", "hist(x) by time(1s)");
	second(1, 5, 1ull << 63);
	second(1, 5, 1ull << 63);
	second(2, 1, 1ull << 62);
	second(3, 64, 1);
	second(4, 32, 128);
	key("time(1s): 18446744073709551616.000000", 5, 1ull << 63);
	key("time(1s): 18446744074.000000", 5, 1ull << 63);
	CHECK_MAP(80, 0, numbers);
}

static const char ends[] =
"  -4E | @@|\n"
"  -8E |@  |\n"
"      +--|+\n"
"      last\n"
"hits from @ 1  to 1\n"
"\n"
"a column is 18446744073s, the last from 18446744073.709551 on\n";

static void test_ends(void)
{
	begin("hist-signed", "hist(x) by time(18446744073s)");
	add("key 1 0 0 1 -9223372036854775808:-9223372036854775808:1\t"
	    "time(18446744073s): 0.000000\n");
	add("key 1 0 0 1 -4611686018427387904:-4611686018427387904:1\t"
	    "time(18446744073s): 18446744073.000000\n");
	add("key 1 0 0 1 -4611686018427387904:-4611686018427387904:1\t"
	    "time(18446744073s): 18446744073.709551\n");
	CHECK_MAP(80, 0, ends);
}

static const char ages_long[] =
"    4 |@                               @|\n"
"      +----------------------|---------|+\n"
"                  -1.23456789s      last\n"
"hits from @ 1  to 1\n"
"\n"
"a column is 123.456789ms, the last from 3.950617 on\n";

static const char ages_us[] =
"    4 |@                     @|\n"
"      +--|---------|---------|+\n"
"    -200us    -100us      last\n"
"hits from @ 1  to 1\n"
"\n"
"a column is 10us, the last from 0.000220 on\n";

/* Ages that are longer than ten columns are left out with their marks. */
static void test_ages(void)
{
	begin("hist", "hist(x) by time(123456789ns)");
	key("time(123456789ns): 0.000000", 5, 1);
	key("time(123456789ns): 3.950617", 5, 1);
	CHECK_MAP(80, 0, ages_long);
	begin("hist", "hist(x) by time(10us)");
	key("time(10us): 0.000000", 5, 1);
	key("time(10us): 0.000220", 5, 1);
	CHECK_MAP(80, 0, ages_us);
}

/* No map, but rows as before */
static void test_none(void)
{
	begin("hist", "hist(x) by time(1s)");
	CHECK_MAP(80, 5, "");
	key("time(1s): 5.000000", 1, 0);
	CHECK_MAP(80, 5, "");
	add("key 3 0 0 0\ttime(1s): 5.000000\n");
	CHECK_MAP(80, 5, "");
	key("comm: a", 1, 1);
	key("time(1s): (fault)", 1, 1);
	key("time(1s): 5.00000", 1, 1);
	key("time(1s): 5.0000000", 1, 1);
	key("time(1s): 5", 1, 1);
	key("time(1s): .000000", 1, 1);
	key("time(1s): -5.000000", 1, 1);
	key("time(1s): 5.000000x", 1, 1);
	key("time(1s: 5.000000", 1, 1);
	CHECK_MAP(80, 5, "");
}

/* A text that is no histogram by time, and one that is. */
static void check_wanted(const char *kind, const char *text, bool wanted)
{
	begin(kind, text);
	second(5, 1, 1);
	if (!*drawn(80, 5, -1) == wanted)
		ktap_wrong("%s: %s", text, c.text);
}

static void test_wanted(void)
{
	check_wanted("hist", "hist(x) by time(1s)", true);
	check_wanted("hist", "hist (x) by time(1s)", true);
	check_wanted("hist", "hist(by time(1s))by time(0x1us), cpu", true);
	check_wanted("count", "count by time(1s)", false);
	check_wanted("stats", "stats(x) by time(1s)", false);
	check_wanted("hist", "hist(x)", false);
	check_wanted("hist", "hist(x) by cpu, time(1s)", false);
	check_wanted("hist", "hist(x) by time", false);
	check_wanted("hist", "hist(x) by time(", false);
	check_wanted("hist", "hist(x) by time(1)", false);
	check_wanted("hist", "hist(x) by time(s)", false);
	check_wanted("hist", "hist(x) by time(0s)", false);
	check_wanted("hist", "hist(x) by time(-1s)", false);
	check_wanted("hist", "hist(x) by time(1min)", false);
	check_wanted("hist", "hist(x) by time(18446744074s)", false);
	check_wanted("hist", "hist(x) by time(18446744073709551616ns)", false);
}
