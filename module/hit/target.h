/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A target: what a hit needs of an event. The rest of an event (probe/event.h) is for
 * commands, and no handler looks at it but for what is its kind's own.
 *
 * Everything is filled in, then `on` is set with release; handlers read it with acquire.
 */
#ifndef KPCTL_HIT_TARGET_H
#define KPCTL_HIT_TARGET_H

#include <linux/types.h>

#include "spec/spec.h"

struct kpctl_aggrs;
struct kpctl_count;
struct kpctl_prog;
struct kpctl_stream;

struct kpctl_target {
	bool on;
	bool was_throttled;		/* written by handlers, once */
	u16 id;
	enum kpctl_kind kind;
	struct kpctl_stream *stream;	/* its session's */
	struct kpctl_count __percpu *count;
	struct kpctl_prog *prog;	/* while planted */
	struct kpctl_aggrs *aggrs;	/* NULL: nothing is aggregated */
};

#endif /* KPCTL_HIT_TARGET_H */
