/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables of enums' names (spec/enum.h), made for the lines of a write and kept by the events
 * that show such values. A table is shared: the write has a reference, and so has each argument
 * that is kept. The budget of memory pays for the tables.
 */
#ifndef KPCTL_PLACE_ENUM_TABLE_H
#define KPCTL_PLACE_ENUM_TABLE_H

#include <linux/refcount.h>

#include "spec/enum.h"

struct kpctl_enum_table {
	struct kpctl_enum_table *next;		/* of the write, which alone looks at it */
	const struct kpctl_btf_type *type;	/* for the write: what it was made of */
	unsigned long pages;			/* taken from the budget */
	refcount_t refs;
	struct kpctl_enum values;		/* its end is of no fixed size */
};

/* The table of the list for type `id`, or a new one; *e NULL: too large. 0 or -ENOMEM. */
int kpctl_enum_table_find(struct kpctl_enum_table **list, const struct kpctl_btf *b, u32 id,
			  const struct kpctl_enum **e);
/* Puts the references of a write. */
void kpctl_enum_tables_free(struct kpctl_enum_table **list);

/* References for the tables of n arguments, of which some may have none. */
void kpctl_enum_tables_get(const struct kpctl_arg_spec *arg, u32 n);
void kpctl_enum_tables_put(const struct kpctl_arg_spec *arg, u32 n);

#endif /* KPCTL_PLACE_ENUM_TABLE_H */
