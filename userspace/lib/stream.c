// SPDX-License-Identifier: LGPL-2.1-only
/* The streams of sessions; line/stream.c has what all streams are. */
#include <errno.h>
#include <time.h>
#include "kpr_int.h"

uint64_t kpr_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

void kpr_stream_paths(struct kpr_stream *st, const char *proc, const char *kallsyms,
		      const char *modules)
{
	st->comm.proc = proc;
	st->syms.kallsyms = kallsyms;
	st->syms.modules = modules;
}

static int session_events(void *arg, char **text, size_t *len)
{
	return kpr_view_read(arg, KPCTL_VIEW_EVENTS, text, len);
}

int kpr_stream_of(struct kpr_session *s, struct kpr_ring *rings, unsigned int nr,
		  struct kpr_stream **out)
{
	int ret = kpr_stream_new(rings, nr, session_events, s, out);

	if (!ret)
		kpr_syms_start(&(*out)->syms, kpr_session_symbol, s, kpr_now());
	return ret;
}

int kpr_stream_open(struct kpr_session *s, struct kpr_stream **out)
{
	struct kpr_ring *rings;
	unsigned int nr;
	int ret = kpr_session_rings(s, &rings, &nr);

	return ret ? ret : kpr_stream_of(s, rings, nr, out);
}
