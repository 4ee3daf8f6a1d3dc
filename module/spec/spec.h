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
#include "spec/acts.h"
#include "spec/kinds.h"

/* Limits; the same numbers as tracefs unless a comment says why not. */
#define KPCTL_LINE_MAX		4096	/* a page, like tracefs */
#define KPCTL_NAME_MAX		64	/* group or event, with its NUL */
#define KPCTL_MOD_MAX		64	/* module name, with its NUL */
#define KPCTL_SYM_MAX		512	/* symbol, or a set's patterns, with its NUL */
#define KPCTL_ARG_NAME_MAX	33	/* argument name, with its NUL */
#define KPCTL_ARG_TEXT_MAX	256	/* whole argument, with its NUL */
#define KPCTL_ARGS_MAX		128
#define KPCTL_ARRAY_MAX		64
#define KPCTL_LIST_MAX		63	/* strings of a list */
#define KPCTL_ARGS_SIZE_MAX	3072	/* bytes of all values, as tracefs packs them */
#define KPCTL_OPS_MAX		15	/* steps of an argument, see parse_fetch.c */
#define KPCTL_DEREF_MAX		14	/* KPCTL_OPS_MAX less the source's step */
#define KPCTL_MAXACTIVE_MAX	65536	/* tracefs stops at 4096 */
#define KPCTL_GLOBS_MAX		32	/* patterns of a set */
#define KPCTL_PARAMS_MAX	8	/* parameters that a set's line names */
#define KPCTL_POINT_ARGS_MAX	12	/* arguments of a tracepoint: the kernel's limit */
#define KPCTL_BUILD_ID_MAX	41	/* a build-id: hex digits of up to 20 bytes, with the NUL */
#define KPCTL_BUILD_ID_MIN	16	/* digits; a shorter word of a comment may be a word */
#define KPCTL_MARK_MAX		256	/* the build-ids of a line's mark, with the NUL */
#define KPCTL_USER_ARGS_MAX	6	/* arguments of a program's function: those in registers */
#define KPCTL_SINCES_MAX	4	/* since and while of a line */
#define KPCTL_SINCES_TEXT	512	/* their text, with its NUL */
#define KPCTL_CALL_NAME_MAX	32	/* a function of another module, with its NUL */
#define KPCTL_CALL_VALUES	4	/* what a line gives to such a function */
#define KPCTL_CALLS_MAX		4	/* call() among the actions of a line */
#define KPCTL_SYS_ARGS_MAX	6	/* arguments of a system call: the machine's limit */

enum kpctl_verb {
	KPCTL_VERB_ADD,
	/* -:[GRP/]EVENT; no group: of any group, no event: all of the group */
	KPCTL_VERB_DEL,
};

/* The sources of arguments' values. */
enum kpctl_src {
	KPCTL_SRC_REG,		/* num: offset in struct pt_regs */
	KPCTL_SRC_ARG,		/* num: N of $argN, from 1 */
	KPCTL_SRC_STACK,	/* num: N of $stackN, from 0 */
	KPCTL_SRC_STACK_ADDR,	/* $stack */
	KPCTL_SRC_RETVAL,
	KPCTL_SRC_COMM,
	KPCTL_SRC_ADDR,		/* num: ADDR of @ADDR; memory at ADDR */
	KPCTL_SRC_SYM,		/* sym, num: offset; memory at sym + num */
	KPCTL_SRC_SYM_ADDR,	/* sym, num: offset; the address itself, &SYM */
	KPCTL_SRC_CURRENT,	/* $current, the address of the task_struct */
	KPCTL_SRC_IMM,		/* num; for a string: KPCTL_SRC_ADDR instead */
	KPCTL_SRC_TEXT,		/* sym: the text of \"TEXT" */
	KPCTL_SRC_TIME,		/* num: ns of TIME of time(TIME); the present, in whole ones of it */
	KPCTL_SRC_IN_CGROUP,	/* num: a path in the condition's strings, see kpctl_cond_path(); 1 or 0 */
	KPCTL_SRC_STARTED,	/* num: offset in what is kept of the start of since[.since] */
	KPCTL_SRC_VARS,		/* our own variables: the table in vars.h */
	KPCTL_SRC_BEFORE_VARS = KPCTL_SRC_VARS - 1,
#define X(id, name, type, moment) KPCTL_SRC_##id,
	KPCTL_VARS(X)
#undef X
};

