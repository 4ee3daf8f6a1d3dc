/* SPDX-License-Identifier: GPL-2.0 */
/* The parser's own header, for the files of spec/ alone. */
#ifndef KPCTL_SPEC_PARSE_H
#define KPCTL_SPEC_PARSE_H

#include "spec/spec.h"
#ifdef __KERNEL__
#include <linux/kernel.h>
#endif
#include "spec/errors.h"
#include "spec/names.h"
#include "spec/out.h"

/* A piece of the line: [p, end). A span is not NUL-terminated and may contain NULs. */
struct kpctl_span {
	const char *p;
	const char *end;
};

/*
 * A short form of an argument (%pd) is written out into memory of its own, and the written
 * text is parsed. Columns still point into the line. The written text is
 *
 *	front made-up bytes | a copy of the line's `from` | made-up bytes
 */
struct kpctl_written {
	const char *text;	/* NULL: no argument is written out */
	size_t len;
	size_t front;
	struct kpctl_span from;
};

struct kpctl_parse {
	const char *line;	/* columns count from here */
	const struct kpctl_spec *spec;	/* the spec as far as it is parsed */
	struct kpctl_spec *out;		/* the same spec, to fill in; or NULL */
	struct kpctl_err *err;
	struct kpctl_written written;
	u32 size;		/* of the arguments, as tracefs packs them */
	u16 entry_column;	/* for spec->entry_column */
	u16 after_column;	/* for spec->after_column */
	struct kpctl_names *names;	/* NULL: there are no types to look names up in */
	u8 names_found;		/* the types of the line's function have been looked for, */
	int names_wrong;	/* and that is why they are not known */
	u8 sys_found;		/* the same of the line's system call */
	int sys_wrong;
	u8 all_params;		/* the line has had its $arg* */
	struct kpctl_span *behind;	/* the words behind a target, which may take words of them */
	u32 enums_size;		/* of all tables of enums' names that the line has */
	struct kpctl_names *events;	/* NULL: nobody knows of events that start spans */
	struct kpctl_start start[KPCTL_SINCES_MAX];	/* of each clause of the line */
	u8 nstarts;
	u8 in_keys;		/* the keys of a clause are parsed: the start is not known yet */
};

