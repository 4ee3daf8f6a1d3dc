/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls in each other, made of events at returns. The event of a call comes when the call ends,
 * behind all that happened in the call, so items are held for the calls around them. A call that
 * has not ended leaves no trace: nobody knows whether one is still to come. An item is held
 *
 *	until CALLS_HOLD_NS after its end, or
 *	until CALLS_MEMORY is full, the oldest first, or
 *	until the trace ends.
 *
 * A call that comes later than that stands behind what happened in the call, and says so.
 *
 *	oldest -> item -> item -> item		the outermost ones of all tasks, by their ends
 *	            |
 *	          inner -> item -> item		what happened in a call, by time
 */
#ifndef KPREAD_CALLS_H
#define KPREAD_CALLS_H

#include "kpread.h"

#define CALLS_MEMORY	(4u << 20)
#define CALLS_HOLD_NS	NSEC_PER_SEC

struct call {
	struct call *outer, *inner, *next;	/* of a tree */
	struct call *older, *newer;		/* outermost: by their ends, of all tasks */
	struct call *before, *after;		/* outermost: of this task */
	struct calls_of *task;			/* outermost, of a task */
	uint64_t start, end;
	uint64_t given;		/* what ended before this time and began after start was given; or 0 */
	unsigned int cpu;
	uint32_t tid;
	bool is_call;		/* else an event of one time, `end` */
	bool is_mark;		/* of no task: the text is a whole line */
	unsigned int name_len, text_len;	/* the text follows the name */
	char comm[16];
	unsigned int comm_len;
	char text[];
};

/*
 * Takes an item over, which has its times and its texts and was malloc'ed. Items that are old
 * enough are given to `give`, the outermost ones with all in them, and freed. 0 or -errno.
 */
int calls_add(struct output *out, struct call *c,
	      int (*give)(struct output *out, const struct call *c));
/* Gives the items that are old enough at the time; UINT64_MAX: all. */
int calls_give(struct output *out, uint64_t now,
	       int (*give)(struct output *out, const struct call *c));
/* The part of a call that a line, or whatever a format makes of the part, stands for. */
enum part {
	CALL_BEGINS,		/* what is in it follows */
	CALL_ENDS,
	CALL_WHOLE,		/* nothing is in it; or no call, but what happened at one time */
};

/* Calls `put` for each part of a call and of all in it, in order of time. */
int calls_walk(struct output *out, const struct call *outermost,
	       int (*put)(struct output *out, const struct call *c, unsigned int depth,
			  enum part part));
/* Frees all items that were not given. */
void calls_free(void);

#endif /* KPREAD_CALLS_H */
