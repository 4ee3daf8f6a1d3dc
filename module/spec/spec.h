/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A spec: one line of the control file as a plain struct.
 *
 * The parser is pure: no allocation, no kernel call, no state. The same files
 * compile into the module, into the unit tests and into the fuzzer.
 */
#ifndef KPCTL_SPEC_SPEC_H
#define KPCTL_SPEC_SPEC_H

#ifdef __KERNEL__
#include <linux/types.h>
#include <linux/string.h>
#include <linux/errno.h>
#else
#include "spec/host.h"
#endif
#include "spec/address.h"
#include "spec/types.h"
#include "spec/vars.h"

#include "spec/actions.h"
#include "spec/kinds.h"

/* Limits; the same numbers as tracefs unless a comment says why not. */
#define KPCTL_LINE_MAX		4096	/* a page, like tracefs */
#define KPCTL_NAME_MAX		64	/* group or event, with its NUL */
#define KPCTL_MOD_MAX		64	/* module name, with its NUL */
#define KPCTL_SYM_MAX		512	/* symbol, or a set's patterns, with its NUL */
#define KPCTL_ARG_NAME_MAX	33	/* argument name, with its NUL */
#define KPCTL_ARG_TEXT_MAX	64	/* whole argument, with its NUL */
#define KPCTL_ARGS_MAX		128
#define KPCTL_ARRAY_MAX		64
#define KPCTL_ARGS_SIZE_MAX	3072	/* bytes of all values, as tracefs packs them */
#define KPCTL_OPS_MAX		15	/* steps of an argument, see parse_fetch.c */
#define KPCTL_DEREF_MAX		14	/* what KPCTL_OPS_MAX leaves of them */
#define KPCTL_MAXACTIVE_MAX	65536	/* tracefs stops at 4096 */
#define KPCTL_GLOBS_MAX		32	/* patterns of a set */

enum kpctl_verb {
	KPCTL_VERB_ADD,
	/* -:[GRP/]EVENT; no group: of any group, no event: all of the group */
	KPCTL_VERB_DEL,
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
	KPCTL_SRC_TEXT,		/* sym: the text of \"TEXT" */
	KPCTL_SRC_VARS,		/* our own variables: the table in vars.h */
	KPCTL_SRC_BEFORE_VARS = KPCTL_SRC_VARS - 1,
#define X(id, name, type, moment) KPCTL_SRC_##id,
	KPCTL_VARS(X)
#undef X
};

/* When a source has its value, see vars.h; ANY: that is no variable of ours. */
enum kpctl_src_moment {
	KPCTL_SRC_ANY,
	KPCTL_SRC_HIT,
	KPCTL_SRC_WHO,
	KPCTL_SRC_TASK,
	KPCTL_SRC_PLACE,
	KPCTL_SRC_SPAN,
};

enum kpctl_src_moment kpctl_src_moment(u8 src);

static inline int kpctl_src_is_span(u8 src)
{
	return kpctl_src_moment(src) == KPCTL_SRC_SPAN;
}

enum kpctl_type {
#define X(id, ...) KPCTL_TYPE_##id,
	KPCTL_TYPES(X)	/* USTRING: in user memory; STACK: of $stacktrace alone */
#undef X
	KPCTL_TYPE_NR,
};

/*
 * A string is what the last step points at: the last deref, or with none the
 * ADDR or SYM itself, the TEXT, or the task's comm. No other source has a string
 * type without a deref. Whether it is in user memory is said by the type alone:
 * the parser turns +u0(X):string into ustring, and sets .user of the last deref
 * for +0(X):ustring.
 *
 * An array (count > 0) of another type lies where the last step points at, or at
 * ADDR or SYM. One of strings is an array of pointers there, to kernel memory
 * (string) or user memory (ustring), whatever the last deref's .user says: that
 * is where the pointers are. Behind IMM an array of strings has no pointers: its
 * first is the string at num, the others cannot be read, as in tracefs.
 *
 * A value that no register holds (kpctl_type_is_block()) lies there too, alone as in
 * an array.
 *
 * symstr is the name of the value itself, all derefs done with 8 bytes.
 *
 * At r a value can be taken at the call's entry: nentry says how many of the
 * derefs were done by then, and at_entry that there was such a moment at all
 * ($argN, or $entry(X)); what is left is done at return. When none is left the
 * value, string or array itself was read at entry.
 */

