/* SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only */
/*
 * Addresses as people write them. A new type of address is a line of KPCTL_ADDRESSES
 * in types.h, a file, address_NAME.c, and a row of the manual's table.
 *
 * Pure: the parser, the module's texts and the reader's library all use it.
 */
#ifndef KPCTL_SPEC_ADDRESS_H
#define KPCTL_SPEC_ADDRESS_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stddef.h>
#endif
#include "spec/types.h"

#define KPCTL_ADDRESS_MAX	16	/* bytes of the longest address */
#define KPCTL_ADDRESS_TEXT	48	/* room for the text of any address */

struct kpctl_address {
	const char *example;
	/* Writes the text at `to`, without a NUL; returns the end. */
	char *(*put)(char *to, const unsigned char *bytes);
	/* Parses the whole text of len bytes: 0, or -1 if the text is no such address. */
	int (*parse)(const char *text, size_t len, unsigned char *bytes);
};

#define X(id, ...) extern const struct kpctl_address kpctl_address_##id;
KPCTL_ADDRESSES(X)
#undef X

/* The type of addresses of a form; NULL: the form is none of an address. */
const struct kpctl_address *kpctl_address_of(unsigned int form);

static inline int kpctl_form_is_address(unsigned int form)
{
	return form > KPCTL_FORM_BEFORE_ADDRESSES && form < KPCTL_FORM_TEXT;
}

/* The value of a digit of base 10 or 16; -1: c is no digit. */
static inline int kpctl_address_digit(char c, int base)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return base == 16 && c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

#endif /* KPCTL_SPEC_ADDRESS_H */
