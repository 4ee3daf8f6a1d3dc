// SPDX-License-Identifier: GPL-2.0
/*
 * waits poll|edge N [COMMAND [ARG]...]: attaches to the main session, starts COMMAND, and
 * sleeps without a time-out, in poll() or in an edge-triggered epoll_wait(), until it
 * has read N events, or notes of calls that were missed or of events that are throttled.
 * Whenever it is woken it reads all there is. Prints
 *
 *   events N	how many it read, only when woken
 *   sleeps N	how often it was woken
 *
 * After 100 s it gives up.
 */
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/wait.h>

#include "rings.h"

static volatile sig_atomic_t late;
static int epoll = -1;

static void too_late(int sig)
{
	late = sig;
}

static unsigned long events_of(struct ring *ring)
{
	__u64 tail = ring->consumer->tail, head = ring_head(ring);
	unsigned long n = 0;

	while (tail != head) {
		struct kpctl_rec *rec = (void *)(ring->data + (tail & (rings_info.data_size - 1)));

		n += rec->id >= KPCTL_REC_FIRST_EVENT || rec->id == KPCTL_REC_MISSED ||
		     rec->id == KPCTL_REC_THROTTLED;
		tail += KPCTL_REC_SIZE(rec);
	}
	ring_set_tail(ring, tail);
	return n;
}

static unsigned long take_all(void)
{
	unsigned long n = 0;
	unsigned int r;

	for (r = 0; r < rings_info.nr_rings && r < RINGS_MAX; r++)
		n += events_of(&rings[r]);
	return n;
}

static void add_edge(void)
{
	struct epoll_event in = { .events = EPOLLIN | EPOLLET };

	epoll = epoll_create1(0);
	if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, rings_fd, &in))
		rings_die("epoll");
}

static int sleep_well(void)
{
	struct pollfd p = { .fd = rings_fd, .events = POLLIN };
	struct epoll_event out;

	return epoll < 0 ? poll(&p, 1, -1) : epoll_wait(epoll, &out, 1, -1);
}

static pid_t command(char **argv)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	usleep(200000);		/* the parent sleeps by then, most likely */
	execvp(argv[0], argv);
	_exit(127);
}

int main(int argc, char **argv)
{
	unsigned long events = 0, sleeps = 0, n;
	pid_t pid = 0;

	if (argc < 3)
		return 2;
	n = strtoul(argv[2], NULL, 0);
	sigaction(SIGALRM, &(struct sigaction) { .sa_handler = too_late }, NULL);
	alarm(100);
	rings_attach();
	take_all();
	if (!strcmp(argv[1], "edge"))
		add_edge();
	if (argv[3])
		pid = command(argv + 3);
	while (events < n && !late) {
		/* a signal makes poll() look again: that is no wake-up */
		if (sleep_well() <= 0 || late)
			continue;
		sleeps++;
		events += take_all();
	}
	printf("events %lu\nsleeps %lu\n", events, sleeps);
	if (pid)
		waitpid(pid, NULL, 0);
	return 0;
}
