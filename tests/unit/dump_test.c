// SPDX-License-Identifier: GPL-2.0-only
/*
 * What kpdump reads out of a dead machine's memory: a memory made here, as the module leaves it,
 * whole, with holes, and hostile. The sanitizers see each step beside it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "dump.h"
#include "ktap.h"

#define PAGE		4096u
#define PAGES		512u
#define BASE		0x40000000ull		/* physical address of the memory's first page */
#define RING		16384u
#define CPUS		2u

/* The memory */

static union {
	uint8_t byte[PAGES * PAGE];
	uint64_t word[PAGES * PAGE / 8];
} ram;
static bool is_missing[PAGES];
static unsigned int used;			/* pages given out */

static int ram_read(void *arg, uint64_t addr, void *to, size_t n)
{
	uint64_t i;

	(void)arg;
	if (addr < BASE || addr - BASE > sizeof(ram) || n > sizeof(ram) - (addr - BASE))
		return -EIO;
	for (i = (addr - BASE) / PAGE; i * PAGE < addr - BASE + n; i++)
		if (is_missing[i])
			return -EIO;
	memcpy(to, ram.byte + (addr - BASE), n);
	return 0;
}

static bool ram_next(void *arg, uint64_t *addr)
{
	uint64_t i = *addr > BASE ? (*addr - BASE + PAGE - 1) / PAGE : 0;

	(void)arg;
	while (i < PAGES && is_missing[i])
		i++;
	*addr = BASE + i * PAGE;
	return i < PAGES;
}

static const struct kpr_memory memory = { ram_read, ram_next, NULL };

static void *at(uint64_t addr) { return ram.byte + (addr - BASE); }

/* Pages in no order, as a machine gives them out: none is behind the one before. */
static uint64_t new_page(void)
{
	return BASE + (uint64_t)(++used * 37 % PAGES) * PAGE;
}

/* The anchor and its notes */

static uint64_t anchor_at, notes_at, notes_end, owner;

static struct kpctl_anchor *anchor(void) { return at(anchor_at); }

static void sum_anchor(struct kpctl_anchor *a)
{
	a->sum = kpctl_anchor_sum(a);
}

static uint64_t make_anchor(uint64_t realtime)
{
	uint64_t addr = new_page();
	struct kpctl_anchor *a = at(addr);

	memcpy(a->magic, KPCTL_ANCHOR_MAGIC, sizeof(a->magic));
	a->version = KPCTL_ANCHOR_VERSION;
	a->size = sizeof(*a);
	a->self = addr;
	a->page_size = PAGE;
	a->nr_cpus = CPUS;
	a->known = 0xffffffff81000000ull;
	a->monotonic = 1000;
	a->boottime = 1000;
	a->realtime = realtime;
	strcpy(a->release, "7.3.4-test");
	strcpy(a->host, "dead");
	sum_anchor(a);
	return addr;
}

static struct kpctl_note *add_note(uint32_t type, const void *payload, size_t size, uint64_t own,
				   uint32_t index, uint32_t count)
{
	struct kpctl_note *n;
	uint64_t addr;

	if (notes_at + sizeof(*n) + size + 8 > notes_end) {
		notes_at = new_page();
		notes_end = notes_at + PAGE;
	}
	addr = notes_at;
	n = at(addr);
	*n = (struct kpctl_note){
		.magic = KPCTL_NOTE_MAGIC, .self = addr, .next = anchor()->first, .type = type,
		.size = size, .owner = own, .index = index, .count = count,
	};
	memcpy(n + 1, payload, size);
	n->sum = kpctl_note_sum(n);
	anchor()->first = addr;
	notes_at += sizeof(*n) + ((size + 7) & ~7ul);
	return n;
}

static void add_text(uint32_t type, const char *text)
{
	add_note(type, text, strlen(text), ++owner, 0, 1);
}

/* Rings */

static struct cpu {
	uint64_t meta, page[RING / PAGE];
	uint64_t head;
	/* positions and numbers of its events */
	struct { uint64_t pos, size, i; } event[1024];
	unsigned int nr;
} cpus[CPUS];

static void put_bytes(struct cpu *c, const void *bytes, size_t n)
{
	const uint8_t *from = bytes;
	size_t i;

	for (i = 0; i < n; i++, c->head++)
		*(uint8_t *)at(c->page[c->head % RING / PAGE] + c->head % PAGE) = from[i];
}

