/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only */
/*
 * Numbers that people know by names: errors, signals and others. A new one is a line of
 * KPCTL_SYMBOLICS_SIGNED or _UNSIGNED in types.h, a file, symbolic_NAME.c, and a row of the
 * manual's table.
 *
 * Pure: the parser, the module's texts and the reader's library all use it. The tables are the
 * same in and outside of the kernel, as a reader can run on another machine than the one that
 * has been traced.
 */
#ifndef KPCTL_SPEC_SYMBOLIC_H
#define KPCTL_SPEC_SYMBOLIC_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stddef.h>
#endif
#include "spec/types.h"

#define KPCTL_SYMBOLIC_TEXT	320	/* room for the text of any number */

struct kpctl_constants;

struct kpctl_symbolic {
	const char *example;
	/* A word that begins like this is meant as a name; NULL: parse() alone tells names. */
	const char *prefix;
	/* Writes the number at `to`, without a NUL; returns the end. */
	char *(*put)(char *to, long long v);
	/* Parses the whole text of len bytes: 0, or -1 if the text is none of the names. */
	int (*parse)(const char *text, size_t len, long long *v);
	/* All names, where each is one number's: other programs can be told. NULL: not so. */
	const struct kpctl_constants *table;
};

#define X(id, ...) extern const struct kpctl_symbolic kpctl_symbolic_##id;
KPCTL_SYMBOLICS(X)
#undef X

/* What names a form's numbers have; NULL: none. */
const struct kpctl_symbolic *kpctl_symbolic_of(unsigned int form);

static inline int kpctl_form_is_symbolic(unsigned int form)
{
	return form > KPCTL_FORM_BEFORE_SYMBOLICS && form < KPCTL_FORM_BEFORE_ADDRESSES;
}

/* For the files of types */

struct kpctl_constant {
	unsigned int nr;
	const char *name;
};

struct kpctl_constants {
	const struct kpctl_constant *constant;
	unsigned int n;
};

#define KPCTL_CONSTANTS(table)	{ (table), sizeof(table) / sizeof((table)[0]) }

/* The name of a number; NULL: the table has none. */
const char *kpctl_constant_name(const struct kpctl_constants *s, unsigned long long nr);
/* put() and parse() of a type that is a table and nothing else. */
char *kpctl_constant_put(const struct kpctl_constants *s, char *to, long long v);
int kpctl_constant_parse(const struct kpctl_constants *s, const char *text, size_t len,
			 long long *v);

char *kpctl_symbolic_put(char *to, const char *text);
char *kpctl_symbolic_put_number(char *to, unsigned long long v, unsigned int base);
char *kpctl_symbolic_put_signed(char *to, long long v);

#endif /* KPCTL_SPEC_SYMBOLIC_H */
