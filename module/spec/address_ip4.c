// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/* 192.0.2.1 */
#include "spec/address.h"

static char *put_ip4(char *to, const unsigned char *bytes)
{
	unsigned int i;

	for (i = 0; i < 4; i++) {
		if (i)
			*to++ = '.';
		if (bytes[i] >= 100)
			*to++ = '0' + bytes[i] / 100;
		if (bytes[i] >= 10)
			*to++ = '0' + bytes[i] / 10 % 10;
		*to++ = '0' + bytes[i] % 10;
	}
	return to;
}

/* A number from 0 to 255; leading zeros are refused, as some programs take 010 for octal. */
static const char *take_byte(const char *text, const char *end, unsigned char *byte)
{
	unsigned int v = 0;
	const char *p;

	for (p = text; p < end && p < text + 3 && kpctl_address_digit(*p, 10) >= 0; p++)
		v = 10 * v + kpctl_address_digit(*p, 10);
	if (p == text || v > 255 || (*text == '0' && p > text + 1))
		return NULL;
	*byte = v;
	return p;
}

static int parse_ip4(const char *text, size_t len, unsigned char *bytes)
{
	const char *end = text + len;
	unsigned int i;

	for (i = 0; i < 4; i++) {
		if (i && (text == end || *text++ != '.'))
			return -1;
		text = take_byte(text, end, &bytes[i]);
		if (!text)
			return -1;
	}
	return text == end ? 0 : -1;
}

const struct kpctl_address kpctl_address_IP4 = {
	.example = "192.0.2.1", .put = put_ip4, .parse = parse_ip4,
};
