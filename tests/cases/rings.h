/* SPDX-License-Identifier: GPL-2.0 */
/* What the helpers that read the main session share. */
#ifndef RINGS_H
#define RINGS_H

#include <errno.h>
#include <fcntl.h>
#include <linux/kprobectl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define RINGS_MAX 64

struct ring {
	volatile struct kpctl_consumer *consumer;
	struct kpctl_meta *meta;
	char *data;
};

static int rings_fd;
static struct kpctl_info rings_info;
static struct ring rings[RINGS_MAX];

static void rings_die(const char *what)
{
	printf("%s: %s\n", what, strerrorname_np(errno));
	exit(1);
}

static void rings_map(unsigned int r)
{
	off_t at = (off_t)r * rings_info.ring_stride;
	size_t page = rings_info.page_size;
	void *p;

	p = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, rings_fd, at);
	if (p == MAP_FAILED)
		rings_die("mmap of the position");
	rings[r].consumer = p;
	p = mmap(NULL, page + 2 * rings_info.data_size, PROT_READ, MAP_SHARED, rings_fd, at + page);
	if (p == MAP_FAILED)
		rings_die("mmap of the data");
	rings[r].meta = p;
	rings[r].data = (char *)p + rings[r].meta->data_offset;
}

/* Become the main session's reader. */
static void rings_attach(void)
{
	unsigned int r;

	rings_fd = open("/dev/kprobectl", O_RDWR | O_CLOEXEC);
	if (rings_fd < 0)
		rings_die("open");
	if (ioctl(rings_fd, KPCTL_IOC_ATTACH))
		rings_die("attach");
	rings_info.size = sizeof(rings_info);
	if (ioctl(rings_fd, KPCTL_IOC_INFO, &rings_info))
		rings_die("info");
	for (r = 0; r < rings_info.nr_rings && r < RINGS_MAX; r++)
		rings_map(r);
}

static inline __u64 ring_head(struct ring *ring)
{
	return __atomic_load_n(&ring->meta->head, __ATOMIC_ACQUIRE);
}

static inline void ring_set_tail(struct ring *ring, __u64 tail)
{
	__atomic_store_n(&ring->consumer->tail, tail, __ATOMIC_RELEASE);
}

static inline void create(const char *file)
{
	close(open(file, O_WRONLY | O_CREAT, 0600));
}

#endif /* RINGS_H */
