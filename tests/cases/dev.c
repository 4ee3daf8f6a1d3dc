// SPDX-License-Identifier: GPL-2.0
/*
 * dev [-r] STEP...: opens /dev/kprobectl (-r: only to read) and does the steps on it,
 * in order:
 *
 *   attach		KPCTL_IOC_ATTACH
 *   look		KPCTL_IOC_LOOK
 *   session NAME	KPCTL_IOC_SESSION, as its consumer
 *   looks NAME		the same, to look at it
 *   nameless N		the same with nonsense: 0 flags, 1 reserved, 2 a name without an end
 *   overwrite N	KPCTL_IOC_OVERWRITE
 *   view N		KPCTL_IOC_VIEW
 *   write TEXT		one write, with a newline
 *   load FILE		a write of each of its lines
 *   nonblock		who reads does not wait
 *   poll		prints whether there is something to read
 *   read		prints all that can be read from position 0
 *   from POS N FILE	the N bytes at POS, or as many as there are, go into FILE
 *   buffer BYTES	KPCTL_IOC_BUFFER
 *   tracing N		KPCTL_IOC_TRACING
 *   switch ID ON	KPCTL_IOC_SWITCH
 *   symbol ADDR	KPCTL_IOC_SYMBOL; what it says instead of OK
 *   map R | unmap R	both mappings of ring R
 *   records		maps what is not mapped and counts the events' records
 *			in all rings, reading them away
 *   mapped		the same of what is mapped, without a system call
 *   put FILE TEXT	one write to another file
 *   drop		this process gives up root and all capabilities
 *   fork		go on in a child, the parent waits for it
 *   lend WHO ... back	another process gets the descriptor through a socket and
 *			does these steps: WHO is nobody, or reader: root with
 *			CAP_PERFMON and CAP_SYSLOG only, or guest: another user
 *			with these
 *   borrow WHO		goes on with a descriptor that such a process opens and passes
 *   socket PATH		begins with a descriptor of the rings that kplend lends there
 *   close		closes the descriptor
 *   say TEXT		prints it
 *   wait FILE		until there is a file of that name
 *
 * Each step but poll, read, records, mapped and say prints its name and OK or the errno's name.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/kprobectl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "kpr.h"

#define RINGS_MAX 64

static int fd;
static struct ring {
	struct kpctl_consumer *consumer;
	struct kpctl_meta *meta;
} rings[RINGS_MAX];

static void result(const char *step, long ret)
{
	printf("%s %s\n", step, ret < 0 ? strerrorname_np(errno) : "OK");
	fflush(stdout);
}

static struct kpctl_info info(void)
{
	struct kpctl_info i = { .size = sizeof(i) };

	if (ioctl(fd, KPCTL_IOC_INFO, &i))
		perror("KPCTL_IOC_INFO");
	return i;
}

static int map(unsigned int r)
{
	struct kpctl_info i = info();
	off_t at = (off_t)r * i.ring_stride;

	rings[r].consumer = mmap(NULL, i.page_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, at);
	if (rings[r].consumer == MAP_FAILED) {
		rings[r].consumer = NULL;
		return -1;
	}
	rings[r].meta = mmap(NULL, i.page_size + 2 * i.data_size, PROT_READ, MAP_SHARED,
			     fd, at + i.page_size);
	return rings[r].meta == MAP_FAILED ? -1 : 0;
}

static int unmap(unsigned int r)
{
	struct kpctl_info i = info();

	if (munmap(rings[r].consumer, i.page_size) ||
	    munmap(rings[r].meta, i.page_size + 2 * i.data_size))
		return -1;
	rings[r].consumer = NULL;
	return 0;
}

static unsigned long records_of(struct ring *ring)
{
	struct kpctl_meta *meta = ring->meta;
	__u64 head = __atomic_load_n(&meta->head, __ATOMIC_ACQUIRE);
	__u64 tail = ring->consumer->tail;
	char *data = (char *)meta + meta->data_offset;
	unsigned long n = 0;

	while (tail != head) {
		struct kpctl_rec *rec = (void *)(data + (tail & (meta->data_size - 1)));

		n += rec->id >= KPCTL_REC_FIRST_EVENT;
		tail += KPCTL_REC_SIZE(rec);
	}
	__atomic_store_n(&ring->consumer->tail, tail, __ATOMIC_RELEASE);
	return n;
}

static void records(void)
{
	struct kpctl_info i = info();
	unsigned long n = 0;
	unsigned int r;

	for (r = 0; r < i.nr_rings && r < RINGS_MAX; r++) {
		if (!rings[r].consumer && map(r)) {
			result("map", -1);
			return;
		}
		n += records_of(&rings[r]);
	}
	printf("%lu\n", n);
}

/* Without a system call: of what has been mapped before. */
static void mapped(void)
{
	unsigned long n = 0;
	unsigned int r;

	for (r = 0; r < RINGS_MAX; r++)
		if (rings[r].consumer)
			n += records_of(&rings[r]);
	printf("%lu\n", n);
}

