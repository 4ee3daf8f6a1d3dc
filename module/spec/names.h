/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the parser is given so that a line may name parameters and members: the types of the
 * kernel, and of the function at the line's place.
 */
#ifndef KPCTL_SPEC_NAMES_H
#define KPCTL_SPEC_NAMES_H

#include "spec/btf.h"

struct kpctl_names {
	/*
	 * Called once for each line, at its first name: sets btf, and proto, or fills in *err,
	 * whose column is set already, and returns its errno.
	 */
	int (*find)(struct kpctl_names *names, const struct kpctl_spec *spec,
		    struct kpctl_err *err);
	const struct kpctl_btf *btf;
	u32 proto;		/* the FUNC_PROTO of the function at whose entry the line is */
};

/*
 * For find(), once it has set btf: sets proto to that of the line's function, or refuses. The
 * symbol is one of the kernel itself, unless the line names a module.
 */
int kpctl_names_find_function(struct kpctl_names *names, const struct kpctl_spec *spec,
			      struct kpctl_err *err);

#endif /* KPCTL_SPEC_NAMES_H */
