// SPDX-License-Identifier: GPL-2.0
/*
 * cycle N: N sessions, one after the other, that end in each order there is.
 * cycle sizes: which sizes of rings are refused. Both print results for
 * `helper` of lib.sh.
 */
#include "records.h"

#include <poll.h>
#include <stdint.h>

#define RUN_LINE	"call add 1 2"
#define REAL		50		/* each so many a probe that is hit */

static struct rec_session s;
static int run_fd;
static unsigned long real, parked, bad;

static unsigned long records;

static void count(const char *rec)
{
	records += ((const struct kpctl_rec *)rec)->id >= KPCTL_REC_FIRST_EVENT;
}

static int heard(void)
{
	unsigned int r;

	records = 0;
	for (r = 0; r < s.info.nr_rings; r++)
		if (ring_read(&s.ring[r], count))
			return 0;
	return records == 1;
}

static int ready(void)
{
	struct pollfd p = { .fd = s.fd, .events = POLLIN };

	return poll(&p, 1, 0) < 0 ? -1 : p.revents;
}

static void unmap_all(void)
{
	unsigned int r;

	for (r = 0; r < s.info.nr_rings; r++)
		ring_unmap(&s, r);
}

static void leave(unsigned long i)
{
	switch (i % 4) {
	case 0:
		unmap_all();
		close(s.fd);
		break;
	case 1:
		close(s.fd);
		unmap_all();
		break;
	case 2:
		command(s.fd, "-:c/x\n");
		close(s.fd);
		unmap_all();
		break;
	case 3:
		ring_unmap(&s, 0);
		close(s.fd);
		for (i = 1; i < s.info.nr_rings; i++)
			ring_unmap(&s, i);
		break;
	}
}

static void cycle(unsigned long i)
{
	int is_real = i % REAL == REAL - 1;

	session_open(&s, 4096);
	command(s.fd, is_real ? "p:c/x kpt_add a=$arg1\n" : "p:c/x absent:x a=$arg1\n");
	session_map(&s);
	if (is_real)
		command(run_fd, RUN_LINE);
	if (ready() != (is_real ? POLLIN : 0) || (is_real && !heard()))
		bad++;
	if (is_real)
		real++;
	else
		parked++;
	leave(i / REAL + i);
}

static const char *buffer(__u64 size)
{
	return ioctl(s.fd, KPCTL_IOC_BUFFER, &size) ? strerrorname_np(errno) : "OK";
}

static void no_sizes(void)
{
	static const __u64 odd[] = { 0, 1, 3, 2048, 4095, 4097, 128ull << 20, 1ull << 31,
		1ull << 32, (1ull << 32) + 4096, 1ull << 63, ~0ull, ~4095ull };
	unsigned int i, refused = 0, tried = 0;

	for (i = 0; i < sizeof(odd) / sizeof(*odd); i++, tried++)
		refused += !strcmp(buffer(odd[i]), "EINVAL");
	for (i = 12; i < 64; i++, tried += 2) {
		refused += !strcmp(buffer((1ull << i) - 1), "EINVAL");
		refused += !strcmp(buffer((1ull << i) + 1), "EINVAL");
	}
	ktap_ok(refused == tried, "%u sizes that are none: EINVAL", tried);
	session_info(&s);
	ktap_ok(s.info.data_size == 4096, "and nothing has changed");
}

/* An eighth of memory may be rings; with rings there, a new set is made at once. */
static void big(void)
{
	unsigned long pages = sysconf(_SC_PHYS_PAGES), all;
	__u64 size = 64ull << 20;
	const char *want;

	session_map(&s);
	unmap_all();
	all = (size / s.info.page_size + 2 + 2 + 4096 / s.info.page_size) * s.info.nr_rings;
	want = all <= pages / 8 ? "OK" : "ENOMEM";
	ktap_ok(!strcmp(buffer(size), want), "rings of 64 MB with %lu MB of memory: %s", pages >> 8, want);
	session_info(&s);
	ktap_ok(s.info.data_size == (*want == 'O' ? size : 4096), "info says so");
	ktap_ok(!strcmp(buffer(8192), "OK"), "a small one is still to be had");
}

static void sizes(void)
{
	session_open(&s, 4096);
	no_sizes();
	big();
	close(s.fd);
}

int main(int argc, char **argv)
{
	unsigned long i, n = argc > 1 ? strtoul(argv[1], NULL, 0) : 0;

	if (!n) {
		sizes();
		return ktap_done();
	}
	run_fd = open(RUN, O_WRONLY);
	for (i = 0; i < n; i++)
		cycle(i);
	ktap_ok(!bad && real + parked == n, "%lu sessions, %lu with a probe that was hit and heard",
		n, real);
	return ktap_done();
}