static void look(void)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	printf("poll %s\n", poll(&p, 1, 0) < 0 ? strerrorname_np(errno) :
		p.revents & POLLIN ? "something" : "nothing");
}

static void read_all(void)
{
	static char buf[1 << 16];
	ssize_t n;

	if (lseek(fd, 0, SEEK_SET) < 0)
		result("lseek", -1);
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		fwrite(buf, 1, n, stdout);
	if (n < 0)
		result("read", n);
}

static long read_from(off_t pos, long count, const char *file)
{
	FILE *out = fopen(file, "w");
	static char buf[1 << 16];
	ssize_t n = 0;

	for (; out && count > 0; count -= n, pos += n) {
		n = pread(fd, buf, count < (long)sizeof(buf) ? count : (long)sizeof(buf), pos);
		if (n <= 0)
			break;
		fwrite(buf, 1, n, out);
	}
	if (out)
		fclose(out);
	return out ? n : -1;
}

static long put(const char *file, const char *text)
{
	int out = open(file, O_WRONLY | O_APPEND);
	long ret = out < 0 ? -1 : dprintf(out, "%s\n", text);

	if (out >= 0)
		close(out);
	return ret;
}

static long write_line(const char *text)
{
	static char buf[1 << 16];

	return write(fd, buf, snprintf(buf, sizeof(buf), "%s\n", text));
}

static long load(const char *name)
{
	static char buf[1 << 16];
	FILE *file = fopen(name, "r");
	long ret = file ? 0 : -1;

	while (!ret && fgets(buf, sizeof(buf), file))
		if (write(fd, buf, strlen(buf)) < 0)
			ret = -1;
	if (file)
		fclose(file);
	return ret;
}

static long drop(void)
{
	if (setgroups(0, NULL) || setgid(65534) || setuid(65534))
		return -1;
	return 0;
}

static void go_on_in_child(void)
{
	pid_t pid;
	int status = 0;

	fflush(stdout);
	pid = fork();
	if (pid > 0) {
		waitpid(pid, &status, 0);
		exit(WEXITSTATUS(status));
	}
}

static void die(const char *what)
{
	result(what, -1);
	exit(1);
}

static void become(const char *who)
{
	const __u32 keep[2] = { 1u << CAP_SYSLOG % 32, 1u << CAP_PERFMON % 32 };
	struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct data[2] = {};

	_Static_assert(CAP_SYSLOG / 32 == 1 && CAP_PERFMON / 32 == 1, "both in one word");
	data[1].effective = data[1].permitted = keep[0] | keep[1];
	if (!strcmp(who, "guest") && (prctl(PR_SET_KEEPCAPS, 1) || setuid(1000)))
		die("become");
	if (!strcmp(who, "nobody") ? drop() : syscall(SYS_capset, &header, data))
		die("become");
}

union passed {
	struct cmsghdr header;
	char room[CMSG_SPACE(sizeof(int))];
};

static void pass(int sock, int what)
{
	union passed c = { .header = { .cmsg_len = CMSG_LEN(sizeof(int)),
		.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS } };
	struct iovec byte = { "x", 1 };
	struct msghdr m = { .msg_iov = &byte, .msg_iovlen = 1, .msg_control = &c,
		.msg_controllen = sizeof(c) };

	memcpy(CMSG_DATA(&c.header), &what, sizeof(what));
	if (sendmsg(sock, &m, 0) != 1)
		die("sendmsg");
}

static int receive(int sock)
{
	union passed c;
	char x;
	struct iovec byte = { &x, 1 };
	struct msghdr m = { .msg_iov = &byte, .msg_iovlen = 1, .msg_control = &c,
		.msg_controllen = sizeof(c) };
	int what;

	if (recvmsg(sock, &m, 0) != 1 || m.msg_controllen < sizeof(struct cmsghdr))
		die("recvmsg");
	memcpy(&what, CMSG_DATA(&c.header), sizeof(what));
	return what;
}

/* True in the other process, which has the descriptor. */
static int lend(const char *who)
{
	int pair[2];
	pid_t pid;

	fflush(stdout);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		die("socketpair");
	pid = fork();
	if (!pid) {
		become(who);
		close(fd);
		close(pair[0]);
		fd = receive(pair[1]);
		close(pair[1]);
		return 1;
	}
	close(pair[1]);
	pass(pair[0], fd);
	close(pair[0]);
	waitpid(pid, NULL, 0);
	return 0;
}

static int borrow_at(const char *path)
{
	struct kpr_session *s;
	int ret = kpr_borrow(&s, path, true);

	fflush(stdout);
	if (ret) {
		errno = -ret;
		return -1;
	}
	close(fd);
	fd = kpr_fd(s);
	return 0;
}

static int borrow(const char *who)
{
	int pair[2];

	fflush(stdout);
	close(fd);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		die("socketpair");
	if (!fork()) {
		become(who);
		pass(pair[1], open("/dev/kprobectl", O_RDWR));
		exit(0);
	}
	fd = receive(pair[0]);
	return fd;
}

static long choose(const char *text, __u32 flags)
{
	struct kpctl_name name = { .flags = flags };

	snprintf(name.name, sizeof(name.name), "%s", text);
	return ioctl(fd, KPCTL_IOC_SESSION, &name);
}

