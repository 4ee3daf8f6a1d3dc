// SPDX-License-Identifier: LGPL-2.1-only
/* Sessions: opening, closing, errors as sentences. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "api.h"

const char *kpctl_version(void)
{
	return KPROBECTL_VERSION;
}

struct kpctl_session *kpctl_new(void)
{
	return calloc(1, sizeof(struct kpctl_session));
}

void kpctl_free(struct kpctl_session *s)
{
	if (!s)
		return;
	kpr_stream_close(s->stream);
	kpr_record_close(s->record);
	kpr_close(s->live);
	kpr_replay_close(s->replay);
	kpr_take_exit(&s->chunks);
	kpr_buf_free(&s->line);
	free(s);
}

/* Errors */

const char *kpctl_error(const struct kpctl_session *s)
{
	return s ? s->error : "no memory.";
}

unsigned int kpctl_error_column(const struct kpctl_session *s)
{
	return s ? s->column : 0;
}

int kpr_fail(struct kpctl_session *s, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(s->error, sizeof(s->error), fmt, ap);
	va_end(ap);
	s->column = 0;
	return err;
}

int kpr_fail_sys(struct kpctl_session *s, int err, const char *what)
{
	return err ? kpr_fail(s, err, "%s: %s.", what, strerror(-err)) : 0;
}

int kpr_want_live(struct kpctl_session *s)
{
	if (s->state == KPR_LIVE)
		return 0;
	if (s->state == KPR_REPLAY)
		return kpr_fail(s, -EBADF, "this session is a recording: there is no kernel behind it.");
	return kpr_fail(s, -EBADF, "this session is not open: call kpctl_open() or kpctl_replay() first.");
}

int kpr_want_steer(struct kpctl_session *s)
{
	int ret = kpr_want_live(s);

	if (!ret && s->which == KPCTL_LOOK)
		return kpr_fail(s, -EBADF, "this session only looks at the main one: open it with KPCTL_MAIN.");
	return ret;
}

/* Opening */

static uint64_t clock_of(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

static int fail_open(struct kpctl_session *s, int err)
{
	char text[KPR_SENTENCE];

	if (err == -EBUSY)
		return kpr_fail(s, err, "another reader has the main session: stop it first.");
	return kpr_fail(s, err, "%s", kpr_explain_open(-err, text));
}

int kpctl_open(struct kpctl_session *s, enum kpctl_which which)
{
	int ret;

	if (s->state != KPR_NEW)
		return kpr_fail(s, -EBUSY, "this session is open already.");
	if (which != KPCTL_OWN && which != KPCTL_MAIN && which != KPCTL_LOOK)
		return kpr_fail(s, -EINVAL, "this library knows no such kind of session.");
	ret = kpr_open(&s->live);
	if (ret)
		return fail_open(s, ret);
	ret = which == KPCTL_MAIN ? kpr_attach(s->live) : 0;
	if (ret) {
		kpr_close(s->live);
		s->live = NULL;
		return fail_open(s, ret);
	}
	s->ahead = clock_of(CLOCK_REALTIME) - clock_of(CLOCK_MONOTONIC);
	s->which = which;
	s->state = KPR_LIVE;
	return 0;
}

/* Texts */

static int replay_view(struct kpctl_session *s, unsigned int machine, uint32_t view, char **text,
		       size_t *len)
{
	struct kpr_machine m;
	int ret = kpr_replay_ready(s);

	if (ret)
		return ret;
	if (!kpr_replay_machine(s->replay, machine, &m))
		return kpr_fail(s, -ENOENT, "there is no machine %u in these recordings.", machine);
	ret = kpr_replay_view(s->replay, machine, true, view, text, len);
	if (ret == -ENOENT)
		return kpr_fail(s, ret, "the recording of %s has no end, where its counts would be.",
				m.host);
	return kpr_fail_sys(s, ret, "cannot read the recording");
}

int kpr_api_view(struct kpctl_session *s, unsigned int machine, uint32_t view, char **text,
		 size_t *len)
{
	int ret;

	if (s->state == KPR_REPLAY)
		return replay_view(s, machine, view, text, len);
	ret = kpr_want_live(s);
	if (ret)
		return ret;
	if (machine)
		return kpr_fail(s, -ENOENT, "there is one machine, 0, as this session is no recording.");
	if (s->which == KPCTL_LOOK)
		view |= KPCTL_VIEW_MAIN;
	ret = kpr_view_read(s->live, view, text, len);
	return kpr_fail_sys(s, ret, "cannot read " KPR_DEVICE);
}
