// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/* Devices as MAJOR:MINOR, from the kernel's own dev_t: 12 bits and 20. */
#include "spec/symbolic.h"

#define MINOR_BITS	20
#define MAJOR_MAX	0xfff
#define MINOR_MAX	0xfffff

static char *put_dev(char *to, long long v)
{
	to = kpctl_symbolic_put_number(to, (v >> MINOR_BITS) & MAJOR_MAX, 10);
	*to++ = ':';
	return kpctl_symbolic_put_number(to, v & MINOR_MAX, 10);
}

/* Digits from *text on; -1: none, or more than most. */
static long parse_part(const char **text, const char *end, long most)
{
	long v = 0;

	if (*text == end || **text < '0' || **text > '9')
		return -1;
	for (; *text < end && **text >= '0' && **text <= '9'; ++*text) {
		v = 10 * v + (**text - '0');
		if (v > most)
			return -1;
	}
	return v;
}

static int parse_dev(const char *text, size_t len, long long *v)
{
	const char *end = text + len;
	long major = parse_part(&text, end, MAJOR_MAX), minor;

	if (major < 0 || text == end || *text++ != ':')
		return -1;
	minor = parse_part(&text, end, MINOR_MAX);
	if (minor < 0 || text != end)
		return -1;
	*v = (long long)major << MINOR_BITS | minor;
	return 0;
}

const struct kpctl_symbolic kpctl_symbolic_DEV = {
	.example = "8:1", .put = put_dev, .parse = parse_dev,
};