/* The moment at which a source has its value, see vars.h; ANY: no own variable. */
enum kpctl_src_moment {
	KPCTL_SRC_ANY,
	KPCTL_SRC_HIT,
	KPCTL_SRC_WHO,
	KPCTL_SRC_TASK,
	KPCTL_SRC_PLACE,
	KPCTL_SRC_SPAN,
	KPCTL_SRC_DATA,
};

enum kpctl_src_moment kpctl_src_moment(u8 src);

static inline int kpctl_src_is_span(u8 src)
{
	return kpctl_src_moment(src) == KPCTL_SRC_SPAN;
}

static inline int kpctl_src_is_data(u8 src)
{
	return kpctl_src_moment(src) == KPCTL_SRC_DATA;
}

enum kpctl_type {
#define X(id, ...) KPCTL_TYPE_##id,
	KPCTL_TYPES(X)	/* USTRING: in user memory; STACK, USTACK: of $stacktrace, $ustacktrace alone */
#undef X
	KPCTL_TYPE_NR,
};

/*
 * Where a value lies, and who reads it:
 *
 * A string lies at the address that the last step gives: the last deref's, or without
 * derefs ADDR or SYM; or the value is the TEXT or the task's comm. No other source has a
 * string type without a deref. The type alone says whether a string is in user memory: the
 * parser turns +u0(X):string into ustring, and sets .how of the last deref for
 * +0(X):ustring.
 *
 * An array (count > 0) lies at the last step's address, too. The elements of an array of
 * strings are pointers, to kernel memory (string) or user memory (ustring); .how of the
 * last deref says where the pointers are, and nothing of the strings. Behind IMM an array of
 * strings has no pointers: the first element is the string at num, all other elements are
 * unreadable, as in tracefs.
 *
 * A value that no register holds (kpctl_type_is_block()) lies at the last step's address,
 * too, in an array or not.
 *
 * The hit says how many elements a counted array (->counted) has: its count is 1, its slots lead
 * to the elements, and those may be in user memory.
 *
 * A string that is made of names (walk, see parse_walk.c) lies nowhere: the last step's
 * address is that of the dentry, or of the struct path, at which the walk begins, of the
 * socket, or of the task.
 *
 * symstr is the name of the value itself, after all derefs, which read 8 bytes each.
 *
 * A call's entry can take a value: at_entry says so ($argN, or $entry(X)), and nentry is the
 * number of derefs that entry does; the return does the remaining derefs. If no deref
 * remains, entry reads the value, string or array itself.
 *
 * $after(X) stands inside of derefs or outside of them, and is the same in both cases: all of
 * its steps are taken after the instruction.
 */

/* A step of fetching a value: 8 bytes are read, or those of a number, string or array. */
enum kpctl_deref_how {
	KPCTL_DEREF_KERNEL,
	KPCTL_DEREF_USER,	/* +uOFFS(...) */
	KPCTL_DEREF_CPU,	/* reads nothing: adds the offset of this CPU's variables */
};

/* Who says how many elements an array has. */
enum kpctl_counted {
	KPCTL_COUNTED_NOT,	/* the line: TYPE[N] */
	KPCTL_COUNTED_NULL,	/* the NULL behind the pointers: string[], ustring[] */
	KPCTL_COUNTED_ARG,	/* an earlier argument, count_arg: TYPE[NAME] */
};

struct kpctl_deref {
	s64 off;
	u8 how;			/* enum kpctl_deref_how */
};

