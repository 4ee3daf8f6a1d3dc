/* SPDX-License-Identifier: GPL-2.0-only */
/* replay_test.c: kpread -w, on a session whose rings are here */

struct kpr_session {
	int unused;
};

/* The rings that the next session has, and so many waits in each of which one event comes. */
static struct twins source;
static uint64_t to_come;
static unsigned int waits;
static int open_error;
/* Each wait takes a second; and each look at the clock, if nothing waits. */
static bool is_fast;
static uint64_t clock_ahead;

uint64_t __real_kpr_now(void);

uint64_t __wrap_kpr_now(void)
{
	if (is_fast && !waits)
		clock_ahead += NSEC_PER_SEC;
	return __real_kpr_now() + clock_ahead;
}

int __wrap_kpr_open(struct kpr_session **out)
{
	static struct kpr_session s;

	*out = open_error ? NULL : &s;
	return open_error;
}

void __wrap_kpr_close(struct kpr_session *s)
{
	(void)s;
}

int __wrap_kpr_attach(struct kpr_session *s)
{
	(void)s;
	return 0;
}

int __wrap_kpr_session_rings(struct kpr_session *s, struct kpr_ring **rings, unsigned int *nr)
{
	(void)s;
	*rings = twins_rings(&source);
	*nr = NR_RINGS;
	return 0;
}

int __wrap_kpr_view_read(struct kpr_session *s, uint32_t view, char **text, size_t *len)
{
	(void)s;
	*text = strdup(view == KPCTL_VIEW_EVENTS ? fake_events :
		       view == KPCTL_VIEW_STATS ? fake_stats : "");
	*len = strlen(*text);
	return 0;
}

int __wrap_kpr_session_symbol(void *arg, uint64_t addr, char *text)
{
	(void)arg, (void)addr, (void)text;
	return 0;
}

static void come(void)
{
	if (is_fast)
		clock_ahead += NSEC_PER_SEC;
	if (to_come >= waits) {
		stop = SIGTERM;
		return;
	}
	twins_event(&source, to_come % NR_RINGS, 16, source.now, 7, &to_come, 1);
	source.now += 1000;
	to_come++;
}

void __wrap_reader_wait(struct reader *r, uint64_t wait)
{
	(void)r, (void)wait;
	come();
}

/* Where kpread prints and does not record, it waits here. */
int __wrap_poll_until(struct pollfd *fds, unsigned int nr, uint64_t ns)
{
	(void)fds, (void)nr, (void)ns;
	come();
	return 0;
}

int __wrap_kpr_fd(const struct kpr_session *s)
{
	(void)s;
	return -1;
}

/* Runs it; in each wait an event comes, so many of them, and then SIGTERM. */
static int record(const char *words, unsigned int nr)
{
	int ret;

	fake_stats = whole_stats;
	twins_start(&source, false, one_event);
	waits = nr;
	to_come = 0;
	ret = run("%s", words);
	twins_stop(&source);
	waits = 0;
	return ret;
}

/* The events of the files are 0, 1, ... */
static void check_events(const char *words, unsigned int from, unsigned int to)
{
	const char *out;
	unsigned int i;
	char want[32];

	CHECK_U64(run("-r %s", words), EXIT_COMPLETE);
	out = read_file("out");
	CHECK_U64(nr_lines(out), to - from);
	for (i = from; i < to; i++) {
		snprintf(want, sizeof(want), " a=%u\n", i);
		out = strstr(out, want);
		if (!out) {
			ktap_wrong("%s is not there, or not in order", want);
			return;
		}
	}
}

static void test_write(void)
{
	struct stat st;

	CHECK_U64(record("-w rec", 50), EXIT_COMPLETE);
	KTAP_CHECK(!strncmp(read_file("err"), "50 events, 0 lost, 0 missed: complete", 37));
	KTAP_CHECK(!*read_file("out"));
	KTAP_CHECK(!stat(path_of("rec"), &st) && (st.st_mode & 0777) == 0600);
	check_events("rec", 0, 50);
	CHECK_U64(record("-w -", 20), EXIT_COMPLETE);
	KTAP_CHECK(!rename(path_of("out"), path_of("piped")));
	check_events("piped", 0, 20);
	open_error = -ENOENT;
	check_refused(EXIT_REFUSED, "there is no /dev/kprobectl", "-w rec");
	open_error = 0;
}

