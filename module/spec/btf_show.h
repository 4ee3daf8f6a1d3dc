/* SPDX-License-Identifier: GPL-2.0 */
/* Types as C writes them: prototypes of functions, members of structs. */
#ifndef KPCTL_SPEC_BTF_SHOW_H
#define KPCTL_SPEC_BTF_SHOW_H

#include "spec/btf.h"
#include "spec/out.h"

#define KPCTL_BTF_DECL_MAX	256	/* bytes of a declaration; what is longer is cut, with ... */

/* NAME(TYPE PARAM, ...) -> TYPE, without the first `hidden` parameters. */
void kpctl_btf_show_proto(const struct kpctl_btf *b, u32 proto, u32 hidden, const char *name,
			  struct kpctl_out *out);
/* "struct file": a type without a name of its own, "struct { ... }". */
void kpctl_btf_show_type(const struct kpctl_btf *b, u32 type, struct kpctl_out *out);

/*
 * The members of the struct or union at a cursor, one after the other, with their offsets in
 * it; those of a struct within that has no name stand among them, as paths name them so.
 */
struct kpctl_btf_listing {
	const struct kpctl_btf *b;
	struct kpctl_btf_listed {
		u32 type;
		u32 next;
		u64 bit;
	} level[KPCTL_BTF_NEST_MAX];
	int top;
	u32 left;	/* members to look at: a type that contains itself has no end */
};

void kpctl_btf_list(struct kpctl_btf_listing *l, const struct kpctl_btf_cursor *c);
/* "+OFFSET TYPE MEMBER", of a bit field with its first bit and width; 0: there are no more. */
int kpctl_btf_list_next(struct kpctl_btf_listing *l, struct kpctl_out *out);

#endif /* KPCTL_SPEC_BTF_SHOW_H */
