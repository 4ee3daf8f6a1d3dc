/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the helpers share that look at each byte of a session's records: a
 * session with its mappings, the layout of its events, and what a record's
 * strings and padding must look like.
 */
#ifndef RECORDS_H
#define RECORDS_H

#include <errno.h>
#include <fcntl.h>
#include <linux/kprobectl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "unit/ktap.h"

#define RINGS_MAX	64
#define ARGS_MAX	16
#define RUN		"/sys/kernel/debug/kpt/run"

struct rec_ring {
	struct kpctl_consumer *consumer;
	struct kpctl_meta *meta;
	char *data;
};

struct rec_session {
	int fd;
	struct kpctl_info info;
	size_t whole;			/* length of the second mapping */
	struct rec_ring ring[RINGS_MAX];
};

/* An event's arguments, from the view of events. */
struct rec_event {
	unsigned int id, nargs, fault;
	unsigned int slots;		/* where the strings begin */
	struct rec_arg {
		unsigned int at;
		int string;
	} arg[ARGS_MAX];
};

static inline void die(const char *what)
{
	printf("%s: %s\n", what, strerrorname_np(errno));
	exit(1);
}

static inline void session_info(struct rec_session *s)
{
	s->info.size = sizeof(s->info);
	if (ioctl(s->fd, KPCTL_IOC_INFO, &s->info))
		die("info");
	s->whole = s->info.page_size + 2 * s->info.data_size;
}

static inline void session_open(struct rec_session *s, __u64 size)
{
	s->fd = open("/dev/kprobectl", O_RDWR | O_CLOEXEC);
	if (s->fd < 0)
		die("open");
	if (ioctl(s->fd, KPCTL_IOC_BUFFER, &size))
		die("buffer");
	session_info(s);
	if (s->info.nr_rings > RINGS_MAX)
		die("too many rings");
}

/* 0, or -1 with errno; a size that changed meanwhile is EINVAL. */
static inline int ring_map(struct rec_session *s, unsigned int r)
{
	off_t at = (off_t)r * s->info.ring_stride;
	struct rec_ring *ring = &s->ring[r];
	size_t page = s->info.page_size;

	ring->consumer = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, at);
	if (ring->consumer == MAP_FAILED)
		return -1;
	ring->meta = mmap(NULL, s->whole, PROT_READ, MAP_SHARED, s->fd, at + page);
	if (ring->meta == MAP_FAILED) {
		munmap(ring->consumer, page);
		return -1;
	}
	ring->data = (char *)ring->meta + page;
	return 0;
}

static inline void ring_unmap(struct rec_session *s, unsigned int r)
{
	munmap(s->ring[r].consumer, s->info.page_size);
	munmap(s->ring[r].meta, s->whole);
}

static inline void session_map(struct rec_session *s)
{
	unsigned int r;

	for (r = 0; r < s->info.nr_rings; r++)
		if (ring_map(s, r))
			die("mmap");
}

static inline void session_close(struct rec_session *s)
{
	unsigned int r;

	for (r = 0; r < s->info.nr_rings; r++)
		ring_unmap(s, r);
	close(s->fd);
}

static inline void command(int fd, const char *line)
{
	if (write(fd, line, strlen(line)) != (ssize_t)strlen(line))
		die(line);
}

static inline ssize_t read_view(int fd, __u32 view, char *text, size_t size)
{
	ssize_t n, len = 0;

	if (ioctl(fd, KPCTL_IOC_VIEW, &view))
		die("view");
	while ((n = pread(fd, text + len, size - 1 - len, len)) > 0)
		len += n;
	if (n < 0)
		die("read of a view");
	text[len] = 0;
	view = KPCTL_VIEW_CONTROL;
	if (ioctl(fd, KPCTL_IOC_VIEW, &view))
		die("view");
	return len;
}

