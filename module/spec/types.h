/* SPDX-License-Identifier: GPL-2.0 */
/* The types an argument can have: X(enum, name, bytes). */
#ifndef KPCTL_SPEC_TYPES_H
#define KPCTL_SPEC_TYPES_H

#define KPCTL_TYPES(X)			\
	X(U8,		"u8",		1)	\
	X(U16,		"u16",		2)	\
	X(U32,		"u32",		4)	\
	X(U64,		"u64",		8)	\
	X(S8,		"s8",		1)	\
	X(S16,		"s16",		2)	\
	X(S32,		"s32",		4)	\
	X(S64,		"s64",		8)	\
	X(X8,		"x8",		1)	\
	X(X16,		"x16",		2)	\
	X(X32,		"x32",		4)	\
	X(X64,		"x64",		8)	\
	X(CHAR,		"char",		1)	\
	X(SYMBOL,	"symbol",	8)	\
	X(NS,		"ns",		8)	\
	X(STRING,	"string",	4)	\
	X(USTRING,	"ustring",	4)	\
	X(SYMSTR,	"symstr",	4)	\
	X(STACK,	"stack",	4)

/* " u8 u16 ..." */
#define KPCTL_TYPE_STR(id, name, size)	" " name
#define KPCTL_TYPE_NAMES		KPCTL_TYPES(KPCTL_TYPE_STR)

#endif /* KPCTL_SPEC_TYPES_H */