static void make_ring(unsigned int cpu, uint32_t session)
{
	struct cpu *c = &cpus[cpu];
	struct kpctl_note_ring note = { .size = RING, .session = session, .cpu = cpu };
	struct kpctl_meta *meta;
	unsigned int i;

	memset(c, 0, sizeof(*c));
	c->meta = new_page();
	for (i = 0; i < RING / PAGE; i++)
		c->page[i] = new_page();
	meta = at(c->meta);
	*meta = (struct kpctl_meta){
		.magic = KPCTL_MAGIC, .abi = KPCTL_ABI_VERSION, .size = sizeof(*meta), .cpu = cpu,
		.clock = KPCTL_CLOCK_MONOTONIC, .data_size = RING, .data_offset = PAGE,
	};
	note.meta = c->meta;
	note.pages = ++owner;
	add_note(KPCTL_NOTE_PAGES, c->page, sizeof(c->page), note.pages, 0, 1);
	add_note(KPCTL_NOTE_RING, &note, sizeof(note), ++owner, 0, 1);
}

static struct kpctl_meta *meta_of(struct cpu *c) { return at(c->meta); }

/* What the ring has no room for is overwritten: the tail goes on to a record's start. */
static void overwrite(struct cpu *c)
{
	unsigned int i;

	for (i = 0; i < c->nr && c->head - meta_of(c)->tail > RING; i++)
		if (c->event[i].pos > meta_of(c)->tail && c->head - c->event[i].pos <= RING)
			meta_of(c)->tail = c->event[i].pos;
}

/* An event of a number, its square, and as many zeros as the number says, to no certain length. */
static void put_event(unsigned int cpu, uint64_t i)
{
	struct cpu *c = &cpus[cpu];
	uint64_t slots[8] = { 0xffffffffc0001010ull, i, i * i };
	struct kpctl_rec rec = {
		.time = 1000000 * i, .id = 16, .size_ctx = sizeof(rec) + 24 + i % 5 * 8,
		.ctx_tid = 100 + cpu,
	};

	c->event[c->nr].pos = c->head;
	c->event[c->nr].size = rec.size_ctx;
	c->event[c->nr++].i = i;
	put_bytes(c, &rec, sizeof(rec));
	put_bytes(c, slots, rec.size_ctx - sizeof(rec));
	overwrite(c);
	meta_of(c)->head = c->head;
}

static void put_comm(unsigned int cpu, const char *name)
{
	struct kpctl_rec_comm rec = {
		.hdr = { .time = 1, .id = KPCTL_REC_COMM, .size_ctx = sizeof(rec), .ctx_tid = 100 + cpu },
	};

	strcpy(rec.comm, name);
	put_bytes(&cpus[cpu], &rec, sizeof(rec));
	meta_of(&cpus[cpu])->head = cpus[cpu].head;
}

/* A machine with n events on two CPUs in turn. */
static void make_machine(unsigned int n)
{
	unsigned int i;

	memset(&ram, 0, sizeof(ram));
	memset(is_missing, 0, sizeof(is_missing));
	used = 0;
	owner = 0;
	notes_at = notes_end = 0;
	anchor_at = make_anchor(5000000);
	for (i = 0; i < CPUS; i++) {
		make_ring(i, 1);
		put_comm(i, i ? "one" : "zero");
	}
	add_text(KPCTL_NOTE_PLACE, "0xffffffffc0001010 kpt_step+0x10/0x40 [kpt]\n");
	add_text(KPCTL_NOTE_LINE, "p:died/step kpt_step+0x10\n");
	add_text(KPCTL_NOTE_EVENT, "16 armed p died/step kpt_step+0x10 $ip@16 i:u64@24 square:u64@32\n");
	for (i = 1; i <= n; i++)
		put_event(i % CPUS, i);
}

/* What is read of it */

static char text[1 << 20];
static unsigned int torn, missing;
static int read_dump(const struct kpr_memory *m, unsigned int session)
{
	int fd = memfd_create("rec", MFD_CLOEXEC), ret, next = 0;
	struct kpr_replay *rp;
	struct kpr_buf b = { 0 };
	struct kpr_item item;
	struct kpr_dump *d;
	uint64_t events = 0;
	unsigned int i;

	text[0] = '\0';
	torn = missing = 0;
	ret = kpr_dump_open(m, NULL, &d);
	if (ret) {
		close(fd);
		return ret;
	}
	ret = kpr_dump_record(d, session, NULL, fd, &events, &torn);
	for (i = 0; i < d->nr_rings; i++)
		missing += d->rings[i].missing;
	kpr_dump_close(d);
	if (ret) {
		close(fd);
		return ret;
	}
	ret = kpr_replay_open(&rp);
	ret = ret ? ret : kpr_replay_add(rp, fd, "rec");
	ret = ret ? ret : kpr_replay_start(rp);
	while (!ret && (next = kpr_replay_next(rp, &item)) > 0)
		if (b.len < sizeof(text) / 2)
			ret = kpr_stream_format(kpr_replay_stream(rp), &item, &b);
	kpr_replay_close(rp);
	if (b.len)
		memcpy(text, b.data, b.len);
	text[b.len] = '\0';
	kpr_buf_free(&b);
	return ret ? ret : next;
}

