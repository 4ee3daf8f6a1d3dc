/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of live_test.c: kpread prom, what it writes, and what Prometheus reads of it. */

static const char prom_events[] =
	"116 gone p kprobes/rd old_read+0x0 $ip@16\n"
	"16 armed r kprobes/rd vfs_read+0x0 $func@16\n"
	"17 armed p kprobes/op do_open+0x0 $ip@16\n";

static const char prom_stats[] =
	"cpu written lost bytes fill nesting bad_tail overwritten\n"
	"0 90 1 4096 512 2 0 12\n"
	"1 5 0 256 128 1 7 0\n"
	"total hits=120 emitted=4 aggregated=103 filtered=3 lost=1 missed=2 nested=0 off=0 norcu=0 never=6 throttled=0 unmatched=0 inflight=1 starts=0 ended=0 replaced=0 stale=0 full=0 open=0 dropped=0\n"
	"attach hits=1\n"
	"clock mono changes=0\n";

static void start_prom(const struct moment *m, unsigned int nr)
{
	start(m, nr);
	events = prom_events;
	stats = prom_stats;
}

/* The lines of the output that begin so, without what is no sample. */
static const char *samples(const char *begin)
{
	static char text[sizeof(out)];
	const char *line, *eol;
	size_t n = 0;

	for (line = out; *line; line = eol + 1) {
		eol = strchrnul(line, '\n');
		if (!strncmp(line, begin, strlen(begin)))
			n += sprintf(text + n, "%.*s\n", (int)(eol - line), line);
		if (!*eol)
			break;
	}
	text[n] = '\0';
	return text;
}

static void test_prom(void)
{
	start_prom(two, 1);
	CHECK("prom", 0, prom_1, "");
	/* by name */
	start_prom(two, 1);
	KTAP_CHECK(!run("prom -e op"));
	CHECK_STR(samples("kprobectl_event_hits_total"),
		  "kprobectl_event_hits_total{group=\"kprobes\",event=\"op\",target=\"do_open+0x0\"} 5\n");
	CHECK_STR(samples("kprobectl_aggregate_hits_total"),
		  "kprobectl_aggregate_hits_total{group=\"kprobes\",event=\"op\",target=\"do_open+0x0\",aggregate=\"count\"} 5\n");
}

/* Values that look like other parts of a key, names that are no labels, stacks. */
static void test_prom_keys(void)
{
	static const struct moment m[] = { {
		"aggr 16 g/e 0 count 9 0 0 9 9 0 count by $comm, pid, file\n"
		"key 9 0 0 0\tcomm: a, pid: 1, pid: 7, file: \"b, pid: 2, \\\"c\\\\\"\n"
		"key 8 0 0 0\tcomm: (fault), pid: 7, file: (fault)\n"
		"key 7 0 0 0\tcomm: , pid: 7, file: \"(fault)\"\n"
		"key 6 0 0 0\tcomm: x, pid: 7, file: \"abc\"...\n"
		"aggr 16 g/e 1 count 9 0 0 1 1 0 count by %di, event, Event\n"
		"key 5 0 0 0\t%di: 1, event: 2, Event: 3\n"
		"aggr 16 g/e 2 count 9 0 0 3 3 0 count by $stacktrace, $cpu\n"
		"key 4 0 0 0\tstacktrace: ;vfs_read+0x0/0x10;ksys_read+0x1/0x20 [m], cpu: 3\n"
		"key 3 0 0 0\tstacktrace: ;0x0, cpu: 3\n"
		"key 2 0 0 0\tstacktrace: ;0x0, cpu: 3\n"
		"aggr 16 g/e 3 count 9 0 0 1 1 0 count by $arg1\n"
		"key 1 0 0 0\ta: 1\n", "event hits id\ng/e 1 16\n",
	} };

	START(m);
	events = "16 armed p g/e f+0x0\n";
	KTAP_CHECK(!run("prom"));
	CHECK_STR(samples("kprobectl_count_total"), prom_keys);
}

/* Events of one name at one place, an aggregate twice: labels are never the same. */
static void test_prom_same(void)
{
	static const struct moment m[] = { {
		"aggr 16 g/e 0 count 1 0 0 1 1 0 count\nkey 1 0 0 0\t\n"
		"aggr 16 g/e 1 count 1 0 0 1 1 0 count\nkey 1 0 0 0\t\n"
		"aggr 17 g/e 0 count 2 0 0 1 1 0 count\nkey 2 0 0 0\t\n"
		"aggr 99 g/gone 0 count 2 0 0 1 1 0 count\nkey 2 0 0 0\t\n",
		PROFILE "g/e 1 0 0 0 0 0 0 0 0 m\ng/e 2 0 0 0 0 0 0 0 0 m\n"
			"g/e 3 0 0 0 0 0 0 0 0 m\ng/e 4 0 0 0 0 0 0 0 0 m\n",
	} };

	START(m);
	events = "16 armed p g/e f+0x0\n17 armed p g/e f+0x0\n18 off p g/e f+0x01\n"
		 "19 armed p\nno line\n";
	KTAP_CHECK(!run("prom"));
	CHECK_STR(samples("kprobectl_event_hits_total"), prom_same_hits);
	CHECK_STR(samples("kprobectl_count_total"), prom_same_counts);
}