/* What a string is made of, mostly names of dentries; NO: the string is read where it lies. */
enum kpctl_walk {
	KPCTL_WALK_NO,
	KPCTL_WALK_2 = 2,	/* up to 4: so many names from a dentry on */
	KPCTL_WALK_3,
	KPCTL_WALK_4,
	KPCTL_WALK_DENTRY,	/* from a dentry to its file system's root */
	KPCTL_WALK_PATH,	/* from a struct path to its mount's root */
	KPCTL_WALK_SOCK,	/* no names: a socket's ends and state */
	KPCTL_WALK_TASK,	/* a task's name and number */
	KPCTL_WALK_COMM,	/* $comm(VALUE): its name alone */
	KPCTL_WALK_STACK,	/* $stacktrace(VALUE), of type stack: where it left its CPU */
};

#define KPCTL_WALK_MOST		32	/* names of DENTRY and PATH */

struct kpctl_enum;

struct kpctl_arg_spec {
	char name[KPCTL_ARG_NAME_MAX];
	/* the text behind NAME=, type included: as written, or as %pd is written out */
	char text[KPCTL_ARG_TEXT_MAX];
	char sym[KPCTL_ARG_TEXT_MAX];	/* KPCTL_SRC_SYM, KPCTL_SRC_TEXT */
	u8 src;			/* enum kpctl_src */
	u8 type;		/* enum kpctl_type */
	u8 count;		/* elements of an array; 0: no array; 1: a counted one */
	u8 counted;		/* enum kpctl_counted */
	u8 count_arg;		/* KPCTL_COUNTED_ARG: index of the argument */
	u8 bits;		/* width of a bit field in a container of `type`; 0: none */
	u8 bit;			/* the bit field's lowest bit */
	u8 of_types;		/* types have said where the value is, or what it is */
	u8 at_entry;
	u8 nentry;
	u8 nderef;		/* derefs are done in order, innermost first */
	u8 walk;		/* enum kpctl_walk, of a string */
	u8 since;		/* KPCTL_SRC_STARTED: the start's argument is number `kept_bit` of it, */
	u8 kept_bit;
	u8 kept_fault;		/* can have been unreadable, */
	u8 kept_as_is;		/* and is taken as the start has it */
	u8 of_task;		/* a part of $lat that only the task itself knows, or nobody */
	u8 after;		/* $after(X): the value once the probed instruction has run */
	char call[KPCTL_CALL_NAME_MAX];	/* of call:NAME(X...), else empty: see parse_call.c */
	u8 call_values;		/* so many X: */
	u8 call_type;		/* the first is the value that the other fields say, of this type, */
	u8 call_more[KPCTL_CALL_VALUES - 1];	/* and the others are these arguments */
	u16 column;		/* of the argument in the line, for later refusals */
	const struct kpctl_enum *names;	/* of the values, see enum.h; NULL: they have none */
	s64 num;
	struct kpctl_deref deref[KPCTL_DEREF_MAX];
};

/*
 * The condition of `if EXPR`: tests, each with a next step for true and for false, always
 * forward, to another test or to one of the two ends. An unreadable value makes its test
 * fail, negated or not: a hit passes only if the condition is known to hold. Negation
 * stands in the tests alone.
 */
#define KPCTL_COND_MAX		1024	/* bytes of EXPR, with the NUL */
#define KPCTL_TESTS_MAX		32
#define KPCTL_GLOB_MAX		128	/* characters of a pattern */
#define KPCTL_OPERANDS_MAX	32	/* operands that are no arguments of the event */
#define KPCTL_COND_YES		0xff
#define KPCTL_COND_NO		0xfe

enum kpctl_cmp {
	KPCTL_CMP_EQ, KPCTL_CMP_NE,
	KPCTL_CMP_LT, KPCTL_CMP_GE,	/* each pair: a comparison and its negation */
	KPCTL_CMP_GT, KPCTL_CMP_LE,
	KPCTL_CMP_BITS, KPCTL_CMP_NOBITS,	/* a & b */
	KPCTL_CMP_GLOB, KPCTL_CMP_NOGLOB,	/* strings: text against pattern */
	KPCTL_CMP_SAME, KPCTL_CMP_OTHER,	/* strings: == and != */
	KPCTL_CMP_NET, KPCTL_CMP_NONET,		/* addresses: in; == and != with all bits */
};

