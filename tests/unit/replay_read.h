/* SPDX-License-Identifier: GPL-2.0-only */
/* replay_test.c: kpread -r, and hist and stat with it */

static void test_text(void)
{
	struct kpr_buf want;
	char *text;

	record_random("rec", &want);
	CHECK_U64(run("-r rec"), EXIT_INCOMPLETE);
	check_same_text(read_file("out"), want.data);
	KTAP_CHECK(!strstr(read_file("err"), "rec"));
	kpr_buf_free(&want);
	text = record_some("some", 3);
	CHECK_U64(run("-r some"), EXIT_COMPLETE);
	check_same_text(read_file("out"), text);
	CHECK_STR(read_file("err"), "3 events, 0 lost, 0 missed: complete; 3 missed before kpread came\n");
	CHECK_U64(run("-r some -o to"), EXIT_COMPLETE);
	check_same_text(read_file("to"), text);
	KTAP_CHECK(!*read_file("out"));
	free(text);
}

static void test_choice(void)
{
	struct kpr_buf want;
	unsigned int all, ints;

	record_random("rec", &want);
	all = count(want.data, ": ints: ");
	run("-r rec -e ints");
	ints = count(read_file("out"), ": ints: ");
	CHECK_U64(ints, all);
	KTAP_CHECK(!strstr(read_file("out"), ": str: "));
	run("-r rec -e g/s* -n 5");
	KTAP_CHECK(!strstr(read_file("out"), ": ints: "));
	CHECK_U64(count(read_file("out"), ": str: ") + count(read_file("out"), ": stack: ") +
		  count(read_file("out"), ": six: "), 5);
	/* the rest was not read: nothing is said of it */
	KTAP_CHECK(!strstr(read_file("err"), "no end"));
	CHECK_U64(nr_lines(read_file("err")), 1);
	kpr_buf_free(&want);
}

/* An event of the recorder itself, and those of two processes. */
static void test_processes(void)
{
	static const uint32_t tids[] = { 31, 30, 40, 41, 9 };
	struct twins t;
	uint64_t i;

	fake_stats = whole_stats;
	twins_start(&t, false, one_event);
	fake_task(30, 30, "first");
	fake_task(31, 30, "second");
	fake_task(40, 40, "other");
	fake_task(41, 40, "other");
	for (i = 0; i < ARRAY_SIZE(tids); i++)
		twins_event(&t, 0, 16, t.now, tids[i], &i, 1);
	twins_event(&t, 0, 16, t.now, getpid(), &i, 1);
	twins_finish(&t);
	keep_part(t.fd, "rec");
	twins_stop(&t);
	run("-r rec -p 30");
	CHECK_U64(nr_lines(read_file("out")), 2);
	KTAP_CHECK(strstr(read_file("out"), "first-30 ") && strstr(read_file("out"), "second-31 "));
	run("-r rec -p 31");
	CHECK_U64(nr_lines(read_file("out")), 2);
	run("-r rec -p 9");
	CHECK_U64(nr_lines(read_file("out")), 1);
	run("-r rec");
	CHECK_U64(nr_lines(read_file("out")), 5);
	check_err("; 1 of kpread's own not shown");
	run("-r rec -a");
	CHECK_U64(nr_lines(read_file("out")), 6);
	run("-r rec -F {pid}:{tid}");
	KTAP_CHECK(strstr(read_file("out"), "30:31\n30:30\n40:40\n40:41\n"));
}

/* Times */

/* The arguments of the events, which are 0 at second 1, 1 at second 2, ... */
static void check_seen(const char *want)
{
	char seen[64] = "";
	const char *at;

	for (at = read_file("out"); (at = strstr(at, " a=")); at++)
		strncat(seen, at + 3, 1);
	if (strcmp(seen, want))
		ktap_wrong("%s, not %s", seen, want);
}