static void test_rotation(void)
{
	/* each wait is a pass, each pass a part */
	CHECK_U64(record("-w part -C 1k", 5), EXIT_COMPLETE);
	KTAP_CHECK(is_there("part.000000") && is_there("part.000004") && !is_there("part.000006"));
	check_events("part.000000 part.000001 part.000002 part.000003 part.000004", 0, 5);
	CHECK_U64(record("-w few -C 1k -W 2", 9), EXIT_COMPLETE);
	KTAP_CHECK(!is_there("few.000007") && is_there("few.000008") && is_there("few.000009"));
	check_events("few.000008 few.000009", 8, 9);
	/* a million bytes are not there, and so is no second part */
	CHECK_U64(record("-w big -C 1 -G 1000000", 9), EXIT_COMPLETE);
	KTAP_CHECK(is_there("big.000000") && !is_there("big.000001"));
	check_events("big.000000", 0, 9);
	/* without events no time makes a part */
	CHECK_U64(record("-w idle -G 0.000000001", 0), EXIT_COMPLETE);
	KTAP_CHECK(is_there("idle.000000") && !is_there("idle.000001"));
	CHECK_U64(record("-w time -G 0.000000001", 3), EXIT_COMPLETE);
	KTAP_CHECK(is_there("time.000003") && !is_there("time.000004"));
}

static void test_zip(void)
{
	setenv("PATH", "/nowhere", 1);
	check_refused(EXIT_REFUSED, "-Z wants the program zstd", "-w rec -Z");
	setenv("PATH", "/usr/bin:/bin", 1);
	if (system("command -v zstd >/dev/null"))
		return;
	CHECK_U64(record("-w one -Z", 4), EXIT_COMPLETE);
	KTAP_CHECK(is_there("one.zst") && !is_there("one"));
	check_events("one.zst", 0, 4);
	CHECK_U64(record("-w zip -C 1k -Z", 3), EXIT_COMPLETE);
	KTAP_CHECK(is_there("zip.000003.zst") && !is_there("zip.000003"));
	check_events("zip.000000.zst zip.000001.zst zip.000002.zst zip.000003.zst", 0, 3);
	CHECK_U64(record("-w old -C 1k -W 1 -Z", 6), EXIT_COMPLETE);
	KTAP_CHECK(is_there("old.000006.zst") && !is_there("old.000005") &&
		   !is_there("old.000005.zst") && !is_there("old.000000.zst"));
}

static void test_full(void)
{
	KTAP_CHECK(!symlink("/dev/full", path_of("full")));
	CHECK_U64(record("-w full", 3), EXIT_INCOMPLETE);
	check_err("cannot write full: No space left on device. The recording ends here");
	check_err("incomplete");
}

static void test_unwritable(void)
{
	CHECK_U64(record("-w no/where", 3), EXIT_REFUSED);
	CHECK_STR(read_file("err"), "kpread: cannot create no/where: No such file or directory.\n");
	CHECK_U64(record("-w .", 3), EXIT_REFUSED);
	CHECK_STR(read_file("err"), "kpread: cannot create .: Is a directory.\n");
}

/* This machine's /proc/kallsyms goes into each part, and comes out again. */
static void test_all_symbols(void)
{
	char *text;
	size_t len;

	KTAP_CHECK(!kpr_read_file("/proc/kallsyms", &text, &len));
	CHECK_U64(record("-w all --all-symbols -C 1k", 30), EXIT_COMPLETE);
	CHECK_U64(run("-r all.000001"), EXIT_COMPLETE);
	KTAP_CHECK(nr_lines(read_file("out")) > 1);
	CHECK_U64(run("-r all.000001 --all-symbols -o symbols"), EXIT_COMPLETE);
	check_same_text(read_file("symbols"), text);
	free(text);
	check_refused(EXIT_USAGE, "name one", "-r all.000000 all.000002 --all-symbols");
	record("-w few", 3);
	check_refused(EXIT_REFUSED, "record with --all-symbols", "-r few --all-symbols");
}
