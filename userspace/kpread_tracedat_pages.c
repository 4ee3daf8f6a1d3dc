// SPDX-License-Identifier: GPL-2.0-only
/*
 * -f trace.dat: pages as the kernel's ring buffer has them, for each CPU in a file without a
 * name, as how much there will be decides where in the trace a CPU begins.
 *
 *	page	time:8 commit:8 events
 *	event	word:4, which is type:5 delta:27, then
 *		type 0		length:4, these four included, and the event
 *		type 30		upper:4, the upper bits of delta: no event, but later
 *
 * The delta is the time since the event before, or since the page's. commit is the number of
 * bytes of the events. Two more bits of it say that events are missing before the page, and
 * that their number stands behind the page's events.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "kpread_tracedat.h"

#define DELTA_BITS	27
#define TIME_EXTEND	30u
#define IS_MISSED	(1ull << 31)
#define HAS_MISSED	(1ull << 30)

struct cpu {
	char *page;		/* NULL: the CPU has no events yet */
	size_t len;		/* with the header */
	uint64_t begin, time;	/* of the page, of the last event */
	bool is_missed;		/* before this page */
	bool has_missed;	/* ... and the number is known */
	uint64_t missed;
	int fd;
	uint64_t size;
};

static struct cpu *cpus;
static unsigned int nr_cpus;
static char folder[4200];

void pages_begin(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	if (!path)
		snprintf(folder, sizeof(folder), "/tmp");
	else if (!slash)
		snprintf(folder, sizeof(folder), ".");
	else
		snprintf(folder, sizeof(folder), "%.*s", (int)(slash - path) + 1, path);
}

static int open_nameless(void)
{
	char name[sizeof(folder) + 32];
	int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd >= 0)
		return fd;
	/* not all file systems can do this */
	snprintf(name, sizeof(name), "%s/kpread.XXXXXX", folder);
	fd = mkostemp(name, O_CLOEXEC);
	if (fd < 0)
		return -errno;
	unlink(name);
	return fd;
}

static void clear_page(struct cpu *c)
{
	memset(c->page, 0, PAGE_SIZE);
	c->len = PAGE_HEADER;
	c->is_missed = c->has_missed = false;
	c->missed = 0;
}

static int begin_cpu(struct cpu *c)
{
	c->page = malloc(PAGE_SIZE);
	if (!c->page)
		return -ENOMEM;
	clear_page(c);
	c->fd = open_nameless();
	if (c->fd >= 0)
		return 0;
	free(c->page);
	c->page = NULL;
	return c->fd;
}

static int cpu_of(unsigned int cpu, struct cpu **to)
{
	struct cpu *p = table_reach(cpus, &nr_cpus, cpu, sizeof(*p));

	if (!p)
		return -ENOMEM;
	cpus = p;
	*to = &cpus[cpu];
	return (*to)->page ? 0 : begin_cpu(*to);
}

static int end_page(struct cpu *c)
{
	uint64_t commit = c->len - PAGE_HEADER;
	int ret;

	if (c->has_missed)
		memcpy(c->page + c->len, &c->missed, sizeof(c->missed));
	commit |= (c->is_missed ? IS_MISSED : 0) | (c->has_missed ? HAS_MISSED : 0);
	memcpy(c->page, &c->begin, sizeof(c->begin));
	memcpy(c->page + 8, &commit, sizeof(commit));
	ret = write_fully(c->fd, c->page, PAGE_SIZE);
	c->size += PAGE_SIZE;
	clear_page(c);
	return ret;
}

static void put_word(struct cpu *c, uint32_t v)
{
	memcpy(c->page + c->len, &v, sizeof(v));
	c->len += sizeof(v);
}

static uint32_t first_word(uint32_t type, uint64_t delta)
{
	return type | (uint32_t)(delta << 5);
}

int pages_add(unsigned int cpu, uint64_t time, const void *event, size_t len)
{
	size_t whole = (len + 3) / 4 * 4;
	struct cpu *c;
	uint64_t delta;
	int ret = len <= EVENT_MAX ? cpu_of(cpu, &c) : -E2BIG;

	if (!ret && c->len + 8 + 8 + whole + 8 > PAGE_SIZE)
		ret = end_page(c);
	if (ret)
		return ret;
	if (c->len == PAGE_HEADER)
		c->begin = c->time = time;
	delta = time - c->time;
	if (delta >> DELTA_BITS) {
		put_word(c, first_word(TIME_EXTEND, delta));
		put_word(c, delta >> DELTA_BITS);
		delta = 0;
	}
	c->time = time;
	put_word(c, first_word(0, delta));
	put_word(c, whole + 4);
	memcpy(c->page + c->len, event, len);
	c->len += whole;
	return 0;
}

int pages_lose(unsigned int cpu, uint64_t count)
{
	struct cpu *c;
	int ret = cpu_of(cpu, &c);

	if (!ret && c->len > PAGE_HEADER)
		ret = end_page(c);
	if (ret)
		return ret;
	c->has_missed = count && (!c->is_missed || c->has_missed);
	c->is_missed = true;
	c->missed += count;
	return 0;
}

uint64_t pages_time(unsigned int cpu, uint64_t time)
{
	return cpu < nr_cpus && cpus[cpu].time > time ? cpus[cpu].time : time;
}

int pages_end(void)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < nr_cpus && !ret; i++)
		if (cpus[i].page && cpus[i].len > PAGE_HEADER)
			ret = end_page(&cpus[i]);
	return ret;
}

unsigned int pages_cpus(void)
{
	return nr_cpus;
}

uint64_t pages_size(unsigned int cpu)
{
	return cpus[cpu].size;
}

int pages_copy(unsigned int cpu, int fd)
{
	struct cpu *c = &cpus[cpu];
	uint64_t at;
	ssize_t n;
	int ret = 0;

	for (at = 0; at < c->size && !ret; at += PAGE_SIZE) {
		n = pread(c->fd, c->page, PAGE_SIZE, at);
		if (n != PAGE_SIZE)
			return n < 0 ? -errno : -EIO;
		ret = write_fully(fd, c->page, PAGE_SIZE);
	}
	return ret;
}

void pages_free(void)
{
	while (nr_cpus) {
		if (!cpus[--nr_cpus].page)
			continue;
		close(cpus[nr_cpus].fd);
		free(cpus[nr_cpus].page);
	}
	free(cpus);
	cpus = NULL;
}