struct kpctl_deref {
	s64 off;
	u8 user;		/* +uOFFS(...) */
};

struct kpctl_arg_spec {
	char name[KPCTL_ARG_NAME_MAX];
	/* after NAME=, type included: as written, or as %pd was written out */
	char text[KPCTL_ARG_TEXT_MAX];
	char sym[KPCTL_ARG_TEXT_MAX];	/* KPCTL_SRC_SYM, KPCTL_SRC_TEXT */
	u8 src;			/* enum kpctl_src */
	u8 type;		/* enum kpctl_type */
	u8 count;		/* elements of an array, 0: none */
	u8 bits;		/* of a bit field, 0: none; type is its container */
	u8 bit;			/* its lowest bit */
	u8 at_entry;
	u8 nentry;
	u8 nderef;		/* applied in order, innermost first */
	u16 column;		/* where it starts in the line, for later refusals */
	s64 num;
	struct kpctl_deref deref[KPCTL_DEREF_MAX];
};

/*
 * The condition of `if EXPR`: tests, each of which says where to go on when it
 * holds and when not, always forward, to another test or to one of the ends. A
 * value that cannot be read makes its test fail, negated or not: what is let
 * through is known to hold. Negation stands in the tests alone.
 */
#define KPCTL_COND_MAX		1024	/* its text, with the NUL */
#define KPCTL_TESTS_MAX		32
#define KPCTL_GLOB_MAX		128	/* characters of a pattern */
#define KPCTL_OPERANDS_MAX	32	/* that are not arguments of the event */
#define KPCTL_COND_YES		0xff
#define KPCTL_COND_NO		0xfe

enum kpctl_cmp {
	KPCTL_CMP_EQ, KPCTL_CMP_NE,
	KPCTL_CMP_LT, KPCTL_CMP_GE,	/* each pair: one and its negation */
	KPCTL_CMP_GT, KPCTL_CMP_LE,
	KPCTL_CMP_BITS, KPCTL_CMP_NOBITS,	/* a & b */
	KPCTL_CMP_GLOB, KPCTL_CMP_NOGLOB,	/* strings: text against pattern */
	KPCTL_CMP_SAME, KPCTL_CMP_OTHER,	/* strings: == and != */
	KPCTL_CMP_NET, KPCTL_CMP_NONET,		/* addresses: in; == and != with all bits */
};

/* An operand: below KPCTL_ARGS_MAX an argument of the event, else ->operand[]. */
struct kpctl_test {
	u8 cmp;			/* enum kpctl_cmp */
	u8 is_signed;		/* how both sides are compared */
	u8 left;
	u8 right;		/* with right_is_operand; else num, or the text */
	u8 right_is_operand;
	u8 on_true;		/* next test, or KPCTL_COND_YES or _NO */
	u8 on_false;
	u16 text;		/* strings, addresses: offset in ->strings, */
	u16 text_len;		/* length without a NUL */
	u64 num;		/* addresses: how many of the first bits are compared */
};

struct kpctl_cond {
	u16 column;		/* of EXPR in the line */
	u8 ntests;		/* 0: no condition */
	u8 noperands;
	u16 nstrings;		/* bytes used of strings */
	char text[KPCTL_COND_MAX];	/* EXPR as written, runs of space as one */
	struct kpctl_test test[KPCTL_TESTS_MAX];
	/* what is quoted is shorter than it was written, an address can be longer */
	char strings[KPCTL_COND_MAX + KPCTL_TESTS_MAX * KPCTL_ADDRESS_MAX];
	/* an event keeps the fields above, as many operands as there are */
	struct kpctl_arg_spec operand[KPCTL_OPERANDS_MAX];
};

