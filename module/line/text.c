// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/*
 * Text by hand: a buffer that grows, numbers, and strings that are safe for a terminal.
 * Only kpr_buf_room() checks for room; all other functions store through p.
 */
#include "line/sys.h"
#include "line/line_int.h"
#include "line/put.h"

/* The text in `want` bytes; NULL: no memory, and the text is where it was. */
static char *grow(struct kpr_buf *b, size_t want)
{
#ifdef __KERNEL__
	char *p = malloc(want);

	if (p) {
		memcpy(p, b->data, b->len);
		free(b->data);
	}
	return p;
#else
	return realloc(b->data, want);
#endif
}

int kpr_buf_room(struct kpr_buf *b, size_t n)
{
	size_t want = b->len + n;
	char *p;

	if (want <= b->cap)
		return 0;
	want += want / 2;
	p = grow(b, want);
	if (!p)
		return -ENOMEM;
	b->data = p;
	b->cap = want;
	return 0;
}

void kpr_buf_free(struct kpr_buf *b)
{
	free(b->data);
	*b = (struct kpr_buf){ 0 };
}

/* Numbers */

#define E8	100000000ull

static const char pairs[] =
	"00010203040506070809101112131415161718192021222324252627282930313233343536373839"
	"40414243444546474849505152535455565758596061626364656667686970717273747576777879"
	"8081828384858687888990919293949596979899";

/* The number of decimal digits; 1233/4096 is a little less than log10(2). */
static unsigned int nr_digits(uint64_t v)
{
	static const uint64_t ten_to[20] = {
		0, 10ull, 100ull, 1000ull, 10000ull, 100000ull, 1000000ull, 10000000ull,
		100000000ull, 1000000000ull, 10000000000ull, 100000000000ull,
		1000000000000ull, 10000000000000ull, 100000000000000ull,
		1000000000000000ull, 10000000000000000ull, 100000000000000000ull,
		1000000000000000000ull, 10000000000000000000ull,
	};
	unsigned int n = (64 - __builtin_clzll(v | 1)) * 1233 >> 12;

	return n + (v >= ten_to[n]);
}

/* A number below 10^8, without zeros in front; 8 bytes are written. */
static inline char *put_short(char *p, uint32_t v)
{
	uint64_t digits = kpr_digits8(v);
	unsigned int zeros = __builtin_ctzll(digits | 1ull << 56) & ~7u;

	kpr_store_text(p, (digits | KPR_ZEROS) >> zeros);
	return p + 8 - zeros / 8;
}

static inline char *put_eight(char *p, uint32_t v)
{
	kpr_store_text(p, kpr_digits8(v) | KPR_ZEROS);
	return p + 8;
}

char *kpr_put_dec(char *p, uint64_t v)
{
	if (v < E8)
		return put_short(p, v);
	if (v < E8 * E8)
		return put_eight(put_short(p, v / E8), v % E8);
	p = put_short(p, v / (E8 * E8));
	v %= E8 * E8;
	return put_eight(put_eight(p, v / E8), v % E8);
}

char *kpr_put_signed(char *p, int64_t v)
{
	if (v >= 0)
		return kpr_put_dec(p, v);
	*p++ = '-';
	return kpr_put_dec(p, -(uint64_t)v);
}

char *kpr_put_digits(char *p, uint64_t v, unsigned int n)
{
	char *end = p + n;

	for (; n >= 2; n -= 2, v /= 100)
		memcpy(p + n - 2, pairs + v % 100 * 2, 2);
	if (n)
		*p = '0' + v % 10;
	return end;
}

char *kpr_put_padded(char *p, uint64_t v, unsigned int width, char pad)
{
	unsigned int n = nr_digits(v);

	for (; width > n; width--)
		*p++ = pad;
	return kpr_put_dec(p, v);
}

/* Durations are never rounded up: 999,999 ns is 999.999us. */
char *kpr_put_duration(char *p, uint64_t ns)
{
	static const struct {
		uint64_t div;
		char unit[3];
	} units[] = { { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" } };
	unsigned int i;

	for (i = 0; i < 3; i++) {
		if (ns < units[i].div)
			continue;
		p = kpr_put_dec(p, ns / units[i].div);
		*p++ = '.';
		p = kpr_put_digits(p, ns % units[i].div / (units[i].div / 1000), 3);
		return kpr_put(p, units[i].unit, strlen(units[i].unit));
	}
	p = kpr_put_dec(p, ns);
	return PUT(p, "ns");
}

/* Strings */

unsigned int kpr_utf8(const unsigned char *s, size_t n)
{
	unsigned int len, i;

	if (!n || s[0] < 0xc2 || s[0] > 0xf4)
		return 0;
	len = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	if (n < len)
		return 0;
	for (i = 1; i < len; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* U+0080..9F are control characters */
	if (s[0] == 0xc2 && s[1] < 0xa0)
		return 0;
	/* overlong forms, surrogates, characters above U+10FFFF */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return len;
}

void kpr_text_clean(char *text, size_t len)
{
	char *end = text + len;
	unsigned int n;

	for (; text < end; text += n) {
		n = kpr_utf8((unsigned char *)text, end - text);
		if (n)
			continue;
		n = 1;
		if ((unsigned char)*text >= 0x7f ||
		    (*text < 0x20 && *text && !strchr("\n\t", *text)))
			*text = '?';
	}
}

void kpr_name_clean(char *text, size_t len)
{
	unsigned char *p = (unsigned char *)text, *end = p + len;
	unsigned int n;

	for (; p < end; p += n ? n : 1) {
		n = kpr_utf8(p, end - p);
		if (!n && (*p < 0x20 || *p >= 0x7f || *p == ';'))
			*p = '?';
	}
}

static char *put_escape(char *p, unsigned char c)
{
	static const char from[] = "\n\t\r\"\\", to[] = "ntr\"\\";
	const char *hit = c ? strchr(from, c) : NULL;

	*p++ = '\\';
	if (hit) {
		*p++ = to[hit - from];
		return p;
	}
	*p++ = 'x';
	*p++ = "0123456789abcdef"[c >> 4];
	*p++ = "0123456789abcdef"[c & 15];
	return p;
}

/*
 * Unprintable bytes, quotes and backslashes are escaped. tracefs prints all bytes as they
 * are, which lets any user who may name a file write to root's terminal, or forge a line.
 * A byte becomes up to four bytes.
 */
char *kpr_put_escaped(char *p, const unsigned char *s, size_t n)
{
	const unsigned char *end = s + n;
	unsigned int len;

	while (s < end) {
		if (*s >= 0x20 && *s < 0x7f && *s != '"' && *s != '\\') {
			*p++ = *s++;
			continue;
		}
		len = kpr_utf8(s, end - s);
		if (len) {
			p = kpr_put(p, (const char *)s, len);
			s += len;
		} else {
			p = put_escape(p, *s++);
		}
	}
	return p;
}

