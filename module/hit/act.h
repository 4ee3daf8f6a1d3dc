/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a hit may do to what it has hit: return(V), skip, signal(SIGNAL), dump, panic.
 *
 * Invariant: no hit acts but one that the line's condition let pass, that its pick chose, within
 * its limit and its time, and whose task is none of the tools'. All of that is decided in the
 * handler, from words of the event, so that no reader, writer or timer has to come in time.
 *
 * In two steps, with the record in between:
 *
 *	kpctl_act_decide()	which of the actions this hit does; the record says if any
 *	kpctl_act_do()		what changes the registers, or ends the machine: the record has
 *				the old values, and is in the ring before a panic
 *
 * Handlers run in any context and on all CPUs at once: they share the words of struct
 * kpctl_act_state, and change them by atomic operations alone. Signals and dumps are taken over
 * by an irq_work, as the probed code may hold the very locks; all places that wait for one are
 * taken: the hit is `suppressed`.
 */
#ifndef KPCTL_HIT_ACT_H
#define KPCTL_HIT_ACT_H

#include <linux/atomic.h>
#include <linux/types.h>

#include "spec/spec.h"

struct kpctl_hit;
struct kpctl_site;

struct kpctl_act_state {
	atomic64_t hits;	/* that the condition let pass, since the event was switched on */
	atomic64_t used;	/* see hit/act_limit.h */
	atomic64_t begun;	/* ns of the first hit that acted, or 0 */
};

/* Of an event whose line acts; filled in before its probe is planted. */
struct kpctl_acting {
	char name[2 * KPCTL_NAME_MAX];
	char panic[2 * KPCTL_NAME_MAX + 32];	/* what a panic says */
	pid_t writer;		/* tgid of who wrote the line */
	u32 n;
	atomic64_t acted;	/* hits that did, and hits that were picked, but did not */
	atomic64_t suppressed;
	struct kpctl_act_spec act[KPCTL_ACT_NR];
	struct kpctl_act_state state[KPCTL_ACT_NR];
};

/* In a handler. A mask of the actions (enum kpctl_act_id) that this hit does. */
u32 kpctl_act_decide(const struct kpctl_hit *hit, const struct kpctl_site *made);
void kpctl_act_do(const struct kpctl_hit *hit, u32 mask);

/* Under the session's lock, with the event off: picks, limits and times begin anew. */
void kpctl_acting_begin(struct kpctl_acting *acting);

/*
 * What the module was loaded for, act=return,skip,...: 0, or -EINVAL for a word that is none.
 * Before any event. kpctl_acts_exit(): no probe is left.
 */
extern char *kpctl_act_param;
int kpctl_acts_init(void);
void kpctl_acts_exit(void);
bool kpctl_act_is_allowed(unsigned int act);

#endif /* KPCTL_HIT_ACT_H */
