// SPDX-License-Identifier: GPL-2.0
/*
 * fuzzsys SECONDS SEED: system calls at random on the device and the files of
 * debugfs, by four processes at once that pass each other what they have opened:
 * two of root, one that may only read, one of another user. What each does is
 * decided by SEED alone, in which order they do it is not. Prints results
 * for `helper` of lib.sh.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/kprobectl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "unit/ktap.h"

#define ROOT	"/sys/kernel/debug/kprobectl/"
#define WORKERS	4
#define SLOTS	12
#define STUCK	120		/* seconds without a call: it hangs */
#define PATIENCE 60		/* seconds more for what has not gone well yet */
#define BIG	(320 << 10)

enum who { BOSS, MATE, READER, NOBODY };	/* the first two are root */

enum op { OPEN, CLOSE, IOCTL, WRITE, READ, MAP, UNMAP, REMAP, PROTECT, ADVISE, LIE, TOUCH,
	AROUND, POLL, DUP, FORK, SEND, RECEIVE, HIT, SEEK, COPY, OPS };

static const char *const names[OPS] = { "open", "close", "ioctl", "write", "read", "mmap",
	"munmap", "mremap", "mprotect", "madvise", "lie", "touch", "around", "poll", "dup",
	"fork", "send", "receive", "hit", "lseek", "copy" };

/* How often each is tried; what takes long or undoes the rest, less. */
static const unsigned char weight[OPS] = { 12, 6, 12, 16, 12, 14, 4, 3, 3, 3, 8, 4, 2, 4, 3,
	1, 5, 7, 6, 4, 3 };

/* Shared by all of them. */
static struct shared {
	volatile int stop;
	volatile unsigned long ops[WORKERS];
	volatile unsigned long done[OPS];	/* that went well */
	volatile unsigned long breaches;
	char breach[200];
} *shared;

struct map {
	char *at;
	size_t len;
	int prot;
};

static enum who who;
static unsigned long long state;
static int fds[SLOTS];
static struct map maps[SLOTS];
static int mail[2], run_fd, depth;
static char *buf;
static sigjmp_buf fault;
static volatile int expects_fault;

static unsigned int rnd(unsigned int n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (state >> 33) % n;
}

static unsigned long long rnd64(void)
{
	unsigned long long v = (unsigned long long)rnd(1u << 31) << 33 ^
		(unsigned long long)rnd(1u << 31) << 11 ^ rnd(1 << 11);

	switch (rnd(4)) {
	case 0: return v;
	case 1: return 1ull << rnd(64);
	case 2: return (1ull << rnd(64)) - 1;
	default: return rnd(100000);
	}
}

static void on_fault(int sig)
{
	if (!expects_fault)
		_exit(100 + sig);
	siglongjmp(fault, 1);
}

/* Something went well for somebody who may not. */
static void breach(const char *what)
{
	if (!__sync_fetch_and_add(&shared->breaches, 1))
		snprintf(shared->breach, sizeof(shared->breach), "%s by worker %d after %lu calls",
			 what, who, shared->ops[who]);
}

/* Mostly one that is open. */
static int *any_fd(void)
{
	int *fd, tries = 5;

	do {
		fd = &fds[rnd(SLOTS)];
	} while (*fd < 0 && --tries);
	return fd;
}

static void keep_fd(int fd)
{
	int *slot = &fds[rnd(SLOTS)], n;

	if (fd < 0)
		return;
	for (n = 0; *slot >= 0 && n < 3; n++)
		slot = &fds[rnd(SLOTS)];
	if (*slot >= 0)
		close(*slot);
	*slot = fd;
}

/* Any address: ours, read-only, nowhere, the kernel's. */
static void *any_buf(void)
{
	switch (rnd(12)) {
	case 0: return NULL;
	case 1: return (void *)8;
	case 2: return (void *)0xffffffff81000000;
	case 3: return (void *)0x7ffffffff000;
	case 4: return buf + BIG - rnd(4096);		/* runs into a hole */
	case 5: return maps[rnd(SLOTS)].at;
	default: return buf;
	}
}

/* Texts */

#define GOOD_LINES	20

