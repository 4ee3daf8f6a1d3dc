/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the ring's test programs share: memory mapped as the module maps it, a
 * record whose every word follows from its number, and the reader's check that
 * a stream of them is whole, in order, and accounts for every loss.
 *
 * Include after ring.c.
 */
#ifndef RING_CHECK_H
#define RING_CHECK_H

#include <sys/mman.h>
#include <unistd.h>

#include "ktap.h"

#define TEST_ID		KPCTL_REC_FIRST_EVENT

static inline void die(const char *what)
{
	printf("Bail out! %s\n", what);
	exit(1);
}

/* The data twice in a row, with a page before and behind that nobody may touch. */
static inline u8 *map_twice(size_t size)
{
	int fd = memfd_create("ring", 0);
	u8 *at = mmap(NULL, 2 * size + 2 * PAGE_SIZE, PROT_NONE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (fd < 0 || ftruncate(fd, size) || at == MAP_FAILED)
		die("no memory");
	at += PAGE_SIZE;
	for (int i = 0; i < 2; i++)
		if (mmap(at + i * size, size, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
			die("mapping twice does not work here");
	close(fd);
	return at;
}

static inline void *map_page(void)
{
	u8 *at = mmap(NULL, 3 * PAGE_SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED || mprotect(at + PAGE_SIZE, PAGE_SIZE, PROT_READ | PROT_WRITE))
		die("no memory");
	return at + PAGE_SIZE;
}

static inline u64 test_word(u64 nr, u32 word)
{
	return (nr + 1) * 0x9e3779b97f4a7c15ull + word;
}

/* A record of len bytes, at least 24: header, number, then words made from it. */
#define test_fill(res, nr, len, store) do {					\
	u64 *w_ = (u64 *)(res)->rec;						\
	struct kpctl_rec h_ = { .time = (res)->time, .id = TEST_ID, .size_ctx = (len) };	\
	u64 half_;								\
	memcpy(&half_, (u8 *)&h_ + 8, 8);					\
	store(w_[0], h_.time);							\
	store(w_[1], half_);							\
	store(w_[2], (u64)(nr));						\
	for (u32 i_ = 3; i_ < (len) / 8; i_++)					\
		store(w_[i_], test_word((nr), i_));				\
} while (0)

/* What a reader knows of the stream so far. */
struct stream {
	u64 pos;
	u64 time;
	u64 total;		/* of the last lost record */
	u64 told;		/* sum of differences, as a reader takes them */
	u64 records;
	u64 lost_records;
	u64 nr;			/* of the last record */
	bool told_here;		/* a lost record stands right before */
	bool alike;		/* stamps may be equal: the clock steps back */
};

/* Take the record at s->pos; NULL, or what is wrong with it. */
static inline const char *stream_next(struct stream *s, const u8 *data, u64 size, u64 head)
{
	const u64 *w = (const u64 *)(data + (s->pos & (size - 1)));
	const struct kpctl_rec *rec = (const void *)w;
	const struct kpctl_rec_lost *lost = (const void *)w;

	if (head - s->pos < sizeof(*rec) || head - s->pos > size)
		return "head out of range";
	if (rec->size_ctx < sizeof(*rec) || rec->size_ctx % 8 || rec->size_ctx > head - s->pos)
		return "record torn: size";
	if (rec->id == KPCTL_REC_LOST) {
		if (rec->size_ctx != sizeof(*lost) || rec->ctx_tid)
			return "lost record torn";
		if (rec->time + s->alike <= s->time && s->time)
			return "lost record out of order";
		if (lost->total < s->total)
			return "total of a lost record went back";
		s->told += lost->total - s->total;
		s->total = lost->total;
		s->lost_records++;
		s->told_here = true;
		/* its own record has the same stamp */
		s->time = rec->time - 1;
	} else if (rec->id == TEST_ID) {
		if (rec->ctx_tid || rec->size_ctx < 24)
			return "record torn: header";
		if (rec->time + s->alike <= s->time)
			return "record out of order";
		for (u32 i = 3; i < rec->size_ctx / 8; i++)
			if (w[i] != test_word(w[2], i))
				return "record torn: words";
		s->time = rec->time;
		s->nr = w[2];
		s->records++;
		s->told_here = false;
	} else {
		return "record torn: id";
	}
	s->pos += rec->size_ctx;
	return NULL;
}

#endif /* RING_CHECK_H */
