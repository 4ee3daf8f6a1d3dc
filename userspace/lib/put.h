/* SPDX-License-Identifier: LGPL-2.1-only */
/*
 * Writing a line. Every function here writes at p, without a NUL, and returns the end.
 * Room is made before: format.c makes room for a line, the labels of its fields and a
 * word for each field; values.c makes room for longer values, just before it writes them.
 */
#ifndef KPR_PUT_H
#define KPR_PUT_H

#include <string.h>
#include "kpr_int.h"

/* A line being written. */
struct kpr_line {
	struct kpr_buf *b;
	char *p;
	size_t rest;		/* room that make_room() keeps for the rest of the line */
	const struct kpr_item *item;
	struct kpr_syms *syms;
};

static inline char *kpr_put(char *p, const char *s, size_t n)
{
	memcpy(p, s, n);
	return p + n;
}

#define PUT(p, literal)	kpr_put(p, literal, sizeof(literal) - 1)

/* " NAME=": events.c keeps these two characters around each name. */
static inline char *kpr_put_label(char *p, const struct kpr_field *f)
{
	return kpr_put(p, f->name - 1, f->name_len + 2);
}

/* The text in place of a value that the record cannot contain. */
static inline char *kpr_put_corrupt(char *p)
{
	return PUT(p, "(corrupt)");
}

/* text.c */

/* As printf's %*u: at least `width` columns. */
char *kpr_put_padded(char *p, uint64_t v, unsigned int width, char pad);

/* values.c: 0, with l->p behind the text, or -ENOMEM */

/* " NAME=VALUE" for each argument that is part of the line itself. */
int kpr_put_fields(struct kpr_line *l);
/* The stacks, in lines of their own, behind the newline. */
int kpr_put_stacks(struct kpr_line *l);
/* The value of one argument alone; a stack in one line. */
int kpr_put_value(struct kpr_line *l, unsigned int i);

#endif /* KPR_PUT_H */