/* What a text of so many events and aggregates of one name costs, in comparisons. */
static unsigned long cost_of(unsigned int nr)
{
	char *hists = malloc(nr * 80), *profile = malloc(nr * 80 + 256), *list = malloc(nr * 80);
	struct moment m = { hists, profile };
	size_t h = 0, p = sprintf(profile, PROFILE), l = 0;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		h += sprintf(hists + h, "aggr 16 g/e %u count 1 0 0 1 1 0 count\nkey 1 0 0 0\t\n", i);
		p += sprintf(profile + p, "g/e 1 0 0 0 0 0 0 0 0 m\n");
		l += sprintf(list + l, "%u armed p g/e f+0x0\n", 16 + i);
	}
	start(&m, 1);
	events = list;
	*compared = 0;
	KTAP_CHECK(!run("prom -l 1"));
	free(hists);
	free(profile);
	free(list);
	return *compared;
}

/* Ten times as many cost some ten times as much, not a hundred times. */
static void test_prom_many(void)
{
	unsigned long few = cost_of(100), many = cost_of(1000);

	if (few < 100 || many > 25 * few)
		ktap_wrong("%lu comparisons for 100, %lu for 1000", few, many);
}

/* Numbers of 64 bits, signed ones, durations, and sums beyond 64 bits. */
static void test_prom_ends(void)
{
	static const struct moment m[] = { {
		"aggr 16 g/e 0 hist 4 0 0 1 1 0 hist(a)\n"
		"key 4 5 18446744073709551615 3 0:0:1 1:1:1 18158513697557839872:18446744073709551615:2\t\n"
		"aggr 16 g/e 1 hist-signed 3 0 0 1 1 0 hist(b)\n"
		"key 3 18446744073709551612 1 3 9223372036854775808:9367487224930631679:1 18446744073709551611:18446744073709551611:1 1:1:1\t\n"
		"aggr 16 g/e 2 stats-ns 2 0 0 1 1 0 stats($lat)\n"
		"key 2 1500000000 1499999999 1 1:1499999999:2\t\n"
		"aggr 16 g/e 3 stats-signed 2 0 0 1 1 0 stats(b)\n"
		"key 2 18446744073709551610 18446744073709551615 1 18446744073709551611:18446744073709551615:2\t\n"
		"aggr 16 g/e 4 sum 2 0 0 1 1 0 sum(a)\nkey 2 18446744073709551615 0 0\t\n"
		"aggr 16 g/e 5 sum-signed 2 0 0 1 1 0 sum(b)\nkey 2 18446744073709551615 0 0\t\n"
		"aggr 16 g/e 6 sum-ns 2 0 0 1 1 0 sum($lat)\nkey 2 20 0 0\t\n"
		"aggr 16 g/e 7 hist 0 0 0 0 1 0 hist(none)\n", "event hits id\ng/e 1 16\n",
	} };

	START(m);
	events = "16 armed p g/e f+0x0\n";
	KTAP_CHECK(!run("prom"));
	CHECK_STR(samples("kprobectl_hist"), prom_ends_hist);
	CHECK_STR(samples("kprobectl_stats"), prom_ends_stats);
	CHECK_STR(samples("kprobectl_sum"), prom_ends_sum);
}

/* Each event has its first key before one has its second; a histogram is whole or not there. */
static void test_prom_limit(void)
{
	static const struct moment m[] = { {
		"aggr 16 g/e 0 count 6 0 0 3 9 0 count by n\n"
		"key 3 0 0 0\tn: 1\nkey 2 0 0 0\tn: 2\nkey 1 0 0 0\tn: 3\n"
		"aggr 17 g/f 0 count 1 0 0 1 9 0 count by n\nkey 1 0 0 0\tn: 4\n"
		"aggr 17 g/f 1 hist 1 0 0 1 1 0 hist(n)\nkey 1 4 4 1 4:4:1\t\n",
		"event hits id\ng/e 1 16\ng/f 1 17\n",
	} };

	START(m);
	events = "16 armed p g/e f+0x0\n17 armed p g/f g+0x0\n";
	CHECK_STR((run("prom -l 3"), err),
		  "kpread: 1 label sets of kprobectl_count_total are left out: there is room for 3 (-l).\n"
		  "kpread: 5 label sets of kprobectl_hist are left out: there is room for 3 (-l).\n");
	CHECK_STR(samples("kprobectl_count_total"), prom_limit_counts);
	CHECK_STR(samples("kprobectl_hist{"), "");
	CHECK_STR(samples("kprobectl_left_out_label_sets{metric=\"kprobectl_count_total\"}"),
		  "kprobectl_left_out_label_sets{metric=\"kprobectl_count_total\"} 1\n");
	CHECK_STR(samples("kprobectl_left_out_label_sets{metric=\"kprobectl_hist\"}"),
		  "kprobectl_left_out_label_sets{metric=\"kprobectl_hist\"} 5\n");
	KTAP_CHECK(!run("prom -l 5"));
	CHECK_STR(err, "");
	CHECK_STR(samples("kprobectl_left_out"), "");
}

