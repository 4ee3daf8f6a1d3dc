/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The types of the kernel and of modules, for the names in the lines of one write. Nothing of
 * them is kept when the write is over, but for what the parser made of the names, and tables of
 * enums' names that an event shows.
 *
 *	whose		where they are read
 *	the kernel's	where they lie, in the kernel's read-only data
 *	a module's	/sys/kernel/btf/MODULE, by its kernfs node, into the write's memory
 *
 * Neither a file nor a path is involved: a writer in another root, or with another /sys,
 * cannot feed the module types of its own. Types hold no addresses, and everybody may read
 * them.
 *
 * A write has its struct to itself, so the struct needs no lock. While 100,000 types are
 * searched, a lock of the session is held, and none that a handler or the rings' reader needs:
 *
 *	for the names of		lock		who waits
 *	a line				`dirs`		other writers
 *	a set, a file `filter`, an	`lock`		commands, text files, modules that
 *	event whose module comes back			come or go
 */
#ifndef KPCTL_PLACE_KERNEL_BTF_H
#define KPCTL_PLACE_KERNEL_BTF_H

#include "place/enum_table.h"
#include "spec/names.h"

/* A module's types, as they were when the write first needed them. */
struct kpctl_module_btf {
	struct kpctl_module_btf *next;
	struct kpctl_btf btf;
	char mod[KPCTL_MOD_MAX];
	u32 *index;
	void *bytes;
};

struct kpctl_kernel_btf {
	struct kpctl_names names;	/* for the parser */
	struct kpctl_btf btf;
	u32 *index;			/* NULL: the types have not been read yet */
	struct kpctl_module_btf *modules;
	struct kpctl_enum_table *enums;	/* that lines of the write needed so far */
	const char *coming;		/* the module whose coming the caller handles, or NULL */
};

void kpctl_kernel_btf_init(struct kpctl_kernel_btf *kb);
void kpctl_kernel_btf_free(struct kpctl_kernel_btf *kb);

/* kpctl_place_data_of_cpu() by the types. 0; -ENOENT: the types do not have it; -ENOMEM */
int kpctl_kernel_btf_of_cpu(const char *sym, unsigned long *addr);

/*
 * module_btf.c: 0; -ENOENT: the module has no types, or is not loaded; -ENOMEM. coming: the
 * caller handles the module's coming.
 */
int kpctl_module_btf_read(const char *mod, bool coming, const struct kpctl_btf *base,
			  struct kpctl_module_btf **mb);
void kpctl_module_btf_free(struct kpctl_module_btf *mb);

#endif /* KPCTL_PLACE_KERNEL_BTF_H */
