// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-only
/* Flags of open(), joined by |. A condition takes one name: flags & O_CREAT. */
#include "spec/symbolic.h"

#define ACCESS_BITS	3	/* a number among the bits */

static const struct kpctl_constant access[] = {
	{ 0, "O_RDONLY" }, { 1, "O_WRONLY" }, { 2, "O_RDWR" },
};
static const struct kpctl_constants accesses = KPCTL_CONSTANTS(access);

/* The flags of x86-64. A flag of several bits stands before the flags that have one of them. */
static const struct kpctl_constant flag[] = {
	{ 04010000, "O_SYNC" }, { 020200000, "O_TMPFILE" }, { 0100, "O_CREAT" },
	{ 0200, "O_EXCL" }, { 0400, "O_NOCTTY" }, { 01000, "O_TRUNC" },
	{ 02000, "O_APPEND" }, { 04000, "O_NONBLOCK" }, { 010000, "O_DSYNC" },
	{ 020000, "O_ASYNC" }, { 040000, "O_DIRECT" }, { 0100000, "O_LARGEFILE" },
	{ 0200000, "O_DIRECTORY" }, { 0400000, "O_NOFOLLOW" }, { 01000000, "O_NOATIME" },
	{ 02000000, "O_CLOEXEC" }, { 010000000, "O_PATH" },
};
static const struct kpctl_constants flags = KPCTL_CONSTANTS(flag);

/* All names together are shorter than KPCTL_SYMBOLIC_TEXT. */
static char *put_oflags(char *to, long long v)
{
	const char *name = kpctl_constant_name(&accesses, v & ACCESS_BITS), *begin = to;
	unsigned int i;

	if (name) {
		to = kpctl_symbolic_put(to, name);
		v &= ~(long long)ACCESS_BITS;
	}
	for (i = 0; i < flags.n; i++) {
		if ((v & flag[i].nr) != flag[i].nr)
			continue;
		if (to > begin)
			*to++ = '|';
		to = kpctl_symbolic_put(to, flag[i].name);
		v &= ~(long long)flag[i].nr;
	}
	if (!v)
		return to;
	to = kpctl_symbolic_put(to, to > begin ? "|0x" : "0x");
	return kpctl_symbolic_put_number(to, v, 16);
}

static int parse_oflags(const char *text, size_t len, long long *v)
{
	return kpctl_constant_parse(&accesses, text, len, v) ?
	       kpctl_constant_parse(&flags, text, len, v) : 0;
}

const struct kpctl_symbolic kpctl_symbolic_OFLAGS = {
	.example = "O_CREAT", .prefix = "O_", .put = put_oflags, .parse = parse_oflags,
};
