/* SPDX-License-Identifier: LGPL-2.1-only */
/*
 * Writing a line. Everything here writes at p, without a NUL, and returns the
 * end. Room is made first: for a line, its fields' labels and one word for each
 * of them by format.c; for what may be longer, by values.c, just before.
 */
#ifndef KPR_PUT_H
#define KPR_PUT_H

#include <string.h>
#include "kpr_int.h"

/* A line being written. */
struct kpr_line {
	struct kpr_buf *b;
	char *p;
	size_t rest;		/* room kept behind what is made room for */
	const struct kpr_item *item;
	struct kpr_syms *syms;
};

static inline char *kpr_put(char *p, const char *s, size_t n)
{
	memcpy(p, s, n);
	return p + n;
}

#define PUT(p, literal)	kpr_put(p, literal, sizeof(literal) - 1)

/* What stands where a value should and cannot be one. */
static inline char *kpr_put_corrupt(char *p)
{
	return PUT(p, "(corrupt)");
}

static inline bool kpr_slot(const struct kpctl_rec *rec, int offset, uint64_t *v)
{
	if (offset < (int)sizeof(*rec) || offset + 8 > rec->size)
		return false;
	memcpy(v, (const char *)rec + offset, 8);
	return true;
}

/* text.c */

char *kpr_put_signed(char *p, int64_t v);
/* Exactly n digits, the lowest ones of v. */
char *kpr_put_digits(char *p, uint64_t v, unsigned int n);
/* Like %*u: at least width columns. */
char *kpr_put_padded(char *p, uint64_t v, unsigned int width, char pad);
/* 1.322ms; at most 21 bytes. */
char *kpr_put_duration(char *p, uint64_t ns);
/* The inside of a quoted string: at most 4 * n bytes. */
char *kpr_put_escaped(char *p, const unsigned char *s, size_t n);

/* values.c; 0 or -ENOMEM, with l->p where it was or behind */

/* " NAME=VALUE" for each argument that stands in the line itself. */
int kpr_put_fields(struct kpr_line *l);
/* The stacks, in lines of their own, behind the newline. */
int kpr_put_stacks(struct kpr_line *l);

#endif /* KPR_PUT_H */
