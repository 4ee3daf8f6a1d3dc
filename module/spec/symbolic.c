// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
#include "spec/symbolic.h"

const struct kpctl_symbolic *kpctl_symbolic_of(unsigned int form)
{
	switch (form) {
#define X(id, ...)						\
	case KPCTL_FORM_##id:					\
		return &kpctl_symbolic_##id;
	KPCTL_SYMBOLICS(X)
#undef X
	}
	return NULL;
}

const char *kpctl_constant_name(const struct kpctl_constants *s, unsigned long long nr)
{
	unsigned int i;

	for (i = 0; i < s->n; i++)
		if (s->constant[i].nr == nr)
			return s->constant[i].name;
	return NULL;
}

/* Is the text of len bytes the whole name? */
static int spells(const char *name, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!name[i] || name[i] != text[i])
			return 0;
	return !name[len];
}

int kpctl_constant_parse(const struct kpctl_constants *s, const char *text, size_t len,
			 long long *v)
{
	unsigned int i;

	for (i = 0; i < s->n; i++) {
		if (spells(s->constant[i].name, text, len)) {
			*v = s->constant[i].nr;
			return 0;
		}
	}
	return -1;
}

char *kpctl_symbolic_put(char *to, const char *text)
{
	while (*text)
		*to++ = *text++;
	return to;
}

char *kpctl_symbolic_put_number(char *to, unsigned long long v, unsigned int base)
{
	char digits[20];	/* of 2^64, in base 10 */
	int n = 0;

	do {
		digits[n++] = "0123456789abcdef"[v % base];
		v /= base;
	} while (v);
	while (n)
		*to++ = digits[--n];
	return to;
}

char *kpctl_symbolic_put_signed(char *to, long long v)
{
	if (v >= 0)
		return kpctl_symbolic_put_number(to, v, 10);
	*to++ = '-';
	return kpctl_symbolic_put_number(to, 0 - (unsigned long long)v, 10);
}

char *kpctl_constant_put(const struct kpctl_constants *s, char *to, long long v)
{
	const char *name = kpctl_constant_name(s, v);

	return name ? kpctl_symbolic_put(to, name) : kpctl_symbolic_put_signed(to, v);
}
