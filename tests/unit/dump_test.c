// SPDX-License-Identifier: GPL-2.0-only
/*
 * What kpdump reads out of a dead machine's memory: a memory made here, as the module leaves it,
 * whole, with holes, and hostile. The sanitizers see each step beside it.
 */
#include "dump_machine.h"
#include "ktap.h"

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

/* Of another event, 17, with two slots. */
static void put_other(unsigned int cpu, uint64_t ms, uint64_t a, uint64_t b)
{
	uint64_t slots[2] = { a, b };
	struct kpctl_rec rec = {
		.time = 1000000 * ms, .id = 17, .size_ctx = sizeof(rec) + sizeof(slots),
		.ctx_tid = 100 + cpu,
	};

	put_bytes(&cpus[cpu], &rec, sizeof(rec));
	put_bytes(&cpus[cpu], slots, sizeof(slots));
	meta_of(&cpus[cpu])->head = cpus[cpu].head;
}

/* Symbols that were given are those of the machine that died, however long it ran. */
static void test_symbols(void)
{
	unsigned int i;

	make_machine(300);
	add_text(KPCTL_NOTE_PLACE, "0xffffffff81002000 near+0x0/0x10\n");
	add_text(KPCTL_NOTE_EVENT, "17 armed p died/far near $ip@16 a:symbol@24\n");
	for (i = 0; i < 2; i++)
		put_other(i, i ? 6000 : 6001, 0xffffffff81002000ull, 0xffffffff81002080ull);
	symbols = "ffffffff81002000 T first\nffffffff81002040 T second\nffffffff81003000 T third\n";
	ktap_ok(!read_dump(&memory, 1) && !strstr(text, "0xffff") &&
		strstr(text, " 0.001000: step: (kpt_step+0x10/0x40 [kpt]) i=1 ") &&
		strstr(text, " 6.000000: far: (near+0x0/0x10) a=second+0x40/0xfc0\n") &&
		strstr(text, " 6.001000: far: (near+0x0/0x10) a=second+0x40/0xfc0\n"),
		"symbols that were given name what no place has, at each time");
	symbols = "";
	ktap_ok(!read_dump(&memory, 1) && strstr(text, " far: (near+0x0/0x10) a=0xffffffff81002080\n"),
		"symbols that have none of the addresses");
	symbols = NULL;
	ktap_ok(!read_dump(&memory, 1) && strstr(text, " far: (near+0x0/0x10) a=near+0x80/0x10\n"),
		"without them the place that is next");
}

/* A place whose text is longer than any symbol's is none. */
static void test_long_place(void)
{
	char place[1000];
	int len = snprintf(place, sizeof(place), "0xffffffff81002000 a+0x0/0x100 [");

	memset(place + len, 'A', 900 - len);
	strcpy(place + 900, "]\n");
	make_machine(300);
	add_text(KPCTL_NOTE_PLACE, place);
	add_text(KPCTL_NOTE_EVENT, "17 armed p died/far near $ip@16 a:symbol@24\n");
	put_other(0, 6000, 0xffffffff81002000ull, 0xffffffff81002080ull);
	ktap_ok(!read_dump(&memory, 1) && strstr(text, " far: (0xffffffff81002000) a=0xffffffff81002080\n"),
		"a place with too long a text");
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

/* A record that says nothing of its size. */
static void test_corrupt(void)
{
	static const uint8_t garbage[16];
	struct cpu *c = &cpus[0];
	int ret;

	make_machine(300);
	ktap_ok(!read_dump(&memory, 1) && !corrupt, "bytes that make sense are no others");
	c->head = c->event[10].pos;
	put_bytes(c, garbage, sizeof(garbage));
	ret = read_dump(&memory, 1);
	ktap_ok(!ret && strstr(text, " i=299 ") && !strstr(text, " i=300 ") &&
		corrupt == meta_of(c)->head - c->event[10].pos,
		"bytes that make no sense are counted: %llu", (unsigned long long)corrupt);
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
			ram.word[(page_nr(1 + x % used) - BASE) / 8 + (x >> 20) % (PAGE / 8)] = x;
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
	/* its pages are beyond every memory: a walk over them would begin anew */
	h.first = 0xfffffffffffff000ull;
	h.last = 0xfffffffffffffffeull;
	memcpy(file, &h, sizeof(h));
	fd = temp_file(file, sizeof(h) + PAGE);
	ktap_ok(kpr_image_open(&m, fd) == -EPROTO, "a range at the end of all addresses");
	kpr_image_close(&m);
	close(fd);
	fd = temp_file(file, 20);
	ktap_ok(kpr_image_open(&m, fd) == -EPROTO, "a file that is too short");
	kpr_image_close(&m);
	close(fd);
}

int main(void)
{
	ktap_plan(29);
	test_whole();
	test_symbols();
	test_long_place();
	test_overwritten();
	test_holes();
	test_half_written();
	test_corrupt();
	test_anchors();
	test_rows();
	test_hostile();
	test_random();
	test_lime();
	return ktap_done();
}
