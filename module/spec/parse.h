/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by the files of the parser; nobody else includes it. */
#ifndef KPCTL_SPEC_PARSE_H
#define KPCTL_SPEC_PARSE_H

#include "spec.h"
#ifdef __KERNEL__
#include <linux/kernel.h>
#endif
#include "errors.h"

/* A piece of the line: [p, end). Never ends in a NUL, can contain some. */
struct kpctl_span {
	const char *p;
	const char *end;
};

struct kpctl_parse {
	const char *line;	/* columns count from here */
	struct kpctl_spec *spec;
	struct kpctl_err *err;
};

/* Refuse the line at a character: fills in *err, is the error to return. */
#define spec_refuse(ps, name, at, ...)					\
	(kpctl_err_fill((ps)->err, name, (size_t)((at) - (ps)->line),	\
			##__VA_ARGS__),					\
	 kpctl_err_errno(KPCTL_E_##name))

/* The same by a number, for sentences that have no values in them. */
#define spec_refuse_code(ps, code, at)					\
	(kpctl_err_set((ps)->err, code, (size_t)((at) - (ps)->line)),	\
	 kpctl_err_errno(code))

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

/* What a symbol can have besides: clones (foo.isra.0), LLVM's suffixes. */
#define SYMBOL_CHARS	".$"

/* scan.c */
int kpctl_spec_scan_word(struct kpctl_span *rest, struct kpctl_span *word);
int kpctl_spec_scan_u64(struct kpctl_span s, unsigned int base, u64 *val);
int kpctl_spec_scan_signed(struct kpctl_span s, int minus, s64 *val);
int kpctl_spec_scan_s64(struct kpctl_span s, s64 *val);
const char *kpctl_spec_scan_name(struct kpctl_span s, const char *also);
const char *kpctl_spec_scan_any(struct kpctl_span s, const char *set);
void kpctl_spec_scan_copy(char *to, struct kpctl_span s);

/* parse_target.c */
int kpctl_spec_parse_target(struct kpctl_parse *ps, struct kpctl_span word);

/* parse_arg.c, parse_fetch.c */
int kpctl_spec_parse_arg(struct kpctl_parse *ps, struct kpctl_span word);
int kpctl_spec_parse_fetch(struct kpctl_parse *ps, struct kpctl_arg_spec *arg,
			   struct kpctl_span s);

/* print.c: snprintf() into a buffer that may run out; len is what it took. */
struct kpctl_out {
	char *buf;
	size_t size;
	size_t len;
};

__printf(2, 3)
void kpctl_spec_put(struct kpctl_out *out, const char *fmt, ...);
size_t kpctl_spec_list_len(const struct kpctl_spec *spec);

#endif /* KPCTL_SPEC_PARSE_H */
