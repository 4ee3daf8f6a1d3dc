// SPDX-License-Identifier: GPL-2.0-only
/* Recordings: what is read of them is what was read live; damaged ones as far as they go. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "damage.h"
#include "record_fake.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* The first line in which two texts differ. */
static void check_text(const char *got, const char *want)
{
	const char *g = got, *w = want;
	unsigned int line = 1;

	for (; *g && *g == *w; g++, w++)
		line += *g == '\n';
	if (*g == *w)
		return;
	while (g > got && g[-1] != '\n')
		g--, w--;
	ktap_wrong("line %u:\n  got:  %.*s\n  want: %.*s", line, (int)strcspn(g, "\n"), g,
		   (int)strcspn(w, "\n"), w);
}

static void check_totals(const struct kpr_totals *a, const struct kpr_totals *b)
{
	CHECK_U64(a->lost, b->lost);
	CHECK_U64(a->before, b->before);
	CHECK_U64(a->missed, b->missed);
	CHECK_U64(a->missed_before, b->missed_before);
	CHECK_U64(a->corrupt, b->corrupt);
	CHECK_U64(a->undescribed, b->undescribed);
	CHECK_U64(a->late, b->late);
}

/* Checksums */

static void test_crc(void)
{
	unsigned char bytes[300];
	unsigned int i, n;

	CHECK_U64(kpr_crc32c(0, "123456789", 9), 0xe3069283);
	CHECK_U64(kpr_crc32c(kpr_crc32c(0, "1234", 4), "56789", 5), 0xe3069283);
	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = fake_random();
	for (i = 0; i < 8; i++)
		for (n = 0; n < sizeof(bytes) - 8; n++)
			CHECK_U64(kpr_crc32c(7, bytes + i, n), kpr_crc32c_plain(7, bytes + i, n));
}

/* The same text */

static void check_same(bool marked, unsigned int passes)
{
	struct kpr_totals live, recorded, replayed;
	struct kpr_replay_state state;
	struct twins t;
	const char *text;

	twins_start(&t, marked, fake_all);
	twins_random(&t, passes, 50);
	twins_finish(&t);
	text = replay_text(&t.fd, 1, &replayed, &state);
	check_text(text, t.text.data);
	kpr_stream_totals(t.st, &live);
	check_totals(&replayed, &live);
	kpr_record_totals(t.w, &recorded);
	CHECK_U64(recorded.lost, live.lost);
	CHECK_U64(recorded.missed, live.missed);
	CHECK_U64(recorded.corrupt, live.corrupt);
	KTAP_CHECK(state.ended && !state.cut && !state.skipped && !state.bad && !state.unknown);
	twins_stop(&t);
}

static void test_same(void)
{
	unsigned int i;

	for (i = 0; i < 40; i++)
		check_same(i % 2, 1 + i * 3);
}

/* A ring that is full of large records: blocks are cut between them. */
static void test_large(void)
{
	static uint64_t slots[8188];
	struct twins t;
	unsigned int i;

	twins_start(&t, false, "16 armed p g/e sym s:string@16\n");
	memset(slots, 'x', sizeof(slots));
	for (i = 0; i < 20; i++) {
		slots[0] = (uint64_t)(8 * (i * 400)) << 16 | 24;
		twins_event(&t, i % NR_RINGS, 16, t.now + i, 5, slots, 1 + i * 400);
		twins_pass(&t);
	}
	t.now += 1000000000;
	twins_finish(&t);
	check_text(replay_text(&t.fd, 1, NULL, NULL), t.text.data);
	twins_stop(&t);
}

/* What a description, a name or a symbol becomes later is so from there on. */
static void test_changes(void)
{
	uint64_t slots[2] = { 0x81000100, 0x81000203 };
	struct twins t;

	twins_start(&t, false, "16 armed p g/e sym $ip@16\n");
	twins_event(&t, 0, 16, t.now, 77, slots, 1);
	twins_event(&t, 0, 17, t.now, 77, slots, 1);	/* not described yet */
	t.now += 20000000;
	twins_pass(&t);
	fake_events = "16 gone p g/e sym $ip@16\n17 armed p g/later sym $ip@16 b:x64@24\n";
	t.now += 2000000000;
	fake_task(78, 78, "late");
	twins_event(&t, 1, 17, t.now - 500000000, 78, slots, 2);
	twins_pass(&t);
	twins_finish(&t);
	KTAP_CHECK(strstr(t.text.data, "event 17: not described"));
	KTAP_CHECK(strstr(t.text.data, "late-78 "));
	KTAP_CHECK(strstr(t.text.data, "later: (fn_810001+0x0/0x100) b=0x81000203\n"));
	check_text(replay_text(&t.fd, 1, NULL, NULL), t.text.data);
	twins_stop(&t);
}