static const char *const lines[] = {
	"p:%s/%s kpt_add a=$arg1 b=%%si:u32", "p:%s/%s kpt_add c=$comm if $arg1 > 3 do emit, count by comm",
	"r:%s/%s kpt_ret v=$retval", "r:%s/%s kpt_add lat=$lat do hist($lat) by comm",
	"r4:%s/%s kpt_add a=$entry($arg1)", "f:%s/%s kpt_add,kpt_r* a=$arg1",
	"p:%s/%s kpt_insns+12 sp=%%sp s=$stacktrace",
	"p:%s/%s kpt_insns+12 b=%%ax a=$after(%%ax) if $after(%%ax) > 3 || $pid > 1",
	"i:%s/%s 99hz f=$func do count by $func", "i:%s/%s 10ms c=$cpu", "w:%s/%s w@kpt:kpt_watched:8 o=$old v=$value",
	"p:%s/%s kpt_add a=call:kpt_odd($arg1) do emit, call(kpt_tell)", "r:%s/%s kpt_ret if $arg1 == 3 do return(4)!",
	"p:%s/%s kpt_add a=$arg1 do start by $tid", "r:%s/%s kpt_add since g1/a by $tid l=$lat",
	"p:%s/%s kpt_add if $cgroup in \"/\" do count by time(1s)", "p:%s/%s nomodule:nofunction a=$arg1",
	"-:%s/%s", "-:%s/%s", "-:%s/%s", "p:%s/%s kpt_add+1", "p:%s/%s kpt_add a=$nonsense",
	"%s/%s $pid > 1", "%s/%s none", "%s/%s a ==",
	"0", "1", "none", "kpt_add", "kpt_add+1\nkpt_ret\nschedule", "$arg1 > 2", "64", "-:g0/", "\n\n",
};

static const char *group(void)
{
	static const char *const g[] = { "g0", "g1", "g2" };

	return g[rnd(3)];
}

static const char *event(void)
{
	static const char *const e[] = { "a", "b", "c", "d", "e" };

	return e[rnd(5)];
}

static size_t one_line(char *to, size_t room)
{
	size_t n;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
	n = snprintf(to, room, lines[rnd(rnd(2) ? GOOD_LINES : sizeof(lines) / sizeof(*lines))],
		     group(), event());
#pragma GCC diagnostic pop
	if (!rnd(6))
		to[rnd(n)] = rnd(256);
	to[n] = '\n';
	return n + 1;
}

static size_t text(void)
{
	size_t len = 0;

	switch (rnd(16)) {
	case 0:
		memset(buf, rnd(2) ? '\n' : rnd(256), BIG);
		return rnd(BIG);
	case 1:
		while (len < 600)
			len += one_line(buf + len, 200);
		return len;
	default:
		return one_line(buf, 200) - rnd(2);
	}
}

/* The calls. Each says whether it went well. */

static const char *path(void)
{
	static const char *const top[] = { "control", "error_log", "check", "profile", "stats",
		"tracing_on", "buffer_size_kb", "events", "overwrite", "stopped", "trace",
		"trace_pipe" };
	static const char *const of_event[] = { "enable", "filter", "format", "functions", "hist", "id" };
	static char p[200];

	switch (rnd(8)) {
	case 0 ... 3:
		return "/dev/kprobectl";
	case 4:
	case 5:
		snprintf(p, sizeof(p), ROOT "%s", top[rnd(sizeof(top) / sizeof(top[0]))]);
		return p;
	default:
		snprintf(p, sizeof(p), ROOT "events/%s/%s/%s", group(), event(), of_event[rnd(6)]);
		return p;
	}
}

/* Without waiting: who reads trace_pipe may be the only one who makes events. */
static long do_open(void)
{
	static const int modes[] = { O_RDWR, O_RDWR, O_RDWR, O_RDONLY, O_WRONLY };
	static const int flags[] = { 0, 0, 0, 0, O_APPEND, O_CLOEXEC, O_TRUNC, O_PATH };
	int fd = open(path(), modes[rnd(5)] | flags[rnd(8)] | O_NONBLOCK);

	if (fd >= 0 && who == NOBODY && !(fcntl(fd, F_GETFL) & O_PATH))
		breach("open");
	keep_fd(fd);
	return fd;
}

