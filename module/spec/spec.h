/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A spec: one line of the control file as a plain struct.
 *
 * The parser is pure: no allocation, no kernel call, no state. The same files
 * compile into the module, into the unit tests and into the fuzzer.
 */
#ifndef KPCTL_SPEC_H
#define KPCTL_SPEC_H

#ifdef __KERNEL__
#include <linux/types.h>
#include <linux/string.h>
#include <linux/errno.h>
#else
#include "host.h"
#endif

/* Limits; the same numbers as tracefs unless a comment says why not. */
#define KPCTL_LINE_MAX		4096	/* a page, like tracefs */
#define KPCTL_NAME_MAX		64	/* group or event, with its NUL */
#define KPCTL_MOD_MAX		64	/* module name, with its NUL */
#define KPCTL_SYM_MAX		512	/* symbol, with its NUL */
#define KPCTL_ARG_NAME_MAX	32	/* argument name, with its NUL */
#define KPCTL_ARG_TEXT_MAX	64	/* whole argument, with its NUL */
#define KPCTL_ARGS_MAX		128
#define KPCTL_DEREF_MAX		12
#define KPCTL_MAXACTIVE_MAX	65536	/* tracefs stops at 4096 */

enum kpctl_verb {
	KPCTL_VERB_ADD,
	/* -:[GRP/]EVENT; no group: of any group, no event: all of the group */
	KPCTL_VERB_DEL,
};

enum kpctl_kind {
	KPCTL_KIND_P,
	KPCTL_KIND_R,
};

/* Where an argument's value starts from. */
enum kpctl_src {
	KPCTL_SRC_REG,		/* num: offset in struct pt_regs */
	KPCTL_SRC_ARG,		/* num: N of $argN, from 1 */
	KPCTL_SRC_STACK,	/* num: N of $stackN, from 0 */
	KPCTL_SRC_STACK_ADDR,	/* $stack */
	KPCTL_SRC_RETVAL,
	KPCTL_SRC_COMM,
	KPCTL_SRC_ADDR,		/* num: ADDR of @ADDR; memory at it */
	KPCTL_SRC_SYM,		/* sym, num: offset; memory at it */
	KPCTL_SRC_IMM,		/* num; as a string: taken for KPCTL_SRC_ADDR */
};

enum kpctl_type {
	KPCTL_TYPE_U8, KPCTL_TYPE_U16, KPCTL_TYPE_U32, KPCTL_TYPE_U64,
	KPCTL_TYPE_S8, KPCTL_TYPE_S16, KPCTL_TYPE_S32, KPCTL_TYPE_S64,
	KPCTL_TYPE_X8, KPCTL_TYPE_X16, KPCTL_TYPE_X32, KPCTL_TYPE_X64,
	KPCTL_TYPE_STRING,	/* in kernel memory */
	KPCTL_TYPE_USTRING,	/* in user memory */
	KPCTL_TYPE_NR,
};

/*
 * A string is what the last step points at: the last deref, or with none the
 * ADDR or SYM itself, or the task's comm. No other source has a string type
 * without a deref. Whether it is in user memory is said by the type alone: the
 * parser turns +u0(X):string into ustring, and sets .user of the last deref
 * for +0(X):ustring.
 */

struct kpctl_deref {
	s64 off;
	u8 user;		/* +uOFFS(...) */
};

struct kpctl_arg_spec {
	char name[KPCTL_ARG_NAME_MAX];
	char text[KPCTL_ARG_TEXT_MAX];	/* after NAME=, as written, type included */
	char sym[KPCTL_ARG_TEXT_MAX];	/* KPCTL_SRC_SYM */
	u8 src;			/* enum kpctl_src */
	u8 type;		/* enum kpctl_type */
	u8 nderef;		/* applied in order, innermost first */
	u16 column;		/* where it starts in the line, for later refusals */
	s64 num;
	struct kpctl_deref deref[KPCTL_DEREF_MAX];
};

struct kpctl_spec {
	u8 verb;		/* enum kpctl_verb */
	u8 kind;		/* enum kpctl_kind; %return makes a p an r */
	u8 has_maxactive;
	u8 is_addr;		/* target is addr, not sym+off */
	u32 maxactive;
	char group[KPCTL_NAME_MAX];
	char event[KPCTL_NAME_MAX];	/* given or made up */
	char mod[KPCTL_MOD_MAX];	/* empty: none named */
	char sym[KPCTL_SYM_MAX];
	u64 off;
	u64 addr;
	u16 target_column;
	u16 off_column;			/* of the '+' of SYM+off */
	u16 maxactive_column;
	u16 event_column;		/* of the name given, else of the target */
	u32 nargs;
	struct kpctl_arg_spec arg[KPCTL_ARGS_MAX];
};

/*
 * Why a line was refused: a code of the table in errors.h, the offset of the
 * character it is about, and the sentence with its numbers filled in.
 */
#define KPCTL_ERR_TEXT_MAX	256
struct kpctl_err {
	u16 code;
	u16 column;
	char text[KPCTL_ERR_TEXT_MAX];
};

/*
 * Parse one line of len bytes (no newline in it, need not end in NUL). Returns
 * 0; -ENOENT for a blank line or a comment (nothing to do); or -EINVAL and, for
 * limits, -E2BIG, with *err filled in and *spec not to be used. Any bytes are
 * fine as input. Every byte of *spec is written before it is read.
 */
int kpctl_spec_parse(const char *line, size_t len, struct kpctl_spec *spec,
		     struct kpctl_err *err);

/*
 * Parse a place as `check` takes it: [MOD:]SYM[+off], [MOD:]SYM%return or an
 * address, white space around it ignored. Fills in the target fields of *spec,
 * and kind, KPCTL_KIND_R with %return. Returns as kpctl_spec_parse() does.
 */
int kpctl_spec_parse_place(const char *line, size_t len, struct kpctl_spec *spec,
			   struct kpctl_err *err);

/*
 * Write the spec the way it can be given to the control file again, as tracefs
 * lists it: r16:GRP/EVENT MOD:SYM+off NAME=TEXT... Returns the length without
 * the NUL, or -E2BIG.
 */
int kpctl_spec_print(const struct kpctl_spec *spec, char *buf, size_t size);

const char *kpctl_type_name(enum kpctl_type type);
u32 kpctl_type_size(enum kpctl_type type);	/* bytes; strings: 4, a __data_loc */
static inline int kpctl_type_is_string(enum kpctl_type type)
{
	return type == KPCTL_TYPE_STRING || type == KPCTL_TYPE_USTRING;
}

/* Fill in *err: the table's sentence for code, with its numbers. */
void kpctl_err_set(struct kpctl_err *err, unsigned int code, size_t column, ...);

#endif /* KPCTL_SPEC_H */
