/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The memory of a machine that died, made as the module leaves it, and read as kpdump reads one.
 * For dump_test.c and dump_fuzz.c.
 */
#ifndef DUMP_MACHINE_H
#define DUMP_MACHINE_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "dump.h"

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
static uint64_t page_nr(unsigned int i) { return BASE + (uint64_t)(i * 37 % PAGES) * PAGE; }
static uint64_t new_page(void) { return page_nr(++used); }

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
static uint64_t corrupt;
static const char *symbols;		/* what -s gives; NULL: nothing */

static int read_dump(const struct kpr_memory *m, unsigned int session)
{
	int fd = memfd_create("rec", MFD_CLOEXEC), ret, next = 0;
	struct kpr_replay *rp;
	struct kpr_buf b = { 0 };
	struct kpr_item item;
	struct kpr_dump *d;
	struct kpr_dump_seen seen;
	unsigned int i;

	text[0] = '\0';
	torn = missing = corrupt = 0;
	ret = kpr_dump_open(m, NULL, &d);
	if (ret) {
		close(fd);
		return ret;
	}
	ret = kpr_dump_record(d, session, symbols, fd, &seen);
	torn = seen.torn;
	corrupt = seen.corrupt;
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

#endif /* DUMP_MACHINE_H */
