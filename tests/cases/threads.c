// SPDX-License-Identifier: GPL-2.0
/*
 * threads one: threads that write, read, switch, resize, map and poll, all on
 * one descriptor, and what is left in the end.
 * threads strings: strings that change while a hit copies them.
 * Both print results for `helper` of lib.sh.
 */
#include "records.h"

#include <poll.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

#define WRITERS		3
#define NAMES		8		/* of each writer */
#define THREADS_MAX	16
#define SECONDS		3
#define CALLS		"call add 1 2 x50"

static struct rec_session s;
static volatile int stop, views_change;
static pthread_t threads[THREADS_MAX];
static int nthreads;
static unsigned long strange;		/* answers that nobody should get */

static unsigned int dice(unsigned int *seed, unsigned int n)
{
	return rand_r(seed) / 7 % n;
}

static void start(void *(*fn)(void *), void *arg)
{
	if (pthread_create(&threads[nthreads++], NULL, fn, arg))
		die("a thread");
}

static void go(unsigned int seconds)
{
	sleep(seconds);
	stop = 1;
	while (nthreads)
		pthread_join(threads[--nthreads], NULL);
	stop = 0;
}

static void odd(const char *what, int error)
{
	if (__atomic_fetch_add(&strange, 1, __ATOMIC_RELAXED) < 10)
		printf("%s: %s\n", what, strerrorname_np(error));
}

/* On one descriptor */

static int has[WRITERS][NAMES];		/* as far as its writer knows */

/* The line as the list shows it; each fourth is a probe, the others wait. */
static void line_of(char *line, unsigned int w, unsigned int n)
{
	sprintf(line, "p:w%u/e%u %s a=$arg1", w, n, n % 4 ? "absent:x" : "kpt_add");
}

static void *writer(void *arg)
{
	unsigned int w = (long)arg, seed = w, n, len;
	char line[80];

	while (!stop) {
		n = dice(&seed, NAMES);
		if (has[w][n])
			sprintf(line, "-:w%u/e%u", w, n);
		else
			line_of(line, w, n);
		strcat(line, "\n");
		len = strlen(line);
		/* while views change, a line may go to another one */
		if (write(s.fd, line, len) == len)
			has[w][n] = !has[w][n];
		else if (!views_change)
			odd("write", errno);
	}
	return NULL;
}

static void *reader(void *arg)
{
	static __thread char text[1 << 14];
	off_t at = (long)arg;

	while (!stop)
		if (pread(s.fd, text, sizeof(text), at) < 0)
			odd("read", errno);
	return NULL;
}

static void *viewer(void *arg)
{
	unsigned int seed = 77;
	__u32 view;

	(void)arg;
	while (!stop) {
		view = dice(&seed, KPCTL_VIEW_FORMATS + 2);
		if (ioctl(s.fd, KPCTL_IOC_VIEW, &view) && view <= KPCTL_VIEW_FORMATS)
			odd("view", errno);
		usleep(500);
	}
	return NULL;
}

static void *turner(void *arg)
{
	unsigned int seed = 99, odds;
	struct kpctl_switch sw;
	__u64 size;
	__u32 on;

	(void)arg;
	while (!stop) {
		odds = dice(&seed, 10);
		on = odds % 3 != 0;
		sw = (struct kpctl_switch){ KPCTL_REC_FIRST_EVENT + dice(&seed, 4000), on };
		size = 4096 << dice(&seed, 5);
		if (ioctl(s.fd, KPCTL_IOC_TRACING, &on))
			odd("tracing", errno);
		if (ioctl(s.fd, KPCTL_IOC_SWITCH, &sw) && errno != ENOENT)
			odd("switch", errno);
		if (odds < 3 && ioctl(s.fd, KPCTL_IOC_BUFFER, &size) && errno != EBUSY)
			odd("buffer", errno);
		usleep(1000);
	}
	return NULL;
}

static void *poller(void *arg)
{
	struct pollfd p = { .fd = s.fd, .events = POLLIN };

	(void)arg;
	while (!stop)
		if (poll(&p, 1, 20) < 0 || (p.revents & ~POLLIN))
			odd("poll", errno);
	return NULL;
}

static void whole_record(const char *rec)
{
	const struct kpctl_rec *h = (const void *)rec;

	if (h->id == KPCTL_REC_COMM ? KPCTL_REC_SIZE(h) != sizeof(struct kpctl_rec_comm) :
	    h->id == KPCTL_REC_LOST ? KPCTL_REC_SIZE(h) != sizeof(struct kpctl_rec_lost) :
	    h->id == KPCTL_REC_CLOCK ? KPCTL_REC_SIZE(h) != sizeof(struct kpctl_rec_clock) :
	    KPCTL_REC_SIZE(h) != 32 || *(const __u64 *)(rec + 24) != 1)
		odd("a record that is none", 0);
}

