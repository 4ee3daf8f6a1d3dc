// SPDX-License-Identifier: GPL-2.0-only
/*
 * kprobectl.h, on recordings made here and on a session whose device is made here: what it
 * gives is what the library's inside gives, and damaged files end in a sentence.
 * `library_test record FILE` makes a recording for library.sh.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>
#include "damage.h"
#include "kprobectl.h"
#include "record_fake.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define TIME		1000001000ull

/* Recordings */

/* A name by which the file can be opened; until the next call. */
static const char *path_of(int fd)
{
	static char path[32];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return path;
}

static struct kpctl_session *open_fd(int fd)
{
	struct kpctl_session *s = kpctl_new();

	KTAP_CHECK(s && !kpctl_replay(s, path_of(fd)));
	return s;
}

static char *add_text(char *text, const char *more)
{
	size_t len = strlen(text), n = strlen(more);

	text = realloc(text, len + n + 1);
	memcpy(text + len, more, n + 1);
	return text;
}

/* All lines, to be freed, and what ended them. */
static char *read_lines(struct kpctl_session *s, int *ret)
{
	const struct kpctl_event *ev;
	char *text = strdup("");

	while ((*ret = kpctl_next(s, &ev)) > 0)
		text = add_text(text, kpctl_event_line(ev));
	KTAP_CHECK(!ev);
	return text;
}

static void check_totals(struct kpctl_session *s, int fd)
{
	struct kpctl_totals t = { .size = sizeof(t) };
	struct kpr_totals want;

	replay_text(&fd, 1, &want, NULL);
	KTAP_CHECK(!kpctl_totals(s, &t));
	CHECK_U64(t.lost, want.lost);
	CHECK_U64(t.missed, want.missed);
	CHECK_U64(t.before, want.before);
	CHECK_U64(t.missed_before, want.missed_before);
	CHECK_U64(t.corrupt, want.corrupt);
	CHECK_U64(t.undescribed, want.undescribed);
	CHECK_U64(t.late, want.late);
	CHECK_U64(t.nested, 3);
	CHECK_U64(t.missing, want.lost + want.missed + 3);
	KTAP_CHECK(t.at_least);		/* nested is one */
}

/* Every form of record, losses and garbage: the lines that a live reader printed. */
static void test_lines(void)
{
	struct kpctl_session *s;
	struct twins t;
	char *text;
	int ret;

	fake_stats = "total hits=9 emitted=4 aggregated=0 filtered=2 lost=0 missed=0 nested=3 off=0 norcu=0 never=0 throttled=0 inflight=0\n";
	twins_start(&t, true, fake_all);
	twins_random(&t, 40, 20);
	twins_garbage(&t, 1);
	twins_finish(&t);
	s = open_fd(t.fd);
	text = read_lines(s, &ret);
	KTAP_CHECK(!ret);
	KTAP_CHECK(strlen(text) > 10000);
	CHECK_STR(text, t.text.data);
	check_totals(s, t.fd);
	KTAP_CHECK(kpctl_wait(s, 0) == -ENODATA && *kpctl_error(s));
	kpctl_free(s);
	free(text);
	twins_stop(&t);
}

/* Fields */

static const char fields[] =
	"16 armed r g/e sym $func@16 $retip@24 $lat@32 n:u8@40 s:s16@48 t:string@56 v:u32[2]@64 a:ip4@72 err:errno@80 k:u8@88 $names:1=ONE,2=TWO@88 st:stack@96 $fault@104\n";

/* n, s, t, v, a, err, k, st as the table says; the last bit of the mask is of the first field */
static void put_fields(struct twins *t, uint64_t fault)
{
	uint64_t slots[] = {
		0xffff0010, 0xffff0020, 1500, 200, (uint64_t)-7, 5ull << 16 | 112, 11ull | 22ull << 32,
		0x0100007f, (uint64_t)-2, 2, 16ull << 16 | 120, fault, 0, 0x1110, 0x2220,
	};

	memcpy(&slots[12], "a\nb!", 5);
	twins_event(t, 0, 16, TIME, 7, slots, ARRAY_SIZE(slots));
}

static struct kpctl_session *record_fields(struct twins *t, uint64_t fault)
{
	fake_task(7, 5, "worker");
	twins_start(t, false, fields);
	put_fields(t, fault);
	t->now += LATER / 4;
	twins_pass(t);
	twins_finish(t);
	return open_fd(t->fd);
}

static const struct kpctl_event *next(struct kpctl_session *s)
{
	const struct kpctl_event *ev;

	if (kpctl_next(s, &ev) == 1)
		return ev;
	printf("Bail out! no event: %s\n", kpctl_error(s));
	exit(1);
}

