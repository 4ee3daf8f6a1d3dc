// SPDX-License-Identifier: GPL-2.0
/*
 * wake RUN: attaches to the main session and waits in poll() for what RUN, a
 * command for kpt, brings about in a child. Prints
 *
 *   quiet N	poll() with nothing to read, 300 ms: what it returned
 *   one N	the same without a limit, and one event to come; -1: not woken
 *   polls N	how often poll() returned while RUN ran and all was read away
 *   sleeps N	how often it had slept for that: who finds events there is not woken
 *   bytes N	how much that was
 *   ms N	and how long
 */
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "rings.h"

static __u64 take_all(void)
{
	__u64 sum = 0, head;
	unsigned int r;

	for (r = 0; r < rings_info.nr_rings && r < RINGS_MAX; r++) {
		head = ring_head(&rings[r]);
		sum += head - rings[r].consumer->tail;
		ring_set_tail(&rings[r], head);
	}
	return sum;
}

static int wait_for_events(int ms)
{
	struct pollfd p = { .fd = rings_fd, .events = POLLIN };

	return poll(&p, 1, ms);
}

static unsigned long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static long switches(void)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	return used.ru_nvcsw;
}

static volatile sig_atomic_t late;

static void too_late(int sig)
{
	late = sig;
}

static pid_t command(const char *text)
{
	pid_t pid = fork();
	int fd;

	if (pid)
		return pid;
	usleep(200000);		/* the parent is in poll() by then, most likely */
	fd = open("/sys/kernel/debug/kpt/run", O_WRONLY);
	_exit(fd < 0 || write(fd, text, strlen(text)) < 0);
}

int main(int argc, char **argv)
{
	unsigned long polls = 0, sleeps = 0, since;
	long switched;
	__u64 bytes = 0;
	pid_t pid;
	int ready;

	if (argc != 2)
		return 2;
	rings_attach();
	take_all();
	printf("quiet %d\n", wait_for_events(300));
	pid = command("call add 1 2 x1\n");
	/* a limit, like a signal, makes poll() look again: that is no wake-up */
	sigaction(SIGALRM, &(struct sigaction) { .sa_handler = too_late }, NULL);
	alarm(20);
	ready = wait_for_events(-1);
	printf("one %d\n", late ? -1 : ready);
	alarm(0);
	waitpid(pid, NULL, 0);
	take_all();

	since = now_ms();
	pid = command(argv[1]);
	while (waitpid(pid, NULL, WNOHANG) == 0) {
		switched = switches();
		if (wait_for_events(100) > 0) {
			polls++;
			sleeps += switches() != switched;
		}
		bytes += take_all();
	}
	bytes += take_all();
	printf("polls %lu\nsleeps %lu\nbytes %llu\nms %lu\n", polls, sleeps,
	       (unsigned long long)bytes, now_ms() - since);
	return 0;
}
