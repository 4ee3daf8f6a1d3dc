/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of formats_test.c: -f text, --time, -F and -o. */

static void test_processes(void)
{
	KTAP_CHECK(__real_task_process(getpid(), 1) == (uint32_t)getpid());
	KTAP_CHECK(!__real_task_process(0, 1));
	KTAP_CHECK(!__real_task_process(KPCTL_TID_MASK + 1, 1));
}

/* Checks that the options are refused with the sentence. */
static void check_refused(const char *format, const char *sentence)
{
	const char *error;

	stderr_away();
	KTAP_CHECK(format_choose(&out, format) || output_check_options(&out));
	error = stderr_back();
	if (!strstr(error, sentence))
		ktap_wrong("%s: %s", sentence, error);
	end_run();
}

static void test_options(void)
{
	out.layout = "{time}";
	check_refused("json", "-F is for -f text alone");
	stderr_away();
	KTAP_CHECK(!format_choose_time(&out, "wall"));
	KTAP_CHECK(format_choose_time(&out, "utc"));
	CHECK_STR(stderr_back(),
		  "kpread: --time wants one of mono wall iso delta: utc (see kpread -h)\n");
	check_refused("json", "--time is for -f text alone");
	check_refused("json=x", "this format has no options: json=x");
	check_refused("jso", "-f wants one of text");
}

static void test_unwritable(void)
{
	struct kpr_stream *st;
	struct fake f;
	char path[300], want[600];

	st = begin_stream(&f);
	snprintf(path, sizeof(path), "%s/nowhere/x", dir);
	out.path = path;
	snprintf(want, sizeof(want), "kpread: cannot create %s: No such file or directory.\n", path);
	CHECK_STR(error_of("text", st), want);
	KTAP_CHECK(open_ret == -ENOENT);
	fake_stop(&f, st);
	/* whoever reads a folder takes what another run has left in it for part of the trace */
	shell("rm -rf folder; mkdir folder; touch folder/cpu7");
	st = begin_stream(&f);
	snprintf(want, sizeof(want), "kpread: cannot create %s/folder: Directory not empty.\n", dir);
	CHECK_STR(run_to("ctf", "folder", st, &incomplete), want);
	shell("rm folder/cpu7");
	CHECK_STR(run_to("ctf", "folder", st, &incomplete), "");
	fake_stop(&f, st);
}

static void test_text(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = whole_stream(&f);
	check_golden("text", text_of("text", st));
	fake_stop(&f, st);
}

