/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events added up by their stacks, for the formats that are printed at the end: how often each
 * stack came, and the sum of the durations. A stack is a text, the outermost frame first:
 *
 *	COMM;FRAME;FRAME
 *
 * The frames are those of the event's first stack. At a return the function follows, as the stack
 * begins with the caller. An event without a stack has its place, the function, for a frame.
 *
 * Stacks have STACKS_MEMORY in all. When that is full, a stack that is not among them is added to
 * the stack "[no room]".
 */
#ifndef KPREAD_STACKS_H
#define KPREAD_STACKS_H

#include "kpread.h"

#define STACKS_MEMORY	(8u << 20)
#define STACKS_NO_ROOM	"[no room]"

struct stack {
	struct stack *next;
	uint64_t count;
	uint64_t lat;		/* ns; stops at the end of 64 bits */
	bool is_missing;	/* no stack, but what is missing; its `lat` is 0 */
	unsigned int len;
	char text[];
};

/*
 * Adds an event. The duration is that of the call; one that has none counts as 0 ns, or, where
 * durations are wanted, goes to the stack "[no duration]", an event as 1 ns.
 */
int stacks_add(struct output *out, const struct kpr_item *item, bool wants_lat);
/* Takes in a mark: losses of an unknown number, as all others are in the summary. */
void stacks_mark(const struct kpr_item *item);
/*
 * All stacks, in the order of their texts, and how many there are; NULL: no memory. What is
 * missing of the trace is among them, as "[lost 1628]" and the like. The array is the caller's.
 */
struct stack **stacks_sorted(const struct summary *s, unsigned int *nr);
void stacks_free(void);

#endif /* KPREAD_STACKS_H */
