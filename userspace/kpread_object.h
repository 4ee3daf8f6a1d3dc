/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * JSON that is made of items: kpread_json.c says how values look. Functions append to `to`; once
 * there is no memory, they do nothing.
 */
#ifndef KPREAD_OBJECT_H
#define KPREAD_OBJECT_H

#include <string.h>
#include "kpread.h"

/* An object being written. */
struct object {
	struct kpr_stream *stream;
	const struct kpr_item *item;
	struct kpr_buf *to;	/* the output, or for a while a list of ABOUT */
	bool failed;		/* no memory: what comes is dropped */
	/* The value being written: */
	const char *own;	/* of the kind's own, its name; NULL: an argument */
	unsigned int arg;	/* the number of the argument */
	int element;		/* of an array; -1: no array */
};

/* Begins an object, whose ABOUT is empty. The item may be NULL. */
void object_init(struct object *o, struct output *out, const struct kpr_item *item);

/* False: there is no memory. */
static inline bool object_room(struct object *o, size_t len)
{
	if (o->to->cap - o->to->len < len && kpr_buf_room(o->to, len))
		o->failed = true;
	return !o->failed;
}

static inline void object_put(struct object *o, const char *text, size_t len)
{
	if (!object_room(o, len))
		return;
	memcpy(o->to->data + o->to->len, text, len);
	o->to->len += len;
}

#define PUT(o, literal)		object_put(o, literal, sizeof(literal) - 1)

/* The comma in front of an element; the first element has none. */
void object_comma(struct object *o, bool first);
void object_number(struct object *o, uint64_t v);
/* The inside of a string; false: not all of it is UTF-8. */
bool object_inside(struct object *o, const char *text, size_t n);
bool object_text(struct object *o, const void *text, size_t n);
/* ,"KEY": */
void object_key(struct object *o, const char *key);
void object_pair(struct object *o, const char *key, uint64_t v);
void object_pair_or_null(struct object *o, const char *key, bool is_known, uint64_t v);

/* The value of argument i of the item. */
void object_value(struct object *o, unsigned int i);
/* "NAME":VALUE of each argument, commas between them. */
void object_fields(struct object *o);
/*
 * ,"NAME":VALUE of the kind of probe itself, at an offset of the description, unless it has none;
 * the forms are 's', a symbol, 'f', a function's name, and 'n', a number.
 */
void object_put_own(struct object *o, const char *name, int offset, char form);

static inline void object_own(struct object *o, const char *name, int offset, char form)
{
	if (offset >= 0)
		object_put_own(o, name, offset, form);
}

/* The keys of ABOUT that the values so far need, each behind a comma. */
void object_about(struct object *o);

#endif /* KPREAD_OBJECT_H */