/* An operand: below KPCTL_ARGS_MAX an argument of the event, else ->operand[]. */
struct kpctl_test {
	u8 cmp;			/* enum kpctl_cmp */
	u8 is_signed;		/* both sides are compared as signed numbers */
	u8 left;
	u8 right;		/* with right_is_operand; else num, or the text */
	u8 right_is_operand;
	u8 on_true;		/* next test, or KPCTL_COND_YES or _NO */
	u8 on_false;
	u16 text;		/* strings, addresses: offset in ->strings */
	u16 text_len;		/* strings, addresses: bytes, without a NUL */
	u64 num;		/* a number; addresses: the number of leading bits compared */
};

struct kpctl_named_cgroups;

struct kpctl_cond {
	u16 column;		/* of EXPR in the line */
	u8 ntests;		/* 0: no condition */
	u8 noperands;
	u16 nstrings;		/* bytes in use of strings[] */
	/* the cgroups that EXPR names: NULL from the parser, found by the parser's caller */
	struct kpctl_named_cgroups *cgroups;
	char text[KPCTL_COND_MAX];	/* EXPR as written, runs of space as one */
	struct kpctl_test test[KPCTL_TESTS_MAX];
	/* a quoted text is shorter than in EXPR, the bytes of an address can be longer */
	char strings[KPCTL_COND_MAX + KPCTL_TESTS_MAX * KPCTL_ADDRESS_MAX];
	/* an event keeps the fields above, and noperands operands */
	struct kpctl_arg_spec operand[KPCTL_OPERANDS_MAX];
};

/* The path of `$cgroup in "PATH"`: an offset in ->strings, and a length; a NUL is behind it. */
static inline s64 kpctl_cond_path(const struct kpctl_test *test)
{
	return test->text | (s64)test->text_len << 32;
}

/*
 * The actions of `do` for a hit that passes the condition: emit writes a record, all other
 * actions add the hit up in a table, by keys. A line without `do`: emit alone.
 */
#define KPCTL_AGGRS_MAX		4
#define KPCTL_KEYS_MAX		6
#define KPCTL_ENTRIES_DEFAULT	4096
#define KPCTL_ENTRIES_MAX	(1u << 20)
#define KPCTL_DO_MAX		512	/* bytes of ACTIONS, with the NUL */

/* Time until a span may be pushed out, unless the start says so. */
#define KPCTL_WITHIN_DEFAULT	10000000000ull

/* An action with its table. Operands are numbered as in a test. */
struct kpctl_aggr_spec {
	u8 action;		/* enum kpctl_action_id */
	u8 value;		/* operand of the value, for an action that has a value */
	u8 nkeys;
	u8 key[KPCTL_KEYS_MAX];	/* operands: numbers, strings, stacks; no arrays, no key twice */
	u16 text;		/* the action's offset in ->text */
	u16 text_len;		/* without size=, but with all of it where there is top= */
	u32 entries;		/* room for so many different keys */
	u32 top;		/* 0, or: those that have most, so many of them, are kept */
	u8 by_time;		/* the first key is time(TIME): the newest are kept */
};

/*
 * The name of an operand is its text as written, without a $ in front, cut off at the end of
 * the field.
 */
#define KPCTL_STOP_MAX		1000000000u	/* events until a stop */
#define KPCTL_PRINT_MAX		1000u		/* lines of an event in a second */
#define KPCTL_PRINT_USUAL	10u

/* An action call(NAME, X...). */
struct kpctl_do_call {
	char name[KPCTL_CALL_NAME_MAX];
	u16 column;		/* of NAME in the line */
	u8 nvalues;
	u8 value[KPCTL_CALL_VALUES];	/* operands, numbers */
};

/* An action that acts on what was hit, see acts.h. */
#define KPCTL_ACT_RATE_MAX	1000u		/* hits in a second */
#define KPCTL_ACT_LIMIT_MAX	1000000000u	/* hits at all; N of `1 in N`, `first N` */
#define KPCTL_ACT_FOR_MIN	1000000ull	/* ns */