static void test_times(void)
{
	static const struct {
		enum kpr_time time;
		const char *want;
	} t[] = {
		{ KPR_TIME_MONO, "100.000018 100.000020 100.000016 101.000000 \n" },
		/* TZ is two hours ahead */
		{ KPR_TIME_WALL, "02:01:41.000017 02:01:41.000020 02:01:41.000016 02:01:41.999999 \n" },
		{ KPR_TIME_ISO, "2020-01-01T00:01:41.000017Z 2020-01-01T00:01:41.000020Z "
				"2020-01-01T00:01:41.000016Z 2020-01-01T00:01:41.999999Z \n" },
		{ KPR_TIME_DELTA, "+0.000000 +0.000002 -0.000003 +0.999983 \n" },
	};
	struct kpr_stream *st;
	struct fake f[2];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(t); i++) {
		fake_events = "16 armed p g/e sym\n";
		fake_init(&f[0], 0, 1 << 17, 0);
		fake_init(&f[1], 1, 1 << 17, 0);
		st = fake_stream(f, 2);
		fake_event(&f[0], 16, T0 + 17500, 7, NULL, 0);
		fake_event(&f[0], 16, T0 + 20000, 7, NULL, 0);
		out.time = t[i].time;
		KTAP_CHECK(!format_choose(&out, "text"));
		out.stream = st;
		KTAP_CHECK(!output_open(&out));
		put_items(st);
		/* late: it comes when the others have been printed */
		fake_event(&f[1], 16, T0 + 16499, 7, NULL, 0);
		put_items(st);
		fake_event(&f[0], 16, T0 + 999999999, 7, NULL, 0);
		out.fd = open(path_of("out"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
		put_items(st);
		KTAP_CHECK(!output_flush(&out));
		close(out.fd);
		end_run();
		CHECK_STR(shell("sed 's/.*\\.\\.\\.\\.  *\\([^ ]*\\): e:$/\\1/' out | tr '\\n' ' '; echo"),
			  t[i].want);
		kpr_stream_close(st);
		fake_exit(&f[0]);
		fake_exit(&f[1]);
	}
}

static void check_columns(const char *layout, const char *golden)
{
	struct kpr_stream *st;
	struct fake f;

	st = whole_stream(&f);
	out.layout = layout;
	check_golden(golden, text_of("text", st));
	fake_stop(&f, st);
}

static void test_columns(void)
{
	check_columns("{time:%T} {comm:-8}|{pid:6} {tid:-3}{event:5} {cpu}{flags:-6}|{n:9} {ret:4} {lat}",
		      "text.columns");
	check_columns("{{{s:-8}}} {t:5};{f};{Time};{comm:2}", "text.strings");
	check_columns("{group} {func:-10} {place:-40} {stacktrace} {args}", "text.places");
}

/* A character of several bytes is one column. */
static void test_columns_wide(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = fake_start(&f, 3, "16 armed p g/e sym s:string@16\n", "/nowhere");
	fake_event(&f, 16, 1, 7, (uint64_t []){ STR(4, 24), 0xac82e2 }, 2);	/* the euro */
	out.layout = "{s:3}{s:-3}|";
	CHECK_STR(text_of("text", st), "  SS  |\n  \xe2\x82\xac\xe2\x82\xac  |\n");
	fake_stop(&f, st);
}

static void check_layout(const char *layout, const char *sentence)
{
	struct kpr_stream *st;
	const char *error;
	struct fake f;

	st = begin_stream(&f);
	out.layout = layout;
	error = error_of("text", st);
	KTAP_CHECK(open_ret == -EINVAL);
	if (!strstr(error, sentence) || !strchr(error, '\n') || strchr(error, '\n')[1])
		ktap_wrong("%s: %s", sentence, error);
	columns_close();
	fake_stop(&f, st);
}

static void test_layouts(void)
{
	check_layout("{time", "'{' without its '}'");
	check_layout("a } b", "a '}' that closes nothing");
	check_layout("{}", "a name is missing");
	check_layout("{:5}", "a name is missing");
	check_layout("{comm:x}", "a width is a number from 1 to 1000");
	check_layout("{comm:-}", "a width is a number from 1 to 1000");
	check_layout("{comm:0}", "a width is a number from 1 to 1000");
	check_layout("{comm:1001}", "a width is a number from 1 to 1000");
	check_layout("{comm:}", "a width is a number from 1 to 1000");
	check_layout("{comm:%T}", "only {time} takes a '%'");
	check_layout("{nam}", "no event here has an argument nam; the names are time comm tid pid cpu flags group event place func lat args host; of all a b c d e f g h s t u; of rd n ret; of stk stacktrace;");
	filter_add_glob(&filter, "rd");
	check_layout("{stacktrace}", "lat args host; of rd n ret.\n");
}

/* The number of columns is that of the title, in each line but those of marks. */
static void test_awk(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = whole_stream(&f);
	out.layout = "{time} {event} {a} {n} {ret} {lat} {h}";
	text_of("text", st);
	CHECK_STR(shell("awk 'NR == 1 { n = NF } !/\\[|not described/ { print NF - n, $2, $4 }' out | sort | uniq -c"),
		  "      1 0 EVENT N\n      2 0 all -\n      1 0 arr -\n      2 0 cnt -\n      2 0 grp -\n"
		  "      1 0 named (corrupt)\n      1 0 named (fault)\n      1 0 named vfs_read\n"
		  "      2 0 num -\n      5 0 rd 0x20000\n      3 0 rs -\n      1 0 stk -\n"
		  "      2 0 ur -\n      1 0 usr -\n");
	fake_stop(&f, st);
}
