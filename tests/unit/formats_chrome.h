/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of formats_test.c: -f chrome. */

static void test_chrome(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = whole_stream(&f);
	check_golden("chrome", text_of("chrome", st));
	fake_stop(&f, st);
}

/* A task that changes its name, idle tasks of two CPUs, a call that began before its clock. */
static void test_chrome_tasks(void)
{
	const uint64_t call[] = { VFS, KSYS, 2000 }, early[] = { VFS, KSYS, T0 };
	struct kpr_stream *st;
	struct fake f[2];

	fake_events = "16 armed r g/rd sym $func@16 $retip@24 $lat@32\n";
	fake_init(&f[0], 0, 1 << 17, 0);
	fake_init(&f[1], 1, 1 << 17, 0);
	st = fake_stream(f, 2);
	fake_comm(&f[0], 1000, 7, "a");
	fake_event(&f[0], 16, 3000, 7, call, 3);
	fake_event(&f[0], 16, 4000, 7, call, 3);
	fake_comm(&f[0], 5000, 7, "b");
	fake_event(&f[0], 16, 6000, 7, call, 3);
	fake_event(&f[0], 16, 7000, 0, call, 3);
	fake_event(&f[1], 16, 7001, 0, call, 3);
	fake_event(&f[0], 16, 8000, 0, early, 3);
	check_golden("chrome.tasks", text_of("chrome", st));
	kpr_stream_close(st);
	fake_exit(&f[0]);
	fake_exit(&f[1]);
}

/* A number that is another thread's now is named again; one that has ended keeps its process. */
static void test_chrome_processes(void)
{
	static const uint32_t processes[] = { 5, 0, 6, 6 };
	struct kpr_stream *st;
	struct kpr_item item;
	struct fake f;
	unsigned int i;

	st = fake_start(&f, 3, "16 armed p g/e sym\n", "/nowhere");
	KTAP_CHECK(!format_choose(&out, "chrome"));
	out.fd = open(path_of("out"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
	out.stream = st;
	KTAP_CHECK(!output_open(&out) && !output_begin(&out));
	for (i = 0; i < ARRAY_SIZE(processes); i++) {
		process_of_7 = processes[i];
		fake_event(&f, 16, i, 7, NULL, 0);
		kpr_stream_pass(st, UINT64_MAX);
		while (kpr_stream_next(st, &item) > 0)
			KTAP_CHECK(!output_item(&out, &item));
	}
	process_of_7 = 5;
	KTAP_CHECK(!output_end(&out, &incomplete));
	close(out.fd);
	end_run();
	CHECK_STR(shell("sed -n 's/.*\"ph\":\"\\(.\\)\".*\"pid\":\\([0-9]*\\),\"tid\":7.*/\\1\\2/p' out | tr '\n' ' '"),
		  "M5 M5 i5 i5 M6 M6 i6 i6 ");
	fake_stop(&f, st);
}

/* What the format says of each event; calls of a thread lie in each other or beside each other. */
static const char chrome_schema[] =
"def is(t): type == t;\n"
"def ids: (.pid | is(\"number\")) and (.tid | is(\"number\"));\n"
"def named: .name | is(\"string\") and length > 0;\n"
"def one: .ph as $ph | named and ids and (.args | is(\"object\")) and\n"
"	(if $ph == \"M\" then (.name | IN(\"process_name\", \"thread_name\")) and (.args.name | is(\"string\"))\n"
"	elif $ph == \"X\" then (.ts | is(\"number\")) and (.dur | is(\"number\")) and .dur >= 0 and has(\"s\") == false\n"
"	elif $ph == \"i\" then (.ts | is(\"number\")) and (.s | IN(\"t\", \"g\")) and has(\"dur\") == false\n"
"	else false end);\n"
"def calls: [.[] | select(.ph == \"X\")] | group_by(.tid)[];\n"
"def nested: . as $all | all(.[]; . as $a | all($all[]; . as $b |\n"
"	($a.ts + $a.dur) as $aend | ($b.ts + $b.dur) as $bend |\n"
"	$aend <= $b.ts or $bend <= $a.ts or ($a.ts <= $b.ts and $bend <= $aend) or\n"
"	($b.ts <= $a.ts and $aend <= $bend)));\n"
"def owners: [.[] | select(.ph == \"M\" and .name == \"thread_name\") | [.pid, .tid]];\n"
"(owners) as $owners | [all(.[]; one), all(calls; nested),\n"
"	all(.[] | select(.ph == \"X\" or .s == \"t\"); [.pid, .tid] | IN($owners[])), length]\n";

static void test_chrome_read(void)
{
	struct kpr_stream *st;
	struct fake f;

	st = whole_stream(&f);
	text_of("chrome", st);
	write_file(dir, "schema.jq", chrome_schema);
	CHECK_STR(shell("jq -c -f schema.jq out"), "[true,true,true,35]\n");
	CHECK_STR(shell("jq -r '.[] | select(.s == \"g\") | .name' out"),
		  "lost 1628\nmissed 3 of g/rd\nthrottled g/all, 1 in 16\n"
		  "not throttled any more g/all\ncorrupt, 24 bytes\nincomplete\n");
	/* each line but the brackets is an event of its own, so a cut file can be put right */
	CHECK_STR(shell("{ head -n 9 out; echo '{}]'; } | jq length"), "9\n");
	fake_stop(&f, st);
}