/* What is told beside the records: processes, views, the machine. */
static void test_about(void)
{
	struct kpr_machine m;
	struct kpr_replay *rp;
	struct kpr_item item;
	struct twins t;
	char *text;
	size_t len;

	fake_hists = "aggr 16 g/e 0 count 1 0 0 1 8 1 count\nkey 1 0 0 0\t\n";
	twins_start(&t, false, "16 armed p g/e sym\n");
	fake_task(31, 30, "thread");
	twins_event(&t, 0, 16, t.now, 31, NULL, 0);
	fake_stats = "total hits=5\n";
	twins_finish(&t);
	KTAP_CHECK(!kpr_replay_open(&rp) && !kpr_replay_add(rp, dup(t.fd), "a"));
	CHECK_U64(-kpr_replay_add(rp, dup(t.fd), "a"), EEXIST);
	KTAP_CHECK(!kpr_replay_start(rp) && kpr_replay_next(rp, &item) == 1);
	CHECK_U64(kpr_replay_process(rp, 31), 30);
	CHECK_U64(kpr_replay_process(rp, 32), 0);
	CHECK_U64(kpr_replay_which(rp), 0);
	CHECK_U64(kpr_replay_next(rp, &item), 0);
	KTAP_CHECK(kpr_replay_machine(rp, 0, &m) && m.reader == (uint32_t)getpid() && !m.own);
	KTAP_CHECK(m.end >= m.monotonic && m.host[0]);
	KTAP_CHECK(!kpr_replay_machine(rp, 1, &m));
	KTAP_CHECK(!kpr_replay_view(rp, 0, true, KPCTL_VIEW_HISTS, &text, &len));
	CHECK_STR(text, fake_hists);
	free(text);
	KTAP_CHECK(!kpr_replay_view(rp, 0, true, KPCTL_VIEW_STATS, &text, &len));
	CHECK_STR(text, "total hits=5\n");
	free(text);
	KTAP_CHECK(!kpr_replay_view(rp, 0, true, KPCTL_VIEW_EVENTS, &text, &len));
	CHECK_STR(text, fake_events);
	free(text);
	CHECK_U64(-kpr_replay_view(rp, 0, true, KPCTL_VIEW_PROFILE, &text, &len), ENOENT);
	kpr_replay_close(rp);
	twins_stop(&t);
	fake_hists = "";
}

/* Bytes that are no records, in a ring and at its end. */
static void test_garbage(void)
{
	static const uint64_t slot = 1;
	struct kpr_totals live, replayed;
	struct twins t;
	unsigned int i;

	twins_start(&t, false, "16 armed p g/e sym a:u64@16\n");
	for (i = 0; i < 3; i++) {
		twins_event(&t, 0, 16, t.now, 0, &slot, 1);
		twins_garbage(&t, 0);
		twins_event(&t, 0, 16, t.now, 0, &slot, 1);
		t.now += 20000000;
		twins_pass(&t);
	}
	twins_garbage(&t, 1);
	twins_finish(&t);
	KTAP_CHECK(strstr(t.text.data, "a=1\nCPU:1 [CORRUPT 40 BYTES]\n"));
	check_text(replay_text(&t.fd, 1, &replayed, NULL), t.text.data);
	kpr_stream_totals(t.st, &live);
	check_totals(&replayed, &live);
	twins_stop(&t);
}

/* Parts */