static void check_event(const struct kpctl_event *ev)
{
	KTAP_CHECK(kpctl_event_kind(ev) == KPCTL_HIT);
	CHECK_STR(kpctl_event_name(ev), "g/e");
	CHECK_STR(kpctl_event_comm(ev), "worker");
	CHECK_U64(kpctl_event_time(ev), TIME);
	CHECK_U64(kpctl_event_cpu(ev), 1);
	CHECK_U64(kpctl_event_tid(ev), 7);
	CHECK_U64(kpctl_event_machine(ev), 0);
	CHECK_U64(kpctl_event_count(ev), 0);
	KTAP_CHECK(kpctl_event_realtime(ev) > TIME + 1000000000000000000ull);
}

static void check_names(const struct kpctl_event *ev)
{
	static const char * const names[] = { "n", "s", "t", "v", "a", "err", "k", "st" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		CHECK_STR(kpctl_field_name(ev, i), names[i]);
	KTAP_CHECK(!kpctl_field_name(ev, i));
}

static void check_numbers(const struct kpctl_event *ev)
{
	uint64_t u;
	int64_t i;

	KTAP_CHECK(!kpctl_u64(ev, "n", &u) && u == 200);
	KTAP_CHECK(!kpctl_s64(ev, "n", &i) && i == 200);
	KTAP_CHECK(!kpctl_s64(ev, "s", &i) && i == -7);
	KTAP_CHECK(kpctl_u64(ev, "s", &u) == -ERANGE);
	KTAP_CHECK(!kpctl_u64(ev, "$lat", &u) && u == 1500);
	KTAP_CHECK(!kpctl_u64(ev, "$func", &u) && u == 0xffff0010);
	KTAP_CHECK(!kpctl_u64(ev, "$retip", &u) && u == 0xffff0020);
	KTAP_CHECK(kpctl_u64(ev, "$ip", &u) == -ENOENT);
	KTAP_CHECK(kpctl_u64(ev, "none", &u) == -ENOENT);
	KTAP_CHECK(kpctl_u64(ev, "", &u) == -ENOENT);
	KTAP_CHECK(kpctl_u64(ev, "t", &u) == -EINVAL);
}

static void check_texts(const struct kpctl_event *ev)
{
	const uint64_t *frames;
	const char *t;

	KTAP_CHECK(kpctl_string(ev, "t", &t) == 4 && !strcmp(t, "a\nb!"));
	KTAP_CHECK(kpctl_string(ev, "a", &t) == 9 && !strcmp(t, "127.0.0.1"));
	KTAP_CHECK(kpctl_string(ev, "n", &t) == -EINVAL);
	KTAP_CHECK(kpctl_stack(ev, "st", &frames) == 2 && frames[0] == 0x1110 && frames[1] == 0x2220);
	KTAP_CHECK(kpctl_stack(ev, "t", &frames) == -EINVAL);
	CHECK_STR(kpctl_symbol(ev, frames[1]), "fn_22+0x20/0x100");
	CHECK_STR(kpctl_symbol(ev, 0x7), "0x7");
	CHECK_STR(kpctl_text(ev, "t"), "\"a\\nb!\"");
	CHECK_STR(kpctl_text(ev, "k"), "TWO");
	CHECK_STR(kpctl_text(ev, "st"), "fn_11+0x10/0x100;fn_22+0x20/0x100");
	KTAP_CHECK(!kpctl_text(ev, "none"));
}

static void check_structs(const struct kpctl_event *ev)
{
	struct kpctl_field f = { .size = sizeof(f) };

	KTAP_CHECK(!kpctl_field(ev, "k", &f) && f.kind == KPCTL_FIELD_UNSIGNED);
	KTAP_CHECK(f.number == 2 && !strcmp(f.text, "TWO") && f.length == 3);
	KTAP_CHECK(!kpctl_field(ev, "err", &f) && f.kind == KPCTL_FIELD_SIGNED);
	KTAP_CHECK((int64_t)f.number == -2 && !strcmp(f.text, "-ENOENT"));
	KTAP_CHECK(!kpctl_field(ev, "v", &f) && f.kind == KPCTL_FIELD_ARRAY && f.length == 2);
	KTAP_CHECK(!kpctl_element(ev, "v", 1, &f) && f.kind == KPCTL_FIELD_UNSIGNED);
	CHECK_U64(f.number, 22);
	KTAP_CHECK(kpctl_element(ev, "v", 2, &f) == -ERANGE);
	KTAP_CHECK(kpctl_element(ev, "n", 0, &f) == -EINVAL);
	KTAP_CHECK(!kpctl_field(ev, "st", &f) && f.kind == KPCTL_FIELD_STACK && f.length == 2 && !f.text);
	KTAP_CHECK(!kpctl_field(ev, "$lat", &f) && f.number == 1500 && !f.cut);
}

static void test_fields(void)
{
	struct twins t;
	struct kpctl_session *s = record_fields(&t, 0);
	const struct kpctl_event *ev = next(s);

	check_event(ev);
	check_names(ev);
	check_numbers(ev);
	check_texts(ev);
	check_structs(ev);
	CHECK_STR(kpctl_event_line(ev), t.text.data);
	kpctl_free(s);
	twins_stop(&t);
}

/* What could not be read in the kernel, and what does not lie in its record. */
static void test_faults(void)
{
	static const char far[] = "16 armed p g/e sym n:u64@4096 t:string@16 $fault@24\n";
	const uint64_t slots[] = { 100ull << 16 | 4000, 0 };
	struct twins t;
	struct kpctl_session *s = record_fields(&t, 1 | 8);
	const struct kpctl_event *ev = next(s);
	struct kpctl_field f = { .size = sizeof(f) };
	const char *text;
	uint64_t u;

	KTAP_CHECK(kpctl_u64(ev, "n", &u) == -EFAULT);
	KTAP_CHECK(kpctl_field(ev, "v", &f) == -EFAULT && kpctl_element(ev, "v", 0, &f) == -EFAULT);
	KTAP_CHECK(!kpctl_u64(ev, "k", &u));
	kpctl_free(s);
	twins_stop(&t);

	twins_start(&t, false, far);
	twins_event(&t, 0, 16, TIME, 7, slots, 2);
	twins_event(&t, 0, 99, TIME + 1, 7, slots, 2);
	twins_finish(&t);
	s = open_fd(t.fd);
	ev = next(s);
	KTAP_CHECK(kpctl_u64(ev, "n", &u) == -EBADMSG);
	KTAP_CHECK(kpctl_string(ev, "t", &text) == -EBADMSG);
	ev = next(s);		/* nobody describes it */
	CHECK_STR(kpctl_event_name(ev), "");
	KTAP_CHECK(kpctl_u64(ev, "n", &u) == -ENOENT && !kpctl_field_name(ev, 0));
	kpctl_free(s);
	twins_stop(&t);
}

/* What belongs to an event stays where it is, however much is asked for. */
static void test_memory(void)
{
	struct twins t;
	struct kpctl_session *s = record_fields(&t, 0);
	const struct kpctl_event *ev = next(s);
	const char *first, *text;
	unsigned int i;

	KTAP_CHECK(kpctl_string(ev, "t", &first) == 4);
	for (i = 0; i < 10000; i++)
		KTAP_CHECK(kpctl_string(ev, "a", &text) == 9 && kpctl_event_line(ev));
	CHECK_STR(first, "a\nb!");
	CHECK_STR(text, "127.0.0.1");
	kpctl_free(s);
	twins_stop(&t);
}

/* A caller whose struct is smaller, larger, or none. */
static void test_growth(void)
{
	struct { struct kpctl_totals t; uint64_t more; } big = { .more = 77 };
	struct kpctl_totals small;
	struct twins t;
	struct kpctl_session *s = record_fields(&t, 0);

	big.t.size = sizeof(big);
	next(s);
	KTAP_CHECK(!kpctl_totals(s, &big.t));
	CHECK_U64(big.t.size, sizeof(big.t));
	CHECK_U64(big.t.events, 1);
	CHECK_U64(big.more, 0);
	memset(&small, 0xff, sizeof(small));
	small.size = offsetof(struct kpctl_totals, missing);
	KTAP_CHECK(!kpctl_totals(s, &small));
	CHECK_U64(small.size, offsetof(struct kpctl_totals, missing));
	CHECK_U64(small.events, 1);
	CHECK_U64(small.missing, UINT64_MAX);
	small.size = 4;
	KTAP_CHECK(kpctl_totals(s, &small) == -EINVAL && *kpctl_error(s));
	kpctl_free(s);
	twins_stop(&t);
}

/* Marks */

static void test_marks(void)
{
	const uint64_t lost = 12, missed[2] = { 5, 2 | 16ull << 32 }, throttled[2] = { 40, 8 | 16ull << 32 };
	struct kpctl_session *s;
	const struct kpctl_event *ev;
	struct twins t;

	twins_start(&t, false, fields);
	twins_event(&t, 0, KPCTL_REC_LOST, TIME, 0, &lost, 1);
	put_fields(&t, 0);
	twins_event(&t, 0, KPCTL_REC_MISSED, TIME + 1, 7, missed, 2);
	twins_event(&t, 0, KPCTL_REC_THROTTLED, TIME + 2, 7, throttled, 2);
	twins_finish(&t);
	s = open_fd(t.fd);
	ev = next(s);
	KTAP_CHECK(kpctl_event_kind(ev) == KPCTL_LOST);
	CHECK_U64(kpctl_event_count(ev), 5);	/* seven were lost before */
	CHECK_STR(kpctl_event_name(ev), "");
	KTAP_CHECK(kpctl_event_kind(next(s)) == KPCTL_HIT);
	ev = next(s);
	KTAP_CHECK(kpctl_event_kind(ev) == KPCTL_MISSED && kpctl_event_count(ev) == 2);
	CHECK_STR(kpctl_event_name(ev), "g/e");
	KTAP_CHECK(!kpctl_field_name(ev, 0));
	ev = next(s);
	KTAP_CHECK(kpctl_event_kind(ev) == KPCTL_THROTTLED && kpctl_event_count(ev) == 40);
	KTAP_CHECK(!kpctl_next(s, &ev));
	kpctl_free(s);
	twins_stop(&t);
}

/* Ledgers and aggregates */

static const char profile[] =
	"event mode hits emitted aggregated filtered lost missed nested off norcu never throttled inflight id\n"
	"g/e armed 10 4 0 2 1 1 7 0 0 0 0 2 16\n"
	"g/f off 5 3 0 0 0 0 0 0 0 0 0 0 17\n";
static const char hists[] =
	"aggr 16 g/e 0 hist-ns 9 1 2 2 1024 1 hist($lat) by comm\n"
	"key 4 400 200 2 0:99:1 100:255:3\ta task\n"
	"key 2 20 10 1 8:15:2\tother\n";

static void check_ledgers(struct kpctl_session *s)
{
	struct kpctl_ledgers *l;
	unsigned int k, hits = 0;
	uint64_t n;

	KTAP_CHECK(!kpctl_ledgers_read(s, 0, &l));
	CHECK_STR(kpctl_ledger_event(l, 0), "g/e");
	CHECK_STR(kpctl_ledger_event(l, 1), "g/f");
	CHECK_STR(kpctl_ledger_mode(l, 1), "off");
	KTAP_CHECK(!kpctl_ledger_event(l, 2) && !kpctl_ledger_mode(l, 2));
	KTAP_CHECK(!kpctl_ledger_count(l, 0, "filtered", &n) && n == 2);
	KTAP_CHECK(!kpctl_ledger_count(l, 0, "inflight", &n) && n == 2);
	KTAP_CHECK(kpctl_ledger_count(l, 0, "event", &n) == -ENOENT);
	KTAP_CHECK(kpctl_ledger_count(l, 2, "hits", &n) == -ENOENT);
	CHECK_U64(kpctl_ledger_open(l, 0), 0);
	CHECK_U64(kpctl_ledger_open(l, 1), 2);
	for (k = 0; kpctl_ledger_column(k); k++)
		hits += !strcmp(kpctl_ledger_column(k), "hits");
	CHECK_U64(hits, 1);
	kpctl_ledgers_free(l);
}

static void check_aggrs(struct kpctl_session *s)
{
	struct kpctl_aggr aggr = { .size = sizeof(aggr) };
	struct kpctl_key key = { .size = sizeof(key) };
	struct kpctl_bucket b = { .size = sizeof(b) };
	struct kpctl_aggrs *a;

	KTAP_CHECK(!kpctl_aggrs_read(s, 0, &a));
	KTAP_CHECK(!kpctl_aggr(a, 0, &aggr) && aggr.keys == 2 && aggr.is_ns && !aggr.is_signed);
	CHECK_STR(aggr.event, "g/e");
	CHECK_STR(aggr.action, "hist");
	CHECK_STR(aggr.text, "hist($lat) by comm");
	KTAP_CHECK(aggr.hits == 9 && aggr.other == 1 && aggr.unread == 2);
	KTAP_CHECK(kpctl_aggr(a, 1, &aggr) == -ENOENT);
	KTAP_CHECK(!kpctl_key(a, 0, 0, &key) && key.count == 4 && key.sum == 400 && key.max == 200);
	CHECK_STR(key.text, "a task");
	KTAP_CHECK(kpctl_key(a, 0, 2, &key) == -ENOENT && kpctl_key(a, 1, 0, &key) == -ENOENT);
	KTAP_CHECK(!kpctl_bucket(a, 0, 0, 1, &b) && b.low == 100 && b.high == 255 && b.count == 3);
	KTAP_CHECK(kpctl_bucket(a, 0, 1, 1, &b) == -ENOENT);
	kpctl_aggrs_free(a);
}

static void check_machine(struct kpctl_session *s)
{
	struct kpctl_machine m = { .size = sizeof(m) };
	struct kpctl_ledgers *l;
	char host[256];

	gethostname(host, sizeof(host));
	KTAP_CHECK(!kpctl_machine(s, 0, &m));
	CHECK_STR(m.host, host);
	KTAP_CHECK(m.realtime > m.monotonic);
	KTAP_CHECK(kpctl_machine(s, 1, &m) == -ENOENT);
	KTAP_CHECK(kpctl_ledgers_read(s, 1, &l) == -ENOENT && !l);
}

static void test_counts(void)
{
	struct kpctl_session *s;
	struct twins t;

	fake_profile = profile;
	fake_hists = hists;
	s = record_fields(&t, 0);
	check_ledgers(s);
	check_aggrs(s);
	check_machine(s);
	next(s);			/* they are read beside the events */
	kpctl_free(s);
	twins_stop(&t);
	fake_profile = NULL;
	fake_hists = "";
}

/* Damage */

/* Reads a file to its end, whatever it has: all that can be asked of it. */
static int read_any(int fd, char *why, size_t size)
{
	struct kpctl_session *s = kpctl_new();
	struct kpctl_totals t = { .size = sizeof(t) };
	struct kpctl_ledgers *l = NULL;
	struct kpctl_aggrs *a = NULL;
	char *text;
	int ret = kpctl_replay(s, path_of(fd));

	if (!ret) {
		text = read_lines(s, &ret);
		free(text);
		snprintf(why, size, "%s", kpctl_error(s));
		KTAP_CHECK(!kpctl_totals(s, &t));
		KTAP_CHECK(!ret || t.at_least);
		kpctl_ledgers_read(s, 0, &l);
		kpctl_aggrs_read(s, 0, &a);
	} else {
		snprintf(why, size, "%s", kpctl_error(s));
	}
	kpctl_ledgers_free(l);
	kpctl_aggrs_free(a);
	kpctl_free(s);
	return ret;
}

static int copy_of(const char *bytes, size_t len)
{
	int fd = fake_file();

	KTAP_CHECK(write(fd, bytes, len) == (ssize_t)len);
	return fd;
}

static char *bytes_of(int fd, size_t *len)
{
	struct stat st;
	char *bytes;

	fstat(fd, &st);
	*len = st.st_size;
	bytes = malloc(*len);
	KTAP_CHECK(pread(fd, bytes, *len, 0) == (ssize_t)*len);
	return bytes;
}

/* A file that is cut anywhere, and one bit wrong in any byte: -errno with a sentence. */
static void test_damage(void)
{
	struct twins t;
	struct kpctl_session *s = record_fields(&t, 0);
	char why[1024], *bytes;
	size_t len, n;
	int fd, ret;

	kpctl_free(s);
	bytes = bytes_of(t.fd, &len);
	KTAP_CHECK(!read_any(t.fd, why, sizeof(why)) && !*why);
	for (n = 0; n < len; n += damage_step()) {
		fd = copy_of(bytes, n);
		ret = read_any(fd, why, sizeof(why));
		ktap_check(ret == -EBADMSG || ret == -EPROTO, "cut at %zu: %d", n, ret);
		ktap_check(strstr(why, path_of(fd)), "cut at %zu: \"%s\"", n, why);
		close(fd);
	}
	for (n = 0; n < len; n += damage_step()) {
		bytes[n] ^= 1 << n % 8;
		fd = copy_of(bytes, len);
		bytes[n] ^= 1 << n % 8;
		ret = read_any(fd, why, sizeof(why));
		ktap_check(!ret || *why, "byte %zu: %d without a sentence", n, ret);
		close(fd);
	}
	free(bytes);
	twins_stop(&t);
}

/* Refusals of sessions that are not what a call needs; descriptors are those that were open. */
static void test_states(void)
{
	struct twins t;
	struct kpctl_session *s = record_fields(&t, 0), *none = kpctl_new();
	const struct kpctl_event *ev;
	struct kpctl_ledgers *l;
	int ms;

	KTAP_CHECK(kpctl_add(s, "p:x y") == -EBADF && strstr(kpctl_error(s), "is a recording"));
	KTAP_CHECK(kpctl_open(s, KPCTL_OWN) == -EBUSY && kpctl_fd(s) == -EBADF);
	KTAP_CHECK(kpctl_finish(s) == -EBADF && kpctl_record_start(s, 1) == -EBADF);
	KTAP_CHECK(kpctl_record_pass(s) == -EBADF && kpctl_record_stop(s) == -EBADF);
	KTAP_CHECK(kpctl_replay(s, path_of(t.fd)) == -EEXIST);
	KTAP_CHECK(!kpctl_delay(s, &ms) && !ms && kpctl_wait(s, -1) == 1);
	next(s);
	KTAP_CHECK(kpctl_replay(s, path_of(t.fd)) == -EBUSY);
	KTAP_CHECK(kpctl_next(none, &ev) == -EBADF && strstr(kpctl_error(none), "is not open"));
	KTAP_CHECK(kpctl_wait(none, 0) == -EBADF && kpctl_ledgers_read(none, 0, &l) == -EBADF);
	KTAP_CHECK(kpctl_replay(none, "/") == -EISDIR && kpctl_replay(none, "/nowhere") == -ENOENT);
	CHECK_STR(kpctl_error(none), "cannot read /nowhere: No such file or directory.");
	KTAP_CHECK(kpctl_replay(none, "/dev/null") == -EPROTO);
	kpctl_free(none);
	kpctl_free(s);
	kpctl_free(NULL);
	KTAP_CHECK(*kpctl_error(NULL) && !kpctl_error_column(NULL));
	twins_stop(&t);
}

/* A session of a device that is made here */

static struct {
	struct twins *t;
	int fd, open;			/* what kpr_open() returns */
	char written[256];
	uint32_t view;
	const char *log;
	unsigned int on, off;
} device;

int __wrap_kpr_open(struct kpr_session **out)
{
	*out = (struct kpr_session *)&device;
	return device.open;
}

void __wrap_kpr_close(struct kpr_session *s)
{
	(void)s;
}

int __wrap_kpr_attach(struct kpr_session *s)
{
	(void)s;
	return -EBUSY;
}

int __wrap_kpr_fd(const struct kpr_session *s)
{
	(void)s;
	return device.fd;
}

int __wrap_kpr_switch(struct kpr_session *s, uint16_t id, bool on)
{
	(void)s;
	*(on ? &device.on : &device.off) |= 1u << id % 32;
	return 0;
}

int __wrap_kpr_set_buffer(struct kpr_session *s, uint64_t bytes)
{
	(void)s;
	return bytes & (bytes - 1) ? -EINVAL : bytes > 4096 ? -EBUSY : 0;
}

int __wrap_kpr_session_rings(struct kpr_session *s, struct kpr_ring **rings, unsigned int *nr)
{
	(void)s;
	*rings = twins_rings(device.t);
	*nr = NR_RINGS;
	return 0;
}

int __wrap_kpr_session_symbol(void *arg, uint64_t addr, char *text)
{
	(void)arg, (void)addr, (void)text;
	return 0;
}

int __wrap_kpr_view_read(struct kpr_session *s, uint32_t view, char **text, size_t *len)
{
	const char *t = (view & ~KPCTL_VIEW_MAIN) == KPCTL_VIEW_ERRORS ? device.log :
			view == KPCTL_VIEW_EVENTS ? fake_events : fake_stats;

	(void)s;
	*text = strdup(t);
	*len = strlen(t);
	return 0;
}

int __wrap_kpr_view_write(struct kpr_session *s, uint32_t view, const void *text, size_t len)
{
	(void)s;
	device.view = view;
	snprintf(device.written, sizeof(device.written), "%.*s", (int)len, (const char *)text);
	return strstr(device.written, "bad") ? -EINVAL : strstr(device.written, "none") ? -ENOENT : 0;
}

static struct kpctl_session *open_device(struct twins *t, enum kpctl_which which)
{
	struct kpctl_session *s = kpctl_new();

	twins_start(t, false, fields);
	device.t = t;
	device.open = 0;
	device.fd = eventfd(0, EFD_CLOEXEC);
	KTAP_CHECK(!kpctl_open(s, which));
	return s;
}

static void close_device(struct twins *t, struct kpctl_session *s)
{
	kpctl_free(s);
	close(device.fd);
	twins_stop(t);
}

/* A refusal is the module's last word on the line, and the character it is about. */
static void test_refusal(void)
{
	struct twins t;
	struct kpctl_session *s = open_device(&t, KPCTL_OWN);

	device.log = "[    1.000000] kprobectl: error: an old word\n"
		     "  Command: p:bad vfs_read\n             ^\n"
		     "[    2.000000] kprobectl: error: say what is read\n"
		     "  Command: p:bad vfs_read\n                 ^\n"
		     "[    3.000000] kprobectl: error: another line\n"
		     "  Command: p:bad vfs_reads\n           ^\n";
	KTAP_CHECK(kpctl_add(s, "p:bad vfs_read\n") == -EINVAL);
	CHECK_STR(device.written, "p:bad vfs_read\n");
	CHECK_STR(kpctl_error(s), "say what is read");
	CHECK_U64(kpctl_error_column(s), 7);
	device.log = "";
	KTAP_CHECK(kpctl_add(s, "p:bad vfs_read") == -EINVAL);
	CHECK_STR(kpctl_error(s), "the line is refused: Invalid argument.");
	CHECK_U64(kpctl_error_column(s), 0);
	KTAP_CHECK(!kpctl_add(s, "p:good vfs_read") && device.view == KPCTL_VIEW_CONTROL);
	KTAP_CHECK(kpctl_add(s, "p:a b\np:c d") == -EINVAL && strstr(kpctl_error(s), "one at a time"));
	KTAP_CHECK(!kpctl_remove(s, "g/e"));
	CHECK_STR(device.written, "-:g/e\n");
	KTAP_CHECK(kpctl_remove(s, "none") == -ENOENT);
	close_device(&t, s);
	s = open_device(&t, KPCTL_LOOK);
	KTAP_CHECK(!kpctl_add(s, "p:x y") && device.view == KPCTL_VIEW_MAIN);
	KTAP_CHECK(kpctl_enable(s, "e", 1) == -EBADF && kpctl_tracing(s, 1) == -EBADF);
	KTAP_CHECK(kpctl_buffer(s, 4096) == -EBADF && kpctl_fd(s) == -EBADF);
	close_device(&t, s);
}

static void test_opening(void)
{
	struct kpctl_session *s = kpctl_new();

	device.open = -ENODEV;
	KTAP_CHECK(kpctl_open(s, KPCTL_OWN) == -ENODEV && strstr(kpctl_error(s), "load the module"));
	device.open = -EPROTO;
	KTAP_CHECK(kpctl_open(s, KPCTL_OWN) == -EPROTO && strstr(kpctl_error(s), "another ABI"));
	device.open = 0;
	KTAP_CHECK(kpctl_open(s, KPCTL_MAIN) == -EBUSY && strstr(kpctl_error(s), "another reader"));
	KTAP_CHECK(kpctl_open(s, (enum kpctl_which)9) == -EINVAL);
	kpctl_free(s);
}

static void test_switches(void)
{
	struct twins t;
	struct kpctl_session *s = open_device(&t, KPCTL_OWN);

	fake_events = "16 armed p g/e sym\n17 gone p g/e sym\n18 off p h/e sym\n19 armed p h/f sym\n";
	device.on = device.off = 0;
	KTAP_CHECK(!kpctl_enable(s, "e", 0));
	CHECK_U64(device.off, 1u << 16 | 1u << 18);
	KTAP_CHECK(!kpctl_enable(s, "h/e", 1));
	CHECK_U64(device.on, 1u << 18);
	KTAP_CHECK(kpctl_enable(s, "x/e", 1) == -ENOENT && kpctl_enable(s, "h/", 1) == -ENOENT);
	KTAP_CHECK(!kpctl_buffer(s, 4096) && kpctl_buffer(s, 4095) == -EINVAL);
	KTAP_CHECK(strstr(kpctl_error(s), "a power of two"));
	KTAP_CHECK(kpctl_buffer(s, 8192) == -EBUSY);
	close_device(&t, s);
}

/* Live reading: what is there, what is held back, the rest, the end. */
static void test_live(void)
{
	struct kpctl_totals totals = { .size = sizeof(totals) };
	const struct kpctl_event *ev;
	struct twins t;
	struct kpctl_session *s = open_device(&t, KPCTL_OWN);
	int ms;

	KTAP_CHECK(!kpctl_delay(s, &ms) && ms == 0 && kpctl_wait(s, 0) == 1);
	put_fields(&t, 0);		/* its time is long ago */
	CHECK_U64(kpctl_event_time(next(s)), TIME);
	KTAP_CHECK(!kpctl_next(s, &ev) && !ev);
	KTAP_CHECK(!kpctl_delay(s, &ms) && ms == -1 && kpctl_wait(s, 1) == 0);
	eventfd_write(device.fd, 1);
	KTAP_CHECK(kpctl_wait(s, -1) == 1);
	put_fields(&t, 0);
	KTAP_CHECK(!kpctl_finish(s) && kpctl_wait(s, -1) == 1);
	put_fields(&t, 0);		/* after the end */
	next(s);
	KTAP_CHECK(!kpctl_next(s, &ev) && !kpctl_next(s, &ev) && !ev);
	KTAP_CHECK(kpctl_wait(s, -1) == -ENODATA && kpctl_delay(s, &ms) == -ENODATA);
	KTAP_CHECK(!kpctl_totals(s, &totals) && totals.events == 2);
	KTAP_CHECK(kpctl_record_start(s, 1) == -EBUSY && kpctl_error(s));
	close_device(&t, s);
}

/* Two parts of a recording, made and read by the library. */
static void test_record(void)
{
	int a = fake_file(), b = fake_file(), ret;
	struct kpctl_totals totals = { .size = sizeof(totals) };
	const struct kpctl_event *ev;
	struct twins t;
	struct kpctl_session *s = open_device(&t, KPCTL_OWN);
	char *text;

	put_fields(&t, 0);
	KTAP_CHECK(kpctl_record_pass(s) == -EBADF);
	KTAP_CHECK(!kpctl_record_start(s, a) && kpctl_next(s, &ev) == -EBUSY);
	KTAP_CHECK(!kpctl_record_pass(s) && kpctl_wait(s, 100) == 1);
	KTAP_CHECK(!kpctl_record_pass(s) && kpctl_wait(s, 1) == 0);
	KTAP_CHECK(!kpctl_record_start(s, b));
	put_fields(&t, 0);
	KTAP_CHECK(!kpctl_record_stop(s) && kpctl_record_stop(s) == -EBADF);
	KTAP_CHECK(kpctl_wait(s, 0) == -ENODATA && kpctl_record_start(s, a) == -ENODATA);
	KTAP_CHECK(!kpctl_totals(s, &totals) && totals.events == 2);
	close_device(&t, s);
	s = open_fd(b);
	KTAP_CHECK(!kpctl_replay(s, path_of(a)));
	text = read_lines(s, &ret);
	KTAP_CHECK(!ret && strstr(text, "lat=1.500us"));
	KTAP_CHECK(!kpctl_totals(s, &totals) && totals.events == 2);
	free(text);
	kpctl_free(s);
	close(a);
	close(b);
}

/* The recording that library.sh reads: an event, a loss, another event. */
static int make_recording(const char *path)
{
	const uint64_t lost = 12;
	struct twins t;
	char *bytes;
	size_t len;
	FILE *f;

	fake_stats = "total hits=2 emitted=2 aggregated=0 filtered=0 lost=0 missed=0 nested=0 off=0 norcu=0 never=0 throttled=0 inflight=0\n";
	fake_profile = profile;
	fake_hists = hists;
	fake_task(7, 5, "worker");
	twins_start(&t, false, fields);
	put_fields(&t, 0);
	twins_event(&t, 0, KPCTL_REC_LOST, TIME, 0, &lost, 1);
	t.live[0].meta->lost = t.rec[0].meta->lost = lost;
	put_fields(&t, 0);
	twins_finish(&t);
	bytes = bytes_of(t.fd, &len);
	f = fopen(path, "w");
	KTAP_CHECK(f && fwrite(bytes, 1, len, f) == len && !fclose(f));
	free(bytes);
	twins_stop(&t);
	fake_proc_remove();
	return ktap.findings;
}

int main(int argc, char **argv)
{
	static const struct ktap_test tests[] = {
		{ "lines of a recording are those of a live reader, numbers, too", test_lines },
		{ "an event, and each form of a field by its name", test_fields },
		{ "fields that could not be read, and records that are damaged", test_faults },
		{ "what belongs to an event stays as long as the event", test_memory },
		{ "structs of callers that are older or newer", test_growth },
		{ "losses and other marks at their places", test_marks },
		{ "ledgers, aggregates and machines of a recording", test_counts },
		{ "a file that is cut, or has a wrong bit, anywhere", test_damage },
		{ "calls that a session is not for", test_states },
		{ "a line that is refused: sentence and column", test_refusal },
		{ "a session that cannot be opened", test_opening },
		{ "events switched by name; sizes of rings", test_switches },
		{ "a live session: waiting, the rest, the end", test_live },
		{ "recording in two parts", test_record },
	};
	int ret;

	if (argc == 3 && !strcmp(argv[1], "record"))
		return make_recording(argv[2]);
	ret = ktap_run(tests, ARRAY_SIZE(tests));
	fake_proc_remove();
	return ret;
}