static long nonsense(unsigned long which)
{
	struct kpctl_name name = { .name = "a" };

	if (which == 0)
		name.flags = KPCTL_NAME_LOOK << 1;
	else if (which == 1)
		name.reserved = 1;
	else
		memset(name.name, 'a', sizeof(name.name));
	return ioctl(fd, KPCTL_IOC_SESSION, &name);
}

static void await(const char *file)
{
	while (access(file, F_OK))
		usleep(10000);
}

int main(int argc, char **argv)
{
	int i, mode = O_RDWR;
	bool is_lent;

	if (argc > 1 && !strcmp(argv[1], "-r")) {
		mode = O_RDONLY;
		argv++;
		argc--;
	}
	is_lent = argc > 1 && !strcmp(argv[1], "socket");
	fd = is_lent ? -1 : open("/dev/kprobectl", mode | O_CLOEXEC);
	if (fd < 0 && !is_lent) {
		result("open", -1);
		return 1;
	}
	for (i = 1; i < argc; i++) {
		const char *step = argv[i], *arg = i + 1 < argc ? argv[i + 1] : "";
		unsigned long n = strtoul(arg, NULL, 0);

		if (!strcmp(step, "attach")) {
			result(step, ioctl(fd, KPCTL_IOC_ATTACH));
		} else if (!strcmp(step, "view")) {
			__u32 view = n;

			result(step, ioctl(fd, KPCTL_IOC_VIEW, &view));
			i++;
		} else if (!strcmp(step, "write")) {
			result(step, write_line(arg));
			i++;
		} else if (!strcmp(step, "load")) {
			result(step, load(arg));
			i++;
		} else if (!strcmp(step, "nonblock")) {
			result(step, fcntl(fd, F_SETFL, O_NONBLOCK));
		} else if (!strcmp(step, "poll")) {
			look();
		} else if (!strcmp(step, "read")) {
			read_all();
		} else if (!strcmp(step, "from")) {
			if (i + 3 >= argc)
				return 2;
			result(step, read_from(n, atol(argv[i + 2]), argv[i + 3]));
			i += 3;
		} else if (!strcmp(step, "buffer")) {
			__u64 bytes = n;

			result(step, ioctl(fd, KPCTL_IOC_BUFFER, &bytes));
			i++;
		} else if (!strcmp(step, "tracing")) {
			__u32 on = n;

			result(step, ioctl(fd, KPCTL_IOC_TRACING, &on));
			i++;
		} else if (!strcmp(step, "look")) {
			result(step, ioctl(fd, KPCTL_IOC_LOOK));
		} else if (!strcmp(step, "session") || !strcmp(step, "looks")) {
			result(step, choose(arg, *step == 'l' ? KPCTL_NAME_LOOK : 0));
			i++;
		} else if (!strcmp(step, "nameless")) {
			result(step, nonsense(n));
			i++;
		} else if (!strcmp(step, "overwrite")) {
			__u32 on = n;

			result(step, ioctl(fd, KPCTL_IOC_OVERWRITE, &on));
			i++;
		} else if (!strcmp(step, "switch")) {
			struct kpctl_switch sw = { n, i + 2 < argc ? atoi(argv[i + 2]) : 0 };

			result(step, ioctl(fd, KPCTL_IOC_SWITCH, &sw));
			i += 2;
		} else if (!strcmp(step, "symbol")) {
			struct kpctl_symbol sym = { .addr = n };

			if (ioctl(fd, KPCTL_IOC_SYMBOL, &sym))
				result(step, -1);
			else
				printf("symbol %.*s\n", (int)sym.len, sym.text);
			i++;
		} else if (!strcmp(step, "map")) {
			result(step, map(n));
			i++;
		} else if (!strcmp(step, "unmap")) {
			result(step, unmap(n));
			i++;
		} else if (!strcmp(step, "records")) {
			records();
		} else if (!strcmp(step, "mapped")) {
			mapped();
		} else if (!strcmp(step, "put")) {
			result(step, put(arg, i + 2 < argc ? argv[i + 2] : ""));
			i += 2;
		} else if (!strcmp(step, "drop")) {
			result(step, drop());
		} else if (!strcmp(step, "fork")) {
			go_on_in_child();
		} else if (!strcmp(step, "lend")) {
			i++;
			if (!lend(arg))
				while (i < argc && strcmp(argv[i], "back"))
					i++;
		} else if (!strcmp(step, "borrow")) {
			result(step, borrow(arg));
			i++;
		} else if (!strcmp(step, "socket")) {
			result(step, borrow_at(arg));
			i++;
		} else if (!strcmp(step, "back")) {
			return 0;
		} else if (!strcmp(step, "close")) {
			result(step, close(fd));
		} else if (!strcmp(step, "say")) {
			puts(arg);
			i++;
		} else if (!strcmp(step, "wait")) {
			await(arg);
			i++;
		} else {
			fprintf(stderr, "dev: no step %s\n", step);
			return 2;
		}
		fflush(stdout);
	}
	return 0;
}