/* A recording in parts, read together; alone, each has what its records need. */
static void test_parts(void)
{
	struct kpr_totals live, replayed;
	int fd[4];
	unsigned int i;
	struct twins t;

	twins_start(&t, true, fake_all);
	for (i = 0; i < ARRAY_SIZE(fd); i++) {
		fd[i] = dup(t.fd);
		twins_random(&t, 10, 50);
		if (i == ARRAY_SIZE(fd) - 1)
			break;
		KTAP_CHECK(!kpr_record_finish(t.w, "rotated"));
		close(t.fd);
		t.fd = fake_file();
		KTAP_CHECK(!kpr_record_begin(t.w, t.fd, 0));
	}
	twins_finish(&t);
	check_text(replay_text((int []){ fd[2], fd[0], fd[3], fd[1] }, 4, &replayed, NULL),
		   t.text.data);
	kpr_stream_totals(t.st, &live);
	check_totals(&replayed, &live);
	KTAP_CHECK(!strstr(replay_text(&fd[2], 1, NULL, NULL), " event 16: not described"));
	KTAP_CHECK(!strstr(replay_text(&fd[2], 1, NULL, NULL), "<...>-5 "));
	KTAP_CHECK(strstr(replay_text(&fd[2], 1, NULL, NULL), "(fn_8100"));
	/* the second is missing: the third begins a stream of its own */
	KTAP_CHECK(strstr(replay_text((int []){ fd[0], fd[2] }, 2, &replayed, NULL), "ints: "));
	for (i = 0; i < ARRAY_SIZE(fd); i++)
		close(fd[i]);
	twins_stop(&t);
}

/* Damage */

static void copy(int to, const char *bytes, size_t n)
{
	KTAP_CHECK(!ftruncate(to, 0) && pwrite(to, bytes, n, 0) == (ssize_t)n);
}

static char *read_whole(int fd, size_t *len)
{
	struct stat st;
	char *bytes;

	fstat(fd, &st);
	*len = st.st_size;
	bytes = malloc(*len + 1);
	KTAP_CHECK(pread(fd, bytes, *len, 0) == (ssize_t)*len);
	return bytes;
}

/* A small recording, as bytes; its text is in t. */
static char *small(struct twins *t, size_t *len)
{
	twins_start(t, false, fake_all);
	twins_random(t, 2, 7);
	twins_finish(t);
	return read_whole(t->fd, len);
}

/* A line from its CPU on: the name of a task may be told in what was cut off. */
static const char *from_cpu(const char *line)
{
	const char *p = strstr(line, " [00");

	return p && p < line + strcspn(line, "\n") ? p : line;
}

/* Is each line of `part` in `whole`, in order? */
static bool is_subsequence(const char *part, const char *whole)
{
	const char *p;

	for (; *part; part = p + strcspn(p, "\n") + 1) {
		p = from_cpu(part);
		while (*whole && strncmp(p, from_cpu(whole), strcspn(p, "\n") + 1))
			whole += strcspn(whole, "\n") + 1;
		if (!*whole)
			return false;
	}
	return true;
}

/* Cut anywhere: what is whole is read, and the rest is told. */
static void test_cut(void)
{
	struct kpr_replay_state state;
	size_t len, n, last = 0;
	struct twins t;
	const char *text;
	int fd = fake_file();
	char *bytes = small(&t, &len);

	for (n = len % damage_step(); n <= len; n += damage_step()) {
		copy(fd, bytes, n);
		text = replay_text(&fd, 1, NULL, &state);
		if (!is_subsequence(text, t.text.data))
			ktap_wrong("cut at %zu: %.200s", n, text);
		KTAP_CHECK(state.ended == (n == len) && !state.skipped);
		if (strlen(text) < last)
			ktap_wrong("cut at %zu: less than before", n);
		last = strlen(text);
	}
	CHECK_U64(last, t.text.len);
	free(bytes);
	close(fd);
	twins_stop(&t);
}

/* Where the text stands in the file. */
static off_t find_text(int fd, const char *text)
{
	size_t len = lseek(fd, 0, SEEK_END);
	char *bytes = malloc(len), *at;
	off_t found = -1;

	KTAP_CHECK(pread(fd, bytes, len, 0) == (ssize_t)len);
	at = memmem(bytes, len, text, strlen(text));
	if (at)
		found = at - bytes;
	free(bytes);
	return found;
}

