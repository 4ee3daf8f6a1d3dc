// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/* 00:11:22:33:44:55 */
#include "spec/address.h"

static char *put_mac(char *to, const unsigned char *bytes)
{
	unsigned int i;

	for (i = 0; i < 6; i++) {
		if (i)
			*to++ = ':';
		*to++ = "0123456789abcdef"[bytes[i] >> 4];
		*to++ = "0123456789abcdef"[bytes[i] & 15];
	}
	return to;
}

static int parse_mac(const char *text, size_t len, unsigned char *bytes)
{
	int high, low;
	unsigned int i;

	if (len != 17)
		return -1;
	for (i = 0; i < 6; i++, text += 3) {
		high = kpctl_address_digit(text[0], 16);
		low = kpctl_address_digit(text[1], 16);
		if (high < 0 || low < 0 || (i < 5 && text[2] != ':'))
			return -1;
		bytes[i] = high << 4 | low;
	}
	return 0;
}

const struct kpctl_address kpctl_address_MAC = {
	.example = "00:11:22:33:44:55", .put = put_mac, .parse = parse_mac,
};
