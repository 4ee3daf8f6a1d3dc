/* SPDX-License-Identifier: GPL-2.0 */
/*
 * BTF: the types of a kernel or a module, as the bytes that pahole wrote. Nothing in the bytes
 * is believed. Pure C without allocation: the caller gives the bytes, and memory for an index.
 *
 * kpctl_btf_init() passes once over all records and checks that each lies within the bytes.
 * From then on any id gives a record that lies there, or NULL; any name a string that ends
 * there. What one pass cannot know is limited where it is walked: chains of typedefs and
 * qualifiers (KPCTL_BTF_CHAIN_MAX), structs within structs (KPCTL_BTF_NEST_MAX), sizes
 * (KPCTL_BTF_SIZE_MAX), parameters (KPCTL_BTF_PARAMS_MAX).
 *
 *	+--------+------------------------------------+----------------------+
 *	| header | records: 12 bytes, and what a kind  | strings, each with a |
 *	|        | has behind them; ids count from 1   | NUL                  |
 *	+--------+------------------------------------+----------------------+
 *
 * A module's BTF goes on where the kernel's ends: ids and names below its start are those of
 * its base.
 *
 *	btf.c		records, names, sizes, search
 *	btf_enum.c	the names of an enum's values
 *	btf_place.c	the place of a parameter at a function's entry
 *	btf_near.c	the member that somebody may have meant
 *	btf_path.c	members and elements behind a value, and the type of what is there
 */
#ifndef KPCTL_SPEC_BTF_H
#define KPCTL_SPEC_BTF_H

#include "spec/spec.h"

#define KPCTL_BTF_CHAIN_MAX	32
#define KPCTL_BTF_NEST_MAX	16
#define KPCTL_BTF_SIZE_MAX	(1ll << 40)
#define KPCTL_BTF_TYPES_MAX	(1u << 20)
#define KPCTL_BTF_PARAMS_MAX	64	/* of a function; what stands behind has no place */
#define KPCTL_BTF_STEP		16	/* the index knows the place of each 16th record */

/* Numbers are part of the format. */
enum kpctl_btf_kind {
	KPCTL_BTF_VOID,
	KPCTL_BTF_INT,
	KPCTL_BTF_PTR,
	KPCTL_BTF_ARRAY,
	KPCTL_BTF_STRUCT,
	KPCTL_BTF_UNION,
	KPCTL_BTF_ENUM,
	KPCTL_BTF_FWD,		/* a struct or union of which only the name is known */
	KPCTL_BTF_TYPEDEF,
	KPCTL_BTF_VOLATILE,
	KPCTL_BTF_CONST,
	KPCTL_BTF_RESTRICT,
	KPCTL_BTF_FUNC,
	KPCTL_BTF_PROTO,
	KPCTL_BTF_VAR,
	KPCTL_BTF_DATASEC,
	KPCTL_BTF_FLOAT,
	KPCTL_BTF_DECL_TAG,
	KPCTL_BTF_TYPE_TAG,
	KPCTL_BTF_ENUM64,
};

/* For kpctl_btf_find() */
#define KPCTL_BTF_KIND(kind)	(1u << KPCTL_BTF_##kind)

/* Sections of an image can have any alignment, so records are read as such. */
#define KPCTL_BTF_BYTES		__attribute__((packed))

struct kpctl_btf_type {
	u32 name;
	u32 info;
	u32 ref;		/* bytes, or the type that this one refers to */
} KPCTL_BTF_BYTES;

struct kpctl_btf_member {
	u32 name;
	u32 type;
	u32 offset;		/* see kpctl_btf_member_bit() */
} KPCTL_BTF_BYTES;

struct kpctl_btf_param {
	u32 name;
	u32 type;		/* 0: ... */
} KPCTL_BTF_BYTES;

struct kpctl_btf_secinfo {
	u32 type;		/* a VAR */
	u32 offset;
	u32 size;
} KPCTL_BTF_BYTES;

struct kpctl_btf_array {
	u32 type;
	u32 index_type;
	u32 nr;
} KPCTL_BTF_BYTES;