/* The only one that reads; its view of the sizes may be old: then it is EINVAL. */
static void *mapper(void *arg)
{
	struct rec_session mine = { .fd = s.fd };
	unsigned int seed = 55, r, good = 0;

	(void)arg;
	while (!stop) {
		session_info(&mine);
		r = dice(&seed, mine.info.nr_rings);
		if (ring_map(&mine, r)) {
			if (errno != EINVAL)
				odd("mmap", errno);
			continue;
		}
		good++;
		if (mine.ring[r].meta->magic != KPCTL_MAGIC || mine.ring[r].meta->cpu != r)
			odd("another ring", 0);
		if (ring_read(&mine.ring[r], whole_record))
			odd("a torn record", 0);
		ring_unmap(&mine, r);
		usleep(300);
	}
	if (!good)
		odd("no mapping at all", 0);
	return NULL;
}

static void *caller(void *arg)
{
	int fd = open(RUN, O_WRONLY);

	(void)arg;
	while (!stop)
		if (write(fd, CALLS, strlen(CALLS)) < 0)
			odd("call", errno);
	close(fd);
	return NULL;
}

static void start_all(void)
{
	long w;

	for (w = 0; w < WRITERS; w++)
		start(writer, (void *)w);
	start(reader, (void *)0);
	start(reader, (void *)10);
	start(turner, NULL);
	start(poller, NULL);
	start(mapper, NULL);
	start(caller, NULL);
	start(caller, NULL);
}

/* How many lines of text are `line`; with a blank behind it, how many begin so. */
static unsigned int count(const char *text, const char *line)
{
	size_t len = strlen(line);
	unsigned int n = 0;

	for (; *text; text = strchr(text, '\n') + 1)
		n += !strncmp(text, line, len) && (line[len - 1] == ' ' || text[len] == '\n');
	return n;
}

static unsigned int lines(const char *text)
{
	unsigned int n = 0;

	for (; (text = strchr(text, '\n')); text++)
		n++;
	return n;
}

/* The list, the profile and the layouts tell of the same events, each once. */
static void consistent(int exact)
{
	static char list[1 << 14], profile[1 << 14], events[1 << 17];
	unsigned int w, n, there = 0, bad = 0, described = 0;
	char line[80], name[40], *at;

	read_view(s.fd, KPCTL_VIEW_CONTROL, list, sizeof(list));
	read_view(s.fd, KPCTL_VIEW_PROFILE, profile, sizeof(profile));
	read_view(s.fd, KPCTL_VIEW_EVENTS, events, sizeof(events));
	for (w = 0; w < WRITERS; w++) {
		for (n = 0; n < NAMES; n++) {
			unsigned int listed;

			line_of(line, w, n);
			sprintf(name, "w%u/e%u ", w, n);
			listed = count(list, line);
			there += listed;
			bad += listed > 1 || listed != count(profile, name) ||
			       (exact && (int)listed != has[w][n]);
			has[w][n] = listed;
		}
	}
	for (at = events; *at; at = strchr(at, '\n') + 1)
		described += !!memcmp(strchr(at, ' '), " gone ", 6);
	if (bad)
		printf("%s%s", list, profile);
	ktap_ok(!bad && there == lines(list) && there == lines(profile) - 1 && there == described,
		exact ? "the list is what the writers made of it" : "views changed: the list is one");
}

static __u64 key(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? strtoull(at + strlen(name), NULL, 10) : ~0ull;
}

static void ledger(void)
{
	static const char *const fates[] = { " emitted=", " filtered=", " lost=", " missed=",
		" off=", " norcu=", " never=", " throttled=",
		" inflight=" };
	static char text[1 << 14];
	const char *total;
	__u64 sum = 0, hits;
	unsigned int i;

	read_view(s.fd, KPCTL_VIEW_STATS, text, sizeof(text));
	total = strstr(text, "total ");
	if (!total)
		die("no total");
	hits = key(total, " hits=");
	for (i = 0; i < sizeof(fates) / sizeof(*fates); i++)
		sum += key(total, fates[i]);
	printf("%s", total);
	ktap_ok(hits && hits == sum, "every hit had one fate");
}

static void clear(void)
{
	unsigned int w, n, failed = 0;
	char line[80], rest[256];

	for (w = 0; w < WRITERS; w++) {
		for (n = 0; n < NAMES; n++) {
			sprintf(line, "-:w%u/e%u\n", w, n);
			if (has[w][n] && write(s.fd, line, strlen(line)) < 0)
				failed++;
		}
	}
	ktap_ok(!failed && !read_view(s.fd, KPCTL_VIEW_CONTROL, rest, sizeof(rest)),
		"each can be removed, none is left");
}

static void one_descriptor(void)
{
	session_open(&s, 4096);
	start_all();
	go(SECONDS);
	ktap_ok(!strange, "11 threads on one descriptor: no strange answer");
	consistent(1);
	ledger();
	strange = 0;
	views_change = 1;
	start_all();
	start(viewer, NULL);
	start(viewer, NULL);
	go(SECONDS);
	/* a line meant for the list may be a bad one for another view */
	ktap_ok(!strange, "13 threads, views change: no strange answer");
	consistent(0);
	ledger();
	clear();
	close(s.fd);
}

