// SPDX-License-Identifier: GPL-2.0
/*
 * answers [-6] WHAT: brings the loopback up, and does there what a sample asks for, once; with
 * -6 by IPv6:
 *
 *	tcp	connects to port 7001, and accepts the connection
 *	backlog	three connections to port 7002, whose listen() asked for two, are accepted by
 *		nobody; the SYN of a fourth is not answered, and is sent again
 *	lossy	a connection to port 7004; all that is sent on the loopback is lost (netem),
 *		until a byte of the connection has been sent again; prints how often that was
 *	udp	a datagram to port 7003, where nobody listens
 *	unix	sends "between two programs" through a socket of the family unix
 */
#include <arpa/inet.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE	60	/* seconds for the kernel to try again */

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

static int family = AF_INET;

union address {
	struct sockaddr any;
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
};

static union address local(int port)
{
	union address a = { .any.sa_family = family };

	if (family == AF_INET) {
		a.in.sin_port = htons(port);
		a.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	} else {
		a.in6.sin6_port = htons(port);
		a.in6.sin6_addr = in6addr_loopback;
	}
	return a;
}

static int listen_at(int port, int backlog)
{
	union address addr = local(port);
	int fd = socket(family, SOCK_STREAM, 0), on = 1;

	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) ||
	    bind(fd, &addr.any, sizeof(addr)) || listen(fd, backlog))
		die("listen");
	return fd;
}

static int connect_to(int port, int flags)
{
	union address addr = local(port);
	int fd = socket(family, SOCK_STREAM | flags, 0);

	if (fd < 0 || (connect(fd, &addr.any, sizeof(addr)) && !flags))
		die("connect");
	return fd;
}

/*
 * Sends a byte, and waits until the other side has acknowledged the byte. accept() can return a
 * connection that the kernel has not made an established one yet; a connection whose byte is
 * acknowledged is established.
 */
static void send_byte(int fd)
{
	time_t end = time(NULL) + PATIENCE;
	int unsent = 1;

	if (write(fd, "x", 1) != 1)
		die("write");
	while (unsent && time(NULL) < end) {
		if (ioctl(fd, SIOCOUTQ, &unsent))
			die("SIOCOUTQ");
		if (unsent)
			usleep(1000);
	}
}

static void tcp(void)
{
	int server = listen_at(7001, 1), client = connect_to(7001, 0), fd;
	char c;

	send_byte(client);
	fd = accept(server, NULL, NULL);
	if (fd < 0 || read(fd, &c, 1) != 1)
		die("accept");
	close(fd);
	close(client);
}

/* Has a segment of the connection been sent again? */
static int sent_again(int fd)
{
	struct tcp_info info;
	socklen_t len = sizeof(info);

	if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &len))
		die("TCP_INFO");
	return info.tcpi_total_retrans;
}

static void backlog(void)
{
	time_t end = time(NULL) + PATIENCE;
	int fd;

	listen_at(7002, 2);
	connect_to(7002, 0);
	connect_to(7002, 0);
	connect_to(7002, 0);
	fd = connect_to(7002, SOCK_NONBLOCK);
	while (!sent_again(fd) && time(NULL) < end)
		usleep(50000);
}

/* A queue of the loopback that loses all, in place of none; or none again. */
static void lose_all(bool on)
{
	struct {
		struct nlmsghdr head;
		struct tcmsg tc;
		struct rtattr kind;
		char name[8];
		struct rtattr options;
		struct tc_netem_qopt netem;
	} ask = {
		.head.nlmsg_len = sizeof(ask),
		.head.nlmsg_type = on ? RTM_NEWQDISC : RTM_DELQDISC,
		.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | (on ? NLM_F_CREATE : 0),
		.tc.tcm_ifindex = if_nametoindex("lo"), .tc.tcm_parent = TC_H_ROOT,
		.kind = { sizeof(ask.kind) + sizeof(ask.name), TCA_KIND }, .name = "netem",
		.options = { sizeof(ask.options) + sizeof(ask.netem), TCA_OPTIONS },
		.netem = { .limit = 1000, .loss = ~0u },
	};
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	struct {
		struct nlmsghdr head;
		struct nlmsgerr error;
		char rest[512];
	} answer;

	if (fd < 0 || send(fd, &ask, sizeof(ask), 0) != sizeof(ask) ||
	    recv(fd, &answer, sizeof(answer), 0) < (int)NLMSG_LENGTH(sizeof(answer.error)))
		die("netlink");
	errno = -answer.error.error;
	if (errno)
		die("netem");
	close(fd);
}

static void lossy(void)
{
	int server = listen_at(7004, 1), client = connect_to(7004, 0), fd;
	time_t end = time(NULL) + PATIENCE;
	char c;

	fd = accept(server, NULL, NULL);
	if (fd < 0)
		die("accept");
	lose_all(true);
	if (write(client, "x", 1) != 1)
		die("write");
	while (!sent_again(client) && time(NULL) < end)
		usleep(10000);
	lose_all(false);
	if (read(fd, &c, 1) != 1)
		die("read");
	printf("%d\n", sent_again(client));
	close(client);
	close(fd);
}

static void udp(void)
{
	union address addr = local(7003);
	int fd = socket(family, SOCK_DGRAM, 0);

	if (fd < 0 || sendto(fd, "x", 1, 0, &addr.any, sizeof(addr)) != 1)
		die("udp");
}

static void local_socket(void)
{
	static const char text[] = "between two programs";
	char got[sizeof(text)];
	int fd[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd) || write(fd[0], text, sizeof(text)) < 0 ||
	    read(fd[1], got, sizeof(got)) != sizeof(text))
		die("unix");
}

static const struct {
	const char *name;
	void (*does)(void);
} table[] = {
	{ "tcp", tcp }, { "backlog", backlog }, { "lossy", lossy }, { "udp", udp }, { "unix", local_socket },
};

int main(int argc, char **argv)
{
	size_t i;

	bring_up_loopback();
	if (argc > 1 && !strcmp(argv[1], "-6")) {
		family = AF_INET6;
		argc--;
		argv++;
	}
	for (i = 0; argc > 1 && i < sizeof(table) / sizeof(table[0]); i++) {
		if (!strcmp(table[i].name, argv[1])) {
			table[i].does();
			return 0;
		}
	}
	fprintf(stderr, "usage: answers [-6] tcp|backlog|lossy|udp|unix\n");
	return 2;
}
