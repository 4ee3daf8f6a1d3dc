/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A call in flight: the private data of its return instance.
 *
 * It can outlive the event, and then nobody looks at the program it names: events
 * keep theirs as long as they are planted.
 */
#ifndef KPCTL_HIT_CALL_H
#define KPCTL_HIT_CALL_H

#include <linux/types.h>

#include "hit/offcpu.h"

struct kpctl_prog;

struct kpctl_call {
	u64 mark;		/* serial of the event while the call is in flight */
	u64 since;
	unsigned long func;	/* where there are several that it can be */
	const struct kpctl_prog *prog;
	struct kpctl_offcpu split;	/* with prog->wants_split */
	u8 kept[];
};

#endif /* KPCTL_HIT_CALL_H */