struct kpctl_act_spec {
	u8 act;			/* enum kpctl_act_id */
	u8 sure;		/* with a !: functions may be such that acting is dangerous */
	u8 per_second;		/* limit is of a second */
	u8 has_value;
	u32 limit;		/* hits that act, at most */
	u32 one_in;		/* each N-th hit acts; 0: each */
	u32 first;		/* only the first N hits act; 0: all */
	u64 within;		/* ns from the first hit that acts; 0: no end */
	s64 value;		/* what the caller gets, or the signal */
	u16 column;		/* in the line */
};

struct kpctl_do {
	u16 column;		/* of ACTIONS in the line */
	u8 emit;
	u8 naggrs;
	u8 noperands;
	u8 starts;		/* the hit starts a span: */
	u8 once;
	u8 stops;		/* the hit stops the session's recording, */
	u8 prints;		/* the hit goes to the kernel log, */
	u8 ncalls;		/* functions of other modules are called with it */
	u8 nacts;		/* acts on what was hit, none twice */
	u32 stop_after;		/* after so many more events */
	u32 print_most;		/* at most so many of a second */
	u64 within;		/* ns */
	struct kpctl_aggr_spec start;	/* its keys and its room */
	struct kpctl_act_spec acts[KPCTL_ACT_NR];
	char text[KPCTL_DO_MAX];	/* ACTIONS as written, runs of space as one */
	struct kpctl_aggr_spec aggr[KPCTL_AGGRS_MAX];
	struct kpctl_do_call call[KPCTL_CALLS_MAX];
	/*
	 * The array has room for the most operands that actions can have. An event keeps the
	 * fields above, and noperands operands.
	 */
	struct kpctl_arg_spec operand[KPCTL_AGGRS_MAX * (1 + KPCTL_KEYS_MAX) +
				      (1 + KPCTL_SINCES_MAX) * KPCTL_KEYS_MAX +
				      KPCTL_CALLS_MAX * KPCTL_CALL_VALUES];
};

/* A clause: the span of another event that a hit takes (`since`) or looks at (`while`). */
struct kpctl_since {
	u8 takes;		/* since */
	u8 nkeys;
	u8 key[KPCTL_KEYS_MAX];	/* operands of the line's struct kpctl_do */
	u16 column;		/* of the event's name */
	char group[KPCTL_NAME_MAX];
	char event[KPCTL_NAME_MAX];
};

/* Where a parameter is, and its type: for functions that share it. */
struct kpctl_set_place {
	u32 num;		/* N of $argN */
	u32 type;		/* id, without typedefs and qualifiers: of what it points at, or of it */
	u8 is_pointer;
	u8 is_own;		/* the type is one of the module's whose functions vote */
};

/*
 * A parameter that the line of a set names: it stands for one place and one type, those that
 * most functions of the set have. All other functions are left out.
 */
struct kpctl_set_param {
	char name[KPCTL_ARG_NAME_MAX];
	struct kpctl_set_place place;
	char why[KPCTL_ARG_NAME_MAX + 48];	/* for left_out */
};

/* Where the text of a target of watched memory has its symbol, and what is watched there. */
struct kpctl_watch_spec {
	u8 reads;		/* reads are hits, too */
	u8 len;			/* bytes: 1, 2, 4 or 8 */
	u16 sym;		/* offset in spec->sym; not with is_addr */
	u16 sym_len;
	u16 column;		/* of the symbol or address in the line */
	s64 off;		/* from the symbol */
};

/*
 * What few lines have. It is larger than all else that an event keeps of most lines, so an
 * event without any of it has none: kpctl_spec_has_extra() tells.
 */
struct kpctl_spec_extra {
	char mark[KPCTL_MARK_MAX];	/* ID [MOD=ID]..., see mark.c */
	struct kpctl_since since[KPCTL_SINCES_MAX];
	char since_text[KPCTL_SINCES_TEXT];	/* the clauses as written, runs of space as one */
	struct kpctl_set_param param[KPCTL_PARAMS_MAX];
};

