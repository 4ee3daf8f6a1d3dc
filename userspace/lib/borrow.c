// SPDX-License-Identifier: LGPL-2.1-only
/* The borrower's side of a socket that hands out descriptors of the main session. */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include "kpr_int.h"

void kpr_lent_close(struct kpr_lent *lent)
{
	while (lent->nr)
		close(lent->fd[--lent->nr]);
}

static int reach(const char *path)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	int fd, ret;

	if (strlen(path) >= sizeof(to.sun_path))
		return -ENAMETOOLONG;
	strcpy(to.sun_path, path);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	if (!connect(fd, (struct sockaddr *)&to, sizeof(to)))
		return fd;
	ret = -errno;
	close(fd);
	return ret;
}

/* The descriptors of a message, as many as came. */
static void take_fds(struct msghdr *msg, struct kpr_lent *lent)
{
	struct cmsghdr *c;
	size_t bytes;

	for (c = CMSG_FIRSTHDR(msg); c; c = CMSG_NXTHDR(msg, c)) {
		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		bytes = c->cmsg_len - CMSG_LEN(0);
		memcpy(lent->fd, CMSG_DATA(c), bytes);
		lent->nr = bytes / sizeof(int);
	}
}

/* The buffer has room for KPR_LENT_MAX descriptors, so the kernel hands out no more. */
static int take(int fd, struct kpr_lent *lent)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(KPR_LENT_MAX * sizeof(int))];
	struct kpr_lent_note note = { 0 };
	struct iovec iov = { &note, sizeof(note) };
	struct msghdr msg = {
		.msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = CMSG_LEN(KPR_LENT_MAX * sizeof(int)),
	};
	ssize_t n = recvmsg(fd, &msg, MSG_WAITALL | MSG_CMSG_CLOEXEC);

	if (n < 0)
		return errno == ECONNRESET ? -EPROTO : -errno;
	take_fds(&msg, lent);
	if (n != sizeof(note) || note.magic != KPR_LEND_MAGIC)
		return -EPROTO;
	if (note.err)
		return note.err < 0 ? note.err : -EPROTO;
	if (!lent->nr || note.nr != lent->nr)
		return -EPROTO;
	memcpy(lent->view, note.view, sizeof(note.view));
	return 0;
}

int kpr_borrow(struct kpr_session **out, const char *path, bool ring)
{
	struct kpr_ask ask = { .magic = KPR_LEND_MAGIC, .ring = ring };
	struct kpr_lent lent = { 0 };
	int fd = reach(path), ret;

	if (fd < 0)
		return fd;
	ret = -EPROTO;
	if (send(fd, &ask, sizeof(ask), MSG_NOSIGNAL) == sizeof(ask))
		ret = take(fd, &lent);
	close(fd);
	if (!ret)
		ret = kpr_session_lent(out, &lent);
	if (ret)
		kpr_lent_close(&lent);
	return ret;
}
