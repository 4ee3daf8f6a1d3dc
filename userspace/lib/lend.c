// SPDX-License-Identifier: LGPL-2.1-only
/*
 * The lender's side of a socket that hands out descriptors of the main session. The lender
 * opens the device, chooses the views and attaches, as only the opener may; the process at
 * the other end of the socket can then read and map, and nothing else.
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include "kpr_int.h"

#define PATIENCE_S	5

static const uint32_t views[] = {
#define X(view) KPCTL_VIEW_##view | KPCTL_VIEW_MAIN,
	KPR_LEND_VIEWS(X)
#undef X
};

struct offer {
	struct kpr_session *session[KPR_LENT_MAX];
	struct kpr_lent_note note;
};

static void offer_close(struct offer *o)
{
	unsigned int i;

	for (i = 0; i < o->note.nr; i++)
		kpr_close(o->session[i]);
	o->note.nr = 0;
}

static int offer_add(struct offer *o, bool ring)
{
	unsigned int i = o->note.nr;
	int ret = kpr_open(&o->session[i]);

	if (ret)
		return ret;
	o->note.nr++;
	o->note.view[i] = views[i];
	ret = kpr_view_choose(o->session[i], views[i]);
	return ret || !ring ? ret : kpr_attach(o->session[i]);
}

static void offer_open(struct offer *o, bool ring)
{
	while (!o->note.err && o->note.nr < KPR_LENT_MAX)
		o->note.err = offer_add(o, ring && !o->note.nr);
	if (o->note.err)
		offer_close(o);
}

static int send_offer(int socket, struct offer *o)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(KPR_LENT_MAX * sizeof(int))] = { 0 };
	struct iovec iov = { &o->note, sizeof(o->note) };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	struct cmsghdr *c;
	unsigned int i;
	int fd;

	if (o->note.nr) {
		msg.msg_control = control;
		msg.msg_controllen = CMSG_SPACE(o->note.nr * sizeof(int));
		c = CMSG_FIRSTHDR(&msg);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(o->note.nr * sizeof(int));
		for (i = 0; i < o->note.nr; i++) {
			fd = kpr_fd(o->session[i]);
			memcpy(CMSG_DATA(c) + i * sizeof(int), &fd, sizeof(int));
		}
	}
	return sendmsg(socket, &msg, MSG_NOSIGNAL) == sizeof(o->note) ? 0 : -EPIPE;
}

int kpr_lend(int socket)
{
	struct timeval patience = { .tv_sec = PATIENCE_S };
	struct offer offer = { .note.magic = KPR_LEND_MAGIC };
	struct kpr_ask ask;
	ssize_t n;
	int ret;

	if (setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)) ||
	    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience)))
		return -errno;
	n = recv(socket, &ask, sizeof(ask), MSG_WAITALL);
	if (n < 0)
		return -errno;
	if (n != sizeof(ask) || ask.magic != KPR_LEND_MAGIC || ask.ring > 1)
		return -EPROTO;
	offer_open(&offer, ask.ring);
	ret = send_offer(socket, &offer);
	if (!ret)
		ret = offer.note.err;
	offer_close(&offer);
	return ret;
}