static long do_close(void)
{
	int *fd = any_fd(), old = *fd;

	*fd = -1;
	return close(old);
}

static long do_ioctl(void)
{
	static const unsigned int known[] = { KPCTL_IOC_INFO, KPCTL_IOC_ATTACH, KPCTL_IOC_VIEW,
		KPCTL_IOC_BUFFER, KPCTL_IOC_TRACING, KPCTL_IOC_SWITCH, KPCTL_IOC_SYMBOL };
	unsigned int n = rnd(7), cmd = rnd(8) ? known[n] : _IOC(rnd(4), 0xbc, rnd(9), rnd(80));
	__u64 *arg = any_buf();
	long ret;

	if (arg == (void *)buf) {
		arg[0] = rnd(3) ? rnd(12) : rnd64();
		if (cmd == KPCTL_IOC_INFO && rnd(4))
			memset(arg, 0, sizeof(struct kpctl_info)), arg[0] = sizeof(struct kpctl_info);
		if (cmd == KPCTL_IOC_BUFFER && rnd(4))
			arg[0] = 4096ull << rnd(10);
		if (cmd == KPCTL_IOC_SWITCH)
			arg[0] = (__u64)rnd(3) << 32 | (16 + rnd(200));
		if (cmd == KPCTL_IOC_SYMBOL && rnd(4))
			arg[0] = rnd64() | 0xffffffffull << 32, arg[1] = 0;
		if (cmd == KPCTL_IOC_VIEW && rnd(2))
			arg[0] |= KPCTL_VIEW_MAIN;
	}
	ret = ioctl(*any_fd(), cmd, arg);
	if (ret >= 0 && (who == NOBODY || who == READER) &&
	    (cmd == KPCTL_IOC_BUFFER || cmd == KPCTL_IOC_TRACING || cmd == KPCTL_IOC_SWITCH))
		breach("a controlling ioctl");
	if (ret >= 0 && who == NOBODY && (cmd == KPCTL_IOC_VIEW || cmd == KPCTL_IOC_ATTACH))
		breach("a steering ioctl");
	return ret;
}

static long do_write(void)
{
	__u32 view = rnd(3) ? KPCTL_VIEW_CONTROL : KPCTL_VIEW_CONTROL | KPCTL_VIEW_MAIN;
	size_t len = text();
	int fd = *any_fd();
	long ret;

	if (rnd(2))
		ioctl(fd, KPCTL_IOC_VIEW, &view);
	ret = write(fd, rnd(8) ? buf : any_buf(), len);

	if (ret > 0 && (who == NOBODY || who == READER))
		breach("write");
	return ret;
}

static long do_read(void)
{
	static const size_t sizes[] = { 0, 1, 7, 4096, 65536, BIG };
	int fd = *any_fd();
	void *to = rnd(8) ? buf : any_buf();
	long n = rnd(2) ? read(fd, to, sizes[rnd(6)]) : pread(fd, to, sizes[rnd(6)], rnd64() >> rnd(20));

	if (n > 0 && to == buf && memchr(buf, 0, n))
		breach("a NUL in a text");
	return n;
}

static long do_map(void)
{
	struct kpctl_info i = { .size = sizeof(i) };
	struct map *m = &maps[rnd(SLOTS)];
	int fd = *any_fd(), flags = rnd(10) ? MAP_SHARED : MAP_PRIVATE, prot = PROT_READ;
	size_t len;
	off_t at;
	char *p;

	if (ioctl(fd, KPCTL_IOC_INFO, &i))
		return -1;
	at = (off_t)rnd(i.nr_rings + (rnd(8) == 0)) * i.ring_stride;
	len = 4096;
	if (rnd(2))
		prot |= PROT_WRITE;
	else
		at += 4096, len += 2 * i.data_size;
	if (!rnd(8))
		at = rnd64() & ~4095ull;
	if (!rnd(8))
		len = (rnd64() % (64ull << 20)) + 1;
	if (!rnd(8))
		prot = rnd(8);
	p = mmap(NULL, len, prot, flags | (rnd(10) ? 0 : MAP_POPULATE), fd, at);
	if (p == MAP_FAILED)
		return -1;
	if ((prot & PROT_WRITE) && len > 4096)
		breach("writable data");
	if (m->at)
		munmap(m->at, m->len);
	*m = (struct map){ p, len, prot };
	return 0;
}

