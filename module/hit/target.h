/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A target: what a hit needs of an event. The rest of an event (probe/event.h) is for
 * commands; of that rest, handlers look only at the part for their own kind.
 *
 * Everything is filled in, then `on` is set with release; handlers read `on` with acquire.
 */
#ifndef KPCTL_HIT_TARGET_H
#define KPCTL_HIT_TARGET_H

#include <linux/atomic.h>
#include <linux/types.h>

#include "spec/spec.h"

struct kpctl_acting;
struct kpctl_aggrs;
struct kpctl_count;
struct kpctl_prog;
struct kpctl_spans;
struct kpctl_stream;

/* `do print`: what has been printed and what not. */
struct kpctl_print_limit {
	atomic64_t hits;		/* a second in the upper half, its hits so far */
	atomic64_t left_out;		/* not told yet */
};

struct kpctl_target {
	bool on;
	bool was_throttled;		/* ever; handlers set it once, and nobody clears it */
	u16 id;
	enum kpctl_kind kind;
	struct kpctl_stream *stream;	/* its session's */
	struct kpctl_count __percpu *count;
	struct kpctl_prog *prog;	/* there while the event is planted */
	struct kpctl_aggrs *aggrs;	/* NULL: nothing is aggregated */
	struct kpctl_spans *starts;	/* where its starts go, NULL: it starts nothing */
	struct kpctl_spans *since[KPCTL_SINCES_MAX];	/* of the events that its line names */
	struct kpctl_print_limit print;
	struct kpctl_acting *acting;	/* NULL: hits do nothing to what was hit */
};

#endif /* KPCTL_HIT_TARGET_H */