/*
 * What `do ACTIONS` wants done with a hit that passes the condition: to hand it
 * out (emit) and to add it up in tables, by keys. Nothing given: emit alone.
 */
#define KPCTL_AGGRS_MAX		4
#define KPCTL_KEYS_MAX		6
#define KPCTL_ENTRIES_DEFAULT	4096
#define KPCTL_ENTRIES_MAX	(1u << 20)
#define KPCTL_DO_MAX		512	/* its text, with the NUL */

/* A table. Operands as in a test. */
struct kpctl_aggr_spec {
	u8 action;		/* enum kpctl_action_id */
	u8 value;		/* the number's operand, for an action that has one */
	u8 nkeys;
	u8 key[KPCTL_KEYS_MAX];	/* numbers, strings, stacks; no arrays, none twice */
	u16 text;		/* in ->text, without its size= */
	u16 text_len;
	u32 entries;		/* different keys it has room for */
};

/*
 * The name of an operand is how it was written, without a $ in front, cut where
 * the field ends.
 */
struct kpctl_do {
	u16 column;		/* of ACTIONS in the line */
	u8 emit;
	u8 naggrs;
	u8 noperands;
	char text[KPCTL_DO_MAX];	/* as written, runs of space as one */
	struct kpctl_aggr_spec aggr[KPCTL_AGGRS_MAX];
	/*
	 * as many as there can be, so that there is always room; an event keeps the
	 * fields above and those that are there
	 */
	struct kpctl_arg_spec operand[KPCTL_AGGRS_MAX * (1 + KPCTL_KEYS_MAX)];
};