static long do_unmap(void)
{
	struct map *m = &maps[rnd(SLOTS)];
	size_t off, len;

	if (!m->at)
		return -1;
	off = rnd(3) ? 0 : 4096ul * rnd((m->len + 4095) / 4096);
	len = m->len - off;
	if (!rnd(3))
		len = 4096;
	if (munmap(m->at + off, len))
		return -1;
	if (!off && len >= m->len)
		m->at = NULL;
	else if (m->len > 4096 && off < m->len)
		breach("munmap of a part");
	return 0;
}

static long do_remap(void)
{
	static const int flags[] = { 0, MREMAP_MAYMOVE, MREMAP_MAYMOVE | MREMAP_DONTUNMAP };
	struct map *m = &maps[rnd(SLOTS)];
	size_t old = rnd(4) ? m->len : 0, new = rnd(2) ? m->len : (rnd64() & 0xffffff) + 1;
	char *p;

	if (!m->at)
		return -1;
	p = mremap(m->at, old, new, flags[rnd(3)]);
	if (p == MAP_FAILED)
		return -1;
	if (new > m->len + 4095)
		breach("a mapping that grew");
	m->at = p;
	return 0;
}

static long do_protect(void)
{
	struct map *m = &maps[rnd(SLOTS)];
	int prot = rnd(8);

	if (!m->at || mprotect(m->at, rnd(3) ? m->len : 4096, prot))
		return -1;
	if ((prot & PROT_WRITE) && m->len > 4096)
		breach("mprotect of data to writable");
	if (prot & PROT_EXEC)
		breach("mprotect to executable");
	m->prot = prot;
	return 0;
}

static long do_advise(void)
{
	static const int advice[] = { MADV_DONTNEED, MADV_DOFORK, MADV_DONTFORK, MADV_REMOVE, MADV_DODUMP,
		MADV_WILLNEED, MADV_MERGEABLE, MADV_HUGEPAGE, MADV_FREE, MADV_PAGEOUT, MADV_COLD };
	struct map *m = &maps[rnd(SLOTS)];

	return m->at ? madvise(m->at, m->len, advice[rnd(11)]) : -1;
}

/* Nonsense as the reader's position, and into all that pretends to be writable. */
static long do_lie(void)
{
	struct map *m = &maps[rnd(SLOTS)];
	int n;

	if (!m->at || !(m->prot & PROT_WRITE))
		return -1;
	expects_fault = 1;
	if (!sigsetjmp(fault, 1)) {
		for (n = 0; n < 200; n++)
			((volatile __u64 *)m->at)[rnd(16) ? 0 : rnd(512)] = rnd64();
	}
	expects_fault = 0;
	return 0;
}

static long do_touch(void)
{
	struct map *m = &maps[rnd(SLOTS)];
	size_t at;

	if (!m->at)
		return -1;
	expects_fault = 1;
	if (!sigsetjmp(fault, 1))
		for (at = 0; at < m->len && at < BIG; at += 512)
			*(volatile char *)(m->at + at);
	expects_fault = 0;
	return 0;
}

/* Other doors to the pages. */
static long do_around(void)
{
	struct map *m = &maps[rnd(SLOTS)];
	struct iovec here = { buf, 64 }, there = { m->at, 64 };
	int mem;
	long ret;

	if (!m->at)
		return -1;
	if (rnd(2))
		return process_vm_readv(getpid(), &here, 1, &there, 1, 0);
	mem = open("/proc/self/mem", O_RDWR);
	ret = pwrite(mem, buf, 8, (off_t)(unsigned long)m->at);
	close(mem);
	if (ret > 0)
		breach("/proc/self/mem");
	return ret;
}

static long do_poll(void)
{
	struct pollfd p[4];
	int i;

	for (i = 0; i < 4; i++)
		p[i] = (struct pollfd){ .fd = *any_fd(), .events = POLLIN | POLLOUT };
	return poll(p, 4, rnd(3));
}

