/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a session's rings hold, as the lines that kpread prints: `trace`, which takes nothing
 * out, and `trace_pipe`, which does. The text is made while it is read.
 *
 * The owner of a struct kpctl_trace has a lock for it. The functions that make one take the
 * session's locks, as does the first look at an event's description.
 */
#ifndef KPCTL_CONTROL_VIEW_TRACE_H
#define KPCTL_CONTROL_VIEW_TRACE_H

#include <linux/types.h>

#include "line/line_int.h"

struct kpctl_rings;
struct kpctl_session;
struct kpctl_trace;

/* A copy of what the rings hold at the moment. */
struct kpctl_trace *kpctl_trace_copy(struct kpctl_session *s);
/*
 * The copy's text: as kpctl_text_piece(). -ESPIPE: the position has gone by. A reader goes on, or
 * makes a new copy at position 0.
 */
ssize_t kpctl_trace_piece(struct kpctl_trace *t, loff_t pos, size_t count, char **piece);

/* The session's reader. -EBUSY: it has one, or its rings are mapped; -EOPNOTSUPP: they overwrite. */
struct kpctl_trace *kpctl_trace_attach(struct kpctl_session *s);
/* What has come, as kpctl_text_piece(). 0: nothing, and *wait_ns is for kpctl_trace_wait(). */
ssize_t kpctl_trace_take(struct kpctl_trace *t, size_t count, char **piece, u64 *wait_ns);
/* Under no lock: sleeps until there may be something to take. 0 or -ERESTARTSYS. */
int kpctl_trace_wait(struct kpctl_session *s, u64 wait_ns);

/* A stream that takes the records out of the rings, which stay; kpr_stream_new() has the rest. */
int kpctl_trace_stream(struct kpctl_rings *rings, kpr_events_text_fn fn, void *arg,
		       struct kpr_stream **out);

/* Either of them. */
void kpctl_trace_close(struct kpctl_trace *t);

#endif /* KPCTL_CONTROL_VIEW_TRACE_H */
