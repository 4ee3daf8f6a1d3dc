// SPDX-License-Identifier: GPL-2.0-only
/*
 * kpread in 16 MiB of memory, in every format and as a recorder, however much there is to read:
 * 300,000 events of 3,000 tasks, all within a second. kpread runs in a process that gets no more.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "kpread.h"
#include "reader_fake.h"
#include "recording.h"
#undef main

#define EVENTS	300000u
#define AT_ONCE	1000u
#define LIMIT	(16ul << 20)

int kpread_main(int argc, char **argv);

static char dir[] = "/tmp/memory_test_XXXXXX";

static int read_view(void *arg, uint32_t view, char **text, size_t *len)
{
	(void)arg;
	*text = strdup(view == KPCTL_VIEW_EVENTS ? fake_events :
		       view == KPCTL_VIEW_STATS ? "total hits=300000 emitted=300000 aggregated=0 "
		       "filtered=0 lost=0 off=0 missed=0 nested=0 norcu=0 throttled=0 never=0 "
		       "inflight=0\n" : "");
	*len = strlen(*text);
	return 0;
}

/* A call that returns, in one of 2,500 functions: symbols and stacks differ, too. */
static void put_events(struct fake *f, unsigned int n)
{
	uint64_t slots[6];
	unsigned int i;

	for (i = n; i < n + AT_ONCE; i++) {
		slots[0] = 0xffffffff81000000 + i % 2500 * 64;
		slots[1] = 0xffffffff82000000 + i % 2500 * 64;
		slots[2] = 1000;
		slots[3] = i;
		slots[4] = 8ull << 16 | 64;
		slots[5] = slots[1];
		fake_event(f, 16, 2000000000 + i * 2000, 1 + i / 100 * 1024 % 4000000, slots, 6);
	}
}

static void record(const char *path)
{
	struct kpr_ring *ring = calloc(1, sizeof(*ring));
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	struct kpr_record *w;
	struct fake f;
	unsigned int n;

	fake_events = "16 armed r g/call sym $func@16 $retip@24 $lat@32 v:u64@40 stacktrace:stack@48\n";
	fake_init(&f, 0, 1 << 17, 0);
	KTAP_CHECK(!kpr_ring_init(ring, f.meta, f.len, &f.consumer));
	KTAP_CHECK(!kpr_record_new(ring, 1, read_view, NULL, &w) && !kpr_record_begin(w, fd, 0));
	for (n = 0; n < EVENTS; n += AT_ONCE) {
		put_events(&f, n);
		KTAP_CHECK(kpr_record_pass(w, 2000000000 + n * 2000 + 20000000) >= 0);
	}
	KTAP_CHECK(!kpr_record_last(w, 4000000000) && !kpr_record_finish(w, "stopped"));
	kpr_record_close(w);
	close(fd);
	fake_exit(&f);
}

static void limit(void)
{
	struct rlimit r = { LIMIT, LIMIT };

	KTAP_CHECK(!setrlimit(RLIMIT_DATA, &r));
}

static int run(char **argv)
{
	int argc = 0, status;
	pid_t pid;

	while (argv[argc])
		argc++;
	fflush(NULL);
	pid = fork();
	if (!pid) {
		KTAP_CHECK(!chdir(dir) && freopen("err", "w", stderr));
		limit();
		exit(kpread_main(argc, argv));
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static char path[64];

static const char *said(void)
{
	static char text[512];
	int fd;
	ssize_t n;

	snprintf(path, sizeof(path), "%s/err", dir);
	fd = open(path, O_RDONLY);
	n = read(fd, text, sizeof(text) - 1);
	text[n > 0 ? n : 0] = '\0';
	close(fd);
	return text;
}

/* In each format all events are said to have been read. */
static void test_formats(void)
{
	static const char * const names[] = {
#define X(id, name, help) #name,
		KPREAD_FORMATS(X)
#undef X
	};
	unsigned int i;
	int status;

	snprintf(path, sizeof(path), "%s/rec", dir);
	record(path);
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char *argv[] = { "kpread", "-r", "rec", "-f", (char *)names[i], "-o", "out", NULL };

		status = run(argv);
		if (status != EXIT_COMPLETE || strncmp(said(), "300000 events, ", 15))
			ktap_wrong("%s: status %d: %s", names[i], status, said());
		snprintf(path, sizeof(path), "rm -rf %s/out", dir);
		KTAP_CHECK(!system(path));
	}
}

static void record_again(void)
{
	limit();
	record("/dev/null");
}

static void test_record(void)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		record_again();
		_exit(0);
	}
	waitpid(pid, &status, 0);
	CHECK_U64(status, 0);
}

int main(void)
{
	static const struct ktap_test tests[] = {
		{ "each format reads 300,000 events in 16 MiB", test_formats },
		{ "so does the recorder", test_record },
	};

	if (!mkdtemp(dir))
		return 1;
	ktap_run(tests, sizeof(tests) / sizeof(tests[0]));
	snprintf(path, sizeof(path), "rm -rf %s", dir);
	if (system(path))
		return 1;
	return ktap_done();
}