struct kpctl_spec {
	u8 verb;		/* enum kpctl_verb */
	u8 kind;		/* enum kpctl_kind; %return makes a p an r, and an f an FRET */
	u8 has_maxactive;
	u8 is_addr;		/* the target is addr, and not sym+off */
	u8 of_module;		/* names were resolved by the types of a module, or a mark has one */
	u8 is_sys;		/* sys:...: the target is system calls alone, see parse_sys.c */
	u32 maxactive;
	char group[KPCTL_NAME_MAX];
	char event[KPCTL_NAME_MAX];	/* given or made up */
	char mod[KPCTL_MOD_MAX];	/* empty: the line names no module */
	/* a symbol, or the text of any other target: a set's patterns, without %return */
	char sym[KPCTL_SYM_MAX];
	u64 off;
	u64 addr;
	u64 num;		/* a target that is a number: ns, samples in a second; in a program: the offset */
	u64 user_ref;		/* in a program: offset of the counter of who watches, or 0 */
	/* watched memory, of which sym has the text: LEN bytes at addr, or at a symbol + off */
	struct kpctl_watch_spec watch;
	u16 target_column;
	u16 off_column;			/* of the '+' of SYM+off */
	u16 cycles_column;		/* of the word `cycles` behind a rate; 0: it is not there */
	u16 maxactive_column;
	u16 event_column;		/* of the name given, else of the target */
	u8 user_entry;			/* U: by the file, the place is a function's first instruction */
	/*
	 * of the first $argN at p SYM+off; 0: no $argN. Only planting shows whether SYM+off is
	 * a function's entry (behind endbr64 is still the entry).
	 */
	u16 entry_column;
	/*
	 * of the first $after; 0: there is none. Of a line with one, all other values are of the
	 * moment before the instruction (prog/compile_value.c).
	 */
	u16 after_column;
	/* -:EVENT SYM [ARG]...: the text behind the name, to be compared as text */
	u16 del_column;			/* 0: no text */
	u16 del_len;
	u16 mark_column;		/* 0: no mark, the line is for any kernel */
	u32 nsinces;		/* of extra->since */
	u32 nparams;		/* of extra->param */
	struct kpctl_spec_extra *extra;	/* NULL in an event without any of it */
	u32 nargs;
	struct kpctl_arg_spec arg[KPCTL_ARGS_MAX];
	/* an event keeps the fields above, and nargs arguments */
	struct kpctl_cond cond;
	struct kpctl_do act;
	struct kpctl_spec_extra extra_room;	/* where the extra of a parsed line lies */
};

static inline int kpctl_spec_has_extra(const struct kpctl_spec *spec)
{
	return spec->mark_column || spec->nsinces || spec->nparams;
}

/*
 * The refusal of a line: a code of the table in errors.h, the offset of the wrong
 * character, and the sentence with its values filled in.
 */
#define KPCTL_ERR_TEXT_MAX	320
struct kpctl_err {
	u16 code;
	u16 column;
	char text[KPCTL_ERR_TEXT_MAX];
};

/*
 * Parses one line of len bytes, without a newline; a NUL at the end is not needed, and any
 * bytes are fine as input. Returns 0; -ENOENT for a blank line or a comment (nothing to
 * do); -EINVAL or, for limits, -E2BIG, with *err filled in and *spec not to be used. No
 * byte of *spec is read before it is written.
 */
int kpctl_spec_parse(const char *line, size_t len, struct kpctl_spec *spec,
		     struct kpctl_err *err);

/* The same, and names of parameters and members have a meaning (spec/names.h). */
struct kpctl_names;
int kpctl_spec_parse_named(const char *line, size_t len, struct kpctl_names *names,
			   struct kpctl_spec *spec, struct kpctl_err *err);

/*
 * Parses a place for `check`: [MOD:]SYM[+off], [MOD:]SYM%return, an address,
 * patterns[%return], or "t" and tracepoints; white space around the place is ignored. Fills
 * in the target fields of *spec, and the kind: KPCTL_KIND_R with %return, KPCTL_KIND_F or
 * _FRET for patterns, KPCTL_KIND_T behind a "t".
 * Returns as kpctl_spec_parse() does.
 */
