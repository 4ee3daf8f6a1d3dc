// SPDX-License-Identifier: GPL-2.0
/* Words, numbers and names, the parts of the parser's rules. */
#include "spec/parse.h"

/* The column of a character; of a written-out character, the column of its short form. */
size_t kpctl_spec_column(const struct kpctl_parse *ps, const char *at)
{
	const struct kpctl_written *w = &ps->written;
	size_t into;

	if (!w->text || at < w->text || at > w->text + w->len)
		return at - ps->line;
	into = at - w->text;
	into = into < w->front ? 0 : into - w->front;
	if (into > span_len(w->from))
		into = span_len(w->from);
	return w->from.p + into - ps->line;
}

/* Takes the next word off *rest; 0: no more words. */
int kpctl_spec_scan_word(struct kpctl_span *rest, struct kpctl_span *word)
{
	const char *p = rest->p;

	while (p < rest->end && char_is_space(*p))
		p++;
	word->p = p;
	while (p < rest->end && !char_is_space(*p))
		p++;
	word->end = p;
	rest->p = p;
	return word->p < word->end;
}

static int digit_value(char c)
{
	if (char_is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

/* The base of a number, by its start as in C; takes a 0x off. */
static unsigned int scan_base(struct kpctl_span *s)
{
	if (span_len(*s) < 2 || s->p[0] != '0')
		return 10;
	if (span_len(*s) > 2 && (s->p[1] | 0x20) == 'x' &&
	    digit_value(s->p[2]) < 16) {
		s->p += 2;
		return 16;
	}
	return 8;
}

/*
 * Takes the number at the start of s off s; with base 0, 0x and a leading 0 give the base.
 * -EINVAL: no number, -ERANGE: more than 64 bits.
 */
int kpctl_spec_scan_lead(struct kpctl_span *s, unsigned int base, u64 *val)
{
	const char *start;
	int range = 0;
	u64 sum = 0;

	if (!base)
		base = scan_base(s);
	for (start = s->p; s->p < s->end; s->p++) {
		unsigned int digit = digit_value(*s->p);

		if (digit >= base)
			break;
		if (__builtin_mul_overflow(sum, (u64)base, &sum) ||
		    __builtin_add_overflow(sum, (u64)digit, &sum))
			range = -ERANGE;
	}
	*val = sum;
	return s->p == start ? -EINVAL : range;
}

/* The whole of s as a number without a sign. */
static int scan_digits(struct kpctl_span s, unsigned int base, u64 *val)
{
	int ret = kpctl_spec_scan_lead(&s, base, val);

	return s.p < s.end ? -EINVAL : ret;
}

/* The whole of s as a number by the rules of kstrtoul(): one '+' may stand in front. */
int kpctl_spec_scan_u64(struct kpctl_span s, unsigned int base, u64 *val)
{
	span_skip(&s, "+");
	return scan_digits(s, base, val);
}

static int to_signed(u64 num, int minus, s64 *val)
{
	if (num > (~0ULL >> 1) + !!minus)
		return -ERANGE;
	*val = (s64)(minus ? 0 - num : num);
	return 0;
}

/* The whole of s as the digits behind a '-'; the value must fit an s64. */
int kpctl_spec_scan_minus(struct kpctl_span s, s64 *val)
{
	u64 num;
	int ret = scan_digits(s, 0, &num);

	return ret ? ret : to_signed(num, 1, val);
}

/* The whole of s as a number by the rules of kstrtol(): one '+' or '-' may stand in front. */
int kpctl_spec_scan_s64(struct kpctl_span s, s64 *val)
{
	u64 num;
	int ret;

	if (span_skip(&s, "-"))
		return kpctl_spec_scan_minus(s, val);
	ret = kpctl_spec_scan_u64(s, 0, &num);
	return ret ? ret : to_signed(num, 0, val);
}

/*
 * A name has letters, digits, '_' and the characters of `also`, and no digit first. Returns
 * NULL, or the first wrong character; an empty name is wrong at its end.
 */
const char *kpctl_spec_scan_name(struct kpctl_span s, const char *also)
{
	const char *p;

	if (s.p == s.end || char_is_digit(*s.p))
		return s.p;
	for (p = s.p; p < s.end; p++)
		if (!char_is_alpha(*p) && !char_is_digit(*p) &&
		    (!*p || !strchr(also, *p)))
			return p;
	return NULL;
}

/* The first character that is in `set`, or NULL. */
const char *kpctl_spec_scan_any(struct kpctl_span s, const char *set)
{
	for (; s.p < s.end; s.p++)
		if (*s.p && strchr(set, *s.p))
			return s.p;
	return NULL;
}

/* Copies s with a NUL into a field that is known to be long enough. */
void kpctl_spec_scan_copy(char *to, struct kpctl_span s)
{
	memcpy(to, s.p, span_len(s));
	to[span_len(s)] = '\0';
}

/*
 * A clause as it is listed: runs of white space outside of quotes become one blank. Returns
 * the listed length, of which at most `size` bytes go to *to.
 */
unsigned int kpctl_spec_scan_fold(struct kpctl_span s, char *to, size_t size)
{
	unsigned int len = 0;
	char quote = 0, last = 0;
	char c;

	for (; s.p < s.end; last = c) {
		c = *s.p++;
		if (quote && c == '\\' && last == '\\')
			c = 0;		/* the second of a pair escapes nothing */
		else if (c == '"' && !(quote && last == '\\'))
			quote = !quote;
		else if (!quote && char_is_space(c))
			c = ' ';
		if (!quote && c == ' ' && last == ' ')
			continue;
		if (len < size)
			to[len] = c ? c : '\\';
		len++;
	}
	return len;
}
