// SPDX-License-Identifier: LGPL-2.1-only
/* Events: the next one, waiting for it, and what it is besides its fields. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include "api.h"

#define NSEC_PER_MSEC	1000000ull

/* Reading */

/* The stream, begun when it is first asked for: until then rings can be given another size. */
static int begin_stream(struct kpctl_session *s)
{
	int ret = kpr_want_steer(s);

	if (ret || s->stream)
		return ret;
	if (s->record)
		return kpr_fail(s, -EBUSY, "this session records: what comes goes to the file.");
	ret = kpr_stream_open(s->live, &s->stream);
	return kpr_fail_sys(s, ret, "cannot map the rings");
}

static int next_live(struct kpctl_session *s, struct kpr_item *item)
{
	int ret = begin_stream(s);

	if (ret || s->ended)
		return ret;
	if (!s->in_pass && !s->finished)
		kpr_stream_pass(s->stream, kpr_now());
	s->in_pass = kpr_stream_next(s->stream, item) > 0;
	s->ended = !s->in_pass && s->finished;
	return s->in_pass;
}

/* At the end, once, whether the files are whole. */
static int end_replay(struct kpctl_session *s)
{
	char text[KPR_SENTENCE];

	if (s->ended)
		return 0;
	s->ended = true;
	return kpr_replay_look(s, text) ? kpr_fail(s, -EBADMSG, "%s", text) : 0;
}

static int next_replayed(struct kpctl_session *s, struct kpr_item *item)
{
	int ret = kpr_replay_ready(s);

	if (ret)
		return ret;
	ret = s->ended ? 0 : kpr_replay_next(s->replay, item);
	if (ret < 0)
		return kpr_fail_sys(s, ret, "cannot read on");
	return ret ? ret : end_replay(s);
}

/* Where the item is from. */
static void set_source(struct kpctl_session *s, struct kpctl_event *ev)
{
	struct kpr_machine m;
	unsigned int which;

	ev->s = s;
	ev->stream = s->stream;
	ev->ahead = s->ahead;
	ev->machine = 0;
	if (s->state != KPR_REPLAY)
		return;
	which = kpr_replay_which(s->replay);
	kpr_replay_machine(s->replay, which, &m);
	ev->stream = kpr_replay_stream(s->replay);
	ev->ahead = m.realtime - m.monotonic;
	ev->machine = which;
}

int kpctl_next(struct kpctl_session *s, const struct kpctl_event **ev)
{
	int ret;

	*ev = NULL;
	kpr_take_back(&s->chunks);
	s->event.name = NULL;
	if (s->state == KPR_REPLAY)
		ret = next_replayed(s, &s->event.item);
	else
		ret = next_live(s, &s->event.item);
	if (ret <= 0)
		return ret;
	set_source(s, &s->event);
	s->events += s->event.item.kind == KPR_EVENT;
	*ev = &s->event;
	return 1;
}

int kpctl_finish(struct kpctl_session *s)
{
	int ret = begin_stream(s);

	if (ret || s->finished)
		return ret;
	kpr_stream_finish(s->stream);
	s->finished = true;
	return 0;
}

/* Waiting */

int kpctl_fd(const struct kpctl_session *s)
{
	return s->state == KPR_LIVE && s->which != KPCTL_LOOK ? kpr_fd(s->live) : -EBADF;
}

/* The ns until kpctl_next() can go on; KPR_WAIT_POLL. 0 or -errno. */
static int pause_of(struct kpctl_session *s, uint64_t *ns)
{
	int ret = s->state == KPR_REPLAY ? 0 : kpr_want_steer(s);

	*ns = 0;
	if (ret)
		return ret;
	if (s->ended)
		return kpr_fail(s, -ENODATA, "there will be no more events.");
	if (s->record)
		*ns = s->pause;
	else if (s->stream && !s->in_pass && !s->finished)
		*ns = kpr_stream_wait(s->stream, kpr_now());
	return 0;
}

int kpctl_delay(struct kpctl_session *s, int *ms)
{
	uint64_t ns;
	int ret = pause_of(s, &ns);

	if (!ret)
		*ms = ns == KPR_WAIT_POLL ? -1 : (int)((ns + NSEC_PER_MSEC - 1) / NSEC_PER_MSEC);
	return ret;
}