struct kpctl_btf {
	const struct kpctl_btf *base;	/* of a module: the kernel's */
	const u8 *types;
	u32 types_len;
	const char *strs;
	u32 strs_len;
	u32 first_str;		/* the base's strings come before */
	u32 first;		/* id of the first record */
	u32 end;		/* id behind the last record */
	u32 *index;		/* of record first + KPCTL_BTF_STEP * i in types */
};

static inline u32 kpctl_btf_kind(const struct kpctl_btf_type *t)
{
	return t->info >> 24 & 0x1f;
}

static inline u32 kpctl_btf_vlen(const struct kpctl_btf_type *t)
{
	return t->info & 0xffff;
}

/* Of a struct: are there bit fields? Of an enum: are its values signed? */
static inline int kpctl_btf_flag(const struct kpctl_btf_type *t)
{
	return t->info >> 31;
}

static inline int kpctl_btf_is(const struct kpctl_btf_type *t, u32 kinds)
{
	return t && kinds >> kpctl_btf_kind(t) & 1;
}

/* The parts behind a record: members, parameters, an array's numbers, an integer's word. */
static inline const void *kpctl_btf_parts(const struct kpctl_btf_type *t)
{
	return t + 1;
}

/* A member's first bit in its struct, and its width if it is a bit field, else 0. */
static inline u32 kpctl_btf_member_bit(const struct kpctl_btf_type *t,
				       const struct kpctl_btf_member *m, u32 *width)
{
	*width = kpctl_btf_flag(t) ? m->offset >> 24 : 0;
	return kpctl_btf_flag(t) ? m->offset & 0xffffff : m->offset;
}

/* Bytes that the index takes at most; 0: the bytes are no BTF. */
size_t kpctl_btf_room(const void *bytes, size_t len);
/* index: kpctl_btf_room() bytes. 0, or -EINVAL: no BTF, or one that contradicts itself. */
int kpctl_btf_init(struct kpctl_btf *b, const struct kpctl_btf *base, const void *bytes,
		   size_t len, u32 *index);

/* NULL: void, or no such type. */
const struct kpctl_btf_type *kpctl_btf_type(const struct kpctl_btf *b, u32 id);
/* "": the type or member has no name. */
const char *kpctl_btf_name(const struct kpctl_btf *b, u32 name);
/* text: no NUL is among its characters. */
int kpctl_btf_name_is(const struct kpctl_btf *b, u32 name, const char *text, size_t len);
/* The type behind typedefs and qualifiers; *id goes along. NULL: void, or too long a chain. */
const struct kpctl_btf_type *kpctl_btf_bare(const struct kpctl_btf *b, u32 *id);
/* -1: the type has no size. */
s64 kpctl_btf_size(const struct kpctl_btf *b, u32 id);
/*
 * The first type of b itself, not of its base, with this name and of one of these kinds; 0:
 * none. *nr: how many there are.
 */
u32 kpctl_btf_find(const struct kpctl_btf *b, const char *text, size_t len, u32 kinds, u32 *nr);
/* The next one from id `from` on; 0: none. */
u32 kpctl_btf_find_from(const struct kpctl_btf *b, u32 from, const char *text, size_t len,
			u32 kinds);
/* The offset of a variable in its section; -ENOENT: the types do not have the variable. */
int kpctl_btf_var_offset(const struct kpctl_btf *b, const char *section, const char *var,
			 u32 *off);
/* The next record of one of these kinds from id `from` on; 0: none. */
u32 kpctl_btf_next(const struct kpctl_btf *b, u32 from, u32 kinds);
/* Have two structs or unions the same members at the same places, whatever types these have? */
int kpctl_btf_same_layout(const struct kpctl_btf *b, u32 id, u32 other);
/* Do two FUNC_PROTOs say the same, name by name? */
int kpctl_btf_same_proto(const struct kpctl_btf *b, u32 id, u32 other);

/* btf_place.c */

