/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The names of an enum's values: a table in one piece of memory, which stays when the types
 * that it was made of are gone. Pure C: the caller gives the memory.
 *
 *	+--------+------------------------+------------------------------------+
 *	| n size | values, ascending; of  | names, each with a NUL; the enum's |
 *	|        | equal ones the first   | own is the first, "" if it has     |
 *	|        | in the source          | none                               |
 *	+--------+------------------------+------------------------------------+
 *
 *	btf_enum.c	from types to tables, and searches in them
 *	parse_enum.c	which values get a table
 */
#ifndef KPCTL_SPEC_ENUM_H
#define KPCTL_SPEC_ENUM_H

#include "spec/spec.h"

/* The largest enum of a kernel has 576 values; a larger one than these is shown as a number. */
#define KPCTL_ENUM_VALUES_MAX	1024
#define KPCTL_ENUM_TEXT_MAX	(32u << 10)
/* The most that all tables of a line have; what comes behind is shown as a number. */
#define KPCTL_ENUMS_SIZE_MAX	(128u << 10)

struct kpctl_enum_value {
	s64 value;
	u32 name;		/* offset from the table's start */
	u32 nr;			/* in the source, from 0 */
};

struct kpctl_enum {
	u32 n;
	u32 size;		/* of the whole, in bytes */
	struct kpctl_enum_value value[];
};

struct kpctl_btf;

/* Bytes of the table for type `id`; 0: no enum, one without values, or one that is too large. */
u32 kpctl_enum_size(const struct kpctl_btf *b, u32 id);
/* Makes the table, in as many bytes. */
void kpctl_enum_fill(struct kpctl_enum *e, const struct kpctl_btf *b, u32 id);

static inline const char *kpctl_enum_text(const struct kpctl_enum *e, u32 i)
{
	return (const char *)e + e->value[i].name;
}

/* The enum's own name. */
static inline const char *kpctl_enum_own(const struct kpctl_enum *e)
{
	return (const char *)&e->value[e->n];
}

/* Is it the name that the value is shown by, the first of several? */
static inline int kpctl_enum_is_shown(const struct kpctl_enum *e, u32 i)
{
	return !i || e->value[i].value != e->value[i - 1].value;
}

/* The name of a value; NULL: it has none. */
const char *kpctl_enum_name(const struct kpctl_enum *e, s64 value);
/* The value of a name of len bytes: 0, or -ENOENT. */
int kpctl_enum_find(const struct kpctl_enum *e, const char *text, size_t len, s64 *value);
/* A name that may have been meant by the text: one that ends so, or the first. */
const char *kpctl_enum_near(const struct kpctl_enum *e, const char *text, size_t len);
/* Do both have the same names for the same values? NULL is no table. */
int kpctl_enum_same(const struct kpctl_enum *e, const struct kpctl_enum *other);

#endif /* KPCTL_SPEC_ENUM_H */
