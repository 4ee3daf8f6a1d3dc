// SPDX-License-Identifier: GPL-2.0
/*
 * net SECONDS: traffic on the loopback, which it brings up: a server for each of TCP,
 * UDP and unix sockets sends back what it gets, and a client compares. Prints how many
 * exchanges there were of each, "tcp N udp N unix N"; status 1, and why on stderr, if
 * anything did not come back as it was.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define LARGE	65536		/* goes in many segments */
#define SMALL	1200		/* a datagram */
#define PATIENCE 60		/* seconds for an answer */

struct kind {
	const char *name;
	int domain, type;
	size_t size;
	union {
		struct sockaddr any;
		struct sockaddr_in in;
		struct sockaddr_un un;
	} addr;
	socklen_t len;
	int server;		/* socket */
	unsigned long exchanges;
};

static struct kind kinds[] = {
	{ .name = "tcp", .domain = AF_INET, .type = SOCK_STREAM, .size = LARGE },
	{ .name = "udp", .domain = AF_INET, .type = SOCK_DGRAM, .size = SMALL },
	{ .name = "unix", .domain = AF_UNIX, .type = SOCK_STREAM, .size = LARGE },
};

#define KINDS	(sizeof(kinds) / sizeof(kinds[0]))

static void die(const char *kind, const char *what)
{
	fprintf(stderr, "net: %s: %s: %s\n", kind, what, strerror(errno));
	exit(1);
}

static void bring_up_loopback(void)
{
	struct ifreq lo = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	if (fd < 0 || ioctl(fd, SIOCSIFFLAGS, &lo))
		die("lo", "up");
	close(fd);
}

static int new_socket(const struct kind *k)
{
	struct timeval patience = { .tv_sec = PATIENCE };
	int fd = socket(k->domain, k->type, 0);

	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)))
		die(k->name, "socket");
	return fd;
}

/* Where the kernel likes: a free port of 127.0.0.1, a name without a file. */
static void open_server(struct kind *k)
{
	k->len = k->domain == AF_INET ? sizeof(k->addr.in) : sizeof(sa_family_t);
	k->addr.any.sa_family = k->domain;
	if (k->domain == AF_INET)
		k->addr.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	k->server = socket(k->domain, k->type, 0);
	if (k->server < 0 || bind(k->server, &k->addr.any, k->len))
		die(k->name, "bind");
	k->len = sizeof(k->addr);
	if (getsockname(k->server, &k->addr.any, &k->len))
		die(k->name, "name");
	if (k->type == SOCK_STREAM && listen(k->server, 8))
		die(k->name, "listen");
}

static void send_all(const struct kind *k, int fd, const char *data, size_t size)
{
	ssize_t n;

	for (; size; data += n, size -= n) {
		n = send(fd, data, size, 0);
		if (n <= 0)
			die(k->name, "send");
	}
}

/* Until the client closes. */
static void echo_stream(const struct kind *k, int fd)
{
	static char data[LARGE];
	ssize_t n;

	while ((n = recv(fd, data, sizeof(data), 0)) > 0)
		send_all(k, fd, data, n);
	close(fd);
}

static void echo_datagram(const struct kind *k)
{
	struct sockaddr_in from;
	socklen_t len = sizeof(from);
	char data[SMALL];
	ssize_t n = recvfrom(k->server, data, sizeof(data), 0, (struct sockaddr *)&from, &len);

	if (n < 0 || sendto(k->server, data, n, 0, (struct sockaddr *)&from, len) != n)
		die(k->name, "echo");
}

static void serve(const struct kind *k)
{
	for (;;) {
		if (k->type == SOCK_DGRAM)
			echo_datagram(k);
		else
			echo_stream(k, accept(k->server, NULL, NULL));
	}
}

/* Ends with its parent, whatever becomes of that. */
static void start_server(struct kind *k)
{
	pid_t parent = getpid(), pid = fork();

	if (pid < 0)
		die(k->name, "fork");
	if (pid)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == parent)
		serve(k);
	_exit(0);
}

/* Small pieces at a time: nobody's buffer need hold all of it. */
static void exchange(struct kind *k)
{
	static char out[LARGE], in[LARGE];
	size_t i, done, step = k->size < 4096 ? k->size : 4096;
	int fd = new_socket(k);
	ssize_t n;

	for (i = 0; i < k->size; i++)
		out[i] = i * 31 + k->exchanges;
	if (connect(fd, &k->addr.any, k->len))
		die(k->name, "connect");
	for (done = 0; done < k->size; done += step) {
		send_all(k, fd, out + done, step);
		for (i = 0; i < step; i += n) {
			n = recv(fd, in + done + i, step - i, 0);
			if (n <= 0)
				die(k->name, "receive");
		}
	}
	close(fd);
	errno = EBADMSG;
	if (memcmp(in, out, k->size))
		die(k->name, "what came back is something else");
	k->exchanges++;
}

int main(int argc, char **argv)
{
	time_t end = time(NULL) + (argc == 2 ? atoi(argv[1]) : 1);
	unsigned int i;

	signal(SIGPIPE, SIG_IGN);
	bring_up_loopback();
	for (i = 0; i < KINDS; i++) {
		open_server(&kinds[i]);
		start_server(&kinds[i]);
	}
	do {
		for (i = 0; i < KINDS; i++)
			exchange(&kinds[i]);
	} while (time(NULL) < end);
	for (i = 0; i < KINDS; i++)
		printf("%s %lu%c", kinds[i].name, kinds[i].exchanges, i + 1 < KINDS ? ' ' : '\n');
	return 0;
}
