// SPDX-License-Identifier: GPL-2.0
/*
 * work FILE: does a bit of everything that keeps a kernel busy, again and again until
 * it is killed: programs, files, pipes, the network, timers, page faults, threads,
 * signals, what is read in /proc. FILE has the number of rounds that are done. What
 * fails ends it, and is told on standard error.
 */
#include <arpa/inet.h>
#include <err.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <net/if.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CHUNK	8192

static char data[CHUNK];
static char name[32], other[40];
static unsigned long rounds;

#define must(call) ({							\
	__auto_type ret_ = (call);					\
	if (ret_ < 0)							\
		err(1, "round %lu: %s", rounds, #call);			\
	ret_;								\
})

static void whole(ssize_t n, const char *what)
{
	if (n != CHUNK)
		errx(1, "round %lu: %s: %zd bytes", rounds, what, n);
}

static void reap(pid_t pid, const char *what)
{
	int status;

	must(waitpid(pid, &status, 0));
	if (status)
		errx(1, "round %lu: %s: status %d", rounds, what, status);
}

static void programs(void)
{
	pid_t pid = must(fork());

	if (!pid) {
		execl("/bin/true", "true", (char *)NULL);
		_exit(127);
	}
	reap(pid, "exec");
}

static void files(void)
{
	int fd = must(open(name, O_RDWR | O_CREAT | O_TRUNC, 0600));
	struct stat st;

	whole(write(fd, data, CHUNK), "write");
	must(fsync(fd));
	whole(pread(fd, data, CHUNK, 0), "pread");
	must(ftruncate(fd, 100));
	close(fd);
	must(rename(name, other));
	must(stat(other, &st));
	must(unlink(other));
}

static void pipes(void)
{
	struct pollfd p;
	pid_t pid;
	int fd[2];

	must(pipe(fd));
	pid = must(fork());
	if (!pid)
		_exit(write(fd[1], data, CHUNK) != CHUNK);
	close(fd[1]);
	p = (struct pollfd){ .fd = fd[0], .events = POLLIN };
	must(poll(&p, 1, -1));
	while (must(read(fd[0], data, CHUNK)) > 0)
		;
	close(fd[0]);
	reap(pid, "pipe");
}

static void loopback_up(void)
{
	struct ifreq lo = { .ifr_name = "lo" };
	int s = must(socket(AF_INET, SOCK_DGRAM, 0));

	must(ioctl(s, SIOCGIFFLAGS, &lo));
	lo.ifr_flags |= IFF_UP;
	must(ioctl(s, SIOCSIFFLAGS, &lo));
	close(s);
}

/* One side sends less than the buffers hold, so nobody waits for anybody. */
static void network(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int s = must(socket(AF_INET, SOCK_STREAM, 0)), to, from;
	struct epoll_event ev = { .events = EPOLLIN };
	socklen_t len = sizeof(at);
	int ep = must(epoll_create1(0));

	must(bind(s, (struct sockaddr *)&at, sizeof(at)));
	must(getsockname(s, (struct sockaddr *)&at, &len));
	must(listen(s, 1));
	to = must(socket(AF_INET, SOCK_STREAM, 0));
	must(connect(to, (struct sockaddr *)&at, sizeof(at)));
	from = must(accept(s, NULL, NULL));
	must(epoll_ctl(ep, EPOLL_CTL_ADD, from, &ev));
	whole(send(to, data, CHUNK, 0), "send");
	must(epoll_wait(ep, &ev, 1, -1));
	whole(recv(from, data, CHUNK, MSG_WAITALL), "recv");
	close(ep);
	close(from);
	close(to);
	close(s);
}

static void datagrams(void)
{
	int fd[2];

	must(socketpair(AF_UNIX, SOCK_DGRAM, 0, fd));
	whole(send(fd[0], data, CHUNK, 0), "send to a socket of its own");
	whole(recv(fd[1], data, CHUNK, 0), "recv from it");
	close(fd[0]);
	close(fd[1]);
}

static volatile sig_atomic_t alarms;
static void on_alarm(int sig) { (void)sig; alarms++; }

static void timers(void)
{
	const struct itimerspec once = { .it_value.tv_nsec = 1000000 };
	const struct itimerval soon = { .it_value.tv_usec = 1000 };
	const struct timespec ms = { .tv_nsec = 1000000 };
	int fd = must(timerfd_create(CLOCK_MONOTONIC, 0));
	int before = alarms;
	uint64_t n;

	must(timerfd_settime(fd, 0, &once, NULL));
	must(read(fd, &n, sizeof(n)));
	close(fd);
	must(setitimer(ITIMER_REAL, &soon, NULL));
	while (alarms == before)
		nanosleep(&ms, NULL);
}

/* Pages that are new, that are another's too, and that are a file's. */
static void faults(void)
{
	const size_t size = 64 * 4096;
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = must(open("/bin/busybox", O_RDONLY));
	char *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	volatile char sink;
	size_t i;
	pid_t pid;

	if (p == MAP_FAILED || file == MAP_FAILED)
		err(1, "round %lu: mmap", rounds);
	for (i = 0; i < size; i += 4096) {
		p[i] = 1;
		sink = file[i];
	}
	(void)sink;
	pid = must(fork());
	for (i = 0; i < size; i += 4096)
		p[i]++;
	if (!pid)
		_exit(0);
	must(mprotect(p, size / 2, PROT_READ));
	must(madvise(p, size, MADV_DONTNEED));
	munmap(p, size);
	munmap(file, size);
	close(fd);
	reap(pid, "fork");
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *contend(void *arg)
{
	int i;

	for (i = 0; i < 20; i++) {
		pthread_mutex_lock(&lock);
		++*(int *)arg;
		sched_yield();
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void threads(void)
{
	pthread_t t[3];
	int i, n = 0;

	for (i = 0; i < 3; i++)
		if (pthread_create(&t[i], NULL, contend, &n))
			errx(1, "round %lu: pthread_create", rounds);
	for (i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	if (n != 60)
		errx(1, "round %lu: threads: %d", rounds, n);
}

static void look(const char *file)
{
	int fd = must(open(file, O_RDONLY));

	must(read(fd, data, CHUNK));
	close(fd);
}

static void say(void)
{
	int fd = must(open("/dev/kmsg", O_WRONLY));
	char line[64];

	must(write(fd, line, snprintf(line, sizeof(line), "<7>work: round %lu\n", rounds)));
	close(fd);
}

static void rest(void)
{
	struct timespec now;

	look("/proc/self/maps");
	look("/proc/kallsyms");
	look("/proc/stat");
	must(syscall(SYS_clock_gettime, CLOCK_REALTIME, &now));
	must(syscall(SYS_getrandom, data, CHUNK, 0));
	if (rounds % 16)
		return;
	say();
	must(syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0));
}

int main(int argc, char **argv)
{
	int fd;

	if (argc != 2)
		return 2;
	signal(SIGALRM, on_alarm);
	snprintf(name, sizeof(name), "/tmp/work.%d", getpid());
	snprintf(other, sizeof(other), "%s.new", name);
	fd = must(open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0600));
	loopback_up();
	while (1) {
		programs();
		files();
		pipes();
		network();
		datagrams();
		timers();
		faults();
		threads();
		rest();
		rounds++;
		must(pwrite(fd, data, snprintf(data, sizeof(data), "%lu\n", rounds), 0));
	}
}