/* Moves the recording to other clocks: the texts are of one length. */
static void set_head(const char *name, const char *host, const char *boot, const char *times)
{
	char head[1024];
	struct kpr_block b = { .magic = KPR_BLOCK_MAGIC, .type = KPR_BLOCK_HEAD }, old;
	int fd = open(path_of(name), O_RDWR);
	static char bytes[1 << 20];
	size_t len = read(fd, bytes, sizeof(bytes)), skip;
	unsigned int i;

	b.size = snprintf(head, sizeof(head),
			  "format version=1 abi=1\nsession id=%u%u part=0 own=0 reader=1\nhost %s\nboot %s\n"
			  "cpus online=3 rings=3\ntime %s\n", host[0], boot[0], host, boot, times);
	for (i = 0; i < NR_RINGS; i++)
		b.size += snprintf(head + b.size, sizeof(head) - b.size,
				   "ring number=%u cpu=%u marked=0 size=65536 lost=7 lost_attach=7 missed_attach=9 missed_detach=9\n",
				   i, i + 1);
	memset(head + b.size, 0, 8);
	b.payload_crc = kpr_crc32c(0, head, b.size);
	b.header_crc = kpr_header_crc(&b);
	memcpy(&old, bytes, sizeof(old));
	skip = sizeof(old) + kpr_pad8(old.size);
	close(fd);
	fd = open(path_of(name), O_RDWR | O_TRUNC);
	KTAP_CHECK(write(fd, &b, sizeof(b)) == sizeof(b));
	KTAP_CHECK(write(fd, head, kpr_pad8(b.size)) == kpr_pad8(b.size));
	KTAP_CHECK(write(fd, bytes + skip, len - skip) == (ssize_t)(len - skip));
	close(fd);
}

/* Second 1 of the clock is the recording's beginning, and 2020-01-01 23:59:57 two hours east. */
#define HEAD_TIMES "monotonic=1000000000 realtime=1577915997000000000 boottime=2000000000"

static void test_ranges(void)
{
	static const struct {
		const char *options, *seen;
	} rows[] = {
		{ "", "012345678" },
		{ "--from 4", "345678" },
		{ "--to 4", "012" },
		{ "--from 4.000001 --to 5.000001", "3" },
		{ "--from 4.000002 --to 5.000002", "4" },
		{ "--from 4.000000600 --to 5.000000601", "34" },
		{ "--from 4.000000601", "45678" },
		{ "--from +2", "2345678" },
		{ "--from +2 --to +3.5", "23" },
		{ "-t 2", "01" },
		{ "--from 23:59:58 --to 23:59:59", "1" },
		{ "--from 23:59:59.5 --to 00:00:02", "34" },
		{ "--from 2020-01-01T21:59:59Z --to 2020-01-02T00:00:01", "23" },
		{ "--from 2020-01-01T21:59:59.5Z -n 2", "34" },
		{ "--from 100", "" },
	};
	unsigned int i;

	free(record_some("rec", 9));
	set_head("rec", "here", "b", HEAD_TIMES);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		run("-r rec %s", rows[i].options);
		check_seen(rows[i].seen);
	}
	run("-r rec --time iso -n 1");
	KTAP_CHECK(strstr(read_file("out"), " 2020-01-01T21:59:57.000000Z: one: "));
	run("-r rec --time wall -n 1");
	KTAP_CHECK(strstr(read_file("out"), " 23:59:57.000000: one: "));
	run("-r rec --time delta -n 2");
	KTAP_CHECK(strstr(read_file("out"), " +1.000000: one: "));
}

static void test_no_times(void)
{
	static const char * const times[] = {
		"x", "-1", "+", "+x", "5x", "1.5.", "25:00:00", "12:00", "12:00:00x",
		"2020-01-01", "2020-13-01T00:00:00", "2020-01-01T00:00:00ZZ", "99999999999999",
	};
	char words[64];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(times); i++) {
		snprintf(words, sizeof(words), "-r rec --from=%s", times[i]);
		check_refused(EXIT_USAGE, "--from wants a time", words);
	}
}

/* Files that are not what they should be */

