// SPDX-License-Identifier: GPL-2.0
/*
 * hostile garbage|stall|read|back: attaches to the main session, maps everything,
 * makes the file /tmp/attached, and
 *
 *   garbage	writes nonsense into all positions, until there is /tmp/stop;
 *		then prints how many were refused, as the kernel counts them
 *   stall	does nothing, for ever
 *   read	reads records away, for ever
 *
 * for the case to kill it in the midst of that.
 */
#include <poll.h>
#include <sched.h>
#include "rings.h"

static __u64 garbage(struct ring *ring, __u64 n)
{
	__u64 head = ring->meta->head, size = ring->meta->data_size;

	switch (n % 12) {
	case 0: return head + 8;
	case 1: return head - size - 8;
	case 2: return head - 1;
	case 3: return ~0ull;
	case 4: return 1ull << 63;
	case 5: return head + size;
	case 6: return head + (1ull << 32);
	case 7: return n * 0x9e3779b97f4a7c15ull;
	case 8: return 0;
	case 9: return (n * 0x9e3779b97f4a7c15ull) & ~7ull;
	case 10: return head - (n & 0xff8);
	default: return head;
	}
}

static void write_garbage(void)
{
	unsigned long long refused = 0;
	unsigned int r;
	__u64 n = 0;

	while (n & 0xfff || access("/tmp/stop", F_OK)) {
		for (r = 0; r < rings_info.nr_rings; r++)
			rings[r].consumer->tail = garbage(&rings[r], n + r);
		n++;
	}
	for (r = 0; r < rings_info.nr_rings; r++)
		refused += rings[r].meta->bad_tail;
	printf("%llu\n", refused);
}

static void read_away(void)
{
	unsigned int r;
	__u64 tail, head;

	for (;;) {
		for (r = 0; r < rings_info.nr_rings; r++) {
			head = ring_head(&rings[r]);
			for (tail = rings[r].consumer->tail; tail < head;) {
				struct kpctl_rec *rec = (void *)(rings[r].data +
					(tail & (rings_info.data_size - 1)));

				tail += KPCTL_REC_SIZE(rec);
				ring_set_tail(&rings[r], tail);
			}
		}
	}
}

static void call(const char *text)
{
	int fd = open("/sys/kernel/debug/kpt/run", O_WRONLY);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		rings_die(text);
	close(fd);
}

static void step_back(void)
{
	struct pollfd p = { .fd = rings_fd, .events = POLLIN };
	struct ring *ring = &rings[0];
	__u64 lost, refused;
	cpu_set_t first;
	int woken;

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	if (sched_setaffinity(0, sizeof(first), &first))
		rings_die("CPU 0");
	call("call add 1 2 x20000\n");
	lost = ring->meta->lost;
	refused = ring->meta->bad_tail;
	ring_set_tail(ring, ring_head(ring));
	if (poll(&p, 1, 0))
		printf("it is not empty ");
	ring_set_tail(ring, ring_head(ring) - 4);
	call("call add 1 2 x1\n");
	woken = poll(&p, 1, 10000);
	printf("refused %llu lost %llu woken %d\n", ring->meta->bad_tail - refused,
	       ring->meta->lost - lost, woken);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	rings_attach();
	create("/tmp/attached");
	if (!strcmp(argv[1], "garbage"))
		write_garbage();
	else if (!strcmp(argv[1], "read"))
		read_away();
	else if (!strcmp(argv[1], "back"))
		step_back();
	else
		pause();
	return 0;
}
