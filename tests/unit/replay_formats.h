/* SPDX-License-Identifier: GPL-2.0-only */
/* replay_test.c: each format of a replay is that of live reading */

static struct output live;
static uint64_t live_clock;

uint32_t __real_task_process(uint32_t tid, uint64_t now);

/* What /proc is to say of the tasks of twins_random(), here and now. */
uint32_t __wrap_task_process(uint32_t tid, uint64_t now)
{
	if (!live.stream)
		return __real_task_process(tid, now);
	return tid >= 3 && tid < 10 ? tid / 2 : 0;
}

/* As kpread prints it live, but for the clock, which is the stream's. */
static void print_live(struct twins *t, const struct kpr_item *item)
{
	(void)t;
	if (item->time > live_clock)
		live_clock = item->time;
	KTAP_CHECK(!output_item(&live, item));
}

/* The begin and the end, which have the times of HEAD and END, are left out. */
static char *middle(const char *text, unsigned int first, unsigned int last)
{
	const char *at = text, *end = text + strlen(text);
	char *copy;

	while (first--)
		at += strcspn(at, "\n") + 1;
	for (last++; last && end > at; end -= last > 0)
		last -= end[-1] == '\n';
	copy = strndup(at, end > at ? end - at : 0);
	return copy;
}

/*
 * The file of the output, "" or "/NAME" of a folder, but for so many first and last lines, is as
 * live.
 */
static void check_format(const char *format, const char *file, unsigned int first,
			 unsigned int last)
{
	static const struct filter all;
	struct summary s = { 0 };
	char to[256], name[64], *got, *want;
	struct twins t;

	twins_start(&t, false, fake_all);
	strcpy(to, path_of("live"));
	live = (struct output){ .path = to, .stream = t.st, .filter = &all, .clock = &live_clock };
	live_clock = 0;
	KTAP_CHECK(!format_choose(&live, format) && !output_open(&live) && !output_begin(&live));
	t.each = print_live;
	twins_random(&t, 60, 40);
	twins_finish(&t);
	kpr_stream_totals(t.st, &s.totals);
	KTAP_CHECK(!output_end(&live, &s));
	if (!live.format->takes_folder)
		close(live.fd);
	kpr_buf_free(&live.buf);
	live.stream = NULL;
	keep_part(t.fd, "rec");
	twins_stop(&t);
	run("-r rec -f %s -o out2", format);
	snprintf(name, sizeof(name), "out2%s", file);
	got = middle(read_file(name), first, last);
	snprintf(name, sizeof(name), "live%s", file);
	want = middle(read_file(name), first, last);
	KTAP_CHECK(strlen(want) > 100);
	check_same_text(got, want);
	free(got);
	free(want);
}

static void remove_outputs(void)
{
	char command[300];

	snprintf(command, sizeof(command), "cd %s && rm -r live out2", dir);
	KTAP_CHECK(!system(command));
}

static void test_formats(void)
{
	check_format("text", "", 0, 0);
	check_format("json", "", 1, 1);
	check_format("folded", "", 0, 0);
	check_format("chrome", "", 0, 3);
	check_format("tree", "", 0, 0);
	CHECK_U64(run("-r rec -f perfetto -o trace"), EXIT_INCOMPLETE);
	CHECK_U64(run("-r rec -f pprof -o profile"), EXIT_INCOMPLETE);
	KTAP_CHECK(is_there("trace") && is_there("profile"));
	remove_outputs();
	check_format("csv", "/g.more.csv", 0, 0);
	remove_outputs();
	check_format("ctf", "/metadata", 15, 0);
}

/*
 * A call ends long after one that it is around: live, the inner one has been printed then, as
 * no call is held for longer than a second.
 */
static void test_pauses(void)
{
	uint64_t slots[4] = { 0x81000100, 0x81000200, NSEC_PER_SEC, 0 };
	const char *out;
	struct twins t;

	twins_start(&t, false, fake_all);
	t.now = 20 * NSEC_PER_SEC;
	twins_event(&t, 0, 17, 10 * NSEC_PER_SEC, 7, slots, 4);
	twins_pass(&t);
	slots[2] = 8 * NSEC_PER_SEC;
	twins_event(&t, 0, 17, 15 * NSEC_PER_SEC, 7, slots, 4);
	twins_finish(&t);
	keep_part(t.fd, "rec");
	twins_stop(&t);
	run("-r rec -f tree");
	out = read_file("out");
	if (count(out, "  fn_810001() { /* calls in it, up to 10.000000, may stand above */\n") != 1)
		ktap_wrong("%s", out);
}

static void test_options(void)
{
	static const struct {
		const char *words, *sentence;
	} rows[] = {
		{ "-w f -r g", "-w records what happens now, -r reads what was recorded" },
		{ "-w f -e x", "-w records all events as they come" },
		{ "-w f -p 1", "-w records all events as they come" },
		{ "-w f -n 1", "-w records all events as they come" },
		{ "-w f -a", "-w records all events as they come" },
		{ "-w f -f json", "-w records all events as they come" },
		{ "-w f -o g", "-w records all events as they come" },
		{ "-w f -F {a}", "-w records all events as they come" },
		{ "-w f --time iso", "-w records all events as they come" },
		{ "-w f -W 2", "-W wants parts, by -C or -G" },
		{ "-w - -C 1", "-w - writes one stream" },
		{ "-w - -Z", "-w - writes one stream" },
		{ "-w f -C 0", "-C wants a number" },
		{ "-w f -C 5x", "-C wants a number" },
		{ "-w f -C 5kk", "-C wants a number" },
		{ "-w f -C k", "-C wants a number" },
		{ "-w f -G x", "-G wants a number of seconds" },
		{ "-w f -C 1 -W 0", "-W wants a number of files" },
		{ "-C 1", "-C, -G, -W and -Z are for recording" },
		{ "-Z", "-C, -G, -W and -Z are for recording" },
		{ "-r f -W 1", "-C, -G, -W and -Z are for recording" },
		{ "--all-symbols", "--all-symbols is for recordings" },
		{ "--from 1", "--from and --to are for reading a recording" },
		{ "-w f --to 1", "--from and --to are for reading a recording" },
		{ "-r f -x p:x", "-x plants probes, -r reads what was recorded" },
		{ "-r f -s /s", "-s reads what is lent now" },
		{ "-r f -t 1 --to 5", "-t is what --to +SECONDS is" },
		{ "f", "what is this for: f" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		check_refused(EXIT_USAGE, rows[i].sentence, rows[i].words);
}
