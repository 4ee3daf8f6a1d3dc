/* SPDX-License-Identifier: GPL-2.0 */
/* An event's calls in flight, as copies that somebody can read at leisure. */
#ifndef KPCTL_PROBE_OPEN_CALLS_H
#define KPCTL_PROBE_OPEN_CALLS_H

#include <linux/types.h>

#include "hit/call.h"

struct kpctl_event;

struct kpctl_open_call {
	u64 tid;
	u64 comm[2];
	const struct kpctl_call *at;	/* what was copied; used by open_calls.c alone */
	struct kpctl_call call;		/* with what it keeps behind it */
};

struct kpctl_open_calls {
	u32 n, room;
	u32 size;			/* of one copy */
	u8 *copies;
};

static inline struct kpctl_open_call *kpctl_open_call(const struct kpctl_open_calls *calls, u32 i)
{
	return (void *)(calls->copies + (size_t)i * calls->size);
}

/* Empty, with room for so many calls of the event. 0 or -ENOMEM. */
int kpctl_open_calls_alloc(struct kpctl_open_calls *calls, const struct kpctl_event *ev, u32 room);
void kpctl_open_calls_free(struct kpctl_open_calls *calls);

/* Of an event with pools of instances: the callback `open_calls` of its engine. */
int kpctl_open_calls_of_pools(const struct kpctl_event *ev, struct kpctl_open_calls *calls);

#endif /* KPCTL_PROBE_OPEN_CALLS_H */