static void test_damage(void)
{
	char *text = record_some("rec", 5), *bytes;
	size_t len;

	KTAP_CHECK(!kpr_read_file(path_of("rec"), &bytes, &len));
	write_file("cut", bytes, len - 100);
	CHECK_U64(run("-r cut"), EXIT_INCOMPLETE);
	check_same_text(read_file("out"), text);
	check_err("cut ends in the middle of a block");
	check_err("the recording is damaged or has no end");
	write_file("half", bytes, len / 2);
	CHECK_U64(run("hist -r half"), EXIT_INCOMPLETE);
	check_err("has no end");
	CHECK_U64(run("-r half"), EXIT_INCOMPLETE);
	KTAP_CHECK(strlen(read_file("out")) < strlen(text));
	KTAP_CHECK(!strncmp(read_file("out"), text, strlen(read_file("out"))));
	bytes[len - 200] ^= 1;
	write_file("bad", bytes, len);
	CHECK_U64(run("-r bad"), EXIT_INCOMPLETE);
	check_err("bad is damaged: ");
	CHECK_U64(run("-r bad -f json"), EXIT_INCOMPLETE);
	KTAP_CHECK(strstr(read_file("out"), "\"complete\":false"));
	free(bytes);
	free(text);
}

/* The counts of the end, which no event needs. */
static void test_damaged_counts(void)
{
	static const char aggr[] = "aggr 16 g/one 0 count";
	char *bytes, *at, *last = NULL;
	size_t len;

	fake_hists = "aggr 16 g/one 0 count 1 0 0 5 8 1 count\nkey 5 0 0 0\t\n";
	free(record_some("rec", 3));
	fake_hists = "";
	KTAP_CHECK(!kpr_read_file(path_of("rec"), &bytes, &len));
	for (at = bytes; (at = memmem(at, bytes + len - at, aggr, strlen(aggr))); at++)
		last = at;
	KTAP_CHECK(last);
	*last ^= 1;
	write_file("bad", bytes, len);
	CHECK_U64(run("-r bad"), EXIT_INCOMPLETE);
	check_err("bad is damaged: ");
	CHECK_U64(run("hist -r bad"), EXIT_INCOMPLETE);
	check_err("is damaged where its counts are");
	KTAP_CHECK(!strstr(read_file("err"), "no event that is asked for"));
	free(bytes);
}

/* No byte of a recording tells the terminal what to do. */
static void test_control_bytes(void)
{
	const char *profile = fake_profile;

	fake_profile = "x\033[31my\n";
	free(record_some("rec", 3));
	run("-r rec --stats");
	fake_profile = profile;
	KTAP_CHECK(strstr(read_file("err"), "x?[31my\n"));
}

static void test_foreign(void)
{
	char *text = record_some("rec", 2);

	write_file("script", "#!/bin/sh\n", 10);
	check_refused(EXIT_REFUSED, "script is no recording", "-r script");
	check_refused(EXIT_REFUSED, "cannot read nothing: No such file", "-r nothing");
	check_refused(EXIT_REFUSED, "cannot read .: Is a directory", "-r .");
	check_refused(EXIT_REFUSED, "script is no recording", "hist -r script");
	CHECK_U64(run("-r script rec rec"), EXIT_INCOMPLETE);
	check_same_text(read_file("out"), text);
	check_err("rec has been named before");
	free(text);
}

static void test_streams(void)
{
	char *text = record_some("rec", 4);
	char command[512];
	int fds[2], in = dup(0);

	KTAP_CHECK(!pipe(fds));
	snprintf(command, sizeof(command), "cat %s/rec >&%d", dir, fds[1]);
	KTAP_CHECK(!system(command));
	close(fds[1]);
	dup2(fds[0], 0);
	CHECK_U64(run("-r -"), EXIT_COMPLETE);
	check_same_text(read_file("out"), text);
	dup2(in, 0);
	close(in);
	close(fds[0]);
	snprintf(command, sizeof(command), "zstd -qf %s/rec", dir);
	if (system("command -v zstd >/dev/null") || system(command)) {
		free(text);
		return;
	}
	CHECK_U64(run("-r rec.zst"), EXIT_COMPLETE);
	check_same_text(read_file("out"), text);
	setenv("PATH", "/nowhere", 1);
	check_refused(EXIT_REFUSED, "there is no zstd to read it", "-r rec.zst");
	setenv("PATH", "/usr/bin:/bin", 1);
	free(text);
}

/* Several files */