/* The events of the text, as their numbers say; false: one is not as it was written. */
static bool numbers(bool *seen, unsigned int max)
{
	const char *line, *nl;
	unsigned long long i, square;

	memset(seen, 0, max * sizeof(*seen));
	for (line = text; (nl = strchr(line, '\n')); line = nl + 1) {
		line = strstr(line, " i=");
		if (!line || line > nl || sscanf(line, " i=%llu square=%llu", &i, &square) != 2)
			return false;
		if (i >= max || square != i * i || seen[i])
			return false;
		seen[i] = true;
	}
	return true;
}

/* Tests */

static void test_whole(void)
{
	char want[200];
	bool seen[301];
	unsigned int i;

	make_machine(300);
	ktap_ok(!read_dump(&memory, 1), "a machine that died");
	ktap_ok(numbers(seen, 301), "... its events are as they were");
	for (i = 1; i <= 300 && seen[i]; i++)
		;
	ktap_ok(i == 301, "... all of them");
	snprintf(want, sizeof(want), "             one-101     [001] ....      0.001000: step: (kpt_step+0x10/0x40 [kpt]) i=1 square=1\n");
	ktap_ok(!strncmp(text, want, strlen(want)), "... with names, symbols, and times");
	ktap_ok(!torn && !missing, "... and nothing is missing");
	ktap_ok(read_dump(&memory, 2) == -ENOENT, "a session that there is not");
}

static void test_overwritten(void)
{
	bool seen[2001];
	unsigned int i, n = 0;

	make_machine(2000);
	ktap_ok(!read_dump(&memory, 1) && numbers(seen, 2001), "a ring that overwrites: events are whole");
	for (i = 0; i <= 2000; i++)
		n += seen[i];
	for (i = 2000; i && seen[i]; i--)
		;
	ktap_ok(n > 500 && n == 2000 - i, "... and the newest: %u of 2000", n);
	make_machine(1700);
	for (i = 0; i < CPUS; i++)
		put_comm(i, "late");
	for (i = 1701; i <= 2000; i++)
		put_event(i % CPUS, i);
	read_dump(&memory, 1);
	ktap_ok(!strncmp(text, "            late-10", 19), "... with names that were told again");
}

/* Each page of the rings in turn: whole events of what is left, and no other. */
static void test_holes(void)
{
	unsigned int cpu, page, k, wrong = 0, told = 0;
	bool seen[301];

	for (cpu = 0; cpu < CPUS; cpu++) {
		for (page = 0; page < RING / PAGE; page++) {
			struct cpu *c = &cpus[cpu];

			make_machine(300);
			is_missing[(c->page[page] - BASE) / PAGE] = true;
			wrong += read_dump(&memory, 1) || !numbers(seen, 301);
			told += missing == 1;
			for (k = 0; k < c->nr; k++) {
				uint64_t from = c->event[k].pos, to = from + c->event[k].size;
				bool is_hit = to > page * PAGE && from < (page + 1) * PAGE;

				wrong += seen[c->event[k].i] == is_hit;
			}
		}
	}
	ktap_ok(!wrong, "a page that is missing takes its events along, and no others: %u", wrong);
	ktap_ok(told == CPUS * RING / PAGE, "... which is told");
}

static void test_half_written(void)
{
	bool seen[301];
	struct kpctl_rec junk = { .time = ~0ull, .id = 16, .size_ctx = 40 };

	make_machine(300);
	put_bytes(&cpus[0], &junk, sizeof(junk));	/* and not published */
	ktap_ok(!read_dump(&memory, 1) && numbers(seen, 301) && seen[300], "a record that is half written is none");
	make_machine(300);
	meta_of(&cpus[1])->magic = 0;
	ktap_ok(!read_dump(&memory, 1) && numbers(seen, 301) && !seen[1] && seen[2] && torn == 1,
		"a ring whose first page makes no sense");
}

static void test_anchors(void)
{
	uint64_t old;

	make_machine(10);
	old = anchor_at;
	anchor()->realtime += 1;
	ktap_ok(read_dump(&memory, 1) == -ENOENT, "an anchor with a wrong sum is none");
	make_machine(10);
	old = make_anchor(4000000);
	ktap_ok(!read_dump(&memory, 1) && strstr(text, "i=10"), "of two the newer one");
	*(struct kpctl_anchor *)at(old) = *anchor();
	ktap_ok(!read_dump(&memory, 1), "a copy of one is none");
	memset(&ram, 0, sizeof(ram));
	ktap_ok(read_dump(&memory, 1) == -ENOENT, "none");
}