struct kpctl_spec {
	u8 verb;		/* enum kpctl_verb */
	u8 kind;		/* enum kpctl_kind; %return makes a p an r, and an f an FRET */
	u8 has_maxactive;
	u8 is_addr;		/* target is addr, not sym+off */
	u32 maxactive;
	char group[KPCTL_NAME_MAX];
	char event[KPCTL_NAME_MAX];	/* given or made up */
	char mod[KPCTL_MOD_MAX];	/* empty: none named */
	char sym[KPCTL_SYM_MAX];	/* f: the patterns, as written, without %return */
	u64 off;
	u64 addr;
	u16 target_column;
	u16 off_column;			/* of the '+' of SYM+off */
	u16 maxactive_column;
	u16 event_column;		/* of the name given, else of the target */
	/*
	 * of the first $argN at p SYM+off, 0: none. Whether that is a function's
	 * entry is known only when it is planted (endbr64 counts as the entry).
	 */
	u16 entry_column;
	/* -:EVENT SYM [ARG]...: what follows the name, to be compared as text */
	u16 del_column;			/* 0: nothing */
	u16 del_len;
	u32 nargs;
	struct kpctl_arg_spec arg[KPCTL_ARGS_MAX];
	/* an event keeps the fields above, as many arguments as there are */
	struct kpctl_cond cond;
	struct kpctl_do act;
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
 * Parse a place as `check` takes it: [MOD:]SYM[+off], [MOD:]SYM%return, an
 * address, or patterns[%return], white space around it ignored. Fills in the target
 * fields of *spec, and kind, KPCTL_KIND_R with %return, KPCTL_KIND_F or _FRET for
 * patterns. Returns as kpctl_spec_parse() does.
 */
int kpctl_spec_parse_place(const char *line, size_t len, struct kpctl_spec *spec,
			   struct kpctl_err *err);

/*
 * Write the spec the way it can be given to the control file again, as tracefs
 * lists it: r16:GRP/EVENT MOD:SYM+off NAME=TEXT... and, where cond and act are
 * neither NULL nor empty, " if COND" and " do ACT". Returns the length without the
 * NUL, or -E2BIG.
 */
int kpctl_spec_print(const struct kpctl_spec *spec, const char *cond,
		     const char *act, char *buf, size_t size);

/*
 * Parse EXPR for an event that is there: what its file `filter` takes. Returns
 * as kpctl_spec_parse() does; -ENOENT: empty, or "0" or "none", no condition.
 */
int kpctl_cond_parse(const char *text, size_t len, const struct kpctl_spec *spec,
		     struct kpctl_cond *cond, struct kpctl_err *err);

/* What the word behind a number in it makes of that: 1 for none, 0 if it is no unit. */
u64 kpctl_cond_unit(const char *text, size_t len);

/*
 * Parse ACTIONS, what stands behind `do`, for an event that is there. Returns as
 * kpctl_spec_parse() does; -ENOENT: empty, *act says emit and nothing else.
 */
int kpctl_do_parse(const char *text, size_t len, const struct kpctl_spec *spec,
		   struct kpctl_do *act, struct kpctl_err *err);

/* Does all of text match the glob: * ? [a-z] [!a-z], \ before any of them? */
int kpctl_glob_match(const char *glob, size_t glob_len, const char *text, size_t len);

/*
 * The patterns of an f, one after the other. *pos is 0 at first; returns 0 when
 * there is none any more.
 */
#define KPCTL_SET_END	(~0u)
struct kpctl_glob {
	const char *mod;	/* mod_len 0: none named */
	const char *text;
	u32 mod_len;
	u32 len;
	u8 out;			/* with a !: what it matches is not in the set */
	u16 at;			/* where in the list it starts */
};
int kpctl_set_next(const char *list, u32 *pos, struct kpctl_glob *g);
/* May it match functions of that module? "" is the kernel itself. */
int kpctl_set_in_mod(const struct kpctl_glob *g, const char *mod);
/* Is a function of that module in the set? */
int kpctl_set_has(const char *list, const char *mod, const char *name);

/*
 * May two probes share one event: 0, or 1 + the index of the argument that
 * tracefs would name: the first one more than the other has, else the first whose
 * name, type or count is not the other's.
 */
u32 kpctl_spec_same_args(const struct kpctl_spec *a, const struct kpctl_spec *b);
/* The same place and the same arguments, to the letter? */
int kpctl_spec_same_probe(const struct kpctl_spec *a, const struct kpctl_spec *b);
/*
 * Is spec what `-:EVENT SYM ARG...` names: does the text behind the name, word
 * by word, equal the listing's place and its first arguments?
 */
int kpctl_spec_is_probe(const struct kpctl_spec *spec, const char *text, size_t len);

const char *kpctl_type_name(enum kpctl_type type);
u32 kpctl_type_size(enum kpctl_type type);	/* bytes; strings: 4, a __data_loc */
enum kpctl_form kpctl_type_form(enum kpctl_type type);
static inline int kpctl_type_is_signed(enum kpctl_type type)
{
	return kpctl_type_form(type) == KPCTL_FORM_SIGNED;
}
/* Its bytes in memory, or in a register, are not in the host's order. */
int kpctl_type_is_swapped(enum kpctl_type type);
static inline int kpctl_type_is_address(enum kpctl_type type)
{
	return kpctl_form_is_address(kpctl_type_form(type));
}
/* No word has its bytes: it is read as an array is, and takes a slot as one. */
int kpctl_type_is_block(enum kpctl_type type);
/* Its slot holds a __data_loc word, its bytes stand behind the slots. */
static inline int kpctl_type_is_string(enum kpctl_type type)
{
	return kpctl_type_form(type) >= KPCTL_FORM_TEXT;
}
/* Bytes of a value in a record: 8, or an array's or a block's, a multiple of 8. */
u32 kpctl_arg_slot_size(const struct kpctl_arg_spec *arg);

/* Fill in *err: the table's sentence for code, with its numbers. */
void kpctl_err_set(struct kpctl_err *err, unsigned int code, size_t column, ...);

#endif /* KPCTL_SPEC_SPEC_H */
