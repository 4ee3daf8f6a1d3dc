/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of live_test.c: what is open, and what kpread open makes of it. */

static const char opens_1[] =
"16 io/read\n"
"2000000000 812\tcat\t\tn=4096\tfile=\"a b\"\n"
"1500000 813\tdd\t\tn=512\tfile=\"c\"\n"
"\n"
"17 io/set\n"
"70000000000 812\tcat\tvfs_read\n"
"12 813\tdd\tvfs_write\tn=512\n"
"\n"
"18 io/none\n"
"\n"
"19 io/start\n"
"12 814\ta b\t\tkey=4\tn=4096\tn=1\n"
"\n";

static const char open_list[] =
"5 open\n"
"\n"
"    age  task     event\n"
"70.000s  cat-812  io/set    vfs_read\n"
" 2.000s  cat-812  io/read   n=4096 file=\"a b\"\n"
"1.500ms  dd-813   io/read   n=512 file=\"c\"\n"
"   12ns  dd-813   io/set    vfs_write n=512\n"
"   12ns  a b-814  io/start  key=4 n=4096 n=1\n";

static const char open_by_n[] =
"5 open, 1 without n\n"
"\n"
"count   oldest  n\n"
"    2   2.000s  4096\n"
"    2  1.500ms  512\n";

static const char open_by_comm[] =
"5 open\n"
"\n"
"count   oldest  comm\n"
"    2  70.000s  cat\n"
"    2  1.500ms  dd\n"
"    1     12ns  a b\n";

static const char open_by_event[] =
"2 open\n"
"\n"
"count  oldest  event\n"
"    2  2.000s  io/read\n";

static const char open_by_func[] =
"5 open, 3 without func\n"
"\n"
"count   oldest  func\n"
"    1  70.000s  vfs_read\n"
"    1     12ns  vfs_write\n";

static const char open_again[] =
"--- 01:46:40, 1.000s ---\n"
"1 open\n"
"\n"
" age  task     event\n"
"12ns  a b-814  io/start  key=4 n=4096 n=1\n"
"\n"
"--- 01:46:40, 1.000s ---\n"
"1 open\n"
"\n"
" age  task     event\n"
"12ns  a b-814  io/start  key=4 n=4096 n=1\n"
"\n";

static void test_open(void)
{
	START(two);
	opens = opens_1;
	CHECK("open", 0, open_list, "");
	CHECK("open by n", 0, open_by_n, "");
	CHECK("open by comm", 0, open_by_comm, "");
	CHECK("open by func", 0, open_by_func, "");
	CHECK("open -e read by event", 0, open_by_event, "");
	CHECK("open -s /s by n", 0, open_by_n, "");
	CHECK("open by lat", 0, "5 open, 5 without lat\n", "");
	CHECK("open -e none", 0, "0 open\n", "");
	CHECK("open -i 1 -n 2 -e start", 0, open_again, "");
}

static const char open_wide[] =
"1 open\r\n"
"\r\n"
"age  task  event\r\n"
"1ns  dd-1  io/rd  012345678 \xc3\xa4...\r\n";

static const char open_wide_by[] =
"1 open\r\n"
"\r\n"
"count  oldest  a\r\n"
"    1     1ns  abcdefghijk...\r\n";

/* A terminal gets lines that fit; a character is not cut in two. */
static void test_open_narrow(void)
{
	START(two);
	opens = "1 io/rd\n1 1\tdd\t012345678 \xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\n";
	on_terminal("open", 24, 33);
	if (strstr(out, "..."))
		ktap_wrong("33 columns are enough:\n%s", out);
	on_terminal("open", 24, 32);
	CHECK_STR(out, open_wide);
	opens = "1 io/rd\n1 1\tdd\t\ta=abcdefghijklmnop\n";
	on_terminal("open by a", 24, 29);
	CHECK_STR(out, open_wide_by);
	opens = opens_1;
	on_terminal("open", 24, 80);
	check_columns(out, 80);
	CHECK("open", 0, open_list, "");
}

/* Lines of another form are left out; the others are shown. */
static void test_open_garbage(void)
{
	START(two);
	opens = "no event\n1 1\tdd\t\n\n"
		"1 no-slash\n1 1\tdd\t\n\n"
		"1 io/rd\n"
		"x 1\tdd\t\n"
		"1\tdd\t\n"
		"1 1x\tdd\t\n"
		"1 2\tdd\n"
		"1 3\tdd\t\tnovalue\n"
		"1 4\tdd\t\t=value\n"
		"1 5\tdd\t\tn=a=b\tm=\n"
		"99999999999999999999 6\tdd\t\n"
		"1 7\tdd\t\tn=c";
	CHECK("open", 0, "1 open\n\nage  task  event\n1ns  dd-5  io/rd  n=a=b m=\n", "");
	opens = "";
	CHECK("open", 0, "0 open\n", "");
}

static void test_open_usage(void)
{
	START(two);
	opens = opens_1;
	CHECK("open by", 1, "", "kpread: by which key: by (see kpread -h)\n");
	CHECK("open what", 1, "", "kpread: what is this for: what (see kpread -h)\n");
	CHECK("open by n m", 1, "", "kpread: what is this for: by (see kpread -h)\n");
	CHECK("open -n 1", 1, "", "kpread: -n wants an interval, -i (see kpread -h)\n");
	CHECK("open -r x", 1, "", "kpread open: invalid option -- 'r'\nTry kpread -h.\n");
	view_error = -EINVAL;
	CHECK("open", 2, "", "kpread: the loaded module has no list of what is open: use the one that was built with this kpread.\n");
}
