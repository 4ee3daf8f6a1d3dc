// SPDX-License-Identifier: GPL-2.0
/*
 * sockets: makes sockets of many kinds and in many states, has the test module called with
 * each, and prints what each is, a line for each: "WHAT|TEXT". The loopback is brought up.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <net/if.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define PATIENCE	60000	/* ms */

union address {
	struct sockaddr any;
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
};

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void bring_up_loopback(void)
{
	struct ifreq lo = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	if (fd < 0 || ioctl(fd, SIOCSIFFLAGS, &lo))
		die("lo");
	close(fd);
}

/* The test module sees the socket; `text` is what it is. */
static void show(int fd, const char *what, const char *text)
{
	int run = open("/sys/kernel/debug/kpt/run", O_WRONLY), n;
	char line[32];

	n = snprintf(line, sizeof(line), "call sock %d\n", fd);
	if (run < 0 || write(run, line, n) != n)
		die("call sock");
	close(run);
	printf("%s|%s\n", what, text);
}

static union address at(const char *host, int port)
{
	union address a = { .in.sin_family = AF_INET, .in.sin_port = htons(port) };

	if (inet_pton(AF_INET, host, &a.in.sin_addr) == 1)
		return a;
	a.in6 = (struct sockaddr_in6){ .sin6_family = AF_INET6, .sin6_port = htons(port) };
	if (inet_pton(AF_INET6, host, &a.in6.sin6_addr) != 1)
		die(host);
	return a;
}

/*
 * Bound, even if nobody has the address. When it is closed nothing of the connection stays,
 * so that the next run can have the same.
 */
static int bound(int type, const char *host, int port)
{
	struct linger none = { .l_onoff = 1 };
	union address a = at(host, port);
	int fd = socket(a.any.sa_family, type, 0), on = 1;

	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) ||
	    setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none)) ||
	    setsockopt(fd, SOL_IP, IP_FREEBIND, &on, sizeof(on)) ||
	    bind(fd, &a.any, sizeof(a)))
		die("bind");
	return fd;
}

static int listening(const char *host, int port, int backlog)
{
	int fd = bound(SOCK_STREAM, host, port);

	if (listen(fd, backlog))
		die("listen");
	return fd;
}

static int connected(int type, const char *host, int port, const char *to, int to_port)
{
	union address a = at(to, to_port);
	int fd = bound(type, host, port);

	if (connect(fd, &a.any, sizeof(a)))
		die("connect");
	return fd;
}

static void wait_for(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	if (poll(&p, 1, PATIENCE) != 1)
		die("poll");
}

static int accepted(int server)
{
	int fd = accept(server, NULL, NULL);

	if (fd < 0)
		die("accept");
	return fd;
}

static void show_connections(void)
{
	int four = listening("127.0.0.1", 7101, 8), six = listening("::1", 7102, 8);
	int any = listening("::", 7103, 8), client, server;
	char byte;

	show(four, "a listener of IPv4", "127.0.0.1:7101 > 0.0.0.0:0 LISTEN");
	show(six, "a listener of IPv6", "[::1]:7102 > [::]:0 LISTEN");
	show(any, "... of both", "[::]:7103 > [::]:0 LISTEN");
	show(listening("2001:db8::a:0:0:1", 80, 1), "... of an address that is nobody's",
	     "[2001:db8::a:0:0:1]:80 > [::]:0 LISTEN");
	client = connected(SOCK_STREAM, "127.0.0.2", 7201, "127.0.0.1", 7101);
	show(client, "a client of IPv4", "127.0.0.2:7201 > 127.0.0.1:7101 ESTABLISHED");
	server = accepted(four);
	show(server, "its server", "127.0.0.1:7101 > 127.0.0.2:7201 ESTABLISHED");
	if (shutdown(client, SHUT_WR) || read(server, &byte, 1))
		die("shutdown");
	show(server, "... when it has hung up", "127.0.0.1:7101 > 127.0.0.2:7201 CLOSE_WAIT");
	client = connected(SOCK_STREAM, "::1", 7202, "::1", 7102);
	show(client, "a client of IPv6", "[::1]:7202 > [::1]:7102 ESTABLISHED");
	show(accepted(six), "its server", "[::1]:7102 > [::1]:7202 ESTABLISHED");
	connected(SOCK_STREAM, "127.0.0.1", 7203, "127.0.0.1", 7103);
	show(accepted(any), "a client of IPv4 at a server of IPv6",
	     "[::ffff:127.0.0.1]:7103 > [::ffff:127.0.0.1]:7203 ESTABLISHED");
}

/* One connection waits to be accepted, and no more may: the next one gets no answer. */
static void show_unanswered(const char *host, const char *what, const char *text)
{
	int server = listening(host, 7104, 0), fd;
	union address a = at(host, 7104);

	connected(SOCK_STREAM, host, 7204, host, 7104);
	wait_for(server);
	fd = bound(SOCK_STREAM, host, 7205);
	if (fcntl(fd, F_SETFL, O_NONBLOCK))
		die("nonblock");
	connect(fd, &a.any, sizeof(a));
	show(fd, what, text);
}

static void show_others(void)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	int pair[2], fd;

	show(bound(SOCK_DGRAM, "127.0.0.1", 7105), "UDP",
	     "127.0.0.1:7105 > 0.0.0.0:0 CLOSE");
	show(connected(SOCK_DGRAM, "::1", 7206, "::1", 7106), "UDP of IPv6, connected",
	     "[::1]:7206 > [::1]:7106 ESTABLISHED");
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		die("socketpair");
	show(pair[0], "a pair", "unix ESTABLISHED");
	fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (fd < 0 || bind(fd, (void *)&name, sizeof(sa_family_t)) || listen(fd, 1))
		die("unix");
	show(fd, "a listener of unix", "unix LISTEN");
	fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	if (fd < 0)
		die("netlink");
	show(fd, "netlink", "netlink");
}

int main(void)
{
	bring_up_loopback();
	show_connections();
	show_unanswered("127.0.0.1", "no answer", "127.0.0.1:7205 > 127.0.0.1:7104 SYN_SENT");
	show_unanswered("::1", "no answer of IPv6", "[::1]:7205 > [::1]:7104 SYN_SENT");
	show_others();
	return 0;
}
