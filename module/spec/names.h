/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the parser is given so that a line may name parameters, members and structs: the types
 * of the kernel and of modules, and those of the function at the line's place.
 */
#ifndef KPCTL_SPEC_NAMES_H
#define KPCTL_SPEC_NAMES_H

#include "spec/btf.h"

/*
 * Callbacks return 0, or fill in *err, whose column is set already, and return its errno; a
 * column of their own they may set.
 */
struct kpctl_names {
	/* The types of a module, with the kernel's as their base; "": the kernel's. */
	int (*types)(struct kpctl_names *names, const char *mod, const struct kpctl_btf **b,
		     struct kpctl_err *err);
	/* The module in which the line's function is; mod: KPCTL_MOD_MAX bytes. */
	int (*home)(struct kpctl_names *names, const struct kpctl_spec *spec, char *mod,
		    struct kpctl_err *err);
	/* what kpctl_names_find_function() found: */
	const struct kpctl_btf *btf;
	u32 proto;		/* the FUNC_PROTO of the function at whose entry the line is */
	u8 in_module;		/* types of a module were used for the line */
};

/* Sets btf and proto to those of the line's function, or refuses. */
int kpctl_names_find_function(struct kpctl_names *names, const struct kpctl_spec *spec,
			      struct kpctl_err *err);

/*
 * The struct, union, or typedef of one, that is called so: of the module, or with an empty
 * mod of the line's own module, or else of the kernel.
 */
int kpctl_names_find_struct(struct kpctl_names *names, const struct kpctl_spec *spec,
			    const char *mod, size_t mod_len, const char *text, size_t len,
			    const struct kpctl_btf **b, u32 *type, struct kpctl_err *err);

#endif /* KPCTL_SPEC_NAMES_H */
