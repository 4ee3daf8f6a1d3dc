/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A call in flight: the private data of its return instance.
 *
 * A call can outlive the event: programs are kept as long as the event is planted, and
 * nobody looks at a call's `prog` afterwards.
 */
#ifndef KPCTL_HIT_CALL_H
#define KPCTL_HIT_CALL_H

#include <linux/types.h>

#include "hit/offcpu.h"
#include "hit/task_times.h"

struct kpctl_prog;

struct kpctl_call {
	u64 mark;		/* serial of the event while the call is in flight */
	u64 since;		/* stamp of the entry */
	unsigned long func;	/* the function that was called */
	const struct kpctl_prog *prog;
	union {			/* of use only with prog->wants_split */
		struct kpctl_offcpu split;
		struct kpctl_task_mark marked;	/* with prog->split_of_task: of a program's call */
	};
	u8 kept[];
};

#endif /* KPCTL_HIT_CALL_H */
