/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only */
/*
 * The types an argument can have: X(id, name, bytes, order, form, field, print). A
 * new type is a line here and a row of the manual's table; the parser, the module's
 * texts and the reader's library are made of this table.
 *
 *	bytes	of a value in memory; of a string: 4, a __data_loc word
 *	order	of the bytes in memory: HOST, or NET, the highest first. Fetching swaps NET
 *		to HOST: records, conditions and keys have the number
 *	form	enum kpctl_form, how a value is shown; an address type has its own form
 *	field	the field's type in `format`, in tracefs's syntax
 *	print	the conversion in `print fmt`
 */
#ifndef KPCTL_SPEC_TYPES_H
#define KPCTL_SPEC_TYPES_H

/* Types of addresses: each has a file, address_NAME.c. In `format` addresses are bytes. */
#define KPCTL_ADDRESSES(X)						\
	X(IP4,		"ip4",		4, HOST, IP4,		"u8", "%pI4")	\
	X(IP6,		"ip6",		16, HOST, IP6,		"u8", "%pI6c")	\
	X(MAC,		"mac",		6, HOST, MAC,		"u8", "%pM")

/*
 * Types of numbers that have names: each has a file, symbolic_NAME.c. In `format` they are
 * numbers, with the names of those that are a table and nothing else.
 */
#define KPCTL_SYMBOLICS_SIGNED(X)					\
	X(ERRNO,	"errno",	4, HOST, ERRNO,		"s32", "%d")	\
	X(SIGNAL,	"signal",	4, HOST, SIGNAL,	"s32", "%d")	\
	X(CAP,		"cap",		4, HOST, CAP,		"s32", "%d")
#define KPCTL_SYMBOLICS_UNSIGNED(X)					\
	X(DEV,		"dev",		4, HOST, DEV,		"u32", "%u")	\
	X(OFLAGS,	"oflags",	4, HOST, OFLAGS,	"u32", "0x%x")
#define KPCTL_SYMBOLICS(X)		KPCTL_SYMBOLICS_SIGNED(X) KPCTL_SYMBOLICS_UNSIGNED(X)

enum kpctl_order {
	KPCTL_ORDER_HOST,
	KPCTL_ORDER_NET,
};

/*
 * A new form that is neither a symbolic number nor an address must be printed by
 * control/view_hist.c and line/values.c, and its kind of value is told by line/decode.h.
 */
enum kpctl_form {
	/* a single number: */
	KPCTL_FORM_DEC,
	KPCTL_FORM_SIGNED,
	KPCTL_FORM_HEX,
	KPCTL_FORM_CHAR,	/* as 'c' */
	KPCTL_FORM_NS,		/* as a duration */
	KPCTL_FORM_CGROUP,	/* readers show the path of a cgroup's id, the module "#ID" or ID */
	/* a single number whose text can be long: */
	KPCTL_FORM_SYMBOL,	/* as SYM+0x1/0x2 */
	/* a single number by its name, see symbolic.h: */
	KPCTL_FORM_BEFORE_SYMBOLICS = KPCTL_FORM_SYMBOL,
#define X(id, ...) KPCTL_FORM_##id,
	KPCTL_SYMBOLICS_SIGNED(X)
	KPCTL_FORM_BEFORE_UNSIGNED,
	KPCTL_SYMBOLICS_UNSIGNED(X)
	/* an address, its bytes in the order of memory, see address.h: */
	KPCTL_FORM_BEFORE_ADDRESSES,
	KPCTL_ADDRESSES(X)
#undef X
	/* a __data_loc word that leads to bytes behind the slots: */
	KPCTL_FORM_TEXT,
	KPCTL_FORM_NAME,	/* a text that the module makes up: has no arrays */
	KPCTL_FORM_STACK,	/* return addresses, the innermost first */
	KPCTL_FORM_USTACK,	/* the number of a process, then its return addresses */
	KPCTL_FORM_OTHER,	/* in readers: a type of a newer module */
};

/* Is the number signed? */
static inline int kpctl_form_is_signed(unsigned int form)
{
	return form == KPCTL_FORM_SIGNED ||
	       (form > KPCTL_FORM_BEFORE_SYMBOLICS && form < KPCTL_FORM_BEFORE_UNSIGNED);
}

static inline int kpctl_form_is_stack(unsigned int form)
{
	return form == KPCTL_FORM_STACK || form == KPCTL_FORM_USTACK;
}

#define KPCTL_TYPES(X)							\
	X(U8,		"u8",		1, HOST, DEC,		"u8", "%u")	\
	X(U16,		"u16",		2, HOST, DEC,		"u16", "%u")	\
	X(U32,		"u32",		4, HOST, DEC,		"u32", "%u")	\
	X(U64,		"u64",		8, HOST, DEC,		"u64", "%Lu")	\
	X(S8,		"s8",		1, HOST, SIGNED,	"s8", "%hhd")	\
	X(S16,		"s16",		2, HOST, SIGNED,	"s16", "%hd")	\
	X(S32,		"s32",		4, HOST, SIGNED,	"s32", "%d")	\
	X(S64,		"s64",		8, HOST, SIGNED,	"s64", "%Ld")	\
	X(X8,		"x8",		1, HOST, HEX,		"u8", "0x%x")	\
	X(X16,		"x16",		2, HOST, HEX,		"u16", "0x%x")	\
	X(X32,		"x32",		4, HOST, HEX,		"u32", "0x%x")	\
	X(X64,		"x64",		8, HOST, HEX,		"u64", "0x%Lx")	\
	X(BE16,		"be16",		2, NET, DEC,		"u16", "%u")	\
	X(BE32,		"be32",		4, NET, DEC,		"u32", "%u")	\
	X(BE64,		"be64",		8, NET, DEC,		"u64", "%Lu")	\
	X(CHAR,		"char",		1, HOST, CHAR,	"char", "'%s'")	\
	X(SYMBOL,	"symbol",	8, HOST, SYMBOL,	"u64", "%pS")	\
	X(NS,		"ns",		8, HOST, NS,		"u64", "%Lu") /* not in tracefs */ \
	X(CGROUP,	"cgroup",	8, HOST, CGROUP,	"u64", "%Lu") /* not in tracefs */ \
	KPCTL_SYMBOLICS(X)						\
	KPCTL_ADDRESSES(X)						\
	X(STRING,	"string",	4, HOST, TEXT,	"__data_loc char[]", "\\\"%s\\\"") \
	X(USTRING,	"ustring",	4, HOST, TEXT,	"__data_loc char[]", "\\\"%s\\\"") \
	X(SYMSTR,	"symstr",	4, HOST, NAME,	"__data_loc char[]", "\\\"%s\\\"") \
	X(STACK,	"stack",	4, HOST, STACK,	"__data_loc unsigned long[]", "%s") \
	X(USTACK,	"ustack",	4, HOST, USTACK, "__data_loc unsigned long[]", "%s")

/* " u8 u16 ..." */
#define KPCTL_TYPE_STR(id, name, ...)	" " name
#define KPCTL_TYPE_NAMES		KPCTL_TYPES(KPCTL_TYPE_STR)

#endif /* KPCTL_SPEC_TYPES_H */
