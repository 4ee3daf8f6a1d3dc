/* SPDX-License-Identifier: LGPL-2.1-only */
/*
 * What kprobectl.h names, made of the library's inside. Nothing here decodes or merges: a session
 * has a stream, a record or a replay of kpr.h, and keeps what callers are promised to keep.
 */
#ifndef KPR_API_H
#define KPR_API_H

#include <stdbool.h>
#include "kpr.h"
#include "kprobectl.h"

/* memory.c: what belongs to an event, and goes with it */

struct kpr_chunk {
	struct kpr_chunk *next;
	size_t used, size;
	_Alignas(8) char bytes[];
};

/* n bytes, aligned to 8; NULL: no memory */
void *kpr_take(struct kpr_chunk **chunks, size_t n);
/* A copy of n bytes with a NUL behind it. */
const char *kpr_take_text(struct kpr_chunk **chunks, const void *bytes, size_t n);
/* Makes room for the next event: all that was taken is gone. */
void kpr_take_back(struct kpr_chunk **chunks);
void kpr_take_exit(struct kpr_chunk **chunks);

/*
 * Fills the caller's struct, which begins with its size, with so much of ours as both have.
 * 0; -EINVAL: it has no room for its own size.
 */
int kpr_hand_out(void *to, const void *from, size_t size);

/* Sessions */

struct kpctl_event {
	struct kpctl_session *s;
	struct kpr_item item;
	struct kpr_stream *stream;	/* its */
	unsigned int machine;
	uint64_t ahead;			/* CLOCK_REALTIME - CLOCK_MONOTONIC there */
	const char *name;		/* NULL: nobody has asked for it */
};

enum kpr_state {
	KPR_NEW,
	KPR_LIVE,
	KPR_REPLAY,
};

struct kpctl_session {
	enum kpr_state state;
	enum kpctl_which which;
	/* KPR_LIVE */
	struct kpr_session *live;
	uint64_t ahead;
	struct kpr_stream *stream;	/* NULL: nothing has been read */
	struct kpr_record *record;	/* NULL: nothing has been recorded */
	bool recording;			/* a file has begun */
	bool in_pass;			/* kpr_stream_next() has not returned 0 yet */
	bool finished;			/* what is read now is the rest */
	uint64_t pause;			/* ns before the next pass, or KPR_WAIT_POLL */
	/* KPR_REPLAY */
	struct kpr_replay *replay;
	bool started;
	/* all */
	bool ended;			/* kpctl_next() has nothing more */
	struct kpctl_event event;
	uint64_t events;
	struct kpr_chunk *chunks;	/* of the event */
	struct kpr_buf line;
	char error[KPR_SENTENCE];
	unsigned int column;
};

/* Returns `err`, which is -errno, and keeps the sentence. */
__attribute__((format(printf, 3, 4)))
int kpr_fail(struct kpctl_session *s, int err, const char *fmt, ...);
/* The same of a kernel that refuses what is called `what`; 0 is no error. */
int kpr_fail_sys(struct kpctl_session *s, int err, const char *what);
/* 0, or a session that is not of the kernel, or not able to steer: the sentence says so. */
int kpr_want_live(struct kpctl_session *s);
int kpr_want_steer(struct kpctl_session *s);
/* replay.c: 0 once all files are sorted, or -errno. */
int kpr_replay_ready(struct kpctl_session *s);
/* Is any of the files not whole? The sentence of the first that is not. */
bool kpr_replay_look(struct kpctl_session *s, char *text);
/* A view of the session, or of a machine at its end: as kpr_view_read(), with a sentence. */
int kpr_api_view(struct kpctl_session *s, unsigned int machine, uint32_t view, char **text,
		 size_t *len);

#endif /* KPR_API_H */