int kpctl_spec_parse_place(const char *line, size_t len, struct kpctl_spec *spec,
			   struct kpctl_err *err);

/*
 * For `check`, too (parse_struct.c): a line that begins with struct, union or a parenthesis is
 * about a type and no place. Leaves *c at the struct, or at what else the path's end is.
 */
struct kpctl_btf_cursor;
int kpctl_spec_is_struct(const char *line, size_t len);
int kpctl_spec_parse_struct(const char *line, size_t len, struct kpctl_names *names,
			    struct kpctl_spec *spec, struct kpctl_btf_cursor *c,
			    struct kpctl_err *err);

/*
 * Writes the spec as a line that the control file takes again, in tracefs's form:
 * r16:GRP/EVENT MOD:SYM+off NAME=TEXT..., with " if COND" and " do ACT" unless `cond` or
 * `act` is NULL or empty, and the mark. Returns the length without the NUL, or -E2BIG.
 */
int kpctl_spec_print(const struct kpctl_spec *spec, const char *cond,
		     const char *act, char *buf, size_t size);

/*
 * Parses EXPR for an existing event, as the event's file `filter` takes EXPR. Returns as
 * kpctl_spec_parse() does; -ENOENT: no condition, by an empty text, "0" or "none".
 */
int kpctl_cond_parse(const char *text, size_t len, const struct kpctl_spec *spec,
		     struct kpctl_cond *cond, struct kpctl_err *err);
/* The same, and names of parameters and members have a meaning. */
int kpctl_cond_parse_named(const char *text, size_t len, struct kpctl_names *names,
			   const struct kpctl_spec *spec, struct kpctl_cond *cond,
			   struct kpctl_err *err);

/* The factor of the unit behind a number in EXPR: 1 without a unit, 0 for an unknown unit. */
u64 kpctl_cond_unit(const char *text, size_t len);

/*
 * Parses ACTIONS, the text behind `do`, for an existing event. Returns as
 * kpctl_spec_parse() does; -ENOENT: an empty text, *act is emit alone.
 */
int kpctl_do_parse(const char *text, size_t len, const struct kpctl_spec *spec,
		   struct kpctl_do *act, struct kpctl_err *err);

/* Does the whole text match the glob (see glob.c)? */
int kpctl_glob_match(const char *glob, size_t glob_len, const char *text, size_t len);

/*
 * The patterns of an f, one after the other. *pos is 0 at first; kpctl_set_next() returns 0
 * when no pattern is left.
 */
#define KPCTL_SET_END	(~0u)
struct kpctl_glob {
	const char *mod;	/* mod_len 0: the pattern names no module */
	const char *text;
	u32 mod_len;
	u32 len;
	u8 out;			/* with a !: functions that match are not in the set */
	u8 sys;			/* with a sys: the text is of a system call, and of no function */
	u16 at;			/* the pattern's offset in the list */
};
int kpctl_set_next(const char *list, u32 *pos, struct kpctl_glob *g);
/* May the pattern match functions of the module? "" is the kernel itself. */
int kpctl_set_in_mod(const struct kpctl_glob *g, const char *mod);
/* Does the pattern match the function `name`, whatever module it names? */
int kpctl_set_glob_is(const struct kpctl_glob *g, const char *name);
/* Is the function `name` of the module in the set? */
int kpctl_set_has(const char *list, const char *mod, const char *name);

/*
 * A target at one place as the line has it: sys and NAME for a system call, of which `sym` is
 * the entry.
 */
const char *kpctl_spec_target_mod(const struct kpctl_spec *spec);
const char *kpctl_spec_target_sym(const struct kpctl_spec *spec);
/* The name of the system call that is entered at a function of the kernel; NULL: none is. */
const char *kpctl_sys_name(const char *sym);

/*
 * May two probes share one event? 0: yes; else 1 + the index of the argument that tracefs
 * would name: the first argument that only one of the two has, or the first argument whose
 * name, type or count differs.
 */