static char prom_dir[] = "/tmp/live_test_XXXXXX";

static const char *prom_path(const char *name)
{
	static char path[64];

	snprintf(path, sizeof(path), "%s/%s", prom_dir, name);
	return path;
}

/* A file that others read is replaced as a whole; it keeps its mode. */
static void test_prom_file(void)
{
	char words[128], got[sizeof(out)];
	struct stat st;
	int fd;

	start_prom(two, 1);
	snprintf(words, sizeof(words), "prom -i 1 -n 2 -o %s", prom_path("a.prom"));
	umask(022);
	CHECK(words, 0, "", "");
	fd = open(prom_path("a.prom"), O_RDONLY);
	read_back(dup(fd), got, sizeof(got));
	CHECK_STR(got, prom_1);
	KTAP_CHECK(!stat(prom_path("a.prom"), &st) && (st.st_mode & 07777) == 0644);
	chmod(prom_path("a.prom"), 0640);
	start_prom(two + 1, 1);
	signal_after = 1;
	snprintf(words, sizeof(words), "prom -o %s", prom_path("a.prom"));
	KTAP_CHECK(!run(words));
	KTAP_CHECK(!stat(prom_path("a.prom"), &st) && (st.st_mode & 07777) == 0640);
	/* who had opened it has what was there, and nothing beside is left */
	read_back(fd, got, sizeof(got));
	CHECK_STR(got, prom_1);
	KTAP_CHECK(access(prom_path("a.prom.new"), F_OK));
	read_back(open(prom_path("a.prom"), O_RDONLY), out, sizeof(out));
	CHECK_STR(samples("kprobectl_event_hits_total{group=\"kprobes\",event=\"rd\""),
		  "kprobectl_event_hits_total{group=\"kprobes\",event=\"rd\",target=\"vfs_read+0x0\"} 164\n");
	CHECK("prom -o /nowhere/a.prom -n 1", 2, "",
	      "kpread: cannot write /nowhere/a.prom: No such file or directory.\n");
	unlink(prom_path("a.prom"));
}

static void test_prom_usage(void)
{
	start_prom(two, 1);
	CHECK("prom -i 1", 1, "", "kpread: -i and -n want a file, -o (see kpread -h)\n");
	CHECK("prom -n 1", 1, "", "kpread: -i and -n want a file, -o (see kpread -h)\n");
	CHECK("prom -x one", 1, "",
	      "kpread: -x wants a file, -o: nothing has come yet (see kpread -h)\n");
	CHECK("prom -l 0", 1, "", "kpread: -l wants a number from 1: 0 (see kpread -h)\n");
	CHECK("prom -f json", 1, "", "kpread prom: invalid option -- 'f'\nTry kpread -h.\n");
	CHECK("hist -l 1", 1, "", "kpread hist: invalid option -- 'l'\nTry kpread -h.\n");
}

/* Programs of Prometheus */

static void prom_program(const char *words)
{
	char command[1024];
	FILE *pipe;
	size_t n;

	snprintf(command, sizeof(command), "perl " HERE "/prom_scrape.pl %s 2>&1", words);
	fflush(stdout);
	pipe = popen(command, "r");
	n = pipe ? fread(out, 1, sizeof(out) - 1, pipe) : 0;
	out[n] = '\0';
	if (!pipe || pclose(pipe))
		ktap_wrong("%s: failed", words);
}

static void write_prom(void)
{
	char words[128];

	start_prom(two, 1);
	snprintf(words, sizeof(words), "prom -n 1 -o %s", prom_path("kprobectl.prom"));
	CHECK(words, 0, "", "");
}

static void check_promtool(void)
{
	char words[128];

	snprintf(words, sizeof(words), "check %s", prom_path("kprobectl.prom"));
	prom_program(words);
	CHECK_STR(out, "");
}

static void check_prometheus(void)
{
	char words[1024];

	snprintf(words, sizeof(words), "query %s 'sum by (event) (kprobectl_event_hits_total)' "
		 "'sum(kprobectl_session_never_total)' "
		 "'sum by (comm) (kprobectl_hist_seconds_count)' "
		 "'kprobectl_hist_seconds_bucket{comm=\"cat\",le=\"9.7e-08\"} * 1' "
		 "'histogram_quantile(0.9, kprobectl_hist_seconds_bucket{comm=\"cat\"}) * 1e9 > bool 127' "
		 "'kprobectl_build_info'", prom_dir);
	prom_program(words);
	CHECK_STR(out, prom_answers);
}

static void run_prom_consumers(void)
{
	static const char reason[] = "prometheus is not there";
	bool there = !system("perl " HERE "/prom_scrape.pl there");

	write_prom();
	if (there)
		check_promtool();
	there ? ktap_end("prom: promtool has nothing to say") :
		ktap_skip(reason, "prom: promtool has nothing to say");
	if (there)
		check_prometheus();
	there ? ktap_end("prom: what prometheus answers") :
		ktap_skip(reason, "prom: what prometheus answers");
	unlink(prom_path("kprobectl.prom"));
	rmdir(prom_dir);
}