/* A name whose block is damaged is found among all of the kernel's, which come in pieces. */
static void test_kallsyms(void)
{
	static char all[700 << 10];
	uint64_t slots[] = { 0x81000121, 1, 2, 3 };
	struct kpr_replay *rp;
	char path[128], byte, *text;
	size_t len = 0;
	struct twins t;
	off_t at;
	FILE *f;

	while (len < sizeof(all) - 128)
		len += sprintf(all + len, "%016x t filler_%zu\n", 0x10000, len);
	sprintf(all + len, "0000000081000100 T one_fn\n0000000081000200 T next_fn\n");
	snprintf(path, sizeof(path), "%s/kallsyms", fake_proc());
	f = fopen(path, "w");
	KTAP_CHECK(f && fputs(all, f) >= 0 && !fclose(f));
	twins_start(&t, false, fake_all);
	KTAP_CHECK(!kpr_record_finish(t.w, "rotated") && !ftruncate(t.fd, 0));
	lseek(t.fd, 0, SEEK_SET);
	kpr_record_names(t.w)->syms.kallsyms = path;
	KTAP_CHECK(!kpr_record_begin(t.w, t.fd, KPR_RECORD_KALLSYMS));
	twins_event(&t, 0, 16, t.now, 7, slots, 4);
	twins_finish(&t);
	KTAP_CHECK(strstr(replay_text(&t.fd, 1, NULL, NULL), "(fn_810001+0x21/0x100"));
	KTAP_CHECK(!kpr_replay_open(&rp) && !kpr_replay_add(rp, dup(t.fd), "f") &&
		   !kpr_replay_start(rp) && !kpr_replay_kallsyms(rp, 0, &text, &len));
	CHECK_STR(text, all);
	CHECK_U64(len, strlen(all));
	free(text);
	kpr_replay_close(rp);
	at = find_text(t.fd, "fn_810001");
	KTAP_CHECK(pread(t.fd, &byte, 1, at) == 1 && byte++ == 'f' && pwrite(t.fd, &byte, 1, at) == 1);
	KTAP_CHECK(strstr(replay_text(&t.fd, 1, NULL, NULL), "(one_fn+0x21/0x100"));
	twins_stop(&t);
}

/* A byte changed: it is told, and the rest is read. */
static void test_flip(void)
{
	struct kpr_replay_state s;
	struct kpr_totals totals;
	size_t len, n;
	struct twins t;
	const char *text;
	int fd = fake_file();
	char *bytes = small(&t, &len);

	for (n = 0; n < len; n += damage_step()) {
		bytes[n] ^= 1 << n % 8;
		copy(fd, bytes, len);
		text = replay_text(&fd, 1, &totals, &s);
		if (!s.bad && !s.skipped && !s.cut && s.ended && strcmp(text, t.text.data))
			ktap_wrong("a change at %zu is not told", n);
		bytes[n] ^= 1 << n % 8;
	}
	free(bytes);
	close(fd);
	twins_stop(&t);
}

/* Bytes in front of a block, and a block that is missing: a gap in its ring. */
static void test_gap(void)
{
	static const uint64_t slots[3] = { 1, 2, 3 };
	struct kpr_replay_state s;
	struct kpr_totals totals;
	struct twins t;
	size_t len, at[4];
	unsigned int i;
	char *bytes;
	int fd = fake_file();

	twins_start(&t, false, "16 armed p g/e sym a:u64@16\n");
	for (i = 0; i < 3; i++) {
		at[i] = kpr_record_size(t.w);
		twins_event(&t, 0, 16, t.now += 20000000, 0, &slots[i], 1);
		twins_pass(&t);
	}
	twins_finish(&t);
	bytes = read_whole(t.fd, &len);
	copy(fd, bytes, at[1]);
	KTAP_CHECK(pwrite(fd, "some noise", 10, at[1]) == 10);
	KTAP_CHECK(pwrite(fd, bytes + at[2], len - at[2], at[1] + 10) > 0);
	KTAP_CHECK(strstr(replay_text(&fd, 1, &totals, &s), "a=1\nCPU:1 [CORRUPT 24 BYTES]\n"));
	CHECK_U64(totals.corrupt, 24);
	CHECK_U64(s.skipped, 10);
	KTAP_CHECK(s.ended && !s.cut && !s.bad);
	free(bytes);
	close(fd);
	twins_stop(&t);
}

/* Random changes under right checksums: nothing breaks. */
static void change(char *bytes, size_t len)
{
	struct kpr_block b;
	size_t at, n;

	for (at = 0; at + sizeof(b) <= len; at += sizeof(b) + kpr_pad8(b.size)) {
		memcpy(&b, bytes + at, sizeof(b));
		if (b.magic != KPR_BLOCK_MAGIC || b.size > len - at - sizeof(b))
			return;
		n = fake_random() % 8;
		while (n-- && b.size && !(fake_random() % 4))
			bytes[at + sizeof(b) + fake_random() % b.size] = fake_random();
		if (!(fake_random() % 20))
			((char *)&b)[4 + fake_random() % 20] = fake_random();
		if (b.size <= len - at - sizeof(b))
			b.payload_crc = kpr_crc32c(0, bytes + at + sizeof(b), b.size);
		b.header_crc = kpr_header_crc(&b);
		memcpy(bytes + at, &b, sizeof(b));
		if (b.size > len)
			return;
	}
}