static struct kpctl_note *note_nr(unsigned int n)
{
	struct kpctl_note *note = at(anchor()->first);

	while (n--)
		note = at(note->next);
	return note;
}

static void test_rows(void)
{
	unsigned int i, n, wrong = 0;

	for (n = 0; n < 7; n++) {
		make_machine(10);
		note_nr(n)->magic = 0;
		read_dump(&memory, 1);
		for (i = 0; i <= n; i++) {		/* a circle of any length, from any note on */
			make_machine(10);
			note_nr(n)->next = note_nr(i)->self;
			wrong += read_dump(&memory, 1) == -ENOMEM;
		}
	}
	ktap_ok(!wrong, "rows that are cut, and rows that lead in a circle, end");
}

/* Each word of what the reader goes by has values that lead astray, with the right sums. */
static void test_hostile(void)
{
	static const uint64_t evil[] = {
		0, 8, 0xffffffff, 0x7fffffffffffffffull, ~7ull, BASE + PAGES * PAGE - 8,
		1ull << 26, 0xffffffff00000010ull, 5000ull << 32 | KPCTL_NOTE_EVENT,
		5000ull << 32 | KPCTL_NOTE_PAGES,
	};
	unsigned int n, w, e, tries = 0;
	struct kpctl_note *note;
	uint64_t *word;

	for (e = 0; e < sizeof(evil) / sizeof(evil[0]); e++) {
		for (n = 0; n < 7; n++) {
			for (w = 4; w < (sizeof(struct kpctl_note) + sizeof(struct kpctl_note_ring)) / 8; w++) {
				make_machine(50);
				note = note_nr(n);
				word = (uint64_t *)note;
				word[w] = evil[e];
				if (note->size <= 2 * PAGE)
					note->sum = kpctl_note_sum(note);
				read_dump(&memory, 1);
				tries++;
			}
		}
		for (w = 0; w < sizeof(struct kpctl_meta) / 8; w++) {
			make_machine(50);
			word = at(cpus[0].meta);
			word[w] = evil[e];
			read_dump(&memory, 1);
			tries++;
		}
		for (w = 0; w < sizeof(struct kpctl_anchor) / 8; w++) {
			make_machine(50);
			word = at(anchor_at);
			word[w] = evil[e];
			sum_anchor(anchor());
			read_dump(&memory, 1);
			tries++;
		}
	}
	ktap_ok(tries > 500, "hostile words, %u: none leads out of the memory", tries);
}

/* Any words of any pages become any others. */
static void test_random(void)
{
	unsigned int round, k, n = getenv("DAMAGE") ? 3000 : 300;
	uint64_t x = 88172645463325252ull;

	for (round = 0; round < n; round++) {
		make_machine(100);
		for (k = 0; k < 1 + round % 30; k++) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			ram.word[(1 + x % used) * 37 % PAGES * (PAGE / 8) + (x >> 20) % (PAGE / 8)] = x;
		}
		if (round % 3)
			sum_anchor(anchor());
		read_dump(&memory, 1);
	}
	ktap_ok(round == n, "random words in %u memories", n);
}

/* Images */

static int temp_file(const void *bytes, size_t n)
{
	int fd = memfd_create("image", MFD_CLOEXEC);

	if (write(fd, bytes, n) != (ssize_t)n)
		abort();
	return fd;
}

static void test_lime(void)
{
	struct { uint32_t magic, version; uint64_t first, last, reserved; } h = {
		0x4c694d45, 1, BASE, BASE + PAGES * PAGE - 1, 0,
	};
	static uint8_t file[sizeof(h) + sizeof(ram)];
	struct kpr_memory m;
	bool seen[301];
	int fd;

	make_machine(300);
	memcpy(file, &h, sizeof(h));
	memcpy(file + sizeof(h), &ram, sizeof(ram));
	fd = temp_file(file, sizeof(file));
	ktap_ok(!kpr_image_open(&m, fd) && !read_dump(&m, 1) && numbers(seen, 301) && seen[1] && seen[300],
		"LiME's ranges");
	kpr_image_close(&m);
	close(fd);
	fd = temp_file(file, sizeof(file) / 2);
	if (!kpr_image_open(&m, fd))
		read_dump(&m, 1);
	kpr_image_close(&m);
	close(fd);
	fd = temp_file(file, 20);
	ktap_ok(kpr_image_open(&m, fd) == -EPROTO, "a file that is too short");
	kpr_image_close(&m);
	close(fd);
}

int main(void)
{
	ktap_plan(22);
	test_whole();
	test_overwritten();
	test_holes();
	test_half_written();
	test_anchors();
	test_rows();
	test_hostile();
	test_random();
	test_lime();
	return ktap_done();
}