static void test_parts(void)
{
	struct kpr_buf want;
	struct twins t;
	char name[16];
	unsigned int i;

	fake_stats = whole_stats;
	twins_start(&t, false, fake_all);
	for (i = 0; i < 4; i++) {
		twins_random(&t, 10, 40);
		if (i < 3)
			KTAP_CHECK(!kpr_record_finish(t.w, "rotated"));
		else
			twins_finish(&t);
		snprintf(name, sizeof(name), "part.%u", i);
		keep_part(t.fd, name);
		KTAP_CHECK(!ftruncate(t.fd, 0) && !lseek(t.fd, 0, SEEK_SET));
		if (i < 3)
			KTAP_CHECK(!kpr_record_begin(t.w, t.fd, 0));
	}
	want = t.text;
	t.text = (struct kpr_buf){ 0 };
	run("-r part.2 part.0 part.3 part.1");
	check_same_text(read_file("out"), want.data);
	KTAP_CHECK(!strstr(read_file("err"), "part"));
	CHECK_U64(run("-r part.0 -r part.2 part.3"), EXIT_INCOMPLETE);
	check_err("the part before part.2 is missing");
	run("-r part.3");
	KTAP_CHECK(!strstr(read_file("err"), "part"));
	kpr_buf_free(&want);
	twins_stop(&t);
}

/* Two hosts: one's events come half a second after the other's. */
static void test_machines(void)
{
	free(record_some("a", 3));
	free(record_some("b", 3));
	set_head("a", "alpha", "x", "monotonic=1000000000 realtime=5000000000");
	set_head("b", "beta", "y", "monotonic=0 realtime=4500000000");
	run("-r a b");
	CHECK_U64(nr_lines(read_file("out")), 6);
	check_seen("001122");
	KTAP_CHECK(!strncmp(read_file("out"), "alpha ", 6));
	CHECK_U64(count(read_file("out"), "\nbeta "), 3);
	CHECK_U64(count(read_file("out"), "\nalpha "), 2);
	run("-r b a -f json");
	CHECK_U64(count(read_file("out"), "{\"type\":\"event\",\"host\":\"beta\",\"time\":"), 3);
	run("-r b a -F {a}");
	KTAP_CHECK(strstr(read_file("out"), "alpha 0\nbeta 0\nalpha 1\n"));
	run("-r b a -F {host:-6}{a}");
	KTAP_CHECK(!strncmp(read_file("out"), "HOST  A\nalpha 0\nbeta  0\nalpha 1\n", 32));
	check_refused(EXIT_USAGE, "this format is of one machine", "-r a b -f chrome");
	check_refused(EXIT_REFUSED, "hold follows tasks of one machine", "hold -r a b");
	/* another recording of the same boot is no other machine */
	set_head("b", "alpha", "x", "monotonic=0 realtime=4500000000");
	set_head("a", "alpha", "x", "monotonic=1000000000 realtime=5000000000");
	run("-r a");
	KTAP_CHECK(!strstr(read_file("out"), "alpha"));
	run("-r a -F {host}:{a}");
	KTAP_CHECK(!strncmp(read_file("out"), "HOST:A\nalpha:0\nalpha:1\n", 23));
	run("hist -r a");
	KTAP_CHECK(!strstr(read_file("out"), "alpha:"));
}

/* An event g/one of one argument, and a loss, as NAME. */
static void record_column(const char *name, const char *host, const char *description)
{
	const uint64_t slots[] = { 42 };
	struct twins t;

	fake_stats = whole_stats;
	twins_start(&t, false, description);
	twins_event(&t, 0, 16, t.now, 900, slots, 1);
	t.now += 1000;
	twins_event(&t, 0, KPCTL_REC_LOST, t.now, 0, (uint64_t []){ 12 }, 1);
	twins_finish(&t);
	keep_part(t.fd, name);
	twins_stop(&t);
	set_head(name, host, host, "monotonic=1000000000 realtime=5000000000");
}

