/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only */
/*
 * Writing a line. Every function here writes at p, without a NUL, and returns the end.
 * Room is made before: format.c makes room for a line, the labels of its fields and a
 * word for each field; values.c makes room for longer values, just before it writes them.
 */
#ifndef KPCTL_LINE_PUT_H
#define KPCTL_LINE_PUT_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include "line/line_int.h"
#include "line/sys.h"

/*
 * What few items need, in a function of its own: what all items go through keeps fewer registers
 * and less of a stack then.
 */
#define KPR_RARE	__attribute__((__noinline__, __cold__))

/* A line being written. */
struct kpr_line {
	struct kpr_buf *b;
	char *p;
	size_t rest;		/* room that room_for() keeps for the rest of the line */
	const struct kpr_item *item;
	struct kpr_syms *syms;
};

static inline char *kpr_put(char *p, const char *s, size_t n)
{
	memcpy(p, s, n);
	return p + n;
}

#define PUT(p, literal)	kpr_put(p, literal, sizeof(literal) - 1)

/* " NAME=": events.c keeps these two characters around each name. */
static inline char *kpr_put_label(char *p, const struct kpr_field *f)
{
	return kpr_put_wide(p, f->name - 1, f->name_len + 2);
}

/* The text in place of a value that the record cannot contain. */
static inline char *kpr_put_corrupt(char *p)
{
	return PUT(p, "(corrupt)");
}

/* Eight characters in a word: the first one is the lowest byte. */
#define KPR_ZEROS	0x3030303030303030ull	/* "00000000" */

static inline void kpr_store_text(char *p, uint64_t text)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	text = __builtin_bswap64(text);
#endif
	memcpy(p, &text, 8);
}

/*
 * The eight digits of a number below 10^8, a byte each, the first one lowest: halves, then
 * halves of both, then of all four, each by a multiplication.
 */
static inline uint64_t kpr_digits8(uint32_t v)
{
	uint64_t x = v / 10000 | (uint64_t)(v % 10000) << 32;
	uint64_t high = x * 10486 >> 20 & 0x7f0000007full;

	x = high | (x - high * 100) << 16;
	high = x * 103 >> 10 & 0x000f000f000f000full;
	return high | (x - high * 10) << 8;
}

/* The six digits of microseconds; 8 bytes are written. */
static inline char *kpr_put_micros(char *p, uint32_t us)
{
	kpr_store_text(p, (kpr_digits8(us) | KPR_ZEROS) >> 16);
	return p + 6;
}

/* Writes the n hexadecimal digits on the left of v; 16 bytes are written. */
static inline char *kpr_put_nibbles(char *p, uint64_t v, unsigned int n)
{
#ifdef __SSE2__
	__m128i bytes = _mm_cvtsi64_si128(__builtin_bswap64(v)), x;
	__m128i mask = _mm_set1_epi8(15);

	x = _mm_unpacklo_epi8(_mm_and_si128(_mm_srli_epi16(bytes, 4), mask),
			      _mm_and_si128(bytes, mask));
	bytes = _mm_and_si128(_mm_cmpgt_epi8(x, _mm_set1_epi8(9)), _mm_set1_epi8('a' - '0' - 10));
	x = _mm_add_epi8(_mm_add_epi8(x, bytes), _mm_set1_epi8('0'));
	_mm_storeu_si128((__m128i *)p, x);
#else
	unsigned int i;

	for (i = 0; i < n; i++)
		p[i] = "0123456789abcdef"[v << 4 * i >> 60];
#endif
	return p + n;
}

/* "0x" and the number; at most 18 bytes on, 18 are written. */
static inline char *kpr_put_hex(char *p, uint64_t v)
{
	unsigned int zeros = __builtin_clzll(v | 1) / 4;

	memcpy(p, "0x", 2);
	return kpr_put_nibbles(p + 2, v << 4 * zeros, 16 - zeros);
}

/* text.c */

/* As printf's %*u: at least `width` columns. */
char *kpr_put_padded(char *p, uint64_t v, unsigned int width, char pad);

/* values.c: 0, with l->p behind the text, or -ENOMEM */

/* " NAME=VALUE" for each argument that is part of the line itself. */
int kpr_put_fields(struct kpr_line *l);
/* The stacks, in lines of their own, behind the newline. */
int kpr_put_stacks(struct kpr_line *l);
/* The value of one argument alone; a stack in one line. */
int kpr_put_value(struct kpr_line *l, unsigned int i);

#endif /* KPCTL_LINE_PUT_H */
