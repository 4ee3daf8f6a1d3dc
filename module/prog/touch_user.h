/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory of a process that a hit is going to read, and that is not there yet.
 *
 * A handler of a probe in a program may sleep before the hit, and let the process's pages be
 * brought in; the hit itself, with preemption off, could only say (fault). The caller looks
 * for the next missing place with preemption off, so that the program stays, brings the place
 * in with preemption on, and looks again, until nothing is missing.
 *
 * Memory that a user can keep from ever coming (userfaultfd, FUSE) is not brought in, and is
 * (fault): a handler that waits holds up whoever takes the probe out.
 */
#ifndef KPCTL_PROG_TOUCH_USER_H
#define KPCTL_PROG_TOUCH_USER_H

#include "prog/prog.h"

/* How far the search has come; all zeros at first. */
struct kpctl_touch {
	u64 missing;	/* what the last look has found, 0: nothing */
	u64 last;	/* what was brought in, or could not be, before that */
	u32 next;	/* the argument to look at next */
	u32 turns;
	bool is_locked;	/* the process's memory is, for longer than a hit waits */
};

/*
 * Preemption is off. True: a place is missing. kept: of a return, what its entry kept. An entry
 * has values of its own: those that it keeps, and those that its part of the condition tests.
 */
bool kpctl_touch_look(struct kpctl_touch *t, const struct kpctl_prog *prog, struct pt_regs *regs,
		      const u8 *kept);
bool kpctl_touch_look_at_entry(struct kpctl_touch *t, const struct kpctl_prog *prog,
			       struct pt_regs *regs);
/* Preemption is on. True: look again. */
bool kpctl_touch_bring_in(struct kpctl_touch *t);

#endif /* KPCTL_PROG_TOUCH_USER_H */