static long do_dup(void)
{
	int fd = *any_fd();

	if (!rnd(3))
		return fcntl(fd, F_SETFL, rnd(2) ? O_NONBLOCK : O_APPEND);
	fd = dup(fd);
	keep_fd(fd);
	return fd;
}

static void step(void);

/* A child with all descriptors and no mappings; it dies in the midst, or is killed. */
static long do_fork(void)
{
	unsigned int n = rnd(30), kill_it = rnd(2);
	unsigned long long seed = rnd64();
	pid_t pid;

	if (depth)
		return -1;
	pid = fork();
	if (!pid) {
		depth = 1;
		state = seed;
		memset(maps, 0, sizeof(maps));
		while (n--)
			step();
		if (kill_it)
			raise(SIGKILL);
		_exit(0);
	}
	return pid < 0 ? -1 : waitpid(pid, NULL, 0);
}

union passed {
	struct cmsghdr header;
	char room[CMSG_SPACE(sizeof(int))];
};

static long do_send(void)
{
	union passed c = { .header = { .cmsg_len = CMSG_LEN(sizeof(int)),
		.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS } };
	struct iovec byte = { "x", 1 };
	struct msghdr m = { .msg_iov = &byte, .msg_iovlen = 1, .msg_control = &c,
		.msg_controllen = sizeof(c) };
	int fd = *any_fd();

	if (fd < 0)
		return -1;
	memcpy(CMSG_DATA(&c.header), &fd, sizeof(fd));
	return sendmsg(mail[0], &m, MSG_DONTWAIT);
}

static long do_receive(void)
{
	union passed c;
	char x;
	struct iovec byte = { &x, 1 };
	struct msghdr m = { .msg_iov = &byte, .msg_iovlen = 1, .msg_control = &c,
		.msg_controllen = sizeof(c) };
	int fd;

	if (recvmsg(mail[1], &m, MSG_DONTWAIT) != 1 || m.msg_controllen < sizeof(struct cmsghdr))
		return -1;
	memcpy(&fd, CMSG_DATA(&c.header), sizeof(fd));
	keep_fd(fd);
	return 0;
}

static long do_hit(void)
{
	static const char *const calls[] = { "call add 1 2 x50", "call add 7 2 x50", "call ret 3 x50",
		"call insns 1 2 x50", "store crew 20" };
	const char *call = calls[rnd(5)];

	return write(run_fd, call, strlen(call));
}

static long do_seek(void)
{
	return lseek(*any_fd(), rnd(2) ? 0 : (off_t)rnd64(), rnd(3));
}

/* Through the kernel, from one to another. */
static long do_copy(void)
{
	int from = *any_fd(), to = *any_fd();
	long ret = rnd(2) ? sendfile(to, from, NULL, rnd(9000)) :
			    copy_file_range(from, NULL, to, NULL, rnd(9000), 0);

	if (ret > 0 && (who == NOBODY || who == READER))
		breach("a copy into a file");
	return ret;
}

static long (*const call[OPS])(void) = { do_open, do_close, do_ioctl, do_write, do_read, do_map,
	do_unmap, do_remap, do_protect, do_advise, do_lie, do_touch, do_around, do_poll, do_dup,
	do_fork, do_send, do_receive, do_hit, do_seek, do_copy };

static void step(void)
{
	unsigned int sum = 0, at, op;

	for (op = 0; op < OPS; op++)
		sum += weight[op];
	at = rnd(sum);
	for (op = 0; at >= weight[op]; op++)
		at -= weight[op];
	if (call[op]() >= 0)
		__sync_fetch_and_add(&shared->done[op], 1);
	__sync_fetch_and_add(&shared->ops[who], 1);
}

/* Workers */

static void become(void)
{
	struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct data[2] = {};
	int bad = 0;

	data[1].effective = data[1].permitted = 1u << CAP_SYSLOG % 32 | 1u << CAP_PERFMON % 32;
	if (who == READER)
		bad = syscall(SYS_capset, &header, data);
	if (who == NOBODY)
		bad = setgroups(0, NULL) || setgid(1000) || setuid(1000);
	if (bad)
		_exit(1);
}

