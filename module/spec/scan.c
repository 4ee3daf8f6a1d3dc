// SPDX-License-Identifier: GPL-2.0
/* Words, numbers and names: what the parser's rules are made of. */
#include "parse.h"

/* Take the next word off *rest; 0 if there is none. */
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

/*
 * All of s as a number without a sign; base 0 finds 0x and a leading 0 by
 * itself, as kstrtoul() does. -EINVAL: not a number, -ERANGE: over 64 bits.
 */
int kpctl_spec_scan_u64(struct kpctl_span s, unsigned int base, u64 *val)
{
	const char *p = s.p;
	int range = 0;
	u64 sum = 0;

	if (!base) {
		base = 10;
		if (span_len(s) > 1 && p[0] == '0') {
			base = 8;
			if ((p[1] | 0x20) == 'x') {
				base = 16;
				p += 2;
			}
		}
	}
	if (p == s.end)
		return -EINVAL;
	for (; p < s.end; p++) {
		unsigned int digit = digit_value(*p);

		if (digit >= base)
			return -EINVAL;
		if (__builtin_mul_overflow(sum, (u64)base, &sum) ||
		    __builtin_add_overflow(sum, (u64)digit, &sum))
			range = -ERANGE;
	}
	*val = sum;
	return range;
}

/* The same, to be negated if minus; the value must fit an s64. */
int kpctl_spec_scan_signed(struct kpctl_span s, int minus, s64 *val)
{
	u64 most = (~0ULL >> 1) + !!minus;
	u64 num;
	int ret;

	ret = kpctl_spec_scan_u64(s, 0, &num);
	if (ret)
		return ret;
	if (num > most)
		return -ERANGE;
	*val = (s64)(minus ? 0 - num : num);
	return 0;
}

/* The same with or without a sign in front, as kstrtol() takes it. */
int kpctl_spec_scan_s64(struct kpctl_span s, s64 *val)
{
	int minus = s.p < s.end && *s.p == '-';

	if (minus || (s.p < s.end && *s.p == '+'))
		s.p++;
	return kpctl_spec_scan_signed(s, minus, val);
}

/*
 * Letters, digits, '_' and the characters of also, no digit first: returns
 * NULL, or where it is wrong. An empty name is wrong at its end.
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

/* The first character that is in set, or NULL. */
const char *kpctl_spec_scan_any(struct kpctl_span s, const char *set)
{
	for (; s.p < s.end; s.p++)
		if (*s.p && strchr(set, *s.p))
			return s.p;
	return NULL;
}

/* Into a field that is known to be long enough, with a NUL. */
void kpctl_spec_scan_copy(char *to, struct kpctl_span s)
{
	memcpy(to, s.p, span_len(s));
	to[span_len(s)] = '\0';
}
