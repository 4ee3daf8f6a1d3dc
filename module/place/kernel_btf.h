/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's own types, for the names in the lines of one write. They are read where they
 * lie, in the kernel's read-only data; nothing of them is kept when the write is over, but for
 * what the parser made of the names.
 *
 * Neither a file nor a path is involved: a writer in another root, or with another /sys,
 * cannot feed the module types of its own. Types hold no addresses, and everybody may read
 * them (/sys/kernel/btf/vmlinux).
 *
 * A write has its struct to itself, so the struct needs no lock. While 100,000 types are
 * searched, the session's mutex `dirs` is held, which other writers wait for, and no lock that
 * a handler, a reader or a module's coming needs.
 */
#ifndef KPCTL_PLACE_KERNEL_BTF_H
#define KPCTL_PLACE_KERNEL_BTF_H

#include "spec/names.h"

struct kpctl_kernel_btf {
	struct kpctl_names names;	/* for the parser */
	struct kpctl_btf btf;
	u32 *index;			/* NULL: the types have not been read yet */
};

void kpctl_kernel_btf_init(struct kpctl_kernel_btf *kb);
void kpctl_kernel_btf_free(struct kpctl_kernel_btf *kb);

#endif /* KPCTL_PLACE_KERNEL_BTF_H */