enum kpctl_btf_where {
	KPCTL_BTF_NOWHERE,	/* the parameter has no bytes */
	KPCTL_BTF_REG,		/* nr: of the register, from 0; nregs: 1 or 2 of them */
	KPCTL_BTF_STACK,	/* nr: bytes above the stack pointer, the return address included */
	KPCTL_BTF_VECTOR,	/* a register that a probe does not see */
	KPCTL_BTF_UNKNOWN,	/* unknown to BTF */
};

struct kpctl_btf_place {
	enum kpctl_btf_where where;
	u32 nr;
	u32 nregs;
	u32 type;
	u32 name;
};

/* The place of parameter i of a FUNC_PROTO. -ENOENT: the function has fewer. */
int kpctl_btf_param_place(const struct kpctl_btf *b, u32 proto, u32 i,
			  struct kpctl_btf_place *place);
/* The place of what it returns: STACK means a pointer to it in the register. */
int kpctl_btf_return_place(const struct kpctl_btf *b, u32 proto, struct kpctl_btf_place *place);
/* The number of the parameter of this name, or -ENOENT. */
int kpctl_btf_param_find(const struct kpctl_btf *b, u32 proto, const char *text, size_t len);

/* btf_path.c */

/*
 * A place in an object whose type is known: where a path like ->a.b[3] has got to. The object
 * lies at an address, or its value is in a register.
 */
struct kpctl_btf_cursor {
	const struct kpctl_btf *b;
	u32 type;		/* of what is there, without typedefs and qualifiers */
	s64 off;		/* of it, in bytes from the object's start */
	u8 bits;		/* the width of a bit field, else 0 */
	u8 bit;			/* its lowest bit in a number of `container` bytes at off */
	u8 container;
};

/* Why a step is not possible; 0: it is done. */
enum kpctl_btf_wrong {
	KPCTL_BTF_FINE,
	KPCTL_BTF_BEHIND_BITS,	/* nothing is behind a bit field */
	KPCTL_BTF_IS_POINTER,	/* a member is behind a pointer: -> */
	KPCTL_BTF_NO_POINTER,	/* it points nowhere */
	KPCTL_BTF_IS_VOID,	/* what it points at has no type */
	KPCTL_BTF_DECLARED,	/* of the struct only the name is known here */
	KPCTL_BTF_NO_STRUCT,	/* it has no members */
	KPCTL_BTF_NO_MEMBER,	/* of this name */
	KPCTL_BTF_ODD_MEMBER,	/* it is not where numbers can be */
	KPCTL_BTF_NO_ARRAY,	/* it has no elements */
	KPCTL_BTF_BAD_INDEX,	/* the array has fewer elements */
};

void kpctl_btf_start(struct kpctl_btf_cursor *c, const struct kpctl_btf *b, u32 type);
/* To a member of the struct that the cursor is at; also of an anonymous struct within. */
enum kpctl_btf_wrong kpctl_btf_to_member(struct kpctl_btf_cursor *c, const char *text, size_t len);
/*
 * btf_near.c: the path to a member of the struct that the cursor is at, for somebody who
 * wrote `text`, of which the struct has no member. 0: none is like it.
 */
int kpctl_btf_near(const struct kpctl_btf_cursor *c, const char *text, size_t len, char *to,
		   size_t size);
/* Is the name `text` with one character more, less or other? */
int kpctl_btf_is_close(const char *text, size_t len, const char *name);
/* To what the pointer that the cursor is at points at: another object, at its start. */
enum kpctl_btf_wrong kpctl_btf_follow(struct kpctl_btf_cursor *c);
/* To element n of the array that the cursor is at. */
enum kpctl_btf_wrong kpctl_btf_to_element(struct kpctl_btf_cursor *c, u64 n);

/*
 * The type of a value without one in the line, and its number of elements, 0: no array. A
 * string is an array of char. -EINVAL: nothing can be shown as it is, say a struct.
 */
int kpctl_btf_default_type(const struct kpctl_btf_cursor *c, enum kpctl_type *type, u32 *count);
/* The enum that the value is, or that the elements of an array are; 0: none. */
u32 kpctl_btf_enum_at(const struct kpctl_btf_cursor *c);

#endif /* KPCTL_SPEC_BTF_H */
