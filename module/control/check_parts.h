/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of `check` share. */
#ifndef KPCTL_CONTROL_CHECK_PARTS_H
#define KPCTL_CONTROL_CHECK_PARTS_H

#include "base/text.h"
#include "place/kernel_btf.h"
#include "spec/spec.h"

#define KPCTL_CHECK_TEXT_MAX	2048	/* bytes of a prototype; what is longer is cut */

/* What the lines of one write share; it is the writer's alone. */
struct kpctl_check {
	struct kpctl_kernel_btf types;
	struct kpctl_text verdict;
	struct kpctl_spec spec;		/* of the line that is checked */
	char text[KPCTL_CHECK_TEXT_MAX];
};

void kpctl_check_say_refused(const struct kpctl_err *err, struct kpctl_text *verdict);

/* check_types.c */

/* The prototype of the function or tracepoint at the place, if the types tell it. */
void kpctl_check_proto(struct kpctl_check *c);
/* The same of a system call by its name. */
void kpctl_check_syscall(struct kpctl_check *c, const char *name);
/* A line that is about a struct. */
void kpctl_check_struct(struct kpctl_check *c, const char *line, size_t len);

/* check_inside.c */

/* Does the line end with a +? Its length is then that of the place in front. */
bool kpctl_check_is_inside(const char *line, size_t *len);
/* The places in the function. */
void kpctl_check_inside(struct kpctl_check *c);

#endif /* KPCTL_CONTROL_CHECK_PARTS_H */