/* ID STATE KIND GRP/EVENT TARGET FIELD..., FIELD is NAME:TYPE@OFFSET or $fault@N */
static inline void event_parse(struct rec_event *e, char *line)
{
	char *word, *save, *at;

	memset(e, 0, sizeof(*e));
	e->id = strtoul(line, &line, 10);
	for (word = strtok_r(line, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		at = strrchr(word, '@');
		if (!at)
			continue;
		if (!strncmp(word, "$fault", 6))
			e->fault = atoi(at + 1);
		if (word[0] == '$' || e->nargs == ARGS_MAX)
			continue;
		e->arg[e->nargs].at = atoi(at + 1);
		e->arg[e->nargs].string = strstr(word, "string@") != NULL;
		e->slots = e->arg[e->nargs++].at + 8;
	}
}

/* The layout of the session's event GRP/EVENT. */
static inline void event_find(struct rec_event *e, int fd, const char *name)
{
	static char text[1 << 16];
	char pattern[64], *line, *save;

	read_view(fd, KPCTL_VIEW_EVENTS, text, sizeof(text));
	snprintf(pattern, sizeof(pattern), " %s ", name);
	memset(e, 0, sizeof(*e));
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		if (strstr(line, pattern) && !strstr(line, " gone "))
			event_parse(e, line);
	errno = ENOENT;
	if (!e->id)
		die(name);
}

/* Argument n of a record: its slot, and a string's bytes, NULL without. */
static inline __u64 rec_slot(const struct rec_event *e, const char *rec, unsigned int n)
{
	return *(const __u64 *)(rec + e->arg[n].at);
}

static inline unsigned int rec_strlen(const struct rec_event *e, const char *rec, unsigned int n)
{
	return (__u32)rec_slot(e, rec, n) >> 16;
}

static inline const char *rec_string(const struct rec_event *e, const char *rec, unsigned int n)
{
	return rec_strlen(e, rec, n) ? rec + (rec_slot(e, rec, n) & 0xffff) : NULL;
}

/*
 * Strings stand behind the slots in turn, each with one NUL, at its end; then
 * zeroes up to the next multiple of 8, which is the record's end. Returns what
 * is wrong, or NULL.
 */
static inline const char *rec_wrong(const struct rec_event *e, const char *rec)
{
	unsigned int size = KPCTL_REC_SIZE((const struct kpctl_rec *)rec), at = e->slots, n, len;

	for (n = 0; n < e->nargs; n++) {
		if (!e->arg[n].string)
			continue;
		len = rec_strlen(e, rec, n);
		if (rec_slot(e, rec, n) >> 32 & ~KPCTL_STR_CUT)
			return "an unknown flag";
		if (!len && (rec_slot(e, rec, n) & 0xffff))
			return "no string, but an offset";
		if (!len)
			continue;
		if (rec_string(e, rec, n) != rec + at || at + len > size)
			return "a string in the wrong place";
		if (memchr(rec + at, 0, len) != rec + at + len - 1)
			return "a string whose NUL is not at its end";
		at += len;
	}
	if (size != (at + 7) / 8 * 8)
		return "a size that is not the next multiple of 8";
	for (; at < size; at++)
		if (rec[at])
			return "padding that is not zero";
	return NULL;
}

/* A name, and zeroes behind it. */
static inline const char *comm_wrong(const char *rec)
{
	const struct kpctl_rec_comm *c = (const void *)rec;
	size_t i = strnlen(c->comm, sizeof(c->comm));

	if (KPCTL_REC_SIZE(&c->hdr) != sizeof(*c) || KPCTL_REC_CTX(&c->hdr))
		return "a strange header";
	if (i == sizeof(c->comm))
		return "a name without an end";
	for (; i < sizeof(c->comm); i++)
		if (c->comm[i])
			return "a name that is not padded with zeroes";
	return NULL;
}

/* Calls fn for each unread record of a ring and gives them back. */
static inline int ring_read(struct rec_ring *ring, void (*fn)(const char *rec))
{
	__u64 head = __atomic_load_n(&ring->meta->head, __ATOMIC_ACQUIRE);
	__u64 at = __atomic_load_n(&ring->consumer->tail, __ATOMIC_RELAXED);
	__u64 mask = ring->meta->data_size - 1;
	int torn = 0;

	while (at < head) {
		const char *rec = ring->data + (at & mask);
		unsigned int size = KPCTL_REC_SIZE((const struct kpctl_rec *)rec);

		if (size < sizeof(struct kpctl_rec) || size % 8 || size > head - at) {
			torn = -1;
			break;
		}
		fn(rec);
		at += size;
	}
	__atomic_store_n(&ring->consumer->tail, head, __ATOMIC_RELEASE);
	return torn;
}

#endif /* RECORDS_H */
