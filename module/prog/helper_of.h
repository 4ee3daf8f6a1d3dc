/* SPDX-License-Identifier: GPL-2.0 */
/* A registered function, for prog/helper.c and prog/helper_run.c alone. */
#ifndef KPCTL_PROG_HELPER_OF_H
#define KPCTL_PROG_HELPER_OF_H

#include <linux/list.h>
#include <linux/percpu.h>
#include <asm/local.h>

#include "prog/helper.h"

/* What became of a hit that was to call it: one of these. */
#define KPCTL_HELPER_COUNTS(X)						\
	X(ran)		/* and gave a value */				\
	X(failed)	/* it ran, and says that there is none */	\
	X(unread)	/* a value for it could not be read: not run */	\
	X(context)	/* it may not run in the context of the hit */	\
	X(gone)		/* it has been unregistered */

struct kpctl_helper_count {
#define X(name) local_t name;
	KPCTL_HELPER_COUNTS(X)
#undef X
};

struct kpctl_helper_of {
	int (*run)(const struct kpctl_helper_hit *hit, u64 *result);	/* NULL: unregistered */
	u32 contexts;
	struct kpctl_helper_count __percpu *count;	/* each CPU writes its own */
	/* the rest is of helpers_lock */
	struct list_head node;
	const struct kpctl_helper *helper;	/* the module's; not after it is unregistered */
	struct module *owner;
	u32 values;
	u32 uses;		/* of programs, and one of the list */
	char name[KPCTL_CALL_NAME_MAX];
};

#endif /* KPCTL_PROG_HELPER_OF_H */