/* Refuses the line at a character: fills in *err, and is the error to return. */
#define spec_refuse(ps, name, at, ...)					\
	(kpctl_err_fill((ps)->err, name, kpctl_spec_column(ps, at),	\
			##__VA_ARGS__),					\
	 kpctl_err_errno(KPCTL_E_##name))

#define SPAN_QUOTE(span) KPCTL_QUOTE((span).p, (span).end - (span).p)

/* The letter of the line's kind, for a sentence. */
#define KIND_QUOTE(ps) KPCTL_QUOTE(&kpctl_kind_info((ps)->spec->kind)->letter, 1)

static inline size_t span_len(struct kpctl_span s)
{
	return s.end - s.p;
}

static inline int span_is(struct kpctl_span s, const char *text)
{
	return span_len(s) == strlen(text) && !memcmp(s.p, text, span_len(s));
}

/* Takes `text` off the front; 0 if s has another start. */
static inline int span_skip(struct kpctl_span *s, const char *text)
{
	size_t len = strlen(text);

	if (span_len(*s) < len || memcmp(s->p, text, len))
		return 0;
	s->p += len;
	return 1;
}

/* The first c in the span, or NULL. */
static inline const char *span_find(struct kpctl_span s, char c)
{
	return s.p < s.end ? memchr(s.p, c, s.end - s.p) : NULL;
}

/* The parts of a span before and from the position `at`. */
static inline struct kpctl_span span_until(struct kpctl_span s, const char *at)
{
	return (struct kpctl_span){ s.p, at };
}

static inline struct kpctl_span span_from(struct kpctl_span s, const char *at)
{
	return (struct kpctl_span){ at, s.end };
}

/*
 * Character classes of plain ASCII. The kernel's ctype takes Latin-1 letters and the
 * no-break space too, the C library's ctype depends on the locale.
 */
static inline int char_is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline int char_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline int char_is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static inline void span_skip_space(struct kpctl_span *s)
{
	while (s->p < s->end && char_is_space(*s->p))
		s->p++;
}

/* Characters that make a name a pattern, or a list of patterns. */
#define GLOB_CHARS	"*?[!,"

/* Further characters of symbols: clones (foo.isra.0), LLVM's suffixes. */
#define SYMBOL_CHARS	".$"

/* scan.c */
size_t kpctl_spec_column(const struct kpctl_parse *ps, const char *at);
int kpctl_spec_scan_word(struct kpctl_span *rest, struct kpctl_span *word);
int kpctl_spec_scan_u64(struct kpctl_span s, unsigned int base, u64 *val);
int kpctl_spec_scan_lead(struct kpctl_span *s, unsigned int base, u64 *val);
int kpctl_spec_scan_minus(struct kpctl_span s, s64 *val);
int kpctl_spec_scan_s64(struct kpctl_span s, s64 *val);
const char *kpctl_spec_scan_name(struct kpctl_span s, const char *also);
const char *kpctl_spec_scan_any(struct kpctl_span s, const char *set);
void kpctl_spec_scan_copy(char *to, struct kpctl_span s);
unsigned int kpctl_spec_scan_fold(struct kpctl_span s, char *to, size_t size);

/* target_NAME.c: a target, by its name in kinds.h; the word is empty at the line's end. */
#define X(id, letter, flags, target, ...)	\
int kpctl_spec_target_##target(struct kpctl_parse *ps, struct kpctl_span word);
KPCTL_KINDS(X)
#undef X

/* target_set.c: patterns, for other targets that are made of them */
int kpctl_spec_target_items(struct kpctl_parse *ps, struct kpctl_span word);

/* parse.c */
void kpctl_spec_clear(struct kpctl_spec *spec);

/* parse_head.c */
int kpctl_spec_parse_kind(struct kpctl_parse *ps, struct kpctl_span head,
			  struct kpctl_span *name);
int kpctl_spec_parse_name(struct kpctl_parse *ps, struct kpctl_span name);
void kpctl_spec_make_name(struct kpctl_spec *spec);
int kpctl_spec_is_kind(struct kpctl_span head);
int kpctl_spec_refuse_kind(struct kpctl_parse *ps, struct kpctl_span head);

/* The two sides of FETCHARG[:TYPE], and their properties. */
struct kpctl_value {
	struct kpctl_span all;
	struct kpctl_span fetch;
	struct kpctl_span type;	/* without [N]; empty, at all.end: no type is given */
	u8 typed;
	u8 in_entry;		/* the source stands in an $entry(...), */
	u8 in_after;		/* in an $after(...) */
	u8 named;		/* the value's type is that of a name, unless the line gives one */
	u8 of_sys;		/* the source is an argument of a system call, see parse_sys.c */
	u8 of_cpu;		/* the source stands in a this_cpu_...(): @SYM is an address there */
	unsigned int steps;	/* so far, at most KPCTL_OPS_MAX */
};

/* parse_arg.c: an argument of the line; a value alone, argument or operand */
int kpctl_spec_parse_arg(struct kpctl_parse *ps, struct kpctl_span word);
int kpctl_spec_parse_value(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_span body, int is_operand);
int kpctl_spec_parse_bare(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_span name);
void kpctl_spec_tell(struct kpctl_parse *ps, struct kpctl_span word,
		     const struct kpctl_arg_spec *arg);
int kpctl_spec_parse_written(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			     struct kpctl_span from);

/* The value inside of another, which has its own type. */
int kpctl_spec_parse_inside(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			    struct kpctl_span body);

/* parse_call.c: call:NAME(...), a value that a function of another module makes */
int kpctl_spec_is_call(struct kpctl_span s);
/* Both of a span that satisfies kpctl_spec_is_call(). */
const char *kpctl_spec_find_call_type(struct kpctl_span s);
struct kpctl_span kpctl_spec_call_name(struct kpctl_span s);
int kpctl_spec_check_call_name(struct kpctl_parse *ps, struct kpctl_span name);
int kpctl_spec_parse_call(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_span s);

/* parse_type.c: the type, before FETCHARG is parsed, and after */
const char *kpctl_spec_find_type(struct kpctl_span value);
int kpctl_spec_parse_type(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_value *v);
int kpctl_spec_finish_type(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_value *v);

/* parse_walk.c: strings that are made; 0: the type is none of these */
int kpctl_walk_find_type(struct kpctl_span type, struct kpctl_arg_spec *arg);
/* Puts the type's own derefs around those of the line; returns their number. */
unsigned int kpctl_walk_put_derefs(struct kpctl_arg_spec *arg, const struct kpctl_value *v);
/* The derefs that stay outside of an $entry(...) which begins behind those so far. */
unsigned int kpctl_walk_outside(const struct kpctl_arg_spec *arg);
int kpctl_walk_check(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
		     const struct kpctl_value *v, int is_mem);

/* parse_task.c: what is told of a task by its address */
static inline int kpctl_walk_is_task(const struct kpctl_arg_spec *arg)
{
	return arg->walk >= KPCTL_WALK_TASK;
}
/* Does s begin with $comm( or $stacktrace(? */
int kpctl_spec_is_of_task(struct kpctl_span s);
/* Peels $comm(...) or $stacktrace(...) off the outside of *s; the position is that of the ')'. */
int kpctl_spec_parse_of_task(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			     struct kpctl_value *v, struct kpctl_span *s);
/* Is a whole $argN or $retval the address of a task? By the prototype, where that is known. */
int kpctl_task_check(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
		     const struct kpctl_value *v);

/* parse_enum.c: names of values: a type enum(NAME); a value by its name, if it is an enum */
int kpctl_spec_is_enum(struct kpctl_span type);
int kpctl_spec_parse_enum(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_span type);
int kpctl_spec_name_values(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   const struct kpctl_btf_cursor *c);

/* parse_user.c: values of probes in programs; all but user kinds pass */
int kpctl_spec_check_user_source(struct kpctl_parse *ps, struct kpctl_span s);
int kpctl_spec_check_user_type(struct kpctl_parse *ps, struct kpctl_span type);
int kpctl_spec_is_user_stack(const struct kpctl_parse *ps, const struct kpctl_arg_spec *arg);
void kpctl_spec_finish_user(const struct kpctl_parse *ps, struct kpctl_arg_spec *arg);

/* parse_fetch.c, parse_source.c */
int kpctl_spec_parse_fetch(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_value *v);
int kpctl_spec_parse_source(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			    struct kpctl_value *v, struct kpctl_span s);
const char *kpctl_spec_own_var(struct kpctl_span fetch);
int kpctl_spec_is_bare(struct kpctl_span name);
enum kpctl_type kpctl_spec_src_type(u8 src);

/*
 * parse_after.c: may the source stand in $after(...)? At the end of a line: what the line has that
 * does not go together with $after(...).
 */
int kpctl_spec_after_source(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
			    struct kpctl_span s);
int kpctl_spec_finish_after(struct kpctl_parse *ps);

/* parse_path.c: members and elements behind a value, by their names */

/* A path on its way: a deref for each pointer that the path has followed. */
struct kpctl_path {
	struct kpctl_btf_cursor cursor;	/* its off is that of the last deref, not yet kept */
	struct kpctl_deref deref[KPCTL_DEREF_MAX];
	unsigned int n;
	u8 how;		/* enum kpctl_deref_how, of all its derefs */
	u8 is_cast;	/* the value is the address of what the cursor is at, n is 1 */
};

const char *kpctl_path_find_step(struct kpctl_span s);
/* Refuses a step. */
int kpctl_path_refuse(struct kpctl_parse *ps, const struct kpctl_path *path,
		      enum kpctl_btf_wrong wrong, struct kpctl_span step);
/*
 * The steps of a path that has been started, and what they mean for the argument; `all` is
 * quoted where the path's end is wrong.
 */
int kpctl_path_parse(struct kpctl_parse *ps, struct kpctl_arg_spec *arg, struct kpctl_value *v,
		     struct kpctl_path *path, struct kpctl_span steps, struct kpctl_span all);
/* Follows the pointer that the path has come to: one deref more. */
int kpctl_path_follow(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span step);
/* parse_walk.c: goes from the path's end to the struct path that the type `path` is made of */
int kpctl_walk_end_path(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span s);
/* Is the path's end the address of a socket? */
int kpctl_walk_end_sock(struct kpctl_parse *ps, const struct kpctl_path *path,
			struct kpctl_span s);
/* parse_task.c: is the path's end the address of a task? */
int kpctl_task_end(struct kpctl_parse *ps, const struct kpctl_path *path, struct kpctl_span s);
/* The steps alone. */
int kpctl_path_walk(struct kpctl_parse *ps, struct kpctl_path *path, struct kpctl_span steps);

/* parse_cast.c */
int kpctl_spec_is_cast(struct kpctl_span s);
int kpctl_spec_is_this_cpu(struct kpctl_span s);
/* Leaves the INNER in *s, and the number of the path's derefs in *nderef. */
int kpctl_spec_parse_cast(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_value *v, struct kpctl_span *s, unsigned int *nderef);
/* Starts at a struct of a module, or with an empty mod of where the line is. at: for refusals */
int kpctl_path_start_at_struct(struct kpctl_parse *ps, struct kpctl_path *path,
			       struct kpctl_span mod, struct kpctl_span name, const char *at);

/* mark.c: what the line's comment says of the line */
int kpctl_spec_parse_mark(struct kpctl_parse *ps, struct kpctl_span comment);

/* parse_named.c: names of parameters; the type that a name gives to its value */
int kpctl_spec_is_named(struct kpctl_span s);
int kpctl_spec_parse_named_source(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
				  struct kpctl_value *v, struct kpctl_span s);
/* The type of a $retval to which the line gives none: the function's, where it is known. */
int kpctl_spec_retval_type(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_value *v);
/* The type of $argN or $retval as a whole. -ENOENT, without a refusal: nobody knows it. */
int kpctl_spec_whole_type(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
			  struct kpctl_btf_cursor *c);
/* $arg*: an argument for each parameter that has a value of its own */
int kpctl_spec_parse_all_params(struct kpctl_parse *ps, struct kpctl_span word);

/* parse_since.c: since and while */

/* Where the clauses stand in the line. */
struct kpctl_since_spans {
	struct kpctl_span clause[KPCTL_SINCES_MAX];	/* from the word on */
	struct kpctl_span keys[KPCTL_SINCES_MAX];
};

int kpctl_since_find(struct kpctl_parse *ps, struct kpctl_span rest,
		     struct kpctl_since_spans *at);
int kpctl_since_parse_keys(struct kpctl_parse *ps, const struct kpctl_since_spans *at,
			   struct kpctl_do *act);
/* Of an event that is there already: the starts that its line names, as far as they are known. */
void kpctl_since_find_again(struct kpctl_parse *ps);
/* Do two keys compare, as text or as numbers? */
int kpctl_since_same_key(const struct kpctl_arg_spec *a, const struct kpctl_arg_spec *b);
/* -ENOENT, without a refusal: no start has an argument of that name. */
int kpctl_since_parse_arg(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_value *v, struct kpctl_span s);

/* parse_sys.c: arguments of system calls */
/* The NAME of "struct NAME *", or of "union NAME *"; empty: the text is none. */
struct kpctl_span kpctl_sys_struct_of(const char *text);
int kpctl_spec_parse_sys_argn(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			      struct kpctl_value *v, struct kpctl_span s, u64 n);
int kpctl_spec_parse_sys_param(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			       struct kpctl_value *v, struct kpctl_span name);
int kpctl_spec_check_set_param(struct kpctl_parse *ps, struct kpctl_span name);
int kpctl_spec_keep_set_param(struct kpctl_parse *ps, struct kpctl_span name,
			      const struct kpctl_set_place *place);
int kpctl_spec_start_sys_param(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			       struct kpctl_value *v, struct kpctl_path *path,
			       struct kpctl_span name);
int kpctl_spec_start_sys_argn(struct kpctl_parse *ps, const struct kpctl_arg_spec *arg,
			      struct kpctl_path *path, struct kpctl_span name);
int kpctl_spec_each_sys_param(struct kpctl_parse *ps, struct kpctl_span word,
			      int (*add)(struct kpctl_parse *ps, struct kpctl_span word,
					 const char *name));
/* Before the checks of the type: the deref of a string. Behind them: that of the registers. */
int kpctl_spec_follow_sys(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_value *v);
int kpctl_spec_finish_sys(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  const struct kpctl_value *v);

/* parse_operand.c: the table of values that are no arguments of the event */
struct kpctl_operands {
	struct kpctl_parse *ps;
	struct kpctl_arg_spec *arg;
	u8 *n;			/* values in the table */
	unsigned int max;	/* room of the table */
	u8 bare;		/* a variable may be written without its $ */
};

struct kpctl_span kpctl_operand_word(struct kpctl_span rest, const char *stop);
int kpctl_operand_parse(const struct kpctl_operands *ops, struct kpctl_span word,
			u8 *index);
u32 kpctl_operand_find_arg(const struct kpctl_spec *spec, struct kpctl_span name);
const struct kpctl_arg_spec *kpctl_operand_arg(const struct kpctl_operands *ops,
					       u8 index);

/* parse_cond.c: EXPR to jump code; parse_cond_test.c, parse_cond_operand.c: comparisons */
struct kpctl_cond_parse {
	struct kpctl_parse *ps;
	struct kpctl_cond *cond;
	struct kpctl_span rest;	/* white space in front is skipped after each step */
	unsigned int depth;	/* of parentheses */
};

int kpctl_cond_compile(struct kpctl_parse *ps, struct kpctl_span expr,
		       struct kpctl_cond *cond);
const char *kpctl_cond_find_do(const struct kpctl_spec *spec,
			       struct kpctl_span expr);
int kpctl_cond_parse_test(struct kpctl_cond_parse *c, int negated);
void kpctl_cond_skip(struct kpctl_cond_parse *c, const char *to);
int kpctl_cond_is_number(struct kpctl_span word);
int kpctl_cond_parse_number(struct kpctl_cond_parse *c, struct kpctl_span word,
			    u64 *num, int *minus);
int kpctl_cond_parse_string(struct kpctl_cond_parse *c, struct kpctl_test *test);
int kpctl_cond_parse_operand(struct kpctl_cond_parse *c, struct kpctl_span word,
			     u8 *index, const struct kpctl_arg_spec **arg);

/* parse_do.c: ACTIONS to a struct kpctl_do */
void kpctl_do_init(struct kpctl_do *act);
int kpctl_do_compile(struct kpctl_parse *ps, struct kpctl_span clause,
		     struct kpctl_do *act);

/* The rest of a time is its unit; 0: *ns is more than 0. */
int kpctl_spec_scan_time(struct kpctl_span s, u64 *ns);

/* parse_act.c: actions that act on what was hit */
/* The action at the start of rest; KPCTL_ACT_NR: none is. */
unsigned int kpctl_act_at(struct kpctl_span rest);
/* Takes it and its options off *rest. */
int kpctl_act_parse(struct kpctl_parse *ps, struct kpctl_do *act, struct kpctl_span *rest);
/* Of a whole line: may the actions stand there? */
int kpctl_act_check(struct kpctl_parse *ps, const struct kpctl_do *act);

/* print.c */
size_t kpctl_spec_list_len(const struct kpctl_spec *spec, const char *cond,
			   const char *act);

#endif /* KPCTL_SPEC_PARSE_H */