u32 kpctl_spec_same_args(const struct kpctl_spec *a, const struct kpctl_spec *b);
/* Do both specs have the same place and the same arguments, to the letter? */
int kpctl_spec_same_probe(const struct kpctl_spec *a, const struct kpctl_spec *b);
/*
 * Does the text behind the name of `-:EVENT SYM ARG...` name the spec's probe? Yes, if the
 * words are the listing's place and its first arguments.
 */
int kpctl_spec_is_probe(const struct kpctl_spec *spec, const char *text, size_t len);

const char *kpctl_type_name(enum kpctl_type type);
u32 kpctl_type_size(enum kpctl_type type);	/* bytes; strings: 4, a __data_loc */
enum kpctl_form kpctl_type_form(enum kpctl_type type);
static inline int kpctl_type_is_signed(enum kpctl_type type)
{
	return kpctl_form_is_signed(kpctl_type_form(type));
}
/* Are the bytes of a value, in memory or in a register, not in the host's order? */
int kpctl_type_is_swapped(enum kpctl_type type);
static inline int kpctl_type_is_address(enum kpctl_type type)
{
	return kpctl_form_is_address(kpctl_type_form(type));
}
/* Does no word hold a value? Such values are read and stored as arrays are. */
int kpctl_type_is_block(enum kpctl_type type);
static inline int kpctl_type_is_stack(enum kpctl_type type)
{
	return type == KPCTL_TYPE_STACK || type == KPCTL_TYPE_USTACK;
}
/* Does the slot hold a __data_loc word, which leads to bytes behind the slots? */
static inline int kpctl_type_is_string(enum kpctl_type type)
{
	return kpctl_type_form(type) >= KPCTL_FORM_TEXT;
}
/* Is the value one word? */
static inline int kpctl_arg_is_number(const struct kpctl_arg_spec *arg)
{
	return !arg->count && !kpctl_type_is_string(arg->type) &&
	       !kpctl_type_is_address(arg->type);
}

/* Do the value's bytes stand behind the slots of a record? */
static inline int kpctl_arg_is_behind(const struct kpctl_arg_spec *arg)
{
	return arg->counted || kpctl_type_is_string(arg->type);
}

/* Can the value's being unreadable show only when it is fetched? */
static inline int kpctl_arg_reads_memory(const struct kpctl_arg_spec *arg)
{
	return arg->nderef || arg->src == KPCTL_SRC_ADDR || arg->src == KPCTL_SRC_SYM ||
	       arg->src == KPCTL_SRC_VALUE ||
	       (arg->src == KPCTL_SRC_STARTED && arg->kept_fault) || arg->of_task ||
	       arg->call[0];	/* the function may say that there is no value */
}

/*
 * What is kept of a start (aside.c): a record of its arguments without a header, the fault mask
 * first. Arrays as long as the hit says are not kept.
 */
#define KPCTL_ASIDE_MAX		760	/* bytes */
#define KPCTL_ASIDE_STRING	256	/* of a string */
#define KPCTL_ASIDE_FRAMES	64	/* of a stack; as many as a key has */
int kpctl_aside_has(const struct kpctl_arg_spec *arg);
/* The offset of an argument; of nargs: where strings begin. */
u32 kpctl_aside_slot(const struct kpctl_spec *spec, u32 arg);
/* All bytes, strings included; more than KPCTL_ASIDE_MAX: too many. */
u32 kpctl_aside_size(const struct kpctl_spec *spec);
/* Are two starts of one event alike, as far as those go that use them? */
int kpctl_aside_same(const struct kpctl_spec *a, const struct kpctl_do *act_a,
		     const struct kpctl_spec *b, const struct kpctl_do *act_b);

/* Do two arguments take the same slots, and are these read in the same way? */
int kpctl_arg_same_array(const struct kpctl_arg_spec *a, const struct kpctl_arg_spec *b);
/* Bytes of a value's slots in a record: 8, or more for an array or a block, a multiple of 8. */
u32 kpctl_arg_slot_size(const struct kpctl_arg_spec *arg);

/* Fills in *err: the table's sentence for the code, with the values given. */
void kpctl_err_set(struct kpctl_err *err, unsigned int code, size_t column, ...);

#endif /* KPCTL_SPEC_SPEC_H */
