// SPDX-License-Identifier: GPL-2.0
/*
 * The two sides of a socket that hands out descriptors, each against another end that lies.
 * Whatever comes, no descriptor is left open. There is no device here, so
 * what is lent turns out to be none: the ioctl of an honest borrower says ENOTTY.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include "kpr_int.h"
#include "ktap.h"

static char path[64];

static unsigned int open_fds(void)
{
	DIR *d = opendir("/proc/self/fd");
	unsigned int n = 0;

	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

/* What a lender answers */
struct answer {
	const char *name;
	struct kpr_lent_note note;
	size_t size;		/* of the note, as far as it is sent; 0: hangs up */
	unsigned int fds;
	int want;
};

#define NOTE(...) { .magic = KPR_LEND_MAGIC, __VA_ARGS__ }
#define WHOLE sizeof(struct kpr_lent_note)

static const struct answer answers[] = {
	{ "a lender that hangs up", { 0 }, 0, 0, -EPROTO },
	{ "half a note", NOTE(.nr = 1), WHOLE / 2, 0, -EPROTO },
	{ "half a note, with descriptors", NOTE(.nr = 2), WHOLE / 2, 2, -EPROTO },
	{ "another magic", { .magic = 1, .nr = 1 }, WHOLE, 1, -EPROTO },
	{ "no descriptor", NOTE(.nr = 0), WHOLE, 0, -EPROTO },
	{ "fewer than the note says", NOTE(.nr = 4), WHOLE, 3, -EPROTO },
	{ "more than the note says", NOTE(.nr = 1), WHOLE, 2, -EPROTO },
	{ "more than there may be", NOTE(.nr = 9), WHOLE, 9, -EPROTO },
	{ "an error", NOTE(.err = -EBUSY), WHOLE, 0, -EBUSY },
	{ "an error and descriptors", NOTE(.err = -EBUSY, .nr = 3), WHOLE, 3, -EBUSY },
	{ "an error that is none", NOTE(.err = 5), WHOLE, 0, -EPROTO },
	{ "all as it must be, but of no device", NOTE(.nr = 4), WHOLE, 4, -ENOTTY },
};

static void answer(int fd, const struct answer *a)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(16 * sizeof(int))] = { 0 };
	struct iovec iov = { (void *)&a->note, a->size };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	int null = open("/dev/null", O_RDONLY);
	struct cmsghdr *c;
	unsigned int i;

	if (a->fds) {
		msg.msg_control = control;
		msg.msg_controllen = CMSG_SPACE(a->fds * sizeof(int));
		c = CMSG_FIRSTHDR(&msg);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(a->fds * sizeof(int));
		for (i = 0; i < a->fds; i++)
			memcpy(CMSG_DATA(c) + i * sizeof(int), &null, sizeof(int));
	}
	if (a->size)
		sendmsg(fd, &msg, MSG_NOSIGNAL);
	close(null);
}

static void test_answer(const struct answer *a, int listener)
{
	struct kpr_session *s = NULL;
	unsigned int before = open_fds();
	struct kpr_ask ask;
	pid_t pid = fork();
	int fd, ret;

	if (!pid) {
		fd = accept(listener, NULL, NULL);
		if (recv(fd, &ask, sizeof(ask), MSG_WAITALL) == sizeof(ask) &&
		    ask.magic == KPR_LEND_MAGIC && ask.ring == 1)
			answer(fd, a);
		_exit(0);
	}
	ret = kpr_borrow(&s, path, true);
	waitpid(pid, NULL, 0);
	ktap_check(ret == a->want, "said %d, wanted %d", ret, a->want);
	ktap_check(open_fds() == before, "%u descriptors, before %u", open_fds(), before);
	ktap_end("%s", a->name);
}

/* What a borrower asks */
struct question {
	const char *name;
	const void *bytes;
	size_t size;
	int want;
};

static const struct kpr_ask other_magic = { .magic = 1 };
static const struct kpr_ask no_choice = { .magic = KPR_LEND_MAGIC, .ring = 2 };
static const struct kpr_ask good = { .magic = KPR_LEND_MAGIC };

static const struct question questions[] = {
	{ "a borrower that hangs up", "", 0, -EPROTO },
	{ "half a question", &good, 4, -EPROTO },
	{ "another magic in the question", &other_magic, sizeof(other_magic), -EPROTO },
	{ "a choice that is none", &no_choice, sizeof(no_choice), -EPROTO },
};

static void test_question(const struct question *q)
{
	unsigned int before = open_fds();
	int pair[2], ret;
	char c;

	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	if (q->size)
		ktap_check(send(pair[1], q->bytes, q->size, 0) == (ssize_t)q->size, "not sent");
	shutdown(pair[1], SHUT_WR);
	ret = kpr_lend(pair[0]);
	close(pair[0]);
	ktap_check(ret == q->want, "said %d, wanted %d", ret, q->want);
	ktap_check(recv(pair[1], &c, 1, 0) == 0, "an answer came");
	close(pair[1]);
	ktap_check(open_fds() == before, "a descriptor is left");
	ktap_end("%s", q->name);
}

/* Without a device, or without permission, the borrower is told the lender's own errno. */
static void test_no_device(void)
{
	struct kpr_lent_note note;
	int pair[2], ret;

	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	ktap_check(send(pair[1], &good, sizeof(good), 0) == sizeof(good), "not sent");
	ret = kpr_lend(pair[0]);
	close(pair[0]);
	ktap_check(ret == -ENOENT, "said %d", ret);
	ktap_check(recv(pair[1], &note, sizeof(note), MSG_WAITALL) == sizeof(note) &&
		   note.err == ret && !note.nr, "the note says %d", note.err);
	close(pair[1]);
	ktap_end("a lender without a device");
}

#define NR(a) (sizeof(a) / sizeof(*(a)))

int main(void)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	struct kpr_session *s;
	int listener, file;
	size_t i;

	ktap_plan(NR(answers) + NR(questions) + 3);
	snprintf(path, sizeof(path), "/tmp/lend_test.%d", getpid());
	strcpy(at.sun_path, path);
	listener = socket(AF_UNIX, SOCK_STREAM, 0);
	if (bind(listener, (struct sockaddr *)&at, sizeof(at)) || listen(listener, 4))
		return 2;
	for (i = 0; i < NR(answers); i++)
		test_answer(&answers[i], listener);
	for (i = 0; i < NR(questions); i++)
		test_question(&questions[i]);
	if (access(KPR_DEVICE, F_OK))
		test_no_device();
	else
		ktap_skip("there is a device here", "a lender without a device");
	unlink(path);
	ktap_ok(kpr_borrow(&s, path, true) == -ENOENT, "nobody there");
	file = open("/dev/null", O_RDWR);
	ktap_ok(kpr_lend(file) == -ENOTSOCK, "no socket");
	return ktap_done();
}
