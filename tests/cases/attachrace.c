// SPDX-License-Identifier: GPL-2.0
/*
 * attachrace N: N descriptors, each attached to the main session by one thread while
 * others attach it too, write an event to it and map its rings. What was done to the
 * descriptor's own session before must have kept it from being attached; what was not
 * refused afterwards must have been done to the main one. Prints results for `helper` of
 * lib.sh. The main session has no events and no reader.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/kprobectl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "unit/ktap.h"

#define LINE	"p:race/e kpt_victim\n"
#define MARK	0x4d41524bull	/* no position of a ring: it is ignored */

static int fd;
static long page;
static pthread_barrier_t together;
static int attached[2], wrote;
static struct kpctl_consumer *mapped;
static unsigned int seed = 1;

static void jitter(int who)
{
	volatile unsigned int i = rand_r(&seed) % (who == 2 ? 2000 : 20000);

	while (i)
		i--;
}

static void *attach(void *which)
{
	int *ok = which;

	pthread_barrier_wait(&together);
	jitter(0);
	*ok = !ioctl(fd, KPCTL_IOC_ATTACH);
	return NULL;
}

static void *write_event(void *unused)
{
	(void)unused;
	pthread_barrier_wait(&together);
	jitter(1);
	wrote = write(fd, LINE, strlen(LINE)) > 0;
	return NULL;
}

static void *map(void *unused)
{
	void *p;

	(void)unused;
	pthread_barrier_wait(&together);
	jitter(2);
	p = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	mapped = p == MAP_FAILED ? NULL : p;
	return NULL;
}

static int main_list_has_it(void)
{
	char text[256] = "";
	__u32 view = KPCTL_VIEW_CONTROL | KPCTL_VIEW_MAIN;

	if (ioctl(fd, KPCTL_IOC_VIEW, &view) || pread(fd, text, sizeof(text) - 1, 0) < 0)
		perror("list");
	return !!strstr(text, "race/e");
}

/* Is that page the one that the descriptor's first ring has now? */
static int is_of_this_session(struct kpctl_consumer *there)
{
	volatile struct kpctl_consumer *now = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED,
						   fd, 0);
	__u64 before = there->tail;
	int same;

	if (now == MAP_FAILED)
		return 0;
	*(volatile __u64 *)&there->tail = MARK;
	same = now->tail == MARK;
	*(volatile __u64 *)&there->tail = before;
	munmap((void *)now, page);
	return same;
}

static void clear_main(void)
{
	int main_fd = open("/sys/kernel/debug/kprobectl/control", O_WRONLY | O_TRUNC);

	if (main_fd < 0)
		perror("control");
	close(main_fd);
}

static unsigned long n_attached, n_twice, n_lost_event, n_lost_map, n_wrote, n_mapped;

static void round_of_all(void)
{
	void *(*const bodies[])(void *) = { attach, attach, write_event, map };
	pthread_t threads[4];
	int i;

	fd = open("/dev/kprobectl", O_RDWR | O_CLOEXEC);
	attached[0] = attached[1] = wrote = 0;
	mapped = NULL;
	for (i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, bodies[i], i < 2 ? &attached[i] : NULL);
	for (i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	n_twice += attached[0] && attached[1];
	n_wrote += wrote;
	n_mapped += !!mapped;
	if (attached[0] || attached[1]) {
		n_attached++;
		n_lost_event += wrote && !main_list_has_it();
		n_lost_map += mapped && !is_of_this_session(mapped);
	}
	if (mapped)
		munmap(mapped, page);
	close(fd);
	clear_main();
}

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 0) : 100;

	page = sysconf(_SC_PAGESIZE);
	pthread_barrier_init(&together, NULL, 4);
	while (n--)
		round_of_all();
	printf("attached %lu, wrote %lu, mapped %lu; twice %lu, events out of reach %lu, "
	       "mappings %lu\n", n_attached, n_wrote, n_mapped, n_twice, n_lost_event, n_lost_map);
	ktap_ok(!n_twice, "of two threads one attaches");
	ktap_ok(!n_lost_event, "no event is left in a session that its descriptor has left");
	ktap_ok(!n_lost_map, "nor a mapping");
	return ktap_done();
}
