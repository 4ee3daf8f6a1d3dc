// SPDX-License-Identifier: GPL-2.0
#include <linux/ctype.h>
#include <linux/string.h>

#include "session/redact.h"
#include "spec/spec.h"

/*
 * The kernel's half of addresses, with five levels of page tables too, without the last
 * page, where small negative numbers (errnos) lie.
 */
#define FIRST_ADDRESS	0xff00000000000000ull
#define LAST_ADDRESS	(~0ull - 4096)

#define BARE_DIGITS	16	/* 16 hexadecimal digits are an address without 0x as well */

static unsigned int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = tolower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

static size_t digits(const char *s, size_t len, unsigned int base)
{
	size_t n = 0;

	while (n < len && digit(s[n]) < base)
		n++;
	return n;
}

/* Numbers as the parser takes them, and bare addresses as /proc/kallsyms prints them. */
static void hide_number(char *s, size_t len, bool minus)
{
	unsigned int base = 10;
	unsigned long long v = 0;
	size_t n, i;

	if (len > 2 && s[0] == '0' && tolower(s[1]) == 'x') {
		base = 16;
		s += 2;
		len -= 2;
	} else if (digits(s, len, 16) == BARE_DIGITS) {
		base = 16;
	} else if (s[0] == '0') {
		base = 8;
	}
	n = digits(s, len, base);
	for (i = 0; i < n; i++)
		v = v * base + digit(s[i]);
	v *= kpctl_cond_unit(s + n, len - n) ?: 1;
	if (minus)
		v = -v;
	if (n && v >= FIRST_ADDRESS && v < LAST_ADDRESS)
		memset(s, '0', n);
}

/* A number begins a word: p_0x1 is two words, p and the number 0x1; kpt1 is a word, no number. */
void kpctl_redact_addresses(char *text, size_t len)
{
	size_t at = 0, end;

	while (at < len) {
		for (end = at; end < len && isalnum(text[end]); end++)
			;
		if (end > at)
			hide_number(text + at, end - at, at && text[at - 1] == '-');
		at = end + 1;
	}
}