static const char machines_tables[] =
"host,time,cpu,tid,comm,flags,a,about\n"
"\"alpha\",1000000000,1,900,\"<...>\",\"....\",42,\n"
"\"beta\",1000000000,1,900,\"<...>\",\"....\",42,\n"
"host,time,cpu,tid,comm,flags,c,about\n"
"\"gamma\",1000000000,1,900,\"<...>\",\"....\",42,\n"
"host,time,cpu,tid,comm,flags,host_1,about\n"
"\"delta\",1000000000,1,900,\"<...>\",\"....\",42,\n"
"host,time,cpu,tid,comm,flags,mark,event,count,one_in\n"
"\"alpha\",1000001000,1,,,,\"lost\",,5,\n"
"\"beta\",1000001000,1,,,,\"lost\",,5,\n"
"\"delta\",1000001000,1,,,,\"lost\",,5,\n"
"\"gamma\",1000001000,1,,,,\"lost\",,5,\n"
"events\n"
"4\n";

static const char machines_alone[] =
"host,time,cpu,tid,comm,flags,a,about,mark\n"
"\"alpha\",1000000000,1,900,\"<...>\",\"....\",42,,\n"
"\"beta\",1000000000,1,900,\"<...>\",\"....\",42,,\n"
"\"gamma\",1000000000,1,900,\"<...>\",\"....\",,,\"other g/one\"\n"
"\"alpha\",1000001000,1,,,,,,\"lost 5\"\n"
"\"beta\",1000001000,1,,,,,,\"lost 5\"\n"
"\"gamma\",1000001000,1,,,,,,\"lost 5\"\n";

/* Tables of several machines: rows of one table if the columns are the same, else of others. */
static void test_machines_csv(void)
{
	char command[512];

	record_column("a", "alpha", "16 armed p g/one sym a:u64@16\n");
	record_column("b", "beta", "16 armed p g/one sym a:u64@16\n");
	record_column("c", "gamma", "16 armed p g/one sym c:x64@16\n");
	record_column("d", "delta", "16 armed p g/one sym host:u8@16\n");
	CHECK_U64(run("-r a b c d -f csv -o csv"), EXIT_INCOMPLETE);
	snprintf(command, sizeof(command), "cd %s/csv && ls >../list && cat g.one.csv g.one.16*.csv "
		 "marks.csv >../tables && cut -d, -f3 summary.csv >>../tables", dir);
	KTAP_CHECK(!system(command));
	CHECK_STR(read_file("list"), "g.one.16.2.csv\ng.one.16.csv\ng.one.csv\nmarks.csv\nsummary.csv\n");
	CHECK_STR(read_file("tables"), machines_tables);
	run("-r a b c -f csv -e one");
	CHECK_STR(read_file("out"), machines_alone);
	run("-r a -f csv -e one");
	CHECK_STR(read_file("out"), "time,cpu,tid,comm,flags,a,about,mark\n"
				    "1000000000,1,900,\"<...>\",\"....\",42,,\n"
				    "1000001000,1,,,,,,\"lost 5\"\n");
}

static void test_counts(void)
{
	fake_hists = "aggr 16 g/one 0 count 1 0 0 5 8 1 count\nkey 5 0 0 0\t\n";
	free(record_some("rec", 3));
	CHECK_U64(run("hist -r rec"), EXIT_COMPLETE);
	KTAP_CHECK(strstr(read_file("out"), "# g/one: count\n"));
	CHECK_U64(run("hist -r rec -e none"), EXIT_COMPLETE);
	KTAP_CHECK(!*read_file("out"));
	/* how long ago the last hits came, a recording does not say */
	fake_hists = "aggr 16 g/one 0 hist 1 0 0 1 8 1 hist(a) by time(1s)\n"
		     "key 1 5 5 1 5:5:1\ttime(1s): 7.000000\n";
	free(record_some("timed", 3));
	CHECK_U64(run("hist -r timed"), EXIT_COMPLETE);
	KTAP_CHECK(strstr(read_file("out"), "\n    4 |@|\n      +|+\n    last\n"));
	CHECK_U64(run("hist --rows -r timed"), EXIT_COMPLETE);
	KTAP_CHECK(strstr(read_file("out"), "\n[4, 8) "));
	/* the recording has no ledger: an older module */
	CHECK_U64(run("stat -r rec"), EXIT_INCOMPLETE);
	check_refused(EXIT_USAGE, "-i is for what happens now", "hist -r rec -i 1");
	check_refused(EXIT_USAGE, "top shows what happens now", "top -r rec");
	check_refused(EXIT_USAGE, "-x and -s what happens now", "stat -r rec -x p:x");
	fake_hists = "";
}
