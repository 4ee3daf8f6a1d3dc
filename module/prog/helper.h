/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that other modules have registered, and the programs that call them.
 *
 * Invariant: as long as a program has a use of a function, the module that registered it stays
 * loaded, by a reference, and struct kpctl_helper_of stays, by a count. Unregistered it runs no
 * more: `run` is NULL, and a grace period has passed, as each hit runs with preemption off and
 * RCU watching.
 *
 *	who				reads			writes
 *	hits, any context, any CPU	run, count		count of their own CPU
 *	lines that come			the list		uses
 *	programs that go		-			uses; the last one frees
 *	register, unregister		the list		the list, run, uses
 *
 * A lock keeps the list and the uses. Programs are freed when no hit runs them.
 */
#ifndef KPCTL_PROG_HELPER_H
#define KPCTL_PROG_HELPER_H

#include <linux/types.h>

#include "prog/fetch.h"
#include "prog/kprobectl_helper.h"

struct kpctl_helper_of;
struct kpctl_text;

/* How the CPU comes to the handler, and thereby what preempt_count() has too many. */
enum kpctl_helper_way {
	KPCTL_WAY_AS_IS,
	KPCTL_WAY_BREAKPOINT,	/* perhaps by an int3 where the probe stands */
	KPCTL_WAY_WATCHPOINT,
};

/* A program's use of a function, with one set of values. */
struct kpctl_helper_use {
	struct kpctl_helper_use *next;	/* of the same program */
	struct kpctl_helper_of *of;
	u8 nvalues;
	u8 way;				/* enum kpctl_helper_way */
	struct kpctl_arg value[KPCTL_CALL_VALUES];
};

/*
 * *use is one of the function, with room for its values; sleeps. 0; -ENOENT: no module that is
 * there has registered the name; -EINVAL: it takes another number of values, *takes; -ENOMEM.
 */
int kpctl_helper_get(const char *name, u32 nvalues, struct kpctl_helper_use **use, u32 *takes);
void kpctl_helper_put(struct kpctl_helper_use *list);

/* In a handler. False: it was not run, or says that there is no value. */
bool kpctl_helper_run(const struct kpctl_helper_use *use, const struct kpctl_site *site,
		      u64 *result);
/* In a handler: the address of the result, in the site; an address that is a fault without one. */
u64 kpctl_helper_load(const struct kpctl_helper_use *use, const struct kpctl_site *site);

/* The file `helpers`: a line for each function that is registered. */
void kpctl_helper_show(struct kpctl_text *text);

#endif /* KPCTL_PROG_HELPER_H */
