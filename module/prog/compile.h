/* SPDX-License-Identifier: GPL-2.0 */
/* The compiler's own header, for prog/compile*.c alone. */
#ifndef KPCTL_PROG_COMPILE_H
#define KPCTL_PROG_COMPILE_H

#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "base/arch.h"
#include "place/place.h"
#include <linux/kprobectl.h>

#include "prog/cgroup.h"
#include "prog/fetch_task_stack.h"
#include "prog/helper.h"
#include "prog/prog.h"
#include "spec/errors.h"
#include "spec/regs.h"

/*
 * The moment at which a value is fetched. A line with $after(...) has the last two: its entry is
 * the moment before the probed instruction, its return is the moment after.
 */
enum kpctl_moment {
	ON_HIT,
	ON_ENTRY,
	ON_RETURN,
};

struct kpctl_compiler {
	struct kpctl_prog *prog;
	const struct kpctl_spec *spec;
	const struct kpctl_cond *cond;
	const struct kpctl_do *act;
	struct kpctl_err *err;
	/* elements of the program's arrays in use so far */
	u32 nargs, nderefs, ntexts;
	u8 kept_bits;			/* values kept at entry so far */
	struct kpctl_arg *entry;	/* the first value kept at entry */
	struct kpctl_arg *aside;	/* the first value kept of a start */
	struct kpctl_arg_spec part;	/* scratch: the part of an argument that entry keeps */
	struct kpctl_arg_spec before;	/* scratch: a value, as one to be kept */
	struct kpctl_arg_spec inside;	/* scratch: the value inside of a call:NAME(...) */
};

static inline bool kpctl_arg_is_string(const struct kpctl_arg_spec *as)
{
	return kpctl_type_is_string(as->type);
}

static inline bool kpctl_prog_has_entry(const struct kpctl_spec *spec)
{
	return kpctl_kind_is_call(spec->kind) || spec->after_column;
}

static inline enum kpctl_moment kpctl_prog_moment(const struct kpctl_spec *spec)
{
	return kpctl_prog_has_entry(spec) ? ON_RETURN : ON_HIT;
}

/* Is the value of a line with $after(...) the same after the instruction, or not known before? */
bool kpctl_prog_outlasts(const struct kpctl_arg_spec *as);

/* prog/compile_value.c: a value goes into *arg, an operand into the program's next free arg. */
int kpctl_prog_value(struct kpctl_compiler *c, struct kpctl_arg *arg,
		     const struct kpctl_arg_spec *as, enum kpctl_moment when);
int kpctl_prog_operand(struct kpctl_compiler *c, const struct kpctl_arg_spec *as,
		       enum kpctl_moment when, const struct kpctl_arg **out);

/* prog/compile_helper.c: a use of the function with its values; the actions call(NAME) */
int kpctl_prog_helper(struct kpctl_compiler *c, const struct kpctl_arg_spec *as,
		      enum kpctl_moment when, struct kpctl_helper_use **use);
int kpctl_prog_do_calls(struct kpctl_compiler *c);
bool kpctl_prog_has_helper(const struct kpctl_compiler *c);

/* prog/compile_filter.c */
int kpctl_prog_filter(struct kpctl_compiler *c);

#endif /* KPCTL_PROG_COMPILE_H */
