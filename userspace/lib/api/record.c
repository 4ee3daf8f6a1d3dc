// SPDX-License-Identifier: LGPL-2.1-only
/* Recording, and the numbers of what was read or recorded. */
#include <errno.h>
#include "api.h"

#define PAUSE_NS	2000000ull	/* lets more of it come, for larger writes */

static int begin_record(struct kpctl_session *s)
{
	int ret = kpr_want_steer(s);

	if (ret || s->record)
		return ret;
	if (s->stream)
		return kpr_fail(s, -EBUSY, "events of this session are being read: record before the first kpctl_next().");
	return kpr_fail_sys(s, kpr_record_open(s->live, &s->record), "cannot map the rings");
}

static int fail_write(struct kpctl_session *s, int err)
{
	return kpr_fail_sys(s, err, "cannot write the recording, which ends here; what has been written can be read");
}

int kpctl_record_start(struct kpctl_session *s, int fd)
{
	int ret = begin_record(s);

	if (ret)
		return ret;
	if (s->ended)
		return kpr_fail(s, -ENODATA, "the recording has been ended.");
	if (s->recording)
		ret = kpr_record_finish(s->record, "rotated");
	s->recording = false;
	if (!ret)
		ret = kpr_record_begin(s->record, fd, s->which == KPCTL_OWN ? KPR_RECORD_OWN : 0);
	s->recording = !ret;
	return ret ? fail_write(s, ret) : 0;
}

static int want_recording(struct kpctl_session *s)
{
	return s->recording ? 0 :
		kpr_fail(s, -EBADF, "nothing is being recorded: call kpctl_record_start() first.");
}

int kpctl_record_pass(struct kpctl_session *s)
{
	int ret = want_recording(s);

	if (ret)
		return ret;
	ret = kpr_record_pass(s->record, kpr_now());
	if (ret < 0)
		return fail_write(s, ret);
	s->pause = ret == 2 ? 0 : ret ? PAUSE_NS : KPR_WAIT_POLL;
	return ret == 2;
}

int kpctl_record_stop(struct kpctl_session *s)
{
	int ret = want_recording(s), end;

	if (ret)
		return ret;
	ret = kpr_record_last(s->record, kpr_now());
	end = kpr_record_finish(s->record, "stopped");
	s->recording = false;
	s->ended = true;
	ret = ret ? ret : end;
	return ret ? fail_write(s, ret) : 0;
}

/* Numbers */

static void read_totals(struct kpctl_session *s, struct kpr_totals *t, struct kpr_counts *c)
{
	*t = (struct kpr_totals){ 0 };
	if (s->state == KPR_REPLAY) {
		kpr_replay_totals(s->replay, t);
		kpr_counts_replay(c, s->replay);
		return;
	}
	kpr_counts_read(c, s->live);
	if (s->record)
		kpr_record_totals(s->record, t);
	else if (s->stream)
		kpr_stream_totals(s->stream, t);
}

int kpctl_totals(struct kpctl_session *s, struct kpctl_totals *to)
{
	int ret = s->state == KPR_REPLAY ? kpr_replay_ready(s) : kpr_want_steer(s);
	char text[KPR_SENTENCE];
	struct kpctl_totals out;
	struct kpr_counts c;
	struct kpr_totals t;
	bool least;

	if (ret)
		return ret;
	read_totals(s, &t, &c);
	out = (struct kpctl_totals){
		.events = s->record ? kpr_record_events(s->record) : s->events,
		.missing = kpr_missing(&t, &c, &least),
		.lost = t.lost, .missed = t.missed, .nested = c.nested, .throttled = c.throttled,
		.norcu = c.norcu, .before = t.before, .missed_before = t.missed_before,
		.corrupt = t.corrupt, .undescribed = t.undescribed, .late = t.late,
		.filtered = c.filtered, .off = c.off, .never = c.never, .inflight = c.inflight,
	};
	out.at_least = least || (s->state == KPR_REPLAY && kpr_replay_look(s, text));
	ret = kpr_hand_out(to, &out, sizeof(out));
	return kpr_fail_sys(s, ret, "the struct has no room for its size");
}