static void test_hostile(void)
{
	struct kpr_replay_state s;
	unsigned int i, read = 0;
	struct twins t;
	int fd = fake_file();
	size_t len;
	char *bytes = small(&t, &len), *copied = malloc(len);

	for (i = 0; i < 3000 / damage_step(); i++) {
		memcpy(copied, bytes, len);
		change(copied, len);
		copy(fd, copied, len);
		read += *replay_text(&fd, 1, NULL, &s) != '\0';
	}
	KTAP_CHECK(read > 100);
	free(bytes);
	free(copied);
	close(fd);
	twins_stop(&t);
}

/* Newer files */

static void add_block(int fd, struct kpr_block b, const void *payload)
{
	off_t end = lseek(fd, 0, SEEK_END);
	static const char zeros[8];

	b.magic = KPR_BLOCK_MAGIC;
	b.payload_crc = kpr_crc32c(0, payload, b.size);
	b.header_crc = kpr_header_crc(&b);
	KTAP_CHECK(pwrite(fd, &b, sizeof(b), end) == sizeof(b));
	KTAP_CHECK(pwrite(fd, payload, b.size, end + sizeof(b)) == (ssize_t)b.size);
	KTAP_CHECK(pwrite(fd, zeros, kpr_pad8(b.size) - b.size, end + sizeof(b) + b.size) >= 0);
}

static void test_newer(void)
{
	static const char head[] =
		"format version=2 more=1\nnews of=tomorrow\nsession id=5 part=0\nhost far \n"
		"cpus rings=1\ntime monotonic=0 realtime=0\nring cpu=3 size=4096 color=7\n";
	struct kpctl_rec rec = { .time = 5, .id = 16, .size_ctx = 16 };
	struct kpr_replay_state s;
	int fd = fake_file();

	add_block(fd, (struct kpr_block){ .type = KPR_BLOCK_HEAD, .size = sizeof(head) - 1 }, head);
	add_block(fd, (struct kpr_block){ .type = 77, .size = 5 }, "news!");
	add_block(fd, (struct kpr_block){ .type = KPR_BLOCK_DATA, .size = 16 }, &rec);
	CHECK_STR(replay_text(&fd, 1, NULL, &s),
		  "          <idle>-0       [003] ....      0.000000: event 16: not described\n");
	KTAP_CHECK(s.newer && s.version == 2 && !s.ended);
	CHECK_U64(s.unknown, 1);
	close(fd);
}

/* Names are for terminals, whatever a file says. */
static void test_names(void)
{
	static const char head[] = "format version=1\nsession id=5 part=0\ncpus rings=1\n"
				   "time monotonic=0 realtime=0\nring cpu=3 size=4096\n";
	static const char events[] = "16 armed p g/e\033[1m sym a\xff:u8@16\n";
	uint64_t rec[3] = { 0 };
	int fd = fake_file();

	memcpy(rec, &(struct kpctl_rec){ .time = 5, .id = 16, .size_ctx = 24 }, 16);
	add_block(fd, (struct kpr_block){ .type = KPR_BLOCK_HEAD, .size = sizeof(head) - 1 }, head);
	add_block(fd, (struct kpr_block){ .type = KPR_BLOCK_EVENTS, .size = sizeof(events) - 1 },
		  events);
	add_block(fd, (struct kpr_block){ .type = KPR_BLOCK_DATA, .size = 24 }, rec);
	CHECK_STR(replay_text(&fd, 1, NULL, NULL),
		  "          <idle>-0       [003] ....      0.000000: e?[1m: a?=0\n");
	close(fd);
}