static void worker(unsigned long long seed)
{
	struct sigaction sa = { .sa_handler = on_fault, .sa_flags = SA_NODEFER };
	int i;

	state = seed * WORKERS + who;
	rnd(2);
	for (i = 0; i < SLOTS; i++)
		fds[i] = -1;
	buf = mmap(NULL, BIG + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	/* no mapping may come here, or what runs over buf goes on into *shared */
	mprotect(buf + BIG, 4096, PROT_NONE);
	sigaction(SIGSEGV, &sa, NULL);
	sigaction(SIGBUS, &sa, NULL);
	signal(SIGPIPE, SIG_IGN);
	become();
	while (!shared->stop)
		step();
	_exit(0);
}

/* How many of the calls have not gone well once. */
static int missing(void)
{
	int i, n = 0;

	for (i = 0; i < OPS; i++)
		/* these are refused for all there is here to do them on */
		n += !shared->done[i] && i != COPY && i != AROUND;
	return n;
}

/*
 * Until the time is over, and on a slow machine until each call has gone well once; false when
 * one of them makes no more progress.
 */
static int watch(unsigned int seconds)
{
	unsigned long before[WORKERS] = {};
	unsigned int still[WORKERS] = {}, t;
	int i;

	for (t = 0; t < seconds || (missing() && t < seconds + PATIENCE); t++) {
		sleep(1);
		for (i = 0; i < WORKERS; i++) {
			still[i] = shared->ops[i] == before[i] ? still[i] + 1 : 0;
			before[i] = shared->ops[i];
			if (still[i] >= STUCK) {
				printf("worker %d hangs after %lu calls\n", i, before[i]);
				return 0;
			}
		}
	}
	return 1;
}

static int all_end(pid_t *pid)
{
	time_t until = time(NULL) + STUCK;
	int i, status, left = WORKERS, good = 1;

	while (left && time(NULL) < until) {
		for (i = 0; i < WORKERS; i++) {
			if (!pid[i] || !waitpid(pid[i], &status, WNOHANG))
				continue;
			if (status) {
				printf("worker %d: status %#x after %lu calls\n", i, status, shared->ops[i]);
				good = 0;
			}
			pid[i] = 0;
			left--;
		}
		usleep(20000);
	}
	return good && !left;
}

static void judge(unsigned long long seed, unsigned int seconds, int moved, int ended)
{
	unsigned long sum = 0;
	int i;

	for (i = 0; i < WORKERS; i++)
		sum += shared->ops[i];
	for (i = 0; i < OPS; i++)
		printf("%s: %lu went well\n", names[i], shared->done[i]);
	printf("%lu calls in %u seconds, seed %llu; by worker: %lu %lu %lu %lu\n", sum, seconds,
	       seed, shared->ops[0], shared->ops[1], shared->ops[2], shared->ops[3]);
	ktap_ok(!missing(), "something of each went well");
	ktap_ok(!shared->breaches, "nobody got what he may not have");
	if (shared->breaches)
		printf("%lu times, first: %s\n", shared->breaches, shared->breach);
	ktap_ok(moved, "nobody hangs");
	ktap_ok(ended, "all end when they are asked to");
}

/* Where it can be found when the machine dies. */
static void announce(unsigned long long seed, unsigned int seconds)
{
	FILE *log = fopen("/dev/kmsg", "w");

	if (log) {
		fprintf(log, "<3>fuzzsys: seed %llu, %u seconds\n", seed, seconds);
		fclose(log);
	}
}

int main(int argc, char **argv)
{
	unsigned int seconds = argc > 1 ? atoi(argv[1]) : 0;
	unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 0;
	pid_t pid[WORKERS];
	int moved, ended;

	if (!seconds)
		return 2;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	run_fd = open("/sys/kernel/debug/kpt/run", O_WRONLY);
	if (shared == MAP_FAILED || run_fd < 0 || socketpair(AF_UNIX, SOCK_DGRAM, 0, mail))
		return 2;
	announce(seed, seconds);
	for (who = 0; who < WORKERS; who++) {
		pid[who] = fork();
		if (!pid[who])
			worker(seed);
	}
	moved = watch(seconds);
	shared->stop = 1;
	ended = all_end(pid);
	judge(seed, seconds, moved, ended);
	return ktap_done();
}