/* ppoll() for so long: the number of descriptors, or -errno. */
static int sleep_on(struct kpctl_session *s, struct pollfd *fd, uint64_t ns)
{
	struct timespec ts = { ns / 1000000000, ns % 1000000000 };
	int n = ppoll(fd, !!fd, ns == UINT64_MAX ? NULL : &ts, NULL);

	return n < 0 ? kpr_fail_sys(s, -errno, "cannot wait") : n;
}

static int wait_poll(struct kpctl_session *s, uint64_t most)
{
	struct pollfd fd = { .fd = kpr_fd(s->live), .events = POLLIN };
	int ret = sleep_on(s, &fd, most);

	if (ret > 0 && fd.revents & ~POLLIN)
		return kpr_fail(s, -ENODEV, "the session is gone.");
	return ret;
}

int kpctl_wait(struct kpctl_session *s, int ms)
{
	uint64_t most = ms < 0 ? UINT64_MAX : ms * NSEC_PER_MSEC, ns;
	int ret = pause_of(s, &ns);

	if (ret)
		return ret;
	if (!ns)
		return 1;
	if (ns == KPR_WAIT_POLL)
		return wait_poll(s, most);
	ret = sleep_on(s, NULL, ns < most ? ns : most);
	return ret ? ret : ns <= most;
}

/* What an event is */

enum kpctl_kind kpctl_event_kind(const struct kpctl_event *ev)
{
	switch (ev->item.kind) {
	case KPR_EVENT:		return KPCTL_HIT;
	case KPR_LOST:		return KPCTL_LOST;
	case KPR_MISSED:	return KPCTL_MISSED;
	case KPR_THROTTLED:	return KPCTL_THROTTLED;
	case KPR_STOPPED:	return KPCTL_STOPPED;
	case KPR_CORRUPT:	break;
	}
	return KPCTL_CORRUPT;
}

uint64_t kpctl_event_count(const struct kpctl_event *ev)
{
	return ev->item.kind == KPR_EVENT ? 0 : ev->item.count;
}

/* GRP/EVENT, in memory of the event. */
static const char *join(struct kpctl_session *s, const struct kpr_event *ev)
{
	size_t group = strlen(ev->group);
	char *name = kpr_take(&s->chunks, group + ev->name_len + 2);

	if (!name)
		return "";
	memcpy(name, ev->group, group);
	name[group] = '/';
	memcpy(name + group + 1, ev->name, ev->name_len + 1);
	return name;
}

const char *kpctl_event_name(const struct kpctl_event *ev)
{
	struct kpctl_session *s = ev->s;

	if (!ev->name)
		s->event.name = ev->item.event ? join(s, ev->item.event) : "";
	return ev->name;
}

uint64_t kpctl_event_time(const struct kpctl_event *ev)
{
	return ev->item.time;
}

uint64_t kpctl_event_realtime(const struct kpctl_event *ev)
{
	return ev->item.time + ev->ahead;
}

unsigned int kpctl_event_cpu(const struct kpctl_event *ev)
{
	return ev->item.cpu;
}

uint32_t kpctl_event_tid(const struct kpctl_event *ev)
{
	return ev->item.rec ? KPCTL_REC_TID(ev->item.rec->ctx_tid) : 0;
}

const char *kpctl_event_comm(const struct kpctl_event *ev)
{
	const char *text = "";
	unsigned int len = 0;

	if (ev->item.rec)
		text = kpr_stream_comm(ev->stream, kpctl_event_tid(ev), &len);
	text = kpr_take_text(&ev->s->chunks, text, len);
	return text ? text : "";
}

unsigned int kpctl_event_machine(const struct kpctl_event *ev)
{
	return ev->machine;
}

const char *kpctl_event_line(const struct kpctl_event *ev)
{
	struct kpr_buf *b = &ev->s->line;

	b->len = 0;
	if (kpr_stream_format(ev->stream, &ev->item, b))
		return NULL;
	return kpr_take_text(&ev->s->chunks, b->data, b->len);
}