/* A block that ends in half a header */
static void test_half(void)
{
	static const char head[] = "format version=1\nsession id=5 part=0\ncpus rings=1\n"
				   "time monotonic=0 realtime=0\nring cpu=3 size=4096\n";
	struct kpctl_rec rec[2] = { { .time = 5, .id = 16, .size_ctx = 16 }, { .time = 6 } };
	int fd = fake_file();

	add_block(fd, (struct kpr_block){ .type = KPR_BLOCK_HEAD, .size = sizeof(head) - 1 }, head);
	add_block(fd, (struct kpr_block){ .type = KPR_BLOCK_DATA, .size = 24 }, rec);
	CHECK_STR(replay_text(&fd, 1, NULL, NULL),
		  "          <idle>-0       [003] ....      0.000000: event 16: not described\n"
		  "CPU:3 [CORRUPT 8 BYTES]\n");
	close(fd);
}

/* Nothing of it is a recording. */
static void test_foreign(void)
{
	static const char *heads[] = {
		"", "format version=1\n", "session id=1 part=0\ncpus rings=1\n",
		"format version=1\nsession id=5 part=0\ncpus rings=0\ntime monotonic=0 realtime=0\n",
		"format version=1\nsession id=5 part=0\ncpus rings=2\ntime monotonic=0 realtime=0\n"
			"ring cpu=0\n",
		"format version=1\nsession id=5 part=0\ncpus rings=99999999\n"
			"time monotonic=0 realtime=0\nring cpu=0\n",
		"format version=1\nsession id=5 part=0\ncpus rings=1\n"
			"time monotonic=0 realtime=0\nring cpu=8192\n",
		"format version=1\nsession id=5 part=0\ncpus rings=1\n"
			"time monotonic=0 realtime=0\nring cpu=4294967295\n",
	};
	struct kpr_replay *rp;
	unsigned int i;
	char *text;
	size_t len;
	int fd;

	KTAP_CHECK(!kpr_replay_open(&rp));
	for (i = 0; i < ARRAY_SIZE(heads); i++) {
		fd = fake_file();
		add_block(fd, (struct kpr_block){ .type = KPR_BLOCK_HEAD, .size = strlen(heads[i]) },
			  heads[i]);
		CHECK_U64(-kpr_replay_add(rp, fd, "x"), EPROTO);
	}
	fd = fake_file();
	KTAP_CHECK(write(fd, "#!/bin/sh\n", 10) == 10);
	CHECK_U64(-kpr_replay_add(rp, fd, "x"), EPROTO);
	KTAP_CHECK(!kpr_replay_start(rp));
	CHECK_U64(-kpr_replay_view(rp, 1, true, KPCTL_VIEW_STATS, &text, &len), ENOENT);
	kpr_replay_close(rp);
}

/* Writing fails: whole blocks stay, and the rings keep what was not written. */
static void test_full(void)
{
	static const uint64_t slot = 1;
	struct kpr_replay_state s;
	struct twins t;
	int full = open("/dev/full", O_WRONLY);
	uint64_t tail;

	twins_start(&t, false, "16 armed p g/e sym a:u64@16\n");
	twins_event(&t, 0, 16, t.now, 0, &slot, 1);
	twins_pass(&t);
	twins_event(&t, 0, 16, t.now, 0, &slot, 1);
	tail = t.rec[0].consumer.tail;
	t.w->fd = full;
	CHECK_U64(-kpr_record_pass(t.w, t.now), ENOSPC);
	CHECK_U64(-kpr_record_pass(t.w, t.now), ENOSPC);
	CHECK_U64(t.rec[0].consumer.tail, tail);
	CHECK_U64(kpr_record_events(t.w), 1);
	KTAP_CHECK(strstr(replay_text(&t.fd, 1, NULL, &s), "a=1\n"));
	KTAP_CHECK(!s.ended && !s.cut);
	close(full);
	twins_stop(&t);
}

int main(void)
{
	static const struct ktap_test tests[] = {
		{ "checksums", test_crc },
		{ "the text is that of live reading", test_same },
		{ "records of any size", test_large },
		{ "what changes meanwhile", test_changes },
		{ "what is told beside the records", test_about },
		{ "bytes that are no records", test_garbage },
		{ "in parts", test_parts },
		{ "cut anywhere", test_cut },
		{ "a byte changed, anywhere", test_flip },
		{ "all symbols", test_kallsyms },
		{ "a block that is missing", test_gap },
		{ "random changes with right checksums", test_hostile },
		{ "newer files", test_newer },
		{ "names that are none", test_names },
		{ "half a header", test_half },
		{ "foreign files", test_foreign },
		{ "a full disk", test_full },
	};

	ktap_run(tests, ARRAY_SIZE(tests));
	fake_proc_remove();
	return ktap_done();
}
