/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by the files of the parser; nobody else includes it. */
#ifndef KPCTL_SPEC_PARSE_H
#define KPCTL_SPEC_PARSE_H

#include "spec/spec.h"
#ifdef __KERNEL__
#include <linux/kernel.h>
#endif
#include "spec/errors.h"

/* A piece of the line: [p, end). Never ends in a NUL, can contain some. */
struct kpctl_span {
	const char *p;
	const char *end;
};

/*
 * An argument that stands in the line in short is parsed as it was written out
 * (%pd), into memory of its own; columns still point into the line.
 */
struct kpctl_written {
	const char *text;	/* NULL: nothing is written out */
	size_t len;
	size_t front;		/* made up; then comes what the line has, */
	struct kpctl_span from;	/* here; the rest is made up again */
};

struct kpctl_parse {
	const char *line;	/* columns count from here */
	const struct kpctl_spec *spec;	/* what is known by now */
	struct kpctl_spec *out;		/* the same, to fill in; or NULL */
	struct kpctl_err *err;
	struct kpctl_written written;
	u32 size;		/* of the arguments, as tracefs packs them */
	u16 entry_column;	/* for spec->entry_column */
};

/* Refuse the line at a character: fills in *err, is the error to return. */
#define spec_refuse(ps, name, at, ...)					\
	(kpctl_err_fill((ps)->err, name, kpctl_spec_column(ps, at),	\
			##__VA_ARGS__),					\
	 kpctl_err_errno(KPCTL_E_##name))

#define SPAN_QUOTE(span) KPCTL_QUOTE((span).p, (span).end - (span).p)

static inline size_t span_len(struct kpctl_span s)
{
	return s.end - s.p;
}

static inline int span_is(struct kpctl_span s, const char *text)
{
	return span_len(s) == strlen(text) && !memcmp(s.p, text, span_len(s));
}

/* Take text off the front; 0 if s starts otherwise. */
static inline int span_skip(struct kpctl_span *s, const char *text)
{
	size_t len = strlen(text);

	if (span_len(*s) < len || memcmp(s->p, text, len))
		return 0;
	s->p += len;
	return 1;
}

/* The first of a character, or NULL. */
static inline const char *span_find(struct kpctl_span s, char c)
{
	return s.p < s.end ? memchr(s.p, c, s.end - s.p) : NULL;
}

/* The part before and the part from a place inside. */
static inline struct kpctl_span span_until(struct kpctl_span s, const char *at)
{
	return (struct kpctl_span){ s.p, at };
}

static inline struct kpctl_span span_from(struct kpctl_span s, const char *at)
{
	return (struct kpctl_span){ at, s.end };
}

/*
 * Plain ASCII. The kernel's ctype takes Latin-1 letters and the no-break space
 * too, the C library's depends on the locale.
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

/* What makes a name a pattern, or several. */
#define GLOB_CHARS	"*?[!,"

/* What a symbol can have besides: clones (foo.isra.0), LLVM's suffixes. */
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

/* parse_target.c */
int kpctl_spec_parse_target(struct kpctl_parse *ps, struct kpctl_span word);

/* parse_set.c */
int kpctl_spec_parse_set(struct kpctl_parse *ps, struct kpctl_span word);

/* parse_head.c */
int kpctl_spec_parse_kind(struct kpctl_parse *ps, struct kpctl_span head,
			  struct kpctl_span *name);
int kpctl_spec_parse_name(struct kpctl_parse *ps, struct kpctl_span name);
void kpctl_spec_make_name(struct kpctl_spec *spec);
int kpctl_spec_is_kind(struct kpctl_span head);
int kpctl_spec_refuse_kind(struct kpctl_parse *ps, struct kpctl_span head);

/* The two sides of FETCHARG[:TYPE], and what is found out about them. */
struct kpctl_value {
	struct kpctl_span all;
	struct kpctl_span fetch;
	struct kpctl_span type;	/* without [N]; empty, at all.end: none given */
	u8 typed;
	u8 in_entry;		/* the source stands in an $entry(...) */
	unsigned int steps;	/* so far, at most KPCTL_OPS_MAX */
};

/* parse_arg.c: an argument of the line; a value alone, argument or operand */
int kpctl_spec_parse_arg(struct kpctl_parse *ps, struct kpctl_span word);
int kpctl_spec_parse_value(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_span body, int is_operand);
int kpctl_spec_parse_bare(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_span name);

/* parse_type.c: what can be said before FETCHARG is known, and after */
int kpctl_spec_parse_type(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			  struct kpctl_value *v);
int kpctl_spec_finish_type(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_value *v);

/* parse_fetch.c, parse_source.c */
int kpctl_spec_parse_fetch(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_value *v);
int kpctl_spec_parse_source(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			    struct kpctl_value *v, struct kpctl_span s);
const char *kpctl_spec_own_var(struct kpctl_span fetch);
int kpctl_spec_is_bare(struct kpctl_span name);
enum kpctl_type kpctl_spec_src_type(u8 src);

/* operand.c: where the values go that are no arguments of the event */
struct kpctl_operands {
	struct kpctl_parse *ps;
	struct kpctl_arg_spec *arg;
	u8 *n;			/* of them there are, */
	unsigned int max;	/* and can be */
	u8 bare;		/* a variable can stand without its $ */
};

struct kpctl_span kpctl_operand_word(struct kpctl_span rest, const char *stop);
int kpctl_operand_parse(const struct kpctl_operands *ops, struct kpctl_span word,
			u8 *index);
u32 kpctl_operand_find_arg(const struct kpctl_spec *spec, struct kpctl_span name);
const struct kpctl_arg_spec *kpctl_operand_arg(const struct kpctl_operands *ops,
					       u8 index);

/* cond.c: EXPR to jump code; cond_test.c, cond_operand.c: its comparisons */
struct kpctl_cond_parse {
	struct kpctl_parse *ps;
	struct kpctl_cond *cond;
	struct kpctl_span rest;	/* no white space in front between two steps */
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

/* act.c: ACTIONS to what is to be done */
void kpctl_do_init(struct kpctl_do *act);
int kpctl_do_compile(struct kpctl_parse *ps, struct kpctl_span clause,
		      struct kpctl_do *act);

/* print.c: snprintf() into a buffer that may run out; len is what it took. */
struct kpctl_out {
	char *buf;
	size_t size;
	size_t len;
};

__printf(2, 3)
void kpctl_spec_put(struct kpctl_out *out, const char *fmt, ...);
size_t kpctl_spec_list_len(const struct kpctl_spec *spec, const char *cond,
			   const char *act);

#endif /* KPCTL_SPEC_PARSE_H */
