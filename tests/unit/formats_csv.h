/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of formats_test.c: -f csv. */

/* The files of the folder, each under its name. */
static const char *whole_folder(const char *name)
{
	return shell("cd %s && for f in *; do echo \"--- $f\"; cat \"$f\"; done", name);
}

static void put_csv(void)
{
	struct kpr_stream *st;
	struct fake f;

	shell("rm -rf csv");
	st = whole_stream(&f);
	CHECK_STR(run_to("csv", "csv", st, &incomplete), "");
	fake_stop(&f, st);
}

static void test_csv(void)
{
	put_csv();
	check_golden("csv", whole_folder("csv"));
	CHECK_STR(shell("stat -c %%a csv csv/g.rd.csv"), "700\n600\n");
}

static const char *later_events;	/* of a view that is read again; NULL: as before */

/* One event goes to standard output, for which a file stands here. */
static const char *csv_alone(const char *glob, struct kpr_stream *st)
{
	const char *error;

	out.fd = open(path_of("out"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
	out.path = "-";
	if (glob)
		filter_add_glob(&filter, glob);
	stderr_away();
	KTAP_CHECK(!format_choose(&out, "csv"));
	out.path = NULL;
	out.stream = st;
	out.filter = &filter;
	open_ret = output_open(&out);
	if (!open_ret) {
		KTAP_CHECK(!output_begin(&out));
		if (later_events)
			fake_events = later_events;
		later_events = NULL;
		put_items(st);
		KTAP_CHECK(!output_end(&out, &incomplete));
	}
	close(out.fd);
	end_run();
	error = stderr_back();
	return open_ret ? error : read_file("out");
}

static void test_csv_alone(void)
{
	static const char refused[] = "kpread: -f csv has a table for each event: name a folder for them by -o, or one event by -e.\n";
	static const char * const globs[] = { NULL, "r*", "nosuch" };
	struct kpr_stream *st;
	struct fake f;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(globs); i++) {
		st = whole_stream(&f);
		CHECK_STR(csv_alone(globs[i], st), refused);
		KTAP_CHECK(open_ret == -EINVAL);
		fake_stop(&f, st);
	}
	st = whole_stream(&f);
	check_golden("csv.alone", csv_alone("rd", st));
	fake_stop(&f, st);
}

/* On standard output another event of the name, which comes later, is no row of the table. */
static void test_csv_alone_later(void)
{
	const uint64_t slots[] = { 1 };
	struct kpr_stream *st;
	struct fake f;

	st = fake_start(&f, 3, "16 armed p g/e sym a:u8@16\n", "/nowhere");
	fake_event(&f, 16, 1, 7, slots, 1);
	fake_event(&f, 17, 2, 7, slots, 1);
	fake_event(&f, 18, 3, 7, slots, 1);
	later_events = "17 armed p h/e sym a:u8@16\n18 armed p g/e sym b:u8@16\n";
	CHECK_STR(csv_alone("e", st),
		  "time,cpu,tid,comm,flags,a,about,mark\n1,3,7,\"<...>\",\"....\",1,,\n"
		  "2,3,7,\"<...>\",\"....\",,,\"other h/e\"\n3,3,7,\"<...>\",\"....\",,,\"other g/e\"\n");
	fake_stop(&f, st);
}

/* Names that columns or files cannot have, and events that share a name. */
static void test_csv_names(void)
{
	const uint64_t slots[] = { 1, 2, 3, 4, 5, 6 };
	struct kpr_stream *st;
	struct fake f;

	shell("rm -rf csv");
	st = fake_start(&f, 3,
			"16 armed p g/e sym a:u8@16 A:u8@24 comm:u8@32 a:u8@40 a_2:u8@48 x\"y:u8@56\n"
			"17 armed p g/e sym b:u8@16\n18 armed p g/e sym b:u8@16\n"
			"19 armed p ../../e/x sym b:u8@16\n20 gone p g/gone sym\n", "/nowhere");
	fake_event(&f, 16, 1, 7, slots, 6);
	fake_event(&f, 17, 2, 7, slots, 1);
	fake_event(&f, 18, 3, 7, slots + 1, 1);
	fake_event(&f, 19, 4, 7, slots, 1);
	CHECK_STR(run_to("csv", "csv", st, &incomplete), "");
	check_golden("csv.names", whole_folder("csv"));
	fake_stop(&f, st);
}

/* An event that is planted while kpread runs has its file, too, and a full buffer is written. */
static void test_csv_later(void)
{
	struct kpr_stream *st;
	struct kpr_item item;
	uint64_t slots[] = { 1 };
	char path[256];
	struct fake f;
	unsigned int i;

	shell("rm -rf csv");
	st = fake_start(&f, 3, "16 armed p g/e sym a:u64@16\n", "/nowhere");
	KTAP_CHECK(!format_choose(&out, "csv"));
	out.path = strcpy(path, path_of("csv"));
	out.stream = st;
	out.filter = &filter;
	KTAP_CHECK(!output_open(&out) && !output_begin(&out));
	CHECK_STR(shell("ls csv"), "g.e.csv\nmarks.csv\n");
	for (i = 0; i < 3000; i++)
		fake_event(&f, 16, 1, 7, slots, 1);
	kpr_stream_pass(st, UINT64_MAX);
	while (kpr_stream_next(st, &item) > 0)
		KTAP_CHECK(!output_item(&out, &item));
	KTAP_CHECK(atoi(shell("wc -l <csv/g.e.csv")) > 1000);
	fake_events = "16 armed p g/e sym a:u64@16\n17 armed p g/later sym b:u8@16\n";
	fake_event(&f, 17, 2, 7, slots, 1);
	kpr_stream_pass(st, UINT64_MAX);
	while (kpr_stream_next(st, &item) > 0)
		KTAP_CHECK(!output_item(&out, &item));
	KTAP_CHECK(!output_flush(&out));
	CHECK_STR(shell("wc -l <csv/g.e.csv; cat csv/g.later.csv"),
		  "3001\ntime,cpu,tid,comm,flags,b,about\n2,3,7,\"<...>\",\"....\",1,\n");
	KTAP_CHECK(!output_end(&out, &incomplete));
	end_run();
	fake_stop(&f, st);
}

/* All files are imported without a word, and say what they said. */
static void test_sqlite(void)
{
	put_csv();
	check_golden("csv.sqlite", shell(
		"cd csv && rm -f ../db && for f in *; do "
		"t=${f%%.csv}; sqlite3 ../db \".import --csv $f ${t#g.}\" || exit; done; sqlite3 ../db "
		"'.headers on' 'select * from \"all\"' "
		"'select comm, func, sum(lat) as lat from rd group by comm, func order by lat' "
		"'select value from stk, json_each(stk.stacktrace)' "
		"'select value from arr, json_each(arr.v)' 'select w, comm_3, Time_4, about from arr' "
		"'select stacktrace, about from rs' 'select * from num' 'select * from named' "
		"'select u.value from usr, json_each(usr.ustacktrace) as u' 'select us, about from ur' "
		"'select mark, event, count, one_in from marks' 'select * from summary'"));
}