/* Strings that change */

#define LONGEST	150		/* of the user's, with its NUL; 7.x reads over 160 bytes twice */
#define HOST	64

static char user[256] __attribute__((aligned(64)));
static struct rec_event event;
static int tid;
static unsigned long seen, bad, lengths, longest, unpadded;
static char allowed;			/* or the next letter */
static const char *why;

static void *flip_user(void *arg)
{
	unsigned int seed = 3, at;

	(void)arg;
	while (!stop) {
		at = dice(&seed, LONGEST - 1);
		*(volatile char *)&user[at] = dice(&seed, 40) ? 'A' + dice(&seed, 2) : 0;
		at = dice(&seed, LONGEST - 1);
		*(volatile char *)&user[at] = 'A' + dice(&seed, 2);
	}
	return NULL;
}

static void *flip_host(void *arg)
{
	unsigned int seed = 5;
	char name[HOST];

	(void)arg;
	while (!stop) {
		memset(name, 'C' + dice(&seed, 2), sizeof(name));
		if (sethostname(name, 1 + dice(&seed, HOST)))
			odd("sethostname", errno);
	}
	return NULL;
}

static void *flip_comm(void *arg)
{
	char path[64], name[16];
	unsigned int seed = 7;
	int fd;

	(void)arg;
	sprintf(path, "/proc/self/task/%d/comm", tid);
	fd = open(path, O_WRONLY);
	while (!stop) {
		memset(name, 'E' + dice(&seed, 2), sizeof(name));
		if (write(fd, name, 1 + dice(&seed, 15)) < 0)
			odd("comm", errno);
	}
	close(fd);
	return NULL;
}

static void check(const char *rec)
{
	const struct kpctl_rec *h = (const void *)rec;
	const char *what, *string;
	unsigned int len;

	if (h->id == KPCTL_REC_COMM)
		unpadded += comm_wrong(rec) != NULL;
	if (h->id != event.id || (int)KPCTL_REC_TID(h->ctx_tid) != tid)
		return;
	seen++;
	what = rec_wrong(&event, rec);
	string = rec_string(&event, rec, 0);
	len = rec_strlen(&event, rec, 0);
	if (!what && !string)
		what = "no string";
	if (!what && rec_slot(&event, rec, 0) >> 32)
		what = "a mark";
	if (!what && len > longest)
		what = "too long";
	if (!what)
		for (; *string; string++)
			if (*string != allowed && *string != allowed + 1)
				what = "a byte that was never there";
	if (what) {
		bad++;
		why = what;
		return;
	}
	lengths |= 1ul << (len & 63);
}

static void look(void)
{
	unsigned int r;

	for (r = 0; r < s.info.nr_rings; r++)
		if (ring_read(&s.ring[r], check))
			odd("a torn record", 0);
}

/* Calls while another thread changes the string that begins with `letter`. */
static void changing(const char *what, const char *spec, void *(*flip)(void *), char letter,
		     unsigned int most, int by_path)
{
	int run_fd = open(RUN, O_WRONLY);
	time_t end = time(NULL) + 2;
	unsigned long calls = 0;

	command(s.fd, spec);
	event_find(&event, s.fd, "t/t");
	seen = bad = lengths = 0;
	allowed = letter;
	longest = most;
	start(flip, NULL);
	while (time(NULL) < end || calls < 1000) {
		if (by_path)
			syscall(SYS_openat, -1, user, O_RDONLY);
		else
			command(run_fd, "call add 1 2");
		calls++;
		look();
	}
	go(0);
	command(s.fd, "-:t/t\n");
	close(run_fd);
	printf("%lu calls, %lu records, %lu bad: %s\n", calls, seen, bad, bad ? why : "");
	ktap_ok(seen == calls && !bad, "%s: each record well-formed", what);
	ktap_ok(lengths & (lengths - 1), "%s: it did change", what);
}

static void strings(void)
{
	memset(user, 'A', LONGEST - 1);
	tid = syscall(SYS_gettid);
	if (sethostname("C", 1) || prctl(PR_SET_NAME, "E"))
		die("first names");
	session_open(&s, 65536);
	session_map(&s);
	changing("a user string", "p:t/t strncpy_from_user s=+0($arg2):ustring\n", flip_user, 'A',
		 LONGEST, 1);
	changing("a kernel string", "p:t/t kpt_add s=@init_uts_ns+65:string\n", flip_host, 'C',
		 HOST + 1, 0);
	changing("a name", "p:t/t kpt_add s=$comm\n", flip_comm, 'E', 16, 0);
	ktap_ok(!unpadded, "each name that is told is padded with zeroes");
	ktap_ok(!strange, "no strange answer");
	session_close(&s);
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "strings"))
		strings();
	else
		one_descriptor();
	return ktap_done();
}
